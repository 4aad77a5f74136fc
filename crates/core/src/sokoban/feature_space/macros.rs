//! Everything that can be done with one box while the others stay: pushed, or backwards in time, pulled.
//!
//! A run goes over the squares of the box and the player's regions around it. Two ways that end with the box on the
//! same square and the player in the same region are one.

use crate::search::bitset::Bits;
use crate::sokoban::rules::level::{WALL, back};
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;

const START: u32 = u32::MAX;
/// A square has at most four regions around it.
const REGIONS: usize = 4;
const NO_REGION: u16 = u16::MAX;

/// Where a box can get, and the player with it.
#[derive(Clone, Copy)]
pub(super) struct Place<const W: usize> {
    pub square: u16,
    /// What the player can reach then.
    pub reach: Bits<W>,
    /// The least square of it.
    pub region: u16,
    /// Pushes so far.
    pub pushes: u16,
    before: u32,
    direction: u8,
}

/// The places of one box. Reusable.
#[derive(Default)]
pub(super) struct Macros<const W: usize> {
    places: Vec<Place<W>>,
    seen: Vec<[u16; REGIONS]>,
}

impl<const W: usize> Macros<W> {
    pub fn new(squares: usize) -> Self {
        Self {
            places: Vec::new(),
            seen: vec![[NO_REGION; REGIONS]; squares],
        }
    }

    /// All places to which a box can be pushed, but for dead squares; the first is where it stands.
    pub fn push(
        &mut self,
        room: &Room<W>,
        boxes: &Bits<W>,
        square: u16,
        reach: &Bits<W>,
        is_alive: impl Fn(u16) -> bool,
    ) {
        self.can_reach(room, boxes, square, reach, is_alive, |_| false);
    }

    /// Whether a box can be pushed to a square that will do; only until that is known are places listed.
    pub fn can_reach(
        &mut self,
        room: &Room<W>,
        boxes: &Bits<W>,
        square: u16,
        reach: &Bits<W>,
        is_alive: impl Fn(u16) -> bool,
        is_target: impl Fn(u16) -> bool,
    ) -> bool {
        let level = room.level;
        let mut others = *boxes;
        others.remove(square);
        self.begin(square, *reach);
        let mut done = 0;
        while let Some(&place) = self.places.get(done) {
            for direction in 0..4 {
                let behind = level.step(place.square, back(direction));
                let to = level.step(place.square, direction);
                if behind == WALL
                    || to == WALL
                    || !place.reach.has(behind)
                    || others.has(to)
                    || !is_alive(to)
                {
                    continue;
                }
                let mut after = others;
                after.insert(to);
                let reach = room.reach_after(&place.reach, &after, place.square, to);
                self.add(done, direction, to, reach);
                if is_target(to) {
                    return true;
                }
            }
            done += 1;
        }
        false
    }

    /// All places to which a box can be pulled by a player who reaches `reach`; the first is where it stands.
    pub fn pull(&mut self, room: &Room<W>, boxes: &Bits<W>, square: u16, reach: &Bits<W>) {
        let level = room.level;
        let mut others = *boxes;
        others.remove(square);
        self.begin(square, *reach);
        let mut done = 0;
        while let Some(&place) = self.places.get(done) {
            for direction in 0..4 {
                let to = level.step(place.square, direction);
                if to == WALL || !place.reach.has(to) {
                    continue;
                }
                let player = level.step(to, direction);
                if player == WALL || others.has(player) {
                    continue;
                }
                let mut after = others;
                after.insert(to);
                let moved = (place.square, to);
                self.add(
                    done,
                    direction,
                    to,
                    room.reach_after_pull(&place.reach, &after, moved, player),
                );
            }
            done += 1;
        }
    }

    fn begin(&mut self, square: u16, reach: Bits<W>) {
        self.places.clear();
        self.seen.fill([NO_REGION; REGIONS]);
        let region = reach.first().unwrap_or(0);
        self.seen[usize::from(square)][0] = region;
        self.places.push(Place {
            square,
            reach,
            region,
            pushes: 0,
            before: START,
            direction: 0,
        });
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer places than squares times regions"
    )]
    fn add(&mut self, before: usize, direction: usize, square: u16, reach: Bits<W>) {
        let region = reach.first().unwrap_or(square);
        let pushes = self.places[before].pushes + 1;
        for seen in &mut self.seen[usize::from(square)] {
            if *seen == region {
                return;
            }
            if *seen == NO_REGION {
                *seen = region;
                self.places.push(Place {
                    square,
                    reach,
                    region,
                    pushes,
                    before: before as u32,
                    direction: direction as u8,
                });
                return;
            }
        }
    }

    /// The places that were found; the first is where the box stood.
    pub fn all_places(&self) -> &[Place<W>] {
        &self.places
    }

    /// The places that were found, but for that where the box stood.
    pub fn places(&self) -> &[Place<W>] {
        self.places.get(1..).unwrap_or_default()
    }

    /// The pushes that lead to a place: a square and a region.
    pub fn way_to(&self, (square, region): (u16, u16)) -> Vec<Push> {
        let mut way = Vec::new();
        let mut at = self
            .places
            .iter()
            .find(|place| place.square == square && place.region == region);
        while let Some(place) = at {
            at = self.places.get(place.before as usize);
            if let Some(before) = at {
                way.push((before.square, usize::from(place.direction)));
            }
        }
        way.reverse();
        way
    }
}
