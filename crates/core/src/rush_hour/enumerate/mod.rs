//! Every minimal puzzle of a small board.
//!
//! # What counts
//!
//! Vehicles have length 2 or 3. The red car is alone among the horizontal vehicles of its row, the
//! middle one or the one above the middle, and no line is filled by its own vehicles. Of each cluster
//! there is one puzzle: the position farthest from any solution, of several the one with the least
//! board. It counts if it is minimal, that is, if it has another optimum without any one of its
//! vehicles and walls. On 5x5 there are 1,730 such puzzles without walls. Walls count among what fills a
//! row, but not among what fills a column: that is how the public database has them.
//!
//! # How it is quick
//!
//! Boards are not looked at one by one. All positions with the same vehicles on the same lines, a
//! *fleet*, are measured together, by one search that starts from all solved ones; see [`flood`]. Each
//! cluster belongs to one fleet and is found there once, so there are no duplicates to recognise.
//! Where the last wall stands is decided last, for all places at once; see [`screen`].
//! Fleets that have their rows and all walls but the last in common are a *part*, and parts can be done
//! one by one, in parallel or on several machines.
//! Three kinds of fleets are left out:
//!
//! - Those with a wall in a row and a column that are both empty: it is in nobody's way.
//! - Those that cannot have a puzzle of two moves or more. A puzzle of one move moves the red car only;
//!   without any one of the other vehicles it still takes that move, so it has no others. For two moves,
//!   some column that the red car has to cross must hold a vehicle, and the columns that it crosses
//!   last must not be covered for ever.
//! - Those that are another one upside down, if the red car's row is the middle one: then distances
//!   are the same, and only which farthest position is the least has to be found for both.

mod fleet;
mod flood;
mod labels;
mod needs;
mod screen;
mod tables;

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use crate::search::{Budget, Stop};

use fleet::{Line, Node};
use flood::{Far, Flood};
use needs::{Start, Trials};
use screen::{FirstColumn, Fleet, Grid, NO_WALL, Places, Screen, each};
use tables::{Axis, COLUMNS, LONGEST, ROWS, Tables};

/// The widths and heights for which there is a chance to see the end.
pub const ENUMERABLE_SIDES: RangeInclusive<usize> = 3..=LONGEST;
/// The most walls for which there is.
pub const ENUMERABLE_WALLS: usize = 2;
/// The filling of the red car's row.
const ONE_CAR: usize = 1;

/// The minimal puzzle of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterPuzzle {
    /// The optimum.
    pub moves: usize,
    /// The red car is `A`, then come the horizontal vehicles from the top and the vertical ones from the left.
    pub cells: String,
    /// How many positions there are at each distance from the nearest solved one.
    pub histogram: Vec<u64>,
}

/// All minimal puzzles with so many walls, those with most moves first and then by their cells; or, if
/// the budget ends before, those found so far and why.
///
/// # Panics
/// When the sides are not within [`ENUMERABLE_SIDES`], or the walls are more than [`ENUMERABLE_WALLS`].
pub fn enumerate(
    width: usize,
    height: usize,
    walls: usize,
    budget: &mut Budget,
) -> (Vec<ClusterPuzzle>, Result<(), Stop>) {
    let mut enumerator = Enumerator::new(width, height, walls);
    let result = (0..enumerator.parts()).try_for_each(|part| enumerator.run(part, budget));
    let mut found = enumerator.found;
    found.sort_unstable_by(|one, other| {
        let key = |puzzle: &ClusterPuzzle| Reverse(puzzle.moves);
        (key(one), &one.cells).cmp(&(key(other), &other.cells))
    });
    (found, result)
}

/// Looks for the minimal puzzles of a board, part by part. The parts have nothing in common, so that they can be looked
/// at in any order, and anywhere.
pub struct Enumerator {
    tables: Tables,
    red_row: usize,
    /// How many walls every puzzle has, and the cells that they may stand on.
    wall_count: usize,
    wall_cells: Vec<usize>,
    grid: Grid,
    /// The cells of the walls, in order; the last one only while a fleet is looked at with it.
    walls: Vec<usize>,
    /// The lines' fillings, by direction and number.
    fillings: [Vec<usize>; 2],
    /// By column and filling, the last walls with which it may be so filled.
    allowed: Vec<Vec<Places>>,
    /// The lines that are not empty, the red car's row first.
    lines: Vec<Line>,
    screen: Screen,
    flood: Flood,
    trials: Trials,
    found: Vec<ClusterPuzzle>,
}

/// Which fleet of two that are each other upside down is looked at.
#[derive(PartialEq, Eq)]
enum Mirror {
    /// It is its own mirror image, or the mirror image has the red car in another row.
    None,
    /// This one, for both.
    This,
    /// The other one.
    Other,
}

