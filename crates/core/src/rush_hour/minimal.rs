//! Which parts of a puzzle could be left out without making it any easier, or harder.

use crate::search::{Budget, Stop};

use super::board::Board;
use super::solve::{Metric, Verdict, Workspace, solve};

/// A part of a board that can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The vehicle with that letter.
    Vehicle(u8),
    /// The wall on that cell.
    Wall(usize),
}

/// The fewest moves that solve the board, and the parts each of which could be taken away alone
/// without changing that number. A puzzle with no such part is minimal.
///
/// # Errors
/// When the budget ends before.
pub fn minimal(
    board: &Board,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Result<(Option<u32>, Vec<Part>), Stop> {
    let mut fewest = |board: &Board| {
        let answer = solve(board, Metric::Moves, workspace, budget);
        match answer.verdict {
            Verdict::Stopped(stop) => Err(stop),
            Verdict::Solved(_) | Verdict::Unsolvable => Ok(answer.bound),
        }
    };
    let optimum = fewest(board)?;
    let mut removable = Vec::new();
    for (part, smaller) in boards_without_a_part(board) {
        if fewest(&smaller)? == optimum {
            removable.push(part);
        }
    }
    Ok((optimum, removable))
}

fn boards_without_a_part(board: &Board) -> impl Iterator<Item = (Part, Board)> {
    let vehicles = (0..board.vehicles.len()).filter(|&number| number != board.red);
    let vehicles = vehicles.map(|number| {
        let mut smaller = board.clone();
        let letter = smaller.vehicles.remove(number).letter;
        smaller.red -= usize::from(number < board.red);
        (Part::Vehicle(letter), smaller)
    });
    let walls = board.walls.iter().enumerate().map(|(number, &cell)| {
        let mut smaller = board.clone();
        smaller.walls.remove(number);
        (Part::Wall(cell), smaller)
    });
    vehicles.chain(walls)
}
