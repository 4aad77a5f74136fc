//! What the judge may never say, and what a plan says of positions.

use crate::sokoban::making::{Order, compose};
use crate::sokoban::rules::level::LETTERS;
use crate::sokoban::solve::{Metric, Verdict, Workspace, solve};

use super::*;

/// A position on the way of a solution: its boxes, the square that a box came to, and the player.
type Passed<const W: usize> = (Bits<W>, u16, u16);

fn passed<const W: usize>(level: &Level, solution: &str) -> Vec<Passed<W>> {
    let mut boxes = Bits::of(level.boxes.iter().copied());
    let mut player = level.player;
    let mut passed = Vec::new();
    for letter in solution.bytes() {
        let is_it = |known: &u8| *known == letter.to_ascii_lowercase();
        let direction = LETTERS.iter().position(is_it).expect("a direction");
        player = level.step(player, direction);
        if boxes.has(player) {
            let to = level.step(player, direction);
            boxes.remove(player);
            boxes.insert(to);
            passed.push((boxes, to, player));
        }
    }
    passed
}

#[test]
fn no_position_of_a_solution_is_held_to_be_lost() {
    let mut count = 0;
    let mut workspace = Workspace::default();
    for seed in 0..30 {
        let order = Order {
            widths: 5..=9,
            heights: 5..=9,
            boxes: 4..=4,
            pushes: 12..=24,
            min_detour: 2,
            min_changes: 2,
            min_toil: 0,
            room: 4_000,
            patience: 5,
            effort: 20_000_000,
        };
        let made = compose(seed, &order, &mut Budget::unlimited());
        let Some(made) = made.expect("no budget") else {
            continue;
        };
        let level = Level::parse(&made.rows).expect("a level");
        let mut budget = Budget::unlimited();
        let answer = solve(&level, Metric::Pushes, &mut workspace, &mut budget);
        let Verdict::Solved(solution) = answer.verdict else {
            panic!("what is made can be solved");
        };
        let room = Room::<1>::new(&level);
        let mut judge = Judge::new(&room, 1 << 20);
        for (boxes, to, player) in passed(&level, &solution) {
            let reach = room.reach(player, &boxes);
            let player = reach.first().expect("the player stands somewhere");
            let text = made.rows.join("\n");
            assert!(!judge.sees_lost(&room, &boxes, to, player), "{text}");
            assert!(!judge.is_lost(&room, &boxes, &reach), "{text}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

/// Boxes come through a door on the left to a goal room whose far end has to be filled first.
const GOAL_ROOM: [&str; 7] = [
    "##############",
    "#       ######",
    "#  $ $  ######",
    "#@       ....#",
    "#  $ $  ######",
    "#       ######",
    "##############",
];

#[test]
fn a_plan_fills_the_far_end_first() {
    let level = Level::parse(GOAL_ROOM).expect("a level");
    let room = Room::<1>::new(&level);
    let steps = planner::steps(&room, 10, &mut Budget::unlimited()).expect("no budget");
    let columns: Vec<_> = steps.iter().map(|step| level.place(step.to).1).collect();
    assert_eq!(columns, [12, 11, 10, 9]);
    assert!(steps.iter().all(|step| step.parked.is_none()));
    let plan = Plan::new(level.squares(), steps);
    let boxes = Bits::<1>::of(level.boxes.iter().copied());
    let progress = |boxes: &Bits<1>| plan.roles(boxes).progress;
    assert_eq!((progress(&boxes).packed, progress(&boxes).astray), (0, 0));
    // A box on the near goal is no step of the plan.
    let square = |row, column| {
        let mut squares = room.floor.iter();
        squares.find(|&square| level.place(square) == (row, column))
    };
    let (near, far) = (square(3, 9).expect("floor"), square(3, 12).expect("floor"));
    let with = |to| {
        let mut boxes = boxes;
        boxes.remove(level.boxes[0]);
        boxes.insert(to);
        boxes
    };
    assert_eq!(progress(&with(near)).packed, 0);
    assert_eq!(progress(&with(far)).packed, 1);
}

#[test]
fn parts_are_counted_from_those_before() {
    let level = Level::parse(GOAL_ROOM).expect("a level");
    let room = Room::<1>::new(&level);
    let boxes = Bits::of(level.boxes.iter().copied());
    let before = Parts::new(&room, &boxes);
    for from in boxes.iter() {
        for to in room.floor.minus(&boxes).iter() {
            let mut after = boxes;
            after.remove(from);
            after.insert(to);
            let reach = room.reach(from, &after);
            let counted = before.after(&room, (from, to), &after, &reach);
            assert_eq!(counted, Parts::new(&room, &after).count(), "{from} {to}");
        }
    }
}

/// The race seldom asks it about such a level, because another engine sees first that it is lost.
#[test]
fn a_box_that_begins_on_a_dead_square_is_left_to_others() {
    let level = Level::parse(["######", "#.$.$#", "#.$..#", "#+$$$#", "######"]).expect("a level");
    let mut features = FeatureSpace::<1>::new(&level, 1 << 24);
    let end = features.run(&mut Budget::unlimited());
    assert!(matches!(end, End::Stopped(Stop::Memory)));
}
