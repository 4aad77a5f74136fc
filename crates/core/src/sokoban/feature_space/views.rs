//! What is known of a level before the search: its rooms with the ways between them, and which squares are hot.

use crate::search::bitset::Bits;
use crate::sokoban::bounds::distances::{Distances, FAR};
use crate::sokoban::rules::level::WALL;
use crate::sokoban::rules::room::Room;

/// Where squares times squares times goals are more, nothing is held to be hot: to find out would take seconds.
const MOST_HEAT: usize = 6_000_000;

/// A way between rooms: it is blocked when boxes part its ends.
struct Link<const W: usize> {
    squares: Bits<W>,
    ends: Bits<W>,
}

/// What the features of a level need.
pub(super) struct Views<const W: usize> {
    links: Vec<Link<W>>,
    /// For each square, the squares from which a box reaches fewer goals if one stands there.
    pub hot: Vec<Bits<W>>,
}

impl<const W: usize> Views<W> {
    pub fn new(room: &Room<W>, base: &Distances) -> Self {
        Self {
            links: links(room),
            hot: hot(room, base),
        }
    }

    /// How many ways between rooms are blocked.
    pub fn blocked(&self, room: &Room<W>, boxes: &Bits<W>) -> u32 {
        let is_blocked = |link: &&Link<W>| {
            if link.squares.and(boxes).is_empty() {
                return false;
            }
            let free = link.ends.minus(boxes);
            let Some(start) = free.first() else {
                return true;
            };
            let outside = room
                .floor
                .minus(&link.squares.minus(boxes))
                .minus(&link.ends.minus(boxes));
            let reached = room.reach(start, &outside);
            !free.minus(&reached).is_empty() || free != link.ends
        };
        u32::try_from(self.links.iter().filter(is_blocked).count()).unwrap_or(u32::MAX)
    }
}

/// The parts into which boxes cut the floor.
pub(super) struct Parts {
    count: u32,
    /// By square, the part that it belongs to, counted from 1; 0 for a box.
    of: Vec<u16>,
}

impl Parts {
    pub fn new<const W: usize>(room: &Room<W>, boxes: &Bits<W>) -> Self {
        let mut of = vec![0; room.level.squares()];
        let mut unseen = room.floor.minus(boxes);
        let mut count = 0;
        while let Some(start) = unseen.first() {
            count += 1;
            let part = room.reach(start, boxes);
            unseen = unseen.minus(&part);
            for square in part.iter() {
                of[usize::from(square)] = count;
            }
        }
        Self {
            count: count.into(),
            of,
        }
    }

    pub const fn count(&self) -> u32 {
        self.count
    }

    /// How many there are when a box has moved and the player can reach `reach`. The square that it left joins the parts around it, and
    /// the square that it came to parts what does not hang together around it.
    pub fn after<const W: usize>(
        &self,
        room: &Room<W>,
        (from, to): (u16, u16),
        boxes: &Bits<W>,
        reach: &Bits<W>,
    ) -> u32 {
        let near = room.level.near[usize::from(from)];
        let around = near.map(|next| {
            if next == WALL {
                0
            } else {
                self.of[usize::from(next)]
            }
        });
        let is_new = |&at: &usize| around[at] != 0 && !around[..at].contains(&around[at]);
        let joined = (0..4).filter(is_new).count();
        let near = room.level.near[usize::from(to)];
        let free = near
            .iter()
            .filter(|&&next| next != WALL && !boxes.has(next));
        let mut left = Bits::of(free.copied());
        let mut parted = 0;
        if !left.and(reach).is_empty() {
            left = left.minus(reach);
            parted += 1;
        }
        while let Some(start) = left.first() {
            parted += 1;
            if !room.cuts(to, boxes) {
                break;
            }
            left = left.minus(&room.reach(start, boxes));
        }
        self.count + parted - u32::try_from(joined).unwrap_or(0)
    }
}

/// Rooms are what 2x3 blocks of open floor cover; what lies between are the ways.
fn links<const W: usize>(room: &Room<W>) -> Vec<Link<W>> {
    let level = room.level;
    let mut open = Bits::EMPTY;
    for square in room.floor.iter() {
        for (along, across) in [(2, 3), (3, 2)] {
            let mut block = Vec::new();
            let mut row = square;
            for _ in 0..2 {
                let mut at = row;
                for _ in 0..3 {
                    if at != WALL {
                        block.push(at);
                        at = level.step(at, along);
                    }
                }
                row = if row == WALL {
                    WALL
                } else {
                    level.step(row, across)
                };
            }
            if block.len() == 6 {
                for at in block {
                    open.insert(at);
                }
            }
        }
    }
    let mut ways = room.floor.minus(&open);
    let mut links = Vec::new();
    while let Some(start) = ways.first() {
        let squares = room.reach(start, &room.floor.minus(&ways));
        ways = ways.minus(&squares);
        let ends = room.beside(&squares).and(&open);
        // It leads somewhere if it joins different rooms, or a room to itself by a way around.
        let apart = {
            let mut left = ends;
            let mut groups = 0;
            while let Some(end) = left.first() {
                groups += 1;
                left = left.minus(&room.reach(end, &room.floor.minus(&ends)));
            }
            groups
        };
        if apart > 1 {
            links.push(Link { squares, ends });
        }
    }
    links
}

fn hot<const W: usize>(room: &Room<W>, base: &Distances) -> Vec<Bits<W>> {
    let level = room.level;
    let goals = |table: &Distances, square: u16, player: u16| {
        table
            .row(square, player)
            .iter()
            .filter(|&&cost| cost != FAR)
            .count()
    };
    let mut hot = vec![Bits::EMPTY; level.squares()];
    if level.squares() * level.squares() * level.goals.len() > MOST_HEAT {
        return hot;
    }
    for wall in room.floor.iter().filter(|&square| base.is_alive(square)) {
        let table = Distances::new(level, &Bits::<W>::of([wall]));
        let own = level.goals.contains(&wall);
        for square in room
            .floor
            .iter()
            .filter(|&square| square != wall && base.is_alive(square))
        {
            let best = |table: &Distances| {
                let sides = level.near[usize::from(square)].iter();
                let sides = sides.filter(|&&side| side != WALL && side != wall);
                sides
                    .map(|&side| goals(table, square, side))
                    .max()
                    .unwrap_or(0)
            };
            // The goal on which the other stands is lost in any case.
            let lost = usize::from(own);
            if best(&table) + lost < best(base) {
                hot[usize::from(wall)].insert(square);
            }
        }
    }
    hot
}
