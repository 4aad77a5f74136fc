//! Playing without thinking: counts of all move sequences, and how often chance alone wins.

use crate::rng::SplitMix64;
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

/// How many of `count` games of at most `limit` moves are won when every legal move is as likely as
/// the others.
///
/// # Errors
/// When the budget ends before.
pub fn random_playouts(
    board: &Board,
    seed: u64,
    count: u32,
    limit: u32,
    budget: &mut Budget,
) -> Result<u32, Stop> {
    let mut rng = SplitMix64::new(seed);
    let mut won = 0;
    for _ in 0..count {
        budget.tick(0)?;
        budget.check(0)?;
        won += u32::from(is_won_by_chance(*board, &mut rng, limit));
    }
    Ok(won)
}

fn is_won_by_chance(mut board: Board, rng: &mut SplitMix64, limit: u32) -> bool {
    for _ in 0..limit {
        if board.is_won() {
            break;
        }
        let moves = board.moves();
        if moves.is_empty() {
            break;
        }
        let chosen = rng.below(moves.len() as u64);
        board.play(moves[usize::try_from(chosen).unwrap_or(0)]);
    }
    board.is_won()
}
