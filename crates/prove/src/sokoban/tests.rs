//! The bench itself, and a slice of it.

use super::*;
use crate::bench::{Extent, Plan, run};
use crate::game::Worker;

#[test]
fn levels_are_read_as_they_are_written() {
    for seed in 0..20 {
        for stratum in strata::strata() {
            if let Some(case) = (stratum.draw)(&mut SplitMix64::new(seed)) {
                let text = Sokoban::write(&case);
                assert_eq!(Sokoban::read(&text), Ok(case), "{text}");
            }
        }
    }
    for text in ["", "#@#", "####|#@-|####", "#####|#@@.#|#####", "x:####"] {
        assert!(Sokoban::read(text).is_err(), "{text}");
    }
}

#[test]
fn the_plain_search_counts_pushes_and_steps() {
    let optima = |text: &str| {
        let room = Room::new(&from_line(text).expect("a level")).expect("a room");
        Sokoban::default().optima(&room, 100_000).expect("small")
    };
    assert_eq!(optima("######|#@$-.#|######"), Some(((2, 2), 2)));
    assert_eq!(optima("######|#@-$.#|#.$--#|######"), Some(((2, 4), 4)));
    assert_eq!(optima("#####|#@$.#|#.$-#|#####"), None);
}

#[test]
fn a_corner_is_a_lost_square() {
    let room = Room::new(&from_line("######|#@---#|#--$-#|#---.#|######").expect("a level"));
    let lost = lost_squares(&room.expect("a room"));
    assert!(
        lost.contains(&(1, 1)) && !lost.contains(&(2, 3)),
        "{lost:?}"
    );
}

/// A slice of the bench, always the same.
#[test]
fn a_slice_of_the_bench_finds_nothing_wrong() {
    let plan = Plan {
        extent: Extent::Cases(2),
        jobs: 2,
        seed: 1,
        is_shown: false,
    };
    let workers = || vec![Box::<Sokoban>::default() as Box<dyn Worker>];
    let outcome = run(plan, workers, &|_, stratum| stratum != "over 64 squares");
    assert!(outcome.is_right(), "{:?}", outcome.failures);
}
