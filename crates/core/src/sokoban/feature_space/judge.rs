//! Says which positions are lost.

use crate::search::bitset::Bits;
use crate::sokoban::bounds::Bounds;
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::bounds::pairs::{LOST, Pairs};
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
        let prunings = Prunings {
            pairs: false,
            ..Prunings::ALL
        };
        Self {
            bounds: Bounds::new(room, Drive::Push, prunings, bytes / 2),
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
        let player = reach.first().unwrap_or(0);
        let spare = std::mem::take(&mut self.spare);
        let settled = self.bounds.settle(room, *boxes, player, spare);
        let is_lost = settled.rest().is_none();
        self.spare = settled.into_spare();
        is_lost
            || self
                .tangles
                .are_lost(room, self.bounds.base(), boxes, reach)
    }
}
