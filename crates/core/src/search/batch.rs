//! Many independent jobs on several threads, with the results handed out in the order of the jobs.
//!
//! Every worker keeps one workspace for all its jobs. Results that come early wait here until those
//! before them are done, so a reader sees the same sequence however the threads ran.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Cancel;

/// What [`Batch::wait`] came back with.
#[derive(Debug, PartialEq, Eq)]
pub enum Waited<R> {
    /// The result of the next job.
    Result(R),
    /// Not yet.
    Pending,
    /// All results have been handed out.
    Finished,
}

/// Results in the order of their jobs. Dropping it cancels the jobs that are not done.
pub struct Batch<R> {
    results: Receiver<(usize, R)>,
    early: BTreeMap<usize, R>,
    next: usize,
    count: usize,
    cancel: Cancel,
    workers: Vec<JoinHandle<()>>,
}

impl<R: Send + 'static> Batch<R> {
    /// Starts `threads` workers. Each makes itself a workspace and runs `work` on one job after another;
    /// `work` should end soon after the flag that it is given is raised.
    pub fn start<J, W>(
        jobs: Vec<J>,
        threads: usize,
        workspace: impl Fn() -> W + Send + Sync + 'static,
        work: impl Fn(&J, &mut W, &Cancel) -> R + Send + Sync + 'static,
    ) -> Self
    where
        J: Send + Sync + 'static,
    {
        let count = jobs.len();
        let cancel = Cancel::default();
        let (sender, results) = mpsc::channel();
        let shared = Arc::new((jobs, AtomicUsize::new(0), workspace, work));
        let workers = (0..threads.clamp(1, count.max(1)))
            .map(|_| {
                let (shared, sender, cancel) =
                    (Arc::clone(&shared), sender.clone(), cancel.clone());
                thread::spawn(move || {
                    let (jobs, taken, workspace, work) = &*shared;
                    let mut workspace = workspace();
                    while !cancel.is_cancelled() {
                        let number = taken.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(number) else { break };
                        if sender
                            .send((number, work(job, &mut workspace, &cancel)))
                            .is_err()
                        {
                            break;
                        }
                    }
                })
            })
            .collect();
        Self {
            results,
            early: BTreeMap::new(),
            next: 0,
            count,
            cancel,
            workers,
        }
    }

    /// The next result, waiting for it no longer than `timeout`.
    ///
    /// # Panics
    /// When a worker did.
    pub fn wait(&mut self, timeout: Duration) -> Waited<R> {
        if self.next == self.count {
            return Waited::Finished;
        }
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                return Waited::Result(result);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.results.recv_timeout(left) {
                Ok((number, result)) => {
                    self.early.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => return Waited::Pending,
                Err(RecvTimeoutError::Disconnected) => return self.end_early(),
            }
        }
    }

    /// The workers are gone before the last job: cancelled, or one of them panicked.
    fn end_early(&mut self) -> Waited<R> {
        for worker in self.workers.drain(..) {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
        self.next = self.count;
        Waited::Finished
    }
}

impl<R> Drop for Batch<R> {
    fn drop(&mut self) {
        self.cancel.cancel();
        for worker in self.workers.drain(..) {
            // A panic in a worker has nothing left to spoil.
            drop(worker.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn results<R: Send + 'static>(mut batch: Batch<R>) -> Vec<R> {
        let mut results = Vec::new();
        while let Waited::Result(result) = batch.wait(LONG) {
            results.push(result);
        }
        results
    }

    #[test]
    fn hands_out_results_in_order_whatever_the_threads() {
        for threads in [0, 1, 3, 100] {
            let jobs: Vec<u64> = (0..50).collect();
            let batch = Batch::start(
                jobs,
                threads,
                || 0,
                |&job, done, _| {
                    // Early jobs take longest, so that later ones overtake them.
                    thread::sleep(Duration::from_micros(5 * (50 - job)));
                    *done += 1;
                    job * job
                },
            );
            let expected: Vec<u64> = (0..50).map(|job| job * job).collect();
            assert_eq!(results(batch), expected);
        }
    }

    #[test]
    fn a_worker_keeps_its_workspace() {
        let batch = Batch::start(
            vec![(); 5],
            1,
            || 0,
            |(), done, _| {
                *done += 1;
                *done
            },
        );
        assert_eq!(results(batch), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn nothing_to_do_is_done() {
        let mut batch = Batch::start(Vec::<u8>::new(), 2, || (), |&job, (), _| job);
        assert_eq!(batch.wait(LONG), Waited::Finished);
    }

    #[test]
    fn waiting_ends_in_time_and_dropping_ends_the_work() {
        let mut batch = Batch::start(
            vec![(); 8],
            2,
            || (),
            |(), (), cancel: &Cancel| {
                while !cancel.is_cancelled() {
                    thread::yield_now();
                }
            },
        );
        assert_eq!(batch.wait(Duration::from_millis(5)), Waited::Pending);
        drop(batch); // hangs unless the workers are told
    }

    #[test]
    #[should_panic(expected = "no luck")]
    fn a_worker_that_panics_is_heard() {
        let batch = Batch::start(
            vec![1, 2, 3],
            2,
            || (),
            |&job: &i32, (), _| {
                assert!(job != 2, "no luck");
            },
        );
        results(batch);
    }
}
