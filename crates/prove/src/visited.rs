//! The positions that an exhaustive search has seen: a hash index over keys of a fixed size, each with a number.

const FIRST_SLOTS: usize = 1024;

/// A set of keys; the first one added is number 0.
pub struct Visited<const W: usize> {
    /// A key's number plus one, or 0.
    slots: Vec<u32>,
    keys: Vec<[u64; W]>,
}

impl<const W: usize> Default for Visited<W> {
    fn default() -> Self {
        Self {
            slots: vec![0; FIRST_SLOTS],
            keys: Vec::new(),
        }
    }
}

impl<const W: usize> Visited<W> {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        self.keys.clear();
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    #[must_use]
    pub fn key(&self, number: u32) -> &[u64; W] {
        &self.keys[number as usize]
    }

    /// The number of a key, and whether it is new.
    ///
    /// # Panics
    /// When there are more keys than numbers.
    pub fn add(&mut self, key: &[u64; W]) -> (u32, bool) {
        if 4 * self.keys.len() >= 3 * self.slots.len() {
            self.grow();
        }
        let at = self.find(key);
        if self.slots[at] != 0 {
            return (self.slots[at] - 1, false);
        }
        self.keys.push(*key);
        self.slots[at] = u32::try_from(self.keys.len()).expect("fewer keys than numbers");
        (self.slots[at] - 1, true)
    }

    /// The slot that holds the key, or that it belongs into.
    fn find(&self, key: &[u64; W]) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(key) & mask;
        while self.slots[at] != 0 && self.keys[self.slots[at] as usize - 1] != *key {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.keys.len() {
            let key = self.keys[number];
            let at = self.find(&key);
            self.slots[at] = u32::try_from(number + 1).expect("fewer keys than numbers");
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "any part of a hash is a hash"
)]
fn hash<const W: usize>(key: &[u64; W]) -> usize {
    let mut hash = 0_u64;
    for &word in key {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash ^ (hash >> 29)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_number() {
        let mut visited = Visited::default();
        for number in 0..5000_u32 {
            let key = [u64::from(number % 71), u64::from(number / 71)];
            assert_eq!(visited.add(&key), (number, true));
            assert_eq!(visited.add(&key), (number, false));
            assert_eq!(visited.key(number), &key);
        }
        visited.clear();
        assert_eq!(visited.len(), 0);
        assert_eq!(visited.add(&[3, 4]), (0, true));
    }
}
