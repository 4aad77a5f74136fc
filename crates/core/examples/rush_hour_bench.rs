//! Solves every puzzle of a pack and prints the CPU time it took, paths included:
//! `rush_hour_bench FILE [moves|steps|moves,steps]`.

use std::{env, fs};

use quandary_core::cpu::thread_seconds;
use quandary_core::rush_hour::{Board, Metric, Verdict, Workspace, solve};
use quandary_core::search::Budget;

fn main() {
    let file = env::args().nth(1).expect("a file of puzzles");
    let metric = match env::args().nth(2).as_deref() {
        None | Some("moves") => Metric::Moves,
        Some("steps") => Metric::Steps,
        Some(_) => Metric::MovesThenSteps,
    };
    let text = fs::read_to_string(file).expect("a readable file");
    let mut workspace = Workspace::default();
    let (mut puzzles, mut wrong, mut nodes) = (0_u32, 0_u32, 0_u64);
    let begun = thread_seconds();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let recorded: i64 = words
            .next()
            .and_then(|word| word.parse().ok())
            .expect("moves");
        let cells = words.next().expect("a board").replace('o', ".");
        let board = Board::parse(&cells, cells.len().isqrt(), b'A').expect("a board");
        let answer = solve(&board, metric, &mut workspace, &mut Budget::unlimited());
        let moves = match answer.verdict {
            Verdict::Solved(_) => answer.bound.map_or(-1, i64::from),
            Verdict::Unsolvable | Verdict::Stopped(_) => -1,
        };
        puzzles += 1;
        wrong += u32::from(metric != Metric::Steps && moves != recorded);
        nodes += answer.nodes;
    }
    let milliseconds = 1000.0 * (thread_seconds() - begun) / f64::from(puzzles);
    println!("{puzzles} puzzles, {wrong} wrong, {nodes} nodes, {milliseconds:.4} ms a puzzle");
}
