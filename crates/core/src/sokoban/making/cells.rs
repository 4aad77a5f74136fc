//! Sets of squares of a small rectangle, one bit each, so that a whole region walks one step at once.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, Not};

/// Squares numbered row by row. Enough words for the rectangle are chosen once, where a level comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells<const W: usize>(pub [u64; W]);

impl<const W: usize> Cells<W> {
    pub const EMPTY: Self = Self([0; W]);

    pub fn of(squares: impl IntoIterator<Item = usize>) -> Self {
        let mut cells = Self::EMPTY;
        for square in squares {
            cells.insert(square);
        }
        cells
    }

    pub const fn has(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    pub const fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub const fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The least square.
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The squares in ascending order.
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let square = self.first()?;
            self.remove(square);
            Some(square)
        })
    }

    /// Every square as many places further on; `by` is below 64.
    fn up(self, by: u32) -> Self {
        let word = |at: usize| {
            let carried = if by > 0 && at > 0 {
                self.0[at - 1] >> (64 - by)
            } else {
                0
            };
            self.0[at] << by | carried
        };
        Self(std::array::from_fn(word))
    }

    /// Every square as many places back; `by` is below 64.
    fn down(self, by: u32) -> Self {
        let word = |at: usize| {
            let carried = if by > 0 && at + 1 < W {
                self.0[at + 1] << (64 - by)
            } else {
                0
            };
            self.0[at] >> by | carried
        };
        Self(std::array::from_fn(word))
    }
}

impl<const W: usize> Hash for Cells<W> {
    /// Word by word: the way that is derived goes byte by byte.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const W: usize> BitAnd for Cells<W> {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const W: usize> BitOr for Cells<W> {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const W: usize> Not for Cells<W> {
    type Output = Self;

    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// The rectangle inside the outer walls, and which of its squares are floor.
#[derive(Clone, Debug)]
pub(super) struct Field<const W: usize> {
    pub width: usize,
    pub height: usize,
    pub floor: Cells<W>,
    first_column: Cells<W>,
    last_column: Cells<W>,
}

/// Left, up, right, down; two from each lies its opposite.
pub(super) const DIRECTIONS: usize = 4;

pub(super) const fn back(direction: usize) -> usize {
    direction ^ 2
}

impl<const W: usize> Field<W> {
    pub fn new(width: usize, height: usize, floor: Cells<W>) -> Self {
        Self {
            width,
            height,
            floor,
            first_column: Cells::of((0..height).map(|row| row * width)),
            last_column: Cells::of((0..height).map(|row| row * width + width - 1)),
        }
    }

    /// Every square one step on, walls included; what leaves the rectangle at a side is gone. At the top
    /// and the bottom it may stay in the set as a square that is no floor.
    #[inline]
    pub fn step(&self, cells: Cells<W>, direction: usize) -> Cells<W> {
        #[expect(clippy::cast_possible_truncation, reason = "a width is below 64")]
        let stride = self.width as u32;
        match direction {
            0 => (cells & !self.first_column).down(1),
            1 => cells.down(stride),
            2 => (cells & !self.last_column).up(1),
            _ => cells.up(stride),
        }
    }

    /// The floor next to a square.
    pub fn beside(&self, square: usize, direction: usize) -> Option<usize> {
        (self.step(Cells::of([square]), direction) & self.floor).first()
    }

    /// The squares of `free` that are connected with `start`, which is one of them.
    #[inline]
    pub fn flood(&self, start: Cells<W>, free: Cells<W>) -> Cells<W> {
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
