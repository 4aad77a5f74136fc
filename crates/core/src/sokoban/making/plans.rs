//! Floor plans: rooms with doors, rooms with passages between them, halls with pillars, rings, and where goals are.
//!
//! A plan is drawn by one of a few hands, bitten at its edges until it has the size that is wanted, and its
//! goals are laid like people lay them: the end of a room, a row along a wall, a heap, or here and there.

use crate::rng::SplitMix64;
use crate::search::bitset::Bits;

use super::field::{DIRECTIONS, Field};
use super::{between, rooms};

/// Tries to draw a plan of the wanted size.
const DRAFTS: usize = 12;
/// A wall with a door is not drawn through less than this.
const NARROWEST: usize = 5;
/// Tries to bite a plan smaller, for each square that is too many.
const BITES: usize = 6;

/// How a hand draws, on an empty sheet.
type Hand<const W: usize> = fn(&mut Sheet<W>, &mut SplitMix64);

/// The rectangle inside the outer walls.
struct Sheet<const W: usize> {
    width: usize,
    height: usize,
    floor: Bits<W>,
}

/// Left, top, columns and rows.
type Block = (usize, usize, usize, usize);

impl<const W: usize> Sheet<W> {
    fn set(&mut self, (left, top, columns, rows): Block, is_floor: bool) {
        for row in top..(top + rows).min(self.height) {
            for column in left..(left + columns).min(self.width) {
                if is_floor {
                    self.floor.insert(row * self.width + column);
                } else {
                    self.floor.remove(row * self.width + column);
                }
            }
        }
    }

    /// A block of some size, anywhere on the sheet.
    fn somewhere(&self, rng: &mut SplitMix64, columns: usize, rows: usize) -> Block {
        let (columns, rows) = (columns.min(self.width), rows.min(self.height));
        let left = between(rng, 0..=self.width - columns);
        (left, between(rng, 0..=self.height - rows), columns, rows)
    }

    /// Walls with doors, through the whole sheet and then through its parts.
    fn divided(&mut self, rng: &mut SplitMix64) {
        self.set((0, 0, self.width, self.height), true);
        let mut parts = vec![(0, 0, self.width, self.height)];
        for _ in 0..between(rng, 1..=3) {
            parts.sort_by_key(|&(_, _, columns, rows)| columns * rows);
            let Some((left, top, columns, rows)) = parts.pop() else {
                return;
            };
            let upright = columns > rows || (columns == rows && between(rng, 0..=1) == 0);
            if columns.max(rows) < NARROWEST {
                return;
            }
            let doors = between(rng, 1..=2);
            if upright {
                let at = left + between(rng, 2..=columns - 3);
                self.set((at, top, 1, rows), false);
                for _ in 0..doors {
                    self.set((at, top + between(rng, 0..=rows - 1), 1, 1), true);
                }
                parts.push((left, top, at - left, rows));
                parts.push((at + 1, top, left + columns - at - 1, rows));
            } else {
                let at = top + between(rng, 2..=rows - 3);
                self.set((left, at, columns, 1), false);
                for _ in 0..doors {
                    self.set((left + between(rng, 0..=columns - 1), at, 1, 1), true);
                }
                parts.push((left, top, columns, at - top));
                parts.push((left, at + 1, columns, top + rows - at - 1));
            }
        }
    }

    /// A few rooms, each with a passage to the next.
    fn scattered(&mut self, rng: &mut SplitMix64) {
        let mut last: Option<(usize, usize)> = None;
        for _ in 0..between(rng, 2..=4) {
            let (columns, rows) = (between(rng, 2..=4), between(rng, 2..=4));
            let room = self.somewhere(rng, columns, rows);
            self.set(room, true);
            let door = (
                room.0 + between(rng, 0..=room.2 - 1),
                room.1 + between(rng, 0..=room.3 - 1),
            );
            if let Some(from) = last.replace(door) {
                let (left, right) = (from.0.min(door.0), from.0.max(door.0));
                let (top, bottom) = (from.1.min(door.1), from.1.max(door.1));
                self.set((left, from.1, right - left + 1, 1), true);
                self.set((door.0, top, 1, bottom - top + 1), true);
            }
        }
    }

