//! Klondike for Python: the rules, the solvers, and proofs of lost positions. A position is any object with the fields
//! of the game's `Position`, which knows cards by their names.

use std::cell::Cell;
use std::fmt::Display;
use std::sync::Arc;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use quandary_core::klondike::atomic as atoms;
use quandary_core::klondike::certify::{self as proofs, Outcome};
use quandary_core::klondike::complete::{self as core, Options, Verdict, Workspace};
use quandary_core::klondike::shortest as shorter;
use quandary_core::klondike::{self as rules, Card, Layout, Move};
use quandary_core::search::Budget;

use crate::budget::{Limits, run, run_unlimited, status};
use crate::envs::{Arena, PyTerms};
use crate::solving::{self, Answer, Batch, Judged, lend, start};

/// Klondike: the rules, the solvers, and proofs of lost positions.
#[pymodule]
pub mod klondike {
    #[pymodule_export]
    use super::{
        AtomicAnswer, Board, Proof, arena, atomic, certify, judged_batch, moves, perft, play,
        shortest, solve, solve_batch,
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

fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A number; one that is too big, or negative, is a wrong value like any other.
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

/// A card by its name.
struct Named(Card);

impl FromPyObject<'_, '_> for Named {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let name = name.cast::<PyString>()?;
        name.to_str()?.parse().map(Self).map_err(value_error)
    }
}

/// The board of a position.
fn read(position: &Bound<'_, PyAny>) -> PyResult<rules::Board> {
    let py = position.py();
    let cards = |cards: Vec<Named>| cards.into_iter().map(|Named(card)| card.code()).collect();
    let piles = |piles: Vec<Vec<Named>>| piles.into_iter().map(cards).collect();
    let foundations: Vec<Checked<u8>> = position.getattr(intern!(py, "foundations"))?.extract()?;
    let draw: Checked<u8> = position.getattr(intern!(py, "draw"))?.extract()?;
    let redeals: Option<Checked<u32>> = position.getattr(intern!(py, "redeals"))?.extract()?;
    let layout = Layout {
        face_down: piles(position.getattr(intern!(py, "face_down"))?.extract()?),
        face_up: piles(position.getattr(intern!(py, "face_up"))?.extract()?),
        stock: cards(position.getattr(intern!(py, "stock"))?.extract()?),
        waste: cards(position.getattr(intern!(py, "waste"))?.extract()?),
        foundations: foundations
            .into_iter()
            .map(|Checked(height)| height)
            .collect(),
        draw: draw.0,
        redeals: redeals.map(|Checked(redeals)| redeals),
    };
    rules::Board::try_from(&layout).map_err(value_error)
}

/// A position as the core gives it back.
#[pyclass(frozen, get_all, module = "quandary._native.klondike")]
struct Board {
    face_down: Vec<Vec<String>>,
    face_up: Vec<Vec<String>>,
    stock: Vec<String>,
    waste: Vec<String>,
    foundations: [u32; 4],
    draw: u8,
    redeals: Option<u32>,
}

impl From<&rules::Board> for Board {
    fn from(board: &rules::Board) -> Self {
        let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let piles = || board.piles().iter();
        Self {
            face_down: piles().map(|pile| names(pile.face_down())).collect(),
            face_up: piles().map(|pile| names(pile.face_up())).collect(),
            stock: names(board.stock()),
            waste: names(board.waste()),
            foundations: board.foundations().map(u32::from),
            draw: board.draw(),
            redeals: board.redeals(),
        }
    }
}

/// Source, target and number of cards, as in the game's `Move`.
type PyMove = (&'static str, &'static str, u8);

fn to_move(one: Move) -> PyMove {
    const STOCK: &str = "S";
    const WASTE: &str = "W";
    const HOME: &str = "F";
    const FOUNDATIONS: [&str; 4] = ["FC", "FD", "FH", "FS"];
    let pile = |number: u8| ["1", "2", "3", "4", "5", "6", "7"][usize::from(number)];
    match one {
        Move::Draw => (STOCK, WASTE, 1),
        Move::Redeal => (WASTE, STOCK, 1),
        Move::WasteToFoundation => (WASTE, HOME, 1),
        Move::WasteToPile(to) => (WASTE, pile(to), 1),
        Move::PileToFoundation(from) => (pile(from), HOME, 1),
        Move::PileToPile { from, to, count } => (pile(from), pile(to), count),
        Move::FoundationToPile { suit, to } => (FOUNDATIONS[usize::from(suit)], pile(to), 1),
    }
}

fn to_moves(moves: Vec<Move>) -> Vec<PyMove> {
    moves.into_iter().map(to_move).collect()
}

fn to_py(py: Python<'_>, answer: core::Answer) -> PyResult<Answer> {
    let found = match answer.verdict {
        Verdict::Solved(moves) => ("solved", Some(to_moves(moves))),
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

/// Wins a position or proves it lost.
#[pyfunction]
#[pyo3(signature = (position, *, worrying_back=true, dominances="proven", limits=None, progress=None))]
fn solve(
    position: &Bound<'_, PyAny>,
    worrying_back: bool,
    dominances: &str,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let board = read(position)?;
    let options = to_options(worrying_back, dominances)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |workspace| {
            core::solve(&board, options, workspace, budget)
        })
    };
    let py = position.py();
    to_py(py, run(py, limits, progress, work)?)
}

/// Solves many positions on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (positions, *, jobs, worrying_back=true, dominances="proven", limits=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn solve_batch(
    positions: Vec<Bound<'_, PyAny>>,
    jobs: usize,
    worrying_back: bool,
    dominances: &str,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let boards: Vec<rules::Board> = positions.iter().map(read).collect::<PyResult<_>>()?;
    let options = to_options(worrying_back, dominances)?;
    let work = move |board: &rules::Board, workspace: &mut Workspace, budget: &mut Budget| {
        core::solve(board, options, workspace, budget)
    };
    let running = start(boards, jobs, Limits::given(limits), work);
    Ok(Batch::new(running, to_py))
}

