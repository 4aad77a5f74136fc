//! The positions that a search has found, and those that wait for their turn.
//!
//! A position is its box set in as many words as the useful squares take, the player's square, and sixteen bytes of
//! what the search knows. Positions are compared whole, so that no two are ever taken for one.

use crate::rng::SplitMix64;
use crate::search::bitset::Bits;
use crate::search::hash::{hash_words, mix};
use crate::search::index::{Index, Slot, number};
use crate::search::{Budget, Stop};

pub(crate) const NO_PARENT: u32 = u32::MAX;
const EXPANDED: u32 = 1 << 31;
/// What a trimmed store may hold.
const KEPT_BYTES: usize = 32 << 20;
/// Bytes of a place in the queue.
const PLACE: usize = size_of::<u32>();

/// What the search knows of a position.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub parent: u32,
    /// What the way here costs.
    pub cost: u32,
    /// What the rest costs at least.
    pub rest: u32,
    pub is_expanded: bool,
    /// The box's square before the push that led here, times four, plus the direction.
    pub push: u16,
    pub player: u16,
}

/// Words of a node after those of its box set.
const NODE_WORDS: usize = 2;

impl Node {
    /// The player's square in the low bits of the second word, so that a comparison needs no more.
    fn pack(&self) -> [u64; NODE_WORDS] {
        let rest = u64::from(self.rest) | u64::from(self.is_expanded) << 31;
        [
            u64::from(self.cost) << 32 | u64::from(self.parent),
            rest << 32 | u64::from(self.push) << 16 | u64::from(self.player),
        ]
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the parts of the words are cut out"
    )]
    const fn unpack([first, second]: [u64; NODE_WORDS]) -> Self {
        Self {
            parent: first as u32,
            cost: (first >> 32) as u32,
            rest: (second >> 32) as u32 & !EXPANDED,
            is_expanded: (second >> 32) as u32 & EXPANDED != 0,
            push: (second >> 16) as u16,
            player: second as u16,
        }
    }
}

/// Where a position stands after a look into the store.
pub(crate) enum Entry {
    Old(u32),
    /// Not there; this is the place for it.
    New(usize),
}

/// All positions of a search. Reusable: a search clears it and keeps its memory.
#[derive(Default)]
pub(crate) struct Store {
    /// Box set and node of each position, side by side: a look at it is one look into memory.
    records: Vec<u64>,
    len: usize,
    /// Words of a box set.
    stride: usize,
    index: Index,
}

impl Store {
    /// Forgets everything. Box sets are to have bits in `stride` words.
    pub fn restart(&mut self, stride: usize, memory: usize) {
        self.records.clear();
        self.len = 0;
        self.stride = stride;
        let bytes = self.record_words() * size_of::<u64>() + PLACE;
        self.index.restart(bytes, memory);
        self.reserve();
    }

    /// Gives back the memory that a big search has left.
    pub fn trim(&mut self) {
        if self.records.capacity() * size_of::<u64>() + self.index.bytes_held() > KEPT_BYTES {
            *self = Self::default();
        }
    }

    #[inline]
    const fn at(&self, number: u32) -> usize {
        number as usize * self.record_words()
    }

    #[inline]
    pub fn node(&self, number: u32) -> Node {
        let at = self.at(number) + self.stride;
        Node::unpack([self.records[at], self.records[at + 1]])
    }

    /// Writes what is newly known of a position; its player stays.
    #[inline]
    pub fn set_node(&mut self, number: u32, node: &Node) {
        let at = self.at(number) + self.stride;
        self.records[at..at + NODE_WORDS].copy_from_slice(&node.pack());
    }

    #[inline]
    pub fn boxes<const W: usize>(&self, number: u32) -> Bits<W> {
        let at = self.at(number);
        let mut bits = Bits::EMPTY;
        for (word, &stored) in bits.0.iter_mut().zip(&self.records[at..at + self.stride]) {
            *word = stored;
        }
        bits
    }

    #[inline]
    pub fn find<const W: usize>(&self, boxes: &Bits<W>, player: u16) -> Entry {
        let words = &boxes.0[..self.stride.min(W)];
        let slot = self.index.probe(hash(words, player), |node| {
            let at = self.at(node);
            let stored = &self.records[at..at + self.stride + NODE_WORDS];
            stored[self.stride + 1] & 0xffff == u64::from(player)
                && stored.iter().zip(words).all(|(one, other)| one == other)
        });
        match slot {
            Slot::Holds(node) => Entry::Old(node),
            Slot::Free(slot) => Entry::New(slot),
        }
    }

