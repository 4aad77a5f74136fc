//! Any solution will do: engines of different kinds take turns, and the first solution counts.
//!
//! No kind of search is good at all levels, and nobody knows beforehand which level is whose. A steady search that proves
//! runs beside all others. Its first positions are half of all work, so that a level takes at most about twice as long as the proof of its
//! fewest pushes would; later the others, which find what cannot be proven, have nearly everything.

mod aside;
mod meeting;
mod rota;
mod side_by_side;

use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Search};
use crate::sokoban::feature_space::FeatureSpace;
use crate::sokoban::feature_space::opening::{Opener, Openings};
use crate::sokoban::improve::shorten;
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::play::lurd;
use crate::sokoban::solve::{Answer, Judged, Verdict, Workspace};

use aside::Guises;
use meeting::Meeting;
use rota::{Rota, WHOLE_SHARE};

/// Positions of the first turn of the steady search: most small levels need no more, and for them the others would only make their tables.
const FIRST_TURN: u64 = 2000;
/// Turns grow up to this, so that the last one before the end of a budget does not take most of it.
const LONGEST_TURN: u64 = 1 << 16;
/// What the steady search gets of each turn once it has had its time: one part in so many.
const LATER_PART: u64 = 16;
/// Positions for others while the steady search, which weighs each of them well, looks at one.
const POSITIONS_EACH: u64 = 4;
/// Where several threads have feature-space searches of their own, what all but the first have of its share: one part in so many.
const LATER_PARTS: u64 = 4;

/// A solution is made shorter with one position for so many that each thread took to find it.
const SHORTENING_PART: u64 = 2;
/// What features have found soon is seldom short, and so many positions are worth while in any case.
const SHORTENING_AFTER_FEATURES: u64 = 30_000;
/// With fewer positions there is little to gain beside what the tables for it cost, which are for every two squares.
const LEAST_SHORTENING: u64 = 100;
const PAIRS_OF_SQUARES_A_POSITION: usize = 1000;

/// A kind of search for any solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Pushes from the start, the nearest to a solution first.
    Greedy,
    /// Pushes from the start and pulls from the goals; only where every box is needed.
    Meeting,
    /// By a packing plan and features; only where every box is needed.
    Features,
    /// By features to openings, from which the way to the goals is known; only where every box is needed.
    Openings,
}

/// A search that goes on with every new budget.
pub(crate) trait Racer: Send {
    /// Searches until it has found a solution, until it has proven that there is none, or until the budget ends. An engine that gives up
    /// without a proof says that its memory has ended.
    fn run(&mut self, budget: &mut Budget) -> End;

    /// Every solution takes at least so many pushes.
    fn proven(&self) -> u32 {
        0
    }
}

impl<const W: usize> Racer for Search<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        Search::run(self, budget)
    }

    fn proven(&self) -> u32 {
        Search::proven(self)
    }
}

/// A racer that is made when its first turn comes, and dropped when it can do no more.
struct Entrant<'a> {
    /// It enters the race when so many positions were looked at.
    start: u64,
    /// Positions of its turn, in sixteenths of a whole turn: one position takes some engines much longer than others.
    share: u64,
    /// Its first so many positions are half of all work.
    early: u64,
    state: State<'a>,
    /// Every solution takes at least so many pushes.
    proven: u32,
}

enum State<'a> {
    Unborn(Box<dyn FnOnce() -> Box<dyn Racer + 'a> + Send + 'a>),
    Alive(Box<dyn Racer + 'a>),
    Over,
}

impl<'a> Entrant<'a> {
    fn new<R: Racer + 'a>(share: u64, make: impl FnOnce() -> R + Send + 'a) -> Self {
        Self {
            start: 0,
            share,
            early: 0,
            proven: 0,
            state: State::Unborn(Box::new(move || Box::new(make()))),
        }
    }

    /// Lets it enter later.
    fn after(self, start: u64) -> Self {
        Self { start, ..self }
    }

    /// Gives it half of all work at first.
    fn early(self, early: u64) -> Self {
        Self { early, ..self }
    }

    const fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Lets it look at so many positions.
    fn run(&mut self, nodes: u64, budget: &mut Budget) -> End {
        let state = std::mem::replace(&mut self.state, State::Over);
        let mut racer = match state {
            State::Unborn(make) => make(),
            State::Alive(racer) => racer,
            State::Over => return End::Stopped(Stop::Memory),
        };
        let end = budget.within(nodes.max(1), |budget| racer.run(budget));
        self.proven = racer.proven();
        // Without room it would leave things out, and could prove nothing.
        if !matches!(end, End::Stopped(Stop::Memory)) {
            self.state = State::Alive(racer);
        }
        end
    }
}

