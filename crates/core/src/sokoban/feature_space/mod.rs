//! The feature-space search, for large levels with goal rooms, where counting pushes says little. The idea is that of the
//! program Festival (Shoham and Schaeffer, 2020); the parts are our own.
//!
//! A move is a box pushed as far as one likes while the others stay. Before anything else a packing plan is made, backwards from the solved
//! position. Then every position is described by a few small numbers: boxes that can no longer do their part in the plan,
//! steps of the plan to go, parts of the floor, ways that are blocked. Positions with the same numbers share a *cell*, and the cells
//! take turns. In each, the lightest move that nobody has tried is made: moves that an *advisor* recommends weigh nothing, all
//! others one. So the search goes straight for progress of any kind, and never starves the kinds that it does not see.
//!
//! Up to six trees take turns, two from the start and the others when the search has grown long (`TREES`). They
//! weigh moves differently, or put the features in another order: each solves levels that the others do not. That
//! nothing is left to try proves nothing: regions with the same least square are taken for one, and worst moves are
//! dropped when memory ends.

mod advisors;
mod features;
mod finish;
mod homes;
mod judge;
mod macros;
pub(super) mod opening;
mod plan;
mod planner;
mod tangles;
mod tree;
mod views;

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::End;
use crate::sokoban::portfolio::Racer;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::pushes::{Push, Scene};
use crate::sokoban::rules::room::Room;

use self::advisors::advise;
use self::features::{Cells, Features, Order};
use self::finish::{Finisher, Outlook};
use self::judge::Judge;
use self::macros::Macros;
use self::opening::Puller;
use self::plan::{MOST_STEPS, Plan, Progress, Roles};
use self::tree::{Manner, NO_PARENT, Node, Tree, Untried, Weighing};
use self::views::{Parts, Views};

/// With so many boxes off their goals, a plain search is asked.
const MOST_LOOSE: u32 = 5;
/// It may take so many positions at first, and half as many as the others later.
const LOOKS_AT_FIRST: u64 = 20_000;
/// On more squares a single position would take too long to notice that time is up.
const MOST_SQUARES: usize = 1024;
/// Moves of one tree before it is the next one's turn.
const MOVES_A_TURN: u32 = 256;
/// The trees: after how many moves of all of them each begins, and how it searches.
const TREES: [(u32, Manner); 6] = [
    (0, manner(Weighing::Whole, [0, 1, 2, 3, 4, 5])),
    (
        0,
        Manner {
            cells: Cells::ByPacking,
            ..manner(Weighing::Last, [0, 1, 2, 3, 4, 5])
        },
    ),
    (
        6_000,
        Manner {
            favours_best: false,
            ..manner(Weighing::Whole, [0, 1, 4, 2, 3, 5])
        },
    ),
    (12_000, manner(Weighing::Last, [0, 1, 4, 5, 2, 3])),
    (24_000, manner(Weighing::Whole, [0, 2, 3, 1, 4, 5])),
    (48_000, manner(Weighing::Last, [0, 1, 5, 2, 3, 4])),
];
/// Positions without progress in which a plan is looked for.
const PLAN_PATIENCE: usize = 300;

/// How most trees search.
const fn manner(weighing: Weighing, order: Order) -> Manner {
    Manner {
        weighing,
        order,
        cells: Cells::ByHope,
        favours_best: true,
    }
}

/// A move that could be made, and what it leads to.
struct Child<const W: usize> {
    from: u16,
    to: u16,
    /// The least square that the player can reach then.
    region: u16,
    boxes: Bits<W>,
    reach: Bits<W>,
    pushes: u16,
    features: Features,
    is_advised: bool,
    is_lost: bool,
}

/// What is known of a position from which moves are to be made.
struct Survey<const W: usize> {
    reach: Bits<W>,
    parts: Parts,
    roles: Roles,
    features: Features,
}

/// A feature-space search.
pub(super) struct FeatureSpace<'a, const W: usize> {
    room: Room<'a, W>,
    judge: Judge<W>,
    views: Views<W>,
    /// Made when the search begins.
    plan: Option<Plan<W>>,
    finisher: Finisher,
    macros: Macros<W>,
    trees: Vec<Tree<W>>,
    /// When its trees begin, and how they search.
    manners: Vec<(u32, Manner)>,
    /// Moves made by all trees.
    moves: u32,
    /// Positions that it has looked at.
    looked_at: u64,
    bytes: usize,
    /// Only solutions with at most so many pushes are looked for.
    most: u32,
}

