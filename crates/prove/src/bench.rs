//! Draws positions from all strata on all cores, and counts what came of them.
//!
//! A position is drawn from a seed made of the run's seed, the stratum's name and a running number, so that a run finds the
//! same positions again however many threads share it; only how many there are depends on the time.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::game::{Report, Worker};
use quandary_core::rng::SplitMix64;

/// How many wrong positions a stratum keeps of each claim, to be shrunk in the end.
const KEPT: usize = 3;
const TIME_BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How much to do.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// All strata share this time by their weights.
    Time(Duration),
    /// So many positions of every stratum.
    Cases(u64),
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub extent: Extent,
    pub jobs: usize,
    pub seed: u64,
    /// Shows on stderr how far it is.
    pub is_shown: bool,
}

/// A wrong position as it was drawn.
#[derive(Clone, Debug)]
pub struct Failure {
    pub game: usize,
    pub stratum: usize,
    pub number: u64,
    pub claim: &'static str,
    pub detail: String,
    pub text: String,
}

/// What came of one stratum.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub game: usize,
    pub stratum: usize,
    pub positions: u64,
    pub lost: u64,
    pub too_large: u64,
    pub claims: BTreeMap<&'static str, u64>,
    pub unchecked: BTreeMap<&'static str, u64>,
    pub wrong: u64,
    pub time: Duration,
    begun: u64,
    running: u32,
    weight: f64,
}

/// All that a run found.
#[derive(Default)]
pub struct Outcome {
    pub tallies: Vec<Tally>,
    pub failures: Vec<Failure>,
}

impl Outcome {
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.tallies.iter().all(|tally| tally.wrong == 0)
    }
}

/// The seed of a position.
#[must_use]
pub fn case_seed(seed: u64, game: &str, stratum: &str, number: u64) -> u64 {
    let mut mixed = SplitMix64::new(seed).next_u64();
    for byte in game.bytes().chain([b'/']).chain(stratum.bytes()) {
        mixed = SplitMix64::new(mixed ^ u64::from(byte)).next_u64();
    }
    SplitMix64::new(mixed ^ number).next_u64()
}

struct Work {
    outcome: Outcome,
    next_line: Instant,
}

/// Runs the bench. Every thread makes its own workers, one a game; `keep` says which strata take part.
///
/// # Panics
/// When a thread does.
pub fn run(
    plan: Plan,
    workers: fn() -> Vec<Box<dyn Worker>>,
    keep: &dyn Fn(&str, &str) -> bool,
) -> Outcome {
    let begun = Instant::now();
    let work = Mutex::new(Work {
        outcome: Outcome {
            tallies: tallies(&workers(), keep),
            failures: Vec::new(),
        },
        next_line: begun + TIME_BETWEEN_LINES,
    });
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| serve(plan, begun, &work, &mut workers()));
        }
    });
    work.into_inner().expect("threads that ended well").outcome
}

fn tallies(workers: &[Box<dyn Worker>], keep: &dyn Fn(&str, &str) -> bool) -> Vec<Tally> {
    let mut tallies = Vec::new();
    for (game, worker) in workers.iter().enumerate() {
        let strata = worker.strata();
        let all: f64 = strata.iter().map(|&(_, weight)| f64::from(weight)).sum();
        for (stratum, &(name, weight)) in strata.iter().enumerate() {
            if keep(worker.name(), name) {
                tallies.push(Tally {
                    game,
                    stratum,
                    weight: f64::from(worker.weight()) * f64::from(weight) / all,
                    ..Tally::default()
                });
            }
        }
    }
    tallies
}

