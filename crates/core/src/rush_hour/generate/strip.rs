//! Taking away what does nothing.

use crate::search::{Budget, Stop};

use super::draft::relettered;
use super::{Rated, within};
use crate::rush_hour::board::Board;
use crate::rush_hour::minimal::{Part, minimal};
use crate::rush_hour::solve::Workspace;

/// More positions than any board of 6x6 needs; on larger ones, taking a part away may set free more
/// than anyone can look through.
const MOST_POSITIONS: u64 = 1 << 20;

/// The puzzle without the parts that do nothing, each of the rest being needed: without it, the
/// puzzle has another optimum.
///
/// A part that can go without changing the optimum may have kept even farther positions out of
/// reach, so the puzzle starts again from the farthest one, and never gets easier. None if it
/// grows out of hand.
///
/// # Errors
/// When the budget ends before.
pub fn stripped(
    mut puzzle: Rated,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Result<Option<Rated>, Stop> {
    loop {
        let found = within(MOST_POSITIONS, budget, |budget| {
            minimal(&puzzle.board, workspace, budget)
        })?;
        let Some((_, idle)) = found else {
            return Ok(None);
        };
        let Some(&part) = idle.first() else {
            return Ok(Some(puzzle));
        };
        let Some(smaller) = Rated::of(without(puzzle.board, part), MOST_POSITIONS, budget)? else {
            return Ok(None);
        };
        puzzle = smaller;
    }
}

fn without(mut board: Board, part: Part) -> Board {
    match part {
        Part::Vehicle(letter) => board.vehicles.retain(|vehicle| vehicle.letter != letter),
        Part::Wall(cell) => board.walls.retain(|&wall| wall != cell),
    }
    relettered(board)
}
