//! Which states are lost with the talon open.
//!
//! Depth first, and every answer is kept. Steps between states of one class can be gone back; all
//! others use up cards of the piles or the talon for good. So when a state is left that was come to
//! by one of the latter, nothing behind it leads to a state that is still being tried, and
//! everything behind it is lost. When a win is found, what is not settled by then has a way to it.

use crate::klondike::complete::state::State;
use crate::klondike::complete::table::Table;
use crate::search::{Budget, Stop};

use super::model::Game;

/// Marks in the words of states.
const MARK: u64 = 3 << 56;
const TRYING: u64 = 0;
const LOST: u64 = 1 << 56;
const WON: u64 = 2 << 56;

/// What is known of the open game.
pub struct Fates {
    pub game: Game,
    table: Table,
    frames: Vec<Frame>,
    /// The successors that are still to be tried, those of the last frame last.
    successors: Vec<State>,
    /// States that are being tried, and those that were left but are of one class with such.
    unsettled: Vec<u64>,
}

struct Frame {
    state: State,
    /// How many successors and unsettled states there were before its own.
    successors: usize,
    unsettled: usize,
    /// Whether it is of one class with the frame before it.
    of_one_class: bool,
}

impl Fates {
    pub fn new(game: Game, memory: usize) -> Result<Self, Stop> {
        let mut table = Table::new(MARK);
        table.clear(memory)?;
        Ok(Self {
            game,
            table,
            frames: Vec::new(),
            successors: Vec::new(),
            unsettled: Vec::new(),
        })
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Whether a settled state is lost.
    ///
    /// # Errors
    /// When a budget ends; tables elsewhere hold some of its memory.
    pub fn is_lost(
        &mut self,
        start: &State,
        held_elsewhere: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let memory = budget.memory().saturating_sub(held_elsewhere);
        let mut state = *start;
        let mut of_one_class = false;
        loop {
            let word = self.game.word(&state);
            let known = self.table.get(word);
            if self.game.is_won(&state) || known.is_some_and(|known| known & MARK == WON) {
                self.frames.clear();
                self.successors.clear();
                self.settle_from(0, WON);
                return Ok(false);
            }
            if known.is_none() {
                budget.tick(u32::try_from(self.frames.len()).unwrap_or(u32::MAX))?;
                self.table.insert(word | TRYING, memory)?;
                self.frames.push(Frame {
                    state,
                    successors: self.successors.len(),
                    unsettled: self.unsettled.len(),
                    of_one_class,
                });
                self.unsettled.push(word);
                let successors = &mut self.successors;
                self.game
                    .successors(&state, &mut |after| successors.push(after));
            }
            let Some(next) = self.next() else {
                return Ok(true);
            };
            (state, of_one_class) = next;
        }
    }

    /// The next state to try, and whether it is of one class with the one it is come to from.
    fn next(&mut self) -> Option<(State, bool)> {
        while let Some(frame) = self.frames.last() {
            if self.successors.len() > frame.successors {
                let from = frame.state;
                let state = self.successors.pop()?;
                return Some((state, state.is_of_one_class(&from)));
            }
            let (unsettled, of_one_class) = (frame.unsettled, frame.of_one_class);
            if !of_one_class {
                self.settle_from(unsettled, LOST);
            }
            self.frames.pop();
        }
        None
    }

    fn settle_from(&mut self, first: usize, fate: u64) {
        for word in self.unsettled.drain(first..) {
            self.table.mark(word | fate);
        }
    }
}
