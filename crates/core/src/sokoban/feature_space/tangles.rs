//! Boxes that cannot get away from each other: small searches that prove it, on groups that grow around closed parts of the floor.
//!
//! First a group is tried as every trap is. Then it is given more freedom than it has: a box that could be pushed to a goal
//! while the others stay is taken away, for that makes nothing harder. What is left is tangled. If no way to push the
//! tangled boxes about frees another one, the group is lost.

use crate::search::bitset::Bits;
use crate::search::hash::{Map, Set};
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::deadlocks::traps::Traps;
use crate::sokoban::rules::pushes::Scene;
use crate::sokoban::rules::room::Room;

use super::macros::Macros;

/// A group has at most so many boxes.
const MOST_BOXES: u32 = 24;
/// How often a group is widened by its neighbours.
const RINGS: usize = 4;
/// Positions of a tangle in which it is enough for a box to get away from the others.
const MOST_PARTINGS: usize = 200;
/// Of so few boxes it is asked whether they can come home, in so many positions.
const FEW_BOXES: u32 = 6;
const MOST_HOMECOMINGS: usize = 80;
/// Groups are remembered up to this number.
const MOST_KNOWN: usize = 1 << 17;

/// What is enough to take a box away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freedom {
    /// It is on a goal.
    Home,
    /// It is on a goal, or no other box of the group is near.
    Apart,
}

/// What is known of groups.
pub(super) struct Tangles<const W: usize> {
    traps: Traps<W>,
    /// By group and region of the player: whether it is lost.
    known: Map<(Bits<W>, u16), bool>,
    knots: Knots<W>,
}

/// The working memory of the search in one tangle.
struct Knots<const W: usize> {
    /// The squares not farther than two rows and columns from each.
    around: Vec<Bits<W>>,
    macros: Macros<W>,
    seen: Set<(Bits<W>, u16)>,
}

impl<const W: usize> Tangles<W> {
    pub fn new(room: &Room<W>) -> Self {
        let squares = room.level.squares();
        Self {
            traps: Traps::new(squares),
            known: Map::default(),
            knots: Knots {
                around: around(room),
                macros: Macros::new(squares),
                seen: Set::default(),
            },
        }
    }

    /// Whether a box on this square completes something that is known to be lost.
    #[inline]
    pub fn are_known(&self, square: u16, boxes: &Bits<W>, player: u16) -> bool {
        self.traps.hold_box(boxes, player, square)
    }

    /// Whether a group around a closed part makes the position lost.
    pub fn are_lost(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        boxes: &Bits<W>,
        reach: &Bits<W>,
    ) -> bool {
        let mut unseen = room.floor.minus(boxes).minus(reach);
        let player = reach.first().unwrap_or(0);
        while let Some(start) = unseen.first() {
            let inside = room.reach(start, boxes);
            unseen = unseen.minus(&inside);
            let mut group = room.beside(&inside).and(boxes);
            for _ in 0..RINGS {
                if group.count() > MOST_BOXES {
                    break;
                }
                if self.is_lost(room, base, group, player, &inside) {
                    return true;
                }
                // Boxes beside these may be what keeps them from being pushed.
                let more = group.or(&room.beside(&group).and(boxes));
                if more == group {
                    break;
                }
                group = more;
            }
        }
        false
    }

    fn is_lost(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        group: Bits<W>,
        player: u16,
        inside: &Bits<W>,
    ) -> bool {
        if group.minus(&room.goals).is_empty() {
            return false;
        }
        let zone = room.reach(player, &group);
        let name = (group, zone.first().unwrap_or(player));
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let mut is_lost = self.traps.find_around(room, base, group, player, inside);
        if !is_lost && self.knots.hold(room, base, group, player) {
            is_lost = true;
            let knots = &mut self.knots;
            let hold = |_: &mut Traps<W>, group| knots.hold(room, base, group, player);
            self.traps.learn(room, group, player, hold);
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(name, is_lost);
        is_lost
    }
}

impl<const W: usize> Knots<W> {
    /// Whether a group can neither be parted nor, if it is small, be brought home.
    fn hold(&mut self, room: &Room<W>, base: &Distances, group: Bits<W>, player: u16) -> bool {
        self.hold_until(room, base, group, player, Freedom::Apart, MOST_PARTINGS)
            || group.count() <= FEW_BOXES
                && self.hold_until(room, base, group, player, Freedom::Home, MOST_HOMECOMINGS)
    }

    fn hold_until(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        group: Bits<W>,
        player: u16,
        freedom: Freedom,
        patience: usize,
    ) -> bool {
        let is_alive = |square| base.is_alive(square);
        let boxes = group.minus(&room.goals);
        let reach = room.reach(player, &boxes);
        self.seen.clear();
        let Some(first) = self.without_free(room, base, (boxes, reach), freedom) else {
            return false;
        };
        let mut waiting = vec![first];
        let mut pushes = Vec::new();
        while let Some((boxes, reach)) = waiting.pop() {
            pushes.clear();
            let scene = Scene {
                room,
                boxes: &boxes,
                reach: &reach,
            };
            scene.all_pushes(is_alive, &mut pushes);
            for &(from, direction) in &pushes {
                let to = room.level.step(from, direction);
                let mut after = boxes;
                after.remove(from);
                after.insert(to);
                if room.freezes(to, &after, is_alive) {
                    continue;
                }
                let reach = room.reach_after(&reach, &after, from, to);
                if !self.seen.insert((after, reach.first().unwrap_or(0))) {
                    continue;
                }
                if self.seen.len() >= patience {
                    return false;
                }
                match self.without_free(room, base, (after, reach), freedom) {
                    None => return false,
                    Some(next) => {
                        let name = (next.0, next.1.first().unwrap_or(0));
                        if next.0 == after || self.seen.insert(name) {
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        true
    }

    /// Takes away every box that can be pushed to freedom while the others stay: that cannot make anything harder. None if no
    /// box is left.
    fn without_free(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        (mut boxes, mut reach): (Bits<W>, Bits<W>),
        freedom: Freedom,
    ) -> Option<(Bits<W>, Bits<W>)> {
        let is_alive = |square| base.is_alive(square);
        while !boxes.is_empty() {
            let before = boxes;
            for square in before.iter() {
                let mut others = boxes;
                others.remove(square);
                let around = &self.around;
                let is_free = |at: u16| {
                    room.goals.has(at)
                        || freedom == Freedom::Apart
                            && around[usize::from(at)].and(&others).is_empty()
                };
                let macros = &mut self.macros;
                if is_free(square)
                    || macros.can_reach(room, &boxes, square, &reach, is_alive, is_free)
                {
                    boxes = others;
                    reach = room.reach(reach.first()?, &boxes);
                }
            }
            if boxes == before {
                return Some((boxes, reach));
            }
        }
        None
    }
}

fn around<const W: usize>(room: &Room<W>) -> Vec<Bits<W>> {
    let places: Vec<_> = room
        .floor
        .iter()
        .map(|square| room.level.place(square))
        .collect();
    let is_near = |one: (usize, usize), other: (usize, usize)| {
        one.0.abs_diff(other.0) <= 2 && one.1.abs_diff(other.1) <= 2
    };
    let near = |&one: &(usize, usize)| {
        let near = (0_u16..).zip(&places);
        let near = near.filter(|(_, other)| is_near(one, **other));
        Bits::of(near.map(|(square, _)| square))
    };
    places.iter().map(near).collect()
}
