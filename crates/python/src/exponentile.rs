//! `ExponenTile` for Python: the rules.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::exponentile::{
    AnyGrid, Board, Eight, Game, Grid, Rules, SIDES, Spawn, Swap, Variant,
};

/// `ExponenTile`: the rules, the players, and how they learn.
#[pymodule]
pub mod exponentile {
    #[pymodule_export]
    use crate::exponentile_envs::{Solo, arena};
    #[pymodule_export]
    use crate::exponentile_learning::{Network, Trainer};
    #[pymodule_export]
    use crate::exponentile_players::{Batch, Player, simulate};

    #[pymodule_export]
    use super::{play, resolve, start, swaps};
}

/// The exponents row by row, the width, the rules, the exponents of new tiles, whether it is a torus.
pub type PyTable = (Vec<u8>, usize, String, Vec<u8>, bool);
pub type PySwap = (usize, usize);

/// Python counts cells row by row, the core column by column.
fn to_core<G: Grid>(grid: &G, cell: usize) -> PyResult<usize> {
    let (row, column) = (cell / grid.width(), cell % grid.width());
    if row >= grid.height() {
        return Err(value_error(format!("there is no cell {cell}")));
    }
    Ok(grid.cell(row, column))
}

fn to_python<G: Grid>(grid: &G, cell: usize) -> usize {
    grid.row_of(cell) * grid.width() + grid.column_of(cell)
}

fn to_swap<G: Grid>(grid: &G, (source, target): PySwap) -> PyResult<Swap> {
    let swap = Swap {
        from: to_core(grid, source)?,
        to: to_core(grid, target)?,
    };
    if !grid.are_neighbours(swap) {
        let message = format!("cells {source} and {target} are no neighbours");
        return Err(value_error(message));
    }
    Ok(swap)
}

pub fn from_swap<G: Grid>(grid: &G, swap: Swap) -> PySwap {
    (to_python(grid, swap.from), to_python(grid, swap.to))
}

pub fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The tiles row by row.
pub fn tiles<G: Grid>(grid: &G, board: &Board<G>) -> Vec<u32> {
    let rows = 0..grid.height();
    rows.flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
        .map(|(row, column)| board.tile(grid.cell(row, column)).into())
        .collect()
}

/// A board and its variant, on the fast grid where that can hold it.
#[derive(Clone)]
pub enum Table {
    Eight(Variant<Eight>, Board<Eight>),
    Any(Box<Variant<AnyGrid>>, Board<AnyGrid>),
}

/// The greatest exponents that are let in: a merge adds at most 13 on the usual board, 29 on the
/// biggest one, and must still fit.
const GREATEST_ON_EIGHT: u8 = 18;
const GREATEST: u8 = 34;

impl Table {
    pub fn new((cells, width, rules, spawn, is_torus): PyTable) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(value_error)?;
        if !SIDES.contains(&width) || cells.len() % width != 0 {
            return Err(value_error("the width does not fit the number of cells"));
        }
        let height = cells.len() / width;
        let greatest = cells.iter().chain(&spawn).max().copied().unwrap_or(0);
        if greatest > GREATEST {
            return Err(value_error(format!("tiles go up to 2^{GREATEST} here")));
        }
        let spawn = Spawn::new(spawn).ok_or_else(|| value_error("there are no such new tiles"))?;
        if (width, height, is_torus) == (8, 8, false) && greatest <= GREATEST_ON_EIGHT {
            let grid = Eight;
            let board = to_board(&grid, &cells)?;
            return Ok(Self::Eight(Variant { grid, rules, spawn }, board));
        }
        let grid = AnyGrid::new(width, height, is_torus)
            .ok_or_else(|| value_error("a board is 3 to 16 cells wide and high"))?;
        let board = to_board(&grid, &cells)?;
        let variant = Box::new(Variant { grid, rules, spawn });
        Ok(Self::Any(variant, board))
    }
}

pub fn to_board<G: Grid>(grid: &G, cells: &[u8]) -> PyResult<Board<G>> {
    let mut board = Board::empty();
    for (number, &exponent) in cells.iter().enumerate() {
        if exponent == 0 {
            return Err(value_error("a board has no empty cells"));
        }
        board.put(to_core(grid, number)?, exponent);
    }
    Ok(board)
}

/// Does the same on either grid.
macro_rules! on_table {
    ($table:expr, |$variant:ident, $board:ident| $work:expr) => {
        match $table {
            Table::Eight($variant, $board) => $work,
            Table::Any($variant, $board) => $work,
        }
    };
}

/// Every legal swap: column by column, down each column, to the right before down.
#[pyfunction]
fn swaps(table: PyTable) -> PyResult<Vec<PySwap>> {
    Ok(on_table!(&Table::new(table)?, |variant, board| {
        let grid = &variant.grid;
        let swaps = board.swaps(grid).list(grid);
        swaps.map(|swap| from_swap(grid, swap)).collect()
    }))
}

/// The board of a seed, and the state of its generator: `(cells, chance)`.
#[pyfunction]
fn start(
    width: usize,
    height: usize,
    rules: &str,
    spawn: Vec<u8>,
    torus: bool,
    seed: u64,
) -> PyResult<(Vec<u32>, u64)> {
    let blank = vec![1; width * height];
    let table = Table::new((blank, width, rules.to_owned(), spawn, torus))?;
    Ok(on_table!(&table, |variant, _board| {
        let game = Game::new(variant, seed);
        (tiles(&variant.grid, &game.board), game.rng.state())
    }))
}

/// Plays a legal swap: `(cells, points, chance)`.
#[pyfunction]
fn play(table: PyTable, swap: PySwap, chance: u64) -> PyResult<(Vec<u32>, u64, u64)> {
    on_table!(&Table::new(table)?, |variant, board| {
        let mut game = Game::resumed(*board, chance);
        if !game.play(variant, to_swap(&variant.grid, swap)?) {
            return Err(value_error("the swap matches nothing"));
        }
        let cells = tiles(&variant.grid, &game.board);
        Ok((cells, game.score, game.rng.state()))
    })
}

/// Plays a legal swap with these new tiles: `(cells, points of each wave, tiles used)`.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn resolve(
    table: PyTable,
    swap: PySwap,
    refills: Vec<u8>,
) -> PyResult<(Vec<u32>, Vec<u64>, usize)> {
    on_table!(&Table::new(table)?, |variant, board| {
        let swap = to_swap(&variant.grid, swap)?;
        let settled = variant.settle(board, swap);
        let settled = settled.ok_or_else(|| value_error("the swap matches nothing"))?;
        let mut points = vec![settled.points];
        let mut used = 0;
        // When they have run out, tiles that match nothing end the cascade.
        let refill = || {
            used += 1;
            refills.get(used - 1).copied().unwrap_or(0)
        };
        let after = variant.cascade(settled, refill, |wave| points.push(wave));
        if used > refills.len() {
            return Err(value_error("the new tiles have run out"));
        }
        Ok((tiles(&variant.grid, &after), points, used))
    })
}
