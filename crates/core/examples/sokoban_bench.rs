//! Solves the levels of a file, with a line for each: `sokoban_bench FILE METRIC CPU-SECONDS [NUMBERS [THREADS [GIGABYTES]]]`, where the numbers are a list
//! like `1-20,33`, or `all`. With several threads a second is one of all of them together, less what they waited for a processor. In
//! place of a metric it may be one engine of those that look for any solution, `greedy`, `meeting`, `features` or `openings`. The last line has the totals: levels solved, their pushes, and the seconds of those that were and were not solved.

mod sokoban_levels;

use quandary_core::cpu::thread_seconds;
use quandary_core::search::{Budget, Limits};
use quandary_core::sokoban::{
    Engine, Level, Metric, Prunings, Verdict, Workspace, lower_bound, solve, solve_alone,
};
use sokoban_levels::levels;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let wanted = arguments.get(4).filter(|text| *text != "all");
    let wanted = wanted.map(|text| ranges(text));
    let threads: usize = arguments
        .get(5)
        .map_or(1, |text| text.parse().expect("threads"));
    let clock = || {
        if threads > 1 {
            process_seconds() / f64::from(u32::try_from(threads).expect("few"))
        } else {
            thread_seconds()
        }
    };
    let text = std::fs::read_to_string(&arguments[1]).expect("a file");
    let engine = match arguments[2].as_str() {
        "greedy" => Some(Engine::Greedy),
        "meeting" => Some(Engine::Meeting),
        "features" => Some(Engine::Features),
        "openings" => Some(Engine::Openings),
        _ => None,
    };
    let metric = match arguments[2].as_str() {
        "pushes" => Metric::Pushes,
        "moves" => Metric::Moves,
        "pushes,moves" => Metric::PushesThenMoves,
        _ => Metric::Any,
    };
    let seconds: f64 = arguments[3].parse().expect("seconds");
    let gigabytes: usize = arguments
        .get(6)
        .map_or(2, |text| text.parse().expect("gigabytes"));
    let limits = Limits {
        memory: Some(gigabytes << 30),
        threads: Some(threads),
        ..Limits::default()
    };
    let mut workspace = Workspace::default();
    let levels = levels(&text);
    let (mut count, mut solved, mut unsolvable, mut total_pushes) = (0, 0, 0, 0);
    let (mut well_spent, mut lost) = (0.0, 0.0);
    for (number, rows) in (1..).zip(&levels) {
        if wanted
            .as_ref()
            .is_some_and(|ranges| !ranges.iter().any(|range| range.contains(&number)))
        {
            continue;
        }
        count += 1;
        let started = clock();
        let Ok(level) = Level::parse(rows) else {
            println!("{number} no level");
            continue;
        };
        let mut has_time = |_| clock() - started < seconds;
        let mut budget = Budget::new(&limits).monitored_by(&mut has_time);
        let answer = match engine {
            Some(engine) => {
                let prunings = Prunings::ALL;
                solve_alone(&level, engine, prunings, &mut workspace, &mut budget)
            }
            None => solve(&level, metric, &mut workspace, &mut budget),
        };
        workspace.trim();
        let spent = clock() - started;
        let pushes = |text: &String| text.bytes().filter(u8::is_ascii_uppercase).count();
        let (word, solution) = match answer.verdict {
            Verdict::Solved(solution) => {
                solved += 1;
                total_pushes += pushes(&solution);
                ("solved", Some(solution))
            }
            Verdict::Unsolvable => {
                unsolvable += 1;
                ("unsolvable", None)
            }
            Verdict::Stopped(_, solution) => ("stopped", solution),
        };
        if word == "stopped" {
            lost += spent;
        } else {
            well_spent += spent;
        }
        println!(
            "{number} {word} h0={:?} bound={:?} pushes={:?} moves={:?} nodes={} seconds={spent:.4}",
            lower_bound(&level),
            answer.bound,
            solution.as_ref().map(pushes),
            solution.as_ref().map(String::len),
            answer.nodes,
        );
    }
    println!(
        "{count} levels: {solved} solved with {total_pushes} pushes and {unsolvable} unsolvable in {well_spent:.3} s; {lost:.3} s for the others"
    );
}

/// What all threads together have had of the processors, in hundredths of a second.
fn process_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("a system that counts");
    let fields = text
        .rsplit_once(')')
        .map_or("", |(_, fields)| fields)
        .split_whitespace();
    let ticks = fields.skip(11).take(2);
    ticks
        .map(|field| field.parse::<f64>().expect("a number") / 100.0)
        .sum()
}

/// Numbers and ranges of numbers, with commas between.
fn ranges(text: &str) -> Vec<std::ops::RangeInclusive<usize>> {
    let number = |text: &str| text.parse().expect("a number");
    let range = |part: &str| match part.split_once('-') {
        Some((from, to)) => number(from)..=number(to),
        None => number(part)..=number(part),
    };
    text.split(',').map(range).collect()
}
