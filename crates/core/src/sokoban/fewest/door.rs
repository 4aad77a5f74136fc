//! Levels with a goal room that has one door: what happens inside is worked out once, and the search is about what happens outside.
//!
//! The *door* is a square without which all goals are cut off from all boxes and from the player; the goals' part is the *inside*. A box comes in
//! by a push from the door to the square behind it, the *sink*, with the player on the door then. A push counts as one
//! inside if the box stood inside before it.
//!
//! Every solution takes at least as many pushes outside as it takes to bring all boxes to the sink if they vanish there: leave out of it what
//! boxes do after they have come in for the first time. And inside it takes at least the pushes
//! from the sink to each goal for a box alone: what the box that ends there does after it has come in for the last time. If the goals can be filled in
//! some order with just these, the player back at the door each time, then any solution of the outside becomes one of the level: whenever a box comes in, it is
//! brought to the next goal at once. So the fewest pushes are the fewest outside and these.

use std::collections::VecDeque;

use crate::search::bitset::Bits;
use crate::search::hash::Map;
use crate::sokoban::rules::level::{Level, WALL, back};
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;

pub(super) struct Door {
    /// The outside: a level whose only goal swallows all boxes.
    pub outside: Level,
    /// The whole level's square for each square of the outside.
    squares: Vec<u16>,
    sink: u16,
    /// The pushes inside for each box that comes in, the first one first.
    deliveries: Vec<Vec<Push>>,
}

/// A door, as it is looked for.
struct Opening<const W: usize> {
    door: u16,
    sink: u16,
    inside: Bits<W>,
}

