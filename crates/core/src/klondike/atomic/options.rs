//! The options of the atomic solver, named as in the original.

use std::fmt;
use std::str::FromStr;

/// Which approach to a flip is tried first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// The flip with the most face-down cards in its column; then fewer steps, fewer stock cards, fewer cards back
    /// from the foundations, fewer columns touched.
    #[default]
    Blended,
    /// The flip with the most face-down cards in its column; then fewer steps.
    MostCovered,
    /// Fewer steps; then fewer cards face down, more cards home, more empty columns afterwards.
    LeastSteps,
}

/// A text that names no ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRanking(String);

impl fmt::Display for NoRanking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "ranking_strategy must be blended, mostCovered or leastSteps, not {text:?}"
        )
    }
}

impl std::error::Error for NoRanking {}

impl FromStr for Ranking {
    type Err = NoRanking;

    fn from_str(text: &str) -> Result<Self, NoRanking> {
        match text {
            "blended" => Ok(Self::Blended),
            "mostCovered" => Ok(Self::MostCovered),
            "leastSteps" => Ok(Self::LeastSteps),
            _ => Err(NoRanking(text.to_owned())),
        }
    }
}

/// How the solver goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches that the original has"
)]
pub struct Options {
    /// The most steps of an approach.
    pub max_approach_steps: u32,
    /// The most positions looked at to find the approaches from one position.
    pub max_local_nodes: u64,
    /// From so many flips on, approaches may be longer.
    pub relax_at_depth: u32,
    /// The most steps they may then have.
    pub max_approach_steps_high: u32,
    /// By how much the limit rises with every flip from there on.
    pub approach_steps_increment: u32,
    /// Moves that empty a column come after the others.
    pub avoid_empty_unless_king: bool,
    pub ranking_strategy: Ranking,
    /// From a dead end, back to a flip that changed a column with face-down cards.
    pub enable_backjump: bool,
    /// A position met again goes on with the approaches not yet tried; else it is a dead end.
    pub reuse_approaches: bool,
    /// Prefer approaches that bring what the columns with face-down cards wait for.
    pub use_needed_ranks: bool,
    /// Send safe stock cards home first at any draw count. Else only where that changes no other card's turn.
    pub safe_stock_moves: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_approach_steps: 20,
            max_local_nodes: 200_000,
            relax_at_depth: 17,
            max_approach_steps_high: 80,
            approach_steps_increment: 3,
            avoid_empty_unless_king: true,
            ranking_strategy: Ranking::default(),
            enable_backjump: true,
            reuse_approaches: false,
            use_needed_ranks: false,
            safe_stock_moves: false,
        }
    }
}

impl Options {
    /// The most steps of an approach after so many flips.
    pub(super) fn steps_at(&self, flips: u32) -> u32 {
        let Some(beyond) = flips.checked_sub(self.relax_at_depth) else {
            return self.max_approach_steps;
        };
        let raised = self
            .approach_steps_increment
            .saturating_mul(beyond.saturating_add(1));
        let high = self.max_approach_steps_high.max(self.max_approach_steps);
        self.max_approach_steps.saturating_add(raised).min(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_rises_in_steps_to_the_high_one() {
        let options = Options::default();
        let limits = [0, 16, 17, 18, 36, 37, u32::MAX].map(|flips| options.steps_at(flips));
        assert_eq!(limits, [20, 20, 23, 26, 80, 80, 80]);
    }

    #[test]
    fn rankings_are_named_as_in_the_original() {
        assert_eq!("blended".parse(), Ok(Ranking::Blended));
        assert_eq!("mostCovered".parse(), Ok(Ranking::MostCovered));
        assert_eq!("leastSteps".parse(), Ok(Ranking::LeastSteps));
        assert!("best".parse::<Ranking>().is_err());
    }
}
