//! Levels that are worth playing.
//!
//! A plan is drawn, all its positions are found backwards from solved, and the start is the position that promises
//! most: far away, with many turns from box to box, boxes that have to be parked, and a long detour. The plan is
//! changed a little, square by square and goal by goal, and what promises no less is kept. At the end floor
//! that no solution needs is filled in, which can take nothing from the optimum: the solution that
//! is known stays, and no new one comes.

use std::ops::RangeInclusive;

use crate::rng::SplitMix64;
use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

use super::field::{DIRECTIONS, Field};
use super::measure::{Choices, Measures, choices, fewest_changes};
use super::positions::Push;
use super::space::{Found, Memory, Space, placements};
use super::story::{Story, used};
use super::toil::Toil;
use super::{Alone, NEVER, SIDES, between, plans};

/// How many boxes a level may be composed with.
pub const COMPOSED_BOXES: RangeInclusive<usize> = 1..=10;
/// What drawing a plan counts for, in positions.
pub(super) const PLAN_COST: u64 = 1_000;
/// A plan has no more squares than this.
const MOST_SQUARES: usize = 60;
/// A plan may promise so much less than the best one, this part of it, to be changed on.
const SLACK: i64 = 25;
/// How many squares a plan may grow by.
const SPARE_SQUARES: usize = 6;
/// Tries to find good sides.
const SHEETS: usize = 30;
/// Starts that are compared in one plan.
const STARTS: usize = 40;
/// Starts come from so many of the farthest layers.
const LAYERS: usize = 12;

/// What kind of level is wanted. Sides count the outer walls.
#[derive(Clone, Debug)]
pub struct Order {
    pub widths: RangeInclusive<usize>,
    pub heights: RangeInclusive<usize>,
    pub boxes: RangeInclusive<usize>,
    pub pushes: RangeInclusive<usize>,
    /// The least number of pushes beyond those that the boxes would need if each were alone.
    pub min_detour: usize,
    /// The least number of turns from one box to another.
    pub min_changes: usize,
    /// How many positions a plain search has to look at; levels for which some is ordered are raised (see [`super::raise`]).
    pub min_toil: usize,
    /// In how many ways the boxes of a plan may stand.
    pub room: usize,
    /// How often a plan that has all pushes is changed in vain before it is given up; others the less often.
    pub patience: usize,
    /// How many positions to look at, in all plans together.
    pub effort: u64,
}

/// A level with its proven optimum and one of its shortest solutions: that with the fewest turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    pub rows: Vec<String>,
    pub measures: Measures,
    pub detour: usize,
    pub changes: usize,
    /// Boxes to which the solution comes back.
    pub parked: usize,
}

/// Composes a level; none if the effort ends before one is found.
///
/// # Errors
/// When the budget ends before.
///
/// # Panics
/// When sides or boxes are not those that levels are composed with.
pub fn compose(seed: u64, order: &Order, budget: &mut Budget) -> Result<Option<Composed>, Stop> {
    let within = |given: &RangeInclusive<usize>, most: &RangeInclusive<usize>| {
        !given.is_empty() && most.contains(given.start()) && most.contains(given.end())
    };
    assert!(within(&order.widths, &SIDES) && within(&order.heights, &SIDES));
    assert!(within(&order.boxes, &COMPOSED_BOXES) && !order.pushes.is_empty());
    match (order.widths.end() - 2) * (order.heights.end() - 2) {
        ..=64 => Composer::<1>::new(seed, order).compose(budget),
        65..=128 => Composer::<2>::new(seed, order).compose(budget),
        _ => Composer::<4>::new(seed, order).compose(budget),
    }
}

/// A plan and the start that promises most.
#[derive(Clone)]
pub(super) struct Draft<const W: usize> {
    pub field: Field<W>,
    pub goals: Bits<W>,
    pub start: Start<W>,
    /// Counted only where some is ordered.
    pub toil: usize,
    pub promise: i64,
}

impl<const W: usize> Draft<W> {
    /// How many changes it is worth: the more, the less is missing.
    fn patience(&self, aim: usize, order: &Order) -> usize {
        let pushes = self.start.story.pushes;
        order.patience * pushes * pushes / (aim * aim)
    }

    /// Whether it is as far away as was aimed at, and not dull.
    fn is_enough(&self, aim: usize, order: &Order) -> bool {
        let (story, detour) = (&self.start.story, self.start.detour);
        // Another solution may need fewer turns than the one that was looked at.
        let turns = order.min_changes * 5 / 4;
        story.pushes >= (aim - 1).max(*order.pushes.start())
            && detour >= order.min_detour
            && story.changes >= turns
            && story.idle == 0
    }
}

