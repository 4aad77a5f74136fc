//! The number of move sequences of each length, to hold two implementations of the same rules to one
//! another. Sequences that lead to the same position are carried on together.

use super::space::Entry;
use super::{Domain, Position, Space};
use crate::search::{Budget, Stop};

/// The number of move sequences of length 0, 1, … `depth`.
///
/// # Errors
/// When the budget ends before.
pub fn perft<D: Domain>(
    domain: &D,
    start: D::Position,
    depth: u32,
    budget: &mut Budget,
) -> Result<Vec<u128>, Stop> {
    let mut space = Space::default();
    space.restart(start, budget.memory())?;
    let mut sequences = vec![1_u128];
    let mut totals = vec![1];
    for length in 0..depth {
        let mut longer = vec![0; space.len()];
        for (node, &count) in (0..).zip(&sequences).filter(|(_, count)| **count > 0) {
            budget.tick(length)?;
            let mut children = Vec::new();
            domain.expand(space.position(node), 0, |child| {
                children.push(child.position);
            });
            for child in children {
                let number = enter(&mut space, child, node, budget, length)?;
                longer.resize(space.len(), 0);
                let sum: &mut u128 = &mut longer[number as usize];
                *sum = sum.saturating_add(count);
            }
        }
        totals.push(
            longer
                .iter()
                .fold(0, |sum: u128, &count| sum.saturating_add(count)),
        );
        sequences = longer;
    }
    Ok(totals)
}

fn enter<P: Position>(
    space: &mut Space<P>,
    position: P,
    parent: u32,
    budget: &mut Budget,
    depth: u32,
) -> Result<u32, Stop> {
    loop {
        match space.enter(position, 0, parent) {
            Entry::Old(number) | Entry::New(number) => return Ok(number),
            Entry::Full => space.make_room(budget, depth)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counters, Counts};
    use super::*;

    fn count(domain: &Counters, position: Counts, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        domain.expand(&position, 0, |child| {
            sum += count(domain, child.position, depth - 1);
        });
        sum
    }

    #[test]
    fn agrees_with_walking_every_sequence() {
        for reversible in [false, true] {
            let domain = Counters {
                limit: 2,
                reversible,
                groups: true,
            };
            let start = Counts([0, 1, 2]);
            let totals = perft(&domain, start, 7, &mut Budget::unlimited()).expect("no limit");
            let expected: Vec<u128> = (0..=7).map(|depth| count(&domain, start, depth)).collect();
            assert_eq!(totals, expected);
        }
    }

    #[test]
    fn ends_with_its_budget() {
        let domain = Counters {
            limit: 200,
            reversible: true,
            groups: false,
        };
        let limits = crate::search::Limits {
            nodes: Some(500),
            ..Default::default()
        };
        let totals = perft(&domain, Counts([9, 9, 9]), 50, &mut Budget::new(&limits));
        assert_eq!(totals, Err(Stop::Nodes));
    }
}
