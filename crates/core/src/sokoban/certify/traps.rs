//! Traps: groups of boxes that can never come home, whatever stands around them.
//!
//! A group is taken out of its position and played alone, with the player on the side of it where he is. If
//! all that can become of it is seen and nothing of it is solved, it is a trap, and so is all that was
//! seen. Boxes are taken out as long as the rest is still lost, so that the trap is found again in many
//! positions.

use crate::search::bitset::Bits;
use crate::search::hash::Set;
use crate::search::{Budget, Stop};
use crate::sokoban::bounds::distances::{Distances, FAR};
use crate::sokoban::rules::level::{Level, WALL, back};
use crate::sokoban::rules::room::Room;

/// So many positions of a group are looked at in the course of a search before it is held to be no trap. With more
/// of them there are fewer positions to list, but more traps.
const FEW: usize = 20;
/// The same where nothing but a trap is looked for, at first and at last.
const MORE: [usize; 2] = [200, 20_000];

/// Boxes that are lost while the player is in this zone.
#[derive(Clone, Copy)]
pub(super) struct Trap<const W: usize> {
    pub boxes: Bits<W>,
    pub zone: Bits<W>,
}

impl<const W: usize> Trap<W> {
    fn holds(&self, boxes: &Bits<W>, player: u16) -> bool {
        self.zone.has(player) && self.boxes.minus(boxes).is_empty()
    }

    fn name(&self) -> (Bits<W>, u16) {
        (self.boxes, self.zone.first().unwrap_or(WALL))
    }
}

/// All traps that are known.
pub(super) struct Traps<const W: usize> {
    pub all: Vec<Trap<W>>,
    /// By square: the numbers of the traps with a box on it.
    by_box: Vec<Vec<u32>>,
    /// Groups that were found to be none.
    innocent: Set<(Bits<W>, u16)>,
    /// Positions of groups looked at.
    played: u64,
    used: Vec<bool>,
}

/// What becomes of a group that is played alone.
enum Played<const W: usize> {
    /// All that can become of it, and is not known to be lost.
    Lost(Vec<Trap<W>>),
    /// The pushes that bring enough boxes to goals: from where, and to where.
    Home(Vec<(u16, u16)>),
    Unknown,
}

/// The level, with what is known of a box alone.
pub(super) struct Ground<'a, const W: usize> {
    pub room: Room<'a, W>,
    pub distances: Distances,
    /// So many boxes need not come home.
    spare: u32,
}

