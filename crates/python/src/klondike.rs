//! Klondike for Python: the rules, the solvers, and proofs of lost positions.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use quandary_core::klondike::atomic as atoms;
use quandary_core::klondike::certify::{self as proofs, Outcome, Proof};
use quandary_core::klondike::complete::{self as core, Options, Verdict, Workspace};
use quandary_core::klondike::shortest as shorter;
use quandary_core::klondike::{Board, Layout, Move};
use quandary_core::search::Budget;

use crate::budget::{Limits, run, status};
use crate::solving::{self, Answer, Batch, lend, start};

/// Klondike: the rules, and the complete solver.
#[pymodule]
pub mod klondike {
    #[pymodule_export]
    use super::{
        atomic, certify, moves, perft, play, random_playouts, shortest, solve, solve_batch,
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

/// Face-down and face-up cards of the piles, stock, waste, foundation heights, draw, redeals.
type PyParts<Small, Big> = (
    Vec<Vec<Small>>,
    Vec<Vec<Small>>,
    Vec<Small>,
    Vec<Small>,
    Vec<Small>,
    Small,
    Option<Big>,
);
type PyPosition = PyParts<Checked<u8>, Checked<u32>>;

/// A number; one that is too big, or negative, is a wrong value like any other.
#[derive(Clone, Copy)]
struct Checked<T>(T);

impl<'py, T: FromPyObjectOwned<'py, Error = PyErr>> FromPyObject<'_, 'py> for Checked<T> {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        number.extract().map(Self).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(number.py()) {
                value_error(format!("{} is out of range", &*number))
            } else {
                error
            }
        })
    }
}

fn bytes(numbers: Vec<Checked<u8>>) -> Vec<u8> {
    numbers.into_iter().map(|Checked(number)| number).collect()
}

/// Python's lists are of numbers; a vector of bytes would become a string of bytes.
fn numbers(bytes: Vec<u8>) -> Vec<u32> {
    bytes.into_iter().map(u32::from).collect()
}

fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(format!("{error}"))
}

/// The board that a position describes.
fn to_board(position: PyPosition) -> PyResult<Board> {
    let (face_down, face_up, stock, waste, foundations, draw, redeals) = position;
    let layout = Layout {
        face_down: face_down.into_iter().map(bytes).collect(),
        face_up: face_up.into_iter().map(bytes).collect(),
        stock: bytes(stock),
        waste: bytes(waste),
        foundations: bytes(foundations),
        draw: draw.0,
        redeals: redeals.map(|Checked(redeals)| redeals),
    };
    Board::try_from(&layout).map_err(value_error)
}

fn to_position(board: &Board) -> PyParts<u32, u32> {
    let layout = Layout::from(board);
    (
        layout.face_down.into_iter().map(numbers).collect(),
        layout.face_up.into_iter().map(numbers).collect(),
        numbers(layout.stock),
        numbers(layout.waste),
        numbers(layout.foundations),
        layout.draw.into(),
        layout.redeals,
    )
}

/// Moves in the notation of people.
fn to_texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn to_py(py: Python<'_>, answer: core::Answer) -> PyResult<Answer> {
    let found = match answer.verdict {
        Verdict::Solved(moves) => ("solved", Some(to_texts(&moves))),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop) => (status(stop), None),
    };
    Answer::new(py, found, None, answer.nodes)
}

fn to_options(worrying_back: bool, dominances: &str) -> PyResult<Options> {
    let dominances = dominances.parse().map_err(PyValueError::new_err)?;
    Ok(Options {
        worrying_back,
        dominances,
        shuffle: None,
    })
}

/// Wins a position or proves it lost: `(status, moves, None, nodes)`.
#[pyfunction]
#[pyo3(signature = (position, *, worrying_back=true, dominances="proven", limits=None, progress=None))]
fn solve(
    py: Python<'_>,
    position: PyPosition,
    worrying_back: bool,
    dominances: &str,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let board = to_board(position)?;
    let options = to_options(worrying_back, dominances)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |workspace| {
            core::solve(&board, options, workspace, budget)
        })
    };
    to_py(py, run(py, limits, progress, work)?)
}