/// A start and what one of its shortest solutions is like.
#[derive(Clone)]
pub(super) struct Start<const W: usize> {
    pub boxes: Bits<W>,
    pub reach: Bits<W>,
    pub story: Story,
    pub detour: usize,
}

impl<const W: usize> Start<W> {
    pub fn promise(&self) -> i64 {
        let figure = |count: usize| i64::try_from(count).unwrap_or(0);
        let story = &self.story;
        6 * figure(story.pushes)
            + figure(self.detour)
            + figure(story.changes)
            + 4 * figure(story.parked)
            - 40 * figure(story.idle)
    }
}

pub(super) struct Composer<'a, const W: usize> {
    pub order: &'a Order,
    pub rng: SplitMix64,
    pub memory: Memory<W>,
    /// Positions that were looked at.
    pub spent: u64,
}

impl<'a, const W: usize> Composer<'a, W> {
    fn new(seed: u64, order: &'a Order) -> Self {
        Self {
            order,
            rng: SplitMix64::new(seed),
            memory: Memory::default(),
            spent: 0,
        }
    }

    fn compose(&mut self, budget: &mut Budget) -> Result<Option<Composed>, Stop> {
        let order = self.order;
        while self.spent < order.effort {
            budget.check(0)?;
            let aim = between(&mut self.rng, order.pushes.clone());
            let level = if order.min_toil > 0 {
                self.raised(aim, budget)?
            } else {
                self.climbed(aim, budget)?
            };
            if level.is_some() {
                return Ok(level);
            }
        }
        Ok(None)
    }

    /// The level of one plan, changed until it is as far away as was aimed at, or too many changes were in vain.
    fn climbed(&mut self, aim: usize, budget: &mut Budget) -> Result<Option<Composed>, Stop> {
        let order = self.order;
        let Some(mut draft) = self.draft(aim, budget)? else {
            return Ok(None);
        };
        let most_squares = draft.field.floor.count() as usize + SPARE_SQUARES;
        let mut at = draft.clone();
        let mut in_vain = 0;
        while in_vain < draft.patience(aim, order) && !draft.is_enough(aim, order) {
            in_vain += 1;
            let Some((field, goals)) = self.changed(&at, most_squares) else {
                continue;
            };
            let Some(changed) = self.furnished(field, goals, aim, budget)? else {
                continue;
            };
            if changed.promise > draft.promise {
                in_vain = 0;
                draft = changed.clone();
            }
            if changed.promise >= draft.promise - draft.promise / SLACK {
                at = changed;
            }
        }
        self.finished(&draft, budget)
    }

    /// A first plan with goals, furnished.
    fn draft(&mut self, aim: usize, budget: &mut Budget) -> Result<Option<Draft<W>>, Stop> {
        self.spent += PLAN_COST;
        let order = self.order;
        let boxes = between(&mut self.rng, order.boxes.clone());
        let fits = |&squares: &usize| placements(squares * 4 / 5, boxes, order.room) <= order.room;
        let least = 2 * boxes + 4;
        let most = (least..=MOST_SQUARES)
            .take_while(fits)
            .last()
            .unwrap_or(least);
        let wanted = between(&mut self.rng, (least + 3 * most) / 4..=most);
        let (width, height) = self.sides(wanted);
        let wanted = wanted.min(width * height);
        let field = plans::draw(&mut self.rng, width, height, wanted);
        match plans::lay_goals(&mut self.rng, &field, boxes) {
            Some(goals) => self.furnished(field, goals, aim, budget),
            None => Ok(None),
        }
    }

    /// The plan of a draft with one change or a few.
    pub(super) fn changed(
        &mut self,
        draft: &Draft<W>,
        most_squares: usize,
    ) -> Option<(Field<W>, Bits<W>)> {
        let first = plans::change(&mut self.rng, &draft.field, draft.goals, most_squares)?;
        if between(&mut self.rng, 0..=1) == 0 {
            return Some(first);
        }
        plans::change(&mut self.rng, &first.0, first.1, most_squares)
    }

    /// The sides of a sheet, without its outer walls, on which so many squares look well.
    pub(super) fn sides(&mut self, wanted: usize) -> (usize, usize) {
        let mut sides = (0, 0);
        for _ in 0..SHEETS {
            let width = between(&mut self.rng, self.order.widths.clone()) - 2;
            let height = between(&mut self.rng, self.order.heights.clone()) - 2;
            sides = (width, height);
            let area = width * height;
            if 5 * area >= 6 * wanted && 2 * area <= 5 * wanted && width.min(height) > 2 {
                break;
            }
        }
        sides
    }

