//! The book for the game itself: a set of states, and the open game to ask first.

use crate::search::{Budget, Stop};

use super::Options;
use super::open::OpenGame;
use super::search::{Book, Entry};
use super::state::{Deal, State};
use super::table::Table;

/// States that have been seen.
pub struct Seen<'a> {
    pub table: &'a mut Table,
    /// The open game, with its deal; none if it is not asked.
    pub open: Option<(Deal, &'a mut OpenGame)>,
    pub options: Options,
}

impl Seen<'_> {
    /// Forgets the states, but not what is known of the open game.
    ///
    /// # Errors
    /// When memory does not suffice even for an empty table.
    pub fn clear(&mut self, budget: &Budget) -> Result<(), Stop> {
        self.table.clear(self.memory(budget))
    }

    fn memory(&self, budget: &Budget) -> usize {
        let held_elsewhere = self.open.as_ref().map_or(0, |(_, game)| game.bytes());
        budget.memory().saturating_sub(held_elsewhere)
    }
}

impl Book for Seen<'_> {
    #[inline]
    fn enter(&mut self, deal: &Deal, state: &State, budget: &mut Budget) -> Result<Entry, Stop> {
        let memory = self.memory(budget);
        if !self.table.insert(deal.key(state), memory)? {
            return Ok(Entry::Closed);
        }
        let held = self.table.bytes();
        let is_lost = match &mut self.open {
            Some((opened, game)) => game.is_lost(opened, state, self.options, held, budget)?,
            None => false,
        };
        Ok(if is_lost { Entry::Closed } else { Entry::New })
    }

    fn leave(&mut self, _can_return: bool) {}
}
