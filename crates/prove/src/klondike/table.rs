//! The rules of Klondike, as plainly as they can be said. They share nothing with the core's but the names of moves.

use quandary_core::klondike::{Layout, Move};

use super::cards::{fits, is_king, rank, suit};

pub const PILES: usize = 7;
const PILE: usize = 19;
const TALON: usize = 24;

/// A pile from the bottom up; the first `down` cards are face down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile {
    cards: [u8; PILE],
    len: u8,
    pub down: u8,
}

impl Pile {
    #[must_use]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }

    #[must_use]
    pub fn face_up(&self) -> &[u8] {
        &self.cards()[usize::from(self.down)..]
    }

    #[must_use]
    pub fn face_down(&self) -> &[u8] {
        &self.cards()[..usize::from(self.down)]
    }

    pub fn push(&mut self, card: u8) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the uppermost card. The next one is turned by [`Pile::turn`], when the move is over.
    fn pop(&mut self) -> u8 {
        self.len -= 1;
        std::mem::take(&mut self.cards[usize::from(self.len)])
    }

    /// Turns the uppermost card if it is face down.
    fn turn(&mut self) {
        self.down = self.down.min(self.len.saturating_sub(1));
    }

    fn takes(&self, card: u8) -> bool {
        match self.cards().last() {
            Some(&top) => fits(card, top),
            None => is_king(card),
        }
    }
}