    /// One hall with pillars.
    fn hall(&mut self, rng: &mut SplitMix64) {
        self.set((0, 0, self.width, self.height), true);
        for _ in 0..between(rng, 2..=(self.width * self.height / 8).max(2)) {
            let (columns, rows) = *rng.choice(&[(1, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1)]);
            let pillar = self.somewhere(rng, columns, rows);
            self.set(pillar, false);
        }
    }

    /// A way around a block, and a room inside or beside it.
    fn ring(&mut self, rng: &mut SplitMix64) {
        self.set((0, 0, self.width, self.height), true);
        let (columns, rows) = (self.width.max(5) - 4, self.height.max(5) - 4);
        let (columns, rows) = (between(rng, 1..=columns), between(rng, 1..=rows));
        let left = between(rng, 1..=(self.width - columns).max(2) - 1);
        let top = between(rng, 1..=(self.height - rows).max(2) - 1);
        self.set((left, top, columns, rows), false);
        for _ in 0..between(rng, 1..=3) {
            let pillar = self.somewhere(rng, 1, 1);
            self.set(pillar, false);
        }
    }

    /// Two halves that mirror each other, of whatever another hand draws.
    fn mirrored(&mut self, rng: &mut SplitMix64) {
        let hand: Hand<W> = *rng.choice(&[Self::hall as Hand<W>, Self::scattered]);
        hand(self, rng);
        for square in 0..self.width * self.height {
            let (row, column) = (square / self.width, square % self.width);
            if self.floor.has(square) {
                let other = self.width - 1 - column;
                if column < other {
                    self.floor.insert(row * self.width + other);
                }
            } else if column < self.width - 1 - column {
                self.floor
                    .remove(row * self.width + self.width - 1 - column);
            }
        }
    }

    /// Bites corners and edges off until no more than `wanted` squares are left.
    fn bite(&mut self, rng: &mut SplitMix64, wanted: usize) {
        let too_many = (self.floor.count() as usize).saturating_sub(wanted);
        for _ in 0..too_many * BITES {
            if self.floor.count() as usize <= wanted {
                return;
            }
            let (columns, rows) =
                *rng.choice(&[(1, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)]);
            let before = self.floor;
            let bite = self.somewhere(rng, columns, rows);
            self.set(bite, false);
            if !is_connected(&Field::new(self.width, self.height, self.floor)) {
                self.floor = before;
            }
        }
    }
}

/// Whether one can walk from everywhere to everywhere.
pub(super) fn is_connected<const W: usize>(field: &Field<W>) -> bool {
    let first = field.floor.first();
    first.is_some_and(|square| field.flood(Bits::of([square]), field.floor) == field.floor)
}

/// A plan of about so many squares.
pub(super) fn draw<const W: usize>(
    rng: &mut SplitMix64,
    width: usize,
    height: usize,
    wanted: usize,
) -> Field<W> {
    let hands: [Hand<W>; 8] = [
        Sheet::divided,
        Sheet::divided,
        Sheet::scattered,
        Sheet::scattered,
        Sheet::hall,
        Sheet::hall,
        Sheet::ring,
        Sheet::mirrored,
    ];
    for _ in 0..DRAFTS {
        let mut sheet = Sheet {
            width,
            height,
            floor: Bits::EMPTY,
        };
        let hand = *rng.choice(&hands);
        hand(&mut sheet, rng);
        sheet.bite(rng, wanted);
        let field = rooms::without_dead_ends(Field::new(width, height, sheet.floor));
        let squares = field.floor.count() as usize;
        if (wanted * 3 / 4..=wanted + 1).contains(&squares) && is_connected(&field) {
            return field;
        }
    }
    rooms::carve(rng, width, height, wanted)
}

