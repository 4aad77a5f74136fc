//! Corrals: parts of the floor that the player cannot reach, and that must be opened by pushing inwards.
//!
//! Take a set of unreachable squares, the *inside*, and a set of boxes, the *fence*, so that every box beside the inside belongs to the fence.
//! Suppose that every push of a fence box that could ever be the first one of the fence goes to the inside, and
//! that the player can make it now. If the fence must move at all, then the next push may as well be one of these:
//!
//! Any solution has a first push of the fence, and what it pushed before lies outside. Nothing outside can enter
//! the inside before, so that this push, which is possible now, can be made at once: it moves one box from the fence to
//! the inside, the player steps back to where he was, and all that came before goes on as it did, with one square more to
//! walk on. The number of pushes is the same, so the fewest pushes are kept (the fewest steps are not).
//!
//! Which pushes could be the first: those with neither a wall nor another fence box before or behind the box,
//! with the player outside, and not to a dead square. Where something else makes such a push impossible now (a box behind the fence, another
//! unreachable part), it is taken into the fence or the inside, and all is looked at again.

use crate::search::bitset::Bits;
use crate::sokoban::rules::level::{WALL, back};
use crate::sokoban::rules::pushes::{Push, Scene};

enum Check {
    Holds,
    Fails,
    Grown,
}

impl<const W: usize> Scene<'_, W> {
    /// Finds the corral with the fewest pushes; true if there is one, and then `found` holds its pushes.
    pub fn corral_pushes(&self, is_alive: impl Fn(u16) -> bool, found: &mut Vec<Push>) -> bool {
        let mut unseen = self.room.floor.minus(self.boxes).minus(self.reach);
        let mut exists = false;
        let mut pushes = Vec::new();
        while let Some(start) = unseen.first() {
            let mut inside = self.part(start);
            unseen = unseen.minus(&inside);
            let mut fence = self.room.beside(&inside).and(self.boxes);
            let holds = loop {
                pushes.clear();
                match self.check(&mut inside, &mut fence, &is_alive, &mut pushes) {
                    Check::Holds => break true,
                    Check::Fails => break false,
                    Check::Grown => {}
                }
            };
            if holds && self.must_open(&inside, &fence) && (!exists || pushes.len() < found.len()) {
                exists = true;
                std::mem::swap(found, &mut pushes);
            }
        }
        exists
    }

    /// The unreachable part around a square.
    fn part(&self, square: u16) -> Bits<W> {
        self.room.reach(square, self.boxes)
    }

    fn must_open(&self, inside: &Bits<W>, fence: &Bits<W>) -> bool {
        let goals = &self.room.goals;
        !inside.and(goals).is_empty() || !fence.minus(goals).is_empty()
    }

    fn check(
        &self,
        inside: &mut Bits<W>,
        fence: &mut Bits<W>,
        is_alive: impl Fn(u16) -> bool,
        pushes: &mut Vec<Push>,
    ) -> Check {
        let level = self.room.level;
        for square in fence.iter() {
            for direction in 0..4 {
                let (player, to) = (
                    level.step(square, back(direction)),
                    level.step(square, direction),
                );
                if player == WALL || to == WALL || !is_alive(to) {
                    continue;
                }
                if fence.has(player) || fence.has(to) || inside.has(player) {
                    continue;
                }
                if inside.has(to) && self.reach.has(player) {
                    pushes.push((square, direction));
                    continue;
                }
                if self.boxes.has(player) {
                    fence.insert(player);
                } else if self.boxes.has(to) {
                    fence.insert(to);
                } else if !self.reach.has(player) {
                    self.take_in(player, inside, fence);
                } else if !self.reach.has(to) {
                    self.take_in(to, inside, fence);
                } else {
                    return Check::Fails;
                }
                return Check::Grown;
            }
        }
        Check::Holds
    }

    fn take_in(&self, square: u16, inside: &mut Bits<W>, fence: &mut Bits<W>) {
        *inside = inside.or(&self.part(square));
        *fence = fence.or(&self.room.beside(inside).and(self.boxes));
    }
}
