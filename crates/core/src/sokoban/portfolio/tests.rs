//! Engines take turns, and turns must change nothing; nor must threads, but for the way to a solution.

use std::time::Duration;

use crate::rng::SplitMix64;
use crate::search::{Cancel, Limits};
use crate::sokoban::rules::play::replay;
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::samples::CROWDED;

use super::*;

/// Lets a racer go on in turns of so many positions until it has a solution.
fn in_turns(racer: &mut dyn Racer, turn: u64) -> Vec<Push> {
    let mut budget = Budget::unlimited();
    loop {
        match budget.within(turn, |budget| racer.run(budget)) {
            End::Found(pushes) => return pushes,
            End::Stopped(Stop::Nodes) => {}
            End::Nothing | End::Stopped(_) => panic!("it can be solved"),
        }
    }
}

#[test]
fn turns_change_nothing() {
    let level = Level::parse(CROWDED).expect("a level");
    let bytes = 1 << 26;
    let solution = |engine: Engine, turn| {
        let (mut workspace, openings) = (Workspace::default(), Openings::default());
        let workspace = &mut workspace;
        let mut racer = racer::<1>(&level, engine, Prunings::ALL, workspace, &openings, bytes);
        in_turns(racer.as_mut(), turn)
    };
    for engine in [
        Engine::Greedy,
        Engine::Meeting,
        Engine::Features,
        Engine::Openings,
    ] {
        let whole = solution(engine, u64::MAX);
        for turn in [1, 7, 100, 2_000] {
            assert_eq!(
                solution(engine, turn),
                whole,
                "{engine:?} in turns of {turn}"
            );
        }
    }
}

fn assert_solves(level: &Level, pushes: &[Push]) {
    let steps = lurd(level, pushes);
    let (letters, boxes, _) = replay(level, &steps);
    assert_eq!(letters, steps);
    let goals: Vec<_> = level.goals.iter().map(|&goal| level.place(goal)).collect();
    assert!(boxes.iter().all(|place| goals.contains(place)));
}

fn on_threads(threads: usize) -> Limits {
    Limits {
        threads: Some(threads),
        memory: Some(1 << 26),
        ..Limits::default()
    }
}

/// A room of six by five squares with walls here and there, three boxes and three goals.
fn random_room(rng: &mut SplitMix64) -> Option<Level> {
    let mut rows = vec![vec![b'#'; 8]; 7];
    for row in &mut rows[1..6] {
        for square in &mut row[1..7] {
            *square = if rng.below(6) == 0 { b'#' } else { b' ' };
        }
    }
    for thing in *b"$$$...@" {
        let mut place = || usize::try_from(rng.below(6)).unwrap_or(0) + 1;
        let (row, column) = (place().min(5), place());
        if rows[row][column] != b' ' {
            return None;
        }
        rows[row][column] = thing;
    }
    let rows = rows.iter().map(|row| String::from_utf8_lossy(row));
    Level::parse(rows.collect::<Vec<_>>()).ok()
}

/// How the race ends when there are several threads from the first position on.
fn race_on_threads(level: &Level, threads: usize) -> End {
    let mut budget = Budget::new(&on_threads(threads));
    let mut workspace = Workspace::default();
    let guises = Guises::default();
    let (memory, all) = (budget.memory(), Prunings::ALL);
    let (steady, others) = entrants::<1>(level, all, &mut workspace, &guises, memory, threads);
    side_by_side::race((steady, 0), others, &mut budget).0
}

#[test]
fn threads_change_no_verdict() {
    let mut rng = SplitMix64::new(7);
    let mut workspace = Workspace::default();
    let (mut solved, mut unsolvable) = (0, 0);
    while solved < 12 || unsolvable < 12 {
        let Some(level) = random_room(&mut rng) else {
            continue;
        };
        let alone = any_solution::<1>(
            &level,
            Prunings::ALL,
            &mut workspace,
            &mut Budget::unlimited(),
        );
        let is_solvable = matches!(alone.0, Verdict::Solved(_));
        for threads in [1, 2, 5] {
            match race_on_threads(&level, threads) {
                End::Found(pushes) => {
                    assert!(is_solvable);
                    assert_solves(&level, &pushes);
                }
                End::Nothing => assert!(!is_solvable),
                End::Stopped(stop) => panic!("{stop:?}"),
            }
        }
        if is_solvable {
            solved += 1;
        } else {
            unsolvable += 1;
        }
    }
}

#[test]
fn easy_levels_are_solved_in_the_same_way_on_any_number_of_threads() {
    let level = Level::parse(CROWDED).expect("a level");
    let solve = |threads| {
        let mut workspace = Workspace::default();
        let mut budget = Budget::new(&on_threads(threads));
        any_solution::<1>(&level, Prunings::ALL, &mut workspace, &mut budget)
    };
    assert_eq!(solve(1), solve(3));
}

/// An engine that searches for ever.
struct Endless;

impl Racer for Endless {
    fn run(&mut self, budget: &mut Budget) -> End {
        loop {
            if let Err(stop) = budget.tick(0) {
                return End::Stopped(stop);
            }
        }
    }
}

/// An engine that ends in this way after so many turns.
struct Short(u32, fn() -> End);

impl Racer for Short {
    fn run(&mut self, budget: &mut Budget) -> End {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            return self.1();
        }
        Endless.run(budget)
    }
}

