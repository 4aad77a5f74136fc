//! Breadth-first search, layer by layer: the first goal it finds is a nearest one, and when it runs
//! dry without a goal, there is none.

use super::space::Entry;
use super::{Domain, Space};
use crate::search::{Budget, Stop};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A nearest goal: its number in the space, and its distance from the start.
    Found { node: u32, depth: u32 },
    /// There is no goal, and the space holds every position that can be reached.
    Exhausted,
    /// Every position up to `depth` is known, and none of them is a goal.
    Stopped { stop: Stop, depth: u32 },
}

/// When to end a search that has found a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    FirstGoal,
    /// Only when all goals at the same distance are found too.
    AllNearestGoals,
}

/// Searches from `start` for a nearest position for which `is_goal` holds, filling `space`.
pub fn search<D: Domain>(
    domain: &D,
    start: D::Position,
    is_goal: impl Fn(&D::Position) -> bool,
    until: Until,
    space: &mut Space<D::Position>,
    budget: &mut Budget,
) -> Outcome {
    let mut depth = 0;
    match search_layers(domain, start, is_goal, until, space, budget, &mut depth) {
        Ok(Some(node)) => Outcome::Found { node, depth },
        Ok(None) => Outcome::Exhausted,
        Err(stop) => Outcome::Stopped { stop, depth },
    }
}

fn search_layers<D: Domain>(
    domain: &D,
    start: D::Position,
    is_goal: impl Fn(&D::Position) -> bool,
    until: Until,
    space: &mut Space<D::Position>,
    budget: &mut Budget,
    depth: &mut u32,
) -> Result<Option<u32>, Stop> {
    space.restart(start, budget.memory())?;
    if is_goal(&start) {
        return Ok(Some(0));
    }
    let mut layer = 0..1;
    while !layer.is_empty() {
        space.begin_layer();
        let mut goal = None;
        for node in layer.clone() {
            budget.tick(*depth)?;
            // A node that found no room for a child is expanded again: what it has found already
            // it only finds once more.
            while !expand(domain, &is_goal, space, node, layer.end, &mut goal) {
                space.make_room(budget, *depth)?;
            }
            if goal.is_some() && until == Until::FirstGoal {
                break;
            }
        }
        *depth += 1;
        if goal.is_some() {
            return Ok(goal);
        }
        layer = layer.end..space.end();
    }
    Ok(None)
}

/// Enters all children of a node of the layer that ends before `layer_end`; `false` if the space was
/// too small for them.
#[inline]
fn expand<D: Domain>(
    domain: &D,
    is_goal: &impl Fn(&D::Position) -> bool,
    space: &mut Space<D::Position>,
    node: u32,
    layer_end: u32,
    goal: &mut Option<u32>,
) -> bool {
    let expanded = *space.node(node);
    let mut has_room = true;
    domain.expand(&expanded.position, expanded.skip, |child| {
        let skip = child.finished | child.swappable;
        match space.enter(child.position, skip, node) {
            Entry::New(number) => {
                if goal.is_none() && is_goal(&child.position) {
                    *goal = Some(number);
                }
            }
            Entry::Old(number) if number >= layer_end => space.node_mut(number).skip |= skip,
            Entry::Old(number) => space.node_mut(number).skip |= child.finished,
            Entry::Full => has_room = false,
        }
    });
    has_room
}