    /// Adds a position at the place that [`Self::find`] has named; `proven` is how far the search has come.
    ///
    /// # Errors
    /// When memory or time does not allow it.
    #[inline]
    pub fn add<const W: usize>(
        &mut self,
        slot: usize,
        boxes: &Bits<W>,
        node: &Node,
        proven: u32,
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let mut slot = slot;
        if self.len == self.index.room() {
            self.grow(proven, budget)?;
            if let Entry::New(moved) = self.find(boxes, node.player) {
                slot = moved;
            }
        }
        let number = number(self.len);
        self.len += 1;
        self.records
            .extend_from_slice(&boxes.0[..self.stride.min(W)]);
        self.records.extend_from_slice(&node.pack());
        self.index.fill(slot, number);
        Ok(number)
    }

    #[cold]
    fn grow(&mut self, proven: u32, budget: &mut Budget) -> Result<(), Stop> {
        let stride = self.stride;
        let records = self.records.chunks_exact(self.record_words());
        let hashes = records.map(|record| {
            let node = Node::unpack([record[stride], record[stride + 1]]);
            hash(&record[..stride], node.player)
        });
        self.index.make_room(hashes, proven, budget)?;
        self.reserve();
        Ok(())
    }

    #[inline]
    const fn record_words(&self) -> usize {
        self.stride + NODE_WORDS
    }

    fn reserve(&mut self) {
        let each = self.record_words();
        self.index.reserve(&mut self.records, each);
    }
}

/// A number whose upper bits tell positions apart well.
#[inline]
fn hash(words: &[u64], player: u16) -> u64 {
    mix(hash_words(words), player.into())
}

/// Positions in the order in which they are to be expanded: by a first measure, then by a second, the last come
/// first. Measures are small numbers, so that a place for each serves.
#[derive(Default)]
pub(crate) struct Queue {
    rows: Vec<Row>,
    first: usize,
}

#[derive(Default)]
struct Row {
    stacks: Vec<Vec<u32>>,
    first: usize,
    count: usize,
}

impl Queue {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.first = 0;
    }

    #[inline]
    pub fn push(&mut self, (first, second): (u32, u32), node: u32) {
        let (first, second) = (first as usize, second as usize);
        if first >= self.rows.len() {
            self.rows.resize_with(first + 1, Row::default);
        }
        let row = &mut self.rows[first];
        if second >= row.stacks.len() {
            row.stacks.resize_with(second + 1, Vec::new);
        }
        row.stacks[second].push(node);
        row.first = row.first.min(second);
        row.count += 1;
        self.first = self.first.min(first);
    }

    /// The next position, and its measures.
    #[inline]
    pub fn pop(&mut self) -> Option<((u32, u32), u32)> {
        loop {
            let row = self.rows.get_mut(self.first)?;
            if row.count == 0 {
                *row = Row::default();
                self.first += 1;
                continue;
            }
            while row.stacks[row.first].is_empty() {
                row.first += 1;
            }
            row.count -= 1;
            let node = row.stacks[row.first].pop()?;
            return Some(((number(self.first), number(row.first)), node));
        }
    }

    /// A position from anywhere: from any of the first measures, then from any of the second, then any with these.
    pub fn pop_anywhere(&mut self, rng: &mut SplitMix64) -> Option<((u32, u32), u32)> {
        let any = |from: usize, to: usize, rng: &mut SplitMix64| {
            let rows = to.saturating_sub(from).max(1);
            from + usize::try_from(rng.below(rows as u64)).unwrap_or(0)
        };
        let chosen = any(self.first, self.rows.len(), rng);
        let mut around = (chosen..self.rows.len()).chain(self.first..chosen);
        let first = around.find(|&row| self.rows[row].count > 0)?;
        let row = &mut self.rows[first];
        let chosen = any(row.first, row.stacks.len(), rng);
        let mut around = (chosen..row.stacks.len()).chain(row.first..chosen);
        let second = around.find(|&stack| !row.stacks[stack].is_empty())?;
        let stack = &mut row.stacks[second];
        let node = stack.swap_remove(any(0, stack.len(), rng));
        row.count -= 1;
        Some(((number(first), number(second)), node))
    }
}

/// Memory that one search leaves to the next.
#[derive(Default)]
pub(crate) struct Memory {
    pub store: Store,
    pub queue: Queue,
}

impl Memory {
    /// Gives back what a big search has left.
    pub fn trim(&mut self) {
        self.store.trim();
    }
}
