//! Sokoban: push every box to a goal.
//!
//! A position is a set of box squares and the region that the player can walk in. The optimal solver is an
//! A* over pushes whose bound gives every goal its own box, at the true push distance of that box alone.
//! Everything that it leaves out is proven to be needless; the arguments stand where the code is. Where any
//! solution will do, it takes turns with searches of other kinds (`portfolio`).

mod aim;
mod bits;
mod bound;
mod certify;
mod corral;
mod distances;
mod drive;
mod fess;
mod improve;
mod level;
pub mod making;
mod matching;
mod meeting;
mod pairs;
mod paths;
mod playing;
mod portfolio;
mod prunings;
mod pushes;
mod room;
mod rules;
mod search;
mod solve;
mod store;
mod symmetry;
mod traps;
mod walks;

pub use certify::{Claim, Group, Proof, certify};
pub use improve::{Improved, Measure, improve};
pub use level::{Level, LevelError};
pub use playing::{Stage, Walk};
pub use portfolio::{Engine, solve_alone};
pub use prunings::Prunings;
pub use rules::{perft, replay};
pub use solve::{
    Answer, Metric, Verdict, Workspace, dead_squares, frozen_boxes, lower_bound, solve, solve_with,
};
