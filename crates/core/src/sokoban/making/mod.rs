//! Levels to order, by seed, and measures of what makes a level hard.
//!
//! [`compose`] makes levels; nothing in it depends on the clock, nor on how the solver searches, so that a seed
//! makes the same level for ever. [`measure`] looks at a finished level.

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

use field::{DIRECTIONS, Field};

pub use compose::{COMPOSED_BOXES, Composed, Order, compose};
pub use measure::{Choices, Measures, measure};

/// The widths and heights that a level may be made with, outer walls included.
pub const SIDES: RangeInclusive<usize> = 5..=18;

fn between(rng: &mut SplitMix64, range: RangeInclusive<usize>) -> usize {
    let choices = range.end() - range.start() + 1;
    range.start() + usize::try_from(rng.below(choices as u64)).unwrap_or(0)
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
