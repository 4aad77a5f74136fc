//! Circuit Challenge for Python: batches of agents.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::circuit::{Circuit, Walker};

use crate::envs::{Arena, PyTerms};

/// Circuit Challenge: batches of agents.
#[pymodule]
pub mod circuit {
    #[pymodule_export]
    use super::arena;
}

/// A board made ready to be walked on.
#[derive(FromPyObject)]
struct Stage {
    picture: Vec<u8>,
    ways: Vec<[Option<(usize, bool)>; 8]>,
    finish: usize,
    is_hidden: bool,
    walked: Vec<usize>,
    mistakes: u32,
}

/// Many agents, each on one of these boards, drawn anew for every episode.
#[pyfunction]
fn arena(stages: Vec<Stage>, count: usize, threads: usize, terms: PyTerms) -> PyResult<Arena> {
    let whole = stages.into_iter().map(|stage| {
        let board = Circuit {
            picture: stage.picture,
            ways: stage.ways,
            finish: stage.finish,
            is_hidden: stage.is_hidden,
            walked: stage.walked,
            mistakes: stage.mistakes,
        };
        board.is_whole().then(|| Arc::new(board))
    });
    let boards: Option<Arc<[_]>> = whole.collect();
    let walker = boards.and_then(Walker::new);
    let walker = walker.ok_or_else(|| PyValueError::new_err("these are no boards"))?;
    Ok(Arena::of(&walker, count, threads, terms))
}
