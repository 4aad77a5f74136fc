//! Levels to order, by seed, and measures of what makes a level hard.
//!
//! A level is made from its end: a room is carved, goals are placed, and a search backwards finds the
//! positions by their true distance from solved (see [`retrograde`]). The start is taken from the layer
//! whose distance is wanted: the position in it that looks least like what it costs, that is, whose boxes
//! seem nearest to their goals. Nothing depends on the clock, nor on how the solver searches, so that
//! a seed makes the same level for ever.

mod compose;
mod field;
mod measure;
mod plans;
mod positions;
mod raise;
mod retrograde;
mod rooms;
mod space;
mod story;
#[cfg(test)]
mod tests;
mod toil;

use std::ops::RangeInclusive;

use crate::rng::SplitMix64;
use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

use field::{DIRECTIONS, Field};
use positions::State;
use retrograde::{Retrograde, Store};

pub use compose::{COMPOSED_BOXES, Composed, Order, compose};
pub use measure::{Choices, Measures, measure};

/// The widths and heights that a level may be made with, outer walls included.
pub const SIDES: RangeInclusive<usize> = 5..=18;
/// How many boxes a level may be made with.
pub const BOXES: RangeInclusive<usize> = 1..=8;
/// A room is not searched beyond this many positions.
const MOST_POSITIONS: usize = 200_000;
/// So many ways to put the boxes, and the space is about as large as it may be.
const MOST_PLACEMENTS: u64 = 60_000;
/// What carving a room counts for, in positions.
const ROOM_COST: u64 = 50;
/// Starts that are compared in one room.
const STARTS: usize = 48;

/// What kind of level is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    pub width: usize,
    pub height: usize,
    pub boxes: usize,
    pub min_pushes: usize,
    pub max_pushes: usize,
    /// The least number of pushes beyond those that the boxes would need if each were alone.
    pub min_detour: usize,
    /// How many positions to look at, in all rooms together.
    pub effort: u64,
}

/// A level with its proven optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub rows: Vec<String>,
    /// The fewest pushes.
    pub pushes: usize,
    /// How many of them are beyond what the boxes would need if each were alone.
    pub detour: usize,
}

/// Makes a level; none if the effort ends before one is found.
///
/// # Errors
/// When the budget ends before.
///
/// # Panics
/// When sides or boxes are not within [`SIDES`] and [`BOXES`].
pub fn make(seed: u64, wish: &Wish, budget: &mut Budget) -> Result<Option<Made>, Stop> {
    assert!(SIDES.contains(&wish.width) && SIDES.contains(&wish.height));
    assert!(BOXES.contains(&wish.boxes), "so many boxes are not made");
    match (wish.width - 2) * (wish.height - 2) {
        ..=64 => make_in::<1>(seed, wish, budget),
        65..=128 => make_in::<2>(seed, wish, budget),
        _ => make_in::<4>(seed, wish, budget),
    }
}

fn make_in<const W: usize>(
    seed: u64,
    wish: &Wish,
    budget: &mut Budget,
) -> Result<Option<Made>, Stop> {
    let mut rng = SplitMix64::new(seed);
    let mut store = Store::default();
    let (width, height) = (wish.width - 2, wish.height - 2);
    let sizes = room_sizes(width * height, wish.boxes);
    let mut spent = 0;
    while spent < wish.effort {
        budget.check(0)?;
        spent += ROOM_COST;
        let wanted = between(&mut rng, sizes.clone());
        let field: Field<W> = rooms::carve(&mut rng, width, height, wanted);
        let Some(goals) = rooms::place_goals(&mut rng, &field, wish.boxes) else {
            continue;
        };
        let aim = between(&mut rng, wish.min_pushes..=wish.max_pushes);
        if let Some(made) = furnish(&mut rng, &field, goals, aim, wish, &mut store, budget)? {
            return Ok(Some(made));
        }
        spent += store.len() as u64;
    }
    Ok(None)
}

/// How many squares a room may have, so that boxes have room and the whole space can be searched.
fn room_sizes(area: usize, boxes: usize) -> RangeInclusive<usize> {
    let least = (2 * boxes + 4).min(area);
    let fits = |squares: &usize| placements(*squares, boxes) <= MOST_PLACEMENTS;
    let most = (least..=area).take_while(fits).last().unwrap_or(least);
    least..=most.max(least + 3).min(area)
}

/// In how many ways boxes can stand on so many squares.
fn placements(squares: usize, boxes: usize) -> u64 {
    (0..boxes as u64).fold(1, |ways, taken| {
        ways * (squares as u64 - taken) / (taken + 1)
    })
}

fn between(rng: &mut SplitMix64, range: RangeInclusive<usize>) -> usize {
    let choices = range.end() - range.start() + 1;
    range.start() + usize::try_from(rng.below(choices as u64)).unwrap_or(0)
}

