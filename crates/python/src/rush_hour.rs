//! Rush Hour for Python. A position is any object with the fields of the game's `Position`.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quandary_core::rush_hour::{
    self as core, Board, Cluster, ClusterPuzzle, ENUMERABLE_SIDES, ENUMERABLE_WALLS, Enumerator,
    Metric, Part, SIDES, Slide, Unit, Verdict, Workspace,
};
use quandary_core::search::{self, Budget, batch};

use crate::budget::{Limits, next, run, run_unlimited, status};
use crate::clock::timed;
use crate::envs::{Arena, PyTerms};
use crate::solving::{self, Answer, Batch, Judged, Timed, lend, start};

/// Rush Hour: solving, distances and counts.
#[pymodule]
pub mod rush_hour {
    #[pymodule_export]
    use super::{
        Distances, Enumeration, Minimal, Puzzle, Wish, arena, canonical, count_batch, count_parts,
        distances, enumerate_minimal, enumerate_parts, generate, judged_batch, minimal, moves,
        perft, random_walks, solve, solve_batch,
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

fn to_py(py: Python<'_>, answer: core::Answer) -> PyResult<Answer> {
    let found = match answer.verdict {
        Verdict::Solved(slides) => ("solved", Some(pairs(slides))),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop) => (status(stop), None),
    };
    Answer::new(py, found, answer.bound, answer.nodes)
}

fn pairs(slides: Vec<Slide>) -> Vec<(char, i32)> {
    let pair = |slide: Slide| (char::from(slide.letter), slide.cells);
    slides.into_iter().map(pair).collect()
}

/// The board of a position.
fn read(position: &Bound<'_, PyAny>) -> PyResult<Board> {
    let red: char = position.getattr(intern!(position.py(), "red"))?.extract()?;
    let red = u8::try_from(red).map_err(|_| PyValueError::new_err("red must be a letter"))?;
    let (cells, width) = cells_and_width(position)?;
    Board::parse(cells.to_str()?, width, red)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

fn read_without_goal(position: &Bound<'_, PyAny>) -> PyResult<Board> {
    let (cells, width) = cells_and_width(position)?;
    Board::parse_without_goal(cells.to_str()?, width)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

fn cells_and_width<'py>(position: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyString>, usize)> {
    let cells = position.getattr(intern!(position.py(), "cells"))?;
    let width = position.getattr(intern!(position.py(), "width"))?;
    Ok((cells.cast_into()?, width.extract()?))
}

fn parse_metric(metric: &str) -> PyResult<Metric> {
    match metric {
        "moves" => Ok(Metric::Moves),
        "steps" => Ok(Metric::Steps),
        "moves,steps" => Ok(Metric::MovesThenSteps),
        _ => Err(PyValueError::new_err(format!("unknown metric {metric:?}"))),
    }
}

/// A shortest solution.
#[pyfunction]
#[pyo3(signature = (position, metric="moves", *, limits=None, progress=None))]
fn solve(
    position: &Bound<'_, PyAny>,
    metric: &str,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let board = read(position)?;
    let metric = parse_metric(metric)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::solve(&board, metric, space, budget)
        })
    };
    let py = position.py();
    to_py(py, run(py, limits, progress, work)?)
}

fn start_batch(
    positions: &[Bound<'_, PyAny>],
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<batch::Batch<Timed<core::Answer>>> {
    let boards: Vec<Board> = positions.iter().map(read).collect::<PyResult<_>>()?;
    let metric = parse_metric(metric)?;
    let work = move |board: &Board, workspace: &mut Workspace, budget: &mut Budget| {
        core::solve(board, metric, workspace, budget)
    };
    Ok(start(boards, jobs, Limits::given(limits), work))
}

/// Solves many positions on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (positions, metric="moves", *, jobs, limits=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn solve_batch(
    positions: Vec<Bound<'_, PyAny>>,
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let batch = start_batch(&positions, metric, jobs, limits)?;
    Ok(Batch::new(batch, to_py))
}

/// As `solve_batch`, but every solution is played through by the core's plain rules, and given as text; see `Judged`.
#[pyfunction]
#[pyo3(signature = (positions, metric="moves", *, jobs, limits=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn judged_batch(
    positions: Vec<Bound<'_, PyAny>>,
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let boards: Vec<Board> = positions.iter().map(read).collect::<PyResult<_>>()?;
    let metric = parse_metric(metric)?;
    let work = move |board: &Board, workspace: &mut Workspace, budget: &mut Budget| {
        let answer = core::solve(board, metric, workspace, budget);
        judged(board, metric, &answer)
    };
    let running = start(boards, jobs, Limits::given(limits), work);
    Ok(Batch::new(running, |_, judged: Judged| Ok(judged)))
}

