//! `ExponenTile`'s learned values for Python: to play by, and to train.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use quandary_core::exponentile::Rules;
use quandary_core::exponentile::learned::{self as core, Settings};

use crate::budget::{Allowance, Cancel, run};
use crate::exponentile::value_error;

/// What the learned player has learned.
#[pyclass(frozen, module = "quandary._native.exponentile")]
pub struct Network {
    pub core: Arc<core::Network>,
}

#[pymethods]
impl Network {
    /// Reads the bytes of a file of weights.
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        let network = core::Network::from_bytes(weights);
        let network = network.ok_or_else(|| value_error("these are no weights of this version"))?;
        Ok(Self {
            core: Arc::new(network),
        })
    }

    /// The bytes that make it again, rounded to two each.
    fn to_bytes(&self) -> Vec<u8> {
        self.core.to_bytes()
    }
}

/// Score, moves, greatest exponent.
type PyLesson = (u64, u64, u8);

/// A learner, which plays games and gets better.
#[pyclass(frozen, module = "quandary._native.exponentile")]
pub struct Trainer {
    core: Mutex<core::Trainer>,
}

#[pymethods]
impl Trainer {
    #[new]
    #[pyo3(signature = (rules, *, seed, discount, rate))]
    fn new(rules: &str, seed: u64, discount: f32, rate: f32) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(value_error)?;
        let settings = Settings {
            seed,
            discount,
            rate,
        };
        Ok(Self {
            core: Mutex::new(core::Trainer::new(rules, settings)),
        })
    }

    /// A learner that goes on from a checkpoint.
    #[staticmethod]
    fn resumed(checkpoint: &[u8]) -> PyResult<Self> {
        let trainer = core::Trainer::resumed(checkpoint);
        let trainer =
            trainer.ok_or_else(|| value_error("this is no checkpoint of this version"))?;
        Ok(Self {
            core: Mutex::new(trainer),
        })
    }

    /// Plays so many games, or until cancelled, and learns from them: `(score, moves, largest)` of each.
    #[pyo3(signature = (games, *, cancel=None))]
    fn learn(
        &self,
        py: Python<'_>,
        games: usize,
        cancel: Option<&Bound<'_, Cancel>>,
    ) -> PyResult<Vec<PyLesson>> {
        let allowance = Allowance::new(None, None, None, cancel)?;
        run(py, &allowance, None, |budget| {
            let mut trainer = self.lock();
            let mut lessons = Vec::with_capacity(games);
            while lessons.len() < games && budget.check(0).is_ok() {
                let lesson = trainer.learn();
                lessons.push((lesson.score, lesson.moves, lesson.largest));
            }
            lessons
        })
    }

    /// Games and moves learned from so far.
    #[getter]
    fn experience(&self) -> (u64, u64) {
        self.lock().experience()
    }

    /// Rules, seed, discount and rate.
    #[getter]
    fn settings(&self) -> (&'static str, u64, f32, f32) {
        let trainer = self.lock();
        let settings = trainer.settings();
        let rules = trainer.rules().name();
        (rules, settings.seed, settings.discount, settings.rate)
    }

    /// All that is needed to go on later.
    fn checkpoint(&self) -> Vec<u8> {
        self.lock().checkpoint()
    }

    /// What it has learned so far.
    fn network(&self) -> Network {
        Network {
            core: Arc::new(self.lock().network().clone()),
        }
    }
}

impl Trainer {
    fn lock(&self) -> MutexGuard<'_, core::Trainer> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