/// Solves many positions on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (positions, *, jobs, worrying_back=true, dominances="proven", limits=None))]
fn solve_batch(
    positions: Vec<PyPosition>,
    jobs: usize,
    worrying_back: bool,
    dominances: &str,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let boards = positions.into_iter().map(to_board);
    let boards = boards.collect::<PyResult<Vec<_>>>()?;
    let options = to_options(worrying_back, dominances)?;
    let work = move |board: &Board, workspace: &mut Workspace, budget: &mut Budget| {
        core::solve(board, options, workspace, budget)
    };
    Ok(Batch::new(
        start(boards, jobs, Limits::given(limits), work),
        to_py,
    ))
}

/// Every legal move.
#[pyfunction]
fn moves(position: PyPosition) -> PyResult<Vec<String>> {
    Ok(to_texts(&to_board(position)?.moves()))
}

/// The position after a legal move.
#[pyfunction]
fn play(position: PyPosition, r#move: &str) -> PyResult<PyParts<u32, u32>> {
    let mut board = to_board(position)?;
    let play: Move = r#move.parse().map_err(value_error)?;
    if !board.is_legal(play) {
        return Err(PyValueError::new_err(format!("{play} is not legal")));
    }
    board.play(play);
    Ok(to_position(&board))
}

/// The number of sequences of 0, 1, … `depth` moves.
#[pyfunction]
fn perft(py: Python<'_>, position: PyPosition, depth: u32) -> PyResult<Vec<u64>> {
    let board = to_board(position)?;
    let work = |budget: &mut Budget| quandary_core::klondike::perft(&board, depth, budget);
    run(py, None, None, work)?.map_err(|stop| value_error(status(stop)))
}

/// How many of `count` random games of at most `limit` moves are won.
#[pyfunction]
fn random_playouts(
    py: Python<'_>,
    position: PyPosition,
    seed: u64,
    count: u32,
    limit: u32,
) -> PyResult<u32> {
    let board = to_board(position)?;
    let work = |budget: &mut Budget| {
        quandary_core::klondike::random_playouts(&board, seed, count, limit, budget)
    };
    run(py, None, None, work)?.map_err(|stop| value_error(status(stop)))
}

type PyStatistics = BTreeMap<&'static str, u64>;
type PyAtomicAnswer = (
    &'static str,
    Option<Vec<String>>,
    Option<u32>,
    u64,
    PyStatistics,
);

fn to_shortest_py(py: Python<'_>, answer: shorter::Answer) -> PyResult<Answer> {
    let (status, moves) = match answer.verdict {
        shorter::Verdict::Solved(moves) => ("solved", Some(moves)),
        shorter::Verdict::Unsolvable => ("unsolvable", None),
        shorter::Verdict::Stopped(stop, moves) => (status(stop), moves),
    };
    let texts = moves.map(|moves| to_texts(&moves));
    Answer::new(py, (status, texts), answer.bound, answer.nodes)
}

/// A shortest solution: `(status, moves, bound, nodes)`. When a budget ends, the best moves so far.
#[pyfunction]
#[pyo3(signature = (position, *, limits=None, progress=None))]
fn shortest(
    py: Python<'_>,
    position: PyPosition,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let board = to_board(position)?;
    let work = |budget: &mut Budget| shorter::solve(&board, budget);
    to_shortest_py(py, run(py, limits, progress, work)?)
}

fn to_atomic_py(answer: atoms::Answer) -> PyAtomicAnswer {
    let (status, moves) = match answer.verdict {
        atoms::Verdict::Solved(moves) => ("solved", Some(to_texts(&moves))),
        atoms::Verdict::Exhausted => ("exhausted", None),
        atoms::Verdict::Stopped(stop) => (status(stop), None),
    };
    let atoms::Statistics {
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
    limits=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "they are keywords in Python"
)]
fn atomic(
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
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAtomicAnswer> {
    let board = to_board(position)?;
    let options = atoms::Options {
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
    let work = |budget: &mut Budget| atoms::solve(&board, &options, budget);
    run(py, limits, progress, work).map(to_atomic_py)
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
#[pyo3(signature = (position, *, limits=None, progress=None))]
fn certify(
    py: Python<'_>,
    position: PyPosition,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(&'static str, Vec<String>, Vec<String>)> {
    let board = to_board(position)?;
    let work = |budget: &mut Budget| proofs::certify(&board, budget);
    run(py, limits, progress, work).map(to_proof)
}
