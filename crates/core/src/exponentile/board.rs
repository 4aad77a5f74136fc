//! A board as bit planes: plane `p` holds the cells whose exponent has bit `p`.
//!
//! So that all cells are compared with their neighbours at once: two cells are alike where no plane
//! differs, and what a whole board of swaps would match comes out of some two hundred word operations.

use super::cells::CellSet;
use super::grid::Grid;

/// The tiles of a board by exponent: 1 is a tile of 2, 2 of 4 …; 0 is an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<G: Grid> {
    planes: G::Planes,
}

/// Two neighbours to be swapped; the tile at `from` is the one that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    pub from: usize,
    pub to: usize,
}

/// The swaps that match, by their upper or left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swaps<S> {
    /// With the neighbour to the right.
    pub right: S,
    /// With the neighbour below.
    pub down: S,
}

impl<S: CellSet> Swaps<S> {
    #[inline]
    pub fn count(&self) -> u32 {
        self.right.count() + self.down.count()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        (self.right | self.down).is_empty()
    }

    /// All of them: column by column, down each column, to the right before down.
    #[inline]
    pub fn list<G: Grid<Cells = S>>(self, grid: &G) -> impl Iterator<Item = Swap> {
        let grid = *grid;
        (self.right | self.down).cells().flat_map(move |from| {
            let swap = move |is_down| Swap {
                from,
                to: grid.after(from, is_down),
            };
            let right = self.right.has(from).then(|| swap(false));
            let down = self.down.has(from).then(|| swap(true));
            right.into_iter().chain(down)
        })
    }

    /// The swap at a cell that has one, to the right before down.
    #[inline]
    pub fn at<G: Grid<Cells = S>>(&self, grid: &G, from: usize) -> Swap {
        let to = grid.after(from, !self.right.has(from));
        Swap { from, to }
    }
}

/// The swaps that match, by which of the two tiles finds its likes; like [`Swaps`], each by its upper
/// or left cell.
#[derive(Clone, Copy, Debug)]
pub struct Joins<S> {
    /// The left tile, which moves right.
    pub right: S,
    /// The right tile, which moves left.
    pub left: S,
    /// The upper tile, which moves down.
    pub down: S,
    /// The lower tile, which moves up.
    pub up: S,
}

/// Which cells are part of a row or of a column of three and more like tiles.
#[derive(Clone, Copy, Debug)]
pub struct Lines<S> {
    /// Cells that are like their neighbour to the right, or below.
    like_right: S,
    like_below: S,
    /// Cells of rows of three and more, and of columns.
    in_row: S,
    in_column: S,
}

impl<S: CellSet> Lines<S> {
    #[inline]
    pub fn matched(&self) -> S {
        self.in_row | self.in_column
    }

    /// The row and the column of three and more through a cell, either of which may be missing.
    #[inline]
    pub fn through<G: Grid<Cells = S>>(&self, grid: &G, cell: usize) -> S {
        let mut group = S::default();
        if self.in_row.has(cell) {
            group = run(S::single(cell), |run| {
                (grid.look(run, 1, 0) & self.like_right) | grid.look(run & self.like_right, -1, 0)
            });
        }
        if self.in_column.has(cell) {
            group = group
                | run(S::single(cell), |run| {
                    (grid.look(run, 0, 1) & self.like_below)
                        | grid.look(run & self.like_below, 0, -1)
                });
        }
        group
    }
}

/// `start` with all that grows from it.
#[inline]
fn run<S: CellSet>(start: S, neighbours: impl Fn(S) -> S) -> S {
    let mut set = start;
    loop {
        let grown = set | neighbours(set);
        if grown == set {
            return set;
        }
        set = grown;
    }
}

