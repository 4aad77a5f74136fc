//! All positions of a room by their distance from solved, like [`super::retrograde`], but ten times faster.
//!
//! Ways to put the boxes are numbered, so that a table takes the place of a hash map; and an entry of
//! it holds all squares on which the player has been seen with the boxes like that, so that a position that is
//! known already is recognised before anybody floods a region. What the table cannot hold is not searched.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

use super::field::{DIRECTIONS, Field, back};
use super::positions::{Distances, State};
use crate::search::hash::Map;

/// No box is on a square that is not numbered.
const NO_NUMBER: u32 = u32::MAX;

/// More than any room has.
const SQUARES: usize = 256;

/// A position that was found, and the one that a push leads to from here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<const W: usize> {
    pub boxes: Bits<W>,
    /// Where the player can walk.
    pub reach: Bits<W>,
    /// One push nearer to solved; for a solved position itself.
    pub next: u32,
}

/// The memory of a search, which it leaves to the next.
#[derive(Default)]
pub(super) struct Memory<const W: usize> {
    seen: Vec<Bits<W>>,
    found: Vec<Found<W>>,
    layers: Vec<usize>,
    /// Like `seen`, for who comes from the start.
    walked: Vec<Bits<W>>,
}

/// A room that is searched.
pub(super) struct Space<'a, const W: usize> {
    field: &'a Field<W>,
    memory: &'a mut Memory<W>,
    /// What a box adds to the number of a placement, by its rank among the boxes and its square.
    shares: Vec<[u32; SQUARES]>,
}

/// In how many ways so many boxes can stand on so many squares; `most + 1` for all that is beyond `most`.
pub(super) fn placements(squares: usize, boxes: usize, most: usize) -> usize {
    let mut ways: usize = 1;
    for taken in 0..boxes {
        ways = ways * squares.saturating_sub(taken) / (taken + 1);
        if ways > most {
            return most + 1;
        }
    }
    ways
}

impl<'a, const W: usize> Space<'a, W> {
    /// Searches a room from the solved positions up to `depth` pushes; none if the boxes can stand in more ways
    /// than `most` on the squares from which they can be pushed to a goal.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn search(
        field: &'a Field<W>,
        goals: Bits<W>,
        live: Bits<W>,
        depth: usize,
        most: usize,
        memory: &'a mut Memory<W>,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let (squares, boxes) = (live.count() as usize, goals.count() as usize);
        let size = placements(squares, boxes, most);
        if size > most {
            return Ok(None);
        }
        let mut shares = vec![[NO_NUMBER; SQUARES]; boxes];
        for (rank, share) in shares.iter_mut().enumerate() {
            for (number, square) in live.iter().enumerate() {
                let ways = placements(number, rank + 1, most);
                share[usize::from(square)] = u32::try_from(ways).unwrap_or(0);
            }
        }
        memory.seen.clear();
        memory.seen.resize(size, Bits::EMPTY);
        memory.found.clear();
        memory.layers.clear();
        let mut space = Self {
            field,
            memory,
            shares,
        };
        space.add_solved(goals);
        while space.depth() <= depth && space.grow(budget)? {}
        Ok(Some(space))
    }

    fn add_solved(&mut self, goals: Bits<W>) {
        self.memory.layers.push(0);
        let mut free = self.field.floor & !goals;
        while let Some(square) = free.first() {
            let at = self.number(goals);
            let reach = self.field.flood(Bits::of([square]), free);
            self.memory.seen[at] = self.memory.seen[at] | reach;
            self.memory.found.push(Found {
                boxes: goals,
                reach,
                next: u32::try_from(self.len()).unwrap_or(0),
            });
            free = free & !reach;
        }
        self.memory.layers.push(self.len());
    }

    /// The number of a way to put the boxes.
    #[inline]
    fn number(&self, boxes: Bits<W>) -> usize {
        let squares = boxes.iter().zip(&self.shares);
        squares
            .map(|(square, share)| share[usize::from(square) % SQUARES] as usize)
            .sum()
    }

    /// How many positions were found.
    pub fn len(&self) -> usize {
        self.memory.found.len()
    }

    /// How many layers were found: one more than the distance of the farthest position.
    pub fn depth(&self) -> usize {
        self.memory.layers.len() - 1
    }

    pub fn layer(&self, distance: usize) -> &[Found<W>] {
        &self.memory.found[self.memory.layers[distance]..self.memory.layers[distance + 1]]
    }

    /// What one push nearer to solved was found from this position.
    pub fn nearer(&self, position: &Found<W>) -> Found<W> {
        self.memory.found[position.next as usize]
    }

    fn grow(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        let end = self.len();
        let distance = self.depth();
        for at in self.memory.layers[distance - 1]..end {
            budget.tick(u32::try_from(distance).unwrap_or(u32::MAX))?;
            self.pull_all(at);
        }
        let is_new = self.len() > end;
        if is_new {
            self.memory.layers.push(self.len());
        }
        Ok(is_new)
    }

    fn pull_all(&mut self, at: usize) {
        let field = self.field;
        let Found { boxes, reach, .. } = self.memory.found[at];
        let free = field.floor & !boxes;
        let next = u32::try_from(at).unwrap_or(0);
        for direction in 0..DIRECTIONS {
            // The player stands beside the box and has room to step back.
            let standing = reach & field.step(free, back(direction));
            let pulled = boxes & field.step(standing, back(direction));
            for square in pulled.iter() {
                let to = field.step(Bits::of([square]), direction);
                let mut moved = boxes | to;
                moved.remove(square);
                let player = field.step(to, direction);
                let number = self.number(moved);
                if self.memory.seen[number].meets(&player) {
                    continue;
                }
                let reach = field.flood(player, field.floor & !moved);
                self.memory.seen[number] = self.memory.seen[number] | reach;
                self.memory.found.push(Found {
                    boxes: moved,
                    reach,
                    next,
                });
            }
        }
    }

    /// Begins to note positions anew, for who comes from the start and stays on squares from which a box can come to a goal.
    pub fn forget_walks(&mut self) {
        self.memory.walked.clear();
        let size = self.memory.seen.len();
        self.memory.walked.resize(size, Bits::EMPTY);
    }

    pub fn walk_to(&mut self, boxes: Bits<W>, reach: Bits<W>) {
        let number = self.number(boxes);
        self.memory.walked[number] = self.memory.walked[number] | reach;
    }

    pub fn has_walked(&self, boxes: Bits<W>, player: u16) -> bool {
        self.memory.walked[self.number(boxes)].has(player)
    }

    /// The distances of all positions, for who asks for many.
    pub fn distances(&self) -> Distances<W> {
        let mut distances = Map::with_capacity_and_hasher(self.len(), <_>::default());
        for (distance, ends) in (0_u16..).zip(self.memory.layers.windows(2)) {
            for position in &self.memory.found[ends[0]..ends[1]] {
                let region = position.reach.first().unwrap_or(0);
                let boxes = position.boxes;
                distances.insert(State { boxes, region }, distance);
            }
        }
        distances
    }
}
