//! How far every position of a space is from the nearest goal.
//!
//! One search forward finds the space, one backward from all goals at once measures it: moves are
//! [`Reversible`], so a step backward is a step forward seen from the other side.

use super::breadth_first::explore;
use super::{Domain, Reversible, Space};
use crate::search::{Budget, Stop};

const UNKNOWN: u32 = u32::MAX;

/// Every position that can be reached from a start, with its distance from the nearest goal.
pub struct GoalDistances<P> {
    space: Space<P>,
    /// By node; `UNKNOWN` throughout if there is no goal.
    distances: Vec<u32>,
    histogram: Vec<u64>,
}

impl<P: super::Position> GoalDistances<P> {
    /// Explores and measures.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn measure<D: Reversible<Position = P>>(
        domain: &D,
        start: P,
        is_goal: impl Fn(&P) -> bool,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut space = Space::default();
        explore(domain, start, &mut space, budget)?;
        let per_node = 2 * size_of::<u32>();
        if space.bytes().saturating_add(space.len() * per_node) > budget.memory() {
            return Err(Stop::Memory);
        }
        let mut flood = Flood::new(&mut space);
        flood.pour(is_goal);
        flood.spread(domain, budget)?;
        let (distances, histogram) = (flood.distances, flood.histogram);
        Ok(Self {
            space,
            distances,
            histogram,
        })
    }

    #[must_use]
    pub const fn space(&self) -> &Space<P> {
        &self.space
    }

    /// How many positions there are at each distance; empty if no goal can be reached.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The distance of that node, if a goal can be reached.
    ///
    /// # Panics
    /// When the space has no such node.
    #[must_use]
    pub fn distance(&self, node: u32) -> Option<u32> {
        let distance = self.distances[node as usize];
        (distance != UNKNOWN).then_some(distance)
    }

    /// The nodes farthest from any goal, in order of discovery.
    pub fn farthest(&self) -> impl Iterator<Item = u32> {
        let greatest = self.histogram.len().checked_sub(1);
        (0..)
            .zip(&self.distances)
            .filter(move |&(_, &distance)| Some(distance as usize) == greatest)
            .map(|(node, _)| node)
    }

    /// Calls `visit` with each neighbour of a node that is one move nearer to a goal.
    pub fn nearer<D: Domain<Position = P>>(
        &self,
        domain: &D,
        node: u32,
        mut visit: impl FnMut(u32),
    ) {
        let Some(wanted) = self.distance(node).and_then(|far| far.checked_sub(1)) else {
            return;
        };
        domain.expand(self.space.position(node), 0, |child| {
            let neighbour = self.space.find(&child.position);
            if let Some(nearer) = neighbour.filter(|&at| self.distance(at) == Some(wanted)) {
                visit(nearer);
            }
        });
    }

    /// The number of different shortest ways from a node to a goal, or the greatest number there is
    /// if they are more.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn shortest_ways<D: Domain<Position = P>>(
        &self,
        domain: &D,
        node: u32,
        budget: &mut Budget,
    ) -> Result<u128, Stop> {
        let Some(distance) = self.distance(node) else {
            return Ok(0);
        };
        let mut ways = vec![(node, 1_u128)];
        for depth in 0..distance {
            let mut next = Vec::new();
            for &(at, count) in &ways {
                budget.tick(depth)?;
                self.nearer(domain, at, |neighbour| next.push((neighbour, count)));
            }
            ways = summed(next);
        }
        Ok(total(&ways))
    }
}

/// Counts for the same node become one.
fn summed(mut counts: Vec<(u32, u128)>) -> Vec<(u32, u128)> {
    counts.sort_unstable_by_key(|&(node, _)| node);
    counts.dedup_by(|(node, count), (kept, sum)| {
        let same = node == kept;
        if same {
            *sum = sum.saturating_add(*count);
        }
        same
    });
    counts
}

fn total(counts: &[(u32, u128)]) -> u128 {
    counts
        .iter()
        .fold(0, |sum, &(_, count)| sum.saturating_add(count))
}

