//! An open-addressing table of states, each a number of its own: what it says about a state is
//! never about another one.

use crate::search::Stop;
use crate::search::hash::mix;

const FIRST_SLOTS: usize = 1 << 12;
/// What an idle table may keep.
const KEPT_SLOTS: usize = 1 << 17;
/// Up to here a table grows fourfold, for few states to be entered twice; then twofold, for
/// memory's sake.
const BIG_SLOTS: usize = 1 << 20;
const EMPTY: u64 = 0;

/// Words that are never 0. Some of their bits may be a mark that does not tell states apart.
pub struct Table {
    slots: Vec<u64>,
    count: usize,
    /// Leaves as many upper bits of a hash as number the slots.
    shift: u32,
    mark: u64,
}

impl Table {
    /// A table whose words carry marks in those bits.
    pub const fn new(mark: u64) -> Self {
        Self {
            slots: Vec::new(),
            count: 0,
            shift: 0,
            mark,
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// When memory does not suffice even for an empty table.
    pub fn clear(&mut self, memory: usize) -> Result<(), Stop> {
        if FIRST_SLOTS * size_of::<u64>() > memory {
            return Err(Stop::Memory);
        }
        self.trim();
        if self.bytes() > memory {
            self.slots = Vec::new();
        }
        let size = self.slots.len().max(FIRST_SLOTS);
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        self.shift = u64::BITS - size.trailing_zeros();
        self.count = 0;
        Ok(())
    }

    /// Gives back the memory of a big table.
    pub fn trim(&mut self) {
        if self.slots.len() > KEPT_SLOTS {
            self.slots = Vec::new();
        }
    }

    /// The word of that state, whatever its mark.
    #[inline]
    pub fn get(&self, word: u64) -> Option<u64> {
        let found = self.slots[self.slot(word)];
        (found != EMPTY).then_some(found)
    }

    /// Enters a state unless it is there already; says whether it is new.
    ///
    /// # Errors
    /// When there is no memory for it.
    #[inline]
    pub fn insert(&mut self, word: u64, memory: usize) -> Result<bool, Stop> {
        let mut slot = self.slot(word);
        if self.slots[slot] != EMPTY {
            return Ok(false);
        }
        if self.count * 8 >= self.slots.len() * 7 {
            self.grow(memory)?;
            slot = self.slot(word);
        }
        self.count += 1;
        self.slots[slot] = word;
        Ok(true)
    }

    /// Gives a state that is there another mark.
    pub fn mark(&mut self, word: u64) {
        let slot = self.slot(word);
        debug_assert_ne!(self.slots[slot], EMPTY);
        self.slots[slot] = word;
    }

    /// Where a state is, or where it should be entered.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves fewer bits than the size has"
    )]
    fn slot(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (mix(0, word & !self.mark) >> self.shift) as usize;
        loop {
            let found = self.slots[slot];
            if found == EMPTY || (found ^ word) & !self.mark == 0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Old and new slots are there at the same time for a moment, and both count.
    #[cold]
    fn grow(&mut self, memory: usize) -> Result<(), Stop> {
        let factor = if self.slots.len() < BIG_SLOTS { 4 } else { 2 };
        let factor = [factor, 2]
            .into_iter()
            .find(|factor| self.bytes() * (1 + factor) <= memory);
        let size = self.slots.len() * factor.ok_or(Stop::Memory)?;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        self.shift = u64::BITS - size.trailing_zeros();
        for word in old.into_iter().filter(|&word| word != EMPTY) {
            let slot = self.slot(word);
            self.slots[slot] = word;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_map() {
        const MARK: u64 = 3 << 56;
        let mut rng = SplitMix64::new(1);
        let mut table = Table::new(MARK);
        for _ in 0..2 {
            table.clear(usize::MAX).expect("no limit");
            let mut map = HashMap::new();
            for _ in 0..40_000 {
                let key = rng.below(20_000) | 1 << 63;
                let word = key | rng.below(4) << 56;
                assert_eq!(table.get(word), map.get(&key).copied());
                let is_new = map.insert(key, word).is_none();
                assert_eq!(table.insert(word, usize::MAX), Ok(is_new));
                table.mark(word);
            }
        }
    }

    #[test]
    fn keeps_within_memory() {
        let mut table = Table::new(0);
        assert_eq!(table.clear(1000), Err(Stop::Memory));
        let memory = 1 << 18;
        table.clear(memory).expect("room for the first slots");
        let entered = (1..100_000).find(|&word| table.insert(word, memory).is_err());
        assert!(table.bytes() * 3 > memory, "no doubling would fit");
        assert_eq!(entered, Some(1 + table.slots.len() as u64 / 8 * 7));
        assert_eq!(table.get(5), Some(5));
    }
}
