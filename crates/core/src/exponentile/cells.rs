//! Sets of cells, one bit a cell: a machine word for boards of up to 64 cells, four for the others.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::search::bitset::Bits;

/// A set of cells, numbered column by column from the left, and down each column.
pub trait CellSet:
    Copy
    + Eq
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    fn single(cell: usize) -> Self;

    fn is_empty(self) -> bool;

    fn count(self) -> u32;

    /// The least cell.
    fn first(self) -> Option<usize>;

    /// Every cell's number grows by `distance`; what leaves the set's range is gone.
    #[must_use]
    fn raised(self, distance: usize) -> Self;

    /// Every cell's number shrinks by `distance`; what would be negative is gone.
    #[must_use]
    fn lowered(self, distance: usize) -> Self;

    fn has(self, cell: usize) -> bool {
        !(self & Self::single(cell)).is_empty()
    }

    /// The cells in ascending order.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set, one by one.
pub struct Cells<S>(S);

impl<S: CellSet> Iterator for Cells<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        self.0 = self.0 ^ S::single(cell);
        Some(cell)
    }
}

impl CellSet for u64 {
    #[inline]
    fn single(cell: usize) -> Self {
        1 << cell
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline]
    fn raised(self, distance: usize) -> Self {
        self << distance
    }

    #[inline]
    fn lowered(self, distance: usize) -> Self {
        self >> distance
    }
}

/// Up to 256 cells.
pub type Wide = Bits<4>;

impl CellSet for Wide {
    #[inline]
    fn single(cell: usize) -> Self {
        Self::of([cell])
    }

    #[inline]
    fn is_empty(self) -> bool {
        Self::is_empty(&self)
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        Self::has(&self, cell)
    }

    #[inline]
    fn count(self) -> u32 {
        Self::count(&self)
    }

    #[inline]
    fn first(self) -> Option<usize> {
        Self::first(&self).map(usize::from)
    }

    #[inline]
    fn raised(self, distance: usize) -> Self {
        self.up_words(distance / 64).up(distance % 64)
    }

    #[inline]
    fn lowered(self, distance: usize) -> Self {
        self.down_words(distance / 64).down(distance % 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_set_moves_like_its_cells() {
        let cells = [0, 1, 63, 64, 100, 127, 128, 200, 255];
        let set = cells
            .iter()
            .fold(Wide::default(), |set, &cell| set | Wide::single(cell));
        assert_eq!(set.cells().collect::<Vec<_>>(), cells);
        assert_eq!(set.count() as usize, cells.len());
        for distance in [0, 1, 7, 63, 64, 65, 130, 255] {
            let raised: Vec<usize> = cells.iter().map(|cell| cell + distance).collect();
            let kept = raised.into_iter().filter(|&cell| cell < 256);
            assert!(set.raised(distance).cells().eq(kept));
            let lowered = cells.iter().filter_map(|cell| cell.checked_sub(distance));
            assert!(set.lowered(distance).cells().eq(lowered));
        }
    }

    #[test]
    fn both_sets_agree() {
        let word = 0x8000_1234_0000_0081_u64;
        let wide = word
            .cells()
            .fold(Wide::default(), |set, cell| set | Wide::single(cell));
        assert_eq!(wide.first(), word.first());
        for distance in [1, 8, 40] {
            assert!(
                wide.lowered(distance)
                    .cells()
                    .eq(word.lowered(distance).cells())
            );
        }
    }
}
