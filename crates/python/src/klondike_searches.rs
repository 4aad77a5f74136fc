//! Klondike for Python: the atomic solver, shortest solutions, and proofs of lost positions.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::klondike::atomic::{self as atoms, Options, Statistics};
use quandary_core::klondike::certify::{self as proofs, Outcome, Proof};
use quandary_core::klondike::shortest as shorter;
use quandary_core::search::Budget;

use crate::budget::{Allowance, Cancel, run, status};
use crate::klondike::{PyPosition, to_board, to_texts};

type PyAnswer = (&'static str, Option<Vec<String>>, Option<u32>, u64);
type PyStatistics = BTreeMap<&'static str, u64>;
type PyAtomicAnswer = (
    &'static str,
    Option<Vec<String>>,
    Option<u32>,
    u64,
    PyStatistics,
);

fn to_py(answer: shorter::Answer) -> PyAnswer {
    let (status, moves) = match answer.verdict {
        shorter::Verdict::Solved(moves) => ("solved", Some(moves)),
        shorter::Verdict::Unsolvable => ("unsolvable", None),
        shorter::Verdict::Stopped(stop, moves) => (status(stop), moves),
    };
    let texts = moves.map(|moves| to_texts(&moves));
    (status, texts, answer.bound, answer.nodes)
}

/// A shortest solution: `(status, moves, bound, nodes)`. When a budget ends, the best moves so far.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None, memory=None, cancel=None, progress=None))]
pub fn shortest(
    py: Python<'_>,
    position: PyPosition,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAnswer> {
    let board = to_board(position)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let work = |budget: &mut Budget| shorter::solve(&board, budget);
    run(py, &allowance, progress, work).map(to_py)
}

fn to_atomic_py(answer: atoms::Answer) -> PyAtomicAnswer {
    let (status, moves) = match answer.verdict {
        atoms::Verdict::Solved(moves) => ("solved", Some(to_texts(&moves))),
        atoms::Verdict::Exhausted => ("exhausted", None),
        atoms::Verdict::Stopped(stop) => (status(stop), None),
    };
    let Statistics {
        flips,
        dead_ends,
        backjumps,
        duplicates,
    } = answer.statistics;
    let statistics = BTreeMap::from([
        ("nodes", answer.nodes),
        ("flips", flips.into()),
        ("dead_ends", dead_ends),
        ("backjumps", backjumps),
        ("duplicates", duplicates),
    ]);
    (status, moves, None, answer.nodes, statistics)
}

/// Solves flip by flip: `(status, moves, None, nodes, statistics)`.
#[pyfunction]
#[pyo3(signature = (
    position, *,
    max_approach_steps=20, max_local_nodes=200_000, relax_at_depth=17, max_approach_steps_high=80,
    approach_steps_increment=3, avoid_empty_unless_king=true, ranking_strategy="blended",
    enable_backjump=true, reuse_approaches=false, use_needed_ranks=false,
    time=None, nodes=None, memory=None, cancel=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "they are keywords in Python"
)]
pub fn atomic(
    py: Python<'_>,
    position: PyPosition,
    max_approach_steps: u32,
    max_local_nodes: u64,
    relax_at_depth: u32,
    max_approach_steps_high: u32,
    approach_steps_increment: u32,
    avoid_empty_unless_king: bool,
    ranking_strategy: &str,
    enable_backjump: bool,
    reuse_approaches: bool,
    use_needed_ranks: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAtomicAnswer> {
    let board = to_board(position)?;
    let options = Options {
        max_approach_steps,
        max_local_nodes,
        relax_at_depth,
        max_approach_steps_high,
        approach_steps_increment,
        avoid_empty_unless_king,
        ranking_strategy: ranking_strategy
            .parse()
            .map_err(|error: atoms::NoRanking| PyValueError::new_err(error.to_string()))?,
        enable_backjump,
        reuse_approaches,
        use_needed_ranks,
    };
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let work = |budget: &mut Budget| atoms::solve(&board, &options, budget);
    run(py, &allowance, progress, work).map(to_atomic_py)
}

fn to_proof(outcome: Outcome) -> (&'static str, Vec<String>, Vec<String>) {
    match outcome {
        Outcome::Lost(Proof { open, closed }) => ("unsolvable", open, closed),
        Outcome::Winnable => ("solved", Vec::new(), Vec::new()),
        Outcome::Stopped(stop) => (status(stop), Vec::new(), Vec::new()),
    }
}

/// The states that prove a position lost: `(status, open, closed)`.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None, memory=None, cancel=None, progress=None))]
pub fn certify(
    py: Python<'_>,
    position: PyPosition,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(&'static str, Vec<String>, Vec<String>)> {
    let board = to_board(position)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let work = |budget: &mut Budget| proofs::certify(&board, budget);
    run(py, &allowance, progress, work).map(to_proof)
}
