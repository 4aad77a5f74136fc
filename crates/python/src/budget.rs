//! Budgets and interruptions, the same for every game.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::search::batch::{Batch, Waited};
use quandary_core::search::{self, Budget, Progress, Stop};

/// How long a wait goes on before Python's signals are looked at.
const PATIENCE: Duration = Duration::from_millis(50);

/// A flag that any thread may raise to end the searches that were given it.
#[pyclass(frozen, module = "quandary._native")]
#[derive(Default)]
pub struct Cancel {
    pub flag: search::Cancel,
}

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for good.
    fn cancel(&self) {
        self.flag.cancel();
    }

    /// Whether the flag has been raised.
    #[getter]
    fn cancelled(&self) -> bool {
        self.flag.is_cancelled()
    }
}

/// What a caller allows a search to spend, and who may end it.
#[pyclass(frozen, module = "quandary._native")]
#[derive(Clone, Default)]
pub struct Limits {
    limits: search::Limits,
    cancel: Option<search::Cancel>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (time=None, nodes=None, memory=None, cancel=None, threads=1))]
    fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<usize>,
        cancel: Option<&Bound<'_, Cancel>>,
        threads: usize,
    ) -> PyResult<Self> {
        Ok(Self {
            limits: search::Limits {
                time: time.map(duration).transpose()?.flatten(),
                nodes,
                memory,
                threads: Some(threads),
            },
            cancel: cancel.map(|cancel| cancel.get().flag.clone()),
        })
    }
}

impl Limits {
    /// What a call was given; without it there is no limit.
    pub fn given(limits: Option<&Bound<'_, Self>>) -> Self {
        limits.map_or_else(Self::default, |limits| limits.get().clone())
    }

    /// A budget whose clock starts now.
    pub fn budget<'a>(&self) -> Budget<'a> {
        let budget = Budget::new(&self.limits);
        match &self.cancel {
            Some(cancel) => budget.cancelled_by(cancel.clone()),
            None => budget,
        }
    }
}

/// Seconds as a duration; `None` if they are more than anyone can wait.
fn duration(seconds: f64) -> PyResult<Option<Duration>> {
    if seconds.is_nan() || seconds < 0.0 {
        return Err(PyValueError::new_err("time must not be negative"));
    }
    Ok(Duration::try_from_secs_f64(seconds).ok())
}

pub const fn status(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Memory => "memory",
        Stop::Cancelled => "cancelled",
    }
}

/// Runs `work` without the GIL. About every 50 ms it is taken back, for Python's signal handlers and
/// the caller's `progress(nodes, depth)`; what either raises ends the work and is raised here.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: Option<&Bound<'_, Limits>>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut Budget) -> T + Send,
) -> PyResult<T> {
    let limits = Limits::given(limits);
    let progress = progress.map(|progress| progress.clone().unbind());
    let mut raised = None;
    let result = py.detach(|| {
        let mut monitor = |now: Progress| {
            let told = Python::attach(|py| tell(py, progress.as_ref(), now));
            told.map_err(|error| raised = Some(error)).is_ok()
        };
        work(&mut limits.budget().monitored_by(&mut monitor))
    });
    raised.map_or(Ok(result), Err)
}

/// Runs what only Ctrl-C can end.
pub fn run_unlimited<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Budget) -> Result<T, Stop> + Send,
) -> PyResult<T> {
    let result = run(py, None, None, work)?;
    result.map_err(|stop| PyValueError::new_err(status(stop)))
}

fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, now: Progress) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (now.nodes, now.depth))?;
    }
    Ok(())
}

/// The next result of a batch, waiting without the GIL and hearing signals.
pub fn next<R: Send + 'static>(py: Python<'_>, batch: &mut Batch<R>) -> PyResult<Option<R>>
where
    Batch<R>: Send,
{
    loop {
        let waited = py.detach(|| batch.wait(PATIENCE));
        py.check_signals()?;
        match waited {
            Waited::Result(result) => return Ok(Some(result)),
            Waited::Pending => {}
            Waited::Finished => return Ok(None),
        }
    }
}
