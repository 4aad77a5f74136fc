//! Which windows are searched, in which order, and for how long.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::search::hash::Set;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;
use crate::sokoban::solve::Workspace;

use super::Measure;
use super::path::Path;
use super::prices::Prices;
use super::whole::Whole;
use super::window::{Found, Question, Windows};

/// Positions that a window gets in the first round.
const FIRST_SHARE: u64 = 250;
/// Each round gives every window so many times more.
const GROWTH: u64 = 4;
/// Pushes of the shortest windows; the others are twice, four times … as long.
const SHORTEST: usize = 8;
/// Windows are not longer than costs can count.
const LONGEST: usize = 4096;
/// How many boxes may stand elsewhere: any number first, and fewer where that was too much to be searched completely.
const STRAYS: [u32; 4] = [ANY_NUMBER, 1, 2, 3];
const ANY_NUMBER: u32 = u32::MAX;
/// Once it is proven that what counts first cannot be less, the rest is given up after so many positions without a gain,
/// and three times those that it took to the last one.
const PATIENCE: u64 = 100_000;

/// A path on its way to become shorter.
pub(super) struct Improver<'a, const W: usize> {
    level: &'a Level,
    by: Measure,
    path: Path<W>,
    /// Windows in which nothing more is to be found.
    done: Set<u64>,
    /// No solution is cheaper, in what counts first.
    bound: u32,
    /// When the last gain was made, in positions expanded.
    last_gain: u64,
}

/// What there is left to do in a window, or in several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// There is no shorter way.
    Nothing,
    /// More memory would be needed.
    TooMuch,
    /// A search with more positions might find something.
    More,
}

/// Makes a solution shorter; its pushes, and a bound on what counts first.
pub(super) fn improve_in<const W: usize>(
    level: &Level,
    pushes: Vec<Push>,
    by: Measure,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> (Vec<Push>, u32) {
    if budget.tick(0).is_err() {
        return (pushes, 0);
    }
    let mut improver = Improver::<W> {
        level,
        by,
        path: Path::new(level, pushes),
        done: Set::default(),
        bound: 0,
        last_gain: budget.nodes(),
    };
    // What has been found stays, whatever ended the search.
    let _: Result<(), Stop> = improver.run(workspace, budget);
    (improver.path.pushes, improver.bound)
}

/// Makes the pushes of a solution fewer with so many positions: what can be had at once, and no proof.
pub(crate) fn shorten<const W: usize>(
    level: &Level,
    pushes: Vec<Push>,
    memory: &mut Memory,
    nodes: u64,
    budget: &mut Budget,
) -> Vec<Push> {
    let room = Room::<W>::new(level);
    let bytes = budget.memory() / 2;
    let Some(mut shortener) = Shortener::new(&room, pushes.clone(), memory, bytes) else {
        return pushes;
    };
    // What has been found stays, whatever ended the search.
    let _: Result<(), Stop> = budget.within(nodes, |budget| shortener.run(budget));
    shortener.improver.path.pushes
}

/// Makes the pushes of a solution fewer, in turns.
pub(crate) struct Shortener<'a, const W: usize> {
    improver: Improver<'a, W>,
    windows: Windows<'a, W>,
    /// Positions that a window gets in this round.
    share: u64,
}

impl<'a, const W: usize> Shortener<'a, W> {
    /// None if that takes more than so many bytes.
    pub fn new(
        room: &'a Room<'a, W>,
        pushes: Vec<Push>,
        memory: &'a mut Memory,
        bytes: usize,
    ) -> Option<Self> {
        let windows = Windows::new(room, memory, bytes)?;
        let path = Path::new(room.level, pushes).without_cycles(room);
        Some(Self {
            improver: Improver {
                level: room.level,
                by: Measure::Pushes,
                path,
                done: Set::default(),
                bound: 0,
                last_gain: 0,
            },
            windows,
            share: FIRST_SHARE,
        })
    }

    pub fn pushes(&self) -> &[Push] {
        &self.improver.path.pushes
    }

    /// Takes another solution if it is shorter.
    pub fn adopt(&mut self, pushes: &[Push], budget: &Budget) {
        if pushes.len() < self.improver.path.len() {
            let path = Path::new(self.improver.level, pushes.to_vec());
            self.improver.adopt(path, budget);
            self.share = FIRST_SHARE;
        }
    }

    /// Goes on until nothing is left to gain.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn run(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (improver, windows) = (&mut self.improver, &mut self.windows);
        while improver.round(Aim::Pushes, self.share, windows, budget)? == Left::More {
            self.share = self.share.saturating_mul(GROWTH);
        }
        Ok(())
    }
}

