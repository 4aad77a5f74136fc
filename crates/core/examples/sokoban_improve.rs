//! Improves solutions: `sokoban_improve LEVELS SOLUTIONS CPU-SECONDS [moves]`; a line of SOLUTIONS is a level's number and its
//! LURD. One line a level.

mod sokoban_levels;

use quandary_core::cpu::thread_seconds;
use quandary_core::search::{Budget, Limits};
use quandary_core::sokoban::{Level, Measure, Workspace, improve};
use sokoban_levels::levels;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let read = |at: usize| std::fs::read_to_string(&arguments[at]).expect("a file");
    let levels = levels(&read(1));
    let seconds: f64 = arguments[3].parse().expect("seconds");
    let by = match arguments.get(4).map(String::as_str) {
        Some("moves") => Measure::Moves,
        _ => Measure::Pushes,
    };
    let limits = Limits {
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let mut workspace = Workspace::default();
    let mut sums = [0, 0, 0, 0];
    let begun = thread_seconds();
    for line in read(2).lines() {
        let mut words = line.split_whitespace();
        let number: usize = words.next().expect("a number").parse().expect("a number");
        let lurd = words.next().unwrap_or("");
        let level = Level::parse(&levels[number - 1]).expect("a level");
        let started = thread_seconds();
        let mut has_time = |_| thread_seconds() - started < seconds;
        let mut budget = Budget::new(&limits).monitored_by(&mut has_time);
        let improved = improve(&level, lurd, by, &mut workspace, &mut budget);
        workspace.trim();
        let Some(improved) = improved else {
            println!("{number} no solution");
            continue;
        };
        let counts = [
            improved.pushes_before,
            improved.pushes_after,
            improved.moves_before,
            improved.moves_after,
        ];
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        println!(
            "{number} pushes {} -> {} moves {} -> {} bound {} nodes {} seconds {:.3}",
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            improved.bound,
            improved.nodes,
            thread_seconds() - started,
        );
    }
    println!(
        "pushes {} -> {}, moves {} -> {}, {:.3} s",
        sums[0],
        sums[1],
        sums[2],
        sums[3],
        thread_seconds() - begun
    );
}
