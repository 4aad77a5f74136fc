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
    /// What its placement counts for in a rank, and how many it has.
    stride: u32,
    placements: u32,
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
    /// The placements as digits of one number, each to the base of how many its line has: less than the product of
    /// these, so that it is the place in an array.
    pub rank: u32,
}

impl Line {
    pub fn new(
        tables: &Tables,
        direction: usize,
        number: usize,
        filling: usize,
        before: Option<&Self>,
    ) -> Self {
        let axis = &tables.axes[direction];
        let placements = axis.fillings[filling].offsets.len();
        Self {
            direction,
            number,
            filling,
            slides: axis.fillings[filling].slides,
            shapes: axis.fillings[filling].shapes,
            shift: before.map_or(0, |line| line.shift + line.places.count_ones()),
            places: (1 << axis.bits) - 1,
            stride: before.map_or(1, |line| line.stride * line.placements),
            placements: u32::try_from(placements).unwrap_or(u32::MAX),
            first_cell: number * axis.side,
            side: axis.side,
            cells: (1 << axis.side) - 1,
        }
    }

    /// What the ranks of a fleet that ends with this line are below.
    pub const fn ranks(&self) -> usize {
        self.stride as usize * self.placements as usize
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
        placed.rank += line.stride * digit(placement);
        placed.covered[1 - line.direction] |= self.shape(line.shapes + placement) << line.number;
        placed
    }

    /// The position in which a line has another placement, but what others see of it is as it was: enough to look
    /// it up.
    #[inline]
    pub const fn named(line: &Line, node: &Node, placement: usize) -> Node {
        let now = line.placement(node);
        let mut named = *node;
        named.index ^= ((now ^ placement) as u64) << line.shift;
        named.rank = named
            .rank
            .wrapping_add(line.stride.wrapping_mul(digit(placement)))
            .wrapping_sub(line.stride.wrapping_mul(digit(now)));
        named
    }

    /// What [`Tables::named`] has named, whole.
    #[inline]
    pub fn moved(&self, line: &Line, node: &Node, placement: usize, named: Node) -> Node {
        let now = line.placement(node);
        let change = self.shape(line.shapes + now) ^ self.shape(line.shapes + placement);
        let mut moved = named;
        moved.covered[1 - line.direction] ^= change << line.number;
        moved
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
#[expect(clippy::cast_possible_truncation, reason = "a line has few placements")]
const fn digit(placement: usize) -> u32 {
    placement as u32
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a placement or a line has a few bits"
)]
const fn small(number: u64) -> usize {
    number as usize
}
