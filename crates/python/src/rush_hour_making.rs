//! Rush Hour for Python: new puzzles.

use std::ops::RangeInclusive;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::rush_hour::{self as core, ClusterPuzzle, ENUMERABLE_SIDES, SIDES, Wish};
use quandary_core::search::{Budget, Stop};

use crate::budget::{Allowance, Cancel, run};

/// Cells, optimum, and number of reachable positions.
type PyPuzzle = (String, u32, usize);

/// The puzzle of a seed; None if there is none with so much effort, or if the budget ended.
#[pyfunction]
#[pyo3(signature = (seed, width, height, *, walls=0, min_moves=None, max_moves=None, effort, cluster_limit=5000, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn generate(
    py: Python<'_>,
    seed: u64,
    width: usize,
    height: usize,
    walls: usize,
    min_moves: Option<u32>,
    max_moves: Option<u32>,
    effort: u64,
    cluster_limit: u64,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Option<PyPuzzle>> {
    check_sides(width, height, &SIDES)?;
    let wish = Wish {
        width,
        height,
        walls,
        min_moves,
        max_moves,
        effort,
        cluster_limit,
    };
    let allowance = Allowance::new(time, None, None, cancel)?;
    let work = |budget: &mut Budget| core::generate(seed, &wish, budget);
    let made: Result<_, Stop> = run(py, &allowance, None, work)?;
    let puzzle = made.ok().flatten();
    Ok(puzzle.map(|puzzle| (puzzle.cells, puzzle.moves, puzzle.size)))
}

/// Optimum, cells, number of reachable positions, and how many of them there are at each distance.
type PyClusterPuzzle = (usize, String, u64, Vec<u64>);

/// All minimal puzzles of a small board, and whether these are all or the budget ended.
#[pyfunction]
#[pyo3(signature = (width, height, *, time=None, nodes=None, cancel=None))]
pub fn enumerate_minimal(
    py: Python<'_>,
    width: usize,
    height: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<(Vec<PyClusterPuzzle>, bool)> {
    check_sides(width, height, &ENUMERABLE_SIDES)?;
    let allowance = Allowance::new(time, nodes, None, cancel)?;
    let work = |budget: &mut Budget| core::enumerate(width, height, budget);
    let (found, ended) = run(py, &allowance, None, work)?;
    let to_py = |puzzle: ClusterPuzzle| {
        let size = puzzle.histogram.iter().sum();
        (puzzle.moves, puzzle.cells, size, puzzle.histogram)
    };
    Ok((found.into_iter().map(to_py).collect(), ended.is_ok()))
}

fn check_sides(width: usize, height: usize, sides: &RangeInclusive<usize>) -> PyResult<()> {
    if sides.contains(&width) && sides.contains(&height) {
        return Ok(());
    }
    let (least, most) = (sides.start(), sides.end());
    Err(PyValueError::new_err(format!(
        "the sides must be from {least} to {most}"
    )))
}
