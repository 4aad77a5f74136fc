//! States and steps as docs/proofs.md speaks of them.

use std::fmt::Write;

use crate::klondike::Board;
use crate::klondike::cards::{Card, RANKS, SUITS, suit_is_red};
use crate::klondike::complete::talon::{Left, Talon};
use crate::klondike::twins::{
    Cards, FIRST_TWINS, KINGS, bit_of, both, card_at, each, lowest, predecessors, successors,
};

/// What stays the same: the cards as they lay at the start, and how the talon is turned.
#[derive(Clone, Debug)]
pub struct Game {
    /// Whether any card of the talon can be taken at any time.
    pub is_open: bool,
    talon: Talon,
    /// By the bit of a card of the talon, its place there.
    place: [u32; 64],
    /// By the bit of a card that lies where it was dealt: what is turned when it leaves; the same
    /// without a king at the very bottom; and what the number of the piles loses.
    turned: [Cards; 64],
    turned_head: [Cards; 64],
    weight: [u32; 64],
    /// The cards that cover a face-down card at the start.
    covering: Cards,
}

/// One state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cards face up in the piles.
    pub visible: Cards,
    /// Those of them that have never moved; but a king at the very bottom is not counted.
    pub heads: Cards,
    /// The cards that come home next, one a suit.
    pub next: Cards,
    pub talon: Left,
    /// How many cards are home, by suit.
    heights: [u8; 4],
    /// How many cards of each pile have never moved, as a number in a mixed base.
    piles: u32,
}

/// Where there is room in the piles.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The pairs of twins that have room for a card.
    pub free: Cards,
    /// The pairs that have room for two.
    pub twice: Cards,
    /// The cards for which there is room.
    pub fitting: Cards,
}

impl Room {
    #[inline]
    pub const fn new(state: &State) -> Self {
        let loose = state.visible & !state.heads;
        let (one, two) = counts(state.visible);
        let (one_child, two_children) = counts(loose << 4);
        let free = both(two & !two_children | one & !one_child);
        let taken = state.heads.count_ones() + (loose & KINGS).count_ones();
        let kings = if taken < 7 { KINGS } else { 0 };
        Self {
            free,
            twice: both(two & !one_child),
            fitting: free >> 4 | kings,
        }
    }
}

/// The pairs of which at least one card is in the set, and those of which both are.
#[inline]
const fn counts(cards: Cards) -> (Cards, Cards) {
    let next = cards >> 1;
    ((cards | next) & FIRST_TWINS, cards & next & FIRST_TWINS)
}

impl State {
    /// The cards on top of the foundations.
    #[inline]
    pub const fn tops(&self) -> Cards {
        predecessors(self.next)
    }

    /// The cards that can go where they wait: home, or back to the talon that has `lent` them.
    #[inline]
    pub const fn light(&self, room: &Room, lent: Cards) -> Cards {
        self.visible & !self.heads & room.free & (self.next | lent)
    }

    /// A card comes back from its foundation.
    pub fn brought_back(&self, card: u8) -> Self {
        let mut state = *self;
        state.visible |= 1 << card;
        state.next ^= 1 << card | successors(1 << card);
        state.heights[usize::from(card_at(card).suit())] -= 1;
        state
    }

    /// Whether they differ in nothing but which loose cards are home.
    pub fn is_of_one_class(&self, other: &Self) -> bool {
        self.piles == other.piles && self.talon.places == other.talon.places
    }

    /// Whether `card`, the next of its suit, is safe: see docs/proofs.md.
    fn is_safe(&self, card: u8) -> bool {
        let card = card_at(card);
        (0..SUITS).zip(self.heights).all(|(suit, height)| {
            let slack = 1 + u8::from(suit_is_red(suit) == card.is_red());
            suit == card.suit() || height + slack >= card.rank()
        })
    }
}

impl Game {
    pub fn new(board: &Board) -> (Self, State) {
        let (talon, left) = Talon::new(board);
        let mut game = Self {
            is_open: talon.is_open(),
            talon,
            place: [0; 64],
            turned: [0; 64],
            turned_head: [0; 64],
            weight: [0; 64],
            covering: 0,
        };
        for (place, &card) in (0..).zip(board.talon()) {
            game.place[usize::from(bit_of(card))] = 1 << place;
        }
        let mut state = State {
            visible: 0,
            heads: 0,
            next: 0,
            talon: left,
            heights: *board.foundations(),
            piles: 0,
        };
        for (suit, &height) in (0..SUITS).zip(board.foundations()) {
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
            let unmoved = pile.face_down().iter().chain(pile.face_up().first());
            let unmoved: Vec<u8> = unmoved.map(|&card| bit_of(card)).collect();
            weight *= game.enter_pile(&unmoved, weight, &mut state);
        }
        let start = game.settled(state);
        (game, start)
    }

