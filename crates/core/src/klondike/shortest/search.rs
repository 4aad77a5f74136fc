//! Best first, hurried at first and strict in the end.
//!
//! With the bound weighted heavily a search runs for the nearest end: a good solution comes early, and it
//! cuts off everything that cannot be shorter. With the bound as it is, as few positions as possible are
//! expanded for the proof. So the weight falls in stages, and the positions waiting are put in a new order each time; those
//! expanded stay expanded. The order is only ever a matter of time: the search is over when nothing is left that
//! could be shorter than the best solution.
//!
//! A position is expanded bit by bit: first only what costs little more than the bound promised; what
//! lies beyond waits, with its position, for its turn. Most of it never comes.

use super::super::arrangement::{State, Step, Tables, View, script};
use super::super::complete::{self, Workspace};
use super::super::{Board, Move};
use super::bound::Bound;
use super::chain::{Chains, settle};
use super::store::{Store, Turn, Weight};
use crate::klondike::twins;
use crate::search::{Budget, Stop};

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shortest solution.
    Solved(Vec<Move>),
    Unsolvable,
    /// The best solution so far, if any; it may be a shortest one.
    Stopped(Stop, Option<Vec<Move>>),
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// No solution costs less; `None` if there is none at all.
    pub bound: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Solutions of so many moves are not looked for. (No shortest one known has half as many; and with what
/// one chain can cost the sum still fits a state.)
const TOO_LONG: u32 = 400;
/// So many positions may be spent on the question whether there is any solution.
const ANY_SOLUTION: u64 = 2_000_000;
/// By how much more than promised a chain may cost to be found at the first turn of its position.
const PATIENCE: u32 = 6;
/// From so many positions on, the bound counts for so much.
#[derive(Clone, Copy)]
struct Stage {
    after: u64,
    weight: Weight,
}

const STAGES: [Stage; 4] = [
    stage(0, 12),
    stage(20_000, 8),
    stage(150_000, 6),
    stage(400_000, 4),
];

const fn stage(after: u64, quarters: u32) -> Stage {
    Stage {
        after,
        weight: Weight(quarters),
    }
}

/// Finds a shortest solution, or the best that the budget allows.
///
/// # Panics
/// When a solution does not play: a fault in this module.
pub fn solve(board: &Board, budget: &mut Budget) -> Answer {
    let before = budget.nodes();
    let (verdict, bound) = find(board, budget);
    Answer {
        verdict,
        bound,
        nodes: budget.nodes() - before,
    }
}

fn find(board: &Board, budget: &mut Budget) -> (Verdict, Option<u32>) {
    let (tables, start) = Tables::new(board);
    let mut bound = Bound::new(&tables);
    let Some(least) = bound.least(start) else {
        return (Verdict::Unsolvable, None);
    };
    let any = budget.within(ANY_SOLUTION, |budget| {
        complete::solve(
            board,
            complete::Options::default(),
            &mut Workspace::default(),
            budget,
        )
    });
    let best = match any.verdict {
        complete::Verdict::Solved(moves) => Some(Best::new(moves)),
        complete::Verdict::Unsolvable => return (Verdict::Unsolvable, None),
        complete::Verdict::Stopped(stop @ (Stop::Time | Stop::Cancelled)) => {
            return (Verdict::Stopped(stop, None), Some(least));
        }
        // The search for a shortest one may still find the first.
        complete::Verdict::Stopped(Stop::Nodes | Stop::Memory) => None,
    };
    let mut search = Search {
        board,
        tables: &tables,
        bound,
        best,
        too_long: false,
    };
    let ended = search.run(start, budget);
    let upper = search.upper();
    let moves = search.best.map(|best| best.moves);
    match (ended, moves) {
        (Ok(()), Some(moves)) => (Verdict::Solved(moves), Some(upper)),
        (Ok(()), None) => (Verdict::Unsolvable, None),
        (Err((stop, through)), moves) => {
            let bound = through.min(upper).max(least);
            (Verdict::Stopped(stop, moves), Some(bound))
        }
    }
}

/// The best solution so far.
struct Best {
    moves: Vec<Move>,
    cost: u32,
}

impl Best {
    fn new(moves: Vec<Move>) -> Self {
        let paid = moves.iter().filter(|&&play| play != Move::Redeal).count();
        let cost = u32::try_from(paid).unwrap_or(u32::MAX);
        Self { moves, cost }
    }
}

/// Why a search stopped, and what the solutions cost at least that it had yet to look for.
type Stopped = (Stop, u32);

struct Search<'a> {
    board: &'a Board,
    tables: &'a Tables,
    bound: Bound<'a>,
    best: Option<Best>,
    /// Something was left out only because it was too long for a state.
    too_long: bool,
}

