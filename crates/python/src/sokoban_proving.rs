//! Sokoban for Python: proofs of verdicts.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::search::{Budget, Stop};
use quandary_core::sokoban::{Claim, Group, Proof, certify};

use crate::budget::{Allowance, Cancel, run, status};
use crate::sokoban::parse_if_it_fits;

/// Lists of prices, traps and positions.
type PyProof = (Vec<Vec<i32>>, Vec<Group>, Vec<Group>);

/// What proves a claim: `(status, proof)`.
#[pyfunction]
#[pyo3(signature = (
    rows, metric, pushes, moves, *, time=None, nodes=None, memory=None, cancel=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn prove(
    py: Python<'_>,
    rows: Vec<String>,
    metric: &str,
    pushes: u32,
    moves: u32,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: Option<&Bound<'_, Cancel>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(&'static str, Option<PyProof>)> {
    let claim = match metric {
        "unsolvable" => Claim::Unsolvable,
        "pushes" => Claim::Pushes(pushes),
        "moves" => Claim::Moves(moves),
        "pushes,moves" => Claim::PushesThenMoves(pushes, moves),
        _ => return Err(PyValueError::new_err(format!("unknown metric {metric:?}"))),
    };
    let allowance = Allowance::new(time, nodes, memory, cancel)?;
    let Some(level) = parse_if_it_fits(rows)? else {
        return Ok((status(Stop::Memory), None));
    };
    let work = |budget: &mut Budget| certify(&level, claim, budget);
    let to_py = |proof: Proof| (proof.prices, proof.traps, proof.positions);
    Ok(match run(py, &allowance, progress, work)? {
        Ok(Some(proof)) => ("proven", Some(to_py(proof))),
        Ok(None) => ("false", None),
        Err(stop) => (status(stop), None),
    })
}
