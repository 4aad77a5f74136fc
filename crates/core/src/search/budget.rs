//! What a search may spend, and who may stop it.
//!
//! Looking at the clock for every position would cost as much as expanding it, so [`Budget::tick`]
//! is one comparison, and only now and then a call looks further: at the cancel flag, at the clock,
//! and, about every 50 ms, at a monitor that shows progress and may end the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const POSITIONS_BETWEEN_LOOKS: u64 = 256;
const TIME_BETWEEN_REPORTS: Duration = Duration::from_millis(50);

/// Why a search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Time,
    Nodes,
    Memory,
    Cancelled,
}

/// A flag that any thread may raise to end a search.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits that a caller sets; `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// Positions expanded.
    pub nodes: Option<u64>,
    /// Bytes of stored positions and of the table that finds them.
    pub memory: Option<usize>,
    /// Threads that one search may use; one if not given.
    pub threads: Option<usize>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub nodes: u64,
    pub depth: u32,
}

/// Called now and then during a search; `false` ends it.
pub type Monitor<'a> = &'a mut dyn FnMut(Progress) -> bool;

/// A running account against [`Limits`]. Several searches may share one.
pub struct Budget<'a> {
    deadline: Option<Instant>,
    node_limit: u64,
    /// The limit without the parts that were set aside.
    whole_limit: u64,
    memory: usize,
    threads: usize,
    cancels: Vec<Cancel>,
    monitor: Option<Monitor<'a>>,
    next_report: Instant,
    nodes: u64,
    next_look: u64,
}

