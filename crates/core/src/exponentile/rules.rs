//! The two rule sets, in terms of waves: merge, fall, refill, and look again.
//!
//! They share all but three things: which groups a wave merges, what a merge scores, and in which
//! order the empty cells are filled.

use std::str::FromStr;

use super::board::{Board, Lines, Swap};
use super::cells::CellSet;
use super::grid::Grid;
use crate::rng::SplitMix64;

/// Which rules a game follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// The real game: a wave merges all its groups at once, the one worth most first; a merge
    /// scores the new tile.
    Web,
    /// One group after another, found from the bottom row up; a merge scores the sum of its tiles.
    Classic,
}

impl Rules {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Classic => "classic",
        }
    }
}

impl FromStr for Rules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "web" => Ok(Self::Web),
            "classic" => Ok(Self::Classic),
            _ => Err(format!("rules are web or classic, not {text:?}")),
        }
    }
}

/// The exponents that new tiles have, every one as likely as the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawn {
    exponents: Vec<u8>,
    /// Where there are 2, 4, 8 … exponents, how many random bits choose one.
    bits: Option<u32>,
}

impl Spawn {
    /// `None` without any exponent, or with one that no tile has.
    #[must_use]
    pub fn new(exponents: Vec<u8>) -> Option<Self> {
        let is_right = !exponents.is_empty() && exponents.iter().all(|&exponent| exponent > 0);
        let count = exponents.len();
        let bits = count.is_power_of_two().then(|| count.trailing_zeros());
        is_right.then_some(Self { exponents, bits })
    }

    /// The usual new tiles of these rules: 2 to 16, or to 32.
    #[must_use]
    pub fn usual(rules: Rules) -> Self {
        let (exponents, bits) = match rules {
            Rules::Web => (vec![1, 2, 3, 4], Some(2)),
            Rules::Classic => (vec![1, 2, 3, 4, 5], None),
        };
        Self { exponents, bits }
    }

    #[must_use]
    pub fn exponents(&self) -> &[u8] {
        &self.exponents
    }

    /// What `rng.below` chooses: for a power of two that is the upper bits of the next number.
    #[inline]
    pub fn draw(&self, rng: &mut SplitMix64) -> u8 {
        match self.bits {
            Some(bits) => {
                let upper = rng.next_u64() >> 1 >> (63 - bits);
                self.exponents[usize::try_from(upper).unwrap_or(0)]
            }
            None => *rng.choice(&self.exponents),
        }
    }
}

/// All about a game that its moves do not change.
#[derive(Clone, Debug)]
pub struct Variant<G> {
    pub grid: G,
    pub rules: Rules,
    pub spawn: Spawn,
}

/// A board after a move's first merges and the fall, before anything new: what a player knows of it.
#[derive(Clone, Copy, Debug)]
pub struct Settled<G: Grid> {
    pub board: Board<G>,
    pub points: u64,
    /// Where the moved tile landed, which decides the order of refills of the classic rules.
    kept_column: usize,
}

/// Merges that happen at once.
struct Wave<S> {
    points: u64,
    removed: S,
    kept_column: usize,
}

impl<G: Grid> Variant<G> {
    /// A board without lines: each line's cells are drawn anew until there are none.
    #[must_use]
    pub fn start(&self, rng: &mut SplitMix64) -> Board<G> {
        let mut board = Board::empty();
        self.draw_cells(&mut board, self.grid.all(), rng);
        loop {
            let matched = board.lines(&self.grid).matched();
            if matched.is_empty() {
                return board;
            }
            self.draw_cells(&mut board, matched, rng);
        }
    }

    /// Draws these cells row by row.
    fn draw_cells(&self, board: &mut Board<G>, cells: G::Cells, rng: &mut SplitMix64) {
        for row in 0..self.grid.height() {
            for cell in (cells & self.grid.row(row)).cells() {
                board.put(cell, self.spawn.draw(rng));
            }
        }
    }

    /// The board after the first merges of a swap; `None` if it matches nothing.
    #[inline]
    #[must_use]
    pub fn settle(&self, board: &Board<G>, swap: Swap) -> Option<Settled<G>> {
        let mut board = *board;
        board.swap(swap);
        let lines = board.lines(&self.grid);
        let swapped = G::Cells::single(swap.from) | G::Cells::single(swap.to);
        let matched = lines.matched() & swapped;
        if matched.is_empty() {
            return None;
        }
        let wave = match self.rules {
            Rules::Web => self.merge_best(&mut board, &lines, matched),
            Rules::Classic => {
                let kept = if matched.has(swap.to) {
                    swap.to
                } else {
                    swap.from
                };
                self.merge(&mut board, lines.through(&self.grid, kept), kept)
            }
        };
        board.remove(&self.grid, wave.removed);
        Some(Settled {
            board,
            points: wave.points,
            kept_column: wave.kept_column,
        })
    }

