//! The cheapest solution of a room, by Dijkstra's search over single steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::room::{Boxes, Room};
use crate::visited::Visited;

/// What counts first, and what counts among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    PushesThenMoves,
    MovesThenPushes,
}

/// What trying everything found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The fewest, in the order of what counts.
    Solved(u32, u32),
    Unsolvable,
    /// More positions than may be looked at.
    TooLarge,
}

/// A cheapest-first search, and its memory.
#[derive(Default)]
pub struct Cheapest {
    visited: Visited<3>,
    costs: Vec<(u32, u32)>,
    waiting: BinaryHeap<Reverse<((u32, u32), u32)>>,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "splitting a set in two is the point"
)]
const fn key(boxes: Boxes, player: u8) -> [u64; 3] {
    [boxes as u64, (boxes >> 64) as u64, player as u64]
}

impl Cheapest {
    /// The cheapest solution, looking at no more than `most` positions.
    pub fn search(&mut self, room: &Room, by: By, most: usize) -> Truth {
        self.visited.clear();
        self.costs.clear();
        self.waiting.clear();
        self.reach(room.boxes, room.player, (0, 0));
        while let Some(Reverse((cost, number))) = self.waiting.pop() {
            if self.costs[number as usize] < cost {
                continue;
            }
            let [low, high, player] = *self.visited.key(number);
            let boxes = Boxes::from(low) | Boxes::from(high) << 64;
            let player = u8::try_from(player).unwrap_or(0);
            if room.is_solved(boxes) {
                return Truth::Solved(cost.0, cost.1);
            }
            if self.visited.len() > most {
                return Truth::TooLarge;
            }
            for direction in 0..4 {
                if let Some((after, to, is_push)) = room.step(boxes, player, direction) {
                    let push = u32::from(is_push);
                    let price = match by {
                        By::PushesThenMoves => (cost.0 + push, cost.1 + 1),
                        By::MovesThenPushes => (cost.0 + 1, cost.1 + push),
                    };
                    self.reach(after, to, price);
                }
            }
        }
        Truth::Unsolvable
    }

    fn reach(&mut self, boxes: Boxes, player: u8, cost: (u32, u32)) {
        let (number, is_new) = self.visited.add(&key(boxes, player));
        if is_new {
            self.costs.push(cost);
        } else if cost < self.costs[number as usize] {
            self.costs[number as usize] = cost;
        } else {
            return;
        }
        self.waiting.push(Reverse((cost, number)));
    }
}

/// The squares from which a box cannot be pushed to any goal, alone in the room, wherever the player stands first.
#[must_use]
pub fn lost_squares(room: &Room) -> Vec<(usize, usize)> {
    let count = room.squares();
    let at =
        |square: u8, player: u8| usize::from(square) * usize::from(count) + usize::from(player);
    let mut wins = vec![false; usize::from(count) * usize::from(count)];
    let pairs = || (0..count).flat_map(|square| (0..count).map(move |player| (square, player)));
    for (square, player) in pairs().filter(|&(square, _)| room.goals >> square & 1 == 1) {
        wins[at(square, player)] = square != player;
    }
    loop {
        let before = wins.clone();
        for (square, player) in pairs().filter(|&(square, player)| square != player) {
            let steps = (0..4).filter_map(|direction| room.step(1 << square, player, direction));
            let mut after = steps.map(|(boxes, to, _)| (boxes.trailing_zeros(), to));
            let is_won = after.any(|(square, to)| {
                let square = u8::try_from(square).unwrap_or(0);
                wins[at(square, to)]
            });
            wins[at(square, player)] |= is_won;
        }
        if wins == before {
            break;
        }
    }
    let is_lost = |&square: &u8| (0..count).all(|player| !wins[at(square, player)]);
    let lost = (0..count).filter(is_lost);
    let mut places: Vec<_> = lost
        .map(|square| room.places[usize::from(square)])
        .collect();
    places.sort_unstable();
    places
}