/// Goals from which boxes can be pulled. None if there are too few places.
pub(super) fn lay_goals<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    count: usize,
) -> Option<Bits<W>> {
    if (field.floor.count() as usize) < 2 * count {
        return None;
    }
    match between(rng, 0..=7) {
        0..=2 => end_of_a_room(rng, field, count),
        3..=4 => row(rng, field, count),
        _ => rooms::place_goals(rng, field, count),
    }
}

/// The squares that are farthest from some square: where a room or a passage ends.
fn end_of_a_room<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    count: usize,
) -> Option<Bits<W>> {
    let squares: Vec<u16> = field.floor.iter().collect();
    let mut reached = Bits::of([*rng.choice(&squares)]);
    let mut last = reached;
    while reached != field.floor {
        let around = (0..DIRECTIONS).fold(reached, |all, way| all | field.step(reached, way));
        last = around & field.floor & !reached;
        reached = reached | last;
    }
    let mut goals = Bits::of([last.first()?]);
    while (goals.count() as usize) < count {
        let around = (0..DIRECTIONS).fold(goals, |all, way| all | field.step(goals, way));
        let beside = around & field.floor & !goals;
        // Those with most neighbours among the goals make a block.
        let next = beside.iter().max_by_key(|&square| {
            let beside = (0..DIRECTIONS).filter_map(|way| field.beside(square, way));
            beside.filter(|&one| goals.has(one)).count()
        });
        goals.insert(next?);
    }
    Some(goals)
}

/// Squares in a line.
fn row<const W: usize>(rng: &mut SplitMix64, field: &Field<W>, count: usize) -> Option<Bits<W>> {
    let squares: Vec<u16> = field.floor.iter().collect();
    for _ in 0..squares.len() {
        let mut goals = Bits::EMPTY;
        let (mut square, way) = (*rng.choice(&squares), between(rng, 2..=3));
        goals.insert(square);
        while let Some(next) = field.beside(square, way) {
            if goals.count() as usize == count {
                break;
            }
            goals.insert(next);
            square = next;
        }
        if goals.count() as usize == count {
            return Some(goals);
        }
    }
    None
}

/// The plan with a square filled in or opened, or a goal moved; none if that makes no plan.
pub(super) fn change<const W: usize>(
    rng: &mut SplitMix64,
    field: &Field<W>,
    goals: Bits<W>,
    most_squares: usize,
) -> Option<(Field<W>, Bits<W>)> {
    let mut changed = field.clone();
    let mut goals = goals;
    let fill = |rng: &mut SplitMix64, changed: &mut Field<W>| {
        let free: Vec<u16> = (changed.floor & !goals).iter().collect();
        if !free.is_empty() {
            changed.floor.remove(*rng.choice(&free));
        }
    };
    let open = |rng: &mut SplitMix64, changed: &mut Field<W>| {
        let around = (0..DIRECTIONS).fold(Bits::EMPTY, |all, way| {
            all | changed.step(changed.floor, way)
        });
        let rock = around & !changed.floor & changed.all();
        let rock: Vec<u16> = rock.iter().collect();
        if !rock.is_empty() {
            changed.floor.insert(*rng.choice(&rock));
        }
    };
    match between(rng, 0..=6) {
        0..=1 => fill(rng, &mut changed),
        2..=3 => open(rng, &mut changed),
        4 => {
            fill(rng, &mut changed);
            open(rng, &mut changed);
        }
        _ => {
            let from = *rng.choice(&goals.iter().collect::<Vec<u16>>());
            let to = field.beside(from, between(rng, 0..=DIRECTIONS - 1))?;
            if goals.has(to) {
                return None;
            }
            goals.remove(from);
            goals.insert(to);
        }
    }
    let fits = changed.floor.count() as usize <= most_squares && is_connected(&changed);
    fits.then_some((changed, goals))
}
