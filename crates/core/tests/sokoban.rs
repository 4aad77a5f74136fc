//! The solver against a plain search on random levels, with all prunings and with each alone.

mod improving_sokoban;
mod plain_sokoban;
mod racing_sokoban;

use plain_sokoban::{Shape, optima, random_level};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{Budget, Limits, Stop};
use quandary_core::sokoban::{
    Answer, Engine, Level, Metric, Prunings, Verdict, Workspace, dead_squares, frozen_boxes,
    lower_bound, replay, solve, solve_alone, solve_with,
};

/// All prunings, none, and each one by itself (walls need freezes).
fn choices() -> Vec<Prunings> {
    let freezes = Prunings {
        freezes: true,
        ..Prunings::NONE
    };
    vec![
        Prunings::ALL,
        Prunings::NONE,
        freezes,
        Prunings {
            walls: true,
            ..freezes
        },
        Prunings {
            corrals: true,
            ..Prunings::NONE
        },
        Prunings {
            tunnels: true,
            ..Prunings::NONE
        },
        Prunings {
            pairs: true,
            pairs_early: true,
            ..Prunings::NONE
        },
        Prunings {
            pairs_early: true,
            ..Prunings::ALL
        },
        Prunings {
            traps: true,
            ..Prunings::NONE
        },
        Prunings {
            symmetry: true,
            ..Prunings::NONE
        },
    ]
}

/// Pushes and moves of a solution that the plain rules have accepted.
fn judged(level: &Level, answer: &Answer) -> Option<(u32, u32)> {
    let Verdict::Solved(lurd) = &answer.verdict else {
        assert_eq!(answer.verdict, Verdict::Unsolvable);
        assert_eq!(answer.bound, None);
        return None;
    };
    assert_eq!(replay(level, lurd).0, *lurd);
    let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count();
    let count = |number: usize| u32::try_from(number).expect("short");
    Some((count(pushes), count(lurd.len())))
}

/// Compares everything on so many levels of each shape; how many could be solved, and how many not.
fn compare(shapes: &[Shape], levels: usize, seed: u64) -> (usize, usize) {
    let mut rng = SplitMix64::new(seed);
    let mut workspace = Workspace::default();
    let mut counts = (0, 0);
    for &shape in shapes {
        let mut done = 0;
        while done < levels {
            let Some(rows) = random_level(shape, &mut rng) else {
                continue;
            };
            done += 1;
            let expected = optima(&rows);
            let level = Level::parse(&rows).expect("a level");
            for prunings in choices() {
                let mut found = |metric, prunings| {
                    let mut budget = Budget::unlimited();
                    let answer = solve_with(&level, metric, prunings, &mut workspace, &mut budget);
                    (judged(&level, &answer), answer.bound)
                };
                let (cost, bound) = found(Metric::Pushes, prunings);
                let pushes = expected.map(|((pushes, _), _)| pushes);
                assert_eq!(
                    cost.map(|cost| cost.0),
                    pushes,
                    "{prunings:?}\n{}",
                    rows.join("\n")
                );
                assert_eq!(bound, pushes);
                let (cost, bound) = found(Metric::PushesThenMoves, prunings);
                assert_eq!(
                    cost,
                    expected.map(|(both, _)| both),
                    "{prunings:?}\n{}",
                    rows.join("\n")
                );
                assert_eq!(bound, pushes);
                let (cost, bound) = found(Metric::Moves, prunings);
                let moves = expected.map(|(_, moves)| moves);
                assert_eq!(
                    cost.map(|cost| cost.1),
                    moves,
                    "{prunings:?}\n{}",
                    rows.join("\n")
                );
                assert_eq!(bound, moves);
                let (cost, bound) = found(Metric::Any, prunings);
                assert_eq!(
                    cost.is_some(),
                    expected.is_some(),
                    "{prunings:?}\n{}",
                    rows.join("\n")
                );
                assert!(bound <= pushes);
                for engine in [Engine::Greedy, Engine::Meeting] {
                    let mut budget = Budget::unlimited();
                    let space = &mut workspace;
                    let answer = solve_alone(&level, engine, prunings, space, &mut budget);
                    let is_solved = judged(&level, &answer).is_some();
                    let text = rows.join("\n");
                    assert_eq!(
                        is_solved,
                        expected.is_some(),
                        "{engine:?} {prunings:?}\n{text}"
                    );
                }
            }
            if expected.is_some() {
                counts.0 += 1;
            } else {
                counts.1 += 1;
            }
        }
    }
    counts
}

const fn shape(width: usize, height: usize, walls: u64, boxes: usize, goals: usize) -> Shape {
    Shape {
        width,
        height,
        walls,
        boxes,
        goals,
    }
}

