//! A small rectangle of squares, numbered row by row, so that a whole region walks one step at once.

use crate::search::bitset::Bits;

/// The rectangle inside the outer walls, and which of its squares are floor.
#[derive(Clone, Debug)]
pub(super) struct Field<const W: usize> {
    pub width: usize,
    pub height: usize,
    pub floor: Bits<W>,
    first_column: Bits<W>,
    last_column: Bits<W>,
}

/// Left, up, right, down; two from each lies its opposite.
pub(super) const DIRECTIONS: usize = 4;

pub(super) const fn back(direction: usize) -> usize {
    direction ^ 2
}

impl<const W: usize> Field<W> {
    pub fn new(width: usize, height: usize, floor: Bits<W>) -> Self {
        Self {
            width,
            height,
            floor,
            first_column: Bits::of((0..height).map(|row| row * width)),
            last_column: Bits::of((0..height).map(|row| row * width + width - 1)),
        }
    }

    /// All squares, walls included.
    pub fn all(&self) -> Bits<W> {
        Bits::of(0..self.width * self.height)
    }

    /// Every square one step on, walls included; what leaves the rectangle at a side is gone. At the top
    /// and the bottom it may stay in the set as a square that is no floor.
    #[inline]
    pub fn step(&self, cells: Bits<W>, direction: usize) -> Bits<W> {
        match direction {
            0 => (cells & !self.first_column).down(1),
            1 => cells.down(self.width),
            2 => (cells & !self.last_column).up(1),
            _ => cells.up(self.width),
        }
    }

    /// The floor next to a square.
    pub fn beside(&self, square: u16, direction: usize) -> Option<u16> {
        (self.step(Bits::of([square]), direction) & self.floor).first()
    }

    /// The squares of `free` that are connected with `start`, which is one of them.
    #[inline]
    pub fn flood(&self, start: Bits<W>, free: Bits<W>) -> Bits<W> {
        let mut found = start;
        loop {
            let level = found | (self.step(found, 0) | self.step(found, 2)) & free;
            let grown = (level | self.step(level, 1) | self.step(level, 3)) & free;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }
}
