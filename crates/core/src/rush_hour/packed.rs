//! A position in few machine words.
//!
//! `WORDS` is 1 for boards of up to 64 cells whose places fit one word, which is nearly all that
//! anyone plays, and 4 for all others.

use super::search::Position;
use crate::search::bitset::Bits;
use crate::search::hash::hash_words;

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
        hash_words(&self.places)
    }
}
