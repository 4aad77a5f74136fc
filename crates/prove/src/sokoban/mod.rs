//! Sokoban's claims: optima in three metrics, "unsolvable", bounds, lost squares, frozen boxes, shorter solutions that are
//! called shortest, and what the generator says of its levels; with all prunings and with each alone.

mod cheapest;
mod grid;
mod room;
mod strata;
mod ways;

#[cfg(test)]
mod tests;

use quandary_core::rng::SplitMix64;
use quandary_core::search::{Budget, Limits};
use quandary_core::sokoban::{
    Answer, Engine, Level, Measure, Metric, Prunings, Verdict, Workspace, dead_squares,
    frozen_boxes, improve, lower_bound, solve_alone, solve_with,
};

use self::cheapest::{By, Cheapest, Truth, lost_squares};
use self::grid::{Rows, from_line, line, smaller, texts};
use self::room::Room;
use self::ways::WAYS;
use crate::dice::below;
use crate::game::{Findings, Game, Scope, Stratum};

const MOST_POSITIONS: usize = 40_000;
const MOST_POSITIONS_NOW_AND_THEN: usize = 300_000;
const NOW_AND_THEN: usize = 100;

/// A level, and for one that the generator made, the fewest pushes that it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    rows: Rows,
    made: Option<u32>,
}

impl Case {
    const fn new(rows: Rows) -> Self {
        Self { rows, made: None }
    }
}

/// The bench's memory for Sokoban.
#[derive(Default)]
pub struct Sokoban {
    workspace: Workspace,
    cheapest: Cheapest,
}

const METRICS: [Metric; 4] = [
    Metric::Pushes,
    Metric::PushesThenMoves,
    Metric::Moves,
    Metric::Any,
];
const ENGINES: [(&str, Engine); 4] = [
    ("greedy engine", Engine::Greedy),
    ("meeting engine", Engine::Meeting),
    ("features engine", Engine::Features),
    ("openings engine", Engine::Openings),
];
const BOUND: &str = "bound";
const IMPROVE: &str = "improve";
const SQUARES: [&str; 3] = ["lost squares", "frozen boxes", "lower bound"];
const MADE: &str = "generator: pushes";

/// Pushes and moves of the solutions with the fewest pushes and then moves, and the fewest moves; none without a solution.
type Optima = Option<((u32, u32), u32)>;

impl Game for Sokoban {
    type Case = Case;
    const NAME: &'static str = "sokoban";
    const WEIGHT: u32 = 2;

    fn strata() -> Vec<Stratum<Case>> {
        strata::strata()
    }

    fn check(&mut self, case: &Case, scope: Scope) -> Findings {
        let mut findings = Findings::default();
        let text = line(&case.rows);
        let mut rng = SplitMix64::new(text.bytes().fold(0, |sum, byte| {
            SplitMix64::new(sum ^ u64::from(byte)).next_u64()
        }));
        let level = Level::parse(texts(&case.rows)).expect("only levels are drawn");
        let room = Room::new(&case.rows).expect("only rooms are drawn");
        let most = if scope.effort > 1 || below(&mut rng, NOW_AND_THEN) == 0 {
            MOST_POSITIONS_NOW_AND_THEN * scope.effort
        } else {
            MOST_POSITIONS
        };
        let Some(truth) = self.optima(&room, most) else {
            findings.too_large = true;
            return findings;
        };
        findings.is_lost = truth.is_none();
        for (claim, prunings) in WAYS.into_iter().filter(|way| scope.holds(&[way.0])) {
            for metric in METRICS {
                let budget = &mut Budget::unlimited();
                let answer = solve_with(&level, metric, prunings, &mut self.workspace, budget);
                findings.check(claim, fault_of(&room, &answer, metric, truth));
            }
        }
        for (claim, engine) in ENGINES.into_iter().filter(|way| scope.holds(&[way.0])) {
            let budget = &mut Budget::new(&limits(20_000));
            let all = Prunings::ALL;
            let answer = solve_alone(&level, engine, all, &mut self.workspace, budget);
            if matches!(answer.verdict, Verdict::Stopped(..)) {
                findings.unchecked.push(claim);
            } else {
                findings.check(claim, fault_of(&room, &answer, Metric::Any, truth));
            }
        }
        if scope.holds(&[BOUND]) {
            self.bounds(&level, &room, truth, &mut rng, &mut findings);
        }
        if scope.holds(&[IMPROVE]) {
            self.improvements(&level, &room, truth, &mut rng, &mut findings);
        }
        if scope.holds(&SQUARES) {
            self.squares(case, &level, &room, truth, most, &mut findings);
        }
        if let Some(pushes) = case.made {
            findings.equal(MADE, &Some(pushes), &truth.map(|truth| truth.0.0));
        }
        findings
    }