impl Search<'_> {
    /// Only what costs less is of interest.
    fn upper(&self) -> u32 {
        let best = self.best.as_ref().map_or(TOO_LONG, |best| best.cost);
        best.min(TOO_LONG)
    }

    fn run(&mut self, start: State, budget: &mut Budget) -> Result<(), Stopped> {
        let nothing_seen = |stop| (stop, 0);
        let root = settle(start, self.tables, &mut Vec::new());
        if is_done(root) {
            self.best = Some(Best::new(self.moves_along(&[root])));
            return Ok(());
        }
        let least = self.bound.least(root).unwrap_or(TOO_LONG);
        let mut store = Store::new(STAGES[0].weight, budget.memory()).map_err(nothing_seen)?;
        let entered = store.enter(root, least, None, budget);
        entered.map_err(nothing_seen)?;
        let mut stages = STAGES.into_iter().skip(1).peekable();
        let mut expanded = 0;
        while let Some(turn) = store.next() {
            let through = turn.state.cost() + turn.least;
            if through >= self.upper() {
                continue;
            }
            if let Some(stage) = stages.next_if(|stage| stage.after <= expanded) {
                store.reorder(stage.weight);
            }
            expanded += 1;
            let ended = budget
                .tick(through)
                .and_then(|()| self.expand(turn, &mut store, budget));
            if let Err(stop) = ended {
                let others = store.least_of_all().unwrap_or(through);
                return Err((stop, others.min(through)));
            }
        }
        if self.too_long && self.upper() == TOO_LONG {
            return Err((Stop::Memory, TOO_LONG));
        }
        Ok(())
    }

    /// Finds where one position leads, and keeps what of that is worth waiting for.
    fn expand(&mut self, turn: Turn, store: &mut Store, budget: &mut Budget) -> Result<(), Stop> {
        let limit = (turn.state.cost() + turn.least + PATIENCE).min(self.upper() - 1);
        let mut ends = Ends::default();
        let add = |bound: &mut Bound<'_>, state, _: &[Step]| {
            ends.add(state, bound.least(state), limit);
        };
        let mut chains = Chains::new(self.tables, &mut self.bound, budget, limit, add);
        chains.find(turn.state)?;
        let beyond = chains.beyond.into_iter().chain(ends.beyond).min();
        if let Some((goal, _)) = ends.goal {
            let mut way = store.path(turn.node);
            way.push(goal);
            self.best = Some(Best::new(self.moves_along(&way)));
        }
        let upper = self.upper();
        for (state, least) in ends.waiting {
            if state.cost() + least < upper {
                store.enter(state, least, Some(turn.node), budget)?;
            } else {
                self.too_long |= upper == TOO_LONG;
            }
        }
        match beyond {
            Some(through) if through < upper => {
                store.put_back(turn, through - turn.state.cost());
            }
            Some(_) => self.too_long |= upper == TOO_LONG,
            None => {}
        }
        Ok(())
    }

    /// The moves of a solution through these positions, the last of which needs no more thought.
    fn moves_along(&mut self, way: &[State]) -> Vec<Move> {
        let mut steps = Vec::new();
        let (_, start) = Tables::new(self.board);
        settle(start, self.tables, &mut steps);
        for pair in way.windows(2) {
            steps.extend(self.steps_between(pair[0], pair[1]));
        }
        let last = way.last().copied().unwrap_or(start);
        finish(last, self.tables, &mut steps);
        script(self.board, &steps).expect("steps that play")
    }

    /// The steps of the cheapest chain from one position to another. It is looked for as it was found: among those
    /// that cost little more than the bound promises, then among more.
    fn steps_between(&mut self, from: State, to: State) -> Vec<Step> {
        let most = self.upper() - 1;
        let promised = from.cost() + self.bound.least(from).unwrap_or(0);
        let limits = (promised..most).step_by(PATIENCE as usize).skip(1);
        let mut cheapest: Option<(u32, Vec<Step>)> = None;
        for limit in limits.chain([most]) {
            let mut budget = Budget::unlimited();
            let note = |_: &mut Bound<'_>, state: State, steps: &[Step]| {
                let is_cheaper = cheapest
                    .as_ref()
                    .is_none_or(|&(cost, _)| state.cost() < cost);
                if state.same_position(to) && is_cheaper {
                    cheapest = Some((state.cost(), steps.to_vec()));
                }
            };
            let mut chains = Chains::new(self.tables, &mut self.bound, &mut budget, limit, note);
            chains.find(from).expect("there is no limit");
            if cheapest
                .as_ref()
                .is_some_and(|&(cost, _)| cost <= to.cost())
            {
                break;
            }
        }
        cheapest.map_or_else(Vec::new, |(_, steps)| steps)
    }
}

/// The positions at the ends of chains, sorted out.
#[derive(Default)]
struct Ends {
    /// With what they still cost at least.
    waiting: Vec<(State, u32)>,
    /// The least cost of what is beyond the limit.
    beyond: Option<u32>,
    /// The cheapest with nothing face down and no talon, and its cost to the end.
    goal: Option<(State, u32)>,
}

impl Ends {
    fn add(&mut self, state: State, least: Option<u32>, limit: u32) {
        let Some(least) = least else {
            return;
        };
        let through = state.cost() + least;
        if through > limit {
            self.beyond = Some(self.beyond.map_or(through, |beyond| beyond.min(through)));
        } else if is_done(state) {
            if self.goal.is_none_or(|(_, cost)| through < cost) {
                self.goal = Some((state, through));
            }
        } else {
            self.waiting.push((state, least));
        }
    }
}

/// Whether nothing is face down and no talon is left. Lower cards lie on higher ones then, so that all of
/// them go home without another thought.
fn is_done(state: State) -> bool {
    state.talon() == 0 && state.is_all_up()
}

/// Sends everything home from a position in which that needs no thought.
fn finish(mut state: State, tables: &Tables, steps: &mut Vec<Step>) {
    loop {
        let view = View::new(state, tables);
        let ready = view.exposed & view.next;
        if ready == 0 {
            return;
        }
        let card = twins::lowest(ready);
        state.lift(card, &view, tables);
        state.raise(twins::suit(card));
        steps.push(Step::Home(card));
    }
}
