//! All positions by their distance from solved, found backwards.
//!
//! A breadth-first search from every solved position, by pulls instead of pushes, comes to each position
//! that can be solved, and to it first at its true distance: the fewest pushes. So whatever is found
//! in a layer has a proven optimum, without any bound or pruning that could be wrong; and when
//! the search ends by itself, all that it has not found cannot be solved.

use crate::search::hash::Map;
use crate::search::{Budget, Stop};

use super::field::{DIRECTIONS, Field, back};
use super::positions::{Distances, State};
use crate::search::bitset::Bits;

/// Room for the positions of a usual level, so that the table seldom grows.
const USUAL_POSITIONS: usize = 1 << 13;

/// Where positions are kept; one search leaves its memory to the next.
pub(super) struct Store<const W: usize> {
    states: Vec<State<W>>,
    /// Where the player of each state can walk.
    regions: Vec<Bits<W>>,
    distances: Distances<W>,
}

impl<const W: usize> Default for Store<W> {
    fn default() -> Self {
        Self {
            states: Vec::with_capacity(USUAL_POSITIONS),
            regions: Vec::with_capacity(USUAL_POSITIONS),
            distances: Map::with_capacity_and_hasher(USUAL_POSITIONS, <_>::default()),
        }
    }
}

impl<const W: usize> Store<W> {
    pub fn len(&self) -> usize {
        self.states.len()
    }
}

/// The positions found so far, layer by layer.
pub(super) struct Retrograde<'a, const W: usize> {
    field: &'a Field<W>,
    store: &'a mut Store<W>,
    /// Where each layer begins.
    layers: Vec<usize>,
    /// No more positions than this are stored.
    most: usize,
}

impl<'a, const W: usize> Retrograde<'a, W> {
    /// The solved positions: a box on every goal, the player in any region.
    pub fn new(field: &'a Field<W>, goals: Bits<W>, most: usize, store: &'a mut Store<W>) -> Self {
        store.states.clear();
        store.regions.clear();
        store.distances.clear();
        let mut search = Self {
            field,
            store,
            layers: vec![0],
            most,
        };
        let mut free = field.floor & !goals;
        while let Some(square) = free.first() {
            let region = field.flood(Bits::of([square]), free);
            search.add(goals, region, 0);
            free = free & !region;
        }
        search
    }

    fn state(&self, boxes: Bits<W>, region: Bits<W>) -> State<W> {
        debug_assert!(!(region & self.field.floor).is_empty());
        State {
            boxes,
            region: region.first().unwrap_or(0),
        }
    }

    fn add(&mut self, boxes: Bits<W>, region: Bits<W>, distance: u16) {
        let state = self.state(boxes, region);
        let entry = self.store.distances.entry(state);
        if let std::collections::hash_map::Entry::Vacant(entry) = entry {
            entry.insert(distance);
            self.store.states.push(state);
            self.store.regions.push(region);
        }
    }

    /// The distance of the last layer.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// The fewest pushes from every position in the layers.
    pub fn distances(&self) -> &Distances<W> {
        &self.store.distances
    }

    /// Finds one more layer. `Ok(false)` if there is none: all positions that can be solved are found.
    ///
    /// # Errors
    /// When the budget ends or the table is full. The layers before are whole nevertheless.
    pub fn grow(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        let (start, end) = (self.layers[self.depth()], self.store.states.len());
        let distance = u16::try_from(self.layers.len()).map_err(|_| Stop::Memory)?;
        self.layers.push(end);
        for at in start..end {
            budget.tick(distance.into())?;
            if self.store.states.len() > self.most {
                return Err(Stop::Memory);
            }
            self.pull_all(
                self.store.states[at].boxes,
                self.store.regions[at],
                distance,
            );
        }
        let is_new = self.store.states.len() > end;
        if !is_new {
            self.layers.pop();
        }
        Ok(is_new)
    }

    fn pull_all(&mut self, from: Bits<W>, reach: Bits<W>, distance: u16) {
        let field = self.field;
        let free = field.floor & !from;
        for direction in 0..DIRECTIONS {
            // The player stands beside the box and has room to step back.
            let standing = reach & field.step(free, back(direction));
            let pulled = from & field.step(standing, back(direction));
            for square in pulled.iter() {
                let to = field.step(Bits::of([square]), direction);
                let mut boxes = from | to;
                boxes.remove(square);
                let player = field.step(to, direction);
                let region = field.flood(player, field.floor & !boxes);
                self.add(boxes, region, distance);
            }
        }
    }
}
