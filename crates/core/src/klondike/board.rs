//! The real table, for everything that must play by the rules: helpers of the searches,
//! translations of their answers, counts of move sequences.
//!
//! Stock and waste are one list, the talon, in the order in which its cards are drawn; the waste is
//! its beginning. So a draw and a redeal only move a boundary, and a card taken from the waste
//! closes the gap behind it, just as a real one does.

use super::cards::{Card, RANKS, SUITS};
use super::list::List;
use super::notation::Move;

/// How many piles there are.
pub const PILES: usize = 7;
/// The most cards that stock and waste can have.
pub const TALON: usize = 24;
/// The most cards that a pile can have: six face down, and a whole run.
pub const PILE: usize = 6 + RANKS as usize;

/// One of the seven piles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile {
    cards: List<PILE>,
    /// How many of them are face down.
    down: usize,
}

impl Pile {
    /// From the bottom up.
    #[must_use]
    pub fn face_down(&self) -> &[Card] {
        &self.cards.as_slice()[..self.down]
    }

    /// From the bottom up.
    #[must_use]
    pub fn face_up(&self) -> &[Card] {
        &self.cards.as_slice()[self.down..]
    }

    /// The uppermost card, which is face up.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.cards.as_slice().last().copied()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Whether that card may be laid on it.
    #[must_use]
    pub fn takes(&self, card: Card) -> bool {
        match self.top() {
            Some(top) => card.fits_on(top),
            None => card.is_king(),
        }
    }

    pub(super) fn push(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// Turns all its cards face down.
    pub(super) const fn hide_all(&mut self) {
        self.down = self.cards.len();
    }

    /// Turns the uppermost card if it is face down; says whether it was.
    fn turn(&mut self) -> bool {
        let turns = self.down > 0 && self.down == self.cards.len();
        self.down -= usize::from(turns);
        turns
    }
}

/// All cards, where they lie, and what the rules are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) piles: [Pile; PILES],
    /// Waste from the bottom up, then stock from the card that is drawn next.
    pub(super) talon: List<TALON>,
    /// How many cards of the talon are the waste.
    pub(super) waste: usize,
    /// How many cards of C D H S are home.
    pub(super) foundations: [u8; SUITS as usize],
    pub(super) draw: u8,
    /// How often the waste may still be turned over; `None` for as often as one likes.
    pub(super) redeals: Option<u32>,
}

impl Default for Board {
    /// An empty table, for those who fill it.
    fn default() -> Self {
        Self {
            piles: [Pile::default(); PILES],
            talon: List::default(),
            waste: 0,
            foundations: [0; SUITS as usize],
            draw: 1,
            redeals: None,
        }
    }
}

/// What a move did that the move itself does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// A card was turned face up.
    pub turned: bool,
    /// The card that left the waste or went home.
    card: Card,
    /// The waste before.
    waste: usize,
}

impl Board {
    #[must_use]
    pub const fn piles(&self) -> &[Pile; PILES] {
        &self.piles
    }

