//! Small draws from the one random generator.

use quandary_core::rng::SplitMix64;

/// A number below `bound`.
///
/// # Panics
/// When `bound` is 0.
pub fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).expect("below a usize")
}

/// Whether something happens that does in so many of a hundred cases.
pub fn chance(rng: &mut SplitMix64, percent: usize) -> bool {
    below(rng, 100) < percent
}

/// One of the items.
pub fn pick<'a, T>(rng: &mut SplitMix64, items: &'a [T]) -> &'a T {
    rng.choice(items)
}
