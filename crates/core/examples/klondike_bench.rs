//! Decides deals and prints the CPU time it took, solutions included:
//! `klondike_bench FILE DRAW [COUNT [DOMINANCES]]`, where FILE has lines `id,deck,draw1,draw3`.

use std::time::Instant;
use std::{env, fs};

use quandary_core::cpu::thread_seconds;
use quandary_core::klondike::complete::{Dominances, Options, Verdict, Workspace, solve};
use quandary_core::klondike::{Board, Card, Layout};
use quandary_core::search::Budget;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let file = arguments.first().expect("a file of deals");
    let draw: u8 = arguments
        .get(1)
        .map_or(3, |draw| draw.parse().expect("a number"));
    let count = arguments
        .get(2)
        .map_or(usize::MAX, |count| count.parse().expect("a number"));
    let dominances = arguments.get(3).map_or(Dominances::PROVEN, |names| {
        names.parse().expect("names of dominances")
    });
    let shuffle = arguments.get(4).map(|seed| seed.parse().expect("a number"));
    let options = Options {
        dominances,
        shuffle,
        ..Options::default()
    };
    let text = fs::read_to_string(file).expect("a readable file");
    let mut workspace = Workspace::default();
    let (mut won, mut lost, mut wrong, mut nodes, mut total) = (0, 0, 0, 0, 0.0);
    let (mut slowest, mut quickest) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1).take(count) {
        let fields: Vec<&str> = line.split(',').collect();
        let board = dealt(fields[1], draw);
        let begun = thread_seconds();
        let answer = solve(&board, options, &mut workspace, &mut Budget::unlimited());
        let seconds = thread_seconds() - begun;
        let is_won = matches!(answer.verdict, Verdict::Solved(_));
        let recorded = match draw {
            1 => fields[2],
            3 => fields[3],
            _ => "",
        };
        won += u32::from(is_won);
        lost += u32::from(!is_won);
        wrong += u32::from(recorded == if is_won { "unsolvable" } else { "solved" });
        nodes += answer.nodes;
        total += seconds;
        // The processor's own clock ticks too slowly for one deal.
        let runs = (0..5).map(|_| {
            let begun = Instant::now();
            solve(&board, options, &mut workspace, &mut Budget::unlimited());
            begun.elapsed()
        });
        quickest.push(runs.min().unwrap_or_default());
        slowest.push((seconds, fields[0].to_owned(), is_won, answer.nodes));
    }
    slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (seconds, id, is_won, nodes) in slowest.iter().take(5) {
        println!("{seconds:.3} s: deal {id}, won {is_won}, {nodes} nodes");
    }
    quickest.sort();
    if let Some(median) = quickest.get(quickest.len() / 2) {
        println!("median deal, the best of five: {median:?}");
    }
    println!("{won} won, {lost} lost, {wrong} wrong, {nodes} nodes, {total:.3} s in all");
}

fn dealt(deck: &str, draw: u8) -> Board {
    let cards = (0..deck.len() / 2).map(|at| &deck[2 * at..2 * at + 2]);
    let codes: Vec<u8> = cards
        .map(|card| card.parse::<Card>().expect("a card").code())
        .collect();
    let layout = Layout::deal(&codes, draw, None).expect("52 cards");
    Board::try_from(&layout).expect("a deal")
}
