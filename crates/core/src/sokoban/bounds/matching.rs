//! The cheapest way to give every goal its own box: the lower bound on pushes.
//!
//! The Hungarian method, with prices. One push changes one row of the costs, so a child's bound takes one shortest path
//! from that row, on the parent's prices, to the column that the row gives up; no prices are changed for it.

use std::iter::repeat;

use crate::sokoban::rules::level::MOST_BOXES;

use super::distances::{FAR, FARTHEST};

/// Dearer than any possible assignment: distances are cut off at [`FARTHEST`], and boxes are limited.
const IMPOSSIBLE: i32 = 1 << 21;
const _: () = assert!(MOST_BOXES * (FARTHEST as usize) < IMPOSSIBLE as usize);
const _: () = assert!((MOST_BOXES + 1) * (IMPOSSIBLE as usize) < i32::MAX as usize);
const NOBODY: usize = usize::MAX;

/// A square of costs and its cheapest assignment. Boxes are rows; goals are columns, and nowhere to go is a
/// column, too, where there are more boxes than goals.
#[derive(Default)]
pub(crate) struct Matching {
    size: usize,
    goals: usize,
    costs: Vec<i32>,
    row_prices: Vec<i32>,
    column_prices: Vec<i32>,
    row_of: Vec<usize>,
    column_of: Vec<usize>,
    total: i32,
    way: Way,
}

/// The working memory of a shortest path.
#[derive(Default)]
struct Way {
    distance: Vec<i32>,
    from: Vec<usize>,
    is_done: Vec<bool>,
}

impl Matching {
    /// Forgets everything; rows are to be set next.
    pub fn restart(&mut self, boxes: usize, goals: usize) {
        self.size = boxes;
        self.goals = goals;
        self.costs.clear();
        self.costs.resize(boxes * boxes, 0);
    }

    #[inline]
    pub fn set_row(&mut self, row: usize, costs: &[u16]) {
        let from = row * self.size;
        for (to, &cost) in self.costs[from..from + self.goals].iter_mut().zip(costs) {
            *to = price(cost);
        }
    }

    /// The cheapest sum; none if some goal cannot have a box.
    pub fn solve(&mut self) -> Option<u32> {
        let size = self.size;
        self.row_prices.clear();
        self.column_prices.clear();
        self.column_prices.resize(size, IMPOSSIBLE);
        for row in self.costs.chunks_exact(size) {
            for (price, &cost) in self.column_prices.iter_mut().zip(row) {
                *price = (*price).min(cost);
            }
        }
        for row in self.costs.chunks_exact(size) {
            let reduced = row.iter().zip(&self.column_prices).map(|(&c, &v)| c - v);
            self.row_prices.push(reduced.min().unwrap_or(0));
        }
        self.row_of.clear();
        self.row_of.resize(size, NOBODY);
        self.column_of.clear();
        self.column_of.resize(size, NOBODY);
        for row in 0..size {
            let costs = &self.costs[row * size..(row + 1) * size];
            let free = (0..size).find(|&column| {
                self.row_of[column] == NOBODY
                    && costs[column] == self.row_prices[row] + self.column_prices[column]
            });
            if let Some(column) = free {
                self.row_of[column] = row;
                self.column_of[row] = column;
            }
        }
        for row in 0..size {
            if self.column_of[row] == NOBODY {
                self.augment(row);
            }
        }
        self.total = self.row_prices.iter().chain(&self.column_prices).sum();
        possible(self.total)
    }

    /// What each goal adds to the cheapest sum, after [`Self::solve`]: every box costs at least its least cost less
    /// the price of the goal, and all prices together. That holds for any boxes, not only for these.
    pub fn goal_prices(&self) -> &[i32] {
        &self.column_prices[..self.goals]
    }

    /// What a box that stays away adds, after [`Self::solve`]; none where every box has a goal.
    pub fn spare_price(&self) -> Option<i32> {
        self.column_prices[self.goals..].iter().copied().max()
    }

    /// The cheapest sum if one row were another; [`Self::solve`] must have been called.
    pub fn with_row(&mut self, row: usize, costs: &[u16]) -> Option<u32> {
        let size = self.size;
        let free = self.column_of[row];
        let way = &mut self.way;
        way.reset(size);
        let costs = costs.iter().copied().map(price).chain(repeat(0));
        for ((distance, cost), price) in way.distance.iter_mut().zip(costs).zip(&self.column_prices)
        {
            *distance = cost - price;
        }
        let length = loop {
            let (column, length) = way.nearest();
            if column == free {
                break length;
            }
            let next = self.row_of[column];
            let costs = &self.costs[next * size..(next + 1) * size];
            let base = length - self.row_prices[next];
            way.relax(costs, &self.column_prices, base, column);
        };
        possible(self.total - self.row_prices[row] + length)
    }

