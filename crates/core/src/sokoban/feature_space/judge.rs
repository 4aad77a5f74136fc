//! Says which positions are lost.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::bounds::pairs::{LOST, Pairs};
use crate::sokoban::bounds::{Bounds, Settled};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::room::Room;

use super::tangles::Tangles;

/// All that is known of lost positions.
pub(super) struct Judge<const W: usize> {
    bounds: Bounds<W>,
    pairs: Option<Pairs>,
    tangles: Tangles<W>,
    spare: Vec<u16>,
}

impl<const W: usize> Judge<W> {
    /// Its tables take at most so many bytes.
    pub fn new(room: &Room<W>, bytes: usize) -> Self {
        Self {
            bounds: Bounds::new(room, Drive::Push, Prunings::ALL, bytes / 2),
            pairs: Pairs::fits(room.level, bytes / 2).then(|| Pairs::lost_only(room)),
            tangles: Tangles::new(room),
            spare: Vec::new(),
        }
    }

    pub fn base(&self) -> &Distances {
        self.bounds.base()
    }

    /// Whether a look tells that a box that has come to a square makes the position lost.
    pub fn sees_lost(&self, room: &Room<W>, boxes: &Bits<W>, to: u16, player: u16) -> bool {
        let is_alive = |square| self.base().is_alive(square);
        let is_lost_with = |pairs: &Pairs| {
            let mut others = boxes.iter().filter(|&other| other != to);
            others.any(|other| pairs.surplus(to, other, player) == LOST)
        };
        room.freezes(to, boxes, is_alive)
            || self.pairs.as_ref().is_some_and(is_lost_with)
            || self.tangles.are_known(to, boxes, player)
    }

    /// Whether the position is lost, as far as small searches can tell.
    pub fn is_lost(&mut self, room: &Room<W>, boxes: &Bits<W>, reach: &Bits<W>) -> bool {
        self.rest(room, boxes, reach).is_none()
    }

    /// The pushes that the position takes at least; none if it is lost, as far as small searches can tell.
    pub fn rest(&mut self, room: &Room<W>, boxes: &Bits<W>, reach: &Bits<W>) -> Option<u32> {
        let settled = self.settle(room, boxes, reach);
        let rest = settled.rest();
        self.spare = settled.into_spare();
        rest.filter(|_| {
            let base = self.bounds.base();
            !self.tangles.are_lost(room, base, boxes, reach)
        })
    }

    /// From now on the pushes that a position takes at least count what two boxes cost each other.
    ///
    /// # Errors
    /// When the budget ends meanwhile.
    pub fn weigh_pairs(&mut self, room: &Room<W>, budget: &mut Budget) -> Result<(), Stop> {
        self.bounds.grow(room, u64::MAX, 0, budget)
    }

    /// Works a position out, for those one move further.
    pub fn settle(&mut self, room: &Room<W>, boxes: &Bits<W>, reach: &Bits<W>) -> Settled<W> {
        let player = reach.first().unwrap_or(0);
        let spare = std::mem::take(&mut self.spare);
        self.bounds.settle(room, *boxes, player, spare)
    }

    /// The pushes that are left at least after the settled position, with a box moved and the player somewhere else.
    pub fn rest_after(
        &mut self,
        room: &Room<W>,
        settled: &Settled<W>,
        moved: (u16, u16),
        boxes: &Bits<W>,
        player: u16,
    ) -> Option<u32> {
        let bounds = &mut self.bounds;
        let frozen = bounds.frozen_after(room, boxes, moved.1, &settled.frozen);
        bounds.after(room, settled, moved, player, boxes, &frozen)
    }
}