impl Door {
    /// The door with the most inside; none if there is none, or no order in which the goals can be filled without a detour.
    pub fn find<const W: usize>(room: &Room<W>) -> Option<Self> {
        let mut openings: Vec<Opening<W>> = (0..)
            .take(room.level.squares())
            .filter_map(|door| opening(room, door))
            .collect();
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.inside.iter().count()));
        openings.iter().find_map(|opening| {
            let deliveries = deliveries(room, opening)?;
            let outside = outside(room.level, opening)?;
            let square_at = |place| {
                let mut squares = (0..).take(room.level.squares());
                squares.find(|&square| room.level.place(square) == place)
            };
            let squares = (0..).take(outside.squares());
            Some(Self {
                squares: squares
                    .map(|square| square_at(outside.place(square)))
                    .collect::<Option<_>>()?,
                outside,
                sink: opening.sink,
                deliveries,
            })
        })
    }

    /// The pushes inside.
    pub fn pushes_inside(&self) -> u32 {
        let pushes = self.deliveries.iter().map(Vec::len);
        u32::try_from(pushes.sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// A solution of the whole level from one of the outside.
    pub fn whole(&self, level: &Level, outside: &[Push]) -> Vec<Push> {
        let mut deliveries = self.deliveries.iter();
        let mut pushes = Vec::new();
        for &(square, direction) in outside {
            let square = self.squares[usize::from(square)];
            pushes.push((square, direction));
            if level.step(square, direction) == self.sink {
                pushes.extend(deliveries.next().into_iter().flatten());
            }
        }
        pushes
    }
}

/// Whether a square is a door: all goals are on one side of it, all boxes and the player on the other.
fn opening<const W: usize>(room: &Room<W>, door: u16) -> Option<Opening<W>> {
    let level = room.level;
    let closed = Bits::of([door]);
    let first = level.goals.first().filter(|&&goal| goal != door)?;
    let inside = room.reach(*first, &closed);
    let is_door = room.goals.minus(&inside).is_empty()
        && !inside.or(&closed).meets(&room.start)
        && !inside.has(level.player);
    let mut inwards = (0..4).filter(|&direction| {
        let next = level.step(door, direction);
        next != WALL && inside.has(next)
    });
    let (Some(inward), None) = (inwards.next(), inwards.next()) else {
        return None;
    };
    let has_room = level.step(door, back(inward)) != WALL;
    (is_door && has_room).then(|| Opening {
        door,
        sink: level.step(door, inward),
        inside,
    })
}

/// The level with walls for the inside, but for the sink.
fn outside<const W: usize>(level: &Level, opening: &Opening<W>) -> Option<Level> {
    let places = (0..)
        .take(level.squares())
        .map(|square| level.place(square));
    let (rows, columns): (Vec<_>, Vec<_>) = places.unzip();
    let width = columns.iter().max()? + 2;
    let mut grid = vec![vec![b'#'; width]; rows.iter().max()? + 2];
    for square in (0..).take(level.squares()) {
        let (row, column) = level.place(square);
        grid[row][column] = match square {
            _ if square == opening.sink => b'.',
            _ if opening.inside.has(square) => b'#',
            _ if level.boxes.contains(&square) => b'$',
            _ if level.player == square => b'@',
            _ => b' ',
        };
    }
    let rows = grid.iter().map(|row| String::from_utf8_lossy(row));
    let level = Level::parse(rows.collect::<Vec<_>>()).ok()?;
    Some(level.draining())
}

/// Fills the goals without a detour: from the full room, boxes are taken away that can go straight, as long as there are any. To take one away
/// makes nothing harder for the others.
fn deliveries<const W: usize>(room: &Room<W>, opening: &Opening<W>) -> Option<Vec<Vec<Push>>> {
    let mut full = room.goals;
    let alone = ways(room, opening, &Bits::EMPTY);
    let mut deliveries = Vec::new();
    while !full.is_empty() {
        let found = full.iter().find_map(|goal| {
            let mut others = full;
            others.remove(goal);
            let fewest = alone.get(&goal)?.fewest;
            let way = ways(room, opening, &others).remove(&goal)?.and_back?;
            (way.len() == fewest).then_some((goal, way))
        });
        let (goal, way) = found?;
        full.remove(goal);
        deliveries.push(way);
    }
    deliveries.reverse();
    Some(deliveries)
}

/// How a box comes from the sink to a square.
struct Way {
    /// In so many pushes, wherever the player is then.
    fewest: usize,
    /// The fewest pushes after which the player can get back to the door.
    and_back: Option<Vec<Push>>,
}

/// The ways of a box from the sink to all squares inside, with other boxes standing there, and the player on the door at first.
fn ways<const W: usize>(room: &Room<W>, opening: &Opening<W>, others: &Bits<W>) -> Map<u16, Way> {
    let mut ways: Map<u16, Way> = Map::default();
    if others.has(opening.sink) {
        return ways;
    }
    let mut walkable = opening.inside.minus(others);
    walkable.insert(opening.door);
    let reach = |player: u16, square: u16| {
        let mut blocked = room.floor.minus(&walkable);
        blocked.insert(square);
        room.reach(player, &blocked)
    };
    let start = reach(opening.door, opening.sink);
    let mut known = Map::default();
    known.insert((opening.sink, start), Vec::new());
    let mut queue = VecDeque::from([(opening.sink, start)]);
    while let Some((square, reached)) = queue.pop_front() {
        let pushes: Vec<Push> = known[&(square, reached)].clone();
        let way = ways.entry(square).or_insert(Way {
            fewest: pushes.len(),
            and_back: None,
        });
        if way.and_back.is_none() && reached.has(opening.door) {
            way.and_back = Some(pushes.clone());
        }
        for direction in 0..4 {
            let player = room.level.step(square, back(direction));
            let to = room.level.step(square, direction);
            let is_free = to != WALL && to != opening.door && walkable.has(to);
            if player == WALL || !is_free || !reached.has(player) {
                continue;
            }
            let state = (to, reach(square, to));
            known.entry(state).or_insert_with(|| {
                queue.push_back(state);
                [&pushes[..], &[(square, direction)]].concat()
            });
        }
    }
    ways
}