/// Everything on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    pub piles: [Pile; PILES],
    pub(super) talon: [u8; TALON],
    pub(super) talon_len: u8,
    /// How many of the talon's cards, from its beginning, are the waste.
    pub waste: u8,
    /// How many cards of C D H S are home.
    pub home: [u8; 4],
    pub draw: u8,
    /// How often the waste may be turned over; `None` for as often as one likes.
    pub redeals: Option<u8>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(home: [u8; 4], draw: u8, redeals: Option<u8>) -> Self {
        Self {
            piles: [Pile::default(); PILES],
            talon: [0; TALON],
            talon_len: 0,
            waste: 0,
            home,
            draw,
            redeals,
        }
    }

    /// Waste from the bottom up, then stock from the card that is drawn next.
    #[must_use]
    pub fn talon(&self) -> &[u8] {
        &self.talon[..usize::from(self.talon_len)]
    }

    /// Puts cards into the talon, the first `waste` of them face up. `false` if there are too many.
    #[must_use]
    pub fn set_talon(&mut self, cards: &[u8], waste: usize) -> bool {
        let (Ok(len), Ok(waste)) = (u8::try_from(cards.len()), u8::try_from(waste)) else {
            return false;
        };
        if cards.len() > TALON || waste > len {
            return false;
        }
        self.talon = [0; TALON];
        self.talon[..cards.len()].copy_from_slice(cards);
        self.talon_len = len;
        self.waste = waste;
        true
    }

    #[must_use]
    pub fn stock(&self) -> &[u8] {
        &self.talon()[usize::from(self.waste)..]
    }

    #[must_use]
    pub fn waste(&self) -> &[u8] {
        &self.talon()[..usize::from(self.waste)]
    }

    #[must_use]
    pub fn is_won(&self) -> bool {
        self.home == [13; 4]
    }

    #[must_use]
    pub fn cards_left(&self) -> u8 {
        52 - self.home.iter().sum::<u8>()
    }

    fn goes_home(&self, card: u8) -> bool {
        self.home[suit(card)] == rank(card)
    }

    /// All legal moves but the stock's: those that come back, between piles, from the waste, and home last.
    pub fn card_moves(&self, worrying_back: bool, moves: &mut Vec<Move>) {
        if worrying_back {
            for suit in 0..4_u8 {
                let height = self.home[usize::from(suit)];
                if height > 0 {
                    let card = 4 * (height - 1) + suit;
                    let targets = self.piles_for(card);
                    moves.extend(targets.map(|to| Move::FoundationToPile { suit, to }));
                }
            }
        }
        for (from, pile) in (0..).zip(&self.piles) {
            for (count, &card) in (1..).zip(pile.face_up().iter().rev()) {
                let targets = self.piles_for(card).filter(|&to| to != from);
                moves.extend(targets.map(|to| Move::PileToPile { from, to, count }));
            }
        }
        self.waste_moves(moves);
        for (from, pile) in (0..).zip(&self.piles) {
            if pile.cards().last().is_some_and(|&top| self.goes_home(top)) {
                moves.push(Move::PileToFoundation(from));
            }
        }
    }

    /// The moves of the waste's uppermost card.
    pub fn waste_moves(&self, moves: &mut Vec<Move>) {
        if let Some(&card) = self.waste().last() {
            moves.extend(self.piles_for(card).map(Move::WasteToPile));
            if self.goes_home(card) {
                moves.push(Move::WasteToFoundation);
            }
        }
    }

    /// The one move that the stock has, if any.
    #[must_use]
    pub fn stock_move(&self) -> Option<Move> {
        if self.waste < self.talon_len {
            Some(Move::Draw)
        } else if self.talon_len > 0 && self.redeals != Some(0) {
            Some(Move::Redeal)
        } else {
            None
        }
    }

    /// Every legal move.
    #[must_use]
    pub fn moves(&self, worrying_back: bool) -> Vec<Move> {
        let mut moves = Vec::new();
        moves.extend(self.stock_move());
        self.card_moves(worrying_back, &mut moves);
        moves
    }

    fn piles_for(&self, card: u8) -> impl Iterator<Item = u8> {
        (0..)
            .zip(&self.piles)
            .filter(move |(_, pile)| pile.takes(card))
            .map(|(to, _)| to)
    }

    /// Plays a legal move.
    pub fn play(&mut self, play: Move) {
        match play {
            Move::Draw => self.waste = self.talon_len.min(self.waste.saturating_add(self.draw)),
            Move::Redeal => {
                self.waste = 0;
                self.redeals = self.redeals.map(|left| left - 1);
            }
            Move::WasteToFoundation => {
                let card = self.take_from_waste();
                self.home[suit(card)] += 1;
            }
            Move::WasteToPile(to) => {
                let card = self.take_from_waste();
                self.piles[usize::from(to)].push(card);
            }
            Move::PileToFoundation(from) => {
                let pile = &mut self.piles[usize::from(from)];
                let card = pile.pop();
                pile.turn();
                self.home[suit(card)] += 1;
            }
            Move::PileToPile { from, to, count } => {
                let source = self.piles[usize::from(from)];
                let (_, run) = source
                    .cards()
                    .split_at(usize::from(source.len) - usize::from(count));
                for &card in run {
                    self.piles[usize::from(to)].push(card);
                }
                let pile = &mut self.piles[usize::from(from)];
                for _ in 0..count {
                    pile.pop();
                }
                pile.turn();
            }
            Move::FoundationToPile { suit, to } => {
                let height = &mut self.home[usize::from(suit)];
                *height -= 1;
                self.piles[usize::from(to)].push(4 * *height + suit);
            }
        }
    }

    fn take_from_waste(&mut self) -> u8 {
        self.waste -= 1;
        let at = usize::from(self.waste);
        self.talon[at..usize::from(self.talon_len)].rotate_left(1);
        self.talon_len -= 1;
        std::mem::take(&mut self.talon[usize::from(self.talon_len)])
    }

    /// The same table as the core reads it.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let part = |cards: fn(&Pile) -> &[u8]| {
            let piles = self.piles.iter();
            piles.map(|pile| cards(pile).to_vec()).collect()
        };
        Layout {
            face_down: part(Pile::face_down),
            face_up: part(Pile::face_up),
            stock: self.stock().to_vec(),
            waste: self.waste().to_vec(),
            foundations: self.home.to_vec(),
            draw: self.draw,
            redeals: self.redeals.map(u32::from),
        }
    }
}

/// Whether these moves are legal and win.
///
/// # Errors
/// What is wrong with them.
pub fn replay(table: &Table, moves: &[Move], worrying_back: bool) -> Result<(), String> {
    let mut table = *table;
    for (number, play) in (1..).zip(moves) {
        if !table.moves(worrying_back).contains(play) {
            return Err(format!("move {number}, {play}, is not legal"));
        }
        table.play(*play);
    }
    if table.is_won() {
        Ok(())
    } else {
        Err("the moves do not win".to_owned())
    }
}

/// What a solution costs: every move but a redeal is one.
#[must_use]
pub fn cost(moves: &[Move]) -> usize {
    moves.iter().filter(|&&play| play != Move::Redeal).count()
}
