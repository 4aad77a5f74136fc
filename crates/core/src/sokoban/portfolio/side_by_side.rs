//! The engines of the race side by side, on several threads.
//!
//! There may be more engines than threads. Each thread takes the engine that has had least for its share, lets it search for a turn, and
//! puts it back; so the engines have the same parts of the time as on one thread, and more of it. The first solution counts, and so does the
//! first proof that there is none. Engines that found nothing give their memory back when they are over. Nobody but the
//! caller's own thread looks at the clock and at the caller's flags, because a monitor may be called there only.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::search::{Budget, Cancel, Stop};
use crate::sokoban::astar::End;

use super::{Entrant, LATER_PART, POSITIONS_EACH};

/// Positions of a turn.
const TURN: u64 = 4096;
/// How long the caller's thread waits before it looks at the clock again.
const PATIENCE: Duration = Duration::from_millis(20);
/// What an engine has had is counted in this part of a position for a whole share, so that shares can be told apart.
const FINE: u64 = 1 << 16;

/// An engine between two turns.
struct Runner<'a> {
    entrant: Entrant<'a>,
    is_steady: bool,
    /// Positions that it has looked at.
    spent: u64,
    /// The same for its share: who has least is next.
    had: u64,
}

/// What the threads share.
struct Race<'a> {
    waiting: Vec<Runner<'a>>,
    running: usize,
    /// The shares of all but the steady search.
    shares: u64,
    nodes: u64,
    /// Every solution takes at least so many pushes.
    proven: u32,
    end: Option<End>,
}

impl<'a> Race<'a> {
    /// The engine whose turn it is. Where none is left, and none will come back, the race is over.
    fn next(&mut self) -> Option<Runner<'a>> {
        let waiting = self.waiting.iter().enumerate();
        let next = waiting.min_by_key(|(_, runner)| runner.had);
        let Some((number, _)) = next else {
            if self.running == 0 {
                self.end.get_or_insert(End::Stopped(Stop::Memory));
            }
            return None;
        };
        self.running += 1;
        Some(self.waiting.swap_remove(number))
    }

    /// Takes an engine back after a turn.
    fn take_back(&mut self, mut runner: Runner<'a>, end: End, nodes: u64) {
        self.running -= 1;
        self.nodes += nodes;
        runner.had += nodes * FINE / self.share(&runner);
        runner.spent += nodes;
        self.proven = self.proven.max(runner.entrant.proven);
        match end {
            End::Stopped(_) if runner.entrant.is_over() => {}
            End::Stopped(_) => self.waiting.push(runner),
            // Two threads may come to an end at once.
            end => {
                self.end.get_or_insert(end);
            }
        }
    }

    /// As in the race on one thread, the steady search has as much time as all others at first.
    fn share(&self, runner: &Runner) -> u64 {
        if !runner.is_steady {
            return runner.entrant.share;
        }
        let part = if runner.spent < runner.entrant.early {
            POSITIONS_EACH
        } else {
            POSITIONS_EACH * LATER_PART
        };
        (self.shares / part).max(1)
    }
}

/// Lets a steady search, which has looked at so many positions, and others race; how the race ended, and how many pushes every
/// solution takes at least.
pub(super) fn race<'a>(
    (steady, spent): (Entrant<'a>, u64),
    others: Vec<Entrant<'a>>,
    budget: &mut Budget,
) -> (End, u32) {
    let proven = steady.proven;
    let shares: u64 = others.iter().map(|entrant| entrant.share).sum();
    let begun = budget.nodes();
    // Who enters later comes as if it had had its share until then.
    let runner = |entrant: Entrant<'a>| Runner {
        is_steady: false,
        spent: 0,
        had: entrant.start.saturating_sub(begun) * FINE / shares.max(1),
        entrant,
    };
    let mut waiting: Vec<_> = others.into_iter().map(runner).collect();
    if !steady.is_over() {
        waiting.push(Runner {
            is_steady: true,
            spent,
            ..runner(steady)
        });
    }
    let threads = budget.threads().min(waiting.len());
    let race = Mutex::new(Race {
        waiting,
        running: 0,
        shares,
        nodes: 0,
        proven,
        end: None,
    });
    let changed = Condvar::new();
    let stop = Cancel::default();
    thread::scope(|scope| {
        let work = || work(&race, &changed, &stop);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        watch(&race, &changed, budget, || {
            workers.iter().any(thread::ScopedJoinHandle::is_finished)
        });
        stop.cancel();
        changed.notify_all();
    });
    let race = race.into_inner().unwrap_or_else(PoisonError::into_inner);
    (race.end.unwrap_or(End::Stopped(Stop::Memory)), race.proven)
}

/// Waits for the end of the race, and ends it when the budget does. A worker who leaves before has panicked, and the
/// others must not go on without end.
fn watch(
    race: &Mutex<Race>,
    changed: &Condvar,
    budget: &mut Budget,
    has_anyone_left: impl Fn() -> bool,
) {
    let mut told = 0;
    loop {
        let waited = changed.wait_timeout_while(lock(race), PATIENCE, |race| race.end.is_none());
        let (now, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let (nodes, proven, is_over) = (now.nodes, now.proven, now.end.is_some());
        drop(now);
        budget.add(nodes - told);
        told = nodes;
        if is_over || has_anyone_left() {
            return;
        }
        if let Err(stop) = budget.check(proven) {
            lock(race).end.get_or_insert(End::Stopped(stop));
            return;
        }
    }
}

/// What one thread does: a turn of one engine after another.
fn work(race: &Mutex<Race>, changed: &Condvar, stop: &Cancel) {
    let mut budget = Budget::unlimited().cancelled_by(stop.clone());
    let mut now = lock(race);
    while now.end.is_none() {
        let Some(mut runner) = now.next() else {
            if now.end.is_none() {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
            }
            continue;
        };
        drop(now);
        let before = budget.nodes();
        let end = runner.entrant.run(TURN, &mut budget);
        now = lock(race);
        now.take_back(runner, end, budget.nodes() - before);
        changed.notify_all();
    }
    changed.notify_all();
}

fn lock<'r, 'a>(race: &'r Mutex<Race<'a>>) -> MutexGuard<'r, Race<'a>> {
    race.lock().unwrap_or_else(PoisonError::into_inner)
}
