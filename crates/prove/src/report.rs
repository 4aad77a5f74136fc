//! What a run found, as tables for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::bench::{Failure, Outcome, Tally};
use crate::game::Worker;

/// A counter-example that was made as small as could be.
pub struct CounterExample {
    pub game: usize,
    pub stratum: usize,
    pub number: u64,
    pub claim: &'static str,
    pub detail: String,
    pub text: String,
}

/// The smallest counter-example of every game and claim, the shortest text first.
pub fn smallest(outcome: &Outcome, workers: &mut [Box<dyn Worker>]) -> Vec<CounterExample> {
    let mut found: BTreeMap<(usize, &str), CounterExample> = BTreeMap::new();
    for failure in &outcome.failures {
        let example = shrunk(failure, &mut *workers[failure.game]);
        let known = found.get(&(example.game, example.claim));
        if known.is_none_or(|known| example.text.len() < known.text.len()) {
            found.insert((example.game, example.claim), example);
        }
    }
    let mut all: Vec<CounterExample> = found.into_values().collect();
    all.sort_by_key(|example| example.text.len());
    all
}

fn shrunk(failure: &Failure, worker: &mut dyn Worker) -> CounterExample {
    let report = worker.shrink(&failure.text, failure.claim);
    let wrong = report.findings.wrong.into_iter();
    let mut details = wrong.filter(|wrong| wrong.claim == failure.claim);
    CounterExample {
        game: failure.game,
        stratum: failure.stratum,
        number: failure.number,
        claim: failure.claim,
        detail: details
            .next()
            .map_or_else(|| failure.detail.clone(), |wrong| wrong.detail),
        text: report.text,
    }
}

const HEADINGS: [&str; 7] = [
    "stratum",
    "checked",
    "lost",
    "too large",
    "claims",
    "wrong",
    "seconds",
];

/// Positions by game and stratum, then claims by name.
#[must_use]
pub fn tables(outcome: &Outcome, workers: &[Box<dyn Worker>]) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    let games: BTreeSet<usize> = outcome.tallies.iter().map(|tally| tally.game).collect();
    for &game in &games {
        let worker = &workers[game];
        let strata = worker.strata();
        let of_game: Vec<&Tally> = outcome
            .tallies
            .iter()
            .filter(|tally| tally.game == game)
            .collect();
        for tally in &of_game {
            let name = format!("{}: {}", worker.name(), strata[tally.stratum].0);
            rows.push(row(name, &[tally]));
        }
        rows.push(row(format!("{}: all", worker.name()), &of_game));
    }
    let mut text = aligned(&rows);
    let mut claims = vec![vec![
        "claim".to_owned(),
        "checked".to_owned(),
        "not checked".to_owned(),
    ]];
    for &game in &games {
        let of_game = || outcome.tallies.iter().filter(|tally| tally.game == game);
        let names: BTreeSet<&str> = of_game()
            .flat_map(|tally| tally.claims.keys().chain(tally.unchecked.keys()))
            .copied()
            .collect();
        for name in names {
            let sum = |part: fn(&Tally) -> &BTreeMap<&'static str, u64>| {
                let counts = of_game().filter_map(|tally| part(tally).get(name));
                counts.sum::<u64>().to_string()
            };
            claims.push(vec![
                format!("{}: {name}", workers[game].name()),
                sum(|tally| &tally.claims),
                sum(|tally| &tally.unchecked),
            ]);
        }
    }
    text += "\n";
    text += &aligned(&claims);
    text
}

fn row(name: String, tallies: &[&Tally]) -> Vec<String> {
    let sum = |part: fn(&Tally) -> u64| {
        let parts = tallies.iter().map(|tally| part(tally));
        parts.sum::<u64>().to_string()
    };
    let seconds: f64 = tallies.iter().map(|tally| tally.time.as_secs_f64()).sum();
    vec![
        name,
        sum(|tally| tally.positions - tally.too_large),
        sum(|tally| tally.lost),
        sum(|tally| tally.too_large),
        sum(|tally| tally.claims.values().sum()),
        sum(|tally| tally.wrong),
        format!("{seconds:.0}"),
    ]
}

/// Columns: the first to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let _ = write!(text, "{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text += "\n";
    }
    text
}
