//! What the learned player sees of a settled board: all its small windows, as indices into a table
//! of weights.
//!
//! A tile is a nibble here, so a window of four cells is an index of 16 bits that falls out of a
//! column or a row by a shift. A window's weight does not depend on where it is: what is learned at
//! one place helps at all others, which makes learning many times faster; where the tiles stand is
//! told by weights of single cells. Windows that are mirror images of one another, left to right,
//! share their weight, as the game does not tell left from right.

use crate::exponentile::board::Board;
use crate::exponentile::cells::CellSet;
use crate::exponentile::grid::Eight;

pub const SIDE: usize = 8;
/// As many exponents as are told apart; 0 is an empty cell, and the greatest look alike.
const EXPONENTS: usize = 16;
/// Weights of one kind of window of four cells.
const WINDOW: usize = EXPONENTS.pow(4);
const SQUARES: usize = 0;
const ROWS: usize = SQUARES + WINDOW;
const COLUMNS: usize = ROWS + WINDOW;
/// Single cells, by their row and their distance from the nearer side.
const CELLS: usize = COLUMNS + WINDOW;
/// The number of swaps that are there whatever falls in.
const SWAPS: usize = CELLS + EXPONENTS * SIDE * SIDE / 2;
const MOST_SWAPS: usize = 63;
/// Every tile that could move to two like it: sideways, down or up; by its row and its exponent.
const JOINS: usize = SWAPS + MOST_SWAPS + 1;
/// More are not looked at, of either kind of move.
const MOST_JOINS: usize = 14;
/// How many weights there are.
pub const SIZE: usize = JOINS + 3 * SIDE * EXPONENTS;
/// About how many of them a board's value is the sum of.
pub const ACTIVE: f32 = 200.0;
/// No board has more.
const CAPACITY: usize = 49 + 40 + 40 + 64 + 1 + 4 * MOST_JOINS;

/// Bit `i` of a byte moved to nibble `i` of a word.
const SPREAD: [u32; 256] = {
    let mut table = [0_u32; 256];
    let mut bit = 0;
    while bit < 8 {
        let mut byte = 0;
        while byte < 256 {
            if byte >> bit & 1 == 1 {
                table[byte] |= 1 << (4 * bit);
            }
            byte += 1;
        }
        bit += 1;
    }
    table
};

/// Rows for columns.
const fn transposed(mut bits: u64) -> u64 {
    let mut swapped = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^= swapped ^ (swapped << 7);
    swapped = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    bits ^= swapped ^ (swapped << 14);
    swapped = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ swapped ^ (swapped << 28)
}

/// The nibbles of every byte of the planes.
#[inline]
fn nibbles(planes: [u64; 4]) -> [u32; SIDE] {
    let bytes = planes.map(u64::to_le_bytes);
    std::array::from_fn(|line| {
        let part = |plane: usize| SPREAD[usize::from(bytes[plane][line])] << plane;
        part(0) | part(1) | part(2) | part(3)
    })
}

/// The last nibble first.
const fn reversed(nibbles: u32) -> u32 {
    let bytes = nibbles.swap_bytes();
    ((bytes >> 4) & 0x0f0f_0f0f) | ((bytes & 0x0f0f_0f0f) << 4)
}

/// A board as lines of nibbles, the first cell lowest.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub columns: [u32; SIDE],
    pub rows: [u32; SIDE],
}

impl View {
    #[inline]
    pub fn new(board: &Board<Eight>) -> Self {
        let [p0, p1, p2, p3, p4] = <[u64; 5]>::try_from(board.planes()).unwrap_or_default();
        // Tiles beyond the fifteenth look like it.
        let planes = [p0 | p4, p1 | p4, p2 | p4, p3 | p4];
        Self {
            columns: nibbles(planes),
            rows: nibbles(planes.map(transposed)),
        }
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        (self.columns[cell / SIDE] >> (4 * (cell % SIDE)) & 0xf) as usize
    }
}

/// The indices that one column has by itself: its windows and its cells.
#[inline]
pub fn of_column(column: usize, cells: u32, mut note: impl FnMut(usize)) {
    for start in 0..5 {
        note(COLUMNS + (cells >> (4 * start) & 0xffff) as usize);
    }
    let first = CELLS + column.min(SIDE - 1 - column) * SIDE * EXPONENTS;
    for row in 0..SIDE {
        note(first + row * EXPONENTS + (cells >> (4 * row) & 0xf) as usize);
    }
}

/// The indices of the squares of two neighbouring columns.
#[inline]
pub fn of_pair(left: u32, right: u32, mut note: impl FnMut(usize)) {
    for row in 0..SIDE - 1 {
        let (here, there) = (left >> (4 * row) & 0xff, right >> (4 * row) & 0xff);
        let window = (here << 8 | there).min(there << 8 | here);
        note(SQUARES + window as usize);
    }
}

/// The indices of a row's windows.
#[inline]
pub fn of_row(cells: u32, mut note: impl FnMut(usize)) {
    let backward = reversed(cells);
    for start in 0..5 {
        let window = cells >> (4 * start) & 0xffff;
        let mirrored = backward >> (16 - 4 * start) & 0xffff;
        note(ROWS + window.min(mirrored) as usize);
    }
}

/// The indices of the swaps that are there.
#[inline]
pub fn of_swaps(board: &Board<Eight>, view: &View, mut note: impl FnMut(usize)) {
    let joins = board.joins(&Eight);
    let swaps = (joins.right | joins.left).count() + (joins.down | joins.up).count();
    note(SWAPS + (swaps as usize).min(MOST_SWAPS));
    // A tile that moves left stands a column further than where its swap is noted, one that moves
    // up a row.
    let kinds = [
        (joins.right, 0, 0),
        (joins.left, SIDE, 0),
        (joins.down, 0, 1),
        (joins.up, 1, 2),
    ];
    for (swaps, further, kind) in kinds {
        for swap in swaps.cells().take(MOST_JOINS) {
            let cell = swap + further;
            note(JOINS + (kind * SIDE + cell % SIDE) * EXPONENTS + view.tile(cell));
        }
    }
}

/// The indices of all weights of a board.
#[derive(Clone, Copy, Debug)]
pub struct Indices {
    list: [u32; CAPACITY],
    count: usize,
}

impl Indices {
    pub fn new(board: &Board<Eight>) -> Self {
        let view = View::new(board);
        let mut indices = Self {
            list: [0; CAPACITY],
            count: 0,
        };
        let mut note = |index: usize| {
            // There are fewer weights than 2^32.
            indices.list[indices.count] = u32::try_from(index).unwrap_or(u32::MAX);
            indices.count += 1;
        };
        for (column, &cells) in view.columns.iter().enumerate() {
            of_column(column, cells, &mut note);
        }
        for pair in view.columns.windows(2) {
            of_pair(pair[0], pair[1], &mut note);
        }
        for &cells in &view.rows {
            of_row(cells, &mut note);
        }
        of_swaps(board, &view, &mut note);
        indices
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.list[..self.count].iter().map(|&index| index as usize)
    }
}