fn judged(board: &Board, metric: Metric, answer: &core::Answer) -> Judged {
    let (status, slides) = match &answer.verdict {
        Verdict::Solved(slides) => ("solved", Some(slides)),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop) => (status(*stop), None),
    };
    let played = slides.map(|slides| {
        let words = slides
            .iter()
            .map(|slide| format!("{}{:+}", char::from(slide.letter), slide.cells));
        let steps = slides
            .iter()
            .map(|slide| u64::from(slide.cells.unsigned_abs()));
        let cost = match metric {
            Metric::Steps => steps.sum(),
            Metric::Moves | Metric::MovesThenSteps => slides.len() as u64,
        };
        let text = words.collect::<Vec<_>>().join(" ");
        (text, core::judge(board, slides).map(|()| cost))
    });
    solving::judged(status, played, answer.bound, answer.nodes)
}

/// The optimum of many positions: -1 if unsolvable, None if the budget ran out.
#[pyfunction]
#[pyo3(signature = (positions, metric="moves", *, jobs, limits=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn count_batch(
    py: Python<'_>,
    positions: Vec<Bound<'_, PyAny>>,
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Vec<Option<i64>>> {
    let mut batch = start_batch(&positions, metric, jobs, limits)?;
    let mut counts = Vec::new();
    while let Some((answer, _)) = next(py, &mut batch)? {
        counts.push(match answer.verdict {
            Verdict::Solved(_) => answer.bound.map(i64::from),
            Verdict::Unsolvable => Some(-1),
            Verdict::Stopped(_) => None,
        });
    }
    Ok(counts)
}

/// What `distances` returns: the distances, or what ran out.
#[derive(IntoPyObject)]
enum Measured {
    Distances(Distances),
    Stopped(&'static str),
}

/// Every position that can be reached, with its distance from the nearest solved one; or, as a
/// status, which budget ran out.
#[pyfunction]
#[pyo3(signature = (position, metric="moves", *, limits=None))]
fn distances(
    position: &Bound<'_, PyAny>,
    metric: &str,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Measured> {
    let board = read(position)?;
    let unit = match parse_metric(metric)? {
        Metric::Moves => Unit::Moves,
        Metric::Steps => Unit::Steps,
        Metric::MovesThenSteps => return Err(PyValueError::new_err("a distance has one measure")),
    };
    let cluster = run(position.py(), limits, None, |budget| {
        Cluster::measure(board, unit, budget)
    })?;
    Ok(match cluster {
        Ok(cluster) => Measured::Distances(Distances { cluster }),
        Err(stop) => Measured::Stopped(status(stop)),
    })
}

/// The distance of every position of a cluster from the nearest solved one.
#[pyclass(frozen, module = "quandary._native.rush_hour")]
struct Distances {
    cluster: Cluster,
}

impl Distances {
    fn find(&self, cells: &str) -> PyResult<core::Found<'_>> {
        let found = self.cluster.find(cells);
        found.ok_or_else(|| PyKeyError::new_err(cells.to_owned()))
    }
}

#[pymethods]
impl Distances {
    #[getter]
    fn size(&self) -> usize {
        self.cluster.size()
    }

    #[getter]
    fn histogram(&self) -> Vec<u64> {
        self.cluster.histogram().to_vec()
    }

    fn distance(&self, cells: &str) -> PyResult<Option<u32>> {
        Ok(self.find(cells)?.distance())
    }

    fn best_moves(&self, cells: &str) -> PyResult<Vec<(char, i32)>> {
        Ok(pairs(self.find(cells)?.best_slides()))
    }

    fn optimal_solutions(&self, py: Python<'_>, cells: &str) -> PyResult<u128> {
        let found = self.find(cells)?;
        run_unlimited(py, |budget| found.shortest_solutions(budget))
    }

    fn farthest(&self, py: Python<'_>) -> Option<(String, u32)> {
        py.detach(|| self.cluster.farthest())
    }

