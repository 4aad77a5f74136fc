//! What is made is held to the solver, which finds its answers in quite another way.

use crate::sokoban::{Level, Metric, Verdict, solve};

use super::field::{Field, back};
use super::positions::{Distances, State};
use super::retrograde::{Retrograde, Store};
use super::*;
use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

fn optimum(rows: &[String]) -> Option<u32> {
    let level = Level::parse(rows).expect("what is made is a level");
    let answer = solve(
        &level,
        Metric::Pushes,
        &mut crate::sokoban::Workspace::default(),
        &mut Budget::unlimited(),
    );
    matches!(answer.verdict, Verdict::Solved(_)).then_some(answer.bound)?
}

#[test]
fn an_order_that_nobody_can_fill_ends_with_the_effort() {
    let order = Order {
        effort: 20_000,
        ..order(1, 90..=99)
    };
    assert_eq!(compose(1, &order, &mut Budget::unlimited()), Ok(None));
}

#[test]
fn a_budget_ends_the_making() {
    let limits = crate::search::Limits {
        nodes: Some(3),
        ..Default::default()
    };
    assert_eq!(
        compose(1, &order(4, 12..=24), &mut Budget::new(&limits)),
        Err(Stop::Nodes)
    );
}

#[test]
fn a_step_never_comes_in_again_at_the_other_side() {
    let field = Field::<1>::new(5, 4, Bits::of(0..20_u16));
    for square in 0..20 {
        let (row, column) = (square / 5, square % 5);
        let expected = [
            (column > 0).then(|| square - 1),
            (row > 0).then(|| square - 5),
            (column < 4).then_some(square + 1),
            (row < 3).then_some(square + 5),
        ];
        for (direction, &next) in expected.iter().enumerate() {
            assert_eq!(field.beside(square, direction), next);
            if let Some(next) = next {
                assert_eq!(field.beside(next, back(direction)), Some(square));
            }
        }
    }
}

#[test]
fn wide_sets_step_like_narrow_ones() {
    let floor = |cells: u16| 0..cells;
    let narrow = Field::<1>::new(8, 8, Bits::of(floor(64)));
    let wide = Field::<4>::new(8, 8, Bits::of(floor(64)));
    let large = Field::<4>::new(16, 16, Bits::of(floor(256)));
    for direction in 0..DIRECTIONS {
        for square in 0..64 {
            assert_eq!(
                narrow.beside(square, direction),
                wide.beside(square, direction)
            );
        }
        let inner = (0..256)
            .filter(|square| (1..15).contains(&(square % 16)) && (16..240).contains(square));
        for square in inner {
            let next = large
                .beside(square, direction)
                .expect("nothing is in the way");
            assert_eq!(large.beside(next, back(direction)), Some(square));
        }
    }
}

#[test]
fn a_flood_does_not_slip_through_corners() {
    // Two rooms that touch at a corner only.
    let field = Field::<1>::new(4, 4, Bits::of([0_u16, 1, 4, 5, 10, 11, 14, 15]));
    let found = field.flood(Bits::of([0_u16]), field.floor);
    assert_eq!(found, Bits::of([0_u16, 1, 4, 5]));
}

#[test]
fn a_corridor_has_as_many_layers_as_squares() {
    // Six squares in a row, the goal at the left end: the box can be pulled until the player stands at the wall.
    let field = Field::<1>::new(6, 1, Bits::of(0..6_u16));
    let mut store = Store::default();
    let mut search = Retrograde::new(&field, Bits::of([0_u16]), 100, &mut store);
    while search.grow(&mut Budget::unlimited()).expect("no budget") {}
    assert_eq!((search.depth(), search.len()), (4, 5));
}

#[test]
fn the_measured_solution_is_shortest_and_changes_the_box_least() {
    for seed in 0..12 {
        let made = compose(seed, &order(2, 6..=14), &mut Budget::unlimited());
        let made = made.expect("no budget").expect("this order can be filled");
        let level = Level::parse(&made.rows).expect("what is made is a level");
        let measures = measure(&level, 100_000, &mut Budget::unlimited()).expect("no budget");
        let measures = measures.expect("it can be solved");
        assert_eq!(measures.pushes.len(), made.measures.pushes.len());
        assert!(measures.complete);
        for choices in &measures.choices {
            let deadly = choices.deadly.expect("all positions are known");
            assert!(choices.best >= 1 && choices.best + deadly <= choices.legal);
        }
        assert_eq!(
            changes(&measures),
            fewest_changes_by_trying_all(&level, measures.pushes.len())
        );
    }
}

fn changes(measures: &Measures) -> usize {
    let steps = [(0_isize, -1_isize), (-1, 0), (0, 1), (1, 0)];
    let pairs = measures.pushes.windows(2);
    pairs
        .filter(|pair| {
            let (row, column, direction) = pair[0];
            let end = (
                row.wrapping_add_signed(steps[direction].0),
                column.wrapping_add_signed(steps[direction].1),
            );
            end != (pair[1].0, pair[1].1)
        })
        .count()
}

