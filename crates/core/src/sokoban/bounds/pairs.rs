//! What two boxes cost each other.
//!
//! Two boxes alone in the level, each pushed to a goal of its own, may need more pushes than the sum of their
//! distances, because one stands in the other's way; and some can never both be brought home. For every two
//! squares, and every zone in which the player may be, the table holds the least of that surplus over all
//! pairs of goals.
//!
//! It may be added to the matching for any boxes that are paired off, no box twice: in a solution the pushes of two boxes are, with
//! the other boxes taken away, a solution for the two alone; so they are at least the two distances to the goals at
//! which they end, plus the surplus; and the distances of all boxes sum up to no less than the cheapest matching. For boxes
//! that are pulled to the squares of the start the table is made in the same way.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::rules::drive::{Away, Drive};
use crate::sokoban::rules::level::{Level, WALL, back};
use crate::sokoban::rules::room::Room;

use super::distances::{Distances, FAR};

/// Two boxes of which at least one is lost.
pub(crate) const LOST: u8 = u8::MAX;
const NO_ZONE: u8 = u8::MAX;

/// The surplus of every two squares and every zone of the player.
pub(crate) struct Pairs {
    squares: usize,
    useful: usize,
    /// By two squares, the greater one first: where its zones begin.
    starts: Vec<u32>,
    /// By two squares and the player's square: the player's zone.
    zones: Vec<u8>,
    /// By start plus zone.
    surplus: Vec<u8>,
}

/// Two boxes with their own goals, in a backward search.
#[derive(Clone, Copy)]
struct State {
    one: u16,
    other: u16,
    zone: u8,
}

impl State {
    /// The same with the lesser square first.
    fn in_order(self) -> Self {
        Self {
            one: self.one.min(self.other),
            other: self.one.max(self.other),
            ..self
        }
    }
}

impl Pairs {
    /// What the table takes: bytes, and steps of its making.
    pub fn size(level: &Level) -> (usize, u64) {
        let pairs = level.useful * level.useful / 2;
        let goal_pairs = level.goals.len() * level.goals.len() / 2;
        (
            pairs * (level.squares() + 8),
            pairs as u64 * (goal_pairs as u64 * 4 + 8),
        )
    }

    /// Whether the level is small enough for a table of so many bytes.
    pub fn fits(level: &Level, bytes: usize) -> bool {
        Self::size(level).0 <= bytes && (level.goals.len() > 1 || level.has_sink())
    }

