//! The positions that a search has found: a list in order of discovery, and an index to find them in.
//!
//! A breadth-first search discovers by increasing distance, so this order *is* the distance: the list
//! falls into layers, and a position needs no field that says how deep it is.

use super::{Groups, Position};
use crate::search::index::{Index, Slot, number};
use crate::search::{Budget, Stop};

const NO_PARENT: u32 = u32::MAX;
/// What a trimmed space may hold.
const KEPT_BYTES: usize = 64 << 20;

/// A position with what the search knows of it.
#[derive(Clone, Copy)]
pub(super) struct Node<P> {
    pub position: P,
    /// Move groups that need no expanding.
    pub skip: Groups,
    pub parent: u32,
}

/// Where a position stands after [`Space::enter`].
pub(super) enum Entry {
    Old(u32),
    New(u32),
    /// It is new, and there is no room for it: [`Space::make_room`] and try again.
    Full,
}

/// All positions of a search. Reusable: a search clears it and keeps its memory.
pub struct Space<P> {
    nodes: Vec<Node<P>>,
    index: Index,
    /// The first node of each layer.
    layers: Vec<u32>,
}

impl<P> Default for Space<P> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            index: Index::default(),
            layers: Vec::new(),
        }
    }
}

impl<P: Position> Space<P> {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The position with that number, in order of discovery.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn position(&self, node: u32) -> &P {
        &self.nodes[node as usize].position
    }

    /// All positions, in order of discovery.
    #[must_use]
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &P> {
        self.nodes.iter().map(|node| &node.position)
    }

    /// The number of that position, if it has been found.
    #[must_use]
    pub fn find(&self, position: &P) -> Option<u32> {
        match self.probe(position) {
            Slot::Holds(node) => Some(node),
            Slot::Free(_) => None,
        }
    }

    /// Bytes of the positions and of the index, by their number and not by what is reserved: so a
    /// limit on memory stops a search at the same position always.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<P>>() + self.index.bytes()
    }

    /// The positions from the start to this one, each found from the one before.
    #[must_use]
    pub fn path_to(&self, node: u32) -> Vec<P> {
        let mut path = Vec::new();
        let mut at = node;
        while at != NO_PARENT {
            let Node {
                position, parent, ..
            } = self.nodes[at as usize];
            path.push(position);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The numbers of the nodes in each layer, nearest first.
    pub(super) fn layers(&self) -> impl DoubleEndedIterator<Item = std::ops::Range<u32>> {
        let ends = self.layers[1..].iter().copied();
        let ends = ends.chain([number(self.nodes.len())]);
        self.layers
            .iter()
            .zip(ends.collect::<Vec<_>>())
            .map(|(&first, end)| first..end)
    }

    /// Gives back the memory that a big search has left, and keeps what small ones need.
    pub fn trim(&mut self) {
        let bytes = self.nodes.capacity() * size_of::<Node<P>>() + self.index.bytes_held();
        if bytes > KEPT_BYTES {
            *self = Self::default();
        }
    }

    /// Forgets everything and begins with one position.
    ///
    /// # Errors
    /// When memory does not suffice even for that.
    pub(super) fn restart(&mut self, start: P, memory: usize) -> Result<(), Stop> {
        self.nodes.clear();
        self.layers.clear();
        self.index.restart(size_of::<Node<P>>(), memory);
        self.index.reserve(&mut self.nodes, 1);
        self.begin_layer();
        match self.enter(start, 0, NO_PARENT) {
            Entry::Full => Err(Stop::Memory),
            Entry::New(_) | Entry::Old(_) => Ok(()),
        }
    }

    /// What is entered from now on is one move farther than what was entered before.
    pub(super) fn begin_layer(&mut self) {
        self.layers.push(number(self.nodes.len()));
    }

    /// The number that the next new node will get.
    pub(super) fn end(&self) -> u32 {
        number(self.nodes.len())
    }

    pub(super) fn node(&self, node: u32) -> &Node<P> {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node<P> {
        &mut self.nodes[node as usize]
    }

    /// Finds a position or adds it, with the groups to skip if it is new.
    #[inline]
    pub(super) fn enter(&mut self, position: P, skip: Groups, parent: u32) -> Entry {
        let slot = match self.probe(&position) {
            Slot::Holds(node) => return Entry::Old(node),
            Slot::Free(slot) => slot,
        };
        if self.nodes.len() == self.index.room() {
            return Entry::Full;
        }
        let number = self.end();
        self.index.fill(slot, number);
        self.nodes.push(Node {
            position,
            skip,
            parent,
        });
        Entry::New(number)
    }

    /// Grows, so that there is room for at least one more.
    ///
    /// # Errors
    /// When memory or time does not allow it. The space is of no use then.
    #[cold]
    pub(super) fn make_room(&mut self, budget: &mut Budget, depth: u32) -> Result<(), Stop> {
        let hashes = self.nodes.iter().map(|node| node.position.hash());
        self.index.make_room(hashes, depth, budget)?;
        self.index.reserve(&mut self.nodes, 1);
        Ok(())
    }

    #[inline]
    fn probe(&self, position: &P) -> Slot {
        self.index.probe(position.hash(), |node| {
            self.nodes[node as usize].position.same(position)
        })
    }
}