impl<G: Grid> Board<G> {
    /// A board without tiles.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            planes: G::Planes::default(),
        }
    }

    /// The greatest exponent that a board can hold.
    #[must_use]
    pub fn greatest() -> u8 {
        let planes = G::Planes::default().as_ref().len();
        u8::MAX >> (8 - planes)
    }

    #[inline]
    pub fn planes(&self) -> &[G::Cells] {
        self.planes.as_ref()
    }

    #[inline]
    #[must_use]
    pub fn tile(&self, cell: usize) -> u8 {
        let bits = self.planes().iter().rev();
        bits.fold(0, |exponent, plane| {
            exponent << 1 | u8::from(plane.has(cell))
        })
    }

    #[inline]
    pub fn put(&mut self, cell: usize, exponent: u8) {
        let here = G::Cells::single(cell);
        for (bit, plane) in self.planes.as_mut().iter_mut().enumerate() {
            *plane = if exponent >> bit & 1 == 1 {
                *plane | here
            } else {
                *plane & !here
            };
        }
    }

    /// Puts a tile into an empty cell.
    #[inline]
    pub fn fill(&mut self, cell: usize, exponent: u8) {
        let here = G::Cells::single(cell);
        for (bit, plane) in self.planes.as_mut().iter_mut().enumerate() {
            if exponent >> bit & 1 == 1 {
                *plane = *plane | here;
            }
        }
    }

    #[inline]
    pub fn swap(&mut self, swap: Swap) {
        let both = G::Cells::single(swap.from) | G::Cells::single(swap.to);
        for plane in self.planes.as_mut() {
            let here = *plane & both;
            if !here.is_empty() && here != both {
                *plane = *plane ^ both;
            }
        }
    }

    /// The cells that hold a tile.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> G::Cells {
        let planes = self.planes().iter();
        planes.fold(G::Cells::default(), |set, &plane| set | plane)
    }

    /// The greatest exponent on the board.
    #[must_use]
    pub fn largest(&self) -> u8 {
        let mut rest = self.occupied();
        let mut largest = 0;
        for (bit, &plane) in self.planes().iter().enumerate().rev() {
            if !(rest & plane).is_empty() {
                rest = rest & plane;
                largest |= 1 << bit;
            }
        }
        largest
    }

    /// The tiles whose like stands so many columns to the right and rows below.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the steps must become constants")]
    fn alike(&self, grid: &G, occupied: G::Cells, right: i32, down: i32) -> G::Cells {
        let planes = self.planes().iter();
        let differ = planes.fold(G::Cells::default(), |set, &plane| {
            set | (plane ^ grid.look(plane, right, down))
        });
        // A tile at the edge is compared with nothing, and nothing has no like.
        occupied & grid.look(occupied, right, down) & !differ
    }

    /// All rows and columns of three and more.
    #[inline]
    pub fn lines(&self, grid: &G) -> Lines<G::Cells> {
        let occupied = self.occupied();
        let like_right = self.alike(grid, occupied, 1, 0);
        let like_below = self.alike(grid, occupied, 0, 1);
        let row_starts = like_right & grid.look(like_right, 1, 0);
        let column_starts = like_below & grid.look(like_below, 0, 1);
        let in_row = row_starts | grid.look(row_starts, -1, 0) | grid.look(row_starts, -2, 0);
        let in_column =
            column_starts | grid.look(column_starts, 0, -1) | grid.look(column_starts, 0, -2);
        Lines {
            like_right,
            like_below,
            in_row,
            in_column,
        }
    }

    /// Every swap after which a line of three goes through one of the two cells. Empty cells match
    /// nothing, but a tile may move to where one is.
    #[inline]
    pub fn swaps(&self, grid: &G) -> Swaps<G::Cells> {
        let mut swaps = self.swaps_that_join(grid);
        let lines = self.lines(grid);
        let matched = lines.matched();
        if !matched.is_empty() {
            // Like tiles change nothing when swapped, so a line that is there already stays.
            let right = lines.like_right & (matched | grid.look(matched, 1, 0));
            let down = lines.like_below & (matched | grid.look(matched, 0, 1));
            swaps.right = swaps.right | right;
            swaps.down = swaps.down | down;
        }
        swaps
    }

    /// The swaps of a board without lines.
    #[inline]
    pub fn swaps_that_join(&self, grid: &G) -> Swaps<G::Cells> {
        let joins = self.joins(grid);
        Swaps {
            right: joins.right | joins.left,
            down: joins.down | joins.up,
        }
    }

    /// Which moves of a tile bring it next to two like it. A tile that moves right finds them both
    /// beyond its new place, both above it, both below it, or one on either side.
    #[inline]
    pub fn joins(&self, grid: &G) -> Joins<G::Cells> {
        let occupied = self.occupied();
        let like = |right, down| self.alike(grid, occupied, right, down);
        let look = |set, right, down| grid.look(set, right, down);
        let (rising, falling) = (like(1, -1), like(1, 1));
        let (steep_rising, steep_falling) = (like(1, -2), like(1, 2));
        let (flat_rising, flat_falling) = (like(2, -1), like(2, 1));

        let mut by_right = (rising & steep_rising) | (falling & steep_falling) | (rising & falling);
        // The same for the tile that moves left: its likes are found from their side.
        let (rising_left, falling_left) = (look(falling, 0, -1), look(rising, 0, 1));
        let mut by_left = (rising_left & look(steep_falling, 0, -2))
            | (falling_left & look(steep_rising, 0, 2))
            | (rising_left & falling_left);

        let sinking = look(rising, -1, 1);
        let mut by_down =
            (falling & flat_falling) | (sinking & look(flat_rising, -2, 1)) | (falling & sinking);
        let (up_right, up_left) = (look(rising, 0, 1), look(falling, -1, 0));
        let mut by_up = (up_right & look(flat_rising, 0, 1))
            | (up_left & look(flat_falling, -2, 0))
            | (up_right & up_left);

        // Around a ring of three, the third cell from here is this one.
        if !(grid.is_torus() && grid.width() == 3) {
            let (two, three) = (like(2, 0), like(3, 0));
            by_right = by_right | (two & three);
            by_left = by_left | (look(two, -1, 0) & look(three, -2, 0));
        }
        if !(grid.is_torus() && grid.height() == 3) {
            let (two, three) = (like(0, 2), like(0, 3));
            by_down = by_down | (two & three);
            by_up = by_up | (look(two, 0, -1) & look(three, 0, -2));
        }
        Joins {
            right: by_right,
            left: by_left,
            down: by_down,
            up: by_up,
        }
    }

    /// Takes tiles away; what stands above them falls, and the cells on top become empty.
    #[inline]
    pub fn remove(&mut self, grid: &G, removed: G::Cells) {
        // From the top of each column down, so that the cells still to come stay where they are.
        for cell in removed.cells() {
            let above = grid.above(cell);
            let stays = !(above | G::Cells::single(cell));
            for plane in self.planes.as_mut() {
                *plane = (*plane & stays) | (*plane & above).raised(1);
            }
        }
    }
}
