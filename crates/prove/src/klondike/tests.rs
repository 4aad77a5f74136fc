//! The bench itself: its rules and searches agree with themselves, and it sees what is wrong.

use std::collections::HashSet;

use super::everything::{Everything, Truth};
use super::*;
use crate::bench::{Extent, Plan, run};
use crate::game::Worker;

fn drawn(count: u64) -> impl Iterator<Item = Table> {
    (0..count).flat_map(|seed| {
        let strata = strata::strata();
        strata
            .into_iter()
            .filter_map(move |stratum| (stratum.draw)(&mut SplitMix64::new(seed)))
    })
}

#[test]
fn tables_are_read_as_they_are_written() {
    for table in drawn(20) {
        let text = notation::write(&table);
        assert_eq!(notation::read(&text), Ok(table), "{text}");
    }
    for text in ["", "draw=x", "1=ZZ", "8=KC", "draw=3/foundations=KCKDKH"] {
        assert!(notation::read(text).is_err(), "{text}");
    }
}

#[test]
fn a_key_tells_everything_but_the_order_of_the_piles() {
    for mut table in drawn(20) {
        let key = key::encode(&table);
        assert_eq!(key::encode(&key::decode(&key, table.draw)), key);
        table.piles.reverse();
        assert_eq!(key::encode(&table), key);
        table.waste = u8::from(table.waste == 0);
        assert!(table.talon().is_empty() || key::encode(&table) != key);
    }
}

#[test]
fn what_trying_everything_calls_won_has_a_line_that_wins() {
    let mut everything = Everything::default();
    let mut won = 0;
    for table in drawn(10) {
        for worrying_back in [true, false] {
            if everything.search(&table, worrying_back, 1000) == Truth::Won {
                let line = everything.line(&table, worrying_back).expect("a line");
                assert_eq!(replay(&table, &line, worrying_back), Ok(()));
                won += 1;
            }
        }
    }
    assert!(won > 50, "{won}");
}

#[test]
fn turning_the_stock_in_one_go_leaves_nothing_out() {
    let (mut everything, mut won, mut lost) = (Everything::default(), 0, 0);
    for table in drawn(10) {
        for worrying_back in [true, false] {
            let truth = everything.search(&table, worrying_back, 500);
            let plain = plainest(&table, worrying_back, 2000);
            if let (Some(plain), true) = (plain, truth != Truth::TooLarge) {
                assert_eq!(truth == Truth::Won, plain, "{}", notation::write(&table));
                won += u32::from(plain);
                lost += u32::from(!plain);
            }
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

/// Whether a table can be won: every move on its own, every table as it is.
fn plainest(start: &Table, worrying_back: bool, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([*start]);
    let mut waiting = vec![*start];
    while let Some(table) = waiting.pop() {
        if table.is_won() {
            return Some(true);
        }
        if seen.len() > most {
            return None;
        }
        for play in table.moves(worrying_back) {
            let mut child = table;
            child.play(play);
            if seen.insert(child) {
                waiting.push(child);
            }
        }
    }
    Some(false)
}

#[test]
fn smaller_tables_are_smaller() {
    let size = |table: &Table| {
        let down: u8 = table.piles.iter().map(|pile| pile.down).sum();
        let rules = u8::from(table.redeals.is_some()) + table.draw + table.waste;
        u32::from(table.cards_left()) * 10_000 + u32::from(down) * 100 + u32::from(rules)
    };
    for table in drawn(5) {
        for smaller in smaller::smaller(&table) {
            assert!(size(&smaller) < size(&table));
        }
    }
}

/// Tables that the solver once called lost, found by the bench and by readers of its arguments, each with as few cards as could be.
const ONCE_CALLED_LOST: [&str; 7] = [
    "draw=2/foundations=KCKDKH5S/1=TS/2=KS/3=8S/4=6s9s7sJS/7=QS",
    "draw=2/foundations=KCKDKH2S/1=8s3s9s6S/2=Ts5S/4=JS/6=QS/7=Ks7s4S",
    "draw=2/foundations=9CKD7HKS/1=KhTc8h9H/2=QH/3=TH/4=JcKC/5=JH/6=QC",
    "draw=1/foundations=5CKDQHKS/1=6cJc9C/2=7C/3=8C/4=TC/5=KC/6=KHQC",
    "draw=3/foundations=6CTDKHKS/1=8C/2=9C/3=7cJdTC/4=QC/5=KCQDJC/6=KD",
    "draw=3/foundations=4CKDJHKS/1=7C/2=8C/3=5cTc6C/4=9C/5=KCQHJC/6=KHQC",
    "draw=3/foundations=2CKHKS/1=8D7C/2=KdKC/3=8cJcQCJDTC9D/4=3cQd7d2D/5=6D5C/6=Ad4dTd6C5D/7=9c4C3D",
];

#[test]
fn what_was_once_called_lost_is_won() {
    for text in ONCE_CALLED_LOST {
        let table = notation::read(text).expect("a table");
        let board = Board::try_from(&table.layout()).expect("a board");
        for way in WAYS.iter().filter(|way| way.worrying_back).take(2) {
            let Said::Solved(moves) = way.ask(&board, &mut Workspace::default(), 1) else {
                panic!("{}: {text}", way.claim);
            };
            assert_eq!(replay(&table, &moves, true), Ok(()), "{text}");
        }
    }
}

/// A slice of the bench, always the same.
#[test]
fn a_slice_of_the_bench_finds_nothing_wrong() {
    let plan = Plan {
        extent: Extent::Cases(3),
        jobs: 2,
        seed: 1,
        is_shown: false,
    };
    let workers = || vec![Box::<Klondike>::default() as Box<dyn Worker>];
    let outcome = run(plan, workers, &|_, stratum| !stratum.starts_with("large"));
    assert!(outcome.is_right(), "{:?}", outcome.failures);
}
