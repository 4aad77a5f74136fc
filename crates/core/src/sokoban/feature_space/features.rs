//! What a position is like, in a few small numbers.

use crate::search::bitset::Bits;
use crate::sokoban::rules::level::{Level, WALL, back};
use crate::sokoban::rules::room::Room;

use super::plan::{Plan, Progress};
use super::views::Views;

/// A position in numbers. Less is better everywhere, so that they are compared in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Features {
    /// Boxes that cannot do their part in the plan.
    pub astray: u8,
    /// Steps of the plan that are left.
    pub left: u8,
    /// Parts into which the boxes cut the floor.
    pub parts: u8,
    /// Ways between rooms that are blocked.
    pub blocked: u8,
    /// Pairs of boxes of which one keeps the other from goals.
    pub hotspots: u16,
    /// Box sides at which the player cannot push.
    pub stiffness: u16,
}

/// The cell of the feature space.
pub(super) type Cell = (u8, u8, u8, u8);

/// In which order the features name a cell: it decides which of two cells is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// First that no box is astray.
    ByHope,
    /// First the steps that are made.
    ByPacking,
}

/// More sides are not told apart.
const MOST_SIDES: u16 = 2047;
/// The features by importance.
pub(super) type Order = [usize; 6];
/// Where the weight stands in a key.
pub(super) const WEIGHT_AT: u32 = 56;

impl Features {
    pub fn new<const W: usize>(
        room: &Room<W>,
        views: &Views<W>,
        plan: &Plan<W>,
        boxes: &Bits<W>,
        reach: &Bits<W>,
        (progress, parts): (Progress, u32),
        is_alive: impl Fn(u16) -> bool,
    ) -> Self {
        let loose = boxes.minus(plan.full(progress.packed));
        let hotspots = boxes
            .iter()
            .map(|square| views.hot[usize::from(square)].and(&loose).count());
        let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let left = u32::try_from(plan.len() - progress.packed);
        Self {
            astray: small(progress.astray),
            left: small(left.unwrap_or(u32::MAX)),
            parts: small(parts),
            blocked: small(views.blocked(room, boxes)),
            hotspots: u16::try_from(hotspots.sum::<u32>()).unwrap_or(u16::MAX),
            stiffness: stiffness(room.level, boxes, reach, is_alive),
        }
    }

    /// One number that puts moves in order: their weight, what they lead to in an order of importance, and their pushes.
    pub fn key(self, order: Order, weight: u32, pushes: u16) -> u64 {
        let parts = [
            (u64::from(self.astray), 6),
            (u64::from(self.left), 7),
            (u64::from(self.parts), 7),
            (u64::from(self.blocked), 5),
            (u64::from(self.hotspots), 12),
            (u64::from(self.stiffness), 11),
        ];
        let mut key = u64::from(weight.min(255));
        for (value, bits) in order.map(|at| parts[at]) {
            key = key << bits | value.min((1 << bits) - 1);
        }
        key << 8 | u64::from(pushes.min(255))
    }

    pub const fn cell(self, cells: Cells) -> Cell {
        match cells {
            Cells::ByHope => (self.astray, self.left, self.parts, self.blocked),
            Cells::ByPacking => (self.left, self.astray, self.parts, self.blocked),
        }
    }
}

/// At how many box sides the player cannot push.
pub(super) fn stiffness<const W: usize>(
    level: &Level,
    boxes: &Bits<W>,
    reach: &Bits<W>,
    is_alive: impl Fn(u16) -> bool,
) -> u16 {
    let mut sides = 0;
    for square in boxes.iter() {
        for direction in 0..4 {
            let behind = level.step(square, back(direction));
            let to = level.step(square, direction);
            if behind != WALL && to != WALL && reach.has(behind) && !boxes.has(to) && is_alive(to) {
                sides += 1;
            }
        }
    }
    MOST_SIDES.saturating_sub(sides)
}
