//! A number for each position of a fleet, by its index.

use crate::search::hash::Map;

/// Indexes of so many bits are looked up in an array, longer ones in a map. All fleets of 5x5 have
/// at most 18.
const ARRAY_BITS: u32 = 22;

/// Numbers by index. Between fleets nothing is erased: what was written for an earlier one is less
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
    /// Forgets all labels. From now on indexes have at most so many bits, and labels are below `count`.
    pub fn restart(&mut self, bits: u32, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.is_array = bits <= ARRAY_BITS;
        if !self.is_array {
            self.map.clear();
        } else if self.array.len() < 1 << bits {
            self.array.resize(1 << bits, 0);
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
    pub fn get(&self, index: u64) -> Option<u32> {
        if self.is_array {
            self.array[place(index)].checked_sub(self.first)
        } else {
            self.map.get(&index).copied()
        }
    }

    #[inline]
    pub fn set(&mut self, index: u64, label: u32) {
        if self.is_array {
            self.array[place(index)] = self.first + label;
        } else {
            self.map.insert(index, label);
        }
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "in an array, an index has few bits"
)]
const fn place(index: u64) -> usize {
    index as usize
}
