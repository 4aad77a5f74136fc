//! The shape of a board: which cell lies where, and what a look in some direction sees.
//!
//! The rules are written once, for any [`Grid`]. [`Eight`] is the real game's board; everything
//! about it is known to the compiler, so a look at a neighbour is a shift and a mask.

use std::fmt::Debug;

use super::board::Swap;
use super::cells::{CellSet, Wide};

/// The shape of a board.
pub trait Grid: Copy + Debug + Eq + Send + Sync + 'static {
    type Cells: CellSet + Debug + Send + Sync;
    /// One set of cells for every bit of an exponent.
    type Planes: Copy
        + Debug
        + Default
        + Eq
        + Send
        + Sync
        + AsRef<[Self::Cells]>
        + AsMut<[Self::Cells]>;

    fn width(&self) -> usize;

    fn height(&self) -> usize;

    fn is_torus(&self) -> bool;

    /// All cells.
    fn all(&self) -> Self::Cells;

    /// The cells from which a step of `right` columns and `down` rows leads into `set`.
    fn look(&self, set: Self::Cells, right: i32, down: i32) -> Self::Cells;

    /// The cells above this one, in its column.
    fn above(&self, cell: usize) -> Self::Cells;

    fn row(&self, row: usize) -> Self::Cells;

    #[inline]
    fn cell(&self, row: usize, column: usize) -> usize {
        column * self.height() + row
    }

    #[inline]
    fn row_of(&self, cell: usize) -> usize {
        cell % self.height()
    }

    #[inline]
    fn column_of(&self, cell: usize) -> usize {
        cell / self.height()
    }

    /// Whether a swap's cells lie side by side, which on a torus they also do across the edge.
    fn are_neighbours(&self, swap: Swap) -> bool {
        let from = Self::Cells::single(swap.from);
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        around
            .iter()
            .any(|&(right, down)| self.look(from, right, down).has(swap.to))
    }

    /// The cell one step to the right, or down, for a swap that is known to lie on the board.
    #[inline]
    fn after(&self, cell: usize, is_down: bool) -> usize {
        let (row, column) = (self.row_of(cell), self.column_of(cell));
        if is_down {
            self.cell((row + 1) % self.height(), column)
        } else {
            self.cell(row, (column + 1) % self.width())
        }
    }
}

/// Eight by eight with edges: the real game's board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eight;

const SIDE: usize = 8;
const TOP_ROW: u64 = 0x0101_0101_0101_0101;

/// The rows from which a step of `down` rows stays on the board.
const fn rows_that_can_step(down: i32) -> u64 {
    let lost = down.unsigned_abs();
    let rows: u64 = if down >= 0 {
        0xff >> lost
    } else {
        (0xff << lost) & 0xff
    };
    TOP_ROW * rows
}

impl Grid for Eight {
    type Cells = u64;
    type Planes = [u64; 5];

    #[inline]
    fn width(&self) -> usize {
        SIDE
    }

    #[inline]
    fn height(&self) -> usize {
        SIDE
    }

    #[inline]
    fn is_torus(&self) -> bool {
        false
    }

    #[inline]
    fn all(&self) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "with constant steps it is a shift and a mask"
    )]
    fn look(&self, set: u64, right: i32, down: i32) -> u64 {
        let distance = 8 * right + down;
        let moved = if distance >= 0 {
            set >> distance.unsigned_abs()
        } else {
            set << distance.unsigned_abs()
        };
        moved & rows_that_can_step(down)
    }

    #[inline]
    fn above(&self, cell: usize) -> u64 {
        ((1 << cell) - 1) & (0xff << (cell & 0x38))
    }

    #[inline]
    fn row(&self, row: usize) -> u64 {
        TOP_ROW << row
    }
}

/// The least and the greatest width and height.
pub const SIDES: std::ops::RangeInclusive<usize> = 3..=16;

/// Any other board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyGrid {
    width: usize,
    height: usize,
    is_torus: bool,
    /// The cells of the top 0, 1, … rows.
    tops: [Wide; 17],
}