/// The engines for this level, each with its share of the memory: the steady search, and the others. For several threads there
/// are as many feature-space searches, with other trees.
fn entrants<'a, const W: usize>(
    level: &'a Level,
    prunings: Prunings,
    workspace: &'a mut Workspace,
    guises: &'a Guises,
    memory: usize,
    threads: usize,
) -> (Entrant<'a>, Vec<Entrant<'a>>) {
    let Workspace {
        steady,
        greedy,
        backward,
    } = workspace;
    // The feature-space search keeps few positions, the others all of them.
    let part = memory / 8 * 3;
    let rest = memory - 2 * part;
    let steady = Entrant::new(WHOLE_SHARE, move || {
        Search::<W>::new(level, Aim::Pushes, prunings, steady, part)
    });
    let steady = steady.early(Rota::of(level).steady_start);
    if level.has_spare_boxes() {
        let greedy = Entrant::new(WHOLE_SHARE, move || {
            Search::<W>::new(level, Aim::Any, prunings, greedy, part)
        });
        return (steady, vec![greedy]);
    }
    let memories = [greedy, backward];
    let guises = Some(guises);
    let others = finders::<W>(level, prunings, memories, guises, [part, rest], threads);
    (steady, others)
}

/// The engines that look for any solution of a level in which every box is needed. The meeting search has so many bytes, and so many have
/// all feature-space searches together, of the level as it is and in these other guises.
fn finders<'a, const W: usize>(
    level: &'a Level,
    prunings: Prunings,
    memories: [&'a mut Memory; 2],
    guises: Option<&'a Guises>,
    [part, rest]: [usize; 2],
    threads: usize,
) -> Vec<Entrant<'a>> {
    let meeting = Entrant::new(WHOLE_SHARE, move || {
        Meeting::<W>::new(level, prunings, memories, part)
    });
    let mut others = vec![meeting];
    if FeatureSpace::<W>::fits(level) {
        let rota = Rota::of(level);
        let share = rota.features_share;
        // The other guises together have less than half of the memory.
        let bytes = if guises.is_some() { rest / 2 } else { rest };
        // The other engines are enough for a second thread.
        let parts = FeatureSpace::<W>::parts(threads.saturating_sub(1));
        others.extend((0..parts).map(|number| {
            // The first one goes on as on one thread; the others have what time is left.
            let share = if number == 0 {
                share
            } else {
                share / LATER_PARTS
            };
            let features = Entrant::new(share, move || {
                FeatureSpace::<W>::part(level, bytes / usize::from(parts), (number, parts))
            });
            features.after(rota.features_start)
        }));
        let guises = guises.map(|guises| aside::entrants::<W>(level, guises, share, bytes));
        others.extend(guises.into_iter().flatten());
    }
    others
}

/// The engines that look for any solution, without the steady search.
pub(crate) struct Finders<'a>(Vec<Entrant<'a>>);

impl<'a> Finders<'a> {
    /// For a level in which every box is needed, each with so many bytes.
    pub fn new<const W: usize>(
        level: &'a Level,
        prunings: Prunings,
        memories: [&'a mut Memory; 2],
        bytes: usize,
    ) -> Self {
        let finders = finders::<W>(level, prunings, memories, None, [bytes; 2], 1);
        Self(finders.into_iter().map(|finder| finder.after(0)).collect())
    }

    /// Goes on until one of them has a solution or the proof that there is none, or until the budget ends; without any left, memory
    /// has ended.
    pub fn run(&mut self, budget: &mut Budget) -> End {
        let mut nobody = Entrant {
            start: 0,
            share: WHOLE_SHARE,
            early: 0,
            state: State::Over,
            proven: 0,
        };
        match take_turns(&mut nobody, &mut self.0, u64::MAX, budget) {
            Paused::Over(end) => end,
            // They never go on side by side.
            Paused::Long(_) => End::Stopped(Stop::Nodes),
        }
    }
}

/// Lets one engine look for any solution, all alone: for tests and measurements.
pub fn solve_alone(
    level: &Level,
    engine: Engine,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    let before = budget.nodes();
    let verdict = match level.squares() {
        0..=64 => alone::<1>(level, engine, prunings, workspace, budget),
        65..=128 => alone::<2>(level, engine, prunings, workspace, budget),
        129..=256 => alone::<4>(level, engine, prunings, workspace, budget),
        257..=512 => alone::<8>(level, engine, prunings, workspace, budget),
        513..=1024 => alone::<16>(level, engine, prunings, workspace, budget),
        _ => alone::<256>(level, engine, prunings, workspace, budget),
    };
    Answer {
        verdict,
        bound: None,
        nodes: budget.nodes() - before,
    }
}

fn alone<const W: usize>(
    level: &Level,
    engine: Engine,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Verdict {
    let (openings, bytes) = (Openings::default(), budget.memory());
    let mut racer = racer::<W>(level, engine, prunings, workspace, &openings, bytes);
    match racer.run(budget) {
        End::Found(pushes) => Verdict::Solved(lurd(level, &pushes)),
        End::Nothing => Verdict::Unsolvable,
        End::Stopped(stop) => Verdict::Stopped(stop, None),
    }
}

/// One engine, or where it does not suit the level, the greedy one.
fn racer<'a, const W: usize>(
    level: &'a Level,
    engine: Engine,
    prunings: Prunings,
    workspace: &'a mut Workspace,
    openings: &'a Openings,
    bytes: usize,
) -> Box<dyn Racer + 'a> {
    let Workspace {
        greedy, backward, ..
    } = workspace;
    match engine {
        Engine::Meeting if !level.has_spare_boxes() => {
            let memory = [greedy, backward];
            Box::new(Meeting::<W>::new(level, prunings, memory, bytes))
        }
        Engine::Openings if FeatureSpace::<W>::fits(level) => {
            Box::new(Opener::<W>::new(level, openings, bytes))
        }
        Engine::Features if FeatureSpace::<W>::fits(level) => {
            Box::new(FeatureSpace::<W>::new(level, bytes))
        }
        _ => Box::new(Search::<W>::new(level, Aim::Any, prunings, greedy, bytes)),
    }
}

