//! Levels of many kinds: random rooms, mazes, crowds, mirror images, spare boxes, levels pulled back from their ends, and hand-made
//! or generated ones with a wall, a goal or a box moved.

use quandary_core::rng::SplitMix64;
use quandary_core::search::Budget;
use quandary_core::sokoban::making::{Order, compose};

use super::Case;
use super::grid::{Rows, cleared, from_line, marked, toggled_goal, trimmed, with};
use super::room::Room;
use crate::dice::{below, chance, pick};
use crate::game::Stratum;

const fn stratum(
    name: &'static str,
    weight: u32,
    draw: fn(&mut SplitMix64) -> Option<Case>,
) -> Stratum<Case> {
    Stratum { name, weight, draw }
}

/// All strata of the game.
#[must_use]
pub fn strata() -> Vec<Stratum<Case>> {
    vec![
        stratum("random rooms", 10, |rng| {
            let boxes = 1 + below(rng, 3);
            furnished(rng, 25, boxes, 0).map(Case::new)
        }),
        stratum("mazes", 10, |rng| {
            let boxes = 1 + below(rng, 4);
            furnished(rng, 45, boxes, 0).map(Case::new)
        }),
        stratum("spare boxes", 8, |rng| {
            let (goals, spare) = (1 + below(rng, 2), 1 + below(rng, 2));
            furnished(rng, 25, goals, spare).map(Case::new)
        }),
        stratum("crowds", 10, crowd),
        stratum("mirror images", 8, mirrored),
        stratum("pulled from the end", 14, |rng| pulled(rng).map(Case::new)),
        stratum("pulled, then changed", 14, |rng| {
            let rows = pulled(rng)?;
            changed(rng, rows).map(Case::new)
        }),
        stratum("hand-made, changed", 10, changed_hand_made),
        stratum("generated", 6, generated),
        stratum("generated, changed", 10, |rng| {
            let case = generated(rng)?;
            changed(rng, case.rows).map(Case::new)
        }),
        stratum("over 64 squares", 4, wide),
    ]
}

/// A room of random size, so many of a hundred squares walls.
fn empty_room(rng: &mut SplitMix64, walls: usize, longest: usize) -> Rows {
    let (width, height) = (3 + below(rng, longest - 2), 2 + below(rng, longest - 2));
    let mut rows = vec![vec![b'#'; width + 2]; height + 2];
    for row in &mut rows[1..=height] {
        for cell in &mut row[1..=width] {
            if !chance(rng, walls) {
                *cell = b' ';
            }
        }
    }
    rows
}

/// Takes one of these places, which is then none of them any more.
fn take(rng: &mut SplitMix64, places: &mut Vec<(usize, usize)>) -> Option<(usize, usize)> {
    if places.is_empty() {
        return None;
    }
    let at = below(rng, places.len());
    Some(places.swap_remove(at))
}

/// Puts a player, goals and boxes anywhere.
fn furnish(rng: &mut SplitMix64, mut rows: Rows, goals: usize, spare: usize) -> Option<Rows> {
    let mut places = marked(&rows, b" ");
    let start = take(rng, &mut places)?;
    rows[start.0][start.1] = b'@';
    // What the player cannot get to is no place for anything.
    let inside = Room::new(&rows)?.places;
    rows[start.0][start.1] = b' ';
    let mut places = inside.clone();
    for _ in 0..goals {
        let (row, column) = take(rng, &mut places)?;
        rows[row][column] = b'.';
    }
    let mut places = inside;
    for _ in 0..goals + spare {
        let (row, column) = take(rng, &mut places)?;
        rows[row][column] = with(rows[row][column], b'$');
    }
    let (row, column) = take(rng, &mut places)?;
    rows[row][column] = with(rows[row][column], b'@');
    trimmed(&rows)
}

fn furnished(rng: &mut SplitMix64, walls: usize, goals: usize, spare: usize) -> Option<Rows> {
    let rows = empty_room(rng, walls, 6);
    furnish(rng, rows, goals, spare)
}

/// Nearly as many boxes as squares.
fn crowd(rng: &mut SplitMix64) -> Option<Case> {
    let rows = empty_room(rng, 20, 4);
    let squares = marked(&rows, b" ").len();
    let boxes = (squares / 3).max(1) + below(rng, squares / 3 + 1);
    furnish(rng, rows, boxes, 0).map(Case::new)
}

/// A room that is its own image, walls and goals, upside down or from side to side or both.
fn mirrored(rng: &mut SplitMix64) -> Option<Case> {
    let (width, height) = (3 + below(rng, 4), 2 + below(rng, 4));
    let [sideways, upright] = *pick(rng, &[[true, false], [false, true], [true, true]]);
    let mut rows = vec![vec![b'#'; width + 2]; height + 2];
    let mut images = |row: usize, column: usize, cell: u8| {
        for row in [row, if upright { height + 1 - row } else { row }] {
            for column in [column, if sideways { width + 1 - column } else { column }] {
                rows[row][column] = cell;
            }
        }
    };
    for row in 1..=height {
        for column in 1..=width {
            let cell = *pick(rng, b"       ##.");
            images(row, column, cell);
        }
    }
    let goals = marked(&rows, b".").len();
    if !(1..=4).contains(&goals) {
        return None;
    }
    for thing in std::iter::repeat_n(b'$', goals).chain([b'@']) {
        let mut places = marked(&rows, b" .");
        let (row, column) = take(rng, &mut places)?;
        rows[row][column] = with(rows[row][column], thing);
    }
    trimmed(&rows).map(Case::new)
}