impl AnyGrid {
    /// A board of that size, whose edges may be joined; `None` if it is too small or too big.
    #[must_use]
    pub fn new(width: usize, height: usize, is_torus: bool) -> Option<Self> {
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            return None;
        }
        let mut tops = [Wide::default(); 17];
        for rows in 1..=height {
            let row = (0..width).fold(tops[rows - 1], |set, column| {
                set | Wide::single(column * height + rows - 1)
            });
            tops[rows] = row;
        }
        Some(Self {
            width,
            height,
            is_torus,
            tops,
        })
    }

    /// Looks along the rows.
    fn look_right(&self, set: Wide, right: i32) -> Wide {
        if !self.is_torus && right.unsigned_abs() as usize >= self.width {
            return Wide::default();
        }
        let steps = right.unsigned_abs() as usize % self.width;
        let (near, far) = (steps * self.height, (self.width - steps) * self.height);
        let (seen, wrapped) = if right >= 0 {
            (set.lowered(near), set.raised(far))
        } else {
            (set.raised(near), set.lowered(far))
        };
        let seen = if self.is_torus { seen | wrapped } else { seen };
        seen & self.all()
    }

    /// Looks down the columns.
    fn look_down(&self, set: Wide, down: i32) -> Wide {
        if !self.is_torus && down.unsigned_abs() as usize >= self.height {
            return Wide::default();
        }
        let steps = down.unsigned_abs() as usize % self.height;
        let rest = self.height - steps;
        let (seen, wrapped) = if down >= 0 {
            let stays = self.tops[rest];
            (set.lowered(steps) & stays, set.raised(rest) & !stays)
        } else {
            let leaves = self.tops[steps];
            (set.raised(steps) & !leaves, set.lowered(rest) & leaves)
        };
        let seen = if self.is_torus { seen | wrapped } else { seen };
        seen & self.all()
    }
}

impl Grid for AnyGrid {
    type Cells = Wide;
    type Planes = [Wide; 6];

    fn width(&self) -> usize {
        self.width
    }

    fn height(&self) -> usize {
        self.height
    }

    fn is_torus(&self) -> bool {
        self.is_torus
    }

    fn all(&self) -> Wide {
        self.tops[self.height]
    }

    fn look(&self, set: Wide, right: i32, down: i32) -> Wide {
        self.look_down(self.look_right(set, right), down)
    }

    fn above(&self, cell: usize) -> Wide {
        let column = self.column_of(cell);
        let start = column * self.height;
        let from_here = !Wide::default().raised(0);
        // Everything from the column's start on, less everything from this cell on.
        (from_here.raised(start) ^ from_here.raised(cell)) & self.all()
    }

    fn row(&self, row: usize) -> Wide {
        self.tops[row + 1] ^ self.tops[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells seen by walking there, cell by cell.
    fn seen(grid: &AnyGrid, target: usize, right: i32, down: i32) -> Vec<usize> {
        let size = |length: usize| i32::try_from(length).expect("small");
        let (width, height) = (size(grid.width), size(grid.height));
        let mut cells = Vec::new();
        for column in 0..width {
            for row in 0..height {
                let (mut to_column, mut to_row) = (column + right, row + down);
                if grid.is_torus {
                    to_column = to_column.rem_euclid(width);
                    to_row = to_row.rem_euclid(height);
                }
                let on_board = (0..width).contains(&to_column) && (0..height).contains(&to_row);
                if on_board && to_column * height + to_row == size(target) {
                    cells.push(usize::try_from(column * height + row).expect("a cell"));
                }
            }
        }
        cells
    }

    #[test]
    fn looks_see_what_walks_reach() {
        for (width, height) in [(3, 3), (8, 8), (5, 7), (16, 16), (16, 3)] {
            for is_torus in [false, true] {
                let grid = AnyGrid::new(width, height, is_torus).expect("a size that there is");
                for target in [
                    0,
                    height - 1,
                    height,
                    width * height / 2,
                    width * height - 1,
                ] {
                    for (right, down) in
                        [(1, 0), (-1, 0), (0, 1), (0, -2), (2, -1), (-2, 1), (1, 2)]
                    {
                        let looked = grid.look(Wide::single(target), right, down);
                        let expected = seen(&grid, target, right, down);
                        assert_eq!(looked.cells().collect::<Vec<_>>(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn the_fast_board_is_like_any_other() {
        let other = AnyGrid::new(8, 8, false).expect("a size that there is");
        for cell in 0..64 {
            for (right, down) in [
                (1, 0),
                (-3, 0),
                (0, 3),
                (0, -1),
                (2, -1),
                (-2, 1),
                (1, 2),
                (-1, -2),
            ] {
                let fast = Eight.look(1 << cell, right, down);
                let slow = other.look(Wide::single(cell), right, down);
                assert!(fast.cells().eq(slow.cells()));
            }
            assert!(Eight.above(cell).cells().eq(other.above(cell).cells()));
        }
        for row in 0..8 {
            assert!(Eight.row(row).cells().eq(other.row(row).cells()));
        }
    }
}
