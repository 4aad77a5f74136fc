//! Traps: groups of boxes that cannot all come home, whatever stands around them.
//!
//! A group is taken out of its position and played alone. If every way to play it ends without all of its boxes on
//! goals, then it is lost wherever it stands with the player in the same zone: other boxes only make it harder. Such a
//! trap is learned, with as few boxes as will do, and from then on recognised by comparing bits.
//!
//! Where to look: a part of the floor that the player cannot reach is fenced in by boxes, and these are the group. They are held to be
//! innocent as soon as the player can get to all of the part, or when there are too many ways to play.

use crate::search::bitset::Bits;
use crate::search::hash::Set;
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::rules::pushes::{Push, Scene};
use crate::sokoban::rules::room::Room;

/// So many positions of a group are looked at before it is held to be innocent.
const MOST_POSITIONS: usize = 400;
/// So many positions of groups are looked at for each one of the search, and so many at once in the beginning.
const POSITIONS_EACH: u64 = 3;
const FIRST_POSITIONS: u64 = 10_000;
/// More words of traps would take longer to compare than they save.
const MOST_TRAP_WORDS: usize = 8_000;
/// Groups found innocent are remembered up to this number of words.
const MOST_INNOCENT_WORDS: usize = 200_000;

/// Boxes that are lost while the player is in this zone of the floor without other boxes.
#[derive(Clone, Copy)]
struct Trap<const W: usize> {
    boxes: Bits<W>,
    zone: Bits<W>,
}

impl<const W: usize> Trap<W> {
    #[inline]
    fn holds(&self, boxes: &Bits<W>, player: u16) -> bool {
        self.zone.has(player) && self.boxes.minus(boxes).is_empty()
    }
}

/// The traps learned so far.
pub(crate) struct Traps<const W: usize> {
    /// By square: the traps with a box on it.
    by_box: Vec<Vec<Trap<W>>>,
    /// By square: the traps whose first box is on it.
    by_first: Vec<Vec<Trap<W>>>,
    count: usize,
    innocent: Set<(Bits<W>, u16)>,
    /// Positions of groups looked at.
    spent: u64,
    trial: Trial<W>,
}

/// The working memory of a trial: positions of a group, with where the player can get.
#[derive(Default)]
struct Trial<const W: usize> {
    seen: Set<(Bits<W>, u16)>,
    waiting: Vec<(Bits<W>, Bits<W>)>,
    pushes: Vec<Push>,
}

impl<const W: usize> Traps<W> {
    pub fn new(squares: usize) -> Self {
        Self {
            by_box: vec![Vec::new(); squares],
            by_first: vec![Vec::new(); squares],
            count: 0,
            innocent: Set::default(),
            spent: 0,
            trial: Trial::default(),
        }
    }

    const fn is_full(&self) -> bool {
        self.count * W >= MOST_TRAP_WORDS
    }

    /// Whether a box that has just come to a square is in a trap. One that it has no part in was there before.
    #[inline]
    pub fn hold_box(&self, boxes: &Bits<W>, player: u16, to: u16) -> bool {
        let traps = &self.by_box[usize::from(to)];
        traps.iter().any(|trap| trap.holds(boxes, player))
    }

    /// Whether any box is in a trap.
    pub fn hold_any(&self, boxes: &Bits<W>, player: u16) -> bool {
        let mut firsts = boxes
            .iter()
            .map(|square| &self.by_first[usize::from(square)]);
        firsts.any(|traps| traps.iter().any(|trap| trap.holds(boxes, player)))
    }

    /// Looks at every part that the player cannot reach; true if a group around one is lost. `expanded` is how many positions the search has
    /// looked at.
    pub fn find(&mut self, scene: &Scene<W>, base: &Distances, player: u16, expanded: u64) -> bool {
        let room = scene.room;
        let mut unseen = room.floor.minus(scene.boxes).minus(scene.reach);
        while let Some(start) = unseen.first() {
            if self.is_full() || self.spent > FIRST_POSITIONS + POSITIONS_EACH * expanded {
                return false;
            }
            let inside = room.reach(start, scene.boxes);
            unseen = unseen.minus(&inside);
            let group = room.beside(&inside).and(scene.boxes);
            if group.minus(&room.goals).is_empty() {
                continue;
            }
            if self.find_around(room, base, group, player, &inside) {
                return true;
            }
        }
        false
    }

    /// Whether a group around a part that the player cannot reach is lost; if so, that is learned.
    pub fn find_around(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        group: Bits<W>,
        player: u16,
        inside: &Bits<W>,
    ) -> bool {
        let is_lost = |traps: &mut Self, group| traps.is_lost(room, base, group, player, inside);
        let is_found = is_lost(self, group);
        if is_found {
            self.learn(room, group, player, is_lost);
        }
        is_found
    }

