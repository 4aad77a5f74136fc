//! What is left to push until given squares are full, at least: one sum over the boxes.
//!
//! The cheapest matching of boxes to squares has prices: no box costs less than its least cost less the price of the square,
//! and all prices together come on top. That holds for other boxes as well as for those whose matching it was, so
//! that one matching bounds a whole neighbourhood, and a push changes one term. Several matchings along the path bound it better.

use crate::search::bitset::Bits;
use crate::sokoban::bounds::distances::{Distances, FAR};
use crate::sokoban::bounds::matching::Matching;

use super::path::Place;

/// Matchings along a path.
pub(super) const MATCHINGS: usize = 4;
/// More than anything that can be done costs.
const LOST: i32 = 1 << 24;

/// One sum for each matching.
pub(super) type Sums = [i32; MATCHINGS];

pub(super) struct Prices {
    /// What all goals cost together.
    base: Sums,
    /// What a box adds, by its cell.
    shares: Vec<Sums>,
}

impl Prices {
    /// For full squares `target`, by matchings of these positions; none if one of them cannot come there, or if what is
    /// left from the first one is hopelessly much. The distances must be from every square, in the order of their numbers.
    pub fn new<const W: usize>(
        distances: &Distances,
        target: &Bits<W>,
        places: [&Place<W>; MATCHINGS],
        matching: &mut Matching,
        is_hopeless: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let squares: Vec<usize> = target.iter().map(usize::from).collect();
        let mut row = Vec::with_capacity(squares.len());
        let mut prices = Self {
            base: [0; MATCHINGS],
            shares: Vec::new(),
        };
        for (number, place) in places.into_iter().enumerate() {
            matching.restart(squares.len(), squares.len());
            for (at, square) in place.boxes.iter().enumerate() {
                let costs = distances.row(square, place.player);
                row.clear();
                row.extend(squares.iter().map(|&square| costs[square]));
                matching.set_row(at, &row);
            }
            let rest = matching.solve()?;
            if number == 0 {
                if is_hopeless(rest) {
                    return None;
                }
                prices.shares.resize(distances.cells(), [LOST; MATCHINGS]);
            }
            let goals = matching.goal_prices();
            prices.base[number] = goals.iter().sum();
            for cell in distances.used_cells() {
                let share = &mut prices.shares[cell];
                let costs = distances.cell_row(cell);
                let costs = squares.iter().map(|&square| costs[square]).zip(goals);
                let costs = costs.filter(|(cost, _)| *cost != FAR);
                let least = costs.map(|(cost, price)| i32::from(cost) - price).min();
                share[number] = least.unwrap_or(LOST);
            }
        }
        Some(prices)
    }

    /// The sums of a position.
    pub fn of<const W: usize>(&self, distances: &Distances, place: &Place<W>) -> Sums {
        let mut sums = self.base;
        for square in place.boxes.iter() {
            add(
                &mut sums,
                &self.shares[distances.cell(square, place.player)],
            );
        }
        sums
    }

    /// The sums after a box has gone from one cell to another.
    #[inline]
    pub fn after(&self, sums: &Sums, from: usize, to: usize) -> Sums {
        let mut after = *sums;
        add(&mut after, &self.shares[to]);
        for (sum, share) in after.iter_mut().zip(&self.shares[from]) {
            *sum -= share;
        }
        after
    }
}

#[inline]
fn add(sums: &mut Sums, shares: &Sums) {
    for (sum, share) in sums.iter_mut().zip(shares) {
        *sum += share;
    }
}

/// The pushes that are left at least; none if the squares cannot be filled.
#[inline]
pub(super) fn rest(sums: &Sums) -> Option<u32> {
    let most = sums.iter().copied().max().unwrap_or(0).max(0);
    if most < LOST / 2 {
        u32::try_from(most).ok()
    } else {
        None
    }
}
