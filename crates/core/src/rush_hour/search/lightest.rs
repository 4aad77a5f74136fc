//! Among all shortest solutions, one of the least weight.
//!
//! The positions on shortest solutions are few beside all that a search has found. Walking back from
//! the goals, layer by layer, meets only those; each takes the least weight that is still to go, and
//! from the start the way follows these numbers down.

use super::{Reversible, Space};
use crate::search::{Budget, Stop};

const NOT_ON_THE_WAY: u32 = u32::MAX;

/// What moves weigh; how many there are counts first.
pub trait Weighted: Reversible {
    /// The weight of the move between two neighbouring positions.
    fn weight(&self, from: &Self::Position, to: &Self::Position) -> u32;

    /// The weight of ending in a position: `None` unless it is a goal.
    fn last_weight(&self, position: &Self::Position) -> Option<u32>;
}

/// The positions of a lightest of the shortest ways from the start to a goal, in a space filled by a
/// search for all nearest goals.
///
/// # Errors
/// When the budget ends before.
pub fn lightest_path<D: Weighted>(
    domain: &D,
    space: &Space<D::Position>,
    budget: &mut Budget,
) -> Result<Vec<D::Position>, Stop> {
    if space.bytes().saturating_add(space.len() * size_of::<u32>()) > budget.memory() {
        return Err(Stop::Memory);
    }
    let to_go = weights_to_go(domain, space, budget)?;
    Ok(follow(domain, space, &to_go))
}

fn weights_to_go<D: Weighted>(
    domain: &D,
    space: &Space<D::Position>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Stop> {
    let mut to_go = vec![NOT_ON_THE_WAY; space.len()];
    let mut layers = space.layers().rev();
    let mut layer = layers.next().unwrap_or_default();
    for node in layer.clone() {
        if let Some(weight) = domain.last_weight(space.position(node)) {
            to_go[node as usize] = weight;
        }
    }
    for (depth, nearer) in (0..).zip(layers) {
        for node in layer
            .filter(|&node| to_go[node as usize] != NOT_ON_THE_WAY)
            .collect::<Vec<_>>()
        {
            budget.tick(depth)?;
            let to = space.position(node);
            domain.expand(to, 0, |child| {
                let from = child.position;
                if let Some(parent) = space.find(&from).filter(|at| nearer.contains(at)) {
                    let weight = to_go[node as usize] + domain.weight(&from, to);
                    let least = &mut to_go[parent as usize];
                    *least = weight.min(*least);
                }
            });
        }
        layer = nearer;
    }
    Ok(to_go)
}

fn follow<D: Weighted>(domain: &D, space: &Space<D::Position>, to_go: &[u32]) -> Vec<D::Position> {
    let mut layers = space.layers();
    let start = layers.next().unwrap_or_default().start;
    let mut path = vec![*space.position(start)];
    let mut left = to_go[start as usize];
    for layer in layers {
        let from = path[path.len() - 1];
        let mut next = None;
        domain.expand(&from, 0, |child| {
            let weight = domain.weight(&from, &child.position);
            let node = space.find(&child.position).filter(|at| layer.contains(at));
            let wanted = |at: &u32| to_go[*at as usize].checked_add(weight) == Some(left);
            if next.is_none() && node.is_some_and(|at| wanted(&at)) {
                next = Some((child.position, left - weight));
            }
        });
        if let Some((position, weight)) = next {
            path.push(position);
            left = weight;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::breadth_first::{Outcome, Until, search};
    use super::super::testing::{Counters, Counts};
    use super::*;

    #[test]
    fn of_the_shortest_ways_takes_the_lightest() {
        let domain = Counters {
            limit: 9,
            reversible: true,
            groups: true,
        };
        let mut space = Space::default();
        let budget = &mut Budget::unlimited();
        let is_goal = |position: &Counts| domain.last_weight(position).is_some();
        let start = Counts([0, 0, 0]);
        let until = Until::AllNearestGoals;
        let outcome = search(&domain, start, is_goal, until, &mut space, budget);
        assert!(matches!(outcome, Outcome::Found { depth: 4, .. }));
        let path = lightest_path(&domain, &space, budget).expect("no limit");
        let expected = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0], [2, 2, 0]];
        assert_eq!(path, expected.map(Counts));
    }
}
