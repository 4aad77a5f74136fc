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
