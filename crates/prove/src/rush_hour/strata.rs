//! Boards of many kinds: every size from 4x4 to 8x8 and odd ones, few and many walls, long vehicles, crowds, red cars in any row.

use quandary_core::rng::SplitMix64;
use quandary_core::rush_hour::{Wish, generate};
use quandary_core::search::Budget;

use super::Case;
use super::lot::Lot;
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
        stratum("4x4", 8, |rng| filled(rng, 4, 4, 20, 5, 3)),
        stratum("5x5", 10, |rng| filled(rng, 5, 5, 30, 5, 3)),
        stratum("6x6", 14, |rng| filled(rng, 6, 6, 60, 5, 3)),
        stratum("7x7", 8, |rng| filled(rng, 7, 7, 120, 22, 3)),
        stratum("8x8", 6, |rng| filled(rng, 8, 8, 250, 22, 3)),
        stratum("odd sizes", 10, |rng| {
            let (width, height) = (3 + below(rng, 6), 1 + below(rng, 8));
            let tries = width * height * 2;
            filled(rng, width, height, tries, 6, 3)
        }),
        stratum("many walls", 8, |rng| {
            let side = 4 + below(rng, 4);
            filled(rng, side, side, 50, 40, 3)
        }),
        stratum("long vehicles", 6, |rng| {
            let (width, height) = (5 + below(rng, 4), 5 + below(rng, 4));
            filled(rng, width, height, 60, 5, 6)
        }),
        stratum("wider than eight", 4, |rng| {
            let (width, height) = (9 + below(rng, 3), 2 + below(rng, 4));
            filled(rng, width, height, 120, 25, 4)
        }),
        stratum("over 64 cells", 4, |rng| {
            let (width, height) = (9 + below(rng, 2), 8 + below(rng, 2));
            filled(rng, width, height, 300, 40, 3)
        }),
        stratum("generated", 4, generated),
    ]
}

/// A board filled at random: so many tries to place something, so many of a hundred of them walls.
fn filled(
    rng: &mut SplitMix64,
    width: usize,
    height: usize,
    tries: usize,
    walls: usize,
    longest: usize,
) -> Option<Case> {
    let mut cells = vec![b'.'; width * height];
    let length = if chance(rng, 80) { 2 } else { 3 };
    let row = below(rng, height);
    // Red cars stand anywhere, most of them to the left, where they have the longest way; on large boards, which are
    // crowded, few of those could ever get out.
    let free = width.checked_sub(length)?;
    let is_large = width * height > 36;
    let column = if chance(rng, if is_large { 20 } else { 60 }) {
        below(rng, 2)
    } else {
        below(rng, free + 1)
    };
    let red = if chance(rng, 80) { b'X' } else { b'A' };
    let first = row * width + column.min(free);
    cells[first..first + length].fill(red);
    let mut letters = (b'B'..=b'W').chain(b'a'..=b'n');
    let mut vehicles = 1;
    // A crowd, or a few; on large boards a few have too many positions.
    let least = if is_large { tries / 3 } else { 1 };
    let most = least + below(rng, tries - least + 1);
    for _ in 0..most {
        let cell = below(rng, cells.len());
        if chance(rng, walls) {
            if cells[cell] == b'.' {
                cells[cell] = b'x';
            }
            continue;
        }
        let length = 2 + below(rng, longest - 1);
        let stride = *pick(rng, &[1, width]);
        let fits = if stride == 1 {
            cell % width + length <= width
        } else {
            cell / width + length <= height
        };
        let mut body = (0..length).map(|part| cell + part * stride);
        if fits && vehicles < super::lot::MOST_VEHICLES && body.all(|cell| cells[cell] == b'.') {
            let letter = letters.next()?;
            for part in 0..length {
                cells[cell + part * stride] = letter;
            }
            vehicles += 1;
        }
    }
    let lot = Lot::from_cells(&String::from_utf8(cells).ok()?, width)?;
    Some(Case { lot, made: None })
}

/// A puzzle of the generator, with what it says of it.
fn generated(rng: &mut SplitMix64) -> Option<Case> {
    let min_moves = *pick(rng, &[None, Some(3), Some(8)]);
    let wish = Wish {
        width: 4 + below(rng, 3),
        height: 4 + below(rng, 3),
        walls: below(rng, 3),
        min_moves,
        max_moves: min_moves.map(|least| least + 8),
        effort: 30 + rng.below(60),
        cluster_limit: 2000,
    };
    let puzzle = generate(rng.next_u64(), &wish, &mut Budget::unlimited()).ok()??;
    let lot = Lot::from_cells(&puzzle.cells, wish.width)?;
    let range = (
        wish.min_moves.unwrap_or(0),
        wish.max_moves.unwrap_or(u32::MAX),
    );
    let is_wished = (range.0..=range.1).contains(&puzzle.moves);
    Some(Case {
        lot,
        // Moves that nobody asked for are told as such.
        made: Some((if is_wished { puzzle.moves } else { u32::MAX }, puzzle.size)),
    })
}
