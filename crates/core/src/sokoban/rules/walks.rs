//! How far it is to walk.

use crate::search::bitset::Bits;

use super::level::{Level, WALL, back};
use super::pushes::Push;

const UNREACHED: u16 = u16::MAX;

/// The number of steps from the player to every square.
#[derive(Default)]
pub(crate) struct Walks {
    steps: Vec<u16>,
    queue: Vec<u16>,
}

impl Walks {
    /// Walks everywhere from the player's square, with boxes in the way; all squares reached.
    pub fn measure<const W: usize>(
        &mut self,
        level: &Level,
        player: u16,
        boxes: &Bits<W>,
    ) -> Bits<W> {
        self.steps.clear();
        self.steps.resize(level.squares(), UNREACHED);
        self.steps[usize::from(player)] = 0;
        self.queue.clear();
        self.queue.push(player);
        let mut done = 0;
        while let Some(&here) = self.queue.get(done) {
            done += 1;
            let steps = self.steps[usize::from(here)] + 1;
            for &there in &level.near[usize::from(here)] {
                if there != WALL && !boxes.has(there) && self.steps[usize::from(there)] == UNREACHED
                {
                    self.steps[usize::from(there)] = steps;
                    self.queue.push(there);
                }
            }
        }
        Bits::of(self.queue.iter().copied())
    }

    /// The steps to a square that can be reached.
    #[inline]
    pub fn steps(&self, square: u16) -> u32 {
        self.steps[usize::from(square)].into()
    }

    /// The steps of a push that can be made, the walk to the box included.
    #[inline]
    pub fn steps_to_push(&self, level: &Level, (square, direction): Push) -> u32 {
        self.steps(level.step(square, back(direction))) + 1
    }
}
