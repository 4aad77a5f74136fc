//! The red car's way out.

use super::board::{Board, MAX_SIDE};
use super::layout::{Layout, Track};
use super::packed::Packed;
use crate::search::bitset::Bits;

/// What the red car needs.
pub struct Exit<const WORDS: usize> {
    red: Track,
    /// What has to be free, by the red car's place, for it to slide to the right edge.
    way: [Bits<WORDS>; MAX_SIDE],
}

impl<const WORDS: usize> Exit<WORDS> {
    pub fn new(board: &Board, layout: &Layout<WORDS>) -> Self {
        let red = layout.tracks[board.red];
        let bodies = layout.bodies(&red);
        let mut way = [Bits::EMPTY; MAX_SIDE];
        for place in (1..red.places).rev() {
            way[place - 1] = way[place].or(&bodies[place].minus(&bodies[place - 1]));
        }
        Self { red, way }
    }

    /// Whether the red car stands at the right edge or could slide there at once.
    #[inline]
    pub fn is_free(&self, position: &Packed<WORDS>) -> bool {
        !self.way[self.red.place(position) % MAX_SIDE].meets(&position.occupied)
    }

    /// How many places the red car is from its last.
    pub fn places_to_go(&self, position: &Packed<WORDS>) -> usize {
        self.red.places - 1 - self.red.place(position)
    }
}
