//! What a shortest solution costs, by Dijkstra's search over all tables: a redeal costs nothing, all else one.

use quandary_core::klondike::Move;

use super::key::{decode, encode};
use super::table::Table;
use crate::visited::Visited;

/// A cheapest-first search, and its memory.
#[derive(Default)]
pub struct Cheapest {
    visited: Visited<8>,
    costs: Vec<u32>,
}

impl Cheapest {
    /// The least cost of winning a table that can be won; `None` if that takes more than `most` tables.
    pub fn search(&mut self, start: &Table, most: usize) -> Option<u32> {
        self.visited.clear();
        self.costs.clear();
        let mut now = Vec::new();
        let mut next = Vec::new();
        self.reach(start, 0, &mut now);
        let mut cost = 0;
        while !now.is_empty() {
            while let Some(number) = now.pop() {
                // Reached again for less, by a redeal, after it was put here.
                if self.costs[number as usize] < cost {
                    continue;
                }
                let table = decode(self.visited.key(number), start.draw);
                if table.is_won() {
                    return Some(cost);
                }
                for play in table.moves(true) {
                    let mut child = table;
                    child.play(play);
                    if play == Move::Redeal {
                        self.reach(&child, cost, &mut now);
                    } else {
                        self.reach(&child, cost + 1, &mut next);
                    }
                }
                if self.visited.len() > most {
                    return None;
                }
            }
            std::mem::swap(&mut now, &mut next);
            cost += 1;
        }
        None
    }

    fn reach(&mut self, table: &Table, cost: u32, waiting: &mut Vec<u32>) {
        let (number, is_new) = self.visited.add(&encode(table));
        if is_new {
            self.costs.push(cost);
            waiting.push(number);
        } else if cost < self.costs[number as usize] {
            self.costs[number as usize] = cost;
            waiting.push(number);
        }
    }
}