    /// Makes the table.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn new<const W: usize>(
        room: &Room<W>,
        drive: Drive,
        distances: &Distances,
        proven: u32,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut pairs = Self::with_zones(room);
        let targets = drive.targets(room.level);
        let mut steps = vec![FAR; 2 * pairs.surplus.len()];
        let mut queue = Vec::new();
        if room.level.has_sink() {
            pairs.measure_to_sink(room.level, distances, &mut steps, &mut queue);
            pairs.note(distances, [0, 0], &steps, &queue);
        }
        for first in 0..targets.len() {
            for second in 0..first {
                budget.check(proven)?;
                steps.fill(FAR);
                queue.clear();
                pairs.measure(
                    room.level,
                    drive,
                    [targets[first], targets[second]],
                    &mut steps,
                    &mut queue,
                );
                pairs.note(distances, [first, second], &steps, &queue);
            }
        }
        Ok(pairs)
    }

    /// A table that tells only which two boxes are lost; it is made much faster.
    pub fn lost_only<const W: usize>(room: &Room<W>) -> Self {
        let mut pairs = Self::with_zones(room);
        let goals = &room.level.goals;
        let mut steps = vec![FAR; 2 * pairs.surplus.len()];
        let mut queue = Vec::new();
        for first in 0..goals.len() {
            for second in 0..first {
                queue.clear();
                // What was reached from other goals is not gone over again.
                pairs.measure(
                    room.level,
                    Drive::Push,
                    [goals[first], goals[second]],
                    &mut steps,
                    &mut queue,
                );
                for &State { one, other, zone } in &queue {
                    let at = pairs.starts[Self::pair(one, other)] as usize + usize::from(zone);
                    pairs.surplus[at] = 0;
                }
            }
        }
        pairs
    }

    /// The surplus of boxes on two squares, with the player on a third.
    #[inline]
    pub fn surplus(&self, one: u16, other: u16, player: u16) -> u8 {
        let pair = Self::pair(one, other);
        let zone = self.zones[pair * self.squares + usize::from(player)];
        self.surplus[self.starts[pair] as usize + usize::from(zone)]
    }

    #[inline]
    const fn pair(one: u16, other: u16) -> usize {
        let (low, high) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        high as usize * (high as usize - 1) / 2 + low as usize
    }

    #[expect(clippy::cast_possible_truncation, reason = "`fits` limits the size")]
    fn with_zones<const W: usize>(room: &Room<W>) -> Self {
        let (squares, useful) = (room.level.squares(), room.level.useful);
        let mut pairs = Self {
            squares,
            useful,
            starts: Vec::new(),
            zones: vec![NO_ZONE; squares * useful * useful.saturating_sub(1) / 2],
            surplus: Vec::new(),
        };
        let useful = useful as u16;
        for (pair, (high, low)) in (0..useful)
            .flat_map(|high| (0..high).map(move |low| (high, low)))
            .enumerate()
        {
            let boxes = Bits::of([high, low]);
            let mut left = room.floor.minus(&boxes);
            let zones = &mut pairs.zones[pair * squares..(pair + 1) * squares];
            pairs.starts.push(pairs.surplus.len() as u32);
            let mut count = 0;
            while let Some(start) = left.first() {
                let zone = room.reach(start, &boxes);
                left = left.minus(&zone);
                for square in zone.iter() {
                    zones[usize::from(square)] = count;
                }
                count += 1;
                pairs.surplus.push(LOST);
            }
        }
        pairs
    }

    /// By state: its number, one for each order of its boxes.
    #[inline]
    fn number(&self, State { one, other, zone }: State) -> usize {
        let pair = self.starts[Self::pair(one, other)] as usize + usize::from(zone);
        2 * pair + usize::from(one < other)
    }

    #[inline]
    fn zone(&self, one: u16, other: u16, player: u16) -> u8 {
        self.zones[Self::pair(one, other) * self.squares + usize::from(player)]
    }

    /// Away from two boxes on two targets: the pushes of every state, and all states in the queue.
    fn measure(
        &self,
        level: &Level,
        drive: Drive,
        targets: [u16; 2],
        steps: &mut [u16],
        queue: &mut Vec<State>,
    ) {
        let [one, other] = targets;
        for player in (0..).take(self.squares) {
            if player == one || player == other {
                continue;
            }
            if drive == Drive::Pull && player != level.player {
                continue;
            }
            let zone = self.zone(one, other, player);
            let state = State { one, other, zone };
            if std::mem::replace(&mut steps[self.number(state)], 0) == FAR {
                queue.push(state);
            }
        }
        let mut done = 0;
        while let Some(&state) = queue.get(done) {
            done += 1;
            let cost = (steps[self.number(state)] + 1).min(FAR - 1);
            self.each_before(level, drive, state, |before| {
                let known = &mut steps[self.number(before)];
                if *known == FAR {
                    *known = cost;
                    queue.push(before);
                }
            });
        }
    }

    /// The pushes of two boxes that both go to the sink, in no order: when one is gone, the other is alone.
    fn measure_to_sink(
        &self,
        level: &Level,
        distances: &Distances,
        steps: &mut [u16],
        queue: &mut Vec<State>,
    ) {
        let mut waiting: Vec<Vec<State>> = Vec::new();
        let wait = |cost: u16, state: State, waiting: &mut Vec<Vec<State>>| {
            let cost = usize::from(cost);
            if cost >= waiting.len() {
                waiting.resize_with(cost + 1, Vec::new);
            }
            waiting[cost].push(state.in_order());
        };
        for direction in 0..4 {
            let door = level.step(level.sink, back(direction));
            let stands = level.step_beyond(door, back(direction));
            if stands == WALL {
                continue;
            }
            for other in (0..).take(self.useful) {
                let alone = distances.row(other, door)[0];
                if [door, stands, level.sink].contains(&other) || alone == FAR {
                    continue;
                }
                let zone = self.zone(door, other, stands);
                let one = door;
                wait(alone + 1, State { one, other, zone }, &mut waiting);
            }
        }
        let mut cost = 0;
        while usize::from(cost) < waiting.len() {
            for state in std::mem::take(&mut waiting[usize::from(cost)]) {
                let known = &mut steps[self.number(state)];
                if *known == FAR {
                    *known = cost;
                    queue.push(state);
                    self.each_before(level, Drive::Push, state, |before| {
                        wait(cost + 1, before, &mut waiting);
                    });
                }
            }
            cost += 1;
        }
    }

    /// The states one push before this one.
    #[inline]
    fn each_before(&self, level: &Level, drive: Drive, state: State, mut visit: impl FnMut(State)) {
        for (moved, other, is_swapped) in [
            (state.one, state.other, false),
            (state.other, state.one, true),
        ] {
            for direction in 0..4 {
                let Away { to, stands, then } = drive.away(level, moved, direction);
                if stands == WALL
                    || stands == other
                    || self.zone(moved, other, stands) != state.zone
                {
                    continue;
                }
                if to == WALL || to == other || usize::from(to) >= self.useful {
                    continue;
                }
                if then == WALL || then == other {
                    continue;
                }
                let zone = self.zone(to, other, then);
                let (one, other) = if is_swapped { (other, to) } else { (to, other) };
                visit(State { one, other, zone });
            }
        }
    }

    fn note(&mut self, distances: &Distances, goals: [usize; 2], steps: &[u16], queue: &[State]) {
        for &state in queue {
            let State { one, other, zone } = state;
            let pair = Self::pair(one, other);
            let at = self.starts[pair] as usize + usize::from(zone);
            if self.surplus[at] == 0 {
                continue;
            }
            let zones = &self.zones[pair * self.squares..(pair + 1) * self.squares];
            let player = (0..).zip(zones).find(|(_, known)| **known == zone);
            let player = player.map_or(0, |(player, _)| player);
            let alone = distances.row(one, player)[goals[0]].min(FAR / 4)
                + distances.row(other, player)[goals[1]].min(FAR / 4);
            let surplus = steps[self.number(state)]
                .saturating_sub(alone)
                .min(u16::from(LOST) - 1);
            let surplus = u8::try_from(surplus).unwrap_or(LOST - 1);
            self.surplus[at] = self.surplus[at].min(surplus);
        }
    }
}