/// A level that can be solved: from all boxes on their goals, boxes are pulled at random.
fn pulled(rng: &mut SplitMix64) -> Option<Rows> {
    let walls = *pick(rng, &[15, 30, 40]);
    let boxes = 1 + below(rng, 4);
    let mut rows = empty_room(rng, walls, 7);
    let mut places = marked(&rows, b" ");
    for _ in 0..boxes {
        let (row, column) = take(rng, &mut places)?;
        rows[row][column] = b'*';
    }
    let mut player = take(rng, &mut places)?;
    for _ in 0..200 {
        let (down, right) = *pick(rng, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
        let next = |(row, column): (usize, usize), down: isize, right: isize| {
            (
                row.wrapping_add_signed(down),
                column.wrapping_add_signed(right),
            )
        };
        let (to, behind) = (next(player, down, right), next(player, -down, -right));
        if !matches!(rows[to.0][to.1], b' ' | b'.') {
            continue;
        }
        let box_cell = rows[behind.0][behind.1];
        if matches!(box_cell, b'$' | b'*') && chance(rng, 70) {
            rows[behind.0][behind.1] = cleared(box_cell);
            rows[player.0][player.1] = with(rows[player.0][player.1], b'$');
        }
        player = to;
    }
    rows[player.0][player.1] = with(rows[player.0][player.1], b'@');
    trimmed(&rows)
}

/// Small levels of our own, each with one idea: a corridor, a corral, a tunnel, boxes in each other's way, a room to turn in.
const HAND_MADE: [&str; 8] = [
    "#######|#@----#|#-$$--#|#-#.#-#|#---.-#|#######",
    "########|#--#---#|#-$$-@-#|#-#.-.##|#------#|########",
    "#########|#---#---#|#-$-.-$-#|##-#.#-##|#---@---#|#########",
    "#######|#.-#--#|#-$-$-#|#--@#.#|###---#|#######",
    "########|#.-----#|###-##-#|#@$----#|#---##.#|#-$----#|########",
    "#######|#--.--#|#-#$#-#|#.$@$.#|#-#-#-#|#-----#|#######",
    "#########|#..--#--#|###-$-$@#|#---##--#|#---#####|#########",
    "########|#..$---#|#..#-$-#|##$--#-#|#-@-$--#|########",
];

fn changed_hand_made(rng: &mut SplitMix64) -> Option<Case> {
    let line = *pick(rng, &HAND_MADE);
    let rows = from_line(line).ok()?;
    changed(rng, rows).map(Case::new)
}

/// One to three walls, goals, boxes or the player moved.
fn changed(rng: &mut SplitMix64, mut rows: Rows) -> Option<Rows> {
    for _ in 0..=below(rng, 3) {
        let inner: Vec<_> = marked(&rows, b"# .$*@+")
            .into_iter()
            .filter(|&(row, column)| {
                row > 0 && column > 0 && row + 1 < rows.len() && column + 1 < rows[row].len()
            })
            .collect();
        let to = *pick(rng, &inner);
        let cell = rows[to.0][to.1];
        match below(rng, 4) {
            0 if cell == b'#' => rows[to.0][to.1] = b' ',
            0 if cell == b' ' => rows[to.0][to.1] = b'#',
            1 if matches!(cell, b' ' | b'$' | b'@') => {
                let from = take(rng, &mut marked(&rows, b".*+"))?;
                rows[from.0][from.1] = toggled_goal(rows[from.0][from.1]);
                rows[to.0][to.1] = toggled_goal(rows[to.0][to.1]);
            }
            kind if matches!(cell, b' ' | b'.') => {
                let (marks, thing): (&[u8], u8) = if kind == 2 {
                    (b"@+", b'@')
                } else {
                    (b"$*", b'$')
                };
                let from = take(rng, &mut marked(&rows, marks))?;
                rows[from.0][from.1] = cleared(rows[from.0][from.1]);
                rows[to.0][to.1] = with(cell, thing);
            }
            _ => {}
        }
    }
    trimmed(&rows)
}

/// A level of the generator, with what it says of it.
fn generated(rng: &mut SplitMix64) -> Option<Case> {
    let least = 1 + below(rng, 8);
    let boxes = 1 + below(rng, 3);
    let order = Order {
        widths: 5..=5 + below(rng, 4),
        heights: 5..=5 + below(rng, 4),
        boxes: boxes..=boxes,
        pushes: least..=least + 12,
        min_detour: 0,
        min_changes: 0,
        min_toil: 0,
        room: 2_000,
        patience: 0,
        effort: 5_000,
    };
    let made = compose(rng.next_u64(), &order, &mut Budget::unlimited()).ok()??;
    let rows: Rows = made
        .rows
        .iter()
        .map(|row| row.clone().into_bytes())
        .collect();
    Some(Case {
        rows: trimmed(&rows)?,
        made: u32::try_from(made.measures.pushes.len()).ok(),
    })
}

/// So many squares that the core's sets need two words.
fn wide(rng: &mut SplitMix64) -> Option<Case> {
    let (width, height) = (9 + below(rng, 3), 8 + below(rng, 2));
    let mut rows = vec![vec![b'#'; width + 2]; height + 2];
    for row in &mut rows[1..=height] {
        for cell in &mut row[1..=width] {
            *cell = *pick(rng, b"        #");
        }
    }
    furnish(rng, rows, 1, 0).map(Case::new)
}
