//! Every way to the fewest pushes against a plain search of single steps on small random rooms.

use std::collections::{BTreeMap, VecDeque};

use crate::rng::SplitMix64;
use crate::search::Limits;
use crate::sokoban::feature_space::FeatureSpace;
use crate::sokoban::portfolio::Racer;
use crate::sokoban::rules::play::{Play, judge};
use crate::sokoban::samples::CROWDED;

use super::*;

/// A room of five by four squares with walls here and there, and so many boxes and goals.
fn random_room(boxes: usize, rng: &mut SplitMix64) -> Option<Level> {
    let mut rows = vec![vec![b'#'; 7]; 6];
    for row in &mut rows[1..5] {
        for square in &mut row[1..6] {
            *square = if rng.below(7) == 0 { b'#' } else { b' ' };
        }
    }
    let things = [vec![b'$'; boxes], vec![b'.'; boxes], vec![b'@']].concat();
    for thing in things {
        let mut place = |most| usize::try_from(rng.below(most)).unwrap_or(0) + 1;
        let (row, column) = (place(4), place(5));
        rows[row][column] = match (rows[row][column], thing) {
            (b' ', thing) => thing,
            (b'$', b'.') => b'*',
            (b'.', b'@') => b'+',
            _ => return None,
        };
    }
    let rows = rows.iter().map(|row| String::from_utf8_lossy(row));
    Level::parse(rows.collect::<Vec<_>>()).ok()
}

/// The fewest pushes, step by step.
fn plain(level: &Level) -> Option<u32> {
    let start = Play::start(level);
    let mut known = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((play, pushes)) = queue.pop_front() {
        if known[&play] < pushes {
            continue;
        }
        if play.is_solved(level) {
            return Some(pushes);
        }
        for direction in 0..4 {
            let mut after = play.clone();
            let Some(letter) = after.step(level, direction) else {
                continue;
            };
            let pushes = pushes + u32::from(letter.is_ascii_uppercase());
            if known.get(&after).is_none_or(|&known| pushes < known) {
                known.insert(after.clone(), pushes);
                if letter.is_ascii_uppercase() {
                    queue.push_back((after, pushes));
                } else {
                    queue.push_front((after, pushes));
                }
            }
        }
    }
    None
}

/// Rooms with what the plain search says of them.
fn rooms(count: usize, seed: u64) -> Vec<(Level, Option<u32>)> {
    let mut rng = SplitMix64::new(seed);
    let mut rooms = Vec::new();
    while rooms.len() < count {
        // Every second one can be solved, and not at once.
        let wants_solution = rooms.len() % 2 == 0;
        let Some(level) = random_room(3, &mut rng) else {
            continue;
        };
        let fewest = plain(&level);
        if fewest.is_some() == wants_solution && fewest != Some(0) {
            rooms.push((level, fewest));
        }
    }
    rooms
}

/// All prunings, with the table of pairs at once, and none.
fn choices() -> [Prunings; 3] {
    let early = Prunings {
        pairs_early: true,
        ..Prunings::ALL
    };
    [Prunings::ALL, early, Prunings::NONE]
}

/// The pushes of an end, if the searches say that nothing is shorter.
fn pushes_of<const W: usize>(level: &Level, end: End, contest: &Contest<W>) -> Option<u32> {
    let pushes = match end {
        End::Found(pushes) => pushes,
        End::Nothing => contest.best.clone()?,
        End::Stopped(stop) => panic!("{stop:?}"),
    };
    let count = judge(level, &lurd(level, &pushes)).expect("a solution");
    assert_eq!(count, pushes.len());
    u32::try_from(count).ok()
}