    /// A plan with the start that promises most; none if it is too large or has none.
    fn furnished(
        &mut self,
        field: Field<W>,
        goals: Bits<W>,
        aim: usize,
        budget: &mut Budget,
    ) -> Result<Option<Draft<W>>, Stop> {
        self.spent += PLAN_COST;
        let alone = Alone::new(&field, goals);
        let live = alone.live();
        let (room, memory) = (self.order.room, &mut self.memory);
        let Some(space) = Space::search(&field, goals, live, aim, room, memory, budget)? else {
            return Ok(None);
        };
        self.spent += space.len() as u64;
        Ok(best_start(&space, goals, &alone, aim).map(|start| Draft {
            field,
            goals,
            toil: 0,
            promise: start.promise(),
            start,
        }))
    }

    /// The level of a draft, without what is not needed; none if it is not what was ordered.
    pub(super) fn finished(
        &mut self,
        draft: &Draft<W>,
        budget: &mut Budget,
    ) -> Result<Option<Composed>, Stop> {
        let order = self.order;
        if !order.pushes.contains(&draft.start.story.pushes) {
            return Ok(None);
        }
        let player = draft.start.reach.first().unwrap_or(0);
        let field = &draft.field;
        let Some(solution) = self.solved(field, draft, player, budget)? else {
            return Ok(None);
        };
        let needed = used(field, draft.start.boxes, draft.goals, &solution.pushes);
        let first = solution.pushes.first().copied();
        let Some(standing) = first.and_then(|push| field.beside(push.square, push.direction ^ 2))
        else {
            return Ok(None);
        };
        let field = without_useless_floor(field, needed);
        let Some(solution) = self.solved(&field, draft, standing, budget)? else {
            return Ok(None);
        };
        let free = field.floor & !draft.start.boxes;
        let region: Vec<u16> = field.flood(Bits::of([standing]), free).iter().collect();
        let player = *self.rng.choice(&region);
        let alone = Alone::new(&field, draft.goals);
        let boxes: Vec<u16> = draft.start.boxes.iter().collect();
        let detour = solution.pushes.len() - alone.least_pushes(&boxes);
        let frame = Frame::of(&field);
        let fits = order.widths.contains(&frame.width) && order.heights.contains(&frame.height);
        let story = &solution.story;
        let is_wanted = fits
            && order.pushes.contains(&story.pushes)
            && detour >= order.min_detour
            && story.changes >= order.min_changes
            && story.idle == 0
            && solution.toil >= order.min_toil;
        let place = |push: &Push| {
            let (row, column) = frame.place(&field, push.square);
            (row, column, push.direction)
        };
        Ok(is_wanted.then(|| Composed {
            rows: frame.written(&field, draft.goals, draft.start.boxes, player),
            measures: Measures {
                pushes: solution.pushes.iter().map(place).collect(),
                choices: solution.choices,
                positions: solution.positions,
                complete: true,
            },
            detour,
            changes: story.changes,
            parked: story.parked,
        }))
    }

    /// The shortest solution with the fewest turns.
    fn solved(
        &mut self,
        field: &Field<W>,
        draft: &Draft<W>,
        player: u16,
        budget: &mut Budget,
    ) -> Result<Option<Solution>, Stop> {
        let live = Alone::new(field, draft.goals).live();
        let (room, memory) = (usize::MAX - 1, &mut self.memory);
        let space = Space::search(field, draft.goals, live, usize::MAX, room, memory, budget)?;
        let Some(mut space) = space else {
            return Ok(None);
        };
        self.spent += space.len() as u64;
        let distances = space.distances();
        let start = field.state_at(draft.start.boxes, player);
        let optimum = draft.start.story.pushes;
        if distances.get(&start).map(|&far| usize::from(far)) != Some(optimum) {
            return Ok(None);
        }
        let mut toil = 0;
        if self.order.min_toil > 0 {
            let boxes = draft.start.boxes;
            let reach = field.flood(Bits::of([player]), field.floor & !boxes);
            let counting = Toil::new(field, draft.goals, live);
            toil = counting.count(
                &mut space,
                (boxes, reach),
                optimum,
                self.order.min_toil,
                budget,
            )?;
        }
        let solution = fewest_changes(field, &distances, start, budget)?;
        let choices = solution
            .iter()
            .map(|(state, _)| choices(field, &distances, state, true))
            .collect();
        let pushes: Vec<Push> = solution.iter().map(|&(_, push)| push).collect();
        let moved = pushes.iter().map(|push| {
            let to = field.beside(push.square, push.direction);
            (push.square, to.unwrap_or(push.square))
        });
        Ok(Some(Solution {
            story: Story::of(draft.start.boxes.iter(), moved),
            pushes,
            choices,
            positions: space.len(),
            toil,
        }))
    }
}

struct Solution {
    pushes: Vec<Push>,
    choices: Vec<Choices>,
    story: Story,
    positions: usize,
    toil: usize,
}

