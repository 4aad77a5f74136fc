//! Where the player can get, and which boxes can never move again.

use crate::search::bitset::Bits;

use super::level::{Level, WALL};

/// How many squares an area has at most: a great one, tried first, and a small one.
const AREAS: [u32; 2] = [16, 5];

/// Squares that hang together: while nothing stands among them, whoever is on one of them can walk to all, and to those beside.
struct Area<const W: usize> {
    inside: Bits<W>,
    /// With the squares beside them.
    whole: Bits<W>,
}

/// A level with its sets of squares.
pub(crate) struct Room<'a, const W: usize> {
    pub level: &'a Level,
    /// The squares next to each square.
    near: Vec<Bits<W>>,
    areas: Vec<Area<W>>,
    /// The areas of each square.
    areas_of: Vec<[u16; AREAS.len()]>,
    /// The eight squares around each square, from the left one on, the way round.
    rings: Vec<[u16; 8]>,
    pub floor: Bits<W>,
    pub goals: Bits<W>,
    /// Where the boxes stand at the start.
    pub start: Bits<W>,
}

impl<'a, const W: usize> Room<'a, W> {
    pub fn new(level: &'a Level) -> Self {
        let floor_near =
            |near: &[u16; 4]| Bits::of(near.iter().copied().filter(|&next| next != WALL));
        let floor = Bits::of(0..level.squares());
        let near: Vec<_> = level.near.iter().map(floor_near).collect();
        let (areas, areas_of) = areas(&near, floor);
        Self {
            level,
            near,
            areas,
            areas_of,
            rings: (0..)
                .take(level.squares())
                .map(|square| ring(level, square))
                .collect(),
            floor,
            goals: Bits::of(level.goals.iter().copied()),
            start: Bits::of(level.boxes.iter().copied()),
        }
    }

    /// Whether everything is done.
    #[inline]
    pub fn is_solved(&self, boxes: &Bits<W>) -> bool {
        if self.level.has_sink() {
            boxes.is_empty()
        } else {
            self.goals.minus(boxes).is_empty()
        }
    }

    /// The squares to which one can walk from `start`, with `blocked` in the way.
    #[inline]
    pub fn reach(&self, start: u16, blocked: &Bits<W>) -> Bits<W> {
        let mut free = self.floor.minus(blocked);
        let mut reached = Bits::EMPTY;
        let mut waiting = Bits::EMPTY;
        reached.insert(start);
        waiting.insert(start);
        free.remove(start);
        while let Some(square) = waiting.pop() {
            let mut areas = self.areas_of[usize::from(square)].iter();
            let is_empty = |&&area: &&u16| !self.areas[usize::from(area)].inside.meets(blocked);
            let new = if let Some(&area) = areas.find(is_empty) {
                let area = &self.areas[usize::from(area)];
                let new = area.whole.and(&free);
                waiting = waiting.or(&new).minus(&area.inside);
                new
            } else {
                let new = self.near[usize::from(square)].and(&free);
                waiting = waiting.or(&new);
                new
            };
            free = free.minus(&new);
            reached = reached.or(&new);
        }
        reached
    }

    /// The squares that the player can reach after a push, from those that he could reach before. Mostly these are the
    /// same but for the two squares of the box: the square left opens nothing new, and around the square taken the
    /// ways stay connected. Otherwise everything is walked anew.
    #[inline]
    pub fn reach_after(&self, before: &Bits<W>, boxes: &Bits<W>, from: u16, to: u16) -> Bits<W> {
        let opened = self.near[usize::from(from)].minus(boxes).minus(before);
        if !opened.is_empty() || before.has(to) && self.cuts(to, boxes) {
            return self.reach(from, boxes);
        }
        let mut reach = *before;
        reach.insert(from);
        reach.remove(to);
        reach
    }

    /// The squares that the player can reach after he has pulled a box and stands on `player`.
    #[inline]
    pub fn reach_after_pull(
        &self,
        before: &Bits<W>,
        boxes: &Bits<W>,
        (from, to): (u16, u16),
        player: u16,
    ) -> Bits<W> {
        let mut reach = *before;
        reach.remove(to);
        let mut taken = *boxes;
        taken.insert(from);
        let around = self.near[usize::from(from)].minus(boxes);
        let joins = !around.and(&reach).is_empty();
        if self.cuts(to, &taken) || joins && !around.minus(&reach).is_empty() {
            return self.reach(player, boxes);
        }
        if joins {
            reach.insert(from);
        }
        reach
    }

    /// Whether a box on this square may part its neighbours from each other: they do not hang together around it.
    #[inline]
    pub fn cuts(&self, square: u16, boxes: &Bits<W>) -> bool {
        let ring = self.rings[usize::from(square)];
        let is_free = ring.map(|next| next != WALL && !boxes.has(next));
        let mut parts = 0;
        for side in [0, 2, 4, 6] {
            let is_linked = is_free[side + 1] && is_free[(side + 2) % 8];
            parts += i32::from(is_free[side]) - i32::from(is_free[side] && is_linked);
        }
        parts > 1
    }

