//! Solves the levels of a file: `sokoban_bench FILE METRIC CPU-SECONDS [FROM [TO]]`; one line a level.

mod sokoban_levels;

use quandary_core::cpu::thread_seconds;
use quandary_core::search::{Budget, Limits};
use quandary_core::sokoban::{Level, Metric, Verdict, Workspace, lower_bound, solve};
use sokoban_levels::levels;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize, default: usize| {
        let text = arguments.get(at);
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let text = std::fs::read_to_string(&arguments[1]).expect("a file");
    let metric = match arguments[2].as_str() {
        "pushes" => Metric::Pushes,
        "moves" => Metric::Moves,
        "pushes,moves" => Metric::PushesThenMoves,
        _ => Metric::Any,
    };
    let seconds: f64 = arguments[3].parse().expect("seconds");
    let limits = Limits {
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let mut workspace = Workspace::default();
    let levels = levels(&text);
    let (mut solved, begun) = (0, thread_seconds());
    for (number, rows) in (1..)
        .zip(&levels)
        .skip(number(4, 1) - 1)
        .take(number(5, 100_000) + 1 - number(4, 1))
    {
        let started = thread_seconds();
        let Ok(level) = Level::parse(rows) else {
            println!("{number} no level");
            continue;
        };
        let mut has_time = |_| thread_seconds() - started < seconds;
        let mut budget = Budget::new(&limits).monitored_by(&mut has_time);
        let answer = solve(&level, metric, &mut workspace, &mut budget);
        workspace.trim();
        let spent = thread_seconds() - started;
        let (word, solution) = match answer.verdict {
            Verdict::Solved(solution) => {
                solved += 1;
                ("solved", Some(solution))
            }
            Verdict::Unsolvable => ("unsolvable", None),
            Verdict::Stopped(_, solution) => ("stopped", solution),
        };
        let pushes = |text: &String| text.bytes().filter(u8::is_ascii_uppercase).count();
        println!(
            "{number} {word} h0={:?} bound={:?} pushes={:?} moves={:?} nodes={} seconds={spent:.4}",
            lower_bound(&level),
            answer.bound,
            solution.as_ref().map(pushes),
            solution.as_ref().map(String::len),
            answer.nodes,
        );
    }
    println!("{solved} solved in {:.3} s", thread_seconds() - begun);
}
