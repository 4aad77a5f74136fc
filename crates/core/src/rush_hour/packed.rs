//! A position in few machine words.
//!
//! `WORDS` is 1 for boards of up to 64 cells whose places fit one word, which is nearly all that
//! anyone plays, and 4 for all others.

use crate::search::Position;
use crate::search::bitset::Bits;

/// Spreads differences in any bits over the upper bits of a product.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Every vehicle's place, and the cells that all vehicles and walls cover together. The cells follow
/// from the places; having them at hand is what makes finding moves cheap.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const WORDS: usize> {
    pub places: [u64; WORDS],
    pub occupied: Bits<WORDS>,
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
