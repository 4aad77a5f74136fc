//! All positions found, and which of them are still to be expanded.
//!
//! Twenty bytes a position, eight more while it waits, and an index to find it in. The waiting ones
//! stand in lists by priority, the latest first. A position that is reached again at less cost
//! is changed in place and stands in line once more; the old place in line is void when its turn comes.

use super::super::arrangement::State;
use crate::search::index::{Index, Slot, number};
use crate::search::{Budget, Stop};

const NONE: u32 = u32::MAX;
/// This bit of a parent's number says that the position itself is not waiting.
const DONE: u32 = 1 << 31;
const NO_PARENT: u32 = NONE & !DONE;

const BYTES: usize = size_of::<State>() + size_of::<u32>() + size_of::<Link>();

/// How to order positions: this many quarters of the bound count for one move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(pub u32);

impl Weight {
    const fn line(self, cost: u32, least: u32) -> usize {
        (4 * cost + self.0 * least) as usize
    }

    /// The bound of a position of that cost in that line.
    const fn least(self, line: usize, cost: u32) -> u32 {
        (number(line) - 4 * cost) / self.0
    }
}

/// A place in line.
struct Link {
    node: u32,
    next: u32,
}

/// A position whose turn has come.
#[derive(Clone, Copy)]
pub struct Turn {
    pub node: u32,
    pub state: State,
    /// What is left to pay from here at least, as far as it is still to be expanded.
    pub least: u32,
}

pub struct Store {
    states: Vec<State>,
    /// With `DONE` or without.
    parents: Vec<u32>,
    index: Index,
    links: Vec<Link>,
    /// Links to be used again.
    unused: u32,
    /// By priority, the first link.
    lines: Vec<u32>,
    /// No line before this one has a link.
    first: usize,
    weight: Weight,
}

impl Store {
    /// An empty store.
    ///
    /// # Errors
    /// When memory does not suffice even for one position.
    pub fn new(weight: Weight, memory: usize) -> Result<Self, Stop> {
        let mut store = Self {
            states: Vec::new(),
            parents: Vec::new(),
            index: Index::default(),
            links: Vec::new(),
            unused: NONE,
            lines: Vec::new(),
            first: 0,
            weight,
        };
        store.index.restart(BYTES, memory);
        store.reserve();
        if store.index.room() == 0 {
            return Err(Stop::Memory);
        }
        Ok(store)
    }

    /// Lets a position wait its turn, unless it is known at that cost or less.
    ///
    /// # Errors
    /// When there is no memory left for it, or no time to make room.
    #[inline]
    pub fn enter(
        &mut self,
        state: State,
        least: u32,
        parent: Option<u32>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let parent = parent.unwrap_or(NO_PARENT);
        let node = match self.probe(state) {
            Slot::Holds(node) => {
                let known = &mut self.states[node as usize];
                if known.cost() <= state.cost() {
                    return Ok(());
                }
                *known = state;
                self.parents[node as usize] = parent;
                node
            }
            Slot::Free(slot) => {
                if self.states.len() == self.index.room() {
                    self.make_room(budget)?;
                    return self.enter(state, least, Some(parent), budget);
                }
                let node = number(self.states.len());
                self.index.fill(slot, node);
                self.states.push(state);
                self.parents.push(parent);
                node
            }
        };
        self.wait(node, state.cost(), least);
        Ok(())
    }

    /// Lets a position whose turn it was wait again.
    pub fn put_back(&mut self, turn: Turn, least: u32) {
        self.parents[turn.node as usize] &= !DONE;
        self.wait(turn.node, turn.state.cost(), least);
    }

    /// The position whose turn it is.
    pub fn next(&mut self) -> Option<Turn> {
        while let Some(&link) = self.lines.get(self.first) {
            if link == NONE {
                self.first += 1;
                continue;
            }
            let node = self.unlink(self.first);
            let state = self.states[node as usize];
            let parent = &mut self.parents[node as usize];
            if *parent & DONE == 0 {
                *parent |= DONE;
                let least = self.weight.least(self.first, state.cost());
                return Some(Turn { node, state, least });
            }
        }
        None
    }

    /// Orders all that wait anew.
    pub fn reorder(&mut self, weight: Weight) {
        let old = std::mem::replace(&mut self.weight, weight);
        let lines = std::mem::take(&mut self.lines);
        self.first = 0;
        for (line, mut link) in lines.into_iter().enumerate() {
            while link != NONE {
                let Link { node, next } = self.links[link as usize];
                self.free(link);
                link = next;
                if self.parents[node as usize] & DONE == 0 {
                    let cost = self.states[node as usize].cost();
                    self.wait(node, cost, old.least(line, cost));
                }
            }
        }
    }

    /// The least that a solution through any waiting position costs; none if none waits.
    pub fn least_of_all(&self) -> Option<u32> {
        let mut least = None;
        for (line, &first) in self.lines.iter().enumerate() {
            let mut link = first;
            while link != NONE {
                let Link { node, next } = self.links[link as usize];
                link = next;
                if self.parents[node as usize] & DONE == 0 {
                    let cost = self.states[node as usize].cost();
                    let through = cost + self.weight.least(line, cost);
                    least = Some(least.map_or(through, |least: u32| least.min(through)));
                }
            }
        }
        least
    }

    /// The positions from the start to that one.
    pub fn path(&self, node: u32) -> Vec<State> {
        let mut path = Vec::new();
        let mut at = node;
        while at != NO_PARENT {
            path.push(self.states[at as usize]);
            at = self.parents[at as usize] & !DONE;
        }
        path.reverse();
        path
    }

    fn wait(&mut self, node: u32, cost: u32, least: u32) {
        let line = self.weight.line(cost, least);
        if line >= self.lines.len() {
            self.lines.resize(line + 1, NONE);
        }
        let next = self.lines[line];
        let place = Link { node, next };
        let number = if self.unused == NONE {
            self.links.push(place);
            number(self.links.len() - 1)
        } else {
            let number = self.unused;
            let free = &mut self.links[number as usize];
            self.unused = free.next;
            *free = place;
            number
        };
        self.lines[line] = number;
        self.first = self.first.min(line);
    }

    fn unlink(&mut self, line: usize) -> u32 {
        let number = self.lines[line];
        let Link { node, next } = self.links[number as usize];
        self.lines[line] = next;
        self.free(number);
        node
    }

    fn free(&mut self, link: u32) {
        self.links[link as usize].next = self.unused;
        self.unused = link;
    }

    /// Grows, so that there is room for at least one more.
    #[cold]
    fn make_room(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let hashes = self.states.iter().map(|state| state.mixed());
        self.index.make_room(hashes, 0, budget)?;
        self.reserve();
        Ok(())
    }

    fn reserve(&mut self) {
        self.index.reserve(&mut self.states, 1);
        self.index.reserve(&mut self.parents, 1);
        self.index.reserve(&mut self.links, 1);
    }

    #[inline]
    fn probe(&self, state: State) -> Slot {
        self.index.probe(state.mixed(), |node| {
            self.states[node as usize].same_position(state)
        })
    }
}
