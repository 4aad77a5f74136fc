//! How much a plain search has to look at, which is what costs a solver its time, and a player his patience.
//!
//! Counted are the positions from which a search cannot rule out that there is a solution shorter than the shortest: all
//! those that it must look at before it has a proof. It knows what any good search knows: how far each box is from the goals if it
//! were alone, which boxes are stuck, and corrals that have to be opened first (the rule of the solver's `corral.rs`, where its proof stands).
//! All of it is written anew here, and stays as it is: what a seed makes must not change when the solver learns something.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

use super::compose::COMPOSED_BOXES;
use super::field::{DIRECTIONS, Field, back};
use super::space::Space;

/// Nobody brings a box from there to that goal.
const NEVER: u8 = u8::MAX;
/// The boxes cannot all be brought to goals.
const HOPELESS: u16 = u16::MAX;
const MOST_BOXES: usize = *COMPOSED_BOXES.end();

/// How far a box alone is from each goal, with a player who has to walk around it.
pub(super) struct Walking {
    /// For each goal: by the square of the box, and that of the player.
    distances: Vec<Vec<u8>>,
    squares: usize,
}

impl Walking {
    pub fn new<const W: usize>(field: &Field<W>, goals: Bits<W>) -> Self {
        let distances = goals.iter().map(|goal| walking_distances(field, goal));
        Self {
            distances: distances.collect(),
            squares: field.width * field.height,
        }
    }

    /// The fewest pushes that bring every box to a goal of its own, as if the others were not there.
    pub fn least_pushes<const W: usize>(&self, boxes: Bits<W>, player: u16) -> usize {
        let mut rows = [0; MOST_BOXES];
        for (row, square) in rows.iter_mut().zip(boxes.iter()) {
            *row = usize::from(square) * self.squares + usize::from(player);
        }
        // By the goals that are taken; the boxes take theirs one after the other.
        let mut least = [HOPELESS; 1 << MOST_BOXES];
        let all: usize = (1 << self.distances.len()) - 1;
        least[0] = 0;
        for taken in 0..all {
            let so_far = least[taken];
            if so_far == HOPELESS {
                continue;
            }
            let row = rows[taken.count_ones() as usize];
            for (goal, distances) in self.distances.iter().enumerate() {
                if taken >> goal & 1 == 0 && distances[row] != NEVER {
                    let next = &mut least[taken | 1 << goal];
                    *next = (so_far + u16::from(distances[row])).min(*next);
                }
            }
        }
        usize::from(least[all])
    }
}

fn walking_distances<const W: usize>(field: &Field<W>, goal: u16) -> Vec<u8> {
    let squares = field.width * field.height;
    let mut distances = vec![NEVER; squares * squares];
    let mut found = |distance: u8, square: u16, player: u16| {
        let row = &mut distances[usize::from(square) * squares..][..squares];
        if row[usize::from(player)] != NEVER {
            return None;
        }
        let mut free = field.floor;
        free.remove(square);
        let reach = field.flood(Bits::of([player]), free);
        for player in reach.iter() {
            row[usize::from(player)] = distance;
        }
        Some((square, reach))
    };
    let beside = (0..DIRECTIONS).filter_map(|way| field.beside(goal, way));
    let mut layer: Vec<_> = beside.filter_map(|player| found(0, goal, player)).collect();
    for distance in 1..NEVER {
        let mut next = Vec::new();
        for (square, reach) in layer {
            for way in 0..DIRECTIONS {
                let pulled = field.beside(square, way).filter(|&to| reach.has(to));
                let sides = pulled.and_then(|to| Some((to, field.beside(to, way)?)));
                next.extend(sides.and_then(|(to, player)| found(distance, to, player)));
            }
        }
        layer = next;
    }
    distances
}

/// What is counted, and where.
pub(super) struct Toil<'a, const W: usize> {
    field: &'a Field<W>,
    goals: Bits<W>,
    live: Bits<W>,
    pub walking: Walking,
}

/// The pushes that are worth a try: by their direction, the squares of their boxes.
type Pushes<const W: usize> = [Bits<W>; DIRECTIONS];

impl<'a, const W: usize> Toil<'a, W> {
    /// In a room with the squares from which a box can come to a goal.
    pub fn new(field: &'a Field<W>, goals: Bits<W>, live: Bits<W>) -> Self {
        Self {
            field,
            goals,
            live,
            walking: Walking::new(field, goals),
        }
    }

