//! The pushes that are possible, and the push that is forced.

use crate::search::bitset::Bits;

use super::level::{WALL, back};
use super::room::Room;

/// A push: the square of the box, and the direction.
pub(crate) type Push = (u16, usize);

/// What is known of a position when its pushes are listed.
pub(crate) struct Scene<'a, const W: usize> {
    pub room: &'a Room<'a, W>,
    pub boxes: &'a Bits<W>,
    pub reach: &'a Bits<W>,
}

impl<const W: usize> Scene<'_, W> {
    /// Every push that the player can make, but to dead squares.
    pub fn all_pushes(&self, is_alive: impl Fn(u16) -> bool, pushes: &mut Vec<Push>) {
        let level = self.room.level;
        for square in self.boxes.iter() {
            for direction in 0..4 {
                let player = level.step(square, back(direction));
                let to = level.step(square, direction);
                if player != WALL
                    && to != WALL
                    && self.reach.has(player)
                    && !self.boxes.has(to)
                    && is_alive(to)
                {
                    pushes.push((square, direction));
                }
            }
        }
    }

    /// Every pull that the player can make, but to dead squares: the square of the box, and the direction in which it and the player go.
    pub fn all_pulls(&self, is_alive: impl Fn(u16) -> bool, pulls: &mut Vec<Push>) {
        let level = self.room.level;
        for square in self.boxes.iter() {
            for direction in 0..4 {
                let to = level.step(square, direction);
                if to == WALL || !self.reach.has(to) || !is_alive(to) {
                    continue;
                }
                let player = level.step(to, direction);
                if player != WALL && !self.boxes.has(player) {
                    pulls.push((square, direction));
                }
            }
        }
    }

    /// A box off its goal that the player can only ever push in one direction, because walls keep him from its other sides: nothing
    /// that he does elsewhere changes what lies before it, so it may as well be pushed now. True if there is one.
    pub fn forced_push(
        &self,
        player: u16,
        side: impl Fn(u16, u16) -> u8,
        pushes: &mut Vec<Push>,
    ) -> bool {
        let level = self.room.level;
        for square in self.boxes.minus(&self.room.goals).iter() {
            let here = side(square, player);
            let near = level.near[usize::from(square)];
            let mut open = (0..4).filter(|&direction| {
                near[direction] != WALL && side(square, near[direction]) == here
            });
            let (Some(behind), None) = (open.next(), open.next()) else {
                continue;
            };
            let direction = back(behind);
            let to = level.step(square, direction);
            if to == WALL || self.boxes.has(to) {
                // It can never move, and it stands wrong.
                return true;
            }
            if self.reach.has(near[behind]) {
                pushes.push((square, direction));
                return true;
            }
        }
        false
    }
}
