//! Walks without any plan: how soon somebody who moves at random stumbles upon a goal.

use super::Domain;
use crate::rng::SplitMix64;
use crate::search::{Budget, Stop};

/// The number of random moves from `start` to a goal; none if `limit` moves did not get there, or if
/// there was no move to make.
///
/// # Errors
/// When the budget ends before.
pub fn random_walk<D: Domain>(
    domain: &D,
    start: D::Position,
    is_goal: impl Fn(&D::Position) -> bool,
    limit: u64,
    rng: &mut SplitMix64,
    budget: &mut Budget,
) -> Result<Option<u64>, Stop> {
    let mut position = start;
    let mut choices = Vec::new();
    for length in 0..=limit {
        if is_goal(&position) {
            return Ok(Some(length));
        }
        budget.tick(0)?;
        choices.clear();
        domain.expand(&position, 0, |child| choices.push(child.position));
        if choices.is_empty() {
            return Ok(None);
        }
        position = *rng.choice(&choices);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counters, Counts};
    use super::*;

    const FREE: Counters = Counters {
        limit: 3,
        reversible: true,
        groups: false,
    };

    fn walk(domain: &Counters, goal: [u8; 3], limit: u64, seed: u64) -> Option<u64> {
        let is_goal = |counts: &Counts| counts.0 == goal;
        let mut rng = SplitMix64::new(seed);
        let start = Counts([0, 0, 0]);
        random_walk(
            domain,
            start,
            is_goal,
            limit,
            &mut rng,
            &mut Budget::unlimited(),
        )
        .expect("no limit")
    }

    #[test]
    fn arrives_sooner_or_later_and_never_sooner_than_possible() {
        for seed in 0..20 {
            let length = walk(&FREE, [1, 1, 1], 100_000, seed).expect("it is a small space");
            assert!(length >= 3 && length % 2 == 1, "{length}");
        }
    }

    #[test]
    fn gives_up_at_its_limit() {
        assert_eq!(walk(&FREE, [9, 9, 9], 1000, 1), None);
    }

    #[test]
    fn ends_where_there_is_no_move() {
        let one_way = Counters {
            reversible: false,
            ..FREE
        };
        assert_eq!(walk(&one_way, [9, 9, 9], u64::MAX, 1), None);
    }
}
