//! A fleet: which vehicles there are on every line, but not where they stand.
//!
//! No vehicle ever leaves its line, so a fleet is what all positions of a cluster have in common. A
//! position of a fleet is one placement for each line, and its index says which.

use super::tables::{COLUMNS, LONGEST, PLACEMENTS, ROWS, Tables};
use crate::rush_hour::board::{Board, Vehicle};

/// The lines whose targets fit a word, a bit for each placement.
const LINES_A_WORD: usize = 8;

/// A set of lines, one bit each: the rows from the top, then the columns from the left.
pub type Lines = u16;

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
    sweeps: usize,
    /// Itself, and which of the lesser lines a slide on it leaves alone: all of `apart`, and of
    /// `crossing` what it does not sweep. It is in `apart` itself if it has one vehicle only.
    name: Lines,
    apart: Lines,
    crossing: Lines,
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
    /// these, so that it is the place in an array. Twelve lines of six placements fit.
    pub rank: u32,
}

impl Node {
    /// The same with these walls too; nothing if one of them stands where a vehicle or another wall does.
    pub fn with(&self, walled: &Self) -> Option<Self> {
        let mut both = *self;
        for (covered, walls) in both.covered.iter_mut().zip(walled.covered) {
            if *covered & walls != 0 {
                return None;
            }
            *covered |= walls;
        }
        Some(both)
    }
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
        let kind = &axis.fillings[filling];
        let placements = kind.offsets.len();
        let rows: Lines = (1 << LONGEST) - 1;
        let (name, crossing) = match direction {
            ROWS => (1 << number, 0),
            _ => (1 << (LONGEST + number), rows),
        };
        let itself = if kind.lengths.len() == 1 { name } else { 0 };
        Self {
            direction,
            number,
            filling,
            slides: kind.slides,
            shapes: kind.shapes,
            sweeps: kind.sweeps,
            name,
            apart: (name - 1) & !crossing | itself,
            crossing,
            shift: before.map_or(0, |line| line.shift + line.places.count_ones()),
            places: (1 << axis.bits) - 1,
            stride: before.map_or(1, |line| line.stride * line.placements),
            placements: u32::try_from(placements).unwrap_or(u32::MAX),
            first_cell: number * axis.side,
            side: axis.side,
            cells: (1 << axis.side) - 1,
        }
    }

    /// Its number among all lines: the rows from the top, then the columns from the left.
    #[inline]
    pub const fn place(&self) -> usize {
        self.name.trailing_zeros() as usize
    }

    /// Where a slide between two placements stands in the table of sweeps.
    #[inline]
    pub const fn sweep(&self, from: usize, to: usize) -> usize {
        self.sweeps + from * PLACEMENTS + to
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

    /// The rank without this line, which is the last one.
    pub const fn rest(&self, rank: u32) -> u32 {
        rank % self.stride
    }

    /// The rank of the position in which this line has another placement.
    #[inline]
    pub const fn rank(&self, node: &Node, placement: usize) -> u32 {
        let slid = digit(placement).wrapping_sub(digit(self.placement(node)));
        node.rank.wrapping_add(self.stride.wrapping_mul(slid))
    }
}

impl Tables {
    /// A board with nothing but walls on these cells.
    pub fn walled(&self, walls: &[usize]) -> Node {
        let [width, height] = [ROWS, COLUMNS].map(|axis| self.axes[axis].side);
        let mut node = Node::default();
        for wall in walls {
            node.covered[ROWS] |= 1 << wall;
            node.covered[COLUMNS] |= 1 << (wall % width * height + wall / width);
        }
        node
    }

    /// Where walls stand on the board upside down, in order.
    pub fn upside_down(&self, walls: &[usize]) -> Vec<usize> {
        let [width, height] = [ROWS, COLUMNS].map(|axis| self.axes[axis].side);
        let turned = |wall: &usize| (height - 1 - wall / width) * width + wall % width;
        let mut walls: Vec<usize> = walls.iter().map(turned).collect();
        walls.sort_unstable();
        walls
    }

    /// The position in which a line that was empty has this placement.
    #[inline]
    pub fn placed(&self, line: &Line, node: &Node, placement: usize) -> Node {
        let mut placed = *node;
        placed.index |= (placement as u64) << line.shift;
        placed.rank += line.stride * digit(placement);
        placed.covered[1 - line.direction] |= self.shape(line.shapes + placement) << line.number;
        placed
    }

    /// The position in which a line has another placement; its rank is known.
    #[inline]
    pub fn moved(&self, line: &Line, node: &Node, placement: usize, rank: u32) -> Node {
        let now = line.placement(node);
        let change = self.shape(line.shapes + now) ^ self.shape(line.shapes + placement);
        let mut moved = *node;
        moved.rank = rank;
        moved.index ^= ((now ^ placement) as u64) << line.shift;
        moved.covered[1 - line.direction] ^= change << line.number;
        moved
    }

    /// The lines that need not be looked at after a slide: only itself, if that cannot go anywhere but
    /// where it could have gone at once, and lesser ones whose slides could as well have come before.
    ///
    /// A search by increasing distance still finds every position at its distance; the proof stands at
    /// `search::Child`. It also still finds out which positions belong together. For let `t` be one
    /// slide of `a` away from `s`, which is not farther from the solved ones than `t`, and let this
    /// slide be left out at `s`. If `s` was found by another slide of `a`, then both were met from
    /// there. Else `s` was found from a nearer `r` by a slide of a greater line `b`, and from `s` one
    /// goes back to `r`, by `a` to `q`, and by `b` to `t`. That `r` and `q` belong together is found by
    /// induction, because `r` is nearer than `s`; and so it is for `q` and `t`, because either one of
    /// them is nearer than `s`, or they are as far as `s` and `t` and their line is greater.
    #[inline]
    pub fn settled(&self, line: &Line, from: usize, to: usize) -> Lines {
        let swept = Lines::from(self.sweeps()[line.sweep(from, to)]);
        line.apart | line.crossing & !swept
    }

    /// Visits every line and placement that one slide leads to, but for those of the lines in `settled`.
    ///
    /// The targets of all lines are gathered in a word first and walked through then: one loop, the
    /// end of which is hard to foresee, instead of one for each line.
    #[inline]
    pub fn expand(
        &self,
        lines: &[Line],
        node: &Node,
        settled: Lines,
        mut visit: impl FnMut(&Line, usize),
    ) {
        for lines in lines.chunks(LINES_A_WORD) {
            let mut targets = 0;
            for (number, line) in lines.iter().enumerate() {
                if line.name & settled == 0 {
                    let entry = line.placement(node) << line.side | line.crossed(node);
                    targets |= u64::from(self.slides(line.slides + entry)) << (PLACEMENTS * number);
                }
            }
            while targets != 0 {
                let target = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                visit(&lines[target / PLACEMENTS], target % PLACEMENTS);
            }
        }
    }

    /// What boards with the same walls are ordered by: the horizontal vehicles' cells first, then the
    /// vertical ones' and the walls, each read as a number with the last cell as the highest bit. If
    /// `mirrored`, those of the board upside down.
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
    pub fn board(&self, lines: &[Line], walls: &[usize], node: &Node, mirrored: bool) -> Board {
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
            walls: if mirrored {
                self.upside_down(walls)
            } else {
                walls.to_vec()
            },
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
