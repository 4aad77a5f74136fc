//! Sokoban for Python: new levels, and measures of old ones.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::search::{Budget, Stop};
use quandary_core::sokoban::making::{self as core, BOXES, Measures, SIDES, Wish};

use crate::budget::{Allowance, Cancel, run};
use crate::sokoban::parse_if_it_fits;

/// Rows, fewest pushes, and how many of these are a detour.
type PyMade = (Vec<String>, usize, usize);

/// The level of a seed; None if there is none with so much effort, or if the budget ended.
#[pyfunction]
#[pyo3(signature = (seed, width, height, boxes, *, min_pushes, max_pushes, min_detour=0, effort, time=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn make(
    py: Python<'_>,
    seed: u64,
    width: usize,
    height: usize,
    boxes: usize,
    min_pushes: usize,
    max_pushes: usize,
    min_detour: usize,
    effort: u64,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Option<PyMade>> {
    let fits = SIDES.contains(&width) && SIDES.contains(&height) && BOXES.contains(&boxes);
    if !fits || min_pushes == 0 || max_pushes < min_pushes {
        return Err(PyValueError::new_err("no level can be made like this"));
    }
    let wish = Wish {
        width,
        height,
        boxes,
        min_pushes,
        max_pushes,
        min_detour,
        effort,
    };
    let allowance = Allowance::new(time, None, None, cancel)?;
    let work = |budget: &mut Budget| core::make(seed, &wish, budget);
    let made: Result<_, Stop> = run(py, &allowance, None, work)?;
    let level = made.ok().flatten();
    Ok(level.map(|level| (level.rows, level.pushes, level.detour)))
}

/// The pushes of the solution, what there was to choose before each, the number of positions, and whether these are
/// all.
type PyMeasures = (
    Vec<(usize, usize, &'static str)>,
    Vec<(u32, u32, Option<u32>)>,
    usize,
    bool,
);

/// What can be said of a level once its positions are known; None if it is too large, or cannot be solved.
#[pyfunction]
#[pyo3(signature = (rows, *, most, time=None, cancel=None))]
pub fn measure(
    py: Python<'_>,
    rows: Vec<String>,
    most: usize,
    time: Option<f64>,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Option<PyMeasures>> {
    let Some(level) = parse_if_it_fits(rows)? else {
        return Ok(None);
    };
    let allowance = Allowance::new(time, None, None, cancel)?;
    let work = |budget: &mut Budget| core::measure(&level, most, budget);
    let measured: Result<_, Stop> = run(py, &allowance, None, work)?;
    Ok(measured.ok().flatten().map(to_py))
}

fn to_py(measures: Measures) -> PyMeasures {
    let letter = |direction: usize| ["l", "u", "r", "d"][direction];
    let pushes = measures.pushes.into_iter();
    let choices = measures.choices.into_iter();
    (
        pushes
            .map(|(row, column, direction)| (row, column, letter(direction)))
            .collect(),
        choices
            .map(|choices| (choices.legal, choices.best, choices.deadly))
            .collect(),
        measures.positions,
        measures.complete,
    )
}