    /// Enters the cards of a pile that have never moved, from the bottom up; the last is face up.
    /// Says how many numbers the pile can have.
    fn enter_pile(&mut self, unmoved: &[u8], weight: u32, state: &mut State) -> u32 {
        let mut below: Cards = 0;
        let mut head: Cards = 0;
        let mut numbers = 1;
        for &bit in unmoved {
            let at = usize::from(bit);
            (self.turned[at], self.turned_head[at]) = (below, head);
            self.covering |= if below == 0 { 0 } else { 1 << bit };
            self.weight[at] = weight;
            state.piles += weight;
            let is_bottom_king = below == 0 && 1 << bit & KINGS != 0;
            (below, head) = (1 << bit, if is_bottom_king { 0 } else { 1 << bit });
            numbers += 1;
        }
        state.heads |= head;
        numbers
    }

    /// The same game with an open talon.
    pub fn opened(&self) -> Self {
        Self {
            is_open: true,
            talon: self.talon.opened(),
            ..self.clone()
        }
    }

    /// A state of the closed game in this open one.
    pub fn opened_state(&self, state: &State) -> State {
        self.settled(State {
            talon: self.talon.open(state.talon),
            ..*state
        })
    }

    /// Whether nothing is left to do but send all cards home.
    pub const fn is_won(&self, state: &State) -> bool {
        state.heads & self.covering == 0 && (self.is_open || state.talon.places == 0)
    }

    /// A number that no other state has, and that is not 0. With an open talon it leaves bits 56
    /// and 57 free.
    pub fn word(&self, state: &State) -> u64 {
        let heights = state.heights.iter();
        let heights = heights.fold(0, |sum, &height| sum * 14 + u64::from(height));
        let talon = state.talon;
        let cards = (heights * 40_320 + u64::from(state.piles)) << 24 | u64::from(talon.places);
        if self.is_open {
            cards | 1 << 63
        } else {
            (cards * 25 + u64::from(talon.waste)) * 24 + u64::from(talon.redeals) + 1
        }
    }

    /// The state as proofs write it: foundations, piles, talon, and if this is closed its waste and
    /// the redeals left, in hexadecimal digits.
    pub fn text(&self, state: &State) -> String {
        let talon = state.talon;
        let mut text = String::with_capacity(18);
        let mut write = |width, number| write!(text, "{number:0width$x}").expect("a string");
        for height in state.heights {
            write(1, u32::from(height));
        }
        write(4, state.piles);
        write(6, talon.places);
        if !self.is_open {
            write(2, talon.waste);
            write(2, talon.redeals);
        }
        text
    }

    /// A card of the talon, a head or a card that lies on another one goes home.
    pub fn sent_home(&self, state: &State, card: u8) -> State {
        let mut state = *state;
        if state.visible & 1 << card == 0 {
            self.take(&mut state, card);
        } else if state.heads & 1 << card != 0 {
            self.leave(&mut state, card);
        }
        state.visible &= !(1 << card);
        state.next ^= 1 << card | successors(1 << card);
        state.heights[usize::from(card_at(card).suit())] += 1;
        state
    }

    /// A card of the talon is laid on a pile.
    pub fn laid(&self, state: &State, card: u8) -> State {
        let mut state = *state;
        self.take(&mut state, card);
        state.visible |= 1 << card;
        state
    }

    /// A head moves to another pile, and what it covered is turned.
    pub fn turned(&self, state: &State, head: u8) -> State {
        let mut state = *state;
        self.leave(&mut state, head);
        state
    }

    /// A light card goes where it waits.
    pub fn lifted(&self, state: &State, card: u8, lent: Cards) -> State {
        if lent & 1 << card == 0 {
            return self.sent_home(state, card);
        }
        let mut state = *state;
        state.visible &= !(1 << card);
        state.talon.places |= self.place[usize::from(card)];
        state.talon.reach |= 1 << card;
        state
    }

    /// Sends light cards home, the lowest first; and where there are none, safe ones.
    pub fn settled(&self, mut state: State) -> State {
        loop {
            let room = Room::new(&state);
            let light = state.light(&room, 0);
            let card = if light != 0 {
                lowest(light)
            } else {
                let mut ready = state.heads & room.free;
                if self.is_open {
                    ready |= state.talon.reach;
                }
                match each(ready & state.next).find(|&card| state.is_safe(card)) {
                    Some(card) => card,
                    None => return state,
                }
            };
            state = self.sent_home(&state, card);
        }
    }

    fn take(&self, state: &mut State, card: u8) {
        state.talon = self.talon.take(state.talon, card);
    }

    /// A head leaves its place.
    fn leave(&self, state: &mut State, head: u8) {
        let at = usize::from(head);
        state.heads = state.heads & !(1 << head) | self.turned_head[at];
        state.visible |= self.turned[at];
        state.piles -= self.weight[at];
    }
}