/// Of the farthest positions the one that promises most. Every box stands off the goals, so that each has to move.
pub(super) fn best_start<const W: usize>(
    space: &Space<W>,
    goals: Bits<W>,
    alone: &Alone,
    aim: usize,
) -> Option<Start<W>> {
    let mut best: Option<Start<W>> = None;
    let mut left = STARTS;
    let farthest = aim.min(space.depth() - 1);
    for distance in (1..=farthest).rev().take(LAYERS) {
        let layer = space.layer(distance);
        let stride = (layer.len() / STARTS).max(1);
        let starts = layer.iter().step_by(stride);
        for found in starts.filter(|start| !start.boxes.meets(&goals)).take(left) {
            left -= 1;
            let start = told(space, found, distance, alone);
            if best
                .as_ref()
                .is_none_or(|best| start.promise() > best.promise())
            {
                best = Some(start);
            }
        }
        if left == 0 {
            break;
        }
    }
    best
}

/// What a start is like, by one of its shortest solutions.
fn told<const W: usize>(
    space: &Space<W>,
    start: &Found<W>,
    distance: usize,
    alone: &Alone,
) -> Start<W> {
    let mut at = *start;
    let pushes = (0..distance).map(|_| {
        let next = space.nearer(&at);
        let from = (at.boxes & !next.boxes).first().unwrap_or(0);
        let to = (next.boxes & !at.boxes).first().unwrap_or(0);
        at = next;
        (from, to)
    });
    let boxes: Vec<u16> = start.boxes.iter().collect();
    Start {
        boxes: start.boxes,
        reach: start.reach,
        story: Story::of(start.boxes.iter(), pushes),
        detour: distance - alone.least_pushes(&boxes),
    }
}

/// Fills in what the solution does not use, except where it lies beside what it uses: some freedom to go
/// wrong stays, long ways to nowhere go.
fn without_useless_floor<const W: usize>(field: &Field<W>, needed: Bits<W>) -> Field<W> {
    let around = (0..DIRECTIONS).fold(needed, |all, way| all | field.step(needed, way));
    let mut kept = Field::new(field.width, field.height, field.floor & around);
    loop {
        let ends = (kept.floor & !needed).iter().filter(|&square| {
            let ways = (0..DIRECTIONS).filter(|&way| kept.beside(square, way).is_some());
            ways.count() <= 1
        });
        let ends: Bits<W> = Bits::of(ends);
        if ends.is_empty() {
            return kept;
        }
        kept.floor = kept.floor & !ends;
    }
}

/// The rectangle of a level with its walls.
struct Frame {
    top: usize,
    left: usize,
    width: usize,
    height: usize,
}

impl Frame {
    fn of<const W: usize>(field: &Field<W>) -> Self {
        let rows = || {
            field
                .floor
                .iter()
                .map(|square| usize::from(square) / field.width)
        };
        let columns = || {
            field
                .floor
                .iter()
                .map(|square| usize::from(square) % field.width)
        };
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        Self {
            top,
            left,
            width: columns().max().unwrap_or(0) - left + 3,
            height: rows().max().unwrap_or(0) - top + 3,
        }
    }

    /// Where a square is in the level.
    fn place<const W: usize>(&self, field: &Field<W>, square: u16) -> (usize, usize) {
        let square = usize::from(square);
        let (row, column) = (square / field.width, square % field.width);
        (row - self.top + 1, column - self.left + 1)
    }

    /// The level as text: walls only where they touch the floor.
    fn written<const W: usize>(
        &self,
        field: &Field<W>,
        goals: Bits<W>,
        boxes: Bits<W>,
        player: u16,
    ) -> Vec<String> {
        let mut marks = vec![vec![' '; self.width]; self.height];
        for square in field.floor.iter() {
            let (row, column) = self.place(field, square);
            for line in &mut marks[row - 1..=row + 1] {
                line[column - 1..=column + 1].fill('#');
            }
        }
        for square in field.floor.iter() {
            let (row, column) = self.place(field, square);
            marks[row][column] = match (goals.has(square), boxes.has(square), square == player) {
                (true, true, _) => '*',
                (false, true, _) => '$',
                (true, _, true) => '+',
                (false, _, true) => '@',
                (true, ..) => '.',
                _ => ' ',
            };
        }
        let lines = marks
            .into_iter()
            .map(|line| line.into_iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect()
    }
}

impl Alone {
    /// The squares from which a box alone can come to some goal.
    pub(super) fn live<const W: usize>(&self) -> Bits<W> {
        let squares = 0..self.distances.first().map_or(0, Vec::len);
        let comes = |square: &usize| self.distances.iter().any(|far| far[*square] != NEVER);
        Bits::of(squares.filter(comes))
    }
}
