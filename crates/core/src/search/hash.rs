//! One way to hash, for the searches' own tables and for the standard library's maps.
//!
//! A multiplication spreads what tells positions apart over the upper bits of the product, and a turn by half a
//! word brings these down again for the next. That is enough for the few words of a position, and many
//! times faster than the standard library's hasher, which withstands attacks that nobody makes here.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The golden ratio, as an odd number of 64 bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of some words and one more. Its *upper* bits tell them apart well, the lower ones do not.
#[inline]
pub const fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(32) ^ word).wrapping_mul(SPREAD)
}

/// A number whose upper bits tell sequences of words apart well.
#[inline]
pub fn hash_words(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, &word| mix(hash, word))
}

/// A map that is hashed with [`mix`].
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
/// A set that is hashed with [`mix`].
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// [`mix`] in the shape that the standard library wants.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    /// The maps take their slots from the lower bits.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