    fn smaller(case: &Case) -> Vec<Case> {
        smaller(&case.rows).into_iter().map(Case::new).collect()
    }

    fn write(case: &Case) -> String {
        match case.made {
            Some(pushes) => format!("{pushes}:{}", line(&case.rows)),
            None => line(&case.rows),
        }
    }

    fn read(text: &str) -> Result<Case, String> {
        match text.split_once(':') {
            Some((pushes, line)) => Ok(Case {
                rows: from_line(line)?,
                made: Some(pushes.parse().map_err(|_| format!("{pushes:?} pushes"))?),
            }),
            None => from_line(text).map(Case::new),
        }
    }

    fn command(text: &str) -> String {
        let level = text.split_once(':').map_or(text, |(_, level)| level);
        format!("quandary solve sokoban '{level}'")
    }
}

impl Sokoban {
    /// The optima by trying everything; the outer none if that is too much.
    fn optima(&mut self, room: &Room, most: usize) -> Option<Optima> {
        let by_pushes = self.cheapest.search(room, By::PushesThenMoves, most);
        let by_moves = self.cheapest.search(room, By::MovesThenPushes, most);
        match (by_pushes, by_moves) {
            (Truth::Solved(pushes, moves), Truth::Solved(fewest, _)) => {
                Some(Some(((pushes, moves), fewest)))
            }
            (Truth::Unsolvable, Truth::Unsolvable) => Some(None),
            _ => None,
        }
    }

    /// What is said when the budget ends early.
    fn bounds(
        &mut self,
        level: &Level,
        room: &Room,
        truth: Optima,
        rng: &mut SplitMix64,
        findings: &mut Findings,
    ) {
        for metric in METRICS {
            let budget = &mut Budget::new(&limits(rng.below(40)));
            let all = Prunings::ALL;
            let answer = solve_with(level, metric, all, &mut self.workspace, budget);
            let Verdict::Stopped(_, best) = &answer.verdict else {
                findings.check(BOUND, fault_of(room, &answer, metric, truth));
                continue;
            };
            let mut fault = None;
            if let Some((least, bound)) = least_of(truth, metric).zip(answer.bound) {
                if bound > least {
                    fault = Some(format!("{metric:?}: {bound}, but the optimum is {least}"));
                }
            }
            if let Some(best) = best {
                fault = fault.or(room.replay(best).err());
            }
            findings.check(BOUND, fault);
        }
    }

