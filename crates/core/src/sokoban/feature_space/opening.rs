//! The other way round: boxes are pulled off the goals to an *opening*, a position in which the player gets everywhere and many boxes
//! can be pushed, and the search from the start goes there instead of to the goals.
//!
//! A tight goal room is hard to fill and easy to empty. How to go on from the opening is known by then, the pulls undone, and boxes come more easily to
//! squares that lie open than to goals. The idea is that of the program Festival (Shoham and Schaeffer, 2020), most of whose strategies go to a
//! position like that. One opening after another is tried, each better than the one before and with twice as much patience.

use std::sync::OnceLock;

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::End;
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::bounds::{Bounds, Settled};
use crate::sokoban::portfolio::Racer;
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::level::{Level, back};
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;

use super::features::{Cells, Features, stiffness};
use super::macros::Macros;
use super::tree::{Manner, NO_PARENT, Node, Tree, Untried, Weighing};
use super::views::{Parts, Views};
use super::{Child, FeatureSpace, Found};

/// How many openings are tried.
const TRIES: usize = 8;
/// Positions that are looked at for the first opening, and then by the search that goes there; twice as many for each that follows.
const PULLED_FIRST: u64 = 4_000;
const PUSHED_FIRST: u64 = 30_000;
/// Openings to choose among.
const MOST_OPENINGS: usize = 64;

/// The level with an opening in place of the goals, for every opening tried so far.
pub(crate) type Openings = [OnceLock<Level>; TRIES];

/// A search for openings, and to them.
pub(crate) struct Opener<'a, const W: usize> {
    level: &'a Level,
    openings: &'a Openings,
    puller: Puller<'a, W>,
    /// How many openings were taken.
    tries: usize,
    /// The search to the last one, and how it goes on from there; none while the next one is looked for.
    way: Option<(FeatureSpace<'a, W>, Vec<Push>)>,
    /// Positions left for what it is about.
    left: u64,
    bytes: usize,
}

impl<'a, const W: usize> Opener<'a, W> {
    pub fn new(level: &'a Level, openings: &'a Openings, bytes: usize) -> Self {
        Self {
            level,
            openings,
            puller: Puller::new(level, bytes / 4),
            tries: 0,
            way: None,
            left: PULLED_FIRST,
            bytes: bytes / 4 * 3,
        }
    }

    /// Sets out to the best opening that was not tried yet; false if there is none.
    fn set_out(&mut self) -> bool {
        let Some(slot) = self.openings.get(self.tries) else {
            return false;
        };
        let Some((boxes, rest)) = self.puller.take_best() else {
            return false;
        };
        let level = slot.get_or_init(|| self.level.with_goals(boxes.iter()));
        self.way = Some((FeatureSpace::new(level, self.bytes), rest));
        self.left = PUSHED_FIRST << self.tries;
        self.tries += 1;
        true
    }

    /// Goes on with what it is about.
    fn go_on(&mut self, budget: &mut Budget) -> End {
        let (puller, left) = (&mut self.puller, self.left);
        let Some((search, rest)) = &mut self.way else {
            return End::Stopped(match budget.within(left, |budget| puller.run(budget)) {
                Ok(()) => Stop::Memory,
                Err(stop) => stop,
            });
        };
        match budget.within(left, |budget| search.run_towards(Some(puller), budget)) {
            Ok(Some(Found { mut pushes, met })) => {
                pushes.extend(met.map_or_else(|| rest.clone(), |number| puller.undone(number)));
                End::Found(pushes)
            }
            Ok(None) => End::Stopped(Stop::Memory),
            Err(stop) => End::Stopped(stop),
        }
    }
}

impl<const W: usize> Racer for Opener<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        loop {
            let before = budget.nodes();
            let end = self.go_on(budget);
            self.left = self.left.saturating_sub(budget.nodes() - before);
            let may_go_on = match end {
                End::Stopped(Stop::Nodes) if self.left > 0 => return end,
                End::Stopped(Stop::Nodes) => true,
                End::Stopped(Stop::Memory) => self.way.is_some(),
                _ => return end,
            };
            // After an opening the next one is looked for. Where none is found, the pulls go on, unless there are no more.
            if self.way.take().is_some() || !self.set_out() {
                if !may_go_on || self.tries == TRIES {
                    return End::Stopped(Stop::Memory);
                }
                self.left = PULLED_FIRST << self.tries;
            }
            if budget.is_out_of_nodes() {
                return End::Stopped(Stop::Nodes);
            }
        }
    }
}

/// What is wrong with an opening: boxes on goals, blocked ways, box sides at which nobody can push, pushes on the way there at least.
type Wrong = (u8, u8, u16, u16);

/// A feature-space search backwards, by pulls from the solved positions.
pub(super) struct Puller<'a, const W: usize> {
    room: Room<'a, W>,
    bounds: Bounds<W>,
    views: Views<W>,
    macros: Macros<W>,
    tree: Tree<W>,
    bytes: usize,
    /// The best openings so far, and their numbers in the tree.
    best: Vec<(Wrong, u32)>,
    /// Those that were tried.
    taken: Vec<Bits<W>>,
}