impl Enumerator {
    /// # Panics
    /// When the sides are not within [`ENUMERABLE_SIDES`], or the walls are more than [`ENUMERABLE_WALLS`].
    #[must_use]
    pub fn new(width: usize, height: usize, walls: usize) -> Self {
        let fits = |side: &usize| ENUMERABLE_SIDES.contains(side);
        assert!(
            [width, height].iter().all(fits) && walls <= ENUMERABLE_WALLS,
            "too small or too large a board, or too many walls"
        );
        let red_row = (height - 1) / 2;
        // In its own row the red car must have room to the right of a wall, and not only to stand there.
        let can_stand = |cell: &usize| cell / width != red_row || cell % width + 3 < width;
        let wall_cells: Vec<usize> = (0..width * height).filter(can_stand).collect();
        let tables = Tables::new(width, height);
        Self {
            red_row,
            wall_count: walls,
            grid: Grid::new(&tables, width, &wall_cells),
            wall_cells,
            walls: Vec::new(),
            fillings: [vec![0; height], vec![0; width]],
            allowed: vec![vec![0; tables.axes[COLUMNS].fillings.len()]; width],
            tables,
            lines: Vec::new(),
            screen: Screen::default(),
            flood: Flood::default(),
            trials: Trials::default(),
            found: Vec::new(),
        }
    }

    /// How many parts there are: one for each way to fill the rows, but the red car's, and to place all
    /// walls but the last.
    #[must_use]
    pub fn parts(&self) -> usize {
        let [rows, _] = &self.fillings;
        let first_walls = self.first_walls();
        (1..rows.len()).fold(first_walls, |parts, _| {
            parts * self.tables.axes[ROWS].fillings.len()
        })
    }

    /// How many ways there are to place all walls but the last.
    fn first_walls(&self) -> usize {
        match self.wall_count {
            0 | 1 => 1,
            _ => self.wall_cells.len(),
        }
    }

    /// The minimal puzzles of a part.
    ///
    /// # Errors
    /// When the budget ends before they are found.
    pub fn part(&mut self, part: usize, budget: &mut Budget) -> Result<Vec<ClusterPuzzle>, Stop> {
        self.found.clear();
        self.run(part, budget)?;
        Ok(std::mem::take(&mut self.found))
    }

    /// Finds the puzzles of one part.
    fn run(&mut self, part: usize, budget: &mut Budget) -> Result<(), Stop> {
        let (rows, first_wall) = (part / self.first_walls(), part % self.first_walls());
        let all = (1 << self.wall_cells.len()) - 1;
        let (first_walls, last_walls) = match self.wall_count {
            0 => (vec![], NO_WALL),
            1 => (vec![], all),
            _ => (
                vec![self.wall_cells[first_wall]],
                all & !((2 << first_wall) - 1),
            ),
        };
        self.fill_rows(rows, first_walls, last_walls, budget)
    }

    /// Fills the rows as the digits of this number say, and the columns in every way, with these walls and
    /// each of these last ones.
    fn fill_rows(
        &mut self,
        mut digits: usize,
        walls: Vec<usize>,
        last_walls: Places,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        while !self.lines.is_empty() {
            self.pop();
        }
        self.walls = walls;
        let line = Line::new(&self.tables, ROWS, self.red_row, ONE_CAR, None);
        let placement = self.tables.axes[ROWS].fillings[ONE_CAR].offsets.len() - 1;
        let walled = self.tables.walled(&self.walls);
        let mut solved = vec![self.tables.placed(&line, &walled, placement)];
        self.fillings[ROWS][self.red_row] = ONE_CAR;
        self.lines.push(line);
        let red_row = self.red_row;
        for row in (0..self.fillings[ROWS].len()).filter(|&row| row != red_row) {
            let fillings = self.tables.axes[ROWS].fillings.len();
            let filling = digits % fillings;
            digits /= fillings;
            if filling != 0 {
                solved = self.push(ROWS, row, filling, &solved);
            }
        }
        let last_walls = self.with_each(last_walls, |this| {
            !this.has_full_row() && this.mirror() != Mirror::Other
        });
        for column in 0..self.fillings[COLUMNS].len() {
            for filling in 0..self.tables.axes[COLUMNS].fillings.len() {
                self.allowed[column][filling] = self.with_each(last_walls, |this| match filling {
                    0 => !this.has_idle_wall(column),
                    _ => !this.shuts_in(column, filling),
                });
            }
        }
        self.fill_columns(self.fillings[COLUMNS].len(), &solved, last_walls, budget)
    }

