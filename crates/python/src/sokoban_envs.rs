//! Sokoban's environments for Python.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::arena::{Episode, Seat, Terms};
use quandary_core::sokoban::{self as core, Walk};

use crate::envs::{Arena, Desk, PyStep, PyTerms, to_py, to_terms};
use crate::sokoban::parse;

/// A level made ready to be walked on, in a picture of this size.
#[pyclass(frozen, module = "quandary._native.sokoban")]
pub struct Stage {
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
pub struct Solo {
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
            terms: to_terms(terms),
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

    /// What a step to the left, up, right or down brings.
    fn act(&mut self, py: Python<'_>, action: i64) -> PyResult<PyStep> {
        let step = self.seat.act(action, &self.terms);
        self.desk.show(py, &self.seat.episode)?;
        Ok(to_py(step, self.seat.episode.tally()))
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
pub fn arena(
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
    let walk = || new_walk(Arc::clone(&stages), ends_when_lost);
    let episodes = (0..count).map(|_| Ok(Box::new(walk()?) as Box<dyn Episode>));
    let episodes = episodes.collect::<PyResult<Vec<_>>>()?;
    Ok(Arena::new(episodes, threads, terms))
}
