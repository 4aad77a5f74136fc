//! A set of squares as bits, so that a position is compared, copied and flooded by the word.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Self([0; W]);

    pub fn of(squares: impl IntoIterator<Item = u16>) -> Self {
        let mut bits = Self::EMPTY;
        for square in squares {
            bits.insert(square);
        }
        bits
    }

    #[inline]
    pub const fn has(&self, square: u16) -> bool {
        self.0[square as usize / 64 % W] >> (square % 64) & 1 != 0
    }

    #[inline]
    pub const fn insert(&mut self, square: u16) {
        self.0[square as usize / 64 % W] |= 1 << (square % 64);
    }

    #[inline]
    pub const fn remove(&mut self, square: u16) {
        self.0[square as usize / 64 % W] &= !(1 << (square % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (word, &mask) in self.0.iter_mut().zip(&other.0) {
            *word &= mask;
        }
        self
    }

    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
        self
    }

    #[inline]
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        for (word, &less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
        self
    }

    /// How many numbers it holds.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many numbers are in this set and not in the other.
    #[inline]
    pub fn count_beyond(&self, other: &Self) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words
            .map(|(&word, &without)| (word & !without).count_ones())
            .sum()
    }

    /// The least number.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(square_at(word, self.0[word]))
    }

    /// Takes the least number out.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let square = square_at(word, self.0[word]);
        self.0[word] &= self.0[word] - 1;
        Some(square)
    }

    /// The numbers, upwards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a level has fewer squares than a u16 can count"
)]
const fn square_at(word: usize, bits: u64) -> u16 {
    (word * 64) as u16 + bits.trailing_zeros() as u16
}
