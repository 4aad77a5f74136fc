//! A set of small numbers, one bit each, so that it is compared, copied and flooded by the word.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};

const WORD_BITS: usize = 64;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Self([0; W]);
    pub const ALL: Self = Self([u64::MAX; W]);

    pub fn of(numbers: impl IntoIterator<Item: Into<usize>>) -> Self {
        let mut bits = Self::EMPTY;
        for number in numbers {
            bits.insert(number);
        }
        bits
    }

    #[inline]
    pub fn has(&self, number: impl Into<usize>) -> bool {
        let number = number.into();
        self.0[number / WORD_BITS % W] >> (number % WORD_BITS) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, number: impl Into<usize>) {
        let number = number.into();
        self.0[number / WORD_BITS % W] |= 1 << (number % WORD_BITS);
    }

    #[inline]
    pub fn remove(&mut self, number: impl Into<usize>) {
        let number = number.into();
        self.0[number / WORD_BITS % W] &= !(1 << (number % WORD_BITS));
    }

    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        self.combined(other, |word, mask| word & mask)
    }

    #[inline]
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        self.combined(other, |word, more| word | more)
    }

    #[inline]
    #[must_use]
    pub fn minus(self, other: &Self) -> Self {
        self.combined(other, |word, less| word & !less)
    }

    #[inline]
    fn combined(mut self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for (word, &other) in self.0.iter_mut().zip(&other.0) {
            *word = combine(*word, other);
        }
        self
    }

    /// Whether any number is in both sets.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let common = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        common.fold(0, |all, word| all | word) != 0
    }

    /// How many numbers it holds.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many numbers are in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn count_beyond(&self, other: &Self) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words
            .map(|(&word, &without)| (word & !without).count_ones())
            .sum()
    }

    /// The least number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(number_at(word, self.0[word]))
    }

    /// Takes the least number out.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let number = number_at(word, self.0[word]);
        self.0[word] &= self.0[word] - 1;
        Some(number)
    }

    /// The numbers, upwards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }

    /// Every number grows by `by`, which is below 64; what leaves the set's range is gone.
    #[inline]
    #[must_use]
    pub fn up(self, by: usize) -> Self {
        Self(std::array::from_fn(|word| {
            let carried = if by > 0 && word > 0 {
                self.0[word - 1] >> (WORD_BITS - by)
            } else {
                0
            };
            self.0[word] << by | carried
        }))
    }

    /// Every number shrinks by `by`, which is below 64; what would be negative is gone.
    #[inline]
    #[must_use]
    pub fn down(self, by: usize) -> Self {
        Self(std::array::from_fn(|word| {
            let carried = if by > 0 && word + 1 < W {
                self.0[word + 1] << (WORD_BITS - by)
            } else {
                0
            };
            self.0[word] >> by | carried
        }))
    }

    /// Every number grows by 64 times `words`.
    #[inline]
    #[must_use]
    pub fn up_words(self, words: usize) -> Self {
        let from = |word: usize| word.checked_sub(words).map_or(0, |from| self.0[from]);
        Self(std::array::from_fn(from))
    }

    /// Every number shrinks by 64 times `words`.
    #[inline]
    #[must_use]
    pub fn down_words(self, words: usize) -> Self {
        let from = |word: usize| self.0.get(word + words).copied().unwrap_or(0);
        Self(std::array::from_fn(from))
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "no set has more numbers than a u16 can count"
)]
const fn number_at(word: usize, bits: u64) -> u16 {
    (word * WORD_BITS) as u16 + bits.trailing_zeros() as u16
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Hash for Bits<W> {
    /// Word by word: the way that is derived goes byte by byte.
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.and(&other)
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.or(&other)
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.combined(&other, |word, other| word ^ other)
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_like_its_numbers() {
        let numbers = [0_usize, 1, 63, 64, 100, 127, 128, 200, 255];
        let set = Bits::<4>::of(numbers);
        assert!(set.iter().map(usize::from).eq(numbers));
        assert_eq!(set.count() as usize, numbers.len());
        for by in [0, 1, 7, 63, 64, 65, 130, 255] {
            let raised = numbers.iter().map(|number| number + by);
            let kept = raised.filter(|&number| number < 256);
            let moved = set.up_words(by / 64).up(by % 64);
            assert_eq!(moved, Bits::of(kept));
            let lowered = numbers.iter().filter_map(|number| number.checked_sub(by));
            let moved = set.down_words(by / 64).down(by % 64);
            assert_eq!(moved, Bits::of(lowered));
        }
    }

    #[test]
    fn what_sets_have_in_common() {
        let (low, high) = (Bits::<2>::of([1_usize, 70]), Bits::of([70_usize, 71]));
        assert_eq!(low & high, Bits::of([70_usize]));
        assert_eq!(low | high, Bits::of([1_usize, 70, 71]));
        assert_eq!(low ^ high, Bits::of([1_usize, 71]));
        assert_eq!(low & !high, low.minus(&high));
        assert!(low.meets(&high) && !low.minus(&high).meets(&high));
        assert_eq!(low.count_beyond(&high), 1);
    }
}
