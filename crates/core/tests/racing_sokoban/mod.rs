//! The engines that look for any solution, each by itself.

use super::plain_sokoban::{Shape, is_solvable, random_level};
use super::{MIRRORED, judged, level, shape};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{Budget, Stop};
use quandary_core::sokoban::{Engine, Level, Prunings, Verdict, Workspace, solve_alone};

/// Rooms in which a plain search still sees everything, and most of which cannot be solved.
const WIDER: [Shape; 3] = [
    shape(6, 5, 8, 3, 3),
    shape(5, 5, 4, 4, 4),
    shape(7, 4, 6, 3, 3),
];

/// Lets each engine alone judge so many of these rooms; how many can be solved, and how many not.
fn judge_by_engines(levels: usize, seed: u64) -> (usize, usize) {
    let mut rng = SplitMix64::new(seed);
    let mut workspace = Workspace::default();
    let mut counts = (0, 0);
    for shape in WIDER.into_iter().cycle().take(levels) {
        let Some(rows) = random_level(shape, &mut rng) else {
            continue;
        };
        let expected = is_solvable(&rows);
        let level = Level::parse(&rows).expect("a level");
        for engine in [Engine::Greedy, Engine::Meeting] {
            let mut budget = Budget::unlimited();
            let space = &mut workspace;
            let answer = solve_alone(&level, engine, Prunings::ALL, space, &mut budget);
            let found = judged(&level, &answer).is_some();
            assert_eq!(found, expected, "{engine:?}\n{}", rows.join("\n"));
        }
        if expected {
            counts.0 += 1;
        } else {
            counts.1 += 1;
        }
    }
    counts
}

/// The feature-space search proves nothing, but what it finds is a solution.
#[test]
fn the_feature_space_search_solves_what_can_be_solved() {
    let (solvable, solved) = solved_by(Engine::Features);
    assert_eq!(solved, solvable);
    assert!(solved > 5, "{solved}");
}

/// Some small rooms have no opening: then somebody else has to solve them.
#[test]
fn the_search_to_openings_solves_most_of_what_can_be_solved() {
    let (solvable, solved) = solved_by(Engine::Openings);
    assert!(solved * 4 > solvable * 3, "{solved} of {solvable}");
}

/// How many random levels can be solved, and how many an engine solves that proves nothing.
fn solved_by(engine: Engine) -> (usize, usize) {
    let mut rng = SplitMix64::new(5);
    let mut workspace = Workspace::default();
    let (mut solvable, mut solved) = (0, 0);
    for shape in WIDER.into_iter().cycle().take(60) {
        let Some(rows) = random_level(shape, &mut rng) else {
            continue;
        };
        let level = Level::parse(&rows).expect("a level");
        let mut budget = Budget::unlimited();
        let space = &mut workspace;
        let answer = solve_alone(&level, engine, Prunings::ALL, space, &mut budget);
        let is_found = match &answer.verdict {
            Verdict::Solved(_) => judged(&level, &answer).is_some(),
            verdict => {
                assert_eq!(*verdict, Verdict::Stopped(Stop::Memory, None));
                false
            }
        };
        if is_found || is_solvable(&rows) {
            solvable += 1;
            solved += usize::from(is_found);
        }
    }
    (solvable, solved)
}

#[test]
fn each_engine_proves_what_cannot_be_solved() {
    let (solved, unsolvable) = judge_by_engines(12, 3);
    assert!(solved > 0 && unsolvable > 3, "{solved} {unsolvable}");
}

/// The bigger run: `cargo test --release -p quandary-core --test sokoban -- --ignored`.
#[test]
#[ignore = "minutes"]
fn each_engine_proves_hundreds_of_levels() {
    let seed = std::env::var("SEED").map_or(2, |seed| seed.parse().expect("a number"));
    println!("{:?} solved, unsolvable", judge_by_engines(300, seed));
}

/// A room crowded with boxes, made at random and played backwards.
const CROWDED: [&str; 9] = [
    "###########",
    "#  . #   ##",
    "# $.@$   ##",
    "# .**.$ # #",
    "#*.*..    #",
    "#  #*#$$$ #",
    "## $.  $  #",
    "#  #.  $ ##",
    "###########",
];

/// A change in these numbers is a change in the search: look whether it was meant.
#[test]
fn the_engines_are_what_they_were() {
    let nodes = |level: &Level, engine| {
        let mut budget = Budget::unlimited();
        let mut workspace = Workspace::default();
        let prunings = Prunings::ALL;
        let answer = solve_alone(level, engine, prunings, &mut workspace, &mut budget);
        assert!(judged(level, &answer).is_some());
        answer.nodes
    };
    let engines = [
        Engine::Greedy,
        Engine::Meeting,
        Engine::Features,
        Engine::Openings,
    ];
    let counts = |rows: &[&str]| engines.map(|engine| nodes(&level(rows), engine));
    assert_eq!(counts(&MIRRORED), [12, 12, 17, 4011]);
    assert_eq!(counts(&CROWDED), [2145, 4980, 619, 44585]);
}