/// Lets the two take turns of several kinds in so many rooms.
fn compare(count: usize, seed: u64) {
    for (level, fewest) in rooms(count, seed) {
        for prunings in choices() {
            for turns in [[1, 0], [0, 1], [1, 1], [7, 3]] {
                let (mut pushed, mut pulled) = (Memory::default(), Memory::default());
                let (aim, bytes) = (Aim::Pushes, 1 << 24);
                let mut budget = Budget::unlimited();
                let mut pushing = Search::<1>::new(&level, aim, prunings, &mut pushed, bytes);
                // Whoever pulls alone has to know where the start is.
                let begun = budget.within(1, |budget| pushing.run(budget));
                pushing.learn_traps();
                let mut contest = Contest::new(pushing, &level, prunings, &mut pulled, bytes);
                let is_over = !matches!(begun, End::Stopped(_));
                let mut end = is_over.then_some(begun);
                while end.is_none() {
                    for (way, nodes) in (0..).zip(turns) {
                        assert!(fewest.is_none_or(|fewest| contest.proven() <= fewest));
                        end = end.or_else(|| {
                            (nodes > 0).then(|| contest.advance(way, nodes, &mut budget))?
                        });
                    }
                }
                let found = end.and_then(|end| pushes_of(&level, end, &contest));
                assert_eq!(found, fewest, "{prunings:?} {turns:?}");
            }
        }
    }
}

#[test]
fn each_of_the_two_proves_alone_what_both_prove_in_turns() {
    compare(12, 1);
}

/// Lets everybody take turns in so many rooms.
fn compare_with_helpers(count: usize, seed: u64) {
    let mut workspace = Workspace::default();
    for (level, fewest) in rooms(count, seed) {
        for prunings in choices() {
            for head_start in [1, 30] {
                let mut budget = Budget::unlimited();
                let space = &mut workspace;
                let (verdict, bound) =
                    fewest_pushes::<1>(&level, prunings, space, head_start, &mut budget);
                assert_eq!(bound, fewest);
                match (verdict, fewest) {
                    (Verdict::Solved(text), Some(fewest)) => {
                        assert_eq!(judge(&level, &text), Ok(fewest as usize));
                    }
                    (verdict, fewest) => {
                        assert_eq!((verdict, fewest), (Verdict::Unsolvable, None));
                    }
                }
            }
        }
    }
}

#[test]
fn helpers_change_no_answer() {
    compare_with_helpers(16, 2);
}

/// Two rooms with a door between them, as they are drawn.
struct Halls {
    /// The columns of the room with the boxes and the player, and of the one with the goals.
    widths: [usize; 2],
    height: usize,
    boxes: usize,
    /// One square in so many is a wall.
    walls: u64,
    /// Whether the rooms lie below each other.
    is_turned: bool,
}

const fn halls(widths: [usize; 2], height: usize, boxes: usize, walls: u64) -> Halls {
    Halls {
        widths,
        height,
        boxes,
        walls,
        is_turned: false,
    }
}

/// Wide rooms, and narrow ones in which boxes wait for each other.
const HALLS: [Halls; 8] = [
    halls([4, 3], 4, 2, 8),
    halls([4, 3], 4, 3, 8),
    halls([6, 2], 4, 3, 12),
    halls([4, 2], 5, 3, 6),
    halls([5, 3], 4, 4, 30),
    halls([7, 3], 3, 2, 6),
    halls([3, 5], 5, 3, 5),
    Halls {
        is_turned: true,
        ..halls([5, 3], 4, 3, 7)
    },
];

/// Two such rooms: boxes and the player in one, goals in the other, and walls here and there.
fn random_rooms_with_door(halls: &Halls, rng: &mut SplitMix64) -> Option<Level> {
    let Halls {
        widths: [outside, inside],
        height,
        ..
    } = *halls;
    let door = outside + 1;
    let mut rows = vec![vec![b'#'; door + inside + 2]; height + 2];
    for row in &mut rows[1..=height] {
        for (column, square) in row.iter_mut().enumerate().take(door + inside + 1).skip(1) {
            let is_wall = rng.below(halls.walls) == 0 || column == door;
            *square = if is_wall { b'#' } else { b' ' };
        }
    }
    let mut place = |most: usize| usize::try_from(rng.below(most as u64)).unwrap_or(0) + 1;
    rows[place(height)][door] = b' ';
    let boxes = halls.boxes;
    let things = [vec![b'$'; boxes], vec![b'.'; boxes], vec![b'@']].concat();
    for thing in things {
        // A box at a wall is lost more often than not.
        let (row, column) = match thing {
            b'.' => (place(height), door + place(inside)),
            b'$' => (1 + place(height - 2), 1 + place(outside - 1)),
            _ => (place(height), place(outside)),
        };
        let square = &mut rows[row][column];
        if *square != b' ' {
            return None;
        }
        *square = thing;
    }
    if halls.is_turned {
        let columns = 0..rows[0].len();
        rows = columns
            .map(|column| rows.iter().map(|row| row[column]).collect())
            .collect();
    }
    let rows = rows.iter().map(|row| String::from_utf8_lossy(row));
    Level::parse(rows.collect::<Vec<_>>()).ok()
}