impl<'a, const W: usize> Ground<'a, W> {
    pub fn new(level: &'a Level) -> Self {
        Self {
            room: Room::new(level),
            distances: Distances::new(level, &Bits::<W>::EMPTY),
            spare: u32::try_from(level.boxes.len() - level.goals.len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether a box could not come home if it were alone.
    pub fn is_lost(&self, square: u16, player: u16) -> bool {
        let row = self.distances.row(square, player);
        self.spare == 0 && row.iter().all(|&cost| cost == FAR)
    }

    fn is_open(&self, boxes: &Bits<W>) -> bool {
        boxes.count_beyond(&self.room.goals) > self.spare
    }

    /// Every push that a player on one of these places can make and that does not lose the box: the boxes
    /// after it, the square of the player and that of the box.
    pub fn pushes(
        &self,
        boxes: &Bits<W>,
        places: &Bits<W>,
    ) -> impl Iterator<Item = (Bits<W>, u16, u16)> {
        let level = self.room.level;
        let ways = boxes
            .iter()
            .flat_map(|from| (0..4).map(move |direction| (from, direction)));
        ways.filter_map(move |(from, direction)| {
            let (to, behind) = (
                level.step(from, direction),
                level.step(from, back(direction)),
            );
            let can_push = to != WALL && behind != WALL && places.has(behind) && !boxes.has(to);
            if !can_push || self.is_lost(to, from) {
                return None;
            }
            let mut after = *boxes;
            after.remove(from);
            after.insert(to);
            Some((after, from, to))
        })
    }
}

impl<const W: usize> Traps<W> {
    pub fn new(squares: usize) -> Self {
        Self {
            all: Vec::new(),
            by_box: vec![Vec::new(); squares],
            innocent: Set::default(),
            played: 0,
            used: Vec::new(),
        }
    }

    /// The first trap with a box on that square.
    fn find(&self, boxes: &Bits<W>, player: u16, square: u16) -> Option<usize> {
        let mut numbers = self.by_box[usize::from(square)]
            .iter()
            .map(|&number| number as usize);
        numbers.find(|&number| self.all[number].holds(boxes, player))
    }

    /// Whether there is a trap with a box on that square.
    pub fn hold(&mut self, boxes: &Bits<W>, player: u16, square: u16) -> bool {
        let found = self.find(boxes, player, square);
        if let Some(number) = found {
            self.used[number] = true;
        }
        found.is_some()
    }

    /// Looks for a trap around a box that has just come to a square.
    pub fn learn(&mut self, ground: &Ground<W>, boxes: &Bits<W>, reach: &Bits<W>, to: u16) -> bool {
        let Some(player) = reach.first() else {
            return false;
        };
        if self.learn_group(ground, cluster(&ground.room, boxes, to), player, FEW) {
            return true;
        }
        let mut unseen = ground.room.floor.minus(boxes).minus(reach);
        while let Some(start) = unseen.first() {
            let inside = ground.room.reach(start, boxes);
            unseen = unseen.minus(&inside);
            let fence = ground.room.beside(&inside).and(boxes);
            if self.learn_group(ground, fence, player, FEW) {
                return true;
            }
        }
        false
    }

    /// Looks for a trap anywhere, with more patience. A group begins with one box. While it can be played
    /// home alone, a box that is in the way of that is taken in.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn learn_any(
        &mut self,
        ground: &Ground<W>,
        boxes: &Bits<W>,
        player: u16,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        for most in MORE {
            for seed in boxes.iter() {
                let mut group = Bits::of([seed]);
                loop {
                    let before = self.played;
                    let end = self.play(ground, group, player, most);
                    for _ in before..self.played {
                        budget.tick(0)?;
                    }
                    let obstacle = match end {
                        Played::Lost(_) => {
                            return Ok(self.learn_group(ground, group, player, most));
                        }
                        Played::Home(pushes) => {
                            obstacle(&ground.room, boxes, &group, player, &pushes)
                        }
                        Played::Unknown => None,
                    };
                    let Some(obstacle) = obstacle else {
                        break;
                    };
                    group.insert(obstacle);
                }
            }
        }
        Ok(false)
    }

    /// Whether a group is lost. If so, boxes are taken out as long as it still is, and that is learned.
    fn learn_group(
        &mut self,
        ground: &Ground<W>,
        group: Bits<W>,
        player: u16,
        most: usize,
    ) -> bool {
        let zone = ground.room.reach(player, &group);
        let name = Trap { boxes: group, zone }.name();
        if self.innocent.contains(&name) {
            return false;
        }
        let Played::Lost(mut seen) = self.play(ground, group, player, most) else {
            self.innocent.insert(name);
            return false;
        };
        let mut least = group;
        for square in group.iter() {
            let mut fewer = least;
            fewer.remove(square);
            if let Played::Lost(of_fewer) = self.play(ground, fewer, player, most) {
                least = fewer;
                seen = of_fewer;
            }
        }
        for trap in seen {
            self.add(trap);
        }
        true
    }

    fn add(&mut self, trap: Trap<W>) {
        let number = u32::try_from(self.all.len()).expect("fewer traps than positions");
        for square in trap.boxes.iter() {
            self.by_box[usize::from(square)].push(number);
        }
        self.all.push(trap);
        self.used.push(false);
    }

    /// Plays a group alone, in all ways, as far as `most` positions.
    fn play(&mut self, ground: &Ground<W>, group: Bits<W>, player: u16, most: usize) -> Played<W> {
        let zone = ground.room.reach(player, &group);
        let first = Trap { boxes: group, zone };
        if !ground.is_open(&group) {
            return Played::Home(Vec::new());
        }
        let mut seen = Set::from_iter([first.name()]);
        let mut all = vec![first];
        let mut parents = vec![(0, (0, 0))];
        let mut done = 0;
        while done < all.len() {
            let Trap { boxes, zone } = all[done];
            for (after, player, to) in ground.pushes(&boxes, &zone) {
                if self.find(&after, player, to).is_some() {
                    continue;
                }
                let zone = ground.room.reach(player, &after);
                let trap = Trap { boxes: after, zone };
                if !seen.insert(trap.name()) {
                    continue;
                }
                all.push(trap);
                parents.push((done, (player, to)));
                if !ground.is_open(&after) {
                    return Played::Home(way(&parents));
                }
                if all.len() > most {
                    return Played::Unknown;
                }
            }
            self.played += 1;
            done += 1;
        }
        Played::Lost(all)
    }

    /// Brings them into an order, and begins to note which are used.
    pub fn sort<K: Ord>(&mut self, key: impl Fn(&Trap<W>) -> K) {
        let mut all = std::mem::take(&mut self.all);
        all.sort_by_cached_key(key);
        all.dedup_by_key(|trap| trap.name());
        *self = Self::new(self.by_box.len());
        for trap in all {
            self.add(trap);
        }
    }

    /// Begins anew to note which are used.
    pub fn forget_uses(&mut self) {
        self.used.fill(false);
    }

    /// The traps that were used, and those that they can become.
    pub fn used(&self, ground: &Ground<W>) -> Vec<Trap<W>> {
        let mut used = self.used.clone();
        let mut waiting: Vec<_> = (0..used.len()).filter(|&number| used[number]).collect();
        while let Some(number) = waiting.pop() {
            let Trap { boxes, zone } = &self.all[number];
            for (after, player, to) in ground.pushes(boxes, zone) {
                let next = self
                    .find(&after, player, to)
                    .expect("what becomes of a trap is a trap");
                if !std::mem::replace(&mut used[next], true) {
                    waiting.push(next);
                }
            }
        }
        let all = self.all.iter().zip(used);
        all.filter(|(_, is_used)| *is_used)
            .map(|(trap, _)| *trap)
            .collect()
    }
}

/// The boxes that touch this one, or others that do, corners included.
fn cluster<const W: usize>(room: &Room<W>, boxes: &Bits<W>, square: u16) -> Bits<W> {
    let mut found = Bits::of([square]);
    let mut waiting = vec![square];
    while let Some(here) = waiting.pop() {
        let (row, column) = room.level.place(here);
        for other in boxes.minus(&found).iter() {
            let (r, c) = room.level.place(other);
            if r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1 {
                found.insert(other);
                waiting.push(other);
            }
        }
    }
    found
}

/// The pushes to the last of the positions, each of which knows the one before it.
fn way(parents: &[(usize, (u16, u16))]) -> Vec<(u16, u16)> {
    let mut pushes = Vec::new();
    let mut at = parents.len() - 1;
    while at > 0 {
        let (before, push) = parents[at];
        pushes.push(push);
        at = before;
    }
    pushes.reverse();
    pushes
}

/// A box that is in the way when a group is pushed home among all others.
fn obstacle<const W: usize>(
    room: &Room<W>,
    boxes: &Bits<W>,
    group: &Bits<W>,
    mut player: u16,
    pushes: &[(u16, u16)],
) -> Option<u16> {
    let others = boxes.minus(group);
    let mut group = *group;
    for &(from, to) in pushes {
        if others.has(to) {
            return Some(to);
        }
        let direction = (0..4).find(|&direction| room.level.step(from, direction) == to)?;
        let behind = room.level.step(from, back(direction));
        let reach = room.reach(player, &others.or(&group));
        if !reach.has(behind) {
            // One that stands between him and where he wants to be.
            let beyond = room.reach(behind, &others.or(&group));
            let between = room.beside(&reach).and(&others);
            let on_both_sides = between.and(&room.beside(&beyond)).first();
            return on_both_sides.or_else(|| between.first());
        }
        group.remove(from);
        group.insert(to);
        player = from;
    }
    None
}