    /// The squares beside any of these.
    pub fn beside(&self, squares: &Bits<W>) -> Bits<W> {
        beside(&self.near, squares)
    }

    /// The boxes that can never move again, whatever else does: the greatest set each of whose boxes is held on
    /// both axes by walls, by others of the set, or by squares from which no goal can be reached.
    pub fn frozen(&self, boxes: &Bits<W>, is_alive: impl Fn(u16) -> bool) -> Bits<W> {
        greatest(boxes, |square, held| self.is_held(square, held, &is_alive))
    }

    /// Whether boxes off their goals can never move again, now that one has come to a square. A look around it mostly rules that out.
    #[inline]
    pub fn freezes(&self, to: u16, boxes: &Bits<W>, is_alive: impl Fn(u16) -> bool) -> bool {
        self.is_held(to, boxes, &is_alive)
            && !self.frozen(boxes, is_alive).minus(&self.goals).is_empty()
    }

    /// The boxes that can never be pulled again: the greatest set each of whose boxes is [stuck](Self::is_stuck) in it.
    pub fn stuck(&self, boxes: &Bits<W>, is_alive: impl Fn(u16) -> bool) -> Bits<W> {
        greatest(boxes, |square, held| self.is_stuck(square, held, &is_alive))
    }

    /// Whether a box cannot be pulled to any side: there is no room for it, or none for the player beyond.
    #[inline]
    pub fn is_stuck(&self, square: u16, holders: &Bits<W>, is_alive: impl Fn(u16) -> bool) -> bool {
        let near = self.level.near[usize::from(square)];
        let holds = |side: u16| side == WALL || holders.has(side);
        near.iter().enumerate().all(|(direction, &to)| {
            holds(to) || !is_alive(to) || holds(self.level.step(to, direction))
        })
    }

    /// Whether a box is held on both axes by walls, `holders` and dead squares.
    #[inline]
    pub fn is_held(&self, square: u16, holders: &Bits<W>, is_alive: impl Fn(u16) -> bool) -> bool {
        is_held(self.level, square, |side| holders.has(side), is_alive)
    }
}

/// The squares next to any of these.
fn beside<const W: usize>(near: &[Bits<W>], squares: &Bits<W>) -> Bits<W> {
    let sides = squares.iter().map(|square| &near[usize::from(square)]);
    sides.fold(Bits::EMPTY, Bits::or)
}

/// Cuts the floor into areas, once for each size: all of them, and which are each square's.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer areas than squares"
)]
fn areas<const W: usize>(
    near: &[Bits<W>],
    floor: Bits<W>,
) -> (Vec<Area<W>>, Vec<[u16; AREAS.len()]>) {
    let mut areas = Vec::new();
    let mut areas_of = vec![[0; AREAS.len()]; near.len()];
    for (size, most) in AREAS.into_iter().enumerate() {
        let mut left = floor;
        while let Some(first) = left.first() {
            let (mut inside, mut edge) = (Bits::EMPTY, Bits::of([first]));
            for _ in 0..most {
                let Some(square) = edge.pop() else { break };
                inside.insert(square);
                left.remove(square);
                edge = edge.or(&near[usize::from(square)].and(&left));
                areas_of[usize::from(square)][size] = areas.len() as u16;
            }
            let whole = inside.or(&beside(near, &inside));
            areas.push(Area { inside, whole });
        }
    }
    (areas, areas_of)
}

/// The greatest set of boxes each of which is held by it.
fn greatest<const W: usize>(boxes: &Bits<W>, is_held: impl Fn(u16, &Bits<W>) -> bool) -> Bits<W> {
    let mut held = *boxes;
    loop {
        let before = held;
        for square in before.iter() {
            if !is_held(square, &held) {
                held.remove(square);
            }
        }
        if held == before {
            return held;
        }
    }
}

/// Whether a box is held on both axes by walls, holders and dead squares.
#[inline]
pub(crate) fn is_held(
    level: &Level,
    square: u16,
    is_holder: impl Fn(u16) -> bool,
    is_alive: impl Fn(u16) -> bool,
) -> bool {
    let near = level.near[usize::from(square)];
    let holds = |side: u16| side == WALL || is_holder(side);
    let is_held_between =
        |one: u16, two: u16| holds(one) || holds(two) || !is_alive(one) && !is_alive(two);
    is_held_between(near[0], near[2]) && is_held_between(near[1], near[3])
}

/// A corner between two walls does not matter, and counts as one.
fn ring(level: &Level, square: u16) -> [u16; 8] {
    let near = level.near[usize::from(square)];
    let mut ring = [WALL; 8];
    for side in 0..4 {
        let next = (side + 1) % 4;
        ring[2 * side] = near[side];
        ring[2 * side + 1] = match (near[side], near[next]) {
            (WALL, WALL) => WALL,
            (WALL, other) => level.step(other, side),
            (one, _) => level.step(one, next),
        };
    }
    ring
}
