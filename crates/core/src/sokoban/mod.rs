//! Sokoban: push every box to a goal.
//!
//! A position is a set of box squares and the region that the player can walk in. The optimal solver is an
//! A* over pushes whose bound gives every goal its own box, at the true push distance of that box alone.
//! Everything that it leaves out is proven to be needless; the arguments stand where the code is. Where any
//! solution will do, it takes turns with searches of other kinds (`portfolio`).
//!
//! `rules` is what all searches stand on; `bounds` says what a position costs at least, and `deadlocks` which
//! ones are lost. On these stand the searches: `astar`, `feature_space`, and `portfolio`, which lets them race.
//! `solve` is the way in. `improve` makes known solutions shorter, `making` makes levels, `certify` writes proofs.

mod astar;
mod bounds;
mod certify;
mod deadlocks;
mod feature_space;
mod fewest;
mod improve;
pub mod making;
mod playing;
mod portfolio;
mod prunings;
mod rules;
#[cfg(test)]
mod samples;
mod solve;

pub use certify::{Claim, Group, Proof, certify};
pub use improve::{Improved, Measure, improve};
pub use playing::{Stage, Walk};
pub use portfolio::{Engine, solve_alone};
pub use prunings::Prunings;
pub use rules::level::{Level, LevelError};
pub use rules::play::{judge, perft, replay};
pub use solve::{
    Answer, Metric, Verdict, Workspace, dead_squares, frozen_boxes, lower_bound, solve, solve_with,
};
