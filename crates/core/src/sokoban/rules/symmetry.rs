//! Levels that look the same in a mirror: of positions that are images of each other, one stands for all.
//!
//! A mirroring or turn that takes floor to floor and goals to goals takes solutions to solutions of the same length, so
//! that the search may store the least image of every position in place of the position.

use crate::search::bitset::Bits;

use super::level::{Level, WALL};

/// Where each square goes.
type Image = Vec<u16>;

/// The ways in which a level is its own image, but for the trivial one.
pub(crate) struct Symmetry {
    images: Vec<Image>,
}

impl Symmetry {
    pub fn new(level: &Level) -> Self {
        // The order of the directions left, up, right, down after each turn and mirroring.
        let turns = (0..4).map(|turn| [0, 1, 2, 3].map(|side| (side + turn) % 4));
        let mirrored = (0..4).map(|turn| [0, 3, 2, 1].map(|side| (side + turn) % 4));
        let directions = turns.skip(1).chain(mirrored);
        Self {
            images: directions.filter_map(|way| image(level, way)).collect(),
        }
    }

    pub const fn none() -> Self {
        Self { images: Vec::new() }
    }

    /// The least image of a box set, and the number of the symmetry that leads to it; none if it is the least itself.
    #[inline]
    pub fn least<const W: usize>(&self, boxes: &Bits<W>) -> Option<(usize, Bits<W>)> {
        let mut best = None;
        let mut least = *boxes;
        for (number, image) in self.images.iter().enumerate() {
            let other = Bits::of(boxes.iter().map(|square| image[usize::from(square)]));
            if other.0 < least.0 {
                least = other;
                best = Some(number);
            }
        }
        best.map(|number| (number, least))
    }

    #[inline]
    pub fn image(&self, number: usize, square: u16) -> u16 {
        self.images[number][usize::from(square)]
    }

    /// Where an image came from.
    pub fn origin(&self, number: usize, square: u16) -> u16 {
        let image = &self.images[number];
        let origin = (0..).zip(image).find(|(_, there)| **there == square);
        origin.map_or(WALL, |(origin, _)| origin)
    }
}

/// Follows the floor from one square and from its supposed image; every square may be that image.
fn image(level: &Level, way: [usize; 4]) -> Option<Image> {
    (0..).take(level.squares()).find_map(|first| {
        let mut image = vec![WALL; level.squares()];
        image[0] = first;
        let mut waiting = vec![0_u16];
        while let Some(square) = waiting.pop() {
            let there = image[usize::from(square)];
            for (side, &turned) in way.iter().enumerate() {
                let (next, next_there) = (level.step(square, side), level.step(there, turned));
                if (next == WALL) != (next_there == WALL) {
                    return None;
                }
                if next == WALL {
                    continue;
                }
                let known = &mut image[usize::from(next)];
                if *known == WALL {
                    *known = next_there;
                    waiting.push(next);
                } else if *known != next_there {
                    return None;
                }
            }
        }
        let goals_stay = |&goal: &u16| level.goals.contains(&image[usize::from(goal)]);
        level.goals.iter().all(goals_stay).then_some(image)
    })
}
