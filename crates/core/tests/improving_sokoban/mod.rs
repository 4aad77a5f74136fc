//! Improving solutions: with random detours, on random levels whose optima a plain search knows.

use super::plain_sokoban::{Shape, optima, random_level};
use super::shape;
use quandary_core::rng::SplitMix64;
use quandary_core::search::{Budget, Cancel, Limits};
use quandary_core::sokoban::{
    Improved, Level, Measure, Metric, Verdict, Workspace, improve, replay, solve,
};

const SHAPES: [Shape; 5] = [
    shape(5, 4, 8, 2, 2),
    shape(5, 4, 4, 3, 3),
    shape(6, 4, 12, 3, 3),
    shape(4, 4, 2, 3, 2),
    shape(5, 4, 6, 2, 1),
];

fn any_solution(rows: &[String]) -> Option<String> {
    let level = Level::parse(rows).expect("a level");
    let mut budget = Budget::unlimited();
    match solve(&level, Metric::Any, &mut Workspace::default(), &mut budget).verdict {
        Verdict::Solved(lurd) => Some(lurd),
        _ => None,
    }
}

/// The rows after some steps.
fn after(rows: &[String], steps: &str) -> Vec<String> {
    let (_, boxes, player) = replay(&Level::parse(rows).expect("a level"), steps);
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    for cell in cells.iter_mut().flatten() {
        *cell = match *cell {
            '.' | '+' | '*' => '.',
            '#' => '#',
            _ => ' ',
        };
    }
    let mut mark = |(row, column): (usize, usize), plain, on_goal| {
        let cell: &mut char = &mut cells[row][column];
        *cell = if *cell == '.' { on_goal } else { plain };
    };
    for place in boxes {
        mark(place, '$', '*');
    }
    mark(player, '@', '+');
    cells.iter().map(|row| row.iter().collect()).collect()
}

/// A solution that goes astray before it finds its way.
fn detour(rows: &[String], steps: usize, rng: &mut SplitMix64) -> Option<String> {
    let level = Level::parse(rows).expect("a level");
    let letters =
        (0..steps).map(|_| ["l", "u", "r", "d"][usize::try_from(rng.below(4)).unwrap_or(0)]);
    let walk = replay(&level, &letters.collect::<String>())
        .0
        .replace('.', "");
    let rest = any_solution(&after(rows, &walk))?;
    Some(walk + &rest)
}

fn improved(rows: &[String], lurd: &str, by: Measure, nodes: Option<u64>) -> Improved {
    let level = Level::parse(rows).expect("a level");
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let mut budget = Budget::new(&limits);
    let improved = improve(&level, lurd, by, &mut Workspace::default(), &mut budget);
    improved.expect("a solution")
}

/// What must hold of every answer: its pushes and moves.
fn judged(rows: &[String], before: &str, by: Measure, answer: &Improved) -> (u32, u32) {
    let counts = |lurd: &str| {
        let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count();
        let count = |number: usize| u32::try_from(number).expect("short");
        (count(pushes), count(lurd.len()))
    };
    let order = |(pushes, moves)| match by {
        Measure::Pushes => (pushes, moves),
        Measure::Moves => (moves, pushes),
    };
    let level = Level::parse(rows).expect("a level");
    assert_eq!(replay(&level, &answer.lurd).0, answer.lurd);
    let end = after(rows, &answer.lurd).concat();
    assert!(!end.contains(['.', '+']), "{}", rows.join("\n"));
    let found = counts(&answer.lurd);
    assert_eq!((answer.pushes_before, answer.moves_before), counts(before));
    assert_eq!((answer.pushes_after, answer.moves_after), found);
    assert!(order(found) <= order(counts(before)));
    assert!(answer.bound <= order(found).0);
    found
}