    /// The positions that a search has to look at for a start with so many pushes, counted up to `most`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn count(
        &self,
        space: &mut Space<W>,
        start: (Bits<W>, Bits<W>),
        pushes: usize,
        most: usize,
        budget: &mut Budget,
    ) -> Result<usize, Stop> {
        space.forget_walks();
        space.walk_to(start.0, start.1);
        let (mut layer, mut next) = (vec![start], Vec::new());
        let mut count = 0;
        for made in 0..pushes {
            for &(boxes, reach) in &layer {
                budget.tick(0)?;
                let player = reach.first().unwrap_or(0);
                if made + self.walking.least_pushes(boxes, player) >= pushes {
                    continue;
                }
                count += 1;
                if count == most {
                    return Ok(count);
                }
                self.push_all(space, boxes, reach, &mut next);
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(count)
    }

    fn push_all(
        &self,
        space: &mut Space<W>,
        boxes: Bits<W>,
        reach: Bits<W>,
        next: &mut Vec<(Bits<W>, Bits<W>)>,
    ) {
        let field = self.field;
        let free = self.live & !boxes;
        let only = self.corral(boxes, reach);
        for (direction, only) in only.into_iter().enumerate() {
            let ahead = field.step(free, back(direction));
            let pushed = boxes & field.step(reach, direction) & ahead & only;
            for square in pushed.iter() {
                let mut moved = boxes | field.step(Bits::of([square]), direction);
                moved.remove(square);
                if space.has_walked(moved, square) || self.is_stuck(moved) {
                    continue;
                }
                let reach = field.flood(Bits::of([square]), field.floor & !moved);
                space.walk_to(moved, reach);
                next.push((moved, reach));
            }
        }
    }

    /// Whether a box off the goals can never be pushed again, because of walls and of others like it.
    fn is_stuck(&self, boxes: Bits<W>) -> bool {
        let field = self.field;
        let mut stuck = boxes;
        loop {
            let open = field.floor & !stuck;
            let along = |way: usize| field.step(open, way) & field.step(open, back(way));
            let still = stuck & !(along(0) | along(1));
            if still == stuck {
                return !(stuck & !self.goals).is_empty();
            }
            stuck = still;
        }
    }

    /// The pushes of the corral that has the fewest; all pushes if there is none.
    fn corral(&self, boxes: Bits<W>, reach: Bits<W>) -> Pushes<W> {
        let mut unseen = self.field.floor & !boxes & !reach;
        let mut found = [Bits::ALL; DIRECTIONS];
        let mut fewest = u32::MAX;
        while let Some(square) = unseen.first() {
            let mut corral = Corral::around(self, boxes, square);
            unseen = unseen & !corral.inside;
            if let Some(pushes) = corral.pushes(self, boxes, reach) {
                let count = pushes.iter().map(Bits::count).sum();
                if corral.must_open(self.goals) && count < fewest {
                    (found, fewest) = (pushes, count);
                }
            }
        }
        found
    }
}

/// Floor that the player cannot reach, and the boxes around it.
struct Corral<const W: usize> {
    inside: Bits<W>,
    fence: Bits<W>,
}

impl<const W: usize> Corral<W> {
    fn around(toil: &Toil<W>, boxes: Bits<W>, square: u16) -> Self {
        let mut corral = Self {
            inside: Bits::EMPTY,
            fence: Bits::EMPTY,
        };
        corral.take_in(toil, boxes, square);
        corral
    }

    fn take_in(&mut self, toil: &Toil<W>, boxes: Bits<W>, square: u16) {
        let field = toil.field;
        self.inside = self.inside | field.flood(Bits::of([square]), field.floor & !boxes);
        let around = (0..DIRECTIONS).map(|way| field.step(self.inside, way) & boxes);
        self.fence = around.fold(self.fence, |fence, more| fence | more);
    }

    /// The pushes of which one must come first, after taking in what prevents others; none if some push leads elsewhere.
    fn pushes(&mut self, toil: &Toil<W>, boxes: Bits<W>, reach: Bits<W>) -> Option<Pushes<W>> {
        'again: loop {
            let mut pushes = [Bits::EMPTY; DIRECTIONS];
            for square in self.fence.iter() {
                for (direction, pushes) in pushes.iter_mut().enumerate() {
                    let sides = (
                        toil.field.beside(square, back(direction)),
                        toil.field.beside(square, direction),
                    );
                    let (Some(player), Some(to)) = sides else {
                        continue;
                    };
                    let can_be_first = toil.live.has(to)
                        && !self.fence.has(player)
                        && !self.fence.has(to)
                        && !self.inside.has(player);
                    if !can_be_first {
                        continue;
                    }
                    if self.inside.has(to) && reach.has(player) {
                        pushes.insert(square);
                        continue;
                    }
                    if boxes.has(player) {
                        self.fence.insert(player);
                    } else if boxes.has(to) {
                        self.fence.insert(to);
                    } else if !reach.has(player) {
                        self.take_in(toil, boxes, player);
                    } else if !reach.has(to) {
                        self.take_in(toil, boxes, to);
                    } else {
                        return None;
                    }
                    continue 'again;
                }
            }
            return Some(pushes);
        }
    }

    fn must_open(&self, goals: Bits<W>) -> bool {
        self.inside.meets(&goals) || !(self.fence & !goals).is_empty()
    }
}
