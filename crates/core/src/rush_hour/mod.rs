//! Rush Hour: vehicles slide along their own line, and the red car wants to reach the right edge.
//!
//! A position is one number: every vehicle's offset on its line in three bits (four on boards
//! wider than eight), kept together with the mask of occupied cells. A cluster, all positions that
//! can be reached from one, has a few thousand of them, so visiting each once and touching it
//! little beats every cleverer search.

mod board;
mod canonical;
mod cluster;
mod enumerate;
mod exit;
mod generate;
mod layout;
mod minimal;
mod packed;
mod playing;
mod prunings;
mod reduce;
mod referee;
mod search;
mod solve;
mod traffic;
mod wander;

pub use board::{Board, BoardError, Slide, Vehicle};
pub use canonical::canonical;
pub use cluster::{Cluster, Found, Unit, perft, slides};
pub use enumerate::{ClusterPuzzle, ENUMERABLE_SIDES, ENUMERABLE_WALLS, Enumerator, enumerate};
pub use generate::{Puzzle, SIDES, Wish, generate};
pub use minimal::{Part, minimal};
pub use playing::{Lot, Sliding};
pub use prunings::Prunings;
pub use referee::judge;
pub use solve::{Answer, Metric, Verdict, Workspace, solve, solve_with};
pub use wander::random_walks;
