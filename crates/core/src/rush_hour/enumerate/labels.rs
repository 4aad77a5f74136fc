//! A number for each position of a fleet.

use crate::search::hash::Map;

/// The numbers of fleets with so many positions, possible or not, stand in an array; those of larger
/// ones in a map.
pub const ARRAY_SIZE: usize = 1 << 24;

/// Numbers by rank. Between fleets nothing is erased: what was written for an earlier one is less
/// than `first` and counts for nothing.
#[derive(Default)]
pub struct Labels {
    array: Vec<u32>,
    map: Map<u64, u32>,
    is_array: bool,
    /// What is written for label 0.
    first: u32,
    /// What comes after the greatest label.
    end: u32,
}

impl Labels {
    /// Forgets all labels. From now on ranks are below `ranks`, and labels below `count`.
    pub fn restart(&mut self, ranks: usize, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.is_array = ranks <= ARRAY_SIZE;
        if !self.is_array {
            self.map.clear();
            return;
        }
        if self.array.len() < ranks {
            self.array.resize(ranks.next_power_of_two(), 0);
        }
        // The array starts out with zeros, which must count for nothing.
        self.first = self.end.max(1);
        self.end = self.first.checked_add(count).unwrap_or_else(|| {
            self.array.fill(0);
            self.first = 1;
            count + 1
        });
    }

    #[inline]
    pub fn get(&self, rank: u32) -> Option<u32> {
        if self.is_array {
            self.array[rank as usize].checked_sub(self.first)
        } else {
            self.map.get(&u64::from(rank)).copied()
        }
    }

    #[inline]
    pub fn set(&mut self, rank: u32, label: u32) {
        if self.is_array {
            self.array[rank as usize] = self.first + label;
        } else {
            self.map.insert(u64::from(rank), label);
        }
    }
}
