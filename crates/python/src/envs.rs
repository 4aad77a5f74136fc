//! Environments for Python, the same for every game: what an agent is paid, where it is shown things, and batches.

use std::sync::{Mutex, PoisonError};

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::arena::{Crew, Episode, Frame, Step, Terms};

/// What is read of the environments' own `Terms`.
#[derive(FromPyObject)]
pub struct PyTerms {
    per_step: f64,
    per_legal: f64,
    per_illegal: f64,
    per_gain: f64,
    per_win: f64,
    most_steps: Option<u64>,
}

impl From<PyTerms> for Terms {
    fn from(terms: PyTerms) -> Self {
        Self {
            per_step: terms.per_step,
            per_legal: terms.per_legal,
            per_illegal: terms.per_illegal,
            per_gain: terms.per_gain,
            per_win: terms.per_win,
            most_steps: terms.most_steps,
        }
    }
}

/// Reward, terminated, truncated, illegal, and the tally: a tuple, for it is unpacked at every step.
pub type PyStep = (f64, bool, bool, bool, i64);

pub const fn to_py(step: Step, tally: i64) -> PyStep {
    let ends = (step.is_terminated, step.is_truncated);
    (step.reward, ends.0, ends.1, step.is_illegal, tally)
}

/// Where one agent is shown what it sees: two arrays that the caller owns.
pub struct Desk {
    observation: PyBuffer<u8>,
    mask: PyBuffer<i8>,
    /// What is copied there.
    drafts: (Vec<u8>, Vec<i8>),
}

impl Desk {
    pub fn new(
        py: Python<'_>,
        observation: PyBuffer<u8>,
        mask: PyBuffer<i8>,
        episode: &(impl Episode + ?Sized),
    ) -> PyResult<Self> {
        let drafts = (
            vec![0; episode.observation_size()],
            vec![0; episode.actions()],
        );
        let mut desk = Self {
            observation,
            mask,
            drafts,
        };
        // Arrays of another size, or that cannot be written, are refused here.
        desk.show(py, episode)?;
        Ok(desk)
    }

    /// Writes down what the agent sees now.
    pub fn show(&mut self, py: Python<'_>, episode: &(impl Episode + ?Sized)) -> PyResult<()> {
        let (observation, mask) = &mut self.drafts;
        episode.observe(observation, mask);
        self.observation.copy_from_slice(py, observation)?;
        self.mask.copy_from_slice(py, mask)
    }
}

/// Many episodes that are stepped together.
#[pyclass(frozen, module = "quandary._native")]
pub struct Arena {
    crew: Mutex<Crew<Box<dyn Episode>>>,
}

impl Arena {
    /// So many agents, each with a copy of this episode.
    pub fn of(
        episode: &(impl Episode + ?Sized),
        count: usize,
        threads: usize,
        terms: PyTerms,
    ) -> Self {
        let copies = (0..count).map(|_| episode.copied()).collect();
        Self {
            crew: Mutex::new(Crew::new(copies, threads, terms.into())),
        }
    }

    /// Lets the crew work without the GIL.
    fn work(&self, py: Python<'_>, work: impl FnOnce(&mut Crew<Box<dyn Episode>>) + Send) {
        py.detach(|| work(&mut self.crew.lock().unwrap_or_else(PoisonError::into_inner)));
    }

    fn check(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        let mut size = 0;
        self.work(py, |crew| size = crew.size());
        if count == size {
            return Ok(());
        }
        let message = format!("there are {size} episodes, not {count}");
        Err(PyValueError::new_err(message))
    }

    /// Copies one part of all shares' frames.
    fn copy_out<T: Element>(
        &self,
        py: Python<'_>,
        to: &PyBuffer<T>,
        part: impl Fn(&Frame) -> &[T],
    ) -> PyResult<()> {
        let crew = self.crew.lock().unwrap_or_else(PoisonError::into_inner);
        let parts: Vec<&[T]> = crew.frames().map(part).collect();
        match parts[..] {
            [only] => to.copy_from_slice(py, only),
            _ => to.copy_from_slice(py, &parts.concat()),
        }
    }
}

#[pymethods]
impl Arena {
    /// Begins all episodes anew, each with its own seed.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a list of Python's becomes a vector"
    )]
    fn reset(&self, py: Python<'_>, seeds: Vec<u64>) -> PyResult<()> {
        self.check(py, seeds.len())?;
        self.work(py, |crew| crew.reset(&seeds));
        Ok(())
    }

    /// Acts in all episodes; one that ended the last time begins anew instead.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a buffer of Python's is held while it is read"
    )]
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        self.check(py, actions.len())?;
        self.work(py, |crew| crew.step(&actions));
        Ok(())
    }

    /// Begins those anew that have ended, at once and not with the next step.
    fn renew(&self, py: Python<'_>) {
        self.work(py, Crew::renew);
    }

    /// The same episodes as far as they have come, to be played on apart from these.
    fn copy(&self, py: Python<'_>) -> Self {
        py.detach(|| {
            let mut crew = self.crew.lock().unwrap_or_else(PoisonError::into_inner);
            Self {
                crew: Mutex::new(crew.copy()),
            }
        })
    }

    /// Copies out what the agents see, and what the games count.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "buffers of Python's are held while they are written"
    )]
    fn show(
        &self,
        py: Python<'_>,
        observations: PyBuffer<u8>,
        masks: PyBuffer<i8>,
        tallies: PyBuffer<i64>,
    ) -> PyResult<()> {
        self.copy_out(py, &observations, |frame| &frame.observations)?;
        self.copy_out(py, &masks, |frame| &frame.masks)?;
        self.copy_out(py, &tallies, |frame| &frame.tallies)
    }

    /// Copies out what the last actions have brought.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "buffers of Python's are held while they are written"
    )]
    fn judge(
        &self,
        py: Python<'_>,
        rewards: PyBuffer<f64>,
        terminated: PyBuffer<u8>,
        truncated: PyBuffer<u8>,
        illegal: PyBuffer<u8>,
    ) -> PyResult<()> {
        self.copy_out(py, &rewards, |frame| &frame.rewards)?;
        self.copy_out(py, &terminated, |frame| &frame.terminated)?;
        self.copy_out(py, &truncated, |frame| &frame.truncated)?;
        self.copy_out(py, &illegal, |frame| &frame.illegal)
    }
}
