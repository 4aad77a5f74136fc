//! A position in few machine words.
//!
//! `WORDS` is 1 for boards of up to 64 cells whose places fit one word, which is nearly all that
//! anyone plays, and 4 for all others.

use crate::search::Position;

/// Spreads differences in any bits over the upper bits of a product.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Cells<WORDS> {
    pub const NONE: Self = Self([0; WORDS]);
    pub const ALL: Self = Self([u64::MAX; WORDS]);

    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub const fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        let common = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        common.fold(0, |all, word| all | word) != 0
    }

    #[inline]
    pub fn with(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a | b)
    }

    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }

    #[inline]
    pub fn shared_with(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a & b)
    }

    #[inline]
    fn combined(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            combine(self.0[word], other.0[word])
        }))
    }
}

/// Every vehicle's place, and the cells that all vehicles and walls cover together. The cells follow
/// from the places; having them at hand is what makes finding moves cheap.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const WORDS: usize> {
    pub places: [u64; WORDS],
    pub occupied: Cells<WORDS>,
}

impl<const WORDS: usize> Position for Packed<WORDS> {
    #[inline]
    fn same(&self, other: &Self) -> bool {
        self.places == other.places
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.places.iter().fold(0_u64, |hash, word| {
            (hash.rotate_left(32) ^ word).wrapping_mul(SPREAD)
        })
    }
}
