//! States and steps as docs/proofs.md speaks of them: those of the complete solver, settled in the proofs' own way.

use std::fmt::Write;

use crate::klondike::Board;
use crate::klondike::complete::Options;
use crate::klondike::complete::room::Room;
use crate::klondike::complete::safe::safe_cards;
use crate::klondike::complete::state::{Deal, State, Step};
use crate::klondike::twins::{Cards, lowest};

/// What stays the same: the cards as they lay at the start, and how the talon is turned.
#[derive(Clone, Debug)]
pub struct Game {
    deal: Deal,
}

/// The cards that can go where they wait: home, or back to the talon that has `lent` them.
#[inline]
pub const fn light(state: &State, room: &Room, lent: Cards) -> Cards {
    state.visible & !state.heads & room.free & (state.next | lent)
}

impl Game {
    pub fn new(board: &Board) -> (Self, State) {
        let (deal, state) = Deal::new(board);
        let game = Self { deal };
        let start = game.settled(state);
        (game, start)
    }

    /// Whether any card of the talon can be taken at any time.
    #[inline]
    pub const fn is_open(&self) -> bool {
        self.deal.talon.is_open()
    }

    /// The same game with an open talon.
    pub fn opened(&self) -> Self {
        Self {
            deal: self.deal.opened(),
        }
    }

    /// A state of the closed game in this open one.
    pub fn opened_state(&self, state: &State) -> State {
        self.settled(self.deal.opened_state(state))
    }

    /// Whether nothing is left to do but send all cards home.
    pub const fn is_won(&self, state: &State) -> bool {
        self.deal.is_won(state)
    }

    /// A number that no other state has, and that is not 0. With an open talon it leaves bits 56
    /// and 57 free.
    pub fn word(&self, state: &State) -> u64 {
        self.deal.key(state)
    }

    /// The state as proofs write it: foundations, piles, talon, and if this is closed its waste and
    /// the redeals left, in hexadecimal digits.
    pub fn text(&self, state: &State) -> String {
        let talon = state.talon;
        let mut text = String::with_capacity(18);
        let mut write = |width, number| write!(text, "{number:0width$x}").expect("a string");
        for suit in 0..4 {
            write(1, state.height(suit));
        }
        write(4, state.piles);
        write(6, talon.places);
        if !self.is_open() {
            write(2, talon.waste);
            write(2, talon.redeals);
        }
        text
    }

    /// The state after a step.
    pub fn after(&self, state: &State, step: Step) -> State {
        let mut state = *state;
        self.deal.take(&mut state, step);
        state
    }

    /// A card of the talon, a head or a card that lies on another one goes home.
    pub fn sent_home(&self, state: &State, card: u8) -> State {
        let lies_in_a_pile = state.visible & 1 << card != 0;
        let step = if lies_in_a_pile {
            Step::Home
        } else {
            Step::TalonHome
        };
        self.after(state, step(card))
    }

    /// A light card goes where it waits.
    pub fn lifted(&self, state: &State, card: u8, lent: Cards) -> State {
        if lent & 1 << card == 0 {
            return self.sent_home(state, card);
        }
        let mut state = *state;
        state.visible &= !(1 << card);
        state.talon = self.deal.talon.put_back(state.talon, card);
        state
    }

    /// Sends light cards home, the lowest first; and where there are none, safe ones.
    pub fn settled(&self, mut state: State) -> State {
        loop {
            let room = Room::new(&state);
            let mut homing = light(&state, &room, 0);
            if homing == 0 {
                let mut ready = state.heads & room.free;
                if self.is_open() {
                    ready |= state.talon.reach;
                }
                homing = ready & state.next & safe_cards(&state, Options::default());
            }
            if homing == 0 {
                return state;
            }
            state = self.sent_home(&state, lowest(homing));
        }
    }
}
