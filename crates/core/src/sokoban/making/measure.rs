//! What can be said of a level once every position of it is known.
//!
//! A search backwards gives the distance of every position that can be solved. From that follow the shortest
//! solutions, all of them; among these one with the fewest changes of the box is taken as *the*
//! solution, ties broken by the order of the squares, so that the measures depend on the level
//! alone and not on how anybody searches.

use crate::search::hash::{Map, Set};
use crate::search::{Budget, Stop};
use crate::sokoban::Level;

use super::field::Field;
use super::positions::{Distances, Push, State};
use super::retrograde::{Retrograde, Store};
use crate::search::bitset::Bits;

/// What a player can choose from at one point of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Pushes that the rules allow.
    pub legal: u32,
    /// Those that keep the solution as short as possible.
    pub best: u32,
    /// Those after which nothing can be solved any more; none where the space was not searched to its end.
    pub deadly: Option<u32>,
}

/// A level, measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// The pushes of the solution: row and column of the box (from 0) and direction (left, up, right, down).
    pub pushes: Vec<(usize, usize, usize)>,
    /// What there was to choose before each of them.
    pub choices: Vec<Choices>,
    /// Positions that can be solved, as far as they were searched.
    pub positions: usize,
    /// Whether these are all.
    pub complete: bool,
}

/// Measures a level; none if it cannot be solved, or is too large for this: more than 256 squares inside the
/// outer walls, more boxes than goals, or more positions than `most` before the start is found.
///
/// # Errors
/// When the budget ends before.
pub fn measure(level: &Level, most: usize, budget: &mut Budget) -> Result<Option<Measures>, Stop> {
    let Some(inside) = Inside::of(level) else {
        return Ok(None);
    };
    match inside.width * inside.height {
        ..=64 => measure_in::<1>(&inside, most, budget),
        65..=128 => measure_in::<2>(&inside, most, budget),
        129..=256 => measure_in::<4>(&inside, most, budget),
        _ => Ok(None),
    }
}

/// The rectangle around the floor of a level.
pub(super) struct Inside {
    top: usize,
    left: usize,
    pub width: usize,
    pub height: usize,
    pub floor: Vec<usize>,
    pub goals: Vec<usize>,
    pub boxes: Vec<usize>,
    pub player: usize,
}

impl Inside {
    pub fn of(level: &Level) -> Option<Self> {
        if level.has_spare_boxes() {
            return None;
        }
        let squares = 0..u16::try_from(level.squares()).ok()?;
        let places: Vec<(usize, usize)> = squares.map(|square| level.place(square)).collect();
        let rows = || places.iter().map(|place| place.0);
        let columns = || places.iter().map(|place| place.1);
        let (top, left) = (rows().min()?, columns().min()?);
        let (height, width) = (rows().max()? - top + 1, columns().max()? - left + 1);
        let at = |square: u16| {
            let (row, column) = places[usize::from(square)];
            (row - top) * width + column - left
        };
        let all = |squares: &[u16]| squares.iter().map(|&square| at(square)).collect();
        Some(Self {
            top,
            left,
            width,
            height,
            floor: places
                .iter()
                .map(|(row, column)| (row - top) * width + column - left)
                .collect(),
            goals: all(&level.goals),
            boxes: all(&level.boxes),
            player: at(level.player),
        })
    }
}

fn measure_in<const W: usize>(
    inside: &Inside,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Measures>, Stop> {
    let cells = |squares: &[usize]| Bits::<W>::of(squares.iter().copied());
    let field = Field::new(inside.width, inside.height, cells(&inside.floor));
    let mut store = Store::default();
    let mut search = Retrograde::new(&field, cells(&inside.goals), most, &mut store);
    let start = field.state_at(cells(&inside.boxes), inside.player);
    let complete = loop {
        match search.grow(budget) {
            Ok(true) => {}
            Ok(false) => break true,
            Err(Stop::Memory) => break false,
            Err(stop) => return Err(stop),
        }
    };
    let distances = search.distances();
    if !distances.contains_key(&start) {
        return Ok(None);
    }
    let solution = fewest_changes(&field, distances, start, budget)?;
    let choices = solution
        .iter()
        .map(|(state, _)| choices(&field, distances, state, complete));
    let place = |&(_, Push { square, direction }): &(State<W>, Push)| {
        let square = usize::from(square);
        let (row, column) = (square / inside.width, square % inside.width);
        (row + inside.top, column + inside.left, direction)
    };
    Ok(Some(Measures {
        choices: choices.collect(),
        pushes: solution.iter().map(place).collect(),
        positions: search.len(),
        complete,
    }))
}

pub(super) fn choices<const W: usize>(
    field: &Field<W>,
    distances: &Distances<W>,
    state: &State<W>,
    complete: bool,
) -> Choices {
    let here = distances.get(state).copied();
    let mut found = Choices {
        legal: 0,
        best: 0,
        deadly: complete.then_some(0),
    };
    for (_, after) in field.pushes(state) {
        found.legal += 1;
        match distances.get(&after) {
            Some(left) => found.best += u32::from(Some(left + 1) == here),
            None => found.deadly = found.deadly.map(|count| count + 1),
        }
    }
    found
}

/// A position on the way, and the box that came there last.
type Step<const W: usize> = (State<W>, u16);
/// No box has moved yet.
const NO_BOX: u16 = u16::MAX;

/// What is known of a step: the changes that are still needed from there, and the push that needs them.
#[derive(Clone, Copy)]
struct Onward<const W: usize> {
    changes: usize,
    push: Push,
    after: Step<W>,
}

/// The shortest solution that changes the box least often: positions and the pushes from them.
pub(super) fn fewest_changes<const W: usize>(
    field: &Field<W>,
    distances: &Distances<W>,
    start: State<W>,
    budget: &mut Budget,
) -> Result<Vec<(State<W>, Push)>, Stop> {
    let mut layers: Vec<Vec<Step<W>>> = vec![vec![(start, NO_BOX)]];
    let mut ways: Map<Step<W>, Vec<(Push, Step<W>)>> = Map::default();
    for distance in (0..distances.get(&start).copied().unwrap_or(0)).rev() {
        let mut next = Vec::new();
        let mut seen: Set<Step<W>> = Set::default();
        for &step in layers.last().into_iter().flatten() {
            budget.tick(distance.into())?;
            let pushes = field.pushes(&step.0).into_iter();
            let best = pushes.filter(|(_, after)| distances.get(after) == Some(&distance));
            let onward: Vec<(Push, Step<W>)> = best
                .map(|(push, after)| {
                    let added = after.boxes & !step.0.boxes;
                    (push, (after, added.first().unwrap_or(NO_BOX)))
                })
                .collect();
            for &(_, after) in &onward {
                if seen.insert(after) {
                    next.push(after);
                }
            }
            ways.insert(step, onward);
        }
        layers.push(next);
    }
    let mut known: Map<Step<W>, Onward<W>> = Map::default();
    for step in layers.iter().rev().flatten() {
        for &(push, after) in ways.get(step).into_iter().flatten() {
            let later = known.get(&after).map_or(0, |onward| onward.changes);
            let changes = later + usize::from(push.square != step.1 && step.1 != NO_BOX);
            if known.get(step).is_none_or(|best| changes < best.changes) {
                known.insert(
                    *step,
                    Onward {
                        changes,
                        push,
                        after,
                    },
                );
            }
        }
    }
    let mut solution = Vec::new();
    let mut step = (start, NO_BOX);
    while let Some(onward) = known.get(&step) {
        solution.push((step.0, onward.push));
        step = onward.after;
    }
    Ok(solution)
}
