//! What solving is in every game: an answer, memory lent from one solve to the next, and many puzzles at once.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::thread::LocalKey;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use quandary_core::search::{self, Budget, batch};

use crate::budget::{Limits, next};
use crate::clock::{Seconds, timed};

/// What a search has found.
#[pyclass(frozen, get_all, module = "quandary._native")]
pub struct Answer {
    status: &'static str,
    /// In the words of the game.
    moves: Option<Py<PyAny>>,
    bound: Option<u32>,
    nodes: u64,
}

impl Answer {
    pub fn new<'py>(
        py: Python<'py>,
        (status, moves): (&'static str, Option<impl IntoPyObject<'py>>),
        bound: Option<u32>,
        nodes: u64,
    ) -> PyResult<Self> {
        Ok(Self {
            status,
            moves: moves.map(|moves| moves.into_py_any(py)).transpose()?,
            bound,
            nodes,
        })
    }
}

/// Memory that one solve leaves to the next.
pub trait Workspace: Default {
    /// Gives back what a big search has left.
    fn trim(&mut self);
}

/// Lends a thread's workspace. A progress callback that solves in turn finds a new one.
pub fn lend<W: Workspace, T>(
    kept: &'static LocalKey<Cell<W>>,
    work: impl FnOnce(&mut W) -> T,
) -> T {
    let mut workspace = kept.take();
    let result = work(&mut workspace);
    workspace.trim();
    kept.set(workspace);
    result
}

/// An answer, and the seconds that it took.
pub type Timed<A> = (A, Seconds);

/// An answer whose solution the core's plain rules have played through, as text: status, solution, its cost, what is
/// wrong with it, bound and nodes.
pub type Judged = (
    &'static str,
    Option<String>,
    Option<u64>,
    Option<String>,
    Option<u32>,
    u64,
);

/// An answer with what the rules say of its solution: its text and its cost, or what is wrong.
pub fn judged(
    status: &'static str,
    played: Option<(String, Result<u64, String>)>,
    bound: Option<u32>,
    nodes: u64,
) -> Judged {
    let (solution, cost, problem) = match played {
        None => (None, None, None),
        Some((text, Ok(cost))) => (Some(text), Some(cost), None),
        Some((text, Err(problem))) => (Some(text), None, Some(problem)),
    };
    (status, solution, cost, problem, bound, nodes)
}

/// Solves puzzles on `jobs` threads, each with a budget of its own.
pub fn start<P, W, A>(
    puzzles: Vec<P>,
    jobs: usize,
    limits: Limits,
    solve: impl Fn(&P, &mut W, &mut Budget) -> A + Send + Sync + 'static,
) -> batch::Batch<Timed<A>>
where
    P: Send + Sync + 'static,
    W: Workspace + 'static,
    A: Send + 'static,
{
    let work = move |puzzle: &P, workspace: &mut W, dropped: &search::Cancel| {
        timed(|| {
            let mut budget = limits.budget().cancelled_by(dropped.clone());
            let answer = solve(puzzle, workspace, &mut budget);
            workspace.trim();
            answer
        })
    };
    batch::Batch::start(puzzles, jobs, W::default, work)
}

/// Hands over the next answer, as Python sees it; none at the end.
type Next = Box<dyn FnMut(Python<'_>) -> PyResult<Option<Py<PyAny>>> + Send>;

/// An iterator of `(answer, seconds, CPU seconds)` in the order of the puzzles. Dropping it stops the work.
#[pyclass(frozen, module = "quandary._native")]
pub struct Batch {
    next: Mutex<Option<Next>>,
}

impl Batch {
    /// A batch whose answers `to_py` turns into what Python sees.
    pub fn new<A, T>(
        mut running: batch::Batch<Timed<A>>,
        to_py: fn(Python<'_>, A) -> PyResult<T>,
    ) -> Self
    where
        A: Send + 'static,
        batch::Batch<Timed<A>>: Send,
        T: for<'py> IntoPyObject<'py> + 'static,
    {
        let next: Next = Box::new(move |py| {
            let Some((answer, seconds)) = next(py, &mut running)? else {
                return Ok(None);
            };
            let (wall, cpu) = (seconds.wall, seconds.cpu);
            (to_py(py, answer)?, wall, cpu).into_py_any(py).map(Some)
        });
        Self {
            next: Mutex::new(Some(next)),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Next>> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batch {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        // Taken out while waiting, so that what is raised meanwhile drops it and stops the workers.
        let taken = self.lock().take();
        let Some(mut next) = taken else {
            return Ok(None);
        };
        let answer = next(py)?;
        if answer.is_some() {
            *self.lock() = Some(next);
        }
        Ok(answer)
    }
}
