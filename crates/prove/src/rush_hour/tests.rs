//! The bench itself, and a slice of it.

use super::*;
use crate::bench::{Extent, Plan, run};
use crate::game::Worker;

#[test]
fn boards_are_read_as_they_are_written() {
    for seed in 0..30 {
        for stratum in strata::strata().iter().filter(|s| s.name != "generated") {
            if let Some(case) = (stratum.draw)(&mut SplitMix64::new(seed)) {
                let text = RushHour::write(&case);
                assert_eq!(RushHour::read(&text), Ok(case), "{text}");
            }
        }
    }
    for text in ["", "XX", "B.B.XX...", "XX../....x", "1 2"] {
        assert!(RushHour::read(text).is_err(), "{text}");
    }
}

#[test]
fn the_plain_search_counts_moves_and_steps() {
    // Counted by hand: B goes down by two, and the red car out.
    let case = RushHour::read("XXB./..B./..../....").expect("a board");
    let mut space = Space::default();
    assert!(space.explore(&case.lot, 100));
    assert_eq!(space.distances(&case.lot, Count::Moves)[0], Some(2));
    assert_eq!(space.distances(&case.lot, Count::Steps)[0], Some(3));
    // X has three places and B three, less those in which they would share a cell.
    assert_eq!(space.len(), 7);
}

#[test]
fn smaller_boards_are_boards() {
    let case = RushHour::read("..BB.xC...DDCXX..EC....EFFF.......GG").expect("a board");
    let smaller = RushHour::smaller(&case);
    assert!(smaller.len() > 8);
    for case in smaller {
        assert_eq!(RushHour::read(&RushHour::write(&case)), Ok(case));
    }
}

/// A slice of the bench, always the same.
#[test]
fn a_slice_of_the_bench_finds_nothing_wrong() {
    let plan = Plan {
        extent: Extent::Cases(5),
        jobs: 2,
        seed: 1,
        is_shown: false,
    };
    let workers = || vec![Box::<RushHour>::default() as Box<dyn Worker>];
    let outcome = run(plan, workers, &|_, stratum| stratum != "generated");
    assert!(outcome.is_right(), "{:?}", outcome.failures);
}
