//! Maps from states. A state hashes itself well enough, so nothing is hashed again.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::State;

/// What is known by state.
pub type States<T> = HashMap<State, T, BuildHasherDefault<AsItIs>>;
/// A set of states.
pub type StatesSeen = HashSet<State, BuildHasherDefault<AsItIs>>;

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.mixed());
    }
}

/// Takes a number for its own hash.
#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