/// As `solve_batch`, but every win is played through by the core's plain rules, and given as text; see `Judged`.
#[pyfunction]
#[pyo3(signature = (positions, *, jobs, worrying_back=true, dominances="proven", limits=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn judged_batch(
    positions: Vec<Bound<'_, PyAny>>,
    jobs: usize,
    worrying_back: bool,
    dominances: &str,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let boards: Vec<rules::Board> = positions.iter().map(read).collect::<PyResult<_>>()?;
    let options = to_options(worrying_back, dominances)?;
    let work = move |board: &rules::Board, workspace: &mut Workspace, budget: &mut Budget| {
        let answer = core::solve(board, options, workspace, budget);
        judged(board, &answer)
    };
    let running = start(boards, jobs, Limits::given(limits), work);
    Ok(Batch::new(running, |_, judged: Judged| Ok(judged)))
}

fn judged(board: &rules::Board, answer: &core::Answer) -> Judged {
    let (status, moves) = match &answer.verdict {
        Verdict::Solved(moves) => ("solved", Some(moves)),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop) => (status(*stop), None),
    };
    let played = moves.map(|moves| {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        (words.join(" "), rules::judge(board, moves))
    });
    solving::judged(status, played, None, answer.nodes)
}

/// Every legal move.
#[pyfunction]
fn moves(position: &Bound<'_, PyAny>) -> PyResult<Vec<PyMove>> {
    Ok(to_moves(read(position)?.moves()))
}

/// The position after a legal move.
#[pyfunction]
fn play(position: &Bound<'_, PyAny>, r#move: (String, String, u8)) -> PyResult<Board> {
    let mut board = read(position)?;
    let (source, target, count) = r#move;
    let asked = (&source[..], &target[..], count);
    let legal = board.moves().into_iter().find(|&one| to_move(one) == asked);
    let legal = legal.ok_or_else(|| value_error(format!("{asked:?} is not legal")))?;
    board.play(legal);
    Ok(Board::from(&board))
}

/// The number of sequences of 0, 1, … `depth` moves.
#[pyfunction]
fn perft(position: &Bound<'_, PyAny>, depth: u32) -> PyResult<Vec<u64>> {
    let board = read(position)?;
    run_unlimited(position.py(), |budget| rules::perft(&board, depth, budget))
}

/// A shortest solution. When a budget ends, the best moves so far.
#[pyfunction]
#[pyo3(signature = (position, *, limits=None, progress=None))]
fn shortest(
    position: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let board = read(position)?;
    let py = position.py();
    let answer = run(py, limits, progress, |budget| {
        shorter::solve(&board, budget)
    })?;
    let (status, moves) = match answer.verdict {
        shorter::Verdict::Solved(moves) => ("solved", Some(moves)),
        shorter::Verdict::Unsolvable => ("unsolvable", None),
        shorter::Verdict::Stopped(stop, moves) => (status(stop), moves),
    };
    let found = (status, moves.map(to_moves));
    Answer::new(py, found, answer.bound, answer.nodes)
}

