//! Counts of all move sequences, to compare writings of the rules.

use crate::search::{Budget, Stop};

use super::board::Board;

/// The number of move sequences of length 0, 1, … `depth`; they go on past won boards.
///
/// # Errors
/// When the budget ends before.
pub fn perft(board: &Board, depth: u32, budget: &mut Budget) -> Result<Vec<u64>, Stop> {
    let mut counts = vec![0; depth as usize + 1];
    count(&mut board.clone(), &mut counts, budget)?;
    Ok(counts)
}

fn count(board: &mut Board, counts: &mut [u64], budget: &mut Budget) -> Result<(), Stop> {
    budget.tick(0)?;
    counts[0] += 1;
    if counts.len() > 1 {
        for play in board.moves() {
            let played = board.play(play);
            let result = count(board, &mut counts[1..], budget);
            board.take_back(play, played);
            result?;
        }
    }
    Ok(())
}
