//! A position in sixteen bytes, exactly.
//!
//! The cards of a pile leave it from the top in a fixed order until a card moves onto it, so the number of
//! its *own* cards that are left (those face down, and the one above them, its *head*) tells which
//! they are. A card is at home, hidden or a head in its own pile, in the talon, or else it has been
//! moved onto another card: and there are just two on which it can lie. So four foundation heights, seven
//! counts, the set of talon cards, the size of the waste and one bit for every card are the whole
//! position. Columns have no order in it, and neither have empty ones: positions that differ only
//! in that are one. What is left of the sixteen bytes holds the cost of the way here.

use std::hash::{Hash, Hasher};

use crate::search::hash::mix;

use super::super::PILES;
use super::tables::Tables;
use crate::klondike::twins::{self, ALL, Cards, KINGS, SUIT_CARDS};

const HEIGHTS: u32 = 48;
const TALON: u32 = 21;
const WASTE: u32 = 45;
const REDEALS: u32 = 50;
const COST: u32 = 55;

/// The number of redeals that stands for "as many as you like".
pub const UNLIMITED: u8 = 31;

const ARRANGEMENT: u64 = (1 << HEIGHTS) - 1;

/// A position and the cost of the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Bit by card: it lies on the second of the twins it could lie on. Then four heights.
    low: u64,
    /// Seven counts of own cards, the talon's cards, the waste's size, the redeals left, the cost.
    high: u64,
}

/// Positions that differ only in what they cost share a hash.
impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.low);
        hasher.write_u64(self.high << (64 - COST));
    }
}

impl State {
    pub fn new(heights: [u8; 4], talon: u32, waste: u8, redeals: u8) -> Self {
        let mut low = 0;
        for (suit, height) in (0..).zip(heights) {
            low |= u64::from(height) << (HEIGHTS + 4 * suit);
        }
        let high =
            u64::from(talon) << TALON | u64::from(waste) << WASTE | u64::from(redeals) << REDEALS;
        Self { low, high }
    }

    /// Bit by card: it lies on the second of the twins it could lie on. (Higher bits mean nothing.)
    #[inline]
    pub const fn arrangement(self) -> Cards {
        self.low
    }

    #[inline]
    pub const fn height(self, suit: u8) -> u8 {
        ((self.low >> (HEIGHTS + 4 * suit as u32)) & 15) as u8
    }

    /// How many cards are home.
    #[inline]
    pub fn home(self) -> u32 {
        (0..4).map(|suit| u32::from(self.height(suit))).sum()
    }

    /// How many of its own cards a pile still has.
    #[inline]
    pub const fn own(self, pile: usize) -> usize {
        ((self.high >> (3 * pile)) & 7) as usize
    }

    /// How many cards of the tableau are face down.
    pub fn face_down(self) -> u32 {
        let count = |pile| u32::try_from(self.own(pile).saturating_sub(1));
        (0..PILES).filter_map(|pile| count(pile).ok()).sum()
    }

    /// Whether every card of the tableau is face up.
    #[inline]
    pub fn is_all_up(self) -> bool {
        (0..PILES).all(|pile| self.own(pile) < 2)
    }

    /// The cards left in stock and waste, by their place in the talon.
    #[inline]
    pub const fn talon(self) -> u32 {
        ((self.high >> TALON) & 0x00FF_FFFF) as u32
    }

    #[inline]
    pub const fn waste(self) -> u8 {
        ((self.high >> WASTE) & 31) as u8
    }

    /// The place in the talon of the card on top of the waste.
    #[inline]
    pub fn waste_top(self) -> Option<u32> {
        let below = self.waste().checked_sub(1)?;
        let mut left = self.talon();
        for _ in 0..below {
            left &= left - 1;
        }
        Some(left.trailing_zeros())
    }

    #[inline]
    pub const fn redeals(self) -> u8 {
        ((self.high >> REDEALS) & 31) as u8
    }

    #[inline]
    pub const fn cost(self) -> u32 {
        (self.high >> COST) as u32
    }

    /// The same position at another cost.
    #[inline]
    pub const fn at_cost(self, cost: u32) -> Self {
        let high = self.high & !(u64::MAX << COST) | (cost as u64) << COST;
        Self { high, ..self }
    }

    /// The same position with another number of talon cards turned.
    pub const fn with_waste(self, waste: u8) -> Self {
        let high = self.high & !(31 << WASTE) | (waste as u64) << WASTE;
        Self { high, ..self }
    }

    #[inline]
    pub const fn same_position(self, other: Self) -> bool {
        self.low == other.low && (self.high ^ other.high) << (64 - COST) == 0
    }

    /// A number whose upper bits tell positions apart well, whatever they cost.
    #[inline]
    pub const fn mixed(self) -> u64 {
        mix(mix(0, self.low), self.high << (64 - COST))
    }

