//! A position as the searches backwards know it, and the pushes from it.

use crate::search::bitset::Bits;
use crate::search::hash::Map;

use super::field::{DIRECTIONS, Field, back};

/// Boxes, and the first square of the region in which the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State<const W: usize> {
    pub boxes: Bits<W>,
    pub region: u16,
}

/// A push: the box's square and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Push {
    pub square: u16,
    pub direction: usize,
}

/// The fewest pushes from every position that can be solved.
pub(super) type Distances<const W: usize> = Map<State<W>, u16>;

impl<const W: usize> Field<W> {
    /// The state of boxes with the player on this square.
    pub fn state_at(&self, boxes: Bits<W>, player: impl Into<usize>) -> State<W> {
        let region = self.flood(Bits::of([player]), self.floor & !boxes);
        State {
            boxes,
            region: region.first().unwrap_or(0),
        }
    }

    /// Every push from a position, and where it leads.
    pub fn pushes(&self, state: &State<W>) -> Vec<(Push, State<W>)> {
        let free = self.floor & !state.boxes;
        let reach = self.flood(Bits::of([state.region]), free);
        let mut found = Vec::new();
        for direction in 0..DIRECTIONS {
            let ahead = self.step(free, back(direction));
            let pushed = state.boxes & self.step(reach, direction) & ahead;
            for square in pushed.iter() {
                let mut boxes = state.boxes | self.step(Bits::of([square]), direction);
                boxes.remove(square);
                found.push((Push { square, direction }, self.state_at(boxes, square)));
            }
        }
        found
    }
}
