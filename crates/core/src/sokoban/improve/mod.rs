//! Makes a known solution shorter.
//!
//! A solution is a path of positions. Between two of them, a *window*, a search looks for a shorter way; small windows
//! are searched completely, long ones only near the path, where few boxes stand elsewhere. What is found takes the
//! place of the old way at once, so that there is a whole solution at any time, and it never gets longer. Rounds with more and
//! more positions a window go on until nothing is left to gain or the budget ends. Beside them the optimal search goes on
//! in turns over the whole level, for the proof where it is within reach.

mod path;
mod prices;
mod rounds;
mod whole;
mod window;

use crate::search::Budget;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::play::lurd;
use crate::sokoban::solve::Workspace;

use rounds::improve_in;

pub(super) use rounds::{Shortener, shorten};

/// What is to become less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Pushes, and among equally many of them moves.
    Pushes,
    /// Moves, and among equally many of them pushes.
    Moves,
}

impl Measure {
    /// What counts first comes first.
    const fn order(self, pushes: u32, moves: u32) -> (u32, u32) {
        match self {
            Self::Pushes => (pushes, moves),
            Self::Moves => (moves, pushes),
        }
    }
}

/// What has become of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved {
    /// The solution given as it is, if there was no budget at all.
    pub lurd: String,
    pub pushes_before: u32,
    pub pushes_after: u32,
    pub moves_before: u32,
    pub moves_after: u32,
    /// No solution costs less, in the measure that counts first; 0 if nothing was proven.
    pub bound: u32,
    /// Positions expanded.
    pub nodes: u64,
}

/// Makes a solution shorter as far as the budget allows; none if it is no solution.
pub fn improve(
    level: &Level,
    solution: &str,
    by: Measure,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Option<Improved> {
    let (pushes, given) = path::read(level, solution)?;
    let nodes = budget.nodes();
    let (pushes, bound) = match level.squares() {
        0..=64 => improve_in::<1>(level, pushes, by, workspace, budget),
        65..=128 => improve_in::<2>(level, pushes, by, workspace, budget),
        129..=256 => improve_in::<4>(level, pushes, by, workspace, budget),
        257..=1024 => improve_in::<16>(level, pushes, by, workspace, budget),
        _ => improve_in::<256>(level, pushes, by, workspace, budget),
    };
    let nodes = budget.nodes() - nodes;
    let found = if nodes == 0 {
        given.clone()
    } else {
        lurd(level, &pushes)
    };
    let (pushes_before, moves_before) = counts(&given);
    let (pushes_after, moves_after) = counts(&found);
    Some(Improved {
        lurd: found,
        pushes_before,
        pushes_after,
        moves_before,
        moves_after,
        bound,
        nodes,
    })
}

/// Pushes and moves of a text.
fn counts(lurd: &str) -> (u32, u32) {
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count();
    (count(pushes), count(lurd.len()))
}
