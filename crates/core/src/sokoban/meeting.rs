//! Two greedy searches that come towards each other: one pushes from the start, the other pulls from the solved positions.
//!
//! Each looks for every new position among those of the other. Small dense levels are hard at one end only: pulled boxes seldom
//! lock each other, and there is no order in which goals have to be filled; but what makes the start hard is better undone from the start.
//! Where one of them has nothing left to try, nothing leads from the start to the goals.

use crate::search::{Budget, Stop};

use super::aim::Aim;
use super::drive::Drive;
use super::level::Level;
use super::portfolio::Racer;
use super::prunings::Prunings;
use super::search::{End, Halt, Search};
use super::store::Memory;

/// Where the searches wander depends on this alone.
const SEED: u64 = 1;
/// Positions of a turn.
const TURN: u64 = 256;

pub(super) struct Meeting<'a, const W: usize> {
    forward: Search<'a, W>,
    backward: Search<'a, W>,
    /// Whether each may go on: one without memory is still met by the other.
    goes_on: [bool; 2],
    has_begun: bool,
}

impl<'a, const W: usize> Meeting<'a, W> {
    /// For a level in which every box is needed.
    pub fn new(
        level: &'a Level,
        prunings: Prunings,
        [forward, backward]: [&'a mut Memory; 2],
        bytes: usize,
    ) -> Self {
        let new = |drive, memory| {
            Search::driven(level, drive, Aim::Any, prunings, memory, bytes / 2).wandering(SEED)
        };
        Self {
            forward: new(Drive::Push, forward),
            backward: new(Drive::Pull, backward),
            goes_on: [true; 2],
            has_begun: false,
        }
    }

    fn turn(&mut self, drive: Drive, budget: &mut Budget) -> Halt {
        let (search, partner) = match drive {
            Drive::Push => (&mut self.forward, &self.backward),
            Drive::Pull => (&mut self.backward, &self.forward),
        };
        // A partner that has not begun may remember another level.
        let partner = self.has_begun.then_some(partner);
        budget.within(TURN, |budget| search.run_towards(partner, budget))
    }
}

impl<const W: usize> Racer for Meeting<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        loop {
            for (number, drive) in [Drive::Push, Drive::Pull].into_iter().enumerate() {
                if !self.goes_on[number] {
                    continue;
                }
                match self.turn(drive, budget) {
                    Halt::Solved(number) => return End::Found(self.forward.path(number).0),
                    Halt::Met(mine, theirs) => {
                        let (mine, theirs) = match drive {
                            Drive::Push => (mine, theirs),
                            Drive::Pull => (theirs, mine),
                        };
                        return End::Found(self.forward.joined(mine, &self.backward, theirs));
                    }
                    Halt::Nothing => return End::Nothing,
                    Halt::Stopped(Stop::Memory) => self.goes_on[number] = false,
                    Halt::Stopped(Stop::Nodes) => {}
                    Halt::Stopped(stop) => return End::Stopped(stop),
                }
                self.has_begun = true;
            }
            if budget.is_out_of_nodes() {
                return End::Stopped(Stop::Nodes);
            }
            if self.goes_on == [false; 2] {
                return End::Stopped(Stop::Memory);
            }
        }
    }
}
