//! How long somebody without a plan takes: one measure of how hard a puzzle is for people.

use super::search::random_walk::random_walk;
use crate::rng::SplitMix64;
use crate::search::{Budget, Stop};

use super::board::Board;
use super::layout::Layout;
use super::traffic::Traffic;

/// The lengths of `walks` random walks to a solved position, in moves; `limit` for one that did not
/// arrive by then.
///
/// # Errors
/// When the budget ends before.
pub fn random_walks(
    board: &Board,
    walks: usize,
    limit: u64,
    seed: u64,
    budget: &mut Budget,
) -> Result<Vec<u64>, Stop> {
    if Layout::<1>::fits(board) {
        wander::<1>(board, walks, limit, seed, budget)
    } else {
        wander::<4>(board, walks, limit, seed, budget)
    }
}

fn wander<const WORDS: usize>(
    board: &Board,
    walks: usize,
    limit: u64,
    seed: u64,
    budget: &mut Budget,
) -> Result<Vec<u64>, Stop> {
    let traffic = Traffic::<WORDS, false>::new(board, Layout::new(board));
    let start = traffic.layout.start(board);
    let mut rng = SplitMix64::new(seed);
    let one = |_| {
        let is_solved = |position: &_| traffic.exit.places_to_go(position) == 0;
        let length = random_walk(&traffic, start, is_solved, limit, &mut rng, budget)?;
        Ok(length.unwrap_or(limit))
    };
    (0..walks).map(one).collect()
}