    fn canonical(&self, py: Python<'_>) -> PyResult<String> {
        run_unlimited(py, |budget| self.cluster.canonical(budget))
    }

    fn always_blocked(&self, py: Python<'_>) -> Vec<usize> {
        py.detach(|| self.cluster.always_blocked())
    }
}

/// The least text of all positions that can be reached, the vehicles renamed; None if a budget ran out.
#[pyfunction]
#[pyo3(signature = (position, *, limits=None))]
fn canonical(
    position: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Option<String>> {
    let board = read(position)?;
    let text = run(position.py(), limits, None, |budget| {
        core::canonical(&board, budget)
    })?;
    Ok(text.ok())
}

/// Every legal slide, by letter and then by cells.
#[pyfunction]
fn moves(position: &Bound<'_, PyAny>) -> PyResult<Vec<(char, i32)>> {
    Ok(pairs(core::slides(&read_without_goal(position)?)))
}

/// The number of sequences of 0, 1, … `depth` slides.
#[pyfunction]
fn perft(position: &Bound<'_, PyAny>, depth: u32) -> PyResult<Vec<u128>> {
    let board = read_without_goal(position)?;
    run_unlimited(position.py(), |budget| core::perft(&board, depth, budget))
}

/// The lengths of random walks to a solved position, `limit` for one that did not arrive.
#[pyfunction]
#[pyo3(signature = (position, *, seed, walks, limit))]
fn random_walks(
    position: &Bound<'_, PyAny>,
    seed: u64,
    walks: usize,
    limit: u64,
) -> PyResult<Vec<u64>> {
    let board = read(position)?;
    run_unlimited(position.py(), |budget| {
        core::random_walks(&board, walks, limit, seed, budget)
    })
}

/// What each could be removed alone without changing the optimum.
#[pyclass(frozen, get_all, module = "quandary._native.rush_hour")]
struct Minimal {
    optimum: Option<u32>,
    vehicles: Vec<char>,
    walls: Vec<usize>,
}

/// What `minimal` returns: what could be removed, or what ran out.
#[derive(IntoPyObject)]
enum MaybeMinimal {
    Parts(Minimal),
    Stopped(&'static str),
}

/// The optimum in moves, and the parts each of which could be removed alone without changing it; or,
/// as a status, which budget ran out.
#[pyfunction]
#[pyo3(signature = (position, *, limits=None))]
fn minimal(
    position: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<MaybeMinimal> {
    let board = read(position)?;
    let work = |budget: &mut Budget| lend(&WORKSPACE, |space| core::minimal(&board, space, budget));
    let (optimum, parts) = match run(position.py(), limits, None, work)? {
        Ok(found) => found,
        Err(stop) => return Ok(MaybeMinimal::Stopped(status(stop))),
    };
    let (mut vehicles, mut walls) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Vehicle(letter) => vehicles.push(char::from(letter)),
            Part::Wall(cell) => walls.push(cell),
        }
    }
    Ok(MaybeMinimal::Parts(Minimal {
        optimum,
        vehicles,
        walls,
    }))
}

/// What a puzzle should be like.
#[pyclass(frozen, module = "quandary._native.rush_hour")]
struct Wish {
    core: core::Wish,
}

#[pymethods]
impl Wish {
    #[new]
    #[pyo3(signature = (width, height, *, walls=0, min_moves=None, max_moves=None, effort, cluster_limit=5000))]
    fn new(
        width: usize,
        height: usize,
        walls: usize,
        min_moves: Option<u32>,
        max_moves: Option<u32>,
        effort: u64,
        cluster_limit: u64,
    ) -> PyResult<Self> {
        check_sides(width, height, &SIDES)?;
        let core = core::Wish {
            width,
            height,
            walls,
            min_moves,
            max_moves,
            effort,
            cluster_limit,
        };
        Ok(Self { core })
    }
}

/// A puzzle that was made.
#[pyclass(frozen, get_all, module = "quandary._native.rush_hour")]
#[derive(Clone)]
struct Puzzle {
    cells: String,
    moves: usize,
    positions: u64,
    /// Where they were counted.
    histogram: Option<Vec<u64>>,
}

/// A puzzle, or which limit ended before it was made.
#[derive(IntoPyObject)]
enum Generated {
    Puzzle(Puzzle),
    Stopped(&'static str),
}

/// The puzzle of a seed; None if there is none with so much effort; or, as a status, which limit
/// ended before that was known.
#[pyfunction]
#[pyo3(signature = (seed, wish, *, limits=None))]
fn generate(
    seed: u64,
    wish: &Bound<'_, Wish>,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Option<Generated>> {
    let core = &wish.get().core;
    let work = |budget: &mut Budget| core::generate(seed, core, budget);
    Ok(match run(wish.py(), limits, None, work)? {
        Ok(made) => made.map(|puzzle| {
            Generated::Puzzle(Puzzle {
                cells: puzzle.cells,
                moves: puzzle.moves as usize,
                positions: puzzle.size as u64,
                histogram: None,
            })
        }),
        Err(stop) => Some(Generated::Stopped(status(stop))),
    })
}

/// Puzzles, and whether they are all.
#[pyclass(frozen, get_all, module = "quandary._native.rush_hour")]
struct Enumeration {
    puzzles: Vec<Puzzle>,
    is_complete: bool,
}

/// All minimal puzzles of a small board with so many walls, or those that were found before the budget ended.
#[pyfunction]
#[pyo3(signature = (width, height, walls=0, *, limits=None))]
fn enumerate_minimal(
    py: Python<'_>,
    width: usize,
    height: usize,
    walls: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Enumeration> {
    check_enumerable(width, height, walls)?;
    let work = |budget: &mut Budget| core::enumerate(width, height, walls, budget);
    let (found, ended) = run(py, limits, None, work)?;
    Ok(Enumeration {
        puzzles: found.into_iter().map(to_puzzle).collect(),
        is_complete: ended.is_ok(),
    })
}

fn to_puzzle(puzzle: ClusterPuzzle) -> Puzzle {
    Puzzle {
        cells: puzzle.cells,
        moves: puzzle.moves,
        positions: puzzle.histogram.iter().sum(),
        histogram: Some(puzzle.histogram),
    }
}

/// How many parts the minimal puzzles of a board can be looked for in.
#[pyfunction]
#[pyo3(signature = (width, height, walls=0))]
fn count_parts(width: usize, height: usize, walls: usize) -> PyResult<usize> {
    check_enumerable(width, height, walls)?;
    Ok(Enumerator::new(width, height, walls).parts())
}

/// The minimal puzzles of these parts, on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (width, height, walls, parts, *, jobs))]
fn enumerate_parts(
    width: usize,
    height: usize,
    walls: usize,
    parts: Vec<usize>,
    jobs: usize,
) -> PyResult<Batch> {
    check_enumerable(width, height, walls)?;
    let work = |part: &usize, enumerator: &mut Enumerator, dropped: &search::Cancel| {
        timed(|| {
            let mut budget = Budget::unlimited().cancelled_by(dropped.clone());
            // Only who no longer wants the result ends this early.
            enumerator.part(*part, &mut budget).unwrap_or_default()
        })
    };
    let workspace = move || Enumerator::new(width, height, walls);
    let running = batch::Batch::start(parts, jobs, workspace, work);
    Ok(Batch::new(running, |_, found| {
        Ok(found.into_iter().map(to_puzzle).collect::<Vec<_>>())
    }))
}

fn check_enumerable(width: usize, height: usize, walls: usize) -> PyResult<()> {
    check_sides(width, height, &ENUMERABLE_SIDES)?;
    if walls <= ENUMERABLE_WALLS {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "the walls must be at most {ENUMERABLE_WALLS}"
    )))
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

/// Many agents, each at a board of its own: one of these pictures with its own number of columns, all `width` wide.
#[pyfunction]
fn arena(
    pictures: Vec<(Vec<u8>, usize)>,
    width: usize,
    vehicles: usize,
    farthest: usize,
    count: usize,
    threads: usize,
    terms: PyTerms,
) -> PyResult<Arena> {
    let lots = pictures
        .into_iter()
        .map(|(picture, columns)| core::Lot::new(picture, width, columns, vehicles));
    let lots: Option<Arc<[_]>> = lots.collect();
    let sliding = lots.and_then(|lots| core::Sliding::new(lots, farthest));
    let sliding = sliding.ok_or_else(|| PyValueError::new_err("these are no boards"))?;
    Ok(Arena::of(&sliding, count, threads, terms))
}