    /// Those of these last walls with which something holds.
    fn with_each(&mut self, last_walls: Places, holds: impl Fn(&Self) -> bool) -> Places {
        let before = self.walls.len();
        let mut kept = 0;
        for place in each(last_walls) {
            self.walls.extend(self.wall_cells.get(place));
            kept |= Places::from(holds(self)) << place;
            self.walls.truncate(before);
        }
        kept
    }

    /// Fills so many columns, from the right to the left, in every way, for each of these last walls.
    fn fill_columns(
        &mut self,
        columns: usize,
        solved: &[Node],
        last_walls: Places,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if last_walls == 0 || solved.is_empty() {
            return Ok(());
        }
        let Some(column) = columns.checked_sub(1) else {
            return self.measure(solved, last_walls, budget);
        };
        self.screen.forget();
        let allowed = last_walls & self.allowed[column][0];
        self.fill_columns(column, solved, allowed, budget)?;
        for filling in 1..self.tables.axes[COLUMNS].fillings.len() {
            let allowed = last_walls & self.allowed[column][filling];
            if allowed != 0 {
                let solved = self.push(COLUMNS, column, filling, solved);
                self.fill_columns(column, &solved, allowed, budget)?;
                self.pop();
            }
        }
        Ok(())
    }

    /// Fills a line; the solved positions that there are with it.
    fn push(
        &mut self,
        direction: usize,
        number: usize,
        filling: usize,
        solved: &[Node],
    ) -> Vec<Node> {
        let line = Line::new(&self.tables, direction, number, filling, self.lines.last());
        self.fillings[direction][number] = filling;
        self.lines.push(line);
        let filling = &self.tables.axes[direction].fillings[filling];
        let cells: Vec<u64> = (0..filling.offsets.len())
            .map(|placement| filling.cells(placement))
            .collect();
        let mut longer = Vec::new();
        for node in solved {
            let crossed = line.crossed(node) as u64;
            let free = (cells.iter().enumerate()).filter(|(_, cells)| *cells & crossed == 0);
            longer.extend(free.map(|(placement, _)| self.tables.placed(&line, node, placement)));
        }
        longer
    }