/// One thread's work: always the stratum that has had least of its time.
fn serve(plan: Plan, begun: Instant, work: &Mutex<Work>, workers: &mut [Box<dyn Worker>]) {
    loop {
        let (at, number) = {
            let mut work = work.lock().expect("threads that end well");
            let Some(at) = next(plan, begun, &work.outcome.tallies) else {
                return;
            };
            let tally = &mut work.outcome.tallies[at];
            tally.running += 1;
            tally.begun += 1;
            (at, tally.begun - 1)
        };
        let (game, stratum) = {
            let work = work.lock().expect("threads that end well");
            let tally = &work.outcome.tallies[at];
            (tally.game, tally.stratum)
        };
        let started = Instant::now();
        let worker = &mut workers[game];
        let name = worker.strata()[stratum].0;
        let report = worker.run(stratum, case_seed(plan.seed, worker.name(), name, number));
        let mut work = work.lock().expect("threads that end well");
        let tally = &mut work.outcome.tallies[at];
        tally.running -= 1;
        tally.time += started.elapsed();
        if let Some(report) = report {
            note(&mut work.outcome, at, number, report, plan, workers);
        }
        if plan.is_shown && Instant::now() >= work.next_line {
            work.next_line = Instant::now() + TIME_BETWEEN_LINES;
            show(&work.outcome, begun, workers);
        }
    }
}

/// The stratum that is to be served next; none when all is done.
fn next(plan: Plan, begun: Instant, tallies: &[Tally]) -> Option<usize> {
    match plan.extent {
        Extent::Time(time) if begun.elapsed() >= time => None,
        Extent::Time(_) => {
            let need = |tally: &Tally| {
                // A position at work is taken to need as long as the others did.
                let done = tally.begun - u64::from(tally.running);
                let mean = tally.time.as_secs_f64()
                    / f64::from(u32::try_from(done.max(1)).unwrap_or(u32::MAX));
                let ahead = f64::from(tally.running) * mean;
                (tally.time.as_secs_f64() + ahead) / tally.weight
            };
            let pairs = tallies.iter().enumerate();
            let least = pairs.min_by(|(_, a), (_, b)| need(a).total_cmp(&need(b)));
            least.map(|(at, _)| at)
        }
        Extent::Cases(most) => tallies.iter().position(|tally| tally.begun < most),
    }
}

fn note(
    outcome: &mut Outcome,
    at: usize,
    number: u64,
    report: Report,
    plan: Plan,
    workers: &[Box<dyn Worker>],
) {
    let tally = &mut outcome.tallies[at];
    let Report { text, findings } = report;
    tally.positions += 1;
    tally.lost += u64::from(findings.is_lost);
    tally.too_large += u64::from(findings.too_large);
    for claim in findings.claims {
        *tally.claims.entry(claim).or_default() += 1;
    }
    for claim in findings.unchecked {
        *tally.unchecked.entry(claim).or_default() += 1;
    }
    tally.wrong += u64::from(!findings.wrong.is_empty());
    let (game, stratum) = (tally.game, tally.stratum);
    for wrong in findings.wrong {
        let alike = |other: &&Failure| {
            (other.game, other.stratum, other.claim) == (game, stratum, wrong.claim)
        };
        let known = outcome.failures.iter().filter(alike).count();
        if known < KEPT {
            let text = wrong.elsewhere.unwrap_or_else(|| text.clone());
            if plan.is_shown && known == 0 {
                let name = workers[game].strata()[stratum].0;
                let game = workers[game].name();
                eprintln!("wrong: {game}, {name}: {}: {text}", wrong.claim);
            }
            outcome.failures.push(Failure {
                game,
                stratum,
                number,
                claim: wrong.claim,
                detail: wrong.detail,
                text,
            });
        }
    }
}

/// One line of progress.
fn show(outcome: &Outcome, begun: Instant, workers: &[Box<dyn Worker>]) {
    let mut line = format!("{:>5} s", begun.elapsed().as_secs());
    for (game, worker) in workers.iter().enumerate() {
        let of_game = outcome.tallies.iter().filter(|tally| tally.game == game);
        let (positions, wrong) = of_game.fold((0, 0), |(positions, wrong), tally| {
            (positions + tally.positions, wrong + tally.wrong)
        });
        if positions > 0 {
            let _ = write!(line, "  {} {positions} ({wrong} wrong)", worker.name());
        }
    }
    eprintln!("{line}");
}