    /// Solutions made shorter, from one that is as good as any.
    fn improvements(
        &mut self,
        level: &Level,
        room: &Room,
        truth: Optima,
        rng: &mut SplitMix64,
        findings: &mut Findings,
    ) {
        let Some(((pushes, moves), fewest)) = truth else {
            return;
        };
        let workspace = &mut self.workspace;
        let any = solve_with(
            level,
            Metric::Any,
            Prunings::ALL,
            workspace,
            &mut Budget::unlimited(),
        );
        let Verdict::Solved(solution) = any.verdict else {
            return;
        };
        for by in [Measure::Pushes, Measure::Moves] {
            for nodes in [rng.below(60), 4000] {
                let budget = &mut Budget::new(&limits(nodes));
                let Some(improved) = improve(level, &solution, by, workspace, budget) else {
                    findings.check(IMPROVE, Some(format!("{solution} is refused")));
                    continue;
                };
                let least = if by == Measure::Pushes {
                    pushes
                } else {
                    fewest
                };
                let fault = match room.replay(&improved.lurd) {
                    Err(fault) => Some(fault),
                    Ok(cost) => {
                        let after = if by == Measure::Pushes {
                            cost.0
                        } else {
                            cost.1
                        };
                        let is_right = improved.bound <= least
                            && after >= least
                            && cost == (improved.pushes_after, improved.moves_after)
                            && (cost.0 > pushes || cost.1 >= moves);
                        (!is_right)
                            .then(|| format!("{by:?}: {improved:?}, but the optima are {truth:?}"))
                    }
                };
                findings.check(IMPROVE, fault);
            }
        }
    }

    /// What is said of squares and boxes without a search.
    fn squares(
        &mut self,
        case: &Case,
        level: &Level,
        room: &Room,
        truth: Optima,
        most: usize,
        findings: &mut Findings,
    ) {
        let pushes = truth.map(|truth| truth.0.0);
        if room.boxes.count_ones() == room.goals.count_ones() {
            let bound = lower_bound(level);
            let is_right = match (bound, pushes) {
                (Some(bound), Some(pushes)) => bound <= pushes,
                (None, Some(_)) => false,
                (_, None) => true,
            };
            let told = format!("{bound:?}, but the optimum is {pushes:?}");
            findings.check("lower bound", (!is_right).then_some(told));
        }
        findings.equal("lost squares", &dead_squares(level), &lost_squares(room));
        for (row, column) in frozen_boxes(level) {
            // A box that no solution can move is as good as a wall.
            let is_home = case.rows[row][column] == b'*';
            let is_spare = room.boxes.count_ones() > room.goals.count_ones();
            if !is_home && !is_spare {
                let told = format!(
                    "r{}c{} is off its goal, yet {pushes:?}",
                    row + 1,
                    column + 1
                );
                findings.check("frozen boxes", pushes.is_some().then_some(told));
                continue;
            }
            let mut walled = case.rows.clone();
            walled[row][column] = b'#';
            let Some(smaller) = Room::new(&walled).filter(|smaller| {
                let lost = room.goals.count_ones() - smaller.goals.count_ones();
                smaller.goals != 0 && lost == u32::from(is_home)
            }) else {
                findings.unchecked.push("frozen boxes");
                continue;
            };
            if let Some(without) = self.optima(&smaller, most) {
                findings.equal("frozen boxes", &without, &truth);
            }
        }
    }
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The optimum in a metric's first measure.
fn least_of(truth: Optima, metric: Metric) -> Option<u32> {
    let ((pushes, _), fewest) = truth?;
    Some(if metric == Metric::Moves {
        fewest
    } else {
        pushes
    })
}

/// What is wrong with an answer that claims to be final.
fn fault_of(room: &Room, answer: &Answer, metric: Metric, truth: Optima) -> Option<String> {
    let told = || format!("{metric:?}: {answer:?}, but the optima are {truth:?}");
    let ((pushes, moves), fewest) = match (&answer.verdict, truth) {
        (Verdict::Unsolvable, None) => return answer.bound.is_some().then(told),
        (Verdict::Solved(_), Some(truth)) => truth,
        _ => return Some(told()),
    };
    let Verdict::Solved(solution) = &answer.verdict else {
        return Some(told());
    };
    let cost = match room.replay(solution) {
        Ok(cost) => cost,
        Err(fault) => return Some(fault),
    };
    let is_right = match metric {
        Metric::Pushes => cost.0 == pushes && answer.bound == Some(pushes),
        Metric::PushesThenMoves => cost == (pushes, moves) && answer.bound == Some(pushes),
        Metric::Moves => cost.1 == fewest && answer.bound == Some(fewest),
        Metric::Any => answer.bound.is_none_or(|bound| bound <= pushes),
    };
    (!is_right).then(told)
}