/// Searches the room and takes a start at the distance aimed at, or as near below it as there is one.
fn furnish<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    goals: Bits<W>,
    aim: usize,
    wish: &Wish,
    store: &mut Store<W>,
    budget: &mut Budget,
) -> Result<Option<Made>, Stop> {
    let mut search = Retrograde::new(field, goals, MOST_POSITIONS, store);
    while search.depth() < aim {
        match search.grow(budget) {
            Ok(true) => {}
            // What was found before the space became too large is right all the same.
            Ok(false) | Err(Stop::Memory) => break,
            Err(stop) => return Err(stop),
        }
    }
    let alone = Alone::new(field, goals);
    for pushes in (wish.min_pushes..=search.depth()).rev() {
        if let Some((start, detour)) = best_start(rng, search.layer(pushes), goals, pushes, &alone)
            && detour >= wish.min_detour
        {
            let rows = written(rng, field, goals, &start);
            return Ok(Some(Made {
                rows,
                pushes,
                detour,
            }));
        }
    }
    Ok(None)
}

/// Of a few positions of a layer, the one with the greatest detour. Every box stands off the goals, so that
/// each of them has to move.
fn best_start<const W: usize>(
    rng: &mut SplitMix64,
    layer: &[State<W>],
    goals: Bits<W>,
    pushes: usize,
    alone: &Alone,
) -> Option<(State<W>, usize)> {
    let first = between(rng, 0..=layer.len() - 1);
    let starts = layer[first..].iter().chain(&layer[..first]);
    let off_goal = starts.filter(|state| (state.boxes & goals).is_empty());
    let mut best: Option<(State<W>, usize)> = None;
    for &state in off_goal.take(STARTS) {
        let boxes: Vec<u16> = state.boxes.iter().collect();
        let detour = pushes - alone.least_pushes(&boxes);
        if best.is_none_or(|(_, least)| detour > least) {
            best = Some((state, detour));
        }
    }
    best
}

/// How far a box alone is from each goal, if the player could fly.
struct Alone {
    /// By goal and square.
    distances: Vec<Vec<usize>>,
}

/// No box can come from there to that goal.
const NEVER: usize = 10_000;

impl Alone {
    fn new<const W: usize>(field: &Field<W>, goals: Bits<W>) -> Self {
        let distances = goals.iter().map(|goal| distances_to(field, goal));
        Self {
            distances: distances.collect(),
        }
    }

    /// The fewest pushes that bring every box to a goal of its own, by the goals that are taken.
    fn least_pushes(&self, boxes: &[u16]) -> usize {
        let mut least = vec![usize::MAX; 1 << boxes.len()];
        least[0] = 0;
        for taken in 0..least.len() {
            let row = taken.count_ones() as usize;
            if least[taken] == usize::MAX || row == boxes.len() {
                continue;
            }
            for (goal, distances) in self.distances.iter().enumerate() {
                if taken >> goal & 1 == 0 {
                    let total = least[taken] + distances[usize::from(boxes[row])];
                    let next = &mut least[taken | 1 << goal];
                    *next = total.min(*next);
                }
            }
        }
        least.last().copied().unwrap_or(0)
    }
}

fn distances_to<const W: usize>(field: &Field<W>, goal: u16) -> Vec<usize> {
    let mut distances = vec![NEVER; field.width * field.height];
    distances[usize::from(goal)] = 0;
    let mut waiting = std::collections::VecDeque::from([goal]);
    while let Some(square) = waiting.pop_front() {
        for direction in 0..DIRECTIONS {
            let Some(pulled) = field.beside(square, direction) else {
                continue;
            };
            let farther = distances[usize::from(square)] + 1;
            let distance = &mut distances[usize::from(pulled)];
            if *distance == NEVER && field.beside(pulled, direction).is_some() {
                *distance = farther;
                waiting.push_back(pulled);
            }
        }
    }
    distances
}

/// The level as text, with the player somewhere in the region where it has to start.
fn written<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    goals: Bits<W>,
    start: &State<W>,
) -> Vec<String> {
    let free = field.floor & !start.boxes;
    let region = field.flood(Bits::of([start.region]), free);
    let squares: Vec<u16> = region.iter().collect();
    let player = usize::from(*rng.choice(&squares));
    let mark = |row: usize, column: usize| {
        if row == 0 || column == 0 || row > field.height || column > field.width {
            return '#';
        }
        let square = (row - 1) * field.width + column - 1;
        match (goals.has(square), start.boxes.has(square), square == player) {
            _ if !field.floor.has(square) => '#',
            (true, true, _) => '*',
            (false, true, _) => '$',
            (true, _, true) => '+',
            (false, _, true) => '@',
            (true, ..) => '.',
            _ => ' ',
        }
    };
    let row = |row| {
        (0..field.width + 2)
            .map(|column| mark(row, column))
            .collect()
    };
    (0..field.height + 2).map(row).collect()
}