/// Compares the search of what happens outside a door with a plain search of the whole level, on so many solvable ones of each kind.
fn compare_with_doors(count: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut workspace = Workspace::default();
    for halls in &HALLS {
        let mut solved = 0;
        while solved < count {
            let Some(level) = random_rooms_with_door(halls, &mut rng) else {
                continue;
            };
            let has_door = Door::find(&Room::<1>::new(&level)).is_some();
            // Most are not solvable, and some of these are enough.
            let wants_solution = rng.below(8) > 0;
            let fewest = if has_door { plain(&level) } else { continue };
            if wants_solution && fewest.is_none() {
                continue;
            }
            solved += usize::from(fewest.is_some());
            for prunings in choices() {
                let (space, mut budget) = (&mut workspace, Budget::unlimited());
                let (verdict, bound) = fewest_pushes::<1>(&level, prunings, space, 1, &mut budget);
                assert_eq!(bound, fewest);
                match verdict {
                    Verdict::Solved(text) => {
                        assert_eq!(judge(&level, &text).ok(), fewest.map(|n| n as usize));
                    }
                    verdict => assert_eq!((verdict, fewest), (Verdict::Unsolvable, None)),
                }
            }
        }
    }
}

#[test]
fn what_happens_outside_a_door_decides_the_fewest_pushes() {
    compare_with_doors(1, 1);
}

/// The bigger run: `cargo test --release -p quandary-core --lib fewest -- --ignored`.
#[test]
#[ignore = "minutes"]
fn the_two_agree_with_a_plain_search_in_thousands_of_rooms() {
    let seed = std::env::var("SEED").map_or(4, |seed| seed.parse().expect("a number"));
    compare(2_000, seed);
    compare_with_helpers(2_000, seed + 1);
    compare_with_doors(40, seed + 2);
}

#[test]
fn a_limit_lets_the_feature_space_search_find_the_fewest_pushes_and_never_more() {
    let (mut solvable, mut solved) = (0, 0);
    for (level, fewest) in rooms(30, 3) {
        let Some(fewest) = fewest else { continue };
        for limit in [fewest - 1, fewest, fewest + 2] {
            let mut search = FeatureSpace::<1>::new(&level, 1 << 24).at_most(limit);
            match search.run(&mut Budget::unlimited()) {
                End::Found(pushes) => {
                    let count = judge(&level, &lurd(&level, &pushes)).expect("a solution");
                    assert!(count >= fewest as usize && count <= limit as usize);
                    solved += usize::from(limit == fewest);
                }
                end => assert!(matches!(end, End::Stopped(Stop::Memory))),
            }
        }
        solvable += 1;
    }
    // It may miss some, because it keeps the first way to a position.
    assert!(solved * 10 >= solvable * 9, "{solved} of {solvable}");
}

#[test]
fn without_memory_there_is_a_bound_and_an_end() {
    let level = Level::parse(CROWDED).expect("a level");
    let mut budget = Budget::new(&Limits {
        memory: Some(1 << 19),
        ..Limits::default()
    });
    let mut workspace = Workspace::default();
    let (verdict, bound) =
        fewest_pushes::<1>(&level, Prunings::ALL, &mut workspace, 100, &mut budget);
    let bound = bound.expect("solvable") as usize;
    match verdict {
        Verdict::Stopped(stop, best) => {
            assert_eq!(stop, Stop::Memory);
            let pushes = best.map(|text| judge(&level, &text).expect("a solution"));
            assert!(pushes.is_none_or(|pushes| pushes > bound));
        }
        verdict => panic!("{verdict:?}"),
    }
}