    /// Refills a settled board and lets it cascade until nothing matches. `refill` gives the new
    /// tiles, `wave` is told the points of each further wave.
    #[inline]
    pub fn cascade(
        &self,
        settled: Settled<G>,
        mut refill: impl FnMut() -> u8,
        mut wave: impl FnMut(u64),
    ) -> Board<G> {
        let Settled {
            mut board,
            mut kept_column,
            ..
        } = settled;
        loop {
            self.refill(&mut board, kept_column, &mut refill);
            let lines = board.lines(&self.grid);
            let matched = lines.matched();
            if matched.is_empty() {
                return board;
            }
            let next = match self.rules {
                Rules::Web => self.merge_best(&mut board, &lines, matched),
                Rules::Classic => {
                    let kept = self.lowest(matched);
                    self.merge(&mut board, lines.through(&self.grid, kept), kept)
                }
            };
            board.remove(&self.grid, next.removed);
            wave(next.points);
            kept_column = next.kept_column;
        }
    }

    /// The leftmost cell of the lowest row.
    fn lowest(&self, cells: G::Cells) -> usize {
        let rows = (0..self.grid.height()).rev();
        let mut first = rows.filter_map(|row| (cells & self.grid.row(row)).first());
        first.next().unwrap_or(0)
    }

    /// Of the groups through these cells, merges those worth most, as many as share no cell. Of
    /// equal ones the first in order goes first, so a straight line lands on its first cell.
    fn merge_best(
        &self,
        board: &mut Board<G>,
        lines: &Lines<G::Cells>,
        cells: G::Cells,
    ) -> Wave<G::Cells> {
        let mut all = Wave {
            points: 0,
            removed: G::Cells::default(),
            kept_column: 0,
        };
        let (mut taken, mut left) = (G::Cells::default(), cells);
        while !left.is_empty() {
            let mut best: Option<(u8, usize, G::Cells)> = None;
            for cell in left.cells() {
                let group = lines.through(&self.grid, cell);
                if !(group & taken).is_empty() {
                    left = left & !G::Cells::single(cell);
                    continue;
                }
                let value = merged(board.tile(cell), group.count());
                if best.is_none_or(|(most, ..)| value > most) {
                    best = Some((value, cell, group));
                }
            }
            let Some((value, cell, group)) = best else {
                break;
            };
            board.put(cell, value);
            taken = taken | group;
            left = left & !group;
            all.points += 1 << value;
            all.removed = all.removed | (group & !G::Cells::single(cell));
        }
        all
    }

    /// Merges one group into one of its cells.
    fn merge(&self, board: &mut Board<G>, group: G::Cells, kept: usize) -> Wave<G::Cells> {
        let exponent = board.tile(kept);
        board.put(kept, merged(exponent, group.count()));
        Wave {
            points: u64::from(group.count()) << exponent,
            removed: group & !G::Cells::single(kept),
            kept_column: self.grid.column_of(kept),
        }
    }

    /// Fills the empty cells. The classic rules fill a cell as soon as a tile drops out: those of
    /// the row first, then those of the kept tile's column, each of which pushes the others down.
    #[inline]
    fn refill(&self, board: &mut Board<G>, kept_column: usize, refill: &mut impl FnMut() -> u8) {
        let empty = self.grid.all() & !board.occupied();
        match self.rules {
            Rules::Web => {
                for cell in empty.cells() {
                    board.fill(cell, refill());
                }
            }
            Rules::Classic => {
                let kept = self.grid.cell(self.grid.height() - 1, kept_column);
                let in_column = self.grid.above(kept);
                for cell in (empty & !in_column).cells() {
                    board.fill(cell, refill());
                }
                let depth = (empty & in_column).count() as usize;
                for row in (0..depth).rev() {
                    board.fill(self.grid.cell(row, kept_column), refill());
                }
            }
        }
    }
}

/// The exponent that `count` tiles of one exponent merge into.
#[inline]
fn merged(exponent: u8, count: u32) -> u8 {
    // A group has at most 31 tiles, on the biggest board.
    exponent + u8::try_from(count).unwrap_or(u8::MAX) - 2
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
