//! The depth-first search over flips.

use super::super::arrangement::{State, Step, script};
use super::super::{Board, Move, PILES};
use super::approach::{Approach, Candidate};
use super::ground::Ground;
use super::options::Options;
use super::rank::rank;
use crate::search::hash::Map;
use crate::search::{Budget, Stop};

/// What the solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solved(Vec<Move>),
    /// It has nothing left to try, which proves nothing.
    Exhausted,
    Stopped(Stop),
}

/// How the search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The most cards turned on one way.
    pub flips: u32,
    /// Atomic positions whose approaches were looked for: nodes of the search over flips, where the answer's
    /// nodes are those of the searches for approaches.
    pub atoms: u64,
    /// Atomic positions that ran out of approaches, those that never had one included.
    pub dead_ends: u64,
    /// Atomic positions without any approach.
    pub atomic_dead: u64,
    /// Dead ends from which more than one flip was taken back at once.
    pub backjumps: u64,
    /// Atomic positions met again.
    pub duplicates: u64,
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// Positions generated.
    pub nodes: u64,
    pub statistics: Statistics,
}

/// Plays a board out by approaches to the next flip.
///
/// # Panics
/// When a solution does not play: a fault in this module.
pub fn solve(board: &Board, options: &Options, budget: &mut Budget) -> Answer {
    let (ground, start) = Ground::new(board, options);
    let before = budget.nodes();
    let mut search = Search {
        ground: &ground,
        options,
        budget,
        entries: Vec::new(),
        known: Map::default(),
        frames: Vec::new(),
        held: 0,
        statistics: Statistics::default(),
    };
    let verdict = match search.run(start) {
        Ok(Some(steps)) => Verdict::Solved(script(board, &steps).expect("steps that play")),
        Ok(None) => Verdict::Exhausted,
        Err(stop) => Verdict::Stopped(stop),
    };
    Answer {
        verdict,
        statistics: search.statistics,
        nodes: search.budget.nodes() - before,
    }
}

/// The ranked approaches from an atomic position.
struct Entry {
    candidates: Vec<Candidate>,
    /// The first that has not been tried, on whatever way the position was met.
    next: usize,
}

/// An atomic position on the way that is being tried.
struct Frame {
    state: State,
    entry: usize,
    /// The steps from the frame before.
    steps: Vec<Step>,
    /// The piles that they changed, a bit each.
    changed: u16,
}

struct Search<'a, 'b> {
    ground: &'a Ground,
    options: &'a Options,
    budget: &'a mut Budget<'b>,
    entries: Vec<Entry>,
    /// The entry of every atomic position met. (The original compares Zobrist hashes; these are the positions
    /// themselves. As many cards are turned whenever a position is met, so "at an equal or smaller
    /// depth" is always so.)
    known: Map<State, usize>,
    frames: Vec<Frame>,
    /// Bytes of the candidates.
    held: usize,
    statistics: Statistics,
}

impl Search<'_, '_> {
    /// The steps of a solution, or `None` if there is nothing left to try.
    fn run(&mut self, start: State) -> Result<Option<Vec<Step>>, Stop> {
        if let Some(last) = self.ground.finish(start) {
            return Ok(Some(last));
        }
        self.enter(start, Vec::new(), 0)?;
        while let Some(frame) = self.frames.last() {
            let from = frame.state;
            let entry = &mut self.entries[frame.entry];
            let Some(candidate) = entry.candidates.get(entry.next) else {
                self.statistics.dead_ends += 1;
                self.retreat();
                continue;
            };
            entry.next += 1;
            let (state, steps) = walk(self.ground, from, &candidate.path);
            let changed = candidate.touched;
            let flips = start.face_down() - state.face_down();
            self.statistics.flips = self.statistics.flips.max(flips);
            if let Some(last) = self.ground.finish(state) {
                return Ok(Some(self.whole_way(&steps, &last)));
            }
            self.enter(state, steps, changed)?;
        }
        Ok(None)
    }

    /// Puts the atomic position that follows a position on the stack, unless it has been met and is to be left.
    fn enter(&mut self, state: State, mut steps: Vec<Step>, changed: u16) -> Result<(), Stop> {
        let state = self.ground.normalise(state, &mut steps);
        let entry = if let Some(&entry) = self.known.get(&state) {
            self.statistics.duplicates += 1;
            if !self.options.reuse_approaches {
                return Ok(());
            }
            entry
        } else {
            self.new_entry(state)?
        };
        self.frames.push(Frame {
            state,
            entry,
            steps,
            changed,
        });
        Ok(())
    }

    fn new_entry(&mut self, state: State) -> Result<usize, Stop> {
        self.statistics.atoms += 1;
        let approach = Approach {
            ground: self.ground,
            options: self.options,
            budget: self.budget,
            flips: count(self.frames.len()),
            held: self.held,
        };
        let mut candidates = approach.find(state)?;
        self.statistics.atomic_dead += u64::from(candidates.is_empty());
        rank(&mut candidates, state, self.ground, self.options);
        self.held += candidates.iter().map(Candidate::bytes).sum::<usize>();
        let number = self.entries.len();
        self.entries.push(Entry {
            candidates,
            next: 0,
        });
        self.known.insert(state, number);
        Ok(number)
    }

    /// Leaves a dead end: to the nearest earlier frame whose own approach changed a column that still has
    /// face-down cards, for these are what a different approach would have to change; or just one back.
    fn retreat(&mut self) {
        let Some(dead) = self.frames.last() else {
            return;
        };
        let blocked: u16 = (0..PILES)
            .filter(|&pile| self.ground.frontier(dead.state, pile).is_some())
            .map(|pile| 1 << pile)
            .sum();
        let earlier = &self.frames[..self.frames.len() - 1];
        let culprit = earlier
            .iter()
            .rposition(|frame| frame.changed & blocked != 0);
        let keep = match culprit {
            Some(at) if self.options.enable_backjump => at + 1,
            _ => earlier.len(),
        };
        self.statistics.backjumps += u64::from(keep < earlier.len());
        for frame in self.frames.split_off(keep) {
            self.forget(frame.entry);
        }
    }

    /// Lets the candidates of a position go that will never be tried: without reuse it is a dead end from now on.
    fn forget(&mut self, entry: usize) {
        if !self.options.reuse_approaches {
            let candidates = std::mem::take(&mut self.entries[entry].candidates);
            self.held -= candidates.iter().map(Candidate::bytes).sum::<usize>();
        }
    }

    fn whole_way(&self, steps: &[Step], last: &[Step]) -> Vec<Step> {
        let so_far = self.frames.iter().flat_map(|frame| &frame.steps);
        so_far.chain(steps).chain(last).copied().collect()
    }
}

/// Where a path leads, and its steps with those that go home by themselves.
fn walk(ground: &Ground, from: State, path: &[Step]) -> (State, Vec<Step>) {
    let mut state = from;
    let mut steps = Vec::new();
    for (number, &step) in (1..).zip(path) {
        state = ground.replay(state, step).expect("a step of an approach");
        steps.push(step);
        if number < path.len() {
            state = ground.normalise(state, &mut steps);
        }
    }
    (state, steps)
}

fn count(frames: usize) -> u32 {
    u32::try_from(frames).unwrap_or(u32::MAX)
}
