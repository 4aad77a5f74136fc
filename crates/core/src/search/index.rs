//! The one growing hash index: open addressing with linear probing, and the policy by which it grows.
//!
//! [`Index`] holds four bytes a slot and no positions: those stand in the order of their discovery in a list
//! beside it, so growing means numbering the list again and never moves a position. What is small enough to
//! stand in the slots itself uses [`Slots`] alone. The memory outlives a search, because on small
//! puzzles fresh pages cost more than the search itself.

use super::{Budget, Stop};

const FIRST_SLOTS: usize = 1 << 12;
/// Slots that take so many bytes are big: they grow by less and are filled more, for memory's sake.
const BIG_BYTES: usize = 8 << 20;
/// Numbers leave a bit of their four bytes for marks of the caller.
const MOST_POSITIONS: usize = (1 << 31) - 1;
const NODES_BETWEEN_CHECKS: u32 = 1 << 16;

/// Entries that are found by a hash; the default of their type is an empty slot.
pub struct Slots<T> {
    /// A power of two of them; what is reserved may be more.
    slots: Vec<T>,
    /// Leaves as many upper bits of a hash as number the slots.
    shift: u32,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            shift: 0,
        }
    }
}

impl<T: Copy + Default + PartialEq> Slots<T> {
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Bytes of so many slots.
    pub const fn bytes_of(len: usize) -> usize {
        len * size_of::<T>()
    }

    pub fn bytes(&self) -> usize {
        Self::bytes_of(self.slots.len())
    }

    /// Four times as many while small, so that few entries are entered twice; then only double.
    pub fn next_len(&self) -> usize {
        if self.is_big() {
            self.len() * 2
        } else {
            self.len() * 4
        }
    }

    fn is_big(&self) -> bool {
        self.bytes() >= BIG_BYTES
    }

    /// Empties all slots; there are `len` of them then, and no fewer than at first.
    pub fn restart(&mut self, len: usize) {
        let len = len.max(FIRST_SLOTS);
        if len > self.slots.capacity() {
            // A new zeroed allocation is cheaper than extending the old one, whose content is void.
            self.slots = vec![T::default(); len];
        } else {
            self.slots.clear();
            self.slots.resize(len, T::default());
        }
        self.shift = u64::BITS - len.trailing_zeros();
    }

    /// Makes `len` slots of them, every entry in its new place.
    pub fn grow(&mut self, len: usize, hash: impl Fn(T) -> u64) {
        let old = std::mem::take(&mut self.slots);
        self.restart(len);
        for entry in old.into_iter().filter(|&entry| entry != T::default()) {
            let (slot, _) = self.probe(hash(entry), |_| false);
            self.slots[slot] = entry;
        }
    }

    /// Walks from the hash's slot to the entry for which `is_it` holds, or to an empty slot.
    #[inline]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(T) -> bool) -> (usize, Option<T>) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = self.home(hash);
        loop {
            let entry = self.slots[slot & mask];
            if entry == T::default() {
                return (slot & mask, None);
            }
            if is_it(entry) {
                return (slot & mask, Some(entry));
            }
            slot += 1;
        }
    }

    #[inline]
    pub fn fill(&mut self, slot: usize, entry: T) {
        self.slots[slot] = entry;
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves fewer bits than the size has"
    )]
    const fn home(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }
}

/// Where a look into an index ended.
pub enum Slot {
    Holds(u32),
    Free(usize),
}

/// Numbers of positions, found by the hash of the positions, and how many there may be.
#[derive(Default)]
pub struct Index {
    /// A number plus one.
    slots: Slots<u32>,
    /// With this many positions, the slots or the memory are used up.
    room: usize,
    position_bytes: usize,
    memory: usize,
}

impl Index {
    /// Forgets everything. Slots and positions may take `memory` bytes together, and the caller's lists take
    /// `position_bytes` for each position.
    pub fn restart(&mut self, position_bytes: usize, memory: usize) {
        self.slots.restart(0);
        self.position_bytes = position_bytes;
        self.memory = memory;
        self.set_room();
    }

