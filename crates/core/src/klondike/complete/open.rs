//! The same game with an open talon: a question that is much easier, and whose answer is often
//! enough.
//!
//! Whatever can be taken from the talon can be taken from an open one. So a state that is lost with
//! the talon open is lost, and the search of the real game turns back there.
//!
//! The answers are kept. When a search ends with a win, the states that it has left by then are
//! lost, and those that it has not are won; but a state from which a way may lead back to one that
//! has not been left shares the fate of that one.

use crate::search::{Budget, Stop};

use super::Options;
use super::search::{Book, Entry, Manner, Outcome, Search};
use super::state::{Deal, State};
use super::table::Table;

/// These bits of a key are the waste's, and free where the talon is open.
const MARK: u64 = 3 << 56;
const TRYING: u64 = 0;
const LOST: u64 = 1 << 56;
const WON: u64 = 2 << 56;

/// What is known of the open game.
#[derive(Default)]
pub struct OpenGame {
    fates: Fates,
    search: Search,
}

impl OpenGame {
    /// Forgets everything.
    ///
    /// # Errors
    /// When memory does not suffice even for an empty table.
    pub fn clear(&mut self, memory: usize) -> Result<(), Stop> {
        self.fates.table.clear(memory)?;
        self.fates.unsettled.clear();
        self.fates.marks.clear();
        Ok(())
    }

    /// Gives back the memory that a big search has left.
    pub fn trim(&mut self) {
        self.fates.table.trim();
    }

    pub fn bytes(&self) -> usize {
        self.fates.table.bytes()
    }

    /// Whether a state is lost with the talon open. All tables together may take up that much
    /// memory, of which others hold some.
    ///
    /// # Errors
    /// When a budget ends.
    pub fn is_lost(
        &mut self,
        opened: &Deal,
        state: &State,
        options: Options,
        held_elsewhere: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Self { fates, search } = self;
        fates.memory = budget.memory().saturating_sub(held_elsewhere);
        let start = opened.opened_state(state);
        let manner = Manner::new(None);
        let outcome = search.run(opened, &start, options, manner, fates, budget)?;
        let is_lost = outcome == Outcome::Lost;
        if !is_lost {
            fates.marks.clear();
            fates.settle_from(0, WON);
        }
        Ok(is_lost)
    }
}

/// The fates of states.
struct Fates {
    table: Table,
    /// What the table may take up.
    memory: usize,
    /// States that are being tried, and those that were left but may lead back to them.
    unsettled: Vec<u64>,
    /// For each state that has not been left, how many were unsettled before it.
    marks: Vec<usize>,
}

impl Default for Fates {
    fn default() -> Self {
        Self {
            table: Table::new(MARK),
            memory: 0,
            unsettled: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl Fates {
    fn settle_from(&mut self, first: usize, fate: u64) {
        for word in self.unsettled.drain(first..) {
            self.table.mark(word | fate);
        }
    }
}

impl Book for Fates {
    #[inline]
    fn enter(&mut self, deal: &Deal, state: &State, _budget: &mut Budget) -> Result<Entry, Stop> {
        let word = deal.key(state);
        match self.table.get(word) {
            Some(known) if known & MARK == WON => Ok(Entry::Won),
            Some(_) => Ok(Entry::Closed),
            None => {
                self.table.insert(word | TRYING, self.memory)?;
                self.marks.push(self.unsettled.len());
                self.unsettled.push(word);
                Ok(Entry::New)
            }
        }
    }

    #[inline]
    fn leave(&mut self, can_return: bool) {
        let mark = self.marks.pop().unwrap_or(0);
        if !can_return {
            self.settle_from(mark, LOST);
        }
    }
}
