//! The prover's test bench: every claim that the solvers make, against plain exhaustive search.
//!
//! "Unsolvable", "optimal", "bound": such words rest on arguments about what need not be tried, and an argument can be wrong
//! where nobody looked. So this crate has rules of its own, written as plainly as possible and apart from the core's, and searches that
//! try everything; it draws positions from many distributions, asks the solvers, and compares. A position about
//! which a claim is wrong is made smaller as long as the claim stays wrong, and printed.
//!
//! A game is one folder that answers the questions of [`game::Game`]; `bench` does all that is the same for every game.

pub mod bench;
mod dice;
pub mod game;
pub mod klondike;
pub mod report;
pub mod rush_hour;
pub mod sokoban;
mod visited;

use game::Worker;

/// A worker for every game.
#[must_use]
pub fn workers() -> Vec<Box<dyn Worker>> {
    vec![
        Box::<klondike::Klondike>::default(),
        Box::<rush_hour::RushHour>::default(),
        Box::<sokoban::Sokoban>::default(),
    ]
}
