//! What a solution tells: how often it turns to another box, which boxes are parked, which floor it uses.

use std::collections::VecDeque;

use crate::search::bitset::Bits;

use super::field::{DIRECTIONS, Field, back};
use super::positions::Push;

/// What happens to one box.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Where it stands now.
    square: u16,
    /// How often the player turned to it.
    visits: usize,
    pushes: usize,
}

/// What a solution is like to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Story {
    pub pushes: usize,
    /// How often the solution turns from one box to another.
    pub changes: usize,
    /// Boxes to which it comes back: they are put somewhere for the time being.
    pub parked: usize,
    /// Boxes that are brought home at one go, in two pushes or fewer.
    pub idle: usize,
}

impl Story {
    /// The story of a solution, by the squares of each box before and after a push.
    pub fn of(boxes: impl Iterator<Item = u16>, pushes: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut parts: Vec<Part> = boxes
            .map(|square| Part {
                square,
                visits: 0,
                pushes: 0,
            })
            .collect();
        let (mut count, mut turns, mut last) = (0, 0, usize::MAX);
        for (from, to) in pushes {
            let at = parts.iter().position(|part| part.square == from);
            let at = at.expect("a push moves a box");
            count += 1;
            if at != last {
                turns += 1;
                parts[at].visits += 1;
                last = at;
            }
            parts[at].square = to;
            parts[at].pushes += 1;
        }
        Self {
            pushes: count,
            changes: usize::saturating_sub(turns, 1),
            parked: parts.iter().filter(|part| part.visits > 1).count(),
            idle: parts
                .iter()
                .filter(|part| part.visits <= 1 && part.pushes <= 2)
                .count(),
        }
    }
}

/// All floor that a solution uses, by boxes or by the player on a shortest way from push to push.
pub(super) fn used<const W: usize>(
    field: &Field<W>,
    mut boxes: Bits<W>,
    goals: Bits<W>,
    pushes: &[Push],
) -> Bits<W> {
    let mut used = boxes | goals;
    let mut player = None;
    for push in pushes {
        let standing = field.beside(push.square, back(push.direction));
        let standing = standing.expect("who pushes stands on floor");
        let from = player.unwrap_or(standing);
        used = used | walk(field, boxes, from, standing);
        boxes.remove(push.square);
        let to = field.beside(push.square, push.direction);
        boxes.insert(to.expect("a box is pushed onto floor"));
        used = used | boxes;
        player = Some(push.square);
    }
    used
}

/// The squares of a shortest walk past the boxes.
fn walk<const W: usize>(field: &Field<W>, boxes: Bits<W>, from: u16, to: u16) -> Bits<W> {
    const UNSEEN: u16 = u16::MAX;
    let mut came_from = vec![UNSEEN; field.width * field.height];
    // Backwards, so that the way can be read off from its beginning.
    came_from[usize::from(to)] = to;
    let mut waiting = VecDeque::from([to]);
    while let Some(square) = waiting.pop_front() {
        if square == from {
            break;
        }
        for way in 0..DIRECTIONS {
            let Some(next) = field.beside(square, way) else {
                continue;
            };
            if !boxes.has(next) && came_from[usize::from(next)] == UNSEEN {
                came_from[usize::from(next)] = square;
                waiting.push_back(next);
            }
        }
    }
    let mut squares = Bits::of([from]);
    let mut square = from;
    while square != to && came_from[usize::from(square)] != UNSEEN {
        square = came_from[usize::from(square)];
        squares.insert(square);
    }
    squares
}