/// Looks for any solution. What few positions decide is always decided in the same way; then there may be several threads.
pub(crate) fn any_solution<const W: usize>(
    level: &Level,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Judged {
    let begun = budget.nodes();
    let (end, proven) = race::<W>(level, prunings, workspace, budget);
    match end {
        End::Found(pushes) => {
            let start = Rota::of(level).features_start;
            let (spent, threads) = (budget.nodes() - begun, budget.threads().max(1) as u64);
            // Nobody shall wait longer for one thread to make a solution shorter because several have found it.
            let nodes = if spent < start {
                spent / SHORTENING_PART
            } else {
                let found = (start + (spent - start) / threads) / SHORTENING_PART;
                found.max(SHORTENING_AFTER_FEATURES / threads)
            };
            let tables = level.squares().pow(2) / PAIRS_OF_SQUARES_A_POSITION;
            let is_worth_it = nodes >= LEAST_SHORTENING.max(tables as u64);
            let pushes = if is_worth_it && pushes.len() > proven as usize {
                shorten::<W>(level, pushes, &mut workspace.steady, nodes, budget)
            } else {
                pushes
            };
            (Verdict::Solved(lurd(level, &pushes)), Some(proven))
        }
        End::Nothing => (Verdict::Unsolvable, None),
        End::Stopped(stop) => (Verdict::Stopped(stop, None), Some(proven)),
    }
}

/// Lets all engines race; how that ended, and how many pushes every solution takes at least.
fn race<const W: usize>(
    level: &Level,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> (End, u32) {
    let (memory, threads) = (budget.memory(), budget.threads());
    let guises = Guises::default();
    let (mut steady, mut others) =
        entrants::<W>(level, prunings, workspace, &guises, memory, threads);
    let threads_start = Rota::of(level).features_start;
    match take_turns(&mut steady, &mut others, threads_start, budget) {
        Paused::Over(end) => (end, steady.proven),
        Paused::Long(spent) => side_by_side::race((steady, spent), others, budget),
    }
}

/// How a race on one thread ended.
enum Paused {
    Over(End),
    /// It takes long enough for several threads; the steady search has looked at so many positions.
    Long(u64),
}

/// Lets all engines take turns. With several threads only until so many positions have not decided.
fn take_turns(
    steady: &mut Entrant,
    others: &mut Vec<Entrant>,
    threads_start: u64,
    budget: &mut Budget,
) -> Paused {
    let begun = budget.nodes();
    let (mut turn, mut spent) = (FIRST_TURN, 0);
    loop {
        if !steady.is_over() {
            let share = if spent < steady.early {
                turn
            } else {
                turn / LATER_PART
            };
            spent += share;
            let end = steady.run(share, budget);
            if !matches!(end, End::Stopped(Stop::Nodes | Stop::Memory)) {
                return Paused::Over(end);
            }
        }
        others.retain(|racer| !racer.is_over());
        let spent_by_all = budget.nodes() - begun;
        if budget.threads() > 1 && spent_by_all >= threads_start {
            return Paused::Long(spent);
        }
        let may_start = |racer: &Entrant| racer.start <= spent_by_all;
        // Who is left alone need not wait for anybody.
        let is_due = !steady.is_over() || others.iter().any(may_start);
        let racers = others.iter_mut();
        let racers = racers.filter(|racer| !is_due || may_start(racer));
        let mut racers: Vec<_> = racers.collect();
        let shares: u64 = racers.iter().map(|racer| racer.share).sum();
        for racer in &mut racers {
            // All of them together have as much time as the steady search has at first.
            let whole = turn * POSITIONS_EACH * WHOLE_SHARE / shares.max(1);
            let end = racer.run(whole * racer.share / WHOLE_SHARE, budget);
            if !matches!(end, End::Stopped(Stop::Nodes | Stop::Memory)) {
                return Paused::Over(end);
            }
        }
        if budget.is_out_of_nodes() {
            return Paused::Over(End::Stopped(Stop::Nodes));
        }
        if steady.is_over() && others.iter().all(Entrant::is_over) {
            return Paused::Over(End::Stopped(Stop::Memory));
        }
        turn = (turn * 2).min(LONGEST_TURN);
    }
}

#[cfg(test)]
mod tests;