impl<'a, const W: usize> Puller<'a, W> {
    fn new(level: &'a Level, bytes: usize) -> Self {
        let room = Room::new(level);
        Self {
            views: Views::new(&room, &Distances::new(level, &Bits::<W>::EMPTY)),
            bounds: Bounds::new(&room, Drive::Pull, Prunings::ALL, bytes / 4),
            room,
            macros: Macros::new(level.squares()),
            tree: Tree::new(Manner {
                weighing: Weighing::Last,
                order: [0, 2, 3, 5, 4, 1],
                cells: Cells::ByHope,
                favours_best: true,
            }),
            bytes: bytes / 4 * 3,
            best: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Looks for openings until there is nothing left to pull.
    ///
    /// # Errors
    /// When the budget or the memory ends.
    fn run(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.tree.nodes.is_empty() {
            let boxes = self.room.goals;
            let mut left = self.room.floor.minus(&boxes);
            while let Some(player) = left.first() {
                let reach = self.room.reach(player, &boxes);
                left = left.minus(&reach);
                self.tree.enter(&boxes, player);
                self.add(boxes, reach, &Untried::NONE, budget);
            }
        }
        loop {
            budget.tick(0)?;
            let Some(untried) = self.tree.next_move() else {
                return Ok(());
            };
            let mut boxes = self.tree.node(untried.parent).boxes;
            boxes.remove(untried.from);
            boxes.insert(untried.to);
            if self.tree.enter(&boxes, untried.region) {
                let reach = self.room.reach(untried.region, &boxes);
                self.add(boxes, reach, &untried, budget);
                if self.tree.bytes() > self.bytes {
                    return Err(Stop::Memory);
                }
            }
        }
    }

    /// Puts a position into the tree, with all that can be pulled there, unless it is seen that nothing leads to it from the start.
    fn add(&mut self, boxes: Bits<W>, reach: Bits<W>, untried: &Untried, budget: &mut Budget) {
        let region = reach.first().unwrap_or(untried.region);
        let settled = self.bounds.settle(&self.room, boxes, region, Vec::new());
        let Some(rest) = settled.rest() else { return };
        let parts = Parts::new(&self.room, &boxes);
        let features = self.features(&boxes, &reach, parts.count(), rest);
        let own = features.cell(Cells::ByHope);
        let parent = untried.parent;
        let number = self.tree.add(Node {
            boxes,
            region,
            from: untried.from,
            to: untried.to,
            parent,
            weight: 0,
            pushes: 0,
            cell: if parent == NO_PARENT {
                own
            } else {
                own.min(self.tree.node(parent).cell)
            },
        });
        // Who brings boxes there must not have to care on which side of them he ends.
        if features.parts == 1 && parent != NO_PARENT {
            self.keep(
                (
                    features.astray,
                    features.blocked,
                    features.stiffness,
                    features.hotspots,
                ),
                number,
            );
        }
        let mut children = self.children(&boxes, &reach, &settled, &parts);
        budget.add(children.len() as u64);
        advise(features, &mut children);
        self.tree.wait(number, &children);
    }

    fn keep(&mut self, wrong: Wrong, number: u32) {
        self.best.push((wrong, number));
        if self.best.len() > 2 * MOST_OPENINGS {
            self.best.sort_unstable();
            self.best.truncate(MOST_OPENINGS);
        }
    }

    /// Here boxes are astray that are still on goals; in the place of hot spots stands how many pushes lead there from the start at least.
    fn features(&self, boxes: &Bits<W>, reach: &Bits<W>, parts: u32, rest: u32) -> Features {
        let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        Features {
            astray: small(boxes.and(&self.room.goals).count()),
            left: 0,
            parts: small(parts),
            blocked: small(self.views.blocked(&self.room, boxes)),
            hotspots: u16::try_from(rest).unwrap_or(u16::MAX),
            stiffness: stiffness(self.room.level, boxes, reach, |_| true),
        }
    }

    /// All that one box can be pulled to, but for what nothing leads to from the start, as far as the bounds tell.
    fn children(
        &mut self,
        boxes: &Bits<W>,
        reach: &Bits<W>,
        settled: &Settled<W>,
        parts: &Parts,
    ) -> Vec<Child<W>> {
        let mut children = Vec::new();
        let mut macros = std::mem::take(&mut self.macros);
        for from in boxes.iter() {
            macros.pull(&self.room, boxes, from, reach);
            for place in macros.places() {
                let (to, region) = (place.square, place.region);
                let mut after = *boxes;
                after.remove(from);
                after.insert(to);
                if to == from && reach.has(region) || self.tree.has(&after, region) {
                    continue;
                }
                let moved = (from, to);
                let (room, bounds) = (&self.room, &mut self.bounds);
                let frozen = bounds.frozen_after(room, &after, to, &settled.frozen);
                let Some(rest) = bounds.after(room, settled, moved, region, &after, &frozen) else {
                    continue;
                };
                let parts = parts.after(room, moved, &after, &place.reach);
                children.push(Child {
                    from,
                    to,
                    region,
                    boxes: after,
                    reach: place.reach,
                    pushes: place.pushes,
                    features: self.features(&after, &place.reach, parts, rest),
                    is_advised: false,
                    is_lost: false,
                });
            }
        }
        self.macros = macros;
        children
    }

    /// The best opening that was not tried yet, and the pushes that lead from there to the goals.
    fn take_best(&mut self) -> Option<(Bits<W>, Vec<Push>)> {
        self.best.sort_unstable();
        while !self.best.is_empty() {
            let (_, number) = self.best.remove(0);
            let boxes = self.tree.node(number).boxes;
            if !self.taken.contains(&boxes) {
                self.taken.push(boxes);
                return Some((boxes, self.undone(number)));
            }
        }
        None
    }

    /// The number of a position, if boxes were pulled to it.
    pub fn number_of(&self, boxes: &Bits<W>, region: u16) -> Option<u32> {
        if !self.tree.has(boxes, region) {
            return None;
        }
        let mut nodes = self.tree.nodes.iter();
        let found = nodes.position(|node| node.region == region && node.boxes == *boxes)?;
        u32::try_from(found).ok()
    }

    /// The pulls that lead to a position, undone.
    fn undone(&mut self, number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        for step in self.tree.line(number).windows(2) {
            let &[parent, child] = step else { break };
            let (parent, child) = (self.tree.node(parent), self.tree.node(child));
            let reach = self.room.reach(parent.region, &parent.boxes);
            let (room, macros) = (&self.room, &mut self.macros);
            macros.pull(room, &parent.boxes, child.from, &reach);
            let pulls = macros.way_to((child.to, child.region));
            let undone =
                |(square, direction)| (room.level.step(square, direction), back(direction));
            pushes.extend(pulls.into_iter().map(undone));
        }
        pushes.reverse();
        pushes
    }
}

/// Marks for each feature the move that betters it most.
fn advise<const W: usize>(here: Features, children: &mut [Child<W>]) {
    const ADVISORS: [fn(Features) -> u16; 5] = [
        |features| features.astray.into(),
        |features| features.parts.into(),
        |features| features.blocked.into(),
        |features| features.stiffness,
        |features| features.hotspots,
    ];
    for advisor in ADVISORS {
        let helps = children
            .iter_mut()
            .filter(|child| advisor(child.features) < advisor(here));
        let best =
            helps.min_by_key(|child| (advisor(child.features), child.features, child.pushes));
        if let Some(best) = best {
            best.is_advised = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sokoban::rules::play::lurd;
    use crate::sokoban::samples::CROWDED;

    use super::*;

    #[test]
    fn from_every_position_pulled_to_the_pushes_lead_to_the_goals() {
        let level = Level::parse(CROWDED).expect("a level");
        let mut puller = Puller::<1>::new(&level, 1 << 20);
        let mut budget = Budget::unlimited();
        let stopped = budget.within(2_000, |budget| puller.run(budget));
        assert_eq!(stopped, Err(Stop::Nodes));
        assert!(puller.tree.nodes.len() > 20);
        for number in (0..).take(puller.tree.nodes.len()) {
            let (mut boxes, region) = {
                let node = puller.tree.node(number);
                (node.boxes, node.region)
            };
            assert_eq!(puller.number_of(&boxes, region), Some(number));
            let mut reach = puller.room.reach(region, &boxes);
            for (from, direction) in puller.undone(number) {
                let to = level.step(from, direction);
                assert!(boxes.has(from) && !boxes.has(to));
                assert!(reach.has(level.step(from, back(direction))));
                boxes.remove(from);
                boxes.insert(to);
                reach = puller.room.reach(from, &boxes);
            }
            assert_eq!(boxes, puller.room.goals);
        }
    }

    #[test]
    fn an_opening_leaves_no_square_out_of_reach_and_is_tried_once() {
        let level = Level::parse(CROWDED).expect("a level");
        let mut puller = Puller::<1>::new(&level, 1 << 20);
        let mut budget = Budget::unlimited();
        let _ = budget.within(2_000, |budget| puller.run(budget));
        let mut taken = Vec::new();
        while let Some((boxes, _)) = puller.take_best() {
            assert_eq!(Parts::new(&puller.room, &boxes).count(), 1);
            assert!(!taken.contains(&boxes));
            taken.push(boxes);
        }
        assert!(taken.len() > 1);
        assert_eq!(puller.take_best().map(|(boxes, _)| boxes), None);
    }

    #[test]
    fn it_solves_a_level_in_turns_as_it_does_at_once() {
        let level = Level::parse(CROWDED).expect("a level");
        let solve = |turn: u64| {
            let openings = Openings::default();
            let mut opener = Opener::<1>::new(&level, &openings, 1 << 24);
            let mut budget = Budget::unlimited();
            loop {
                match budget.within(turn, |budget| opener.run(budget)) {
                    End::Found(pushes) => return lurd(&level, &pushes),
                    End::Stopped(Stop::Nodes) => {}
                    _ => panic!("it gives up"),
                }
            }
        };
        assert_eq!(solve(100), solve(u64::MAX));
    }
}