/// An answer, and what has happened on the way to it.
#[pyclass(frozen, get_all, module = "quandary._native.klondike")]
struct AtomicAnswer {
    answer: Py<Answer>,
    flips: u32,
    atoms: u64,
    dead_ends: u64,
    atomic_dead: u64,
    backjumps: u64,
    duplicates: u64,
}

/// An option by its name.
fn option<'py, T: FromPyObjectOwned<'py, Error = PyErr>>(
    options: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<T> {
    let value = options.get_item(name)?;
    let value = value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    value.extract()
}

fn to_atomic_options(options: &Bound<'_, PyDict>) -> PyResult<atoms::Options> {
    let ranking: String = option(options, "ranking_strategy")?;
    Ok(atoms::Options {
        max_approach_steps: option(options, "max_approach_steps")?,
        max_local_nodes: option(options, "max_local_nodes")?,
        relax_at_depth: option(options, "relax_at_depth")?,
        max_approach_steps_high: option(options, "max_approach_steps_high")?,
        approach_steps_increment: option(options, "approach_steps_increment")?,
        avoid_empty_unless_king: option(options, "avoid_empty_unless_king")?,
        ranking_strategy: ranking
            .parse()
            .map_err(|error: atoms::NoRanking| value_error(error))?,
        enable_backjump: option(options, "enable_backjump")?,
        reuse_approaches: option(options, "reuse_approaches")?,
        use_needed_ranks: option(options, "use_needed_ranks")?,
        safe_stock_moves: option(options, "safe_stock_moves")?,
    })
}

/// Solves flip by flip.
#[pyfunction]
#[pyo3(signature = (position, options, *, limits=None, progress=None))]
fn atomic(
    position: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<AtomicAnswer> {
    let board = read(position)?;
    let options = to_atomic_options(options)?;
    let py = position.py();
    let work = |budget: &mut Budget| atoms::solve(&board, &options, budget);
    let answer = run(py, limits, progress, work)?;
    let found = match answer.verdict {
        atoms::Verdict::Solved(moves) => ("solved", Some(to_moves(moves))),
        atoms::Verdict::Exhausted => ("exhausted", None),
        atoms::Verdict::Stopped(stop) => (status(stop), None),
    };
    let counted = answer.statistics;
    Ok(AtomicAnswer {
        answer: Py::new(py, Answer::new(py, found, None, answer.nodes)?)?,
        flips: counted.flips,
        atoms: counted.atoms,
        dead_ends: counted.dead_ends,
        atomic_dead: counted.atomic_dead,
        backjumps: counted.backjumps,
        duplicates: counted.duplicates,
    })
}

/// The states that prove a position lost, if it is.
#[pyclass(frozen, get_all, module = "quandary._native.klondike")]
struct Proof {
    status: &'static str,
    open: Vec<String>,
    closed: Vec<String>,
}

/// Proves a position lost.
#[pyfunction]
#[pyo3(signature = (position, *, limits=None, progress=None))]
fn certify(
    position: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Proof> {
    let board = read(position)?;
    let work = |budget: &mut Budget| proofs::certify(&board, budget);
    let (status, proof) = match run(position.py(), limits, progress, work)? {
        Outcome::Lost(proof) => ("unsolvable", proof),
        Outcome::Winnable => ("solved", proofs::Proof::default()),
        Outcome::Stopped(stop) => (status(stop), proofs::Proof::default()),
    };
    let proofs::Proof { open, closed } = proof;
    Ok(Proof {
        status,
        open,
        closed,
    })
}

/// Many agents, each at a table of its own; games begin with one of these positions.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn arena(
    positions: Vec<Bound<'_, PyAny>>,
    count: usize,
    threads: usize,
    terms: PyTerms,
) -> PyResult<Arena> {
    let boards = positions.iter().map(read).collect::<PyResult<Arc<[_]>>>()?;
    let game = rules::Patience::new(boards).ok_or_else(|| value_error("there is no deal"))?;
    Ok(Arena::of(&game, count, threads, terms))
}