/// Tries every sequence of pushes that is as short as possible, by asking the solver after each.
fn fewest_changes_by_trying_all(level: &Level, pushes: usize) -> usize {
    let inside = measure::Inside::of(level).expect("as many boxes as goals");
    let field = Field::<1>::new(
        inside.width,
        inside.height,
        Bits::of(inside.floor.iter().copied()),
    );
    let goals = Bits::of(inside.goals.iter().copied());
    let mut store = Store::default();
    let mut search = Retrograde::new(&field, goals, 100_000, &mut store);
    while search.grow(&mut Budget::unlimited()).expect("no budget") {}
    let start = field.state_at(Bits::of(inside.boxes.iter().copied()), inside.player);
    least_changes(&field, search.distances(), &start, None, pushes)
}

fn least_changes(
    field: &Field<1>,
    distances: &Distances<1>,
    state: &State<1>,
    last: Option<u16>,
    left: usize,
) -> usize {
    if left == 0 {
        return 0;
    }
    let pushes = field.pushes(state).into_iter();
    let best =
        pushes.filter(|(_, after)| distances.get(after).map(|&far| far.into()) == Some(left - 1));
    let totals = best.map(|(push, after)| {
        let now = (after.boxes & !state.boxes).first();
        let change = usize::from(last.is_some_and(|last| last != push.square));
        change + least_changes(field, distances, &after, now, left - 1)
    });
    totals.min().expect("some push is best")
}

fn order(boxes: usize, pushes: std::ops::RangeInclusive<usize>) -> Order {
    Order {
        widths: 5..=9,
        heights: 5..=9,
        boxes: boxes..=boxes,
        pushes,
        min_detour: 2,
        min_changes: 2,
        min_toil: 0,
        room: 4_000,
        patience: 5,
        effort: 20_000_000,
    }
}

#[test]
fn what_is_composed_has_the_optimum_that_the_solver_proves() {
    for seed in 0..10 {
        for (boxes, pushes) in [(2, 7..=14), (3, 10..=20), (4, 12..=24)] {
            let order = order(boxes, pushes);
            let made = compose(seed, &order, &mut Budget::unlimited());
            let made = made.expect("no budget").expect("this order can be filled");
            let pushes = made.measures.pushes.len();
            let found = optimum(&made.rows).map(|pushes| pushes as usize);
            assert_eq!(found, Some(pushes), "{:#?}", made.rows);
            assert!(order.pushes.contains(&pushes) && order.heights.contains(&made.rows.len()));
            assert!(made.changes >= 2 && made.changes == changes(&made.measures));
            assert!(made.detour >= 2 && made.detour % 2 == 0);
            assert!(!made.rows.concat().contains('*'), "every box has to move");
            let level = Level::parse(&made.rows).expect("what is made is a level");
            let measured = measure(&level, 400_000, &mut Budget::unlimited());
            assert_eq!(measured, Ok(Some(made.measures)), "measured another way");
        }
    }
}

#[test]
fn tables_find_what_hashes_find() {
    let mut rng = SplitMix64::new(5);
    for _ in 0..20 {
        let field: Field<1> = plans::draw(&mut rng, 6, 6, 22);
        let Some(goals) = plans::lay_goals(&mut rng, &field, 3) else {
            continue;
        };
        let mut store = Store::default();
        let mut search = Retrograde::new(&field, goals, 1_000_000, &mut store);
        while search.grow(&mut Budget::unlimited()).expect("no budget") {}
        let live = Alone::new(&field, goals).live();
        let mut memory = space::Memory::default();
        let (depth, room) = (usize::MAX, 1_000_000);
        let budget = &mut Budget::unlimited();
        let found = space::Space::search(&field, goals, live, depth, room, &mut memory, budget);
        let found = found.expect("no budget").expect("there is room");
        assert_eq!(&found.distances(), search.distances());
    }
}

/// A change here is a change of how levels are composed, and breaks the promise that a seed is.
#[test]
fn seeds_keep_their_promise() {
    let made = compose(7, &order(3, 10..=20), &mut Budget::unlimited());
    let made = made.expect("no budget").expect("this order can be filled");
    assert_eq!(
        made.rows.join("|"),
        " ######| #    ###| #  $ $ #|##  ### #|#   ### #|#  ...# #|##   $ @#| ###  ###|   ####"
    );
}

#[test]
fn a_box_alone_is_as_far_away_as_the_solver_says() {
    for seed in 0..5 {
        let made = compose(seed, &order(3, 10..=20), &mut Budget::unlimited());
        let made = made.expect("no budget").expect("this order can be filled");
        let level = Level::parse(&made.rows).expect("what is made is a level");
        let inside = measure::Inside::of(&level).expect("as many boxes as goals");
        let squares = |squares: &[usize]| Bits::<1>::of(squares.iter().copied());
        let field = Field::new(inside.width, inside.height, squares(&inside.floor));
        let walking = toil::Walking::new(&field, squares(&inside.goals));
        let player = u16::try_from(inside.player).expect("a small room");
        let found = walking.least_pushes(squares(&inside.boxes), player);
        let expected = crate::sokoban::lower_bound(&level).expect("it can be solved");
        assert_eq!(found, expected as usize);
    }
}