    fn augment(&mut self, row: usize) {
        let size = self.size;
        let way = &mut self.way;
        way.reset(size);
        let costs = &self.costs[row * size..(row + 1) * size];
        way.relax(costs, &self.column_prices, -self.row_prices[row], NOBODY);
        let (mut column, length) = loop {
            let (column, length) = way.nearest();
            let next = self.row_of[column];
            if next == NOBODY {
                break (column, length);
            }
            let costs = &self.costs[next * size..(next + 1) * size];
            let base = length - self.row_prices[next];
            way.relax(costs, &self.column_prices, base, column);
        };
        self.row_prices[row] += length;
        for done in (0..size).filter(|&done| way.is_done[done] && done != column) {
            let rest = length - way.distance[done];
            self.column_prices[done] -= rest;
            self.row_prices[self.row_of[done]] += rest;
        }
        loop {
            let before = way.from[column];
            let taken_by = if before == NOBODY {
                row
            } else {
                self.row_of[before]
            };
            self.row_of[column] = taken_by;
            self.column_of[taken_by] = column;
            if before == NOBODY {
                break;
            }
            column = before;
        }
    }
}

impl Way {
    #[inline]
    fn reset(&mut self, size: usize) {
        self.distance.clear();
        self.distance.resize(size, i32::MAX);
        self.from.clear();
        self.from.resize(size, NOBODY);
        self.is_done.clear();
        self.is_done.resize(size, false);
    }

    /// Takes the nearest column that is not done yet.
    #[inline]
    fn nearest(&mut self) -> (usize, i32) {
        let mut best = (0, i32::MAX);
        for (column, (&distance, &is_done)) in self.distance.iter().zip(&self.is_done).enumerate() {
            if !is_done && distance < best.1 {
                best = (column, distance);
            }
        }
        self.is_done[best.0] = true;
        best
    }

    #[inline]
    fn relax(&mut self, costs: &[i32], prices: &[i32], base: i32, from: usize) {
        let columns = self.distance.iter_mut().zip(&mut self.from);
        let columns = columns.zip(&self.is_done).zip(costs.iter().zip(prices));
        for (((distance, before), &is_done), (&cost, &price)) in columns {
            let through = base + cost - price;
            if !is_done && through < *distance {
                *distance = through;
                *before = from;
            }
        }
    }
}

#[inline]
fn price(cost: u16) -> i32 {
    if cost == FAR { IMPOSSIBLE } else { cost.into() }
}

#[inline]
fn possible(total: i32) -> Option<u32> {
    u32::try_from(total).ok().filter(|_| total < IMPOSSIBLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    fn cheapest(rows: &[Vec<u16>], goals: usize) -> Option<u32> {
        fn try_rows(rows: &[Vec<u16>], taken: u32, spare: usize) -> Option<u32> {
            let Some((first, rest)) = rows.split_first() else {
                return Some(0);
            };
            let mut best = None;
            for (goal, &cost) in first.iter().enumerate().filter(|(_, cost)| **cost != FAR) {
                if taken >> goal & 1 == 0 {
                    let sum = try_rows(rest, taken | 1 << goal, spare);
                    best = best
                        .into_iter()
                        .chain(sum.map(|sum| sum + u32::from(cost)))
                        .min();
                }
            }
            if spare > 0 {
                let sum = try_rows(rest, taken, spare - 1);
                best = best.into_iter().chain(sum).min();
            }
            best
        }
        try_rows(rows, 0, rows.len() - goals)
    }

    fn random_row(goals: usize, rng: &mut SplitMix64) -> Vec<u16> {
        let cost = |rng: &mut SplitMix64| match rng.below(12) {
            0..4 => FAR,
            cost => u16::try_from(cost).expect("small"),
        };
        (0..goals).map(|_| cost(rng)).collect()
    }

    #[test]
    fn agrees_with_trying_everything() {
        let mut rng = SplitMix64::new(1);
        let mut matching = Matching::default();
        let mut impossible = 0;
        for case in 0..2000 {
            let boxes = 1 + case % 5;
            let goals = boxes - usize::from(case % 3 == 0 && boxes > 1);
            let mut rows: Vec<_> = (0..boxes).map(|_| random_row(goals, &mut rng)).collect();
            matching.restart(boxes, goals);
            for (number, row) in rows.iter().enumerate() {
                matching.set_row(number, row);
            }
            let before = cheapest(&rows, goals);
            assert_eq!(matching.solve(), before, "{rows:?}");
            impossible += usize::from(before.is_none());
            let changed = case % boxes;
            rows[changed] = random_row(goals, &mut rng);
            let found = matching.with_row(changed, &rows[changed]);
            assert_eq!(found, cheapest(&rows, goals), "{rows:?}");
        }
        assert!((200..1800).contains(&impossible), "{impossible}");
    }
}
