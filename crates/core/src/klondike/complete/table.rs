//! A set of states, each a number of its own: what it says about a state is never about another one.

use crate::search::Stop;
use crate::search::hash::mix;
use crate::search::index::Slots;

/// What an idle table may keep.
const KEPT_SLOTS: usize = 1 << 17;

/// Words that are never 0. Some of their bits may be a mark that does not tell states apart.
pub struct Table {
    slots: Slots<u64>,
    count: usize,
    mark: u64,
}

impl Table {
    /// A table whose words carry marks in those bits.
    pub fn new(mark: u64) -> Self {
        Self {
            slots: Slots::default(),
            count: 0,
            mark,
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// When memory does not suffice even for an empty table.
    pub fn clear(&mut self, memory: usize) -> Result<(), Stop> {
        self.trim();
        if self.bytes() > memory {
            self.slots = Slots::default();
        }
        self.slots.restart(self.slots.len());
        self.count = 0;
        if self.bytes() > memory {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Gives back the memory of a big table.
    pub fn trim(&mut self) {
        if self.slots.len() > KEPT_SLOTS {
            self.slots = Slots::default();
        }
    }

    /// The word of that state, whatever its mark.
    #[inline]
    pub fn get(&self, word: u64) -> Option<u64> {
        self.probe(word).1
    }

    /// Enters a state unless it is there already; says whether it is new.
    ///
    /// # Errors
    /// When there is no memory for it.
    #[inline]
    pub fn insert(&mut self, word: u64, memory: usize) -> Result<bool, Stop> {
        let (mut slot, found) = self.probe(word);
        if found.is_some() {
            return Ok(false);
        }
        if self.count * 8 >= self.slots.len() * 7 {
            self.grow(memory)?;
            (slot, _) = self.probe(word);
        }
        self.count += 1;
        self.slots.fill(slot, word);
        Ok(true)
    }

    /// Gives a state that is there another mark.
    pub fn mark(&mut self, word: u64) {
        let (slot, found) = self.probe(word);
        debug_assert!(found.is_some());
        self.slots.fill(slot, word);
    }

    /// Where a state is, or where it should be entered.
    #[inline]
    fn probe(&self, word: u64) -> (usize, Option<u64>) {
        let is_it = |found: u64| (found ^ word) & !self.mark == 0;
        self.slots.probe(mix(0, word & !self.mark), is_it)
    }

    /// Old and new slots are there at the same time for a moment, and both count.
    #[cold]
    fn grow(&mut self, memory: usize) -> Result<(), Stop> {
        let lens = [self.slots.next_len(), self.slots.len() * 2].into_iter();
        let mut fitting = lens.filter(|&len| self.bytes() + Slots::<u64>::bytes_of(len) <= memory);
        let len = fitting.next().ok_or(Stop::Memory)?;
        let mark = self.mark;
        self.slots.grow(len, |word| mix(0, word & !mark));
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
