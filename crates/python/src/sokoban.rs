//! Sokoban for Python.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::arena::{Episode, Seat, Terms};
use quandary_core::search::{Budget, Stop};
use quandary_core::sokoban::making::{self, COMPOSED_BOXES, SIDES};
use quandary_core::sokoban::{
    self as core, Claim, Group, Level, LevelError, Measure, Metric, Verdict, Walk, Workspace,
};

use crate::budget::{Limits, run, status};
use crate::envs::{self, Arena, Desk, PyStep, PyTerms};
use crate::solving::{self, Answer, Batch, Judged, lend, start};

/// Sokoban: solving, bounds and counts.
#[pymodule]
pub mod sokoban {
    #[pymodule_export]
    use super::{
        Choices, Composed, Improved, Measures, Order, Proof, Replayed, Solo, Stage, arena, compose,
        dead_squares, frozen_boxes, improve, judged_batch, lower_bound, measure, perft, prove,
        replay, solve, solve_batch,
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

type Place = (usize, usize);

fn to_py(py: Python<'_>, answer: core::Answer) -> PyResult<Answer> {
    let found = match answer.verdict {
        Verdict::Solved(lurd) => ("solved", Some(lurd)),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop, lurd) => (status(stop), lurd),
    };
    Answer::new(py, found, answer.bound, answer.nodes)
}

fn parse(rows: Vec<String>) -> PyResult<Level> {
    Level::parse(rows).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// None for a level that is right, but larger than the core takes.
fn parse_if_it_fits(rows: Vec<String>) -> PyResult<Option<Level>> {
    match Level::parse(rows) {
        Ok(level) => Ok(Some(level)),
        Err(LevelError::TooLarge(_) | LevelError::TooManyBoxes(_)) => Ok(None),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// What there is to say of a level that is too large: it would take too much memory.
const TOO_LARGE: core::Answer = core::Answer {
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
#[pyo3(signature = (rows, metric="pushes", *, limits=None, progress=None))]
fn solve(
    py: Python<'_>,
    rows: Vec<String>,
    metric: &str,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let metric = parse_metric(metric)?;
    let Some(level) = parse_if_it_fits(rows)? else {
        return to_py(py, TOO_LARGE);
    };
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::solve(&level, metric, space, budget)
        })
    };
    to_py(py, run(py, limits, progress, work)?)
}

/// Solves many levels on `jobs` threads; see `Batch`.
#[pyfunction]
#[pyo3(signature = (levels, metric="pushes", *, jobs, limits=None))]
fn solve_batch(
    levels: Vec<Vec<String>>,
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let levels = levels.into_iter().map(parse_if_it_fits);
    let levels = levels.collect::<PyResult<Vec<_>>>()?;
    let metric = parse_metric(metric)?;
    let work = move |level: &Option<Level>, workspace: &mut Workspace, budget: &mut Budget| {
        let solve = |level| core::solve(level, metric, workspace, budget);
        level.as_ref().map_or(TOO_LARGE, solve)
    };
    Ok(Batch::new(
        start(levels, jobs, Limits::given(limits), work),
        to_py,
    ))
}

/// As `solve_batch`, but every solution is played through by the core's plain rules; see `Judged`.
#[pyfunction]
#[pyo3(signature = (levels, metric="pushes", *, jobs, limits=None))]
fn judged_batch(
    levels: Vec<Vec<String>>,
    metric: &str,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Batch> {
    let levels = levels.into_iter().map(parse_if_it_fits);
    let levels = levels.collect::<PyResult<Vec<_>>>()?;
    let metric = parse_metric(metric)?;
    let work = move |level: &Option<Level>, workspace: &mut Workspace, budget: &mut Budget| {
        let Some(level) = level else {
            return solving::judged(status(Stop::Memory), None, None, 0);
        };
        judged(level, metric, core::solve(level, metric, workspace, budget))
    };
    let running = start(levels, jobs, Limits::given(limits), work);
    Ok(Batch::new(running, |_, judged: Judged| Ok(judged)))
}

fn judged(level: &Level, metric: Metric, answer: core::Answer) -> Judged {
    let (status, lurd) = match answer.verdict {
        Verdict::Solved(lurd) => ("solved", Some(lurd)),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stopped(stop, lurd) => (status(stop), lurd),
    };
    let played = lurd.map(|lurd| {
        let judgement = core::judge(level, &lurd).map(|pushes| {
            let counted = if metric == Metric::Moves {
                lurd.len()
            } else {
                pushes
            };
            counted as u64
        });
        (lurd, judgement)
    });
    solving::judged(status, played, answer.bound, answer.nodes)
}

/// A solution that was made shorter, as far as it could be.
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
struct Improved {
    lurd: String,
    bound: u32,
    nodes: u64,
}

/// A solution made shorter.
#[pyfunction]
#[pyo3(signature = (rows, lurd, by="pushes", *, limits=None, progress=None))]
fn improve(
    py: Python<'_>,
    rows: Vec<String>,
    lurd: &str,
    by: &str,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Improved> {
    let by = match by {
        "pushes" => Measure::Pushes,
        "moves" => Measure::Moves,
        _ => return Err(PyValueError::new_err(format!("unknown measure {by:?}"))),
    };
    let level = parse(rows)?;
    let work = |budget: &mut Budget| {
        lend(&WORKSPACE, |space| {
            core::improve(&level, lurd, by, space, budget)
        })
    };
    let improved = run(py, limits, progress, work)?;
    let improved = improved.ok_or_else(|| PyValueError::new_err("this is no solution"))?;
    Ok(Improved {
        lurd: improved.lurd,
        bound: improved.bound,
        nodes: improved.nodes,
    })
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
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
struct Replayed {
    letters: String,
    boxes: Vec<Place>,
    player: Place,
}

/// Tries every step of a text.
#[pyfunction]
fn replay(rows: Vec<String>, steps: &str) -> PyResult<Replayed> {
    let (letters, boxes, player) = core::replay(&parse(rows)?, steps);
    Ok(Replayed {
        letters,
        boxes,
        player,
    })
}

/// What a composed level should be like; ranges hold both of their ends.
#[pyclass(frozen, module = "quandary._native.sokoban")]
struct Order {
    core: making::Order,
}

type Range = (usize, usize);

#[pymethods]
impl Order {
    #[new]
    #[pyo3(signature = (*, widths, heights, boxes, pushes, min_detour=0, min_changes=0, min_toil=0, room, patience, effort))]
    #[expect(clippy::too_many_arguments, reason = "a call by names")]
    fn new(
        widths: Range,
        heights: Range,
        boxes: Range,
        pushes: Range,
        min_detour: usize,
        min_changes: usize,
        min_toil: usize,
        room: usize,
        patience: usize,
        effort: u64,
    ) -> PyResult<Self> {
        let within = |range: Range, all: RangeInclusive<usize>| {
            range.0 <= range.1 && all.contains(&range.0) && all.contains(&range.1)
        };
        let fits = within(widths, SIDES) && within(heights, SIDES) && within(boxes, COMPOSED_BOXES);
        if !fits || !within(pushes, 1..=usize::from(u16::MAX)) {
            return Err(PyValueError::new_err("no level can be composed like this"));
        }
        let core = making::Order {
            widths: widths.0..=widths.1,
            heights: heights.0..=heights.1,
            boxes: boxes.0..=boxes.1,
            pushes: pushes.0..=pushes.1,
            min_detour,
            min_changes,
            min_toil,
            room,
            patience,
            effort,
        };
        Ok(Self { core })
    }
}

/// A level that was composed, measured, and how many boxes are parked on the way.
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
struct Composed {
    rows: Vec<String>,
    measures: Py<Measures>,
    detour: usize,
    parked: usize,
}

/// The level of a seed; None if there is none with so much effort, or if the budget ended.
#[pyfunction]
#[pyo3(signature = (seed, order, *, limits=None))]
fn compose(
    seed: u64,
    order: &Bound<'_, Order>,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Option<Composed>> {
    let core = &order.get().core;
    let work = |budget: &mut Budget| making::compose(seed, core, budget);
    let made: Result<_, Stop> = run(order.py(), limits, None, work)?;
    let Some(level) = made.ok().flatten() else {
        return Ok(None);
    };
    Ok(Some(Composed {
        rows: level.rows,
        measures: Py::new(order.py(), to_measures(level.measures))?,
        detour: level.detour,
        parked: level.parked,
    }))
}

/// How many pushes there are to choose from, how many of them are best, and how many deadly.
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
#[derive(Clone)]
struct Choices {
    legal: u32,
    best: u32,
    deadly: Option<u32>,
}

/// What can be said of a level once its positions are known.
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
struct Measures {
    /// Row, column and direction.
    pushes: Vec<(usize, usize, &'static str)>,
    /// Before each push.
    choices: Vec<Choices>,
    positions: usize,
    is_complete: bool,
}

/// Measures a level; None if it is too large, or cannot be solved.
#[pyfunction]
#[pyo3(signature = (rows, *, most, limits=None))]
fn measure(
    py: Python<'_>,
    rows: Vec<String>,
    most: usize,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<Option<Measures>> {
    let Some(level) = parse_if_it_fits(rows)? else {
        return Ok(None);
    };
    let work = |budget: &mut Budget| making::measure(&level, most, budget);
    let measured: Result<_, Stop> = run(py, limits, None, work)?;
    Ok(measured.ok().flatten().map(to_measures))
}

fn to_measures(measures: making::Measures) -> Measures {
    let letter = |direction: usize| ["l", "u", "r", "d"][direction];
    let pushes = measures.pushes.into_iter();
    let choices = measures.choices.into_iter();
    Measures {
        pushes: pushes
            .map(|(row, column, direction)| (row, column, letter(direction)))
            .collect(),
        choices: choices
            .map(|choices| Choices {
                legal: choices.legal,
                best: choices.best,
                deadly: choices.deadly,
            })
            .collect(),
        positions: measures.positions,
        is_complete: measures.complete,
    }
}

/// Lists of prices, traps and positions; empty unless the claim is proven.
#[pyclass(frozen, get_all, module = "quandary._native.sokoban")]
struct Proof {
    status: &'static str,
    prices: Vec<Vec<i32>>,
    traps: Vec<Group>,
    positions: Vec<Group>,
}

impl Proof {
    fn new(status: &'static str, proof: Option<core::Proof>) -> Self {
        let lists = proof.map(|proof| (proof.prices, proof.traps, proof.positions));
        let (prices, traps, positions) = lists.unwrap_or_default();
        Self {
            status,
            prices,
            traps,
            positions,
        }
    }
}

/// What proves a claim.
#[pyfunction]
#[pyo3(signature = (rows, metric, pushes, moves, *, limits=None, progress=None))]
fn prove(
    py: Python<'_>,
    rows: Vec<String>,
    metric: &str,
    pushes: u32,
    moves: u32,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Proof> {
    let claim = match metric {
        "unsolvable" => Claim::Unsolvable,
        "pushes" => Claim::Pushes(pushes),
        "moves" => Claim::Moves(moves),
        "pushes,moves" => Claim::PushesThenMoves(pushes, moves),
        _ => return Err(PyValueError::new_err(format!("unknown metric {metric:?}"))),
    };
    let Some(level) = parse_if_it_fits(rows)? else {
        return Ok(Proof::new(status(Stop::Memory), None));
    };
    let work = |budget: &mut Budget| core::certify(&level, claim, budget);
    Ok(match run(py, limits, progress, work)? {
        Ok(Some(proof)) => Proof::new("proven", Some(proof)),
        Ok(None) => Proof::new("false", None),
        Err(stop) => Proof::new(status(stop), None),
    })
}

/// A level made ready to be walked on, in a picture of this size.
#[pyclass(frozen, module = "quandary._native.sokoban")]
struct Stage {
    stage: Arc<core::Stage>,
}

#[pymethods]
impl Stage {
    #[new]
    fn new(rows: Vec<String>, height: usize, width: usize) -> PyResult<Self> {
        let stage = core::Stage::new(parse(rows)?, height, width);
        let message = || format!("the level does not fit into {height} rows and {width} columns");
        let stage = stage.ok_or_else(|| PyValueError::new_err(message()))?;
        Ok(Self {
            stage: Arc::new(stage),
        })
    }
}

/// One agent in a warehouse.
#[pyclass(module = "quandary._native.sokoban")]
struct Solo {
    seat: Seat<Walk>,
    terms: Terms,
    desk: Desk,
}

#[pymethods]
impl Solo {
    #[new]
    fn new(
        py: Python<'_>,
        stage: &Bound<'_, Stage>,
        terms: PyTerms,
        ends_when_lost: bool,
        observation: PyBuffer<u8>,
        mask: PyBuffer<i8>,
    ) -> PyResult<Self> {
        let walk = new_walk(Arc::from([Arc::clone(&stage.get().stage)]), ends_when_lost)?;
        let desk = Desk::new(py, observation, mask, &walk)?;
        Ok(Self {
            seat: Seat::new(walk),
            terms: terms.into(),
            desk,
        })
    }

    /// Begins on this stage; the number of boxes on goals.
    fn begin(&mut self, py: Python<'_>, stage: &Bound<'_, Stage>) -> PyResult<i64> {
        self.seat.episode.enter(Arc::clone(&stage.get().stage));
        self.seat.restart();
        self.desk.show(py, &self.seat.episode)?;
        Ok(self.seat.episode.tally())
    }

    /// Goes on where a picture of this stage's level shows boxes and player; the number of boxes on goals.
    fn resume(
        &mut self,
        py: Python<'_>,
        stage: &Bound<'_, Stage>,
        picture: &[u8],
    ) -> PyResult<i64> {
        let stage = Arc::clone(&stage.get().stage);
        if !self.seat.episode.resume(stage, picture) {
            return Err(PyValueError::new_err("this is no picture of the level"));
        }
        self.seat.restart();
        self.desk.show(py, &self.seat.episode)?;
        Ok(self.seat.episode.tally())
    }

    /// What a step to the left, up, right or down brings.
    fn act(&mut self, py: Python<'_>, action: i64) -> PyResult<PyStep> {
        let step = self.seat.act(action, &self.terms);
        self.desk.show(py, &self.seat.episode)?;
        Ok(envs::to_py(step, self.seat.episode.tally()))
    }
}

fn new_walk(stages: Arc<[Arc<core::Stage>]>, ends_when_lost: bool) -> PyResult<Walk> {
    Walk::new(stages, ends_when_lost).ok_or_else(|| PyValueError::new_err("there is no level"))
}

/// Many agents, each on one of these stages, drawn anew for every episode.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn arena(
    stages: Vec<Bound<'_, Stage>>,
    count: usize,
    threads: usize,
    terms: PyTerms,
    ends_when_lost: bool,
) -> PyResult<Arena> {
    let stages: Arc<[_]> = stages
        .iter()
        .map(|stage| Arc::clone(&stage.get().stage))
        .collect();
    let walk = new_walk(stages, ends_when_lost)?;
    Ok(Arena::of(&walk, count, threads, terms))
}
