//! `ExponenTile`: swap neighbours, merge three and more, and keep the board alive.
//!
//! The rules are those of the Python side, made for speed: a board is a handful of bit planes, so
//! all swaps are found at once and a move takes a fraction of a microsecond. Chance is a generator
//! that belongs to the game; a player never sees it and imagines refills with one of its own.

mod board;
mod cells;
mod game;
mod grid;
pub mod learned;
mod players;
mod playing;
mod rules;

pub use board::{Board, Lines, Swap, Swaps};
pub use cells::{CellSet, Wide};
pub use game::{Chooser, Extent, Game, Record, simulate};
pub use grid::{AnyGrid, Eight, Grid, SIDES};
pub use players::{Mobility, Rollout, Simple, Untaught};
pub use playing::{Beginnings, Swapping};
pub use rules::{Rules, Settled, Spawn, Variant};
