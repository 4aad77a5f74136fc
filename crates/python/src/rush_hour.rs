//! Rush Hour for Python.

use std::cell::Cell;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use quandary_core::rush_hour::{
    self as core, Answer, Board, Cluster, ClusterPuzzle, ENUMERABLE_SIDES, Metric, Part, SIDES,
    Slide, Unit, Verdict, Wish, Workspace,
};
use quandary_core::search::{Budget, Stop, batch};

use crate::budget::{Allowance, Cancel, next, run, status};
use crate::solving::{self, Batch, Timed, lend, start};

/// Rush Hour: solving, distances and counts.
#[pymodule]
pub mod rush_hour {
    #[pymodule_export]
    use super::{
        Distances, canonical, count_batch, distances, enumerate_minimal, generate, minimal, moves,
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

type PyAnswer = (&'static str, Option<Vec<(char, i32)>>, Option<u32>, u64);
type PyBoard = (String, usize, char);

fn to_py(answer: Answer) -> PyAnswer {
    let (status, slides) = match answer.verdict {
        Verdict::Solved(slides) => ("solved", Some(pairs(slides))),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop) => (status(stop), None),
    };
    (status, slides, answer.bound, answer.nodes)
}

fn pairs(slides: Vec<Slide>) -> Vec<(char, i32)> {
    let pair = |slide: Slide| (char::from(slide.letter), slide.cells);
    slides.into_iter().map(pair).collect()
}

fn parse(cells: &str, width: usize, red: char) -> PyResult<Board> {
    let red = u8::try_from(red).map_err(|_| PyValueError::new_err("red must be a letter"))?;
    Board::parse(cells, width, red).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn parse_all(boards: Vec<PyBoard>) -> PyResult<Vec<Board>> {
    let parse = |(cells, width, red): PyBoard| parse(&cells, width, red);
    boards.into_iter().map(parse).collect()
}

fn parse_without_goal(cells: &str, width: usize) -> PyResult<Board> {
    Board::parse_without_goal(cells, width)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

fn parse_metric(metric: &str) -> PyResult<Metric> {
    match metric {
        "moves" => Ok(Metric::Moves),
        "steps" => Ok(Metric::Steps),
        "moves,steps" => Ok(Metric::MovesThenSteps),
        _ => Err(PyValueError::new_err(format!("unknown metric {metric:?}"))),
    }
}

/// A shortest solution: `(status, slides, bound, nodes)`.
#[pyfunction]
#[pyo3(signature = (cells, width, red, metric="moves", *, time=None, nodes=None, memory=None, cancel=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn solve(
    py: Python<'_>,
    cells: &str,
    width: usize,
    red: char,
    metric: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAnswer> {
    let board = parse(cells, width, red)?;
    let metric = parse_metric(metric)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::solve(&board, metric, space, budget)
        })
    };
    run(py, &allowance, progress, work).map(to_py)
}

fn start_batch(
    boards: Vec<PyBoard>,
    metric: &str,
    jobs: usize,
    allowance: Allowance,
) -> PyResult<batch::Batch<Timed<Answer>>> {
    let boards = parse_all(boards)?;
    let metric = parse_metric(metric)?;
    let work = move |board: &Board, workspace: &mut Workspace, budget: &mut Budget| {
        core::solve(board, metric, workspace, budget)
    };
    Ok(start(boards, jobs, allowance, work))
}

/// Solves many boards on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (boards, metric="moves", *, jobs, time=None, nodes=None, memory=None, cancel=None))]
fn solve_batch(
    boards: Vec<PyBoard>,
    metric: &str,
    jobs: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Batch> {
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let batch = start_batch(boards, metric, jobs, allowance)?;
    Ok(Batch::new(batch, to_py))
}

/// The optimum of many boards: -1 if unsolvable, None if the budget ran out.
#[pyfunction]
#[pyo3(signature = (boards, metric="moves", *, jobs, time=None, nodes=None, memory=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn count_batch(
    py: Python<'_>,
    boards: Vec<PyBoard>,
    metric: &str,
    jobs: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Vec<Option<i64>>> {
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let mut batch = start_batch(boards, metric, jobs, allowance)?;
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
#[pyo3(signature = (cells, width, red, metric="moves", *, nodes=None, memory=None, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn distances(
    py: Python<'_>,
    cells: &str,
    width: usize,
    red: char,
    metric: &str,
    nodes: Option<u64>,
    memory: Option<usize>,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Measured> {
    let board = parse(cells, width, red)?;
    let unit = match parse_metric(metric)? {
        Metric::Moves => Unit::Moves,
        Metric::Steps => Unit::Steps,
        Metric::MovesThenSteps => return Err(PyValueError::new_err("a distance has one measure")),
    };
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let cluster = run(py, &allowance, None, |budget| {
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

/// Runs what only Ctrl-C can end.
fn run_unlimited<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Budget) -> Result<T, Stop> + Send,
) -> PyResult<T> {
    let result = run(py, &Allowance::default(), None, work)?;
    result.map_err(|stop| PyValueError::new_err(status(stop)))
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
#[pyo3(signature = (cells, width, red, *, nodes=None, memory=None, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn canonical(
    py: Python<'_>,
    cells: &str,
    width: usize,
    red: char,
    nodes: Option<u64>,
    memory: Option<usize>,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Option<String>> {
    let board = parse(cells, width, red)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let text = run(py, &allowance, None, |budget| {
        core::canonical(&board, budget)
    })?;
    Ok(text.ok())
}

/// Every legal slide, by letter and then by cells.
#[pyfunction]
fn moves(cells: &str, width: usize) -> PyResult<Vec<(char, i32)>> {
    Ok(pairs(core::slides(&parse_without_goal(cells, width)?)))
}

/// The number of sequences of 0, 1, … `depth` slides.
#[pyfunction]
fn perft(py: Python<'_>, cells: &str, width: usize, depth: u32) -> PyResult<Vec<u128>> {
    let board = parse_without_goal(cells, width)?;
    run_unlimited(py, |budget| core::perft(&board, depth, budget))
}

/// The lengths of random walks to a solved position, `limit` for one that did not arrive.
#[pyfunction]
#[pyo3(signature = (cells, width, red, *, seed, walks, limit))]
fn random_walks(
    py: Python<'_>,
    cells: &str,
    width: usize,
    red: char,
    seed: u64,
    walks: usize,
    limit: u64,
) -> PyResult<Vec<u64>> {
    let board = parse(cells, width, red)?;
    run_unlimited(py, |budget| {
        core::random_walks(&board, walks, limit, seed, budget)
    })
}

/// What `minimal` returns: the optimum and what could be removed, or what ran out.
#[derive(IntoPyObject)]
enum Minimal {
    Parts((Option<u32>, Vec<String>)),
    Stopped(&'static str),
}

/// The optimum in moves, and the parts each of which could be removed alone without changing it; or,
/// as a status, which budget ran out.
#[pyfunction]
#[pyo3(signature = (cells, width, red, *, nodes=None, memory=None, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn minimal(
    py: Python<'_>,
    cells: &str,
    width: usize,
    red: char,
    nodes: Option<u64>,
    memory: Option<usize>,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Minimal> {
    let board = parse(cells, width, red)?;
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let work = |budget: &mut Budget| lend(&WORKSPACE, |space| core::minimal(&board, space, budget));
    Ok(match run(py, &allowance, None, work)? {
        Ok((optimum, parts)) => {
            Minimal::Parts((optimum, parts.into_iter().map(part_name).collect()))
        }
        Err(stop) => Minimal::Stopped(status(stop)),
    })
}

fn part_name(part: Part) -> String {
    match part {
        Part::Vehicle(letter) => char::from(letter).to_string(),
        Part::Wall(cell) => format!("x@{cell}"),
    }
}

/// Cells, optimum, and number of reachable positions.
type PyPuzzle = (String, u32, usize);

/// The puzzle of a seed; None if there is none with so much effort, or if the budget ended.
#[pyfunction]
#[pyo3(signature = (seed, width, height, *, walls=0, min_moves=None, max_moves=None, effort, cluster_limit=5000, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
fn generate(
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
fn enumerate_minimal(
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