fn race_of<'a, R: Racer + 'a>(others: Vec<R>, budget: &mut Budget) -> End {
    let enter = |racer| Entrant::new(WHOLE_SHARE, move || racer);
    let others = others.into_iter().map(enter).collect();
    side_by_side::race((Entrant::new(WHOLE_SHARE, || Endless), 0), others, budget).0
}

#[test]
fn flags_and_clocks_end_all_threads() {
    let cancel = Cancel::default();
    cancel.cancel();
    let mut budget = Budget::new(&on_threads(2)).cancelled_by(cancel);
    let end = race_of(vec![Endless, Endless], &mut budget);
    assert!(matches!(end, End::Stopped(Stop::Cancelled)));
    let mut reports = 0;
    let mut monitor = |_| {
        reports += 1;
        reports < 3
    };
    let mut budget = Budget::new(&on_threads(2)).monitored_by(&mut monitor);
    let end = race_of(vec![Endless, Endless], &mut budget);
    assert!(matches!(end, End::Stopped(Stop::Cancelled)));
    assert!(budget.nodes() > 0);
    let mut budget = Budget::new(&Limits {
        time: Some(Duration::ZERO),
        ..on_threads(2)
    });
    let end = race_of(vec![Endless], &mut budget);
    assert!(matches!(end, End::Stopped(Stop::Time)));
}

#[test]
fn the_first_end_is_that_of_all_threads() {
    let mut budget = Budget::new(&on_threads(2));
    let finders = vec![
        Short(3, || End::Found(Vec::new())),
        Short(0, || End::Stopped(Stop::Memory)),
    ];
    assert!(matches!(race_of(finders, &mut budget), End::Found(_)));
    let provers = vec![Short(3, || End::Nothing)];
    assert!(matches!(race_of(provers, &mut budget), End::Nothing));
}

#[test]
fn a_race_of_engines_without_memory_is_over() {
    let mut budget = Budget::new(&on_threads(4));
    let spent = || Entrant::new(WHOLE_SHARE, || Short(2, || End::Stopped(Stop::Memory)));
    let (end, _) = side_by_side::race((spent(), 0), vec![spent(), spent()], &mut budget);
    assert!(matches!(end, End::Stopped(Stop::Memory)));
}

/// An entrant that finds an empty solution in its first turn.
fn lucky<'a>() -> Entrant<'a> {
    Entrant::new(WHOLE_SHARE, || Short(1, || End::Found(Vec::new())))
}

#[test]
fn who_is_left_alone_waits_for_nobody() {
    let over = || Entrant::new(WHOLE_SHARE, || Short(1, || End::Stopped(Stop::Memory)));
    let late = || lucky().after(u64::MAX / FIRST_TURN);
    let mut budget = Budget::unlimited();
    let end = take_turns(
        &mut over(),
        &mut vec![over(), late()],
        u64::MAX,
        &mut budget,
    );
    assert!(matches!(end, Paused::Over(End::Found(_))));
    let mut budget = Budget::new(&on_threads(2));
    let late = lucky().after(1 << 40);
    let (end, _) = side_by_side::race((over(), 0), vec![over(), late], &mut budget);
    assert!(matches!(end, End::Found(_)));
}

#[test]
fn in_other_guises_the_same_level_is_solved() {
    let level = Level::parse(CROWDED).expect("a level");
    let guises = Guises::default();
    let entrants = aside::entrants::<1>(&level, &guises, WHOLE_SHARE, 1 << 24);
    let pushes: Vec<_> = entrants
        .map(
            |mut entrant| match entrant.run(u64::MAX, &mut Budget::unlimited()) {
                End::Found(pushes) => pushes,
                _ => panic!("it can be solved"),
            },
        )
        .collect();
    assert_eq!(pushes.len(), 3);
    for pushes in &pushes {
        assert_solves(&level, pushes);
    }
}

#[test]
fn limited_positions_are_counted_on_one_thread() {
    let limits = Limits {
        nodes: Some(10),
        ..on_threads(2)
    };
    assert_eq!(Budget::new(&limits).threads(), 1);
    assert_eq!(Budget::new(&on_threads(2)).threads(), 2);
}

#[test]
fn a_part_of_the_feature_space_search_solves_alone() {
    let level = Level::parse(CROWDED).expect("a level");
    let parts = FeatureSpace::<1>::parts(usize::MAX);
    // The second has three trees, the last has one that begins late on one thread.
    for number in [1, parts - 1] {
        let mut features = FeatureSpace::<1>::part(&level, 1 << 24, (number, parts));
        let pushes = in_turns(&mut features, 1_000);
        assert!(!pushes.is_empty(), "part {number}");
    }
}

#[test]
fn what_is_found_is_made_shorter() {
    let level = Level::parse(CROWDED).expect("a level");
    let mut workspace = Workspace::default();
    let (engine, openings, bytes) = (Engine::Greedy, Openings::default(), 1 << 26);
    let mut racer = racer::<1>(
        &level,
        engine,
        Prunings::ALL,
        &mut workspace,
        &openings,
        bytes,
    );
    let found = in_turns(racer.as_mut(), u64::MAX);
    drop(racer);
    let mut pushes = found.clone();
    for nodes in [0, 100, 5_000] {
        let before = pushes.len();
        let mut budget = Budget::unlimited();
        pushes = shorten::<1>(&level, pushes, &mut workspace.steady, nodes, &mut budget);
        assert!(pushes.len() <= before && budget.nodes() <= nodes);
        assert_solves(&level, &pushes);
    }
    assert!(pushes.len() < found.len());
}