/// Random levels that can be solved, with solutions that go astray.
fn astray(levels: usize, seed: u64) -> Vec<(Vec<String>, String)> {
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < levels {
        let shape = SHAPES[found.len() % SHAPES.len()];
        let Some(rows) = random_level(shape, &mut rng) else {
            continue;
        };
        if any_solution(&rows).is_none_or(|lurd| lurd.len() < 8) {
            continue;
        }
        let steps = 20 + usize::try_from(rng.below(60)).unwrap_or(0);
        let lurd = (0..20).find_map(|_| detour(&rows, steps, &mut rng));
        found.extend(lurd.map(|lurd| (rows, lurd)));
    }
    found
}

#[test]
fn never_worse_and_always_a_solution_whatever_the_budget() {
    for (rows, lurd) in astray(60, 1) {
        for by in [Measure::Pushes, Measure::Moves] {
            for nodes in [0, 1, 2, 30, 300, 3000] {
                let answer = improved(&rows, &lurd, by, Some(nodes));
                judged(&rows, &lurd, by, &answer);
                assert!(answer.nodes <= nodes);
                if nodes == 0 {
                    assert_eq!(answer.lurd, lurd);
                }
            }
        }
    }
}

#[test]
fn ends_at_the_optimum_of_small_levels() {
    let mut counts = [0, 0];
    for (rows, lurd) in astray(60, 2) {
        let (both, moves) = optima(&rows).expect("solvable");
        let answer = improved(&rows, &lurd, Measure::Pushes, None);
        let found = judged(&rows, &lurd, Measure::Pushes, &answer);
        assert_eq!((found.0, answer.bound), (both.0, both.0));
        counts[0] += u32::from(found == both);
        let answer = improved(&rows, &lurd, Measure::Moves, None);
        let found = judged(&rows, &lurd, Measure::Moves, &answer);
        assert_eq!((found.1, answer.bound), (moves, moves));
        counts[1] += answer.moves_before - found.1;
    }
    // Where boxes are spare, another end may take fewer moves for as many pushes.
    assert_eq!(counts, [59, 1909]);
}

/// A change in these numbers is a change in the search: look whether it was meant.
#[test]
fn the_search_is_what_it_was() {
    let mut signature = [0; 4];
    for (rows, lurd) in astray(20, 3) {
        let answer = improved(&rows, &lurd, Measure::Pushes, Some(3000));
        let (pushes, moves) = judged(&rows, &lurd, Measure::Pushes, &answer);
        let counts = [
            answer.pushes_before.into(),
            pushes.into(),
            moves.into(),
            answer.nodes,
        ];
        for (sum, count) in signature.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    assert_eq!(signature, [106, 84, 265, 447]);
}

#[test]
fn what_is_no_solution_is_refused() {
    let level = Level::parse(["#####", "#@$.#", "#####"]).expect("a level");
    let mut workspace = Workspace::default();
    for lurd in ["", "l", "R", "r", "RR", "R?", "U"] {
        let mut budget = Budget::unlimited();
        let answer = improve(&level, lurd, Measure::Pushes, &mut workspace, &mut budget);
        assert_eq!(answer.is_some(), ["R", "r"].contains(&lurd), "{lurd}");
    }
}

#[test]
fn other_budgets_end_it_as_well() {
    let (rows, lurd) = astray(3, 4).swap_remove(2);
    let level = Level::parse(&rows).expect("a level");
    let cancel = Cancel::default();
    cancel.cancel();
    let mut budget = Budget::unlimited().cancelled_by(cancel);
    let mut workspace = Workspace::default();
    let answer = improve(&level, &lurd, Measure::Pushes, &mut workspace, &mut budget);
    assert_eq!(
        answer.map(|answer| (answer.lurd, answer.nodes)),
        Some((lurd.clone(), 0))
    );
    for memory in [0, 1000, 300_000] {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let mut budget = Budget::new(&limits);
        let answer = improve(&level, &lurd, Measure::Pushes, &mut workspace, &mut budget);
        judged(&rows, &lurd, Measure::Pushes, &answer.expect("a solution"));
    }
}
