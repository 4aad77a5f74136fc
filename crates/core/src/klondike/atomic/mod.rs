//! The atomic solver: from one turned card to the next.
//!
//! All that is irreversible in Klondike is the turning of a card, so it takes the game as a series of flips. An
//! *atomic* position is one in which nothing goes home by itself any more. From there a small
//! breadth-first search finds the ways to the next flip ([`approach`]), which are ranked by simple rules
//! ([`rank`]) and tried in that order, depth first, with jumps back over flips that cannot have caused a dead
//! end ([`search`]). It looks at few positions and forgets most of them: it wins quickly what it wins, but
//! when it has nothing left to try, nothing is proven.

mod approach;
mod ground;
mod options;
mod rank;
mod search;

pub use options::{NoRanking, Options, Ranking};
pub use search::{Answer, Statistics, Verdict, solve};

#[cfg(test)]
mod tests;