    /// How many positions it takes before it has to grow.
    #[inline]
    pub const fn room(&self) -> usize {
        self.room
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// Bytes allocated, in use or not.
    pub fn bytes_held(&self) -> usize {
        Slots::<u32>::bytes_of(self.slots.slots.capacity())
    }

    /// Looks for the position for which `is_it` holds.
    #[inline]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Slot {
        match self.slots.probe(hash, |entry| is_it(entry - 1)) {
            (_, Some(entry)) => Slot::Holds(entry - 1),
            (slot, None) => Slot::Free(slot),
        }
    }

    /// Enters a position at the slot that [`Self::probe`] has named.
    #[inline]
    pub fn fill(&mut self, slot: usize, number: u32) {
        self.slots.fill(slot, number + 1);
    }

    /// Grows, so that there is room for at least one position more than those with these hashes; `depth` is how
    /// far the search has come.
    ///
    /// # Errors
    /// When memory or time does not allow it. The index is of no use then.
    #[cold]
    pub fn make_room(
        &mut self,
        hashes: impl ExactSizeIterator<Item = u64>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let (count, len) = (hashes.len(), self.slots.next_len());
        if Slots::<u32>::bytes_of(len) + count * self.position_bytes < self.memory {
            self.slots.restart(len);
            for (number, hash) in (0..).zip(hashes) {
                if number % NODES_BETWEEN_CHECKS == 0 {
                    budget.check(depth)?;
                }
                let (slot, _) = self.slots.probe(hash, |_| false);
                self.fill(slot, number);
            }
        }
        self.set_room();
        if count < self.room {
            Ok(())
        } else {
            Err(Stop::Memory)
        }
    }

    /// A quarter of the slots are filled while they are small, then half of them.
    fn set_room(&mut self) {
        let filled = self.slots.len() / if self.slots.is_big() { 2 } else { 4 };
        let left = self.memory.saturating_sub(self.slots.bytes());
        self.room = filled.min(left / self.position_bytes).min(MOST_POSITIONS);
    }

    /// Reserves what a list needs that has `each` entries a position, up to the room that there is. All at once:
    /// pages that are never used cost nothing, and a doubling list could pass the limit.
    pub fn reserve<T>(&self, list: &mut Vec<T>, each: usize) {
        list.reserve_exact((self.room * each).saturating_sub(list.len()));
    }
}

/// The number of the position that comes after so many; an index never holds more than a number can count.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "there is never room for more than a number can count"
)]
pub const fn number(count: usize) -> u32 {
    count as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;
    use crate::search::hash::mix;

    #[test]
    fn finds_what_was_entered_however_much_it_grows() {
        let mut index = Index::default();
        for _ in 0..2 {
            let mut rng = SplitMix64::new(1);
            let mut list = Vec::new();
            index.restart(size_of::<u64>(), usize::MAX);
            for _ in 0..100_000 {
                let key = rng.below(60_000);
                let known = list.iter().take(500).position(|&other| other == key);
                match index.probe(mix(0, key), |at| list[at as usize] == key) {
                    Slot::Holds(at) => assert_eq!(list[at as usize], key),
                    Slot::Free(slot) => {
                        assert_eq!(known, None);
                        index.fill(slot, number(list.len()));
                        list.push(key);
                    }
                }
                if list.len() == index.room() {
                    let hashes = list.iter().map(|&key| mix(0, key));
                    let grown = index.make_room(hashes, 0, &mut Budget::unlimited());
                    assert_eq!(grown, Ok(()));
                }
            }
            list.sort_unstable();
            assert!(
                list.windows(2).all(|two| two[0] < two[1]),
                "none is there twice"
            );
        }
    }

    #[test]
    fn keeps_within_memory() {
        let mut index = Index::default();
        let memory = 1 << 20;
        index.restart(16, memory);
        let mut count = 0;
        let ended = loop {
            count = index.room().max(count);
            let hashes = (0..count as u64).map(|key| mix(0, key));
            let hashes = hashes.collect::<Vec<_>>().into_iter();
            if let Err(stop) = index.make_room(hashes, 0, &mut Budget::unlimited()) {
                break stop;
            }
        };
        assert_eq!(ended, Stop::Memory);
        assert!(index.bytes() + 16 * count <= memory, "never more than that");
        assert!(index.bytes() + 16 * (count + 1) > memory || count == index.slots.len() / 4);
    }
}
