//! An open-addressing table of node numbers.
//!
//! It holds four bytes a slot and no positions: those stand in the order of their discovery in a
//! list beside it, so growing means numbering the list again and never moves a position. The memory
//! outlives a search, because on small puzzles fresh pages cost more than the search itself.

const FIRST_SIZE: usize = 1 << 12;
const BIG_SIZE: usize = 1 << 22;
const EMPTY: u32 = 0;

/// Where a probe ended.
pub enum Slot {
    Holds(u32),
    Free(usize),
}

/// Node numbers, found by the hash of their positions.
#[derive(Default)]
pub struct Table {
    /// Node number plus one, or `EMPTY`. A power of two of them; what is reserved may be more.
    slots: Vec<u32>,
    /// Leaves as many upper bits of a hash as number the slots.
    shift: u32,
}

impl Table {
    /// Empties the table and brings it to its first size.
    pub fn restart(&mut self) {
        self.resize(FIRST_SIZE);
    }

    /// Empties the table and brings it to its next size; the caller enters its nodes again.
    pub fn grow(&mut self) {
        self.resize(self.next_size());
    }

    /// Four times the size while small, so that few nodes are entered twice; then only double, for memory's sake.
    pub fn next_size(&self) -> usize {
        if self.size() < BIG_SIZE {
            self.size() * 4
        } else {
            self.size() * 2
        }
    }

    /// How many nodes the table takes before it has to grow: a quarter of its slots while small, then half of
    /// them, for memory's sake.
    pub const fn room(size: usize) -> usize {
        if size < BIG_SIZE { size / 4 } else { size / 2 }
    }

    pub const fn bytes(size: usize) -> usize {
        size * size_of::<u32>()
    }

    pub fn size(&self) -> usize {
        self.slots.len()
    }

    /// Walks from the hash's slot to the node for which `is_it` holds, or to a free slot.
    #[inline]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Slot {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = self.home(hash);
        loop {
            let entry = self.slots[slot & mask];
            if entry == EMPTY {
                return Slot::Free(slot & mask);
            }
            if is_it(entry - 1) {
                return Slot::Holds(entry - 1);
            }
            slot += 1;
        }
    }

    #[inline]
    pub fn fill(&mut self, slot: usize, node: u32) {
        self.slots[slot] = node + 1;
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves fewer bits than the size has"
    )]
    const fn home(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }

    fn resize(&mut self, size: usize) {
        if size > self.slots.capacity() {
            // A new zeroed allocation is cheaper than extending the old one, whose content is void.
            self.slots = vec![EMPTY; size];
        } else {
            self.slots.clear();
            self.slots.resize(size, EMPTY);
        }
        self.shift = u64::BITS - size.trailing_zeros();
    }

    /// Bytes allocated, in use or not.
    pub fn bytes_held(&self) -> usize {
        Self::bytes(self.slots.capacity())
    }
}