    /// Whether a group alone can be played neither home nor so that the player gets everywhere inside.
    fn is_lost(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        group: Bits<W>,
        player: u16,
        inside: &Bits<W>,
    ) -> bool {
        let zone = room.reach(player, &group);
        let name = (group, zone.first().unwrap_or(player));
        if self.innocent.contains(&name) {
            return false;
        }
        let mut trial = std::mem::take(&mut self.trial);
        let is_lost = trial.is_lost(room, base, self, group, zone, inside);
        self.spent += trial.seen.len() as u64;
        self.trial = trial;
        if !is_lost {
            if self.innocent.len() * W >= MOST_INNOCENT_WORDS {
                self.innocent.clear();
            }
            self.innocent.insert(name);
        }
        is_lost
    }

    /// Takes boxes away as long as the rest is still lost, and remembers that.
    pub fn learn(
        &mut self,
        room: &Room<W>,
        group: Bits<W>,
        player: u16,
        mut is_lost: impl FnMut(&mut Self, Bits<W>) -> bool,
    ) {
        if self.is_full() {
            return;
        }
        let mut least = group;
        for square in group.iter() {
            let mut fewer = least;
            fewer.remove(square);
            if is_lost(self, fewer) {
                least = fewer;
            }
        }
        let trap = Trap {
            boxes: least,
            zone: room.reach(player, &least),
        };
        for square in least.iter() {
            self.by_box[usize::from(square)].push(trap);
        }
        if let Some(first) = least.first() {
            self.by_first[usize::from(first)].push(trap);
        }
        self.count += 1;
    }
}

impl<const W: usize> Trial<W> {
    fn is_lost(
        &mut self,
        room: &Room<W>,
        base: &Distances,
        traps: &Traps<W>,
        group: Bits<W>,
        zone: Bits<W>,
        inside: &Bits<W>,
    ) -> bool {
        let is_alive = |square| base.is_alive(square);
        let is_innocent = |boxes: &Bits<W>, reach: &Bits<W>| {
            boxes.minus(&room.goals).is_empty() || inside.minus(boxes).minus(reach).is_empty()
        };
        self.seen.clear();
        self.waiting.clear();
        if is_innocent(&group, &zone) {
            return false;
        }
        self.enter(group, zone);
        while let Some((boxes, reach)) = self.waiting.pop() {
            let mut pushes = std::mem::take(&mut self.pushes);
            pushes.clear();
            let scene = Scene {
                room,
                boxes: &boxes,
                reach: &reach,
            };
            let side = |square, player| base.side(square, player);
            let player = reach.first().unwrap_or(0);
            if !scene.forced_push(player, side, &mut pushes) {
                scene.all_pushes(is_alive, &mut pushes);
            }
            for &(from, direction) in &pushes {
                let to = room.level.step(from, direction);
                let after = room.level.moved(boxes, from, to);
                if room.freezes(to, &after, is_alive) {
                    continue;
                }
                if traps.hold_box(&after, from, to) {
                    continue;
                }
                let reach = room.reach_after(&reach, &after, from, to);
                if is_innocent(&after, &reach) || self.seen.len() >= MOST_POSITIONS {
                    self.pushes = pushes;
                    return false;
                }
                self.enter(after, reach);
            }
            self.pushes = pushes;
        }
        true
    }

    fn enter(&mut self, boxes: Bits<W>, reach: Bits<W>) {
        if self.seen.insert((boxes, reach.first().unwrap_or(0))) {
            self.waiting.push((boxes, reach));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::Level;

    #[test]
    fn boxes_that_close_a_dead_end_are_a_trap_wherever_others_stand() {
        let level = Level::parse([
            "#########",
            "#. .  . #",
            "#  $    #",
            "#   @   #",
            "##$$#####",
            "##  #####",
            "#########",
        ]);
        let level = level.expect("a level");
        let at = |row, column| {
            let mut squares = (0..).take(level.squares());
            let found = squares.find(|&square| level.place(square) == (row, column));
            found.expect("floor")
        };
        let room = Room::<1>::new(&level);
        let base = Distances::new(&level, &Bits::<1>::EMPTY);
        let (boxes, player) = (room.start, level.player);
        let reach = room.reach(player, &boxes);
        let scene = Scene {
            room: &room,
            boxes: &boxes,
            reach: &reach,
        };
        let mut traps = Traps::new(level.squares());
        assert!(!traps.hold_any(&boxes, player));
        assert!(traps.find(&scene, &base, player, 0));
        // One of the two alone could be pushed up again, so both are needed, and the third is not.
        assert!(traps.hold_any(&Bits::of([at(4, 2), at(4, 3)]), player));
        assert!(traps.hold_box(&boxes, player, at(4, 3)));
        assert!(!traps.hold_box(&boxes, player, at(2, 3)));
        assert!(!traps.hold_any(&Bits::of([at(4, 2), at(2, 3)]), player));
        assert!(!traps.hold_any(&boxes, at(5, 2)));
    }
}
