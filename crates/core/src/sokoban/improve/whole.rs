//! The optimal search over the whole level, in turns: where it comes to its end, there is a proof.

use crate::search::{Budget, Stop};
use crate::sokoban::Prunings;
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Search};
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::pushes::Push;

use super::Measure;

pub(super) struct Whole<'a, const W: usize> {
    /// None when it has come to its end, or had no memory left.
    search: Option<Search<'a, W>>,
    bound: u32,
}

impl<'a, const W: usize> Whole<'a, W> {
    pub fn new(level: &'a Level, by: Measure, memory: &'a mut Memory, bytes: usize) -> Self {
        let aim = match by {
            Measure::Pushes => Aim::Pushes,
            Measure::Moves => Aim::Moves,
        };
        Self {
            search: Some(Search::new(level, aim, Prunings::ALL, memory, bytes)),
            bound: 0,
        }
    }

    /// No solution costs less.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    pub const fn is_over(&self) -> bool {
        self.search.is_none()
    }

    /// Goes on for so many positions; the pushes of a cheapest solution if there is one cheaper than `cost`.
    ///
    /// # Errors
    /// When the whole budget has ended.
    pub fn run(
        &mut self,
        nodes: u64,
        cost: u32,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Push>>, Stop> {
        let Some(search) = &mut self.search else {
            return Ok(None);
        };
        search.undercut(cost);
        let limit = budget.nodes().saturating_add(nodes);
        let end = budget.within(nodes, |budget| search.run(budget));
        self.bound = search.proven().min(cost);
        match end {
            End::Found(pushes) => {
                self.bound = search.proven();
                self.search = None;
                return Ok(Some(pushes));
            }
            End::Nothing => {
                self.bound = cost;
                self.search = None;
            }
            End::Stopped(Stop::Nodes) if budget.nodes() >= limit => {}
            End::Stopped(Stop::Memory) => self.search = None,
            End::Stopped(stop) => return Err(stop),
        }
        Ok(None)
    }
}
