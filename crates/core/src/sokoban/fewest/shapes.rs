//! Everybody in turns against the steady search alone, on rooms of many shapes: wide, narrow, their own mirror images, with goals side by
//! side, with boxes a few pulls away from their goals.

use crate::rng::SplitMix64;
use crate::sokoban::rules::play::judge;

use super::*;

/// How a room is drawn.
#[derive(Clone, Copy)]
struct Shape {
    width: usize,
    height: usize,
    boxes: usize,
    /// One square in so many is a wall.
    walls: u64,
    /// Whether the right half is the left one's mirror image.
    is_mirrored: bool,
    /// Whether the goals lie side by side.
    is_gathered: bool,
}

const fn shape(width: usize, height: usize, boxes: usize, walls: u64) -> Shape {
    Shape {
        width,
        height,
        boxes,
        walls,
        is_mirrored: false,
        is_gathered: false,
    }
}

const SHAPES: [Shape; 10] = [
    shape(5, 5, 2, 9),
    shape(7, 5, 3, 5),
    shape(8, 4, 4, 6),
    shape(6, 6, 4, 4),
    shape(10, 3, 3, 8),
    shape(5, 5, 5, 12),
    Shape {
        is_mirrored: true,
        ..shape(7, 5, 2, 6)
    },
    Shape {
        is_mirrored: true,
        ..shape(7, 6, 4, 8)
    },
    Shape {
        is_gathered: true,
        ..shape(8, 5, 4, 7)
    },
    Shape {
        is_gathered: true,
        ..shape(6, 5, 3, 5)
    },
];

fn number(most: usize, rng: &mut SplitMix64) -> usize {
    usize::try_from(rng.below(most as u64)).unwrap_or(0)
}

/// A room of this shape, if what is drawn is one.
fn room(shape: Shape, rng: &mut SplitMix64) -> Option<Level> {
    let Shape { width, height, .. } = shape;
    let mut rows = vec![vec![b'#'; width + 2]; height + 2];
    for row in &mut rows[1..=height] {
        for column in 1..=width {
            row[column] = if rng.below(shape.walls) == 0 {
                b'#'
            } else {
                b' '
            };
            if shape.is_mirrored && column > width / 2 {
                row[column] = row[width + 1 - column];
            }
        }
    }
    let mut put = |thing: u8, row: usize, column: usize| {
        let square = &mut rows[row][column];
        *square = match (*square, thing) {
            (b' ', thing) => thing,
            (b'$', b'.') | (b'.', b'$') => b'*',
            (b'.', b'@') => b'+',
            _ => return None,
        };
        Some(())
    };
    let copies = if shape.is_mirrored { 2 } else { 1 };
    let (row, column) = (number(height, rng) + 1, number(width, rng) + 1);
    for turn in 0..shape.boxes / copies {
        let (mut at_row, mut at_column) = (number(height, rng) + 1, number(width, rng) + 1);
        if shape.is_gathered {
            (at_row, at_column) = (row, (column + turn).min(width));
        }
        put(b'.', at_row, at_column)?;
        if copies == 2 {
            put(b'.', at_row, width + 1 - at_column)?;
        }
        let (at_row, at_column) = (number(height, rng) + 1, number(width, rng) + 1);
        put(b'$', at_row, at_column)?;
        if copies == 2 {
            put(b'$', at_row, width + 1 - at_column)?;
        }
    }
    put(b'@', number(height, rng) + 1, number(width, rng) + 1)?;
    let rows = rows.iter().map(|row| String::from_utf8_lossy(row));
    Level::parse(rows.collect::<Vec<_>>()).ok()
}

/// What the steady search says alone; an error if some positions are not enough.
fn alone(level: &Level) -> Result<Option<u32>, Stop> {
    let mut memory = Memory::default();
    let mut search = Search::<1>::new(level, Aim::Pushes, Prunings::ALL, &mut memory, 1 << 26);
    let mut budget = Budget::unlimited();
    match budget.within(200_000, |budget| search.run(budget)) {
        End::Found(pushes) => Ok(u32::try_from(pushes.len()).ok()),
        End::Nothing => Ok(None),
        End::Stopped(stop) => Err(stop),
    }
}

fn compare(count: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut workspace = Workspace::default();
    for shape in SHAPES {
        let (mut solvable, mut drawn) = (0, 0);
        while solvable < count {
            let Some(level) = room(shape, &mut rng) else {
                continue;
            };
            let Ok(fewest) = alone(&level) else {
                continue;
            };
            drawn += 1;
            // Most rooms are lost at once: of these some will do.
            if fewest.is_none_or(|fewest| fewest < 4) && drawn % 16 != 0 {
                continue;
            }
            solvable += usize::from(fewest.is_some());
            for head_start in [1, 50] {
                let mut budget = Budget::unlimited();
                let space = &mut workspace;
                let prunings = Prunings {
                    pairs_early: drawn % 2 == 0,
                    ..Prunings::ALL
                };
                let (verdict, bound) =
                    fewest_pushes::<1>(&level, prunings, space, head_start, &mut budget);
                assert_eq!(bound, fewest, "{level:?}");
                let pushes = match verdict {
                    Verdict::Solved(text) => Some(judge(&level, &text).expect("a solution")),
                    Verdict::Unsolvable => None,
                    Verdict::Stopped(stop, _) => panic!("{stop:?}"),
                };
                assert_eq!(pushes, fewest.map(|fewest| fewest as usize), "{level:?}");
            }
        }
    }
}

#[test]
fn in_rooms_of_many_shapes_everybody_agrees_with_the_steady_search() {
    compare(3, 1);
}

/// The bigger run: `cargo test --release -p quandary-core --lib fewest -- --ignored`.
#[test]
#[ignore = "minutes"]
fn in_thousands_of_rooms_everybody_agrees_with_the_steady_search() {
    let seed = std::env::var("SEED").map_or(5, |seed| seed.parse().expect("a number"));
    compare(400, seed);
}
