//! A fleet: which vehicles there are on every line, but not where they stand.
//!
//! No vehicle ever leaves its line, so a fleet is what all positions of a cluster have in common. A
//! position of a fleet is one placement for each line, and its index says which.

use super::tables::{COLUMNS, ROWS, Tables};
use crate::rush_hour::board::{Board, Vehicle};

/// Bits for the targets of one line, and the lines whose targets fit a word.
const TARGETS: usize = 8;
const LINES_A_WORD: usize = 8;

/// A line that is not empty.
#[derive(Clone, Copy)]
pub struct Line {
    pub direction: usize,
    /// Its row or column.
    pub number: usize,
    pub filling: usize,
    /// Where its filling begins in the tables.
    slides: usize,
    shapes: usize,
    /// Where its placement stands in an index, and its bits.
    shift: u32,
    places: u64,
    /// Where its cells stand among those that it sees, and their bits.
    first_cell: usize,
    side: usize,
    cells: u64,
}

/// Where all vehicles of a fleet stand.
#[derive(Clone, Copy, Default)]
pub struct Node {
    pub index: u64,
    /// What rows see of the columns' vehicles, and columns of the rows'.
    pub covered: [u64; 2],
    /// The node that it was found from.
    pub parent: u32,
}

impl Line {
    pub fn new(
        tables: &Tables,
        direction: usize,
        number: usize,
        filling: usize,
        shift: u32,
    ) -> Self {
        let axis = &tables.axes[direction];
        Self {
            direction,
            number,
            filling,
            slides: axis.fillings[filling].slides,
            shapes: axis.fillings[filling].shapes,
            shift,
            places: (1 << axis.bits) - 1,
            first_cell: number * axis.side,
            side: axis.side,
            cells: (1 << axis.side) - 1,
        }
    }

    /// The same line, filled otherwise.
    pub fn refilled(self, tables: &Tables, filling: usize) -> Self {
        Self::new(tables, self.direction, self.number, filling, self.shift)
    }

    /// Where the next line's placement stands in an index.
    pub const fn next_shift(&self) -> u32 {
        self.shift + self.places.count_ones()
    }

    #[inline]
    pub const fn placement(&self, node: &Node) -> usize {
        small(node.index >> self.shift & self.places)
    }

    /// The line's cells that the crossing lines' vehicles cover.
    #[inline]
    pub const fn crossed(&self, node: &Node) -> usize {
        small(node.covered[self.direction] >> self.first_cell & self.cells)
    }
}

impl Tables {
    /// The position in which a line that was empty has this placement.
    #[inline]
    pub fn placed(&self, line: &Line, node: &Node, placement: usize) -> Node {
        let mut placed = *node;
        placed.index |= (placement as u64) << line.shift;
        placed.covered[1 - line.direction] |= self.shape(line.shapes + placement) << line.number;
        placed
    }

    /// The position in which a line is empty.
    pub fn cleared(&self, line: &Line, node: &Node) -> Node {
        let mut cleared = *node;
        let placement = line.placement(node);
        cleared.index ^= (placement as u64) << line.shift;
        cleared.covered[1 - line.direction] ^= self.shape(line.shapes + placement) << line.number;
        cleared
    }

    /// The position in which a line has another placement.
    #[inline]
    pub fn moved(&self, line: &Line, node: &Node, placement: usize) -> Node {
        let now = line.placement(node);
        let change = self.shape(line.shapes + now) ^ self.shape(line.shapes + placement);
        let mut moved = *node;
        moved.index = Self::moved_index(line, node, placement);
        moved.covered[1 - line.direction] ^= change << line.number;
        moved
    }

    #[inline]
    pub const fn moved_index(line: &Line, node: &Node, placement: usize) -> u64 {
        node.index ^ ((line.placement(node) ^ placement) as u64) << line.shift
    }

    /// Visits every line and placement that one slide leads to.
    ///
    /// The targets of all lines are gathered in a word first and walked through then: one loop, the
    /// end of which is hard to foresee, instead of one for each line.
    #[inline]
    pub fn expand(&self, lines: &[Line], node: &Node, mut visit: impl FnMut(&Line, usize)) {
        for lines in lines.chunks(LINES_A_WORD) {
            let mut targets = 0;
            for (number, line) in lines.iter().enumerate() {
                let entry = line.placement(node) << line.side | line.crossed(node);
                targets |= u64::from(self.slides(line.slides + entry)) << (TARGETS * number);
            }
            while targets != 0 {
                let target = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                visit(&lines[target / TARGETS], target % TARGETS);
            }
        }
    }

    /// What boards are ordered by: the horizontal vehicles' cells first, then the vertical ones', each
    /// read as a number with the last cell as the highest bit. If `mirrored`, those of the board
    /// upside down.
    pub fn order(&self, lines: &[Line], node: &Node, mirrored: bool) -> [u64; 2] {
        let [width, height] = [ROWS, COLUMNS].map(|axis| self.axes[axis].side);
        let row = |y: usize| width * if mirrored { height - 1 - y } else { y };
        let mut order = [0; 2];
        for line in lines.iter().filter(|line| line.direction == ROWS) {
            let filling = &self.axes[ROWS].fillings[line.filling];
            order[0] |= filling.cells(line.placement(node)) << row(line.number);
        }
        for y in 0..height {
            let cells = node.covered[ROWS] >> (width * y) & ((1 << width) - 1);
            order[1] |= cells << row(y);
        }
        order
    }

    /// The board, upside down if `mirrored`: the red car is `A`, then come the horizontal vehicles from
    /// the top, then the vertical ones from the left.
    pub fn board(&self, lines: &[Line], node: &Node, mirrored: bool) -> Board {
        let [width, height] = [ROWS, COLUMNS].map(|axis| self.axes[axis].side);
        let red = lines.first().map_or(0, |line| line.number);
        let mut vehicles = Vec::new();
        for line in lines {
            let filling = &self.axes[line.direction].fillings[line.filling];
            let offsets = &filling.offsets[line.placement(node)];
            vehicles.extend(
                offsets
                    .iter()
                    .zip(&filling.lengths)
                    .map(|(&offset, &length)| {
                        let horizontal = line.direction == ROWS;
                        let (line, offset) = match (mirrored, horizontal) {
                            (false, _) => (line.number, offset),
                            (true, true) => (height - 1 - line.number, offset),
                            (true, false) => (line.number, height - offset - length),
                        };
                        Vehicle {
                            letter: 0,
                            horizontal,
                            line,
                            offset,
                            length,
                        }
                    }),
            );
        }
        vehicles.sort_by_key(|vehicle| {
            let is_red = vehicle.horizontal && vehicle.line == red;
            (!is_red, !vehicle.horizontal, vehicle.line, vehicle.offset)
        });
        for (letter, vehicle) in (b'A'..).zip(&mut vehicles) {
            vehicle.letter = letter;
        }
        Board {
            width,
            height,
            vehicles,
            walls: Vec::new(),
            red: 0,
        }
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a placement or a line has a few bits"
)]
const fn small(number: u64) -> usize {
    number as usize
}
