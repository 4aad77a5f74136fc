//! A game whose claims are wrong on purpose: what the bench makes of it.

use super::*;
use crate::bench::{Extent, Outcome, Plan, run};
use crate::report::{smallest, tables};

/// Positions are numbers. That they are below ten is claimed, and wrong; at 77 the solver breaks.
#[derive(Default)]
struct Numbers;

impl Game for Numbers {
    type Case = u64;
    const NAME: &'static str = "numbers";
    const WEIGHT: u32 = 1;

    fn strata() -> Vec<Stratum<u64>> {
        vec![
            Stratum {
                name: "small",
                weight: 1,
                draw: |rng| Some(rng.below(10)),
            },
            Stratum {
                name: "any",
                weight: 1,
                draw: |rng| Some(rng.below(200)).filter(|number| number % 2 == 1),
            },
        ]
    }

    fn check(&mut self, number: &u64, _: Scope) -> Findings {
        assert_ne!(*number, 77, "it breaks");
        let mut findings = Findings::default();
        let told = format!("{number} is not below ten");
        findings.check("below ten", (*number >= 10).then_some(told));
        findings.equal("itself", number, number);
        findings
    }

    fn smaller(number: &u64) -> Vec<u64> {
        [number / 2, number.saturating_sub(1)]
            .into_iter()
            .filter(|smaller| smaller < number)
            .collect()
    }

    fn write(number: &u64) -> String {
        number.to_string()
    }

    fn read(text: &str) -> Result<u64, String> {
        text.parse().map_err(|_| format!("{text:?} is no number"))
    }

    fn command(text: &str) -> String {
        format!("count {text}")
    }
}

fn workers() -> Vec<Box<dyn Worker>> {
    vec![Box::<Numbers>::default()]
}

fn outcome(jobs: usize) -> Outcome {
    let plan = Plan {
        extent: Extent::Cases(400),
        jobs,
        seed: 3,
        is_shown: false,
    };
    run(plan, workers, &|_, _| true)
}

#[test]
fn what_is_wrong_is_found_and_made_as_small_as_can_be() {
    hush_findings();
    let outcome = outcome(1);
    assert!(!outcome.is_right());
    let [small, any] = &outcome.tallies[..] else {
        panic!("two strata");
    };
    assert_eq!((small.positions, small.wrong), (400, 0));
    assert!((100..300).contains(&any.positions) && any.wrong > 100);
    let found = smallest(&outcome, &mut workers());
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|example| (example.claim, &*example.text))
        .collect();
    assert_eq!(found, [("below ten", "10"), ("no panic", "77")]);
    assert!(tables(&outcome, &workers()).contains("numbers: all"));
}

#[test]
fn the_same_seed_draws_the_same_positions_on_any_number_of_threads() {
    let counts = |outcome: &Outcome| {
        let tallies = outcome.tallies.iter();
        tallies
            .map(|tally| (tally.positions, tally.wrong))
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&outcome(1)), counts(&outcome(3)));
}

#[test]
fn one_position_can_be_looked_at_alone() {
    let mut worker = Numbers;
    let findings = worker.check_text("12", Scope::USUAL).expect("a number");
    assert_eq!(findings.wrong[0].detail, "12 is not below ten");
    assert!(worker.check_text("twelve", Scope::USUAL).is_err());
    assert!(Scope::USUAL.holds(&["anything"]));
}