/// Finds every position that can be reached from `start`.
///
/// # Errors
/// When the budget ends before.
pub fn explore<D: Domain>(
    domain: &D,
    start: D::Position,
    space: &mut Space<D::Position>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    match search(domain, start, |_| false, Until::FirstGoal, space, budget) {
        Outcome::Stopped { stop, .. } => Err(stop),
        Outcome::Found { .. } | Outcome::Exhausted => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counters, Counts};
    use super::*;
    use crate::search::Limits;

    const START: Counts = Counts([1, 0, 2]);

    fn counters(reversible: bool, groups: bool) -> Counters {
        Counters {
            limit: 20,
            reversible,
            groups,
        }
    }

    fn find(domain: &Counters, goal: Counts, space: &mut Space<Counts>) -> Outcome {
        let is_goal = |position: &Counts| *position == goal;
        let budget = &mut Budget::unlimited();
        search(domain, START, is_goal, Until::FirstGoal, space, budget)
    }

    #[test]
    fn finds_a_shortest_way() {
        for groups in [false, true] {
            let mut space = Space::default();
            let goal = Counts([4, 2, 0]);
            let outcome = find(&counters(true, groups), goal, &mut space);
            let Outcome::Found { node, depth } = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!(depth, 3 + 2 + 2);
            let path = space.path_to(node);
            assert_eq!((path[0], path[7], path.len()), (START, goal, 8));
            for pair in path.windows(2) {
                let steps = pair[0].0.iter().zip(pair[1].0).map(|(a, b)| a.abs_diff(b));
                assert_eq!(steps.sum::<u8>(), 1);
            }
        }
    }

    #[test]
    fn proves_that_there_is_no_way() {
        for groups in [false, true] {
            let domain = counters(false, groups);
            let mut space = Space::default();
            let outcome = find(&domain, Counts([0, 0, 0]), &mut space);
            assert_eq!(outcome, Outcome::Exhausted);
            assert_eq!(space.len(), 20 * 21 * 19);
        }
    }

    #[test]
    fn groups_spare_work_and_no_position() {
        let mut layers = [false, true].map(|groups| {
            let mut space = Space::default();
            let budget = &mut Budget::unlimited();
            explore(&counters(true, groups), START, &mut space, budget).expect("no limit");
            let sorted = space.layers().map(|layer| {
                let mut layer: Vec<Counts> = layer.map(|node| *space.position(node)).collect();
                layer.sort_unstable();
                layer
            });
            sorted.collect::<Vec<_>>()
        });
        let expected: usize = 21 * 21 * 21;
        assert_eq!(layers[0].iter().map(Vec::len).sum::<usize>(), expected);
        assert_eq!(
            layers[0].pop(),
            Some(Vec::new()),
            "the last layer finds nothing"
        );
        layers[1].pop();
        assert_eq!(layers[0], layers[1]);
    }

    #[test]
    fn all_nearest_goals_are_all_there() {
        let mut space = Space::default();
        let is_goal = |position: &Counts| position.0.iter().sum::<u8>() == 6;
        let budget = &mut Budget::unlimited();
        let until = Until::AllNearestGoals;
        let outcome = search(
            &counters(false, true),
            START,
            is_goal,
            until,
            &mut space,
            budget,
        );
        assert!(matches!(outcome, Outcome::Found { depth: 3, .. }));
        assert_eq!(
            space
                .positions()
                .filter(|position| is_goal(position))
                .count(),
            10
        );
    }

    #[test]
    fn limits_stop_at_the_same_place_always() {
        let domain = counters(true, true);
        let mut used = Space::default();
        explore(&domain, START, &mut used, &mut Budget::unlimited()).expect("no limit");
        for limits in [
            Limits {
                nodes: Some(1000),
                ..Limits::default()
            },
            Limits {
                memory: Some(100_000),
                ..Limits::default()
            },
        ] {
            let run = |space: &mut Space<Counts>| {
                let mut budget = Budget::new(&limits);
                let outcome = search(
                    &domain,
                    START,
                    |_| false,
                    Until::FirstGoal,
                    space,
                    &mut budget,
                );
                (outcome, budget.nodes(), space.len())
            };
            let fresh = run(&mut Space::default());
            assert!(matches!(fresh.0, Outcome::Stopped { .. }), "{fresh:?}");
            assert_eq!(fresh, run(&mut used), "reused memory must not matter");
            if let Some(memory) = limits.memory {
                assert!(used.bytes() <= memory);
                assert!(used.bytes() > memory / 4);
            }
        }
    }
}