/// How a search has ended well.
struct Found {
    pushes: Vec<Push>,
    /// The number of the partner's position to which they lead; none if they lead to the goals.
    met: Option<u32>,
}

impl<const W: usize> Racer for FeatureSpace<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        match self.run_towards(None, budget) {
            Ok(Some(found)) => End::Found(found.pushes),
            Ok(None) => End::Stopped(Stop::Memory),
            Err(stop) => End::Stopped(stop),
        }
    }
}

impl<'a, const W: usize> FeatureSpace<'a, W> {
    pub fn new(level: &'a Level, bytes: usize) -> Self {
        Self::part(level, bytes, (0, 1))
    }

    /// How many may share the trees, for so many threads.
    pub fn parts(threads: usize) -> u8 {
        u8::try_from(threads.clamp(1, TREES.len())).unwrap_or(1)
    }

    /// One of several, so that each can run on a thread of its own: its number from 0, and how many there are. The first has all trees,
    /// because what one learns of lost positions helps the others; each of the rest begins with another tree.
    pub fn part(level: &'a Level, bytes: usize, (number, parts): (u8, u8)) -> Self {
        let number = usize::from(number);
        let mut manners = if number == 0 {
            TREES.to_vec()
        } else {
            let numbers = [number, number + 1, number + 3];
            let trees = numbers.iter().filter_map(|&number| TREES.get(number));
            trees.copied().collect()
        };
        // Its first tree begins at once, and its moves are a part of all.
        let first = manners.first().map_or(0, |&(start, _)| start);
        for (start, _) in &mut manners {
            *start = (*start - first) / u32::from(parts);
        }
        let room = Room::new(level);
        let judge = Judge::new(&room, bytes / 8);
        Self {
            views: Views::new(&room, judge.base()),
            judge,
            plan: None,
            finisher: Finisher::default(),
            macros: Macros::new(level.squares()),
            trees: Vec::new(),
            manners,
            looked_at: 0,
            moves: 0,
            bytes: bytes - bytes / 8,
            room,
            most: u32::MAX,
        }
    }

