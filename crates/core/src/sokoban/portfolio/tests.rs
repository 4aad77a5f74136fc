//! Engines take turns, and turns must change nothing.

use crate::sokoban::rules::pushes::Push;

use super::*;

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
        let mut workspace = Workspace::default();
        let mut racer = racer::<1>(&level, engine, Prunings::ALL, &mut workspace, bytes);
        in_turns(racer.as_mut(), turn)
    };
    for engine in [Engine::Greedy, Engine::Meeting, Engine::Features] {
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
