//! Sokoban for Python.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::search::{Budget, Stop};
use quandary_core::sokoban::{
    self as core, Answer, Level, LevelError, Measure, Metric, Verdict, Workspace,
};

use crate::budget::{Allowance, Cancel, run, status};
use crate::solving::{self, Batch, lend, start};

/// Sokoban: solving, bounds and counts.
#[pymodule]
pub mod sokoban {
    #[pymodule_export]
    use crate::sokoban_envs::{Solo, Stage, arena};
    #[pymodule_export]
    use crate::sokoban_making::{make, measure};
    #[pymodule_export]
    use crate::sokoban_proving::prove;

    #[pymodule_export]
    use super::{
        dead_squares, frozen_boxes, improve, lower_bound, perft, replay, solve, solve_batch,
    };
}

thread_local! {
    /// What one solve leaves to the next on this thread.
    static WORKSPACE: Cell<Workspace> = Cell::default();
}

impl solving::Workspace for Workspace {
    fn trim(&mut self) {
        Self::trim(self);
    }
}

type PyAnswer = (&'static str, Option<String>, Option<u32>, u64);
type Place = (usize, usize);

fn to_py(answer: Answer) -> PyAnswer {
    let (status, lurd) = match answer.verdict {
        Verdict::Solved(lurd) => ("solved", Some(lurd)),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop, lurd) => (status(stop), lurd),
    };
    (status, lurd, answer.bound, answer.nodes)
}

pub fn parse(rows: Vec<String>) -> PyResult<Level> {
    Level::parse(rows).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// None for a level that is right, but larger than the core takes.
pub fn parse_if_it_fits(rows: Vec<String>) -> PyResult<Option<Level>> {
    match Level::parse(rows) {
        Ok(level) => Ok(Some(level)),
        Err(LevelError::TooLarge(_) | LevelError::TooManyBoxes(_)) => Ok(None),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// What there is to say of a level that is too large: it would take too much memory.
const TOO_LARGE: Answer = Answer {
    verdict: Verdict::Stopped(Stop::Memory, None),
    bound: None,
    nodes: 0,
};

fn parse_metric(metric: &str) -> PyResult<Metric> {
    match metric {
        "pushes" => Ok(Metric::Pushes),
        "pushes,moves" => Ok(Metric::PushesThenMoves),
        "moves" => Ok(Metric::Moves),
        "any" => Ok(Metric::Any),
        _ => Err(PyValueError::new_err(format!("unknown metric {metric:?}"))),
    }
}

/// A shortest solution: `(status, lurd, bound, nodes)`.
#[pyfunction]
#[pyo3(signature = (rows, metric="pushes", *, time=None, nodes=None, memory=None, cancel=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn solve(
    py: Python<'_>,
    rows: Vec<String>,
    metric: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAnswer> {
    let metric = parse_metric(metric)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let Some(level) = parse_if_it_fits(rows)? else {
        return Ok(to_py(TOO_LARGE));
    };
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::solve(&level, metric, space, budget)
        })
    };
    run(py, &allowance, progress, work).map(to_py)
}

/// Solves many levels on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (levels, metric="pushes", *, jobs, time=None, nodes=None, memory=None, cancel=None))]
fn solve_batch(
    levels: Vec<Vec<String>>,
    metric: &str,
    jobs: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Batch> {
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let levels = levels.into_iter().map(parse_if_it_fits);
    let levels = levels.collect::<PyResult<Vec<_>>>()?;
    let metric = parse_metric(metric)?;
    let work = move |level: &Option<Level>, workspace: &mut Workspace, budget: &mut Budget| {
        let solve = |level| core::solve(level, metric, workspace, budget);
        level.as_ref().map_or(TOO_LARGE, solve)
    };
    Ok(Batch::new(start(levels, jobs, allowance, work), to_py))
}

/// A solution made shorter: `(lurd, bound, nodes)`.
#[pyfunction]
#[pyo3(signature = (rows, lurd, by="pushes", *, time=None, nodes=None, memory=None, cancel=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn improve(
    py: Python<'_>,
    rows: Vec<String>,
    lurd: &str,
    by: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, u32, u64)> {
    let by = match by {
        "pushes" => Measure::Pushes,
        "moves" => Measure::Moves,
        _ => return Err(PyValueError::new_err(format!("unknown measure {by:?}"))),
    };
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let level = parse(rows)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::improve(&level, lurd, by, space, budget)
        })
    };
    let improved = run(py, &allowance, progress, work)?;
    let improved = improved.ok_or_else(|| PyValueError::new_err("this is no solution"))?;
    Ok((improved.lurd, improved.bound, improved.nodes))
}

/// The fewest pushes that every box takes alone, each to its own goal; None if that is impossible.
#[pyfunction]
fn lower_bound(rows: Vec<String>) -> PyResult<Option<u32>> {
    Ok(core::lower_bound(&parse(rows)?))
}

/// The squares from which a box cannot be brought to any goal.
#[pyfunction]
fn dead_squares(rows: Vec<String>) -> PyResult<Vec<Place>> {
    Ok(core::dead_squares(&parse(rows)?))
}

/// The boxes that can never move again.
#[pyfunction]
fn frozen_boxes(rows: Vec<String>) -> PyResult<Vec<Place>> {
    Ok(core::frozen_boxes(&parse(rows)?))
}

/// The number of sequences of 0, 1, … `depth` single steps.
#[pyfunction]
fn perft(py: Python<'_>, rows: Vec<String>, depth: u32) -> PyResult<Vec<u128>> {
    let level = parse(rows)?;
    Ok(py.detach(|| core::perft(&level, depth)))
}

/// What the rules make of steps: the letters of those made, the boxes and the player in the end.
#[pyfunction]
fn replay(rows: Vec<String>, steps: &str) -> PyResult<(String, Vec<Place>, Place)> {
    Ok(core::replay(&parse(rows)?, steps))
}