    /// Looks only for solutions with at most so many pushes.
    pub fn at_most(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// Whether a level is of a kind that it can search.
    pub fn fits(level: &Level) -> bool {
        !level.has_spare_boxes()
            && level.boxes.len() <= MOST_STEPS / 2
            && level.squares() <= MOST_SQUARES
    }

    /// Searches until it has solved the level, or met what a partner has pulled to; none if it gives up.
    fn run_towards(
        &mut self,
        partner: Option<&Puller<W>>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Stop> {
        let level = self.room.level;
        // Its tables are about squares from which a goal can be reached. That a box elsewhere is lost is for
        // the engines to say that prove things.
        let is_useful = |&square: &u16| usize::from(square) < level.useful;
        if !level.boxes.iter().all(is_useful) {
            return Ok(None);
        }
        let plan = if let Some(plan) = self.plan.take() {
            plan
        } else {
            let steps = planner::steps(&self.room, PLAN_PATIENCE, budget)?;
            Plan::new(self.room.level.squares(), steps)
        };
        if self.is_limited() {
            self.judge.weigh_pairs(&self.room, budget)?;
        }
        let result = self.follow(&plan, partner, budget);
        self.plan = Some(plan);
        result
    }

    fn follow(
        &mut self,
        plan: &Plan<W>,
        partner: Option<&Puller<W>>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Stop> {
        let mut idle = 0;
        while idle <= self.trees.len() {
            budget.tick(self.moves)?;
            if let Some(&(start, manner)) = self.manners.get(self.trees.len()) {
                if self.moves >= start {
                    self.trees.push(Tree::new(manner));
                    let node = self.start(plan, manner.cells);
                    let tree = self.trees.len() - 1;
                    let found = self.enter(tree, node, plan, partner, budget)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
            let tree = (self.moves / MOVES_A_TURN) as usize % self.trees.len();
            let Some(untried) = self.trees[tree].next_move() else {
                idle += 1;
                self.moves += MOVES_A_TURN;
                continue;
            };
            idle = 0;
            self.moves = self.moves.wrapping_add(1);
            if let Some(node) = self.make(tree, &untried, plan) {
                let found = self.enter(tree, node, plan, partner, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
                self.limit_memory()?;
            }
        }
        Ok(None)
    }

    const fn is_limited(&self) -> bool {
        self.most < u32::MAX
    }

    fn limit_memory(&mut self) -> Result<(), Stop> {
        let held = |trees: &[Tree<W>]| trees.iter().map(Tree::bytes).sum::<usize>();
        if held(&self.trees) > self.bytes {
            self.trees.iter_mut().for_each(Tree::forget_worst);
            if held(&self.trees) > self.bytes {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }

    fn start(&self, plan: &Plan<W>, cells: Cells) -> (Node<W>, Survey<W>) {
        let level = self.room.level;
        let boxes = Bits::of(level.boxes.iter().copied());
        let reach = self.room.reach(level.player, &boxes);
        let survey = self.survey(plan, &boxes, reach);
        let node = Node {
            boxes,
            region: reach.first().unwrap_or(level.player),
            from: 0,
            to: 0,
            parent: NO_PARENT,
            weight: 0,
            pushes: 0,
            cell: survey.features.cell(cells),
        };
        (node, survey)
    }

    fn features(
        &self,
        plan: &Plan<W>,
        boxes: &Bits<W>,
        reach: &Bits<W>,
        counted: (Progress, u32),
    ) -> Features {
        let is_alive = |square| self.judge.base().is_alive(square);
        let (room, views) = (&self.room, &self.views);
        Features::new(room, views, plan, boxes, reach, counted, is_alive)
    }

    /// Looks at a position from which moves are to be made.
    fn survey(&self, plan: &Plan<W>, boxes: &Bits<W>, reach: Bits<W>) -> Survey<W> {
        let parts = Parts::new(&self.room, boxes);
        let roles = plan.roles(boxes);
        Survey {
            features: self.features(plan, boxes, &reach, (roles.progress, parts.count())),
            reach,
            parts,
            roles,
        }
    }

    /// The position after a move, unless it is known or lost.
    fn make(
        &mut self,
        tree: usize,
        untried: &Untried,
        plan: &Plan<W>,
    ) -> Option<(Node<W>, Survey<W>)> {
        let parent = self.trees[tree].node(untried.parent);
        let (cell, mut boxes) = (parent.cell, parent.boxes);
        let pushes = parent.pushes + u32::from(untried.pushes);
        let cells = self.trees[tree].manner.cells;
        boxes.remove(untried.from);
        boxes.insert(untried.to);
        if !self.trees[tree].enter(&boxes, untried.region) {
            return None;
        }
        let reach = self.room.reach(untried.region, &boxes);
        let rest = self.judge.rest(&self.room, &boxes, &reach)?;
        if pushes + rest > self.most {
            return None;
        }
        let survey = self.survey(plan, &boxes, reach);
        let node = Node {
            boxes,
            region: untried.region,
            from: untried.from,
            to: untried.to,
            parent: untried.parent,
            weight: self.trees[tree].weight_after(untried),
            pushes,
            // What is worse than where it came from stays with that.
            cell: survey.features.cell(cells).min(cell),
        };
        Some((node, survey))
    }

    /// Puts a position into a tree and its moves into their cell. The pushes of a solution, if it leads to one, or to
    /// what the partner knows.
    fn enter(
        &mut self,
        tree: usize,
        (node, survey): (Node<W>, Survey<W>),
        plan: &Plan<W>,
        partner: Option<&Puller<W>>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Stop> {
        let (boxes, region) = (node.boxes, node.region);
        let left = self.most - node.pushes;
        let number = self.trees[tree].add(node);
        match self.outlook(&boxes, region, left, budget)? {
            Outlook::Solved(rest) => {
                let mut pushes = self.path(tree, number);
                pushes.extend(rest);
                return Ok(Some(Found { pushes, met: None }));
            }
            Outlook::Lost => return Ok(None),
            Outlook::Unclear => {}
        }
        let mut children = self.children(tree, &boxes, &survey, left, plan);
        budget.add(children.len() as u64);
        self.looked_at += children.len() as u64;
        let is_solved = |child: &Child<W>| child.boxes.minus(&self.room.goals).is_empty();
        let end = children.iter().find_map(|child| {
            let met = partner.and_then(|partner| partner.number_of(&child.boxes, child.region));
            (met.is_some() || is_solved(child)).then_some((child, met))
        });
        if let Some((last, met)) = end {
            let (from, place) = (last.from, (last.to, last.region));
            let mut pushes = self.path(tree, number);
            pushes.extend(self.way(&boxes, &survey.reach, from, place));
            return Ok(Some(Found { pushes, met }));
        }
        let (judge, room) = (&mut self.judge, &self.room);
        advise(
            survey.features,
            &boxes,
            &survey.reach,
            &self.views,
            room,
            &mut children,
            |child| judge.is_lost(room, &child.boxes, &child.reach),
        );
        self.trees[tree].wait(number, &children);
        Ok(None)
    }

    /// What a plain search says of a position with few boxes left.
    fn outlook(
        &mut self,
        boxes: &Bits<W>,
        region: u16,
        most: u32,
        budget: &mut Budget,
    ) -> Result<Outlook, Stop> {
        let loose = boxes.minus(&self.room.goals).count();
        if loose > MOST_LOOSE || self.finisher.spent * 2 > self.looked_at + LOOKS_AT_FIRST {
            return Ok(Outlook::Unclear);
        }
        let level = self.room.level;
        self.finisher.look(level, boxes, region, most, budget)
    }

    /// All moves that are not seen to be lost, lead to something new, and leave a solution with at most so many pushes possible.
    fn children(
        &mut self,
        tree: usize,
        boxes: &Bits<W>,
        survey: &Survey<W>,
        most: u32,
        plan: &Plan<W>,
    ) -> Vec<Child<W>> {
        let Survey {
            reach,
            parts,
            roles,
            ..
        } = survey;
        let mut children = Vec::new();
        let mut macros = std::mem::take(&mut self.macros);
        let settled = self
            .is_limited()
            .then(|| self.judge.settle(&self.room, boxes, reach));
        for from in self.movable(boxes, reach).iter() {
            let base = self.judge.base();
            macros.push(&self.room, boxes, from, reach, |square| {
                base.is_alive(square)
            });
            for place in macros.places() {
                let (to, region) = (place.square, place.region);
                let mut after = *boxes;
                after.remove(from);
                after.insert(to);
                if to == from && reach.has(region)
                    || self.trees[tree].has(&after, region)
                    || self.judge.sees_lost(&self.room, &after, to, region)
                {
                    continue;
                }
                let moved = (from, to);
                if let Some(settled) = &settled {
                    let judge = &mut self.judge;
                    let rest = judge.rest_after(&self.room, settled, moved, &after, region);
                    if rest.is_none_or(|rest| u32::from(place.pushes) + rest > most) {
                        continue;
                    }
                }
                let parts = parts.after(&self.room, moved, &after, &place.reach);
                let progress = plan.progress_after(roles, moved, &after);
                children.push(Child {
                    from,
                    to,
                    region,
                    boxes: after,
                    reach: place.reach,
                    pushes: place.pushes,
                    features: self.features(plan, &after, &place.reach, (progress, parts)),
                    is_advised: false,
                    is_lost: false,
                });
            }
        }
        self.macros = macros;
        children
    }

    /// The boxes whose moves are worth trying: where a corral has to be opened, those that open it.
    fn movable(&self, boxes: &Bits<W>, reach: &Bits<W>) -> Bits<W> {
        let room = &self.room;
        let scene = Scene { room, boxes, reach };
        let base = self.judge.base();
        let mut pushes = Vec::new();
        if scene.corral_pushes(|square| base.is_alive(square), &mut pushes) {
            Bits::of(pushes.iter().map(|&(square, _)| square))
        } else {
            *boxes
        }
    }

    /// The pushes that lead to a position.
    fn path(&mut self, tree: usize, number: u32) -> Vec<Push> {
        let line = self.trees[tree].line(number);
        let mut pushes = Vec::new();
        for step in line.windows(2) {
            let &[parent, child] = step else { break };
            let (parent, child) = (self.trees[tree].node(parent), self.trees[tree].node(child));
            let reach = self.room.reach(parent.region, &parent.boxes);
            let (boxes, from) = (parent.boxes, child.from);
            let place = (child.to, child.region);
            pushes.extend(self.way(&boxes, &reach, from, place));
        }
        pushes
    }

    /// The pushes that bring one box to a place.
    fn way(&mut self, boxes: &Bits<W>, reach: &Bits<W>, from: u16, place: (u16, u16)) -> Vec<Push> {
        let base = self.judge.base();
        let is_alive = |square| base.is_alive(square);
        self.macros.push(&self.room, boxes, from, reach, is_alive);
        self.macros.way_to(place)
    }
}

#[cfg(test)]
mod tests;
