//! Rooms to play in, and where their goals are.
//!
//! A drunken walk stamps small shapes out of the rock, and dead ends are filled in again: what is left has
//! corners, passages and little halls, and no square from which nothing can be pushed anywhere.

use crate::rng::SplitMix64;

use super::field::{DIRECTIONS, Field};
use crate::search::bitset::Bits;

/// The shapes that the walk stamps, as columns and rows; small ones more often.
const STAMPS: [(usize, usize); 8] = [
    (1, 1),
    (1, 1),
    (1, 1),
    (2, 1),
    (1, 2),
    (2, 2),
    (3, 1),
    (1, 3),
];
const STEPS_A_SQUARE: usize = 8;
/// Tries to find a good plot.
const PLOTS: usize = 30;
const NARROWEST: usize = 3;

fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).unwrap_or(0)
}

/// The part of the rectangle in which a room is carved.
struct Plot {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Plot {
    /// Somewhere, and not so large that the room becomes a mere thread.
    fn choose(rng: &mut SplitMix64, width: usize, height: usize, wanted: usize) -> Self {
        for _ in 0..PLOTS {
            let (columns, rows) = (1 + below(rng, width), 1 + below(rng, height));
            let area = columns * rows;
            if columns.min(rows) >= NARROWEST && 4 * area >= 5 * wanted && area <= 3 * wanted {
                return Self {
                    left: below(rng, width - columns + 1),
                    top: below(rng, height - rows + 1),
                    width: columns,
                    height: rows,
                };
            }
        }
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }
}

/// A connected room of about `wanted` squares.
pub(super) fn carve<const W: usize>(
    rng: &mut SplitMix64,
    width: usize,
    height: usize,
    wanted: usize,
) -> Field<W> {
    let plot = Plot::choose(rng, width, height, wanted);
    let mut floor = Bits::EMPTY;
    let (mut column, mut row) = (below(rng, plot.width), below(rng, plot.height));
    let mut direction = below(rng, DIRECTIONS);
    for _ in 0..STEPS_A_SQUARE * plot.width * plot.height {
        let (columns, rows) = STAMPS[below(rng, STAMPS.len())];
        for y in row..(row + rows).min(plot.height) {
            for x in column..(column + columns).min(plot.width) {
                floor.insert((plot.top + y) * width + plot.left + x);
            }
        }
        if floor.count() as usize >= wanted {
            break;
        }
        if below(rng, 3) == 0 {
            direction = below(rng, DIRECTIONS);
        }
        match direction {
            0 if column > 0 => column -= 1,
            1 if row > 0 => row -= 1,
            2 if column + 1 < plot.width => column += 1,
            3 if row + 1 < plot.height => row += 1,
            _ => direction = below(rng, DIRECTIONS),
        }
    }
    without_dead_ends(Field::new(width, height, floor))
}

pub(super) fn without_dead_ends<const W: usize>(mut field: Field<W>) -> Field<W> {
    loop {
        let ends = field.floor.iter().filter(|&square| {
            let ways = (0..DIRECTIONS).filter(|&way| field.beside(square, way).is_some());
            ways.count() <= 1
        });
        let ends = Bits::of(ends);
        if ends.is_empty() {
            return field;
        }
        field.floor = field.floor & !ends;
    }
}

/// Goals from which boxes can be pulled: side by side, or anywhere. None if there are too few places.
pub(super) fn place_goals<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    count: usize,
) -> Option<Bits<W>> {
    let can_leave = |&square: &u16| {
        (0..DIRECTIONS).any(|way| {
            let next = field.beside(square, way);
            next.is_some_and(|next| field.beside(next, way).is_some())
        })
    };
    let mut places: Vec<u16> = field.floor.iter().filter(can_leave).collect();
    if places.len() < count {
        return None;
    }
    rng.shuffle(&mut places);
    if below(rng, 2) == 0 {
        return Some(Bits::of(places[..count].iter().copied()));
    }
    let allowed = Bits::of(places.iter().copied());
    let mut goals = Bits::of([places[0]]);
    while (goals.count() as usize) < count {
        let around = (0..DIRECTIONS).fold(goals, |cells, way| cells | field.step(goals, way));
        let next: Vec<u16> = (around & allowed & !goals).iter().collect();
        if next.is_empty() {
            return None;
        }
        goals.insert(*rng.choice(&next));
    }
    Some(goals)
}
