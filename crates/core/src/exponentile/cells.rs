//! Sets of cells, one bit a cell: a machine word for boards of up to 64 cells, four for the others.

use std::ops::{BitAnd, BitOr, BitXor, Not};

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

const WORDS: usize = 4;
const WORD_BITS: usize = 64;

/// Up to 256 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitXor for Wide {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for Wide {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl CellSet for Wide {
    fn single(cell: usize) -> Self {
        let mut words = [0; WORDS];
        words[cell / WORD_BITS] = 1 << (cell % WORD_BITS);
        Self(words)
    }

    fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    fn has(self, cell: usize) -> bool {
        self.0[cell / WORD_BITS] >> (cell % WORD_BITS) & 1 == 1
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * WORD_BITS + self.0[word].trailing_zeros() as usize)
    }

    fn raised(self, distance: usize) -> Self {
        let (words, bits) = (distance / WORD_BITS, distance % WORD_BITS);
        Self(std::array::from_fn(|word| {
            let from = |back: usize| word.checked_sub(back).map_or(0, |source| self.0[source]);
            // Twice, because a shift by the whole word is none.
            (from(words) << bits) | (from(words + 1) >> 1 >> (WORD_BITS - 1 - bits))
        }))
    }

    fn lowered(self, distance: usize) -> Self {
        let (words, bits) = (distance / WORD_BITS, distance % WORD_BITS);
        Self(std::array::from_fn(|word| {
            let from = |ahead: usize| self.0.get(word + ahead).copied().unwrap_or(0);
            (from(words) >> bits) | (from(words + 1) << 1 << (WORD_BITS - 1 - bits))
        }))
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