    /// Takes a card off the tableau, whatever lies on it coming along, and turns the next one up.
    #[inline]
    pub fn lift(&mut self, card: u8, view: &View, tables: &Tables) {
        if view.heads & twins::set(card) == 0 {
            self.low &= !(twins::set(card) & ARRANGEMENT);
        } else {
            let pile = tables.pile_of(card);
            self.set_own(pile, self.own(pile) - 1, tables);
        }
    }

    /// Lays a card that is off the tableau onto `carrier`.
    #[inline]
    pub const fn lay(&mut self, card: u8, carrier: u8) {
        self.low |= ((carrier & 1) as u64) << card;
    }

    #[inline]
    pub const fn raise(&mut self, suit: u8) {
        self.low += 1 << (HEIGHTS + 4 * suit as u32);
    }

    #[inline]
    pub const fn lower(&mut self, suit: u8) {
        self.low -= 1 << (HEIGHTS + 4 * suit as u32);
    }

    /// Takes the card from the talon that will leave `waste` cards below it.
    #[inline]
    pub const fn take(&mut self, place: u32, waste: u8, recycled: bool) {
        self.high &= !(1 << (TALON + place) | 31 << WASTE);
        self.high |= (waste as u64) << WASTE;
        if recycled && self.redeals() != UNLIMITED {
            self.high -= 1 << REDEALS;
        }
    }

    #[inline]
    pub fn set_own(&mut self, pile: usize, own: usize, tables: &Tables) {
        let own = tables.settled(pile, own);
        self.high &= !(7 << (3 * pile));
        self.high |= (own as u64) << (3 * pile);
    }
}

/// What follows from a state.
pub struct View {
    /// Face up in the tableau.
    pub up: Cards,
    /// Those of them that lie where they were dealt.
    pub heads: Cards,
    /// Those with nothing on them.
    pub exposed: Cards,
    /// The next card of each suit.
    pub next: Cards,
    /// Those of them that may go home without a thought; see [`safe`].
    pub safe: Cards,
    /// The number of columns without a card.
    pub empty: usize,
}

impl View {
    #[inline]
    pub fn new(state: State, tables: &Tables) -> Self {
        let (mut hidden, mut heads, mut without_own) = (0, 0, 0);
        for pile in 0..PILES {
            let own = state.own(pile);
            hidden |= tables.hidden(pile, own);
            heads |= tables.head(pile, own);
            without_own += usize::from(own == 0);
        }
        let (mut home, mut next) = (0, 0);
        for suit in 0..4 {
            home |= tables.home(suit, state.height(suit));
            next |= tables.next(suit, state.height(suit));
        }
        let up = ALL & !(hidden | home | tables.talon_cards(state.talon()));
        let moved = up & !heads;
        let covered = twins::carriers(moved & !KINGS, state.low);
        Self {
            up,
            heads,
            exposed: up & !covered,
            next,
            safe: next & safe(state),
            empty: without_own - (moved & KINGS).count_ones() as usize,
        }
    }

    /// The cards that have been moved onto another one, or to an empty column.
    #[inline]
    pub const fn moved(&self) -> Cards {
        self.up & !self.heads
    }
}

/// The suits whose next card may go home without a thought, as sets of whole suits.
///
/// Let the next card of a suit have rank r, let both suits of the other colour be home up to r - 2 at least
/// and its twin suit up to r - 3. Then some shortest solution sends it home at once, if it lies
/// exposed in the tableau.
///
/// Proof. Call low: that card c, the cards of the other colour up to r - 1, its twin suit up to r - 2,
/// its own suit up to r. At most four low cards are not home, each goes home from wherever it is
/// exposed, and only low cards can ever lie on a low one. Take any shortest solution. Put c's
/// move home in front; of the rest drop every other move of c and every move of a low card down from its
/// foundation, and where another low card would make its first move of its own, send it home
/// instead (with it the one that may lie on it), dropping its later moves. All other moves stay legal:
/// they put cards that are not low onto cards that are not low, which now carry the same or less, and
/// foundations are never lower when such a move needs them. Every low card now makes one move of its own,
/// and it cannot have made less.
///
/// The same holds for the top of the waste if single cards are drawn: without it every other talon
/// card is reached by as many draws or fewer. Where more are drawn, taking it shifts which cards come up.
#[inline]
fn safe(state: State) -> Cards {
    let [clubs, diamonds, hearts, spades] = [0, 1, 2, 3].map(|suit| state.height(suit));
    let (black, red) = (clubs.min(spades), diamonds.min(hearts));
    let is_safe = |own: u8, twin: u8, others: u8| own <= others + 1 && own <= twin + 2;
    let mut cards = 0;
    for (suit, own, twin, others) in [
        (0, clubs, spades, red),
        (1, diamonds, hearts, black),
        (2, hearts, diamonds, black),
        (3, spades, clubs, red),
    ] {
        if is_safe(own, twin, others) {
            cards |= SUIT_CARDS[suit];
        }
    }
    cards
}

/// Whether that card would be safe at home as soon as it is lifted from there.
#[inline]
pub fn is_safe_again(card: u8, lowered: State) -> bool {
    safe(lowered) & twins::set(card) != 0
}
