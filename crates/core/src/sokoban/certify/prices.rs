//! Lists of prices, one for each goal, that show that boxes cost much.
//!
//! Whatever the prices are, a box costs at least the least of its distances from the goals, each less the
//! price of the goal; and all prices together come on top. The prices of a cheapest matching make this sum
//! the cost of the matching, for its own boxes and mostly for others, too, so that few lists are enough for
//! all positions.

use crate::sokoban::bounds::distances::{Distances, FAR};
use crate::sokoban::bounds::matching::Matching;
use crate::sokoban::rules::level::Level;

/// What each list of prices says of each box.
pub(super) struct Prices {
    goals: usize,
    /// Where boxes are to spare, one may stay away, and costs nothing.
    has_spare: bool,
    /// Where nothing is to be shown but that there is no matching, distances do not count.
    distances_count: bool,
    matching: Matching,
    lists: Vec<List>,
}

struct List {
    prices: Vec<i32>,
    sum: i64,
    /// What a box in each cell costs at least.
    least: Vec<i64>,
    uses: u64,
}

impl Prices {
    pub fn new(level: &Level, distances_count: bool) -> Self {
        Self {
            goals: level.goals.len(),
            has_spare: level.has_spare_boxes(),
            distances_count,
            matching: Matching::default(),
            lists: Vec::new(),
        }
    }

    /// Whether some list shows that boxes in these cells cost as much as `needed`.
    pub fn show(&mut self, cells: &[usize], needed: i64) -> bool {
        let is_shown = |list: &List| {
            let sum: i64 = cells.iter().map(|&cell| list.least[cell]).sum();
            list.sum + sum >= needed
        };
        let Some(found) = self.lists.iter().position(is_shown) else {
            return false;
        };
        self.lists[found].uses += 1;
        true
    }

    /// Learns the prices of a cheapest matching if they show that much.
    pub fn learn(&mut self, distances: &Distances, cells: &[usize], needed: i64) -> bool {
        self.matching.restart(cells.len(), self.goals);
        for (row, &cell) in cells.iter().enumerate() {
            let costs = distances.cell_row(cell).iter();
            let costs: Vec<u16> = costs.map(|&cost| self.count(cost)).collect();
            self.matching.set_row(row, &costs);
        }
        let is_shown = |cost| i64::from(cost) >= needed;
        if !self.matching.solve().is_none_or(is_shown) {
            return false;
        }
        let away = self.matching.spare_price().unwrap_or(0);
        let prices: Vec<i32> = self
            .matching
            .goal_prices()
            .iter()
            .map(|price| price - away)
            .collect();
        let least = (0..distances.cells())
            .map(|cell| self.least(distances.cell_row(cell), &prices))
            .collect();
        self.lists.push(List {
            sum: prices.iter().copied().map(i64::from).sum(),
            prices,
            least,
            uses: 1,
        });
        true
    }

    const fn count(&self, cost: u16) -> u16 {
        if self.distances_count || cost == FAR {
            cost
        } else {
            0
        }
    }

    fn least(&self, costs: &[u16], prices: &[i32]) -> i64 {
        let rest = costs.iter().zip(prices).filter(|(cost, _)| **cost != FAR);
        let rest = rest.map(|(&cost, &price)| i64::from(self.count(cost)) - i64::from(price));
        rest.chain(self.has_spare.then_some(0)).min().unwrap_or(0)
    }

    /// Puts those first that are used most, and counts anew.
    pub fn sort(&mut self) {
        self.lists.sort_by_key(|list| std::cmp::Reverse(list.uses));
        for list in &mut self.lists {
            list.uses = 0;
        }
    }

    /// The lists that were used.
    pub fn used(&self) -> impl Iterator<Item = &[i32]> {
        let used = self.lists.iter().filter(|list| list.uses > 0);
        used.map(|list| list.prices.as_slice())
    }
}
