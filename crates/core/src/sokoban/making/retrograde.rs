//! All positions by their distance from solved, found backwards.
//!
//! A breadth-first search from every solved position, by pulls instead of pushes, comes to each position
//! that can be solved, and to it first at its true distance: the fewest pushes. So whatever is found
//! in a layer has a proven optimum, without any bound or pruning that could be wrong; and when
//! the search ends by itself, all that it has not found cannot be solved.

use crate::search::hash::Map;
use crate::search::{Budget, Stop};

use super::field::{DIRECTIONS, Field, back};
use crate::search::bitset::Bits;

/// Boxes, and the first square of the region in which the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State<const W: usize> {
    pub boxes: Bits<W>,
    pub region: u16,
}

/// A push: the box's square and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Push {
    pub square: u16,
    pub direction: usize,
}

/// Room for the positions of a usual level, so that the table seldom grows.
const USUAL_POSITIONS: usize = 1 << 13;

/// Where positions are kept; one search leaves its memory to the next.
pub(super) struct Store<const W: usize> {
    states: Vec<State<W>>,
    /// Where the player of each state can walk.
    regions: Vec<Bits<W>>,
    distances: Map<State<W>, u16>,
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

    /// The state of boxes with the player on this square.
    pub fn state_at(&self, boxes: Bits<W>, player: impl Into<usize>) -> State<W> {
        let region = self
            .field
            .flood(Bits::of([player]), self.field.floor & !boxes);
        self.state(boxes, region)
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

    pub fn layer(&self, distance: usize) -> &[State<W>] {
        let end = self.layers.get(distance + 1).copied();
        &self.store.states[self.layers[distance]..end.unwrap_or(self.store.states.len())]
    }

    /// The fewest pushes from a position, if it is in one of the layers.
    pub fn distance(&self, state: &State<W>) -> Option<u16> {
        self.store.distances.get(state).copied()
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

    /// Every push from a position, and where it leads.
    pub fn pushes(&self, state: &State<W>) -> Vec<(Push, State<W>)> {
        let field = self.field;
        let free = field.floor & !state.boxes;
        let reach = field.flood(Bits::of([state.region]), free);
        let mut found = Vec::new();
        for direction in 0..DIRECTIONS {
            let ahead = field.step(free, back(direction));
            let pushed = state.boxes & field.step(reach, direction) & ahead;
            for square in pushed.iter() {
                let mut boxes = state.boxes | field.step(Bits::of([square]), direction);
                boxes.remove(square);
                found.push((Push { square, direction }, self.state_at(boxes, square)));
            }
        }
        found
    }
}
