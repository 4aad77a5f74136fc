//! The learned player: what it sees, what it knows, how it learns, and how it plays.

mod bytes;
mod features;
mod network;
mod player;
mod trainer;

pub use network::{Candidate, Network};
pub use player::Learned;
pub use trainer::{Lesson, Settings, Trainer};