impl<'a> Budget<'a> {
    /// The clock starts now.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let now = Instant::now();
        Self {
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            whole_limit: limits.nodes.unwrap_or(u64::MAX),
            memory: limits.memory.unwrap_or(usize::MAX),
            threads: limits.threads.unwrap_or(1),
            cancels: Vec::new(),
            monitor: None,
            next_report: now + TIME_BETWEEN_REPORTS,
            nodes: 0,
            next_look: 0,
        }
    }

    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(&Limits::default())
    }

    /// Adds a flag that ends the search when raised.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancels.push(cancel);
        self
    }

    #[must_use]
    pub fn monitored_by(mut self, monitor: Monitor<'a>) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Positions expanded so far, by all searches on this account.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether no more positions may be expanded, by anyone.
    #[must_use]
    pub const fn is_out_of_nodes(&self) -> bool {
        self.nodes >= self.node_limit
    }

    /// The limit on bytes, for one search at a time.
    #[must_use]
    pub const fn memory(&self) -> usize {
        self.memory
    }

    /// Threads for one search. Where positions are limited there is one, because whoever counts them wants the same answer again.
    #[must_use]
    pub const fn threads(&self) -> usize {
        if self.whole_limit == u64::MAX {
            self.threads
        } else {
            1
        }
    }

    /// Lets `work` expand no more than `nodes` positions, within the limits that hold anyway.
    pub fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.node_limit;
        self.node_limit = limit.min(self.nodes.saturating_add(nodes));
        self.next_look = self.next_look.min(self.node_limit);
        let result = work(self);
        self.node_limit = limit;
        result
    }

    /// Lets `work` expand `nodes` positions, even where only [a part](Self::within) of them is left: for what cannot be
    /// interrupted and gone on with. The whole limit holds.
    pub fn beyond<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = std::mem::replace(&mut self.node_limit, self.whole_limit);
        let result = self.within(nodes, work);
        self.node_limit = limit;
        self.next_look = self.next_look.min(limit);
        result
    }

    /// Accounts for one position about to be expanded.
    ///
    /// # Errors
    /// When a limit is reached: the position must not be expanded.
    #[inline]
    pub fn tick(&mut self, depth: u32) -> Result<(), Stop> {
        if self.nodes >= self.next_look {
            self.look(depth)?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Accounts for positions that were looked at in one go; a limit that they pass ends what comes next.
    pub const fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Looks at the flags and the clock, for work that is long without expanding anything.
    ///
    /// # Errors
    /// When the search has to end.
    pub fn check(&mut self, depth: u32) -> Result<(), Stop> {
        if self.cancels.iter().any(Cancel::is_cancelled) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some() || self.monitor.is_some() {
            self.look_at_clock(depth)?;
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self, depth: u32) -> Result<(), Stop> {
        self.check(depth)?;
        if self.nodes >= self.node_limit {
            return Err(Stop::Nodes);
        }
        self.next_look = (self.nodes + POSITIONS_BETWEEN_LOOKS).min(self.node_limit);
        Ok(())
    }

    fn look_at_clock(&mut self, depth: u32) -> Result<(), Stop> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stop::Time);
        }
        if now < self.next_report {
            return Ok(());
        }
        let progress = Progress {
            nodes: self.nodes,
            depth,
        };
        let goes_on = self.monitor.as_mut().is_none_or(|report| report(progress));
        self.next_report = Instant::now() + TIME_BETWEEN_REPORTS;
        if goes_on {
            Ok(())
        } else {
            Err(Stop::Cancelled)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks_until_stop(budget: &mut Budget) -> (u64, Stop) {
        loop {
            if let Err(stop) = budget.tick(0) {
                return (budget.nodes(), stop);
            }
        }
    }

    #[test]
    fn nodes_are_exact() {
        for limit in [0, 1, 255, 256, 257, 5000] {
            let limits = Limits {
                nodes: Some(limit),
                ..Limits::default()
            };
            assert_eq!(
                ticks_until_stop(&mut Budget::new(&limits)),
                (limit, Stop::Nodes)
            );
        }
    }

    #[test]
    fn a_part_of_the_nodes_can_be_set_aside() {
        let limits = Limits {
            nodes: Some(5000),
            ..Limits::default()
        };
        let mut budget = Budget::new(&limits);
        assert_eq!(budget.tick(0), Ok(()));
        let part = budget.within(100, ticks_until_stop);
        assert_eq!(part, (101, Stop::Nodes));
        let rest = budget.within(10_000, ticks_until_stop);
        assert_eq!(rest, (5000, Stop::Nodes));
        assert_eq!(ticks_until_stop(&mut budget), (5000, Stop::Nodes));
    }

    #[test]
    fn a_part_may_be_overdrawn_but_not_the_whole() {
        let mut budget = Budget::new(&Limits {
            nodes: Some(10),
            ..Limits::default()
        });
        budget.within(3, |part| {
            let spent = part.beyond(6, ticks_until_stop);
            assert_eq!(spent, (6, Stop::Nodes));
            assert_eq!(ticks_until_stop(part), (6, Stop::Nodes));
        });
        let spent = budget.beyond(6, ticks_until_stop);
        assert_eq!(spent, (10, Stop::Nodes));
    }

    #[test]
    fn no_time_is_no_position() {
        let limits = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert_eq!(ticks_until_stop(&mut Budget::new(&limits)), (0, Stop::Time));
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let cancel = Cancel::default();
        let mut budget = Budget::unlimited().cancelled_by(cancel.clone());
        assert_eq!(budget.tick(0), Ok(()));
        cancel.cancel();
        assert_eq!(ticks_until_stop(&mut budget), (256, Stop::Cancelled));
    }

    #[test]
    fn the_monitor_sees_progress_and_can_end_it() {
        let mut seen = Vec::new();
        let mut monitor = |progress: Progress| {
            seen.push(progress);
            seen.len() < 2
        };
        let mut budget = Budget::unlimited().monitored_by(&mut monitor);
        let begun = Instant::now();
        let (_, stop) = ticks_until_stop(&mut budget);
        assert_eq!(stop, Stop::Cancelled);
        assert!(begun.elapsed() >= 2 * TIME_BETWEEN_REPORTS);
        assert_eq!(seen.len(), 2);
        assert!(seen[0].nodes < seen[1].nodes);
    }
}
