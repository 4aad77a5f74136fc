//! Solves a level, by whichever measure.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Search};
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::bounds::matching::Matching;
use crate::sokoban::fewest::fewest_pushes;
use crate::sokoban::portfolio::any_solution;
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::play::lurd;
use crate::sokoban::rules::room::Room;

/// What makes a solution short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    Pushes,
    /// Pushes first; among solutions with the fewest of them, moves.
    PushesThenMoves,
    Moves,
    /// The first solution found.
    Any,
}

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A solution, and unless any would do, a shortest one.
    Solved(String),
    Unsolvable,
    /// What ended the search, and the best solution so far.
    Stopped(Stop, Option<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// No solution costs less, in the metric's first measure. None where there is no solution.
    pub bound: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Memory that one solve leaves to the next.
#[derive(Default)]
pub struct Workspace {
    pub(super) steady: Memory,
    pub(super) greedy: Memory,
    pub(super) backward: Memory,
}

impl Workspace {
    /// Gives back the memory that a big search has left.
    pub fn trim(&mut self) {
        self.steady.trim();
        self.greedy.trim();
        self.backward.trim();
    }
}

/// Solves a level.
pub fn solve(
    level: &Level,
    metric: Metric,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    solve_with(level, metric, Prunings::ALL, workspace, budget)
}

/// Solves a level with only some of what makes it quick.
pub fn solve_with(
    level: &Level,
    metric: Metric,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    let before = budget.nodes();
    let (verdict, bound) = match level.squares() {
        0..=64 => solve_in::<1>(level, metric, prunings, workspace, budget),
        65..=128 => solve_in::<2>(level, metric, prunings, workspace, budget),
        129..=256 => solve_in::<4>(level, metric, prunings, workspace, budget),
        257..=512 => solve_in::<8>(level, metric, prunings, workspace, budget),
        513..=1024 => solve_in::<16>(level, metric, prunings, workspace, budget),
        _ => solve_in::<256>(level, metric, prunings, workspace, budget),
    };
    Answer {
        verdict,
        bound,
        nodes: budget.nodes() - before,
    }
}

/// Positions that the steady search gets before the greedy one is asked for a first solution.
const HEAD_START: u64 = 20_000;
/// The same where the fewest pushes are looked for: whoever decides a level alone does so several times faster than beside all others.
const LONG_HEAD_START: u64 = 100_000;

fn solve_in<const W: usize>(
    level: &Level,
    metric: Metric,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Judged {
    match metric {
        Metric::Any => return any_solution::<W>(level, prunings, workspace, budget),
        Metric::Moves => return race::<W>(level, metric, prunings, workspace, budget),
        Metric::Pushes => return pushes::<W>(level, prunings, workspace, budget),
        Metric::PushesThenMoves => {}
    }
    let (verdict, bound) = pushes::<W>(level, prunings, workspace, budget);
    let (stop, best) = match verdict {
        Verdict::Solved(best) => {
            let bytes = budget.memory();
            let aim = Aim::PushesThenMoves;
            let mut search = Search::<W>::new(level, aim, prunings, &mut workspace.steady, bytes);
            search.undercut(cost(&best, metric));
            match search.run(budget) {
                End::Found(pushes) => return (Verdict::Solved(lurd(level, &pushes)), bound),
                // It cannot be: there is a solution with so few pushes.
                End::Nothing => return (Verdict::Solved(best), bound),
                End::Stopped(stop) => (stop, Some(best)),
            }
        }
        Verdict::Unsolvable => return (verdict, bound),
        Verdict::Stopped(stop, best) => (stop, best),
    };
    // A solution that meets its bound counts as optimal, but the moves of this one are not proven to be the fewest.
    let most = best
        .as_deref()
        .map(|best| cost(best, metric).saturating_sub(1));
    let bound = bound.map(|bound| bound.min(most.unwrap_or(bound)));
    (Verdict::Stopped(stop, best), bound)
}

/// The verdict, and the least possible cost.
pub(super) type Judged = (Verdict, Option<u32>);

fn pushes<const W: usize>(
    level: &Level,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Judged {
    if level.has_spare_boxes() {
        race::<W>(level, Metric::Pushes, prunings, workspace, budget)
    } else {
        fewest_pushes::<W>(level, prunings, workspace, LONG_HEAD_START, budget)
    }
}

/// Two searches take turns: a steady one that proves, and a greedy one that finds. What the greedy one finds limits the
/// steady one, and is the answer if the budget ends.
fn race<const W: usize>(
    level: &Level,
    metric: Metric,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Judged {
    let aim = if metric == Metric::Moves {
        Aim::Moves
    } else {
        Aim::Pushes
    };
    let greedy_bytes = budget.memory() / 8;
    let steady_bytes = budget.memory() - greedy_bytes;
    let Workspace { steady, greedy, .. } = workspace;
    let mut steady = Search::<W>::new(level, aim, prunings, steady, steady_bytes);
    let mut greedy = Greedy::<W>::Unborn(greedy);
    let mut best: Option<String> = None;
    let mut turn = HEAD_START;
    loop {
        let share = if greedy.is_over() { u64::MAX } else { turn };
        let limit = budget.nodes().saturating_add(share);
        let stop = match budget.within(share, |budget| steady.run(budget)) {
            End::Found(pushes) => {
                let solution = lurd(level, &pushes);
                let bound = cost(&solution, metric);
                return (Verdict::Solved(solution), Some(bound));
            }
            End::Nothing => {
                let bound = best.as_deref().map(|solution| cost(solution, metric));
                return (best.map_or(Verdict::Unsolvable, Verdict::Solved), bound);
            }
            End::Stopped(stop) => stop,
        };
        if stop != Stop::Nodes || budget.nodes() < limit {
            return (Verdict::Stopped(stop, best), Some(steady.proven()));
        }
        let share = turn / 8;
        turn *= 2;
        let new = |memory| Search::new(level, Aim::Any, prunings, memory, greedy_bytes);
        greedy = greedy.born(new);
        let Greedy::Alive(search) = &mut greedy else {
            continue;
        };
        match budget.within(share, |budget| search.run(budget)) {
            End::Found(pushes) => {
                let solution = lurd(level, &pushes);
                steady.undercut(cost(&solution, metric));
                best = Some(solution);
                greedy = Greedy::Over;
            }
            End::Nothing => return (Verdict::Unsolvable, None),
            End::Stopped(Stop::Nodes) => {}
            // Without room it would leave things out, and could prove nothing.
            End::Stopped(_) => greedy = Greedy::Over,
        }
    }
}

/// A search that is made when it is first needed, and dropped when it has done its work.
enum Greedy<'a, const W: usize> {
    Unborn(&'a mut Memory),
    Alive(Box<Search<'a, W>>),
    Over,
}

impl<'a, const W: usize> Greedy<'a, W> {
    fn born(self, new: impl FnOnce(&'a mut Memory) -> Search<'a, W>) -> Self {
        match self {
            Self::Unborn(memory) => Self::Alive(Box::new(new(memory))),
            other => other,
        }
    }

    const fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }
}

/// What a solution costs, in the measure that counts first.
fn cost(solution: &str, metric: Metric) -> u32 {
    let letters = solution.bytes();
    let count = match metric {
        Metric::Moves => letters.count(),
        _ => letters.filter(u8::is_ascii_uppercase).count(),
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The fewest pushes that every box takes alone, each to its own goal; none if that is impossible.
#[must_use]
pub fn lower_bound(level: &Level) -> Option<u32> {
    let distances = Distances::new(level, &Bits::<256>::EMPTY);
    let mut matching = Matching::default();
    matching.restart(level.boxes.len(), level.goals.len());
    for (row, &square) in level.boxes.iter().enumerate() {
        matching.set_row(row, distances.row(square, level.player));
    }
    matching.solve()
}

/// The squares from which a box cannot be brought to any goal, as rows and columns.
#[must_use]
pub fn dead_squares(level: &Level) -> Vec<(usize, usize)> {
    let distances = Distances::new(level, &Bits::<256>::EMPTY);
    let squares = (0..).take(level.squares());
    places(level, squares.filter(|&square| !distances.is_alive(square)))
}

/// The boxes that can never move again, as rows and columns.
#[must_use]
pub fn frozen_boxes(level: &Level) -> Vec<(usize, usize)> {
    let distances = Distances::new(level, &Bits::<256>::EMPTY);
    let room = Room::<256>::new(level);
    let boxes = Bits::of(level.boxes.iter().copied());
    // A needless box may well be pushed to a dead square.
    let is_alive = |square| level.has_spare_boxes() || distances.is_alive(square);
    places(level, room.frozen(&boxes, is_alive).iter())
}

fn places(level: &Level, squares: impl Iterator<Item = u16>) -> Vec<(usize, usize)> {
    let mut places: Vec<_> = squares.map(|square| level.place(square)).collect();
    places.sort_unstable();
    places
}