    /// The first is drawn next.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.talon.as_slice()[self.waste..]
    }

    /// From the bottom up.
    #[must_use]
    pub fn waste(&self) -> &[Card] {
        &self.talon.as_slice()[..self.waste]
    }

    /// Waste from the bottom up, then stock from the card that is drawn next.
    #[must_use]
    pub fn talon(&self) -> &[Card] {
        self.talon.as_slice()
    }

    /// How many cards of C D H S are home.
    #[must_use]
    pub const fn foundations(&self) -> &[u8; SUITS as usize] {
        &self.foundations
    }

    #[must_use]
    pub const fn draw(&self) -> u8 {
        self.draw
    }

    /// How often the waste may still be turned over; `None` for as often as one likes.
    #[must_use]
    pub const fn redeals(&self) -> Option<u32> {
        self.redeals
    }

    #[must_use]
    pub fn is_won(&self) -> bool {
        self.foundations == [RANKS; SUITS as usize]
    }

    /// Whether that card is the next of its suit to come home.
    #[must_use]
    pub fn takes_home(&self, card: Card) -> bool {
        self.foundations[usize::from(card.suit())] == card.rank()
    }

    /// Every legal move: the stock's, the waste's, each pile's and each foundation's, in that
    /// order; targets with the foundation first and the piles from the left.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(16);
        self.talon_moves(&mut moves);
        for from in 0..number(PILES) {
            self.pile_moves(from, &mut moves);
        }
        for suit in 0..SUITS {
            if let Some(card) = self.top_home(suit) {
                moves.extend(
                    self.piles_for(card)
                        .map(|to| Move::FoundationToPile { suit, to }),
                );
            }
        }
        moves
    }

    fn talon_moves(&self, moves: &mut Vec<Move>) {
        if !self.stock().is_empty() {
            moves.push(Move::Draw);
        } else if self.waste > 0 && self.redeals != Some(0) {
            moves.push(Move::Redeal);
        }
        if let Some(&card) = self.waste().last() {
            if self.takes_home(card) {
                moves.push(Move::WasteToFoundation);
            }
            moves.extend(self.piles_for(card).map(Move::WasteToPile));
        }
    }

    fn pile_moves(&self, from: u8, moves: &mut Vec<Move>) {
        let pile = &self.piles[usize::from(from)];
        let up = pile.face_up();
        if pile.top().is_some_and(|top| self.takes_home(top)) {
            moves.push(Move::PileToFoundation(from));
        }
        for to in (0..number(PILES)).filter(|&to| to != from) {
            let target = &self.piles[usize::from(to)];
            let counts = (1..).zip(up.iter().rev());
            let fitting = counts.filter(|&(_, &card)| target.takes(card));
            moves.extend(fitting.map(|(count, _)| Move::PileToPile { from, to, count }));
        }
    }

    /// The piles, from the left, on which that card may be laid.
    fn piles_for(&self, card: Card) -> impl Iterator<Item = u8> {
        let takes = move |&to: &u8| self.piles[usize::from(to)].takes(card);
        (0..number(PILES)).filter(takes)
    }

    /// The uppermost card of a foundation.
    #[must_use]
    pub fn top_home(&self, suit: u8) -> Option<Card> {
        let height = self.foundations[usize::from(suit)];
        height.checked_sub(1).map(|rank| Card::new(rank, suit))
    }

    #[must_use]
    pub fn is_legal(&self, play: Move) -> bool {
        let pile = |at: u8| &self.piles[usize::from(at)];
        match play {
            Move::Draw => !self.stock().is_empty(),
            Move::Redeal => self.stock().is_empty() && self.waste > 0 && self.redeals != Some(0),
            Move::WasteToFoundation => self.waste().last().is_some_and(|&top| self.takes_home(top)),
            Move::WasteToPile(to) => self.waste().last().is_some_and(|&top| pile(to).takes(top)),
            Move::PileToFoundation(from) => {
                pile(from).top().is_some_and(|top| self.takes_home(top))
            }
            Move::PileToPile { from, to, count } => {
                let up = pile(from).face_up();
                let head = up.len().checked_sub(count.into()).and_then(|at| up.get(at));
                from != to && head.is_some_and(|&head| pile(to).takes(head))
            }
            Move::FoundationToPile { suit, to } => {
                self.top_home(suit).is_some_and(|top| pile(to).takes(top))
            }
        }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// Perhaps, when the move is not legal.
    pub fn play(&mut self, play: Move) -> Played {
        let waste = self.waste;
        let mut turned = false;
        let mut card = Card::default();
        match play {
            Move::Draw => self.waste = self.talon.len().min(waste + usize::from(self.draw)),
            Move::Redeal => {
                self.waste = 0;
                self.redeals = self.redeals.map(|left| left - 1);
            }
            Move::WasteToFoundation => {
                card = self.take_from_waste();
                self.foundations[usize::from(card.suit())] += 1;
            }
            Move::WasteToPile(to) => {
                card = self.take_from_waste();
                self.piles[usize::from(to)].push(card);
            }
            Move::PileToFoundation(from) => {
                let pile = &mut self.piles[usize::from(from)];
                card = pile.cards.pop();
                turned = pile.turn();
                self.foundations[usize::from(card.suit())] += 1;
            }
            Move::PileToPile { from, to, count } => {
                self.move_run(from, to, count);
                turned = self.piles[usize::from(from)].turn();
            }
            Move::FoundationToPile { suit, to } => {
                let height = &mut self.foundations[usize::from(suit)];
                *height -= 1;
                self.piles[usize::from(to)].push(Card::new(*height, suit));
            }
        }
        Played {
            turned,
            card,
            waste,
        }
    }

    /// Takes back the move that was played last.
    ///
    /// # Panics
    /// Perhaps, when it was not.
    pub fn take_back(&mut self, play: Move, played: Played) {
        let home = usize::from(played.card.suit());
        match play {
            Move::Draw => {}
            Move::Redeal => self.redeals = self.redeals.map(|left| left + 1),
            Move::WasteToFoundation => {
                self.foundations[home] -= 1;
                self.talon.insert(played.waste - 1, played.card);
            }
            Move::WasteToPile(to) => {
                self.piles[usize::from(to)].cards.pop();
                self.talon.insert(played.waste - 1, played.card);
            }
            Move::PileToFoundation(from) => {
                let pile = &mut self.piles[usize::from(from)];
                pile.down += usize::from(played.turned);
                pile.push(played.card);
                self.foundations[home] -= 1;
            }
            Move::PileToPile { from, to, count } => {
                self.piles[usize::from(from)].down += usize::from(played.turned);
                self.move_run(to, from, count);
            }
            Move::FoundationToPile { suit, to } => {
                self.piles[usize::from(to)].cards.pop();
                self.foundations[usize::from(suit)] += 1;
            }
        }
        self.waste = played.waste;
    }

    fn take_from_waste(&mut self) -> Card {
        self.waste -= 1;
        self.talon.remove(self.waste)
    }

    fn move_run(&mut self, from: u8, to: u8, count: u8) {
        let mut run = self.piles[usize::from(from)].cards;
        run.move_last(count.into(), &mut self.piles[usize::from(to)].cards);
        self.piles[usize::from(from)].cards = run;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "piles are few")]
const fn number(pile: usize) -> u8 {
    pile as u8
}