    fn pop(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.fillings[line.direction][line.number] = 0;
        }
    }

    /// Whether a row is filled by its own vehicles and walls.
    fn has_full_row(&self) -> bool {
        let Axis { side, fillings, .. } = &self.tables.axes[ROWS];
        self.fillings[ROWS]
            .iter()
            .enumerate()
            .any(|(row, &filling)| {
                let walls = self.walls.iter().filter(|&wall| wall / side == row).count();
                fillings[filling].lengths.iter().sum::<usize>() + walls >= *side
            })
    }

    /// Whether a wall of a column, if that stays empty, is in nobody's way, because its row is empty too.
    fn has_idle_wall(&self, column: usize) -> bool {
        let [rows, columns] = &self.fillings;
        let mut walls = self.walls.iter();
        walls.any(|wall| wall % columns.len() == column && rows[wall / columns.len()] == 0)
    }

    /// Whether a column so filled always covers one of the cells that the red car needs to stand at the
    /// right edge and to have come there, or a wall.
    fn shuts_in(&self, column: usize, filling: usize) -> bool {
        let width = self.fillings[COLUMNS].len();
        let walls = self.walls.iter().filter(|&wall| wall % width == column);
        let taken = walls.fold(1 << self.red_row, |cells, wall| cells | 1 << (wall / width));
        let filling = &self.tables.axes[COLUMNS].fillings[filling];
        let covers = |placement| filling.cells(placement) & taken != 0;
        column + 3 >= self.fillings[COLUMNS].len() && (0..filling.offsets.len()).all(covers)
    }

    /// Compares the fleet, of which the columns may still be empty, with the same upside down.
    fn mirror(&self) -> Mirror {
        let [rows, columns] = &self.fillings;
        if rows.len() != 2 * self.red_row + 1 {
            return Mirror::None;
        }
        let reversed = |&filling: &usize| self.tables.axes[COLUMNS].fillings[filling].reversed;
        let order = (rows.iter().rev().cmp(rows))
            .then_with(|| self.tables.upside_down(&self.walls).cmp(&self.walls))
            .then_with(|| columns.iter().map(reversed).cmp(columns.iter().copied()));
        match order {
            std::cmp::Ordering::Less => Mirror::Other,
            std::cmp::Ordering::Equal => Mirror::None,
            std::cmp::Ordering::Greater => Mirror::This,
        }
    }

    /// Finds the puzzles of a fleet with each of these last walls.
    fn measure(
        &mut self,
        solved: &[Node],
        last_walls: Places,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        budget.tick(0)?;
        let blocks = |&filling: &usize| filling != 0;
        let can_block = self.fillings[COLUMNS].iter().skip(2).any(blocks);
        let is_alone = self.lines.len() == 1;
        let last_walls = self.with_each(last_walls, |this| this.mirror() != Mirror::Other);
        if last_walls == 0 || !(can_block || is_alone) {
            return Ok(());
        }
        if last_walls == NO_WALL {
            return self.measure_walled(solved, budget);
        }
        let fleet = Fleet {
            tables: &self.tables,
            grid: &self.grid,
            lines: &self.lines,
        };
        let first_column = match self.fillings[COLUMNS][0] {
            0 => FirstColumn::Empty,
            _ => FirstColumn::Filled,
        };
        let worthwhile = (self.screen).run(fleet, solved, last_walls, first_column, budget)?;
        for place in each(worthwhile) {
            let wall = self.wall_cells[place];
            let walled = self.tables.walled(&[wall]);
            let free = solved.iter().filter_map(|node| node.with(&walled));
            let free: Vec<Node> = free.collect();
            self.walls.push(wall);
            self.measure_walled(&free, budget)?;
            self.walls.pop();
        }
        Ok(())
    }

    /// Finds the puzzles of a fleet with the walls that stand.
    fn measure_walled(&mut self, solved: &[Node], budget: &mut Budget) -> Result<(), Stop> {
        let mirror = self.mirror();
        self.flood.run(&self.tables, &self.lines, solved, budget)?;
        let least = if self.lines.len() == 1 { 1 } else { 2 };
        for far in self.flood.far(least, &self.tables, &self.lines) {
            let is_puzzle = self.is_minimal(&far, far.node, budget)?;
            if is_puzzle {
                self.add(&far, far.node, false);
            }
            let twin_is_puzzle = mirror == Mirror::This
                && if far.mirrored == far.node {
                    is_puzzle
                } else {
                    self.is_minimal(&far, far.mirrored, budget)?
                };
            if twin_is_puzzle {
                self.add(&far, far.mirrored, true);
            }
        }
        Ok(())
    }

    fn is_minimal(&mut self, far: &Far, node: usize, budget: &mut Budget) -> Result<bool, Stop> {
        let (lines, walls, flood) = (&self.lines, &self.walls, &self.flood);
        let start = Start {
            node,
            moves: far.distance,
        };
        self.trials
            .are_all_needed(&self.tables, lines, walls, flood, start, budget)
    }

    fn add(&mut self, far: &Far, node: usize, mirrored: bool) {
        let node = &self.flood.nodes[node];
        let board = (self.tables).board(&self.lines, &self.walls, node, mirrored);
        let offsets = board.vehicles.iter().map(|vehicle| vehicle.offset);
        self.found.push(ClusterPuzzle {
            moves: far.distance,
            cells: board.text_at(offsets),
            histogram: self.flood.histogram(far),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzles with these walls, each fleet measured with them alone.
    fn without_screen(enumerator: &mut Enumerator, walls: &[usize]) {
        for rows in 0..enumerator.parts() / enumerator.first_walls() {
            let budget = &mut Budget::unlimited();
            let done = enumerator.fill_rows(rows, walls.to_vec(), NO_WALL, budget);
            assert!(done.is_ok());
        }
    }

    #[test]
    fn the_screen_keeps_every_last_wall_that_has_a_puzzle() {
        for (width, height, count) in [(4, 5, 267), (3, 6, 10), (5, 4, 0)] {
            let (screened, _) = enumerate(width, height, 1, &mut Budget::unlimited());
            let mut plain = Enumerator::new(width, height, 1);
            for wall in plain.wall_cells.clone() {
                without_screen(&mut plain, &[wall]);
            }
            assert_eq!(screened.len(), count);
            assert_same(screened, plain.found);
        }
    }

    #[test]
    fn with_two_walls_too() {
        let (screened, _) = enumerate(4, 5, 2, &mut Budget::unlimited());
        let mut plain = Enumerator::new(4, 5, 2);
        let cells = plain.wall_cells.clone();
        for (number, &first) in cells.iter().enumerate() {
            for &last in &cells[number + 1..] {
                without_screen(&mut plain, &[first, last]);
            }
        }
        assert_eq!(screened.len(), 24);
        assert_same(screened, plain.found);
    }

    fn assert_same(mut one: Vec<ClusterPuzzle>, mut other: Vec<ClusterPuzzle>) {
        one.sort_by(|a, b| a.cells.cmp(&b.cells));
        other.sort_by(|a, b| a.cells.cmp(&b.cells));
        assert_eq!(one, other);
    }
}