impl<const W: usize> Improver<'_, W> {
    fn run(&mut self, workspace: &mut Workspace, budget: &mut Budget) -> Result<(), Stop> {
        let room = Room::new(self.level);
        self.adopt(self.path.without_cycles(&room), budget);
        let Workspace { steady, greedy, .. } = workspace;
        let mut windows = Windows::new(&room, steady, budget.memory() / 2);
        let mut whole = Whole::<W>::new(self.level, self.by, greedy, budget.memory() / 2);
        let mut share = FIRST_SHARE;
        loop {
            let begun = budget.nodes();
            let mut left = Left::TooMuch;
            if let Some(windows) = &mut windows {
                left = match self.by {
                    Measure::Pushes => {
                        self.round(Aim::Pushes, share, windows, budget)?;
                        // Walks are worth looking at when the pushes have settled, and so come a round later.
                        if share == FIRST_SHARE {
                            Left::More
                        } else {
                            self.round(Aim::PushesThenMoves, share / GROWTH, windows, budget)?
                        }
                    }
                    Measure::Moves => self.round(Aim::Moves, share, windows, budget)?,
                };
            }
            let turn = (share * 4).max((budget.nodes() - begun) / 16);
            let found = whole.run(turn, self.path.cost(self.by).0, budget)?;
            if let Some(pushes) = found {
                self.adopt(Path::new(self.level, pushes), budget);
            }
            self.bound = whole.bound();
            if left != Left::More && whole.is_over() {
                return Ok(());
            }
            share = share.saturating_mul(GROWTH);
        }
    }

    /// Takes another path if it is better.
    fn adopt(&mut self, path: Path<W>, budget: &Budget) {
        if path.cost(self.by) < self.path.cost(self.by) {
            self.path = path;
            self.last_gain = budget.nodes();
        }
    }

    /// Searches windows of all lengths, the shortest first.
    fn round(
        &mut self,
        aim: Aim,
        share: u64,
        windows: &mut Windows<W>,
        budget: &mut Budget,
    ) -> Result<Left, Stop> {
        let mut left = Left::Nothing;
        let mut length = SHORTEST;
        loop {
            let mut from = 0;
            loop {
                if self.is_out_of_patience(budget) {
                    return Ok(Left::Nothing);
                }
                let to = (from + length).min(self.path.len());
                let here = self.window(aim, (from, to), share, windows, budget)?;
                if from == 0 && to == self.path.len() && here == Left::Nothing {
                    return Ok(Left::Nothing);
                }
                left = left.max(here);
                from += length / 2;
                // The path may have become shorter meanwhile.
                if to >= self.path.len() || from >= self.path.len() {
                    break;
                }
            }
            if length >= self.path.len() {
                return Ok(left);
            }
            if length >= LONGEST {
                return Ok(left.max(Left::TooMuch));
            }
            length *= 2;
        }
    }

    fn is_out_of_patience(&self, budget: &Budget) -> bool {
        self.bound == self.path.cost(self.by).0
            && budget.nodes() > self.last_gain.saturating_mul(4) + PATIENCE
    }

    /// Searches one window.
    fn window(
        &mut self,
        aim: Aim,
        (from, to): (usize, usize),
        share: u64,
        windows: &mut Windows<W>,
        budget: &mut Budget,
    ) -> Result<Left, Stop> {
        let mut left = Left::Nothing;
        let (pushes, moves) = self.path.spent(from, to);
        let Some(cost) = aim.cost(pushes, moves) else {
            return Ok(Left::TooMuch);
        };
        // A push takes a box from a white square to a black one or back, so that all ways have as many, or two more or less.
        let limit = cost - u32::from(aim == Aim::Pushes && cost > 0);
        let mut prices: Option<Prices> = None;
        for strays in STRAYS {
            let mark = self.mark(aim, (from, to), strays);
            if !self.done.contains(&mark) {
                let places = &self.path.places[from..=to];
                if prices.is_none() {
                    prices = windows.prices(places, aim, limit);
                }
                let Some(prices) = &prices else {
                    self.done.insert(mark);
                    return Ok(Left::Nothing);
                };
                let question = Question {
                    places,
                    has_sequel: to < self.path.len(),
                    strays,
                    aim,
                    limit,
                    prices,
                };
                budget.check(0)?;
                let end = budget.nodes().saturating_add(share);
                match budget.within(share, |budget| windows.search(&question, budget)) {
                    Ok(Found::Way(pushes)) => {
                        let path = self.path.with(self.level, (from, to), &pushes);
                        self.adopt(path, budget);
                        return Ok(Left::More);
                    }
                    Ok(Found::Nothing) => {
                        self.done.insert(mark);
                    }
                    Err(Stop::Nodes) if budget.nodes() >= end => {
                        left = Left::More;
                        continue;
                    }
                    Err(Stop::Memory) => {
                        left = left.max(Left::TooMuch);
                        continue;
                    }
                    Err(stop) => return Err(stop),
                }
            }
            if strays == ANY_NUMBER {
                return Ok(Left::Nothing);
            }
        }
        Ok(left)
    }

    /// A number for a window as it is now. It stands for the window itself, so this hash must be a good one.
    fn mark(&self, aim: Aim, (from, to): (usize, usize), strays: u32) -> u64 {
        let mut hasher = DefaultHasher::new();
        (aim, strays, self.path.places[from]).hash(&mut hasher);
        self.path.pushes[from..to].hash(&mut hasher);
        hasher.finish()
    }
}