/// A breadth-first search through a space that is known already, from many sources.
struct Flood<'a, P> {
    space: &'a mut Space<P>,
    distances: Vec<u32>,
    /// The nodes reached, by increasing distance.
    reached: Vec<u32>,
    histogram: Vec<u64>,
}

impl<'a, P: super::Position> Flood<'a, P> {
    fn new(space: &'a mut Space<P>) -> Self {
        let count = space.len();
        Self {
            space,
            distances: vec![UNKNOWN; count],
            reached: Vec::with_capacity(count),
            histogram: Vec::new(),
        }
    }

    /// Sets every goal to 0 and forgets what the forward search knew of move groups.
    fn pour(&mut self, is_goal: impl Fn(&P) -> bool) {
        for (number, distance) in (0..).zip(&mut self.distances) {
            let node = self.space.node_mut(number);
            node.skip = 0;
            if is_goal(&node.position) {
                *distance = 0;
                self.reached.push(number);
            }
        }
    }

    fn spread<D: Domain<Position = P>>(
        &mut self,
        domain: &D,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut first = 0;
        let mut depth = 0;
        while first < self.reached.len() {
            let end = self.reached.len();
            self.histogram.push((end - first) as u64);
            for at in first..end {
                budget.tick(depth)?;
                self.expand(domain, self.reached[at], depth + 1);
            }
            first = end;
            depth += 1;
        }
        Ok(())
    }

    fn expand<D: Domain<Position = P>>(&mut self, domain: &D, node: u32, depth: u32) {
        let expanded = *self.space.node(node);
        domain.expand(&expanded.position, expanded.skip, |child| {
            let Some(number) = self.space.find(&child.position) else {
                return;
            };
            let distance = &mut self.distances[number as usize];
            if *distance == UNKNOWN {
                *distance = depth;
                self.reached.push(number);
            }
            let farther = *distance == depth;
            let skip = &mut self.space.node_mut(number).skip;
            *skip |= child.finished | if farther { child.swappable } else { 0 };
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counters, Counts};
    use super::*;

    fn measure(
        groups: bool,
        is_goal: impl Fn(&Counts) -> bool,
    ) -> (Counters, GoalDistances<Counts>) {
        let domain = Counters {
            limit: 5,
            reversible: true,
            groups,
        };
        let budget = &mut Budget::unlimited();
        let distances = GoalDistances::measure(&domain, Counts([3, 3, 3]), is_goal, budget);
        (domain, distances.expect("no limit"))
    }

    #[test]
    fn measures_every_position_from_the_nearest_goal() {
        let corners = [Counts([0, 0, 0]), Counts([5, 5, 5])];
        for groups in [false, true] {
            let (_, distances) = measure(groups, |position| corners.contains(position));
            let space = distances.space();
            assert_eq!(space.len(), 216);
            for (node, position) in (0..).zip(space.positions()) {
                let sum = u32::from(position.0.iter().sum::<u8>());
                assert_eq!(distances.distance(node), Some(sum.min(15 - sum)));
            }
            assert_eq!(distances.histogram(), [2, 6, 12, 20, 30, 42, 50, 54]);
            assert_eq!(distances.farthest().count(), 54);
        }
    }

    #[test]
    fn counts_the_shortest_ways() {
        let (domain, distances) = measure(true, |position| *position == Counts([0, 0, 0]));
        let ways = |counts| {
            let node = distances.space().find(&Counts(counts)).expect("there");
            let budget = &mut Budget::unlimited();
            distances
                .shortest_ways(&domain, node, budget)
                .expect("no limit")
        };
        assert_eq!(ways([0, 0, 0]), 1);
        assert_eq!(ways([1, 1, 1]), 6);
        assert_eq!(ways([5, 5, 5]), 756_756); // 15! / (5! 5! 5!)
    }

    #[test]
    fn nothing_is_measured_without_a_goal() {
        let (domain, distances) = measure(true, |_| false);
        assert_eq!(distances.histogram(), [0; 0]);
        assert_eq!(distances.distance(0), None);
        assert_eq!(distances.farthest().count(), 0);
        let budget = &mut Budget::unlimited();
        assert_eq!(distances.shortest_ways(&domain, 0, budget), Ok(0));
    }
}
