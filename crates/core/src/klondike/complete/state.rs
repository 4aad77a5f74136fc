//! What is left of a position when everything is forgotten that cannot matter: see the parent
//! module.

use crate::klondike::Board;
use crate::klondike::cards::{Card, RANKS, SUITS};
use crate::klondike::twins::{Cards, KINGS, bit_of, successors};

use super::talon::{Left, Talon};

/// What stays the same during a search: the cards as they lay at the start.
#[derive(Clone, Debug)]
pub struct Deal {
    pub talon: Talon,
    /// For every card that lies in its own pile at the start, what is turned when it leaves.
    pub turned: [Cards; 64],
    /// The same, without a king at the very bottom.
    pub turned_head: [Cards; 64],
    /// What the code of the piles loses when that card leaves.
    weight: [u32; 64],
    /// The cards that cover a face-down card at the start.
    pub covering: Cards,
    /// By bit number, the suit's place in `heights`.
    suit_shift: [u8; 64],
}

/// One state of a search.
///
/// `visible` are the cards face up in the piles. `heads` are those of them that have never moved:
/// each is the lowest face-up card of its pile, with its face-down cards under it. A king at the
/// very bottom is no head, for it never needs to move within the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub visible: Cards,
    pub heads: Cards,
    /// The cards that come home next, one a suit.
    pub next: Cards,
    pub talon: Left,
    /// Cards home, four bits a suit.
    heights: u32,
    /// How many cards of each pile have never moved, as a number in a mixed base.
    pub piles: u32,
}

/// One step of a search; each names its card by its bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// From the piles to its foundation.
    Home(u8),
    /// From its foundation back to the piles.
    Back(u8),
    /// From the talon to its foundation.
    TalonHome(u8),
    /// From the talon to the piles.
    TalonPile(u8),
    /// The head of a pile, with all that lies on it, to another pile; what it covered is turned.
    Turn(u8),
}

impl Deal {
    pub fn new(board: &Board) -> (Self, State) {
        let (talon, left) = Talon::new(board);
        let mut deal = Self {
            talon,
            turned: [0; 64],
            turned_head: [0; 64],
            weight: [0; 64],
            suit_shift: [0; 64],
            covering: 0,
        };
        for card in Card::all() {
            deal.suit_shift[usize::from(bit_of(card))] = 4 * card.suit();
        }
        let mut state = State {
            visible: 0,
            heads: 0,
            next: 0,
            talon: left,
            heights: 0,
            piles: 0,
        };
        for (suit, &height) in (0..SUITS).zip(board.foundations()) {
            state.heights |= u32::from(height) << (4 * suit);
            state.next |= if height < RANKS {
                1 << bit_of(Card::new(height, suit))
            } else {
                successors(1 << bit_of(Card::new(RANKS - 1, suit)))
            };
        }
        let mut weight = 1;
        for pile in board.piles() {
            for &card in pile.face_up() {
                state.visible |= 1 << bit_of(card);
            }
            let own: Vec<Card> = pile
                .face_down()
                .iter()
                .chain(pile.face_up().first())
                .copied()
                .collect();
            deal.enter_pile(&own, weight, &mut state);
            weight *= u32::try_from(own.len()).unwrap_or(0) + 1;
        }
        (deal, state)
    }

    /// The same deal with an open talon.
    pub fn opened(&self) -> Self {
        Self {
            talon: self.talon.opened(),
            ..self.clone()
        }
    }

    /// The same state with the talon open.
    pub fn opened_state(&self, state: &State) -> State {
        State {
            talon: self.talon.open(state.talon),
            ..*state
        }
    }

    /// Enters the cards of a pile that have never moved, from the bottom up; the last is face up.
    fn enter_pile(&mut self, own: &[Card], weight: u32, state: &mut State) {
        let is_head = |depth: usize, bit: u8| depth > 0 || 1 << bit & KINGS == 0;
        let bits: Vec<u8> = own.iter().map(|&card| bit_of(card)).collect();
        for &bit in &bits {
            self.weight[usize::from(bit)] = weight;
            state.piles += weight;
        }
        for (depth, pair) in bits.windows(2).enumerate() {
            let (below, at) = (pair[0], usize::from(pair[1]));
            self.covering |= 1 << at;
            self.turned[at] = 1 << below;
            self.turned_head[at] = u64::from(is_head(depth, below)) << below;
        }
        if let Some((&top, depth)) = bits.last().zip(bits.len().checked_sub(1)) {
            state.heads |= u64::from(is_head(depth, top)) << top;
        }
    }

    /// Whether only moves home are left, all of which will be possible: no card is face down, and
    /// none of the talon can get stuck. The lowest card that is not home is then always on top.
    #[inline]
    pub const fn is_won(&self, state: &State) -> bool {
        state.heads & self.covering == 0 && (state.talon.places == 0 || self.talon.is_open())
    }

    /// A number that no other state has, and that is never 0.
    #[inline]
    pub fn key(&self, state: &State) -> u64 {
        let talon = state.talon;
        if self.talon.is_limited() {
            return state.key_with_redeals();
        }
        u64::from(state.heights)
            | u64::from(state.piles) << 16
            | u64::from(talon.places) << 32
            | u64::from(talon.waste) << 56
            | 1 << 63
    }

    #[inline]
    pub fn take(&self, state: &mut State, step: Step) {
        match step {
            Step::Home(bit) => {
                state.visible &= !(1 << bit);
                if state.heads & 1 << bit != 0 {
                    self.turn(state, bit);
                }
                self.send_home(state, bit);
            }
            Step::Back(bit) => {
                state.visible |= 1 << bit;
                state.next ^= 1 << bit | successors(1 << bit);
                state.heights -= 1 << self.suit_shift[usize::from(bit)];
            }
            Step::TalonHome(bit) => {
                state.talon = self.talon.take(state.talon, bit);
                self.send_home(state, bit);
            }
            Step::TalonPile(bit) => {
                state.talon = self.talon.take(state.talon, bit);
                state.visible |= 1 << bit;
            }
            Step::Turn(bit) => self.turn(state, bit),
        }
    }

    #[inline]
    fn send_home(&self, state: &mut State, bit: u8) {
        state.next ^= 1 << bit | successors(1 << bit);
        state.heights += 1 << self.suit_shift[usize::from(bit)];
    }

    /// A head leaves its place.
    #[inline]
    fn turn(&self, state: &mut State, bit: u8) {
        let at = usize::from(bit);
        state.heads = state.heads & !(1 << bit) | self.turned_head[at];
        state.visible |= self.turned[at];
        state.piles -= self.weight[at];
    }
}

impl State {
    /// Whether they differ in nothing but which cards that have moved are home.
    pub fn is_of_one_class(&self, other: &Self) -> bool {
        self.piles == other.piles && self.talon.places == other.talon.places
    }

    /// Redeals do not fit in beside the rest bit by bit, but 14^4 · 8! · 2^24 · 25 · 24 is less
    /// than 2^64.
    #[cold]
    fn key_with_redeals(&self) -> u64 {
        let talon = self.talon;
        let heights = (0..SUITS).fold(0, |sum, suit| sum * 14 + u64::from(self.height(suit)));
        let tableau = heights * 40_320 + u64::from(self.piles);
        let cards = tableau << 24 | u64::from(talon.places);
        (cards * 25 + u64::from(talon.waste)) * 24 + u64::from(talon.redeals) + 1
    }

    /// How many cards of that suit are home.
    #[inline]
    pub const fn height(&self, suit: u8) -> u32 {
        self.heights >> (4 * suit) & 15
    }
}
