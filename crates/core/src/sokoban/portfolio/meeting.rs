//! Two greedy searches that come towards each other: one pushes from the start, the other pulls from the solved positions.
//!
//! Each looks for every new position among those of the other. Small dense levels are hard at one end only: pulled boxes seldom
//! lock each other, and there is no order in which goals have to be filled; but what makes the start hard is better undone from the start.
//! Where one of them has nothing left to try, nothing leads from the start to the goals.

use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Halt, Search};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::level::Level;

use super::Racer;

/// Where the searches wander depends on this alone.
const SEED: u64 = 2;
/// Which way each of the two goes, and the positions of its turn. The one that pushes sees more of what is lost.
const TURNS: [(Drive, u64); 2] = [(Drive::Push, 1024), (Drive::Pull, 512)];

pub(crate) struct Meeting<'a, const W: usize> {
    forward: Search<'a, W>,
    backward: Search<'a, W>,
    /// Whether each may go on: one without memory is still met by the other.
    goes_on: [bool; 2],
    /// Whether each has begun. Before, its memory may hold another level.
    has_begun: [bool; 2],
    /// Whose turn it is, and how many of its positions are left: a budget that ends meanwhile changes nothing.
    turn: usize,
    left: u64,
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
            has_begun: [false; 2],
            turn: 0,
            left: TURNS[0].1,
        }
    }

    fn next_turn(&mut self) {
        self.turn = 1 - self.turn;
        self.left = TURNS[self.turn].1;
    }

    /// Lets one of them search until its turn or the budget ends.
    fn advance(&mut self, budget: &mut Budget) -> Halt {
        let (search, partner) = match TURNS[self.turn].0 {
            Drive::Push => (&mut self.forward, &self.backward),
            Drive::Pull => (&mut self.backward, &self.forward),
        };
        let partner = self.has_begun[1 - self.turn].then_some(partner);
        self.has_begun[self.turn] = true;
        let before = budget.nodes();
        let halt = budget.within(self.left, |budget| search.run_towards(partner, budget));
        self.left -= budget.nodes() - before;
        halt
    }
}

impl<const W: usize> Racer for Meeting<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        loop {
            match self.advance(budget) {
                Halt::Solved(number) => return End::Found(self.forward.path(number).0),
                Halt::Met(mine, theirs) => {
                    let (mine, theirs) = match TURNS[self.turn].0 {
                        Drive::Push => (mine, theirs),
                        Drive::Pull => (theirs, mine),
                    };
                    return End::Found(self.forward.joined(mine, &self.backward, theirs));
                }
                Halt::Nothing => return End::Nothing,
                Halt::Stopped(Stop::Memory) => {
                    self.goes_on[self.turn] = false;
                    self.next_turn();
                    if !self.goes_on[self.turn] {
                        return End::Stopped(Stop::Memory);
                    }
                }
                Halt::Stopped(Stop::Nodes) if self.left == 0 => {
                    if self.goes_on[1 - self.turn] {
                        self.next_turn();
                    } else {
                        self.left = TURNS[self.turn].1;
                    }
                }
                Halt::Stopped(stop) => return End::Stopped(stop),
            }
        }
    }
}