const SHAPES: [Shape; 8] = [
    shape(4, 4, 2, 2, 2),
    shape(5, 4, 8, 2, 2),
    shape(4, 4, 1, 3, 3),
    shape(5, 4, 4, 3, 3),
    shape(6, 4, 12, 3, 3),
    shape(4, 4, 0, 4, 4),
    shape(4, 4, 2, 3, 2),
    shape(5, 4, 6, 2, 1),
];

#[test]
fn agrees_with_a_plain_search_whatever_is_pruned() {
    let (solved, unsolvable) = compare(&SHAPES, 40, 1);
    assert!(solved > 40 && unsolvable > 100, "{solved} {unsolvable}");
}

/// The bigger run: `cargo test --release -p quandary-core --test sokoban -- --ignored`.
#[test]
#[ignore = "minutes"]
fn agrees_with_a_plain_search_on_thousands_of_levels() {
    let seed = std::env::var("SEED").map_or(2, |seed| seed.parse().expect("a number"));
    println!("{:?} solved, unsolvable", compare(&SHAPES, 500, seed));
}

/// A wide room with so many boxes that nobody sees the end.
fn hard() -> Level {
    let rows = [
        "############",
        "#.  .    . #",
        "# $ $  $   #",
        "#.  # $  . #",
        "# $   $ #  #",
        "#. $ @   . #",
        "#    $     #",
        "#.         #",
        "############",
    ];
    Level::parse(&rows).expect("a level")
}

#[test]
fn a_budget_ends_the_search_and_leaves_a_bound() {
    let limits = |nodes, memory| Limits {
        nodes,
        memory,
        ..Limits::default()
    };
    for (limits, stop) in [
        (limits(Some(100), None), Stop::Nodes),
        (limits(None, Some(200_000)), Stop::Memory),
    ] {
        let mut budget = Budget::new(&limits);
        let answer = solve(
            &hard(),
            Metric::Moves,
            &mut Workspace::default(),
            &mut budget,
        );
        assert!(matches!(answer.verdict, Verdict::Stopped(why, _) if why == stop));
        assert!(answer.bound.is_some_and(|bound| bound > 10));
    }
}

fn level(rows: &[&str]) -> Level {
    Level::parse(rows).expect("a level")
}

#[test]
fn a_bound_knows_on_which_side_of_the_box_the_player_is() {
    // From the left the box is one push away; from the right it has to be brought around, and cannot.
    let left = level(&["#######", "#@$.###", "#######"]);
    assert_eq!(lower_bound(&left), Some(1));
    let right = level(&["#######", "#.$  @#", "#######"]);
    assert_eq!(lower_bound(&right), Some(1));
    let wrong = level(&["#######", "# $. @#", "#######"]);
    assert_eq!(lower_bound(&wrong), None);
}

#[test]
fn boxes_against_a_wall_freeze_each_other() {
    let rows = ["######", "#.$$ #", "#    #", "#@ . #", "######"];
    assert_eq!(frozen_boxes(&level(&rows)), [(1, 2), (1, 3)]);
    let rows = ["######", "#.$  #", "#  $ #", "#@ . #", "######"];
    assert_eq!(frozen_boxes(&level(&rows)), []);
    assert!(dead_squares(&level(&rows)).contains(&(1, 4)));
}

/// The same room four times around its middle.
const MIRRORED: [&str; 9] = [
    "#########",
    "#   #   #",
    "# $   $ #",
    "#   .   #",
    "## .@. ##",
    "#   .   #",
    "# $   $ #",
    "#   #   #",
    "#########",
];

#[test]
fn images_spare_most_positions_of_a_mirrored_level() {
    let nodes = |prunings| {
        let mut budget = Budget::unlimited();
        let mut workspace = Workspace::default();
        let mirrored = level(&MIRRORED);
        let answer = solve_with(
            &mirrored,
            Metric::Moves,
            prunings,
            &mut workspace,
            &mut budget,
        );
        assert!(judged(&mirrored, &answer).is_some());
        answer.nodes
    };
    let without = Prunings {
        symmetry: false,
        ..Prunings::ALL
    };
    assert!(3 * nodes(Prunings::ALL) < nodes(without));
}

/// A change in these numbers is a change in the search: look whether it was meant.
#[test]
fn the_search_is_what_it_was() {
    let nodes = |metric| {
        let mut budget = Budget::unlimited();
        let mut workspace = Workspace::default();
        solve(&level(&MIRRORED), metric, &mut workspace, &mut budget).nodes
    };
    let all = [
        Metric::Pushes,
        Metric::PushesThenMoves,
        Metric::Moves,
        Metric::Any,
    ];
    assert_eq!(all.map(nodes), [12, 478, 5338, 12]);
}
