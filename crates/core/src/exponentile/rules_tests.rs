//! Small boards made by hand, by both rules, and walks that pin how the kernel plays.

use super::*;
use crate::exponentile::grid::{AnyGrid, Eight};

/// A board of 8 rows whose last rows are given; above them stand tiles that never match.
fn board(rows: &[[u8; 8]]) -> Board<Eight> {
    let mut board = Board::empty();
    let given = (8 - rows.len()..8).zip(rows).collect::<Vec<_>>();
    for cell in 0..64_usize {
        let (row, column) = (Eight.row_of(cell), Eight.column_of(cell));
        let quiet = 12 + u8::try_from((row + 2 * column) % 5).expect("small");
        let mine = given.iter().find(|&&(number, _)| number == row);
        board.put(cell, mine.map_or(quiet, |(_, tiles)| tiles[column]));
    }
    board
}

fn variant(rules: Rules) -> Variant<Eight> {
    Variant {
        grid: Eight,
        rules,
        spawn: Spawn::usual(rules),
    }
}

fn swap(from: (usize, usize), to: (usize, usize)) -> Swap {
    Swap {
        from: Eight.cell(from.0, from.1),
        to: Eight.cell(to.0, to.1),
    }
}

fn row(board: &Board<Eight>, row: usize) -> Vec<u8> {
    (0..8)
        .map(|column| board.tile(Eight.cell(row, column)))
        .collect()
}

#[test]
fn a_row_of_four_becomes_one_tile_of_four_times_the_value() {
    // 16 16 16 16 8 2 2 2: the issue's own example.
    let board = board(&[[4, 4, 4, 4, 3, 1, 1, 1]]);
    let lines = board.lines(&Eight);
    let group = |column| lines.through(&Eight, Eight.cell(7, column)).count();
    assert_eq!((group(0), group(4), group(7)), (4, 0, 3));
    let settled = variant(Rules::Classic)
        .settle(&board, swap((7, 3), (7, 2)))
        .expect("a match");
    assert_eq!(settled.points, 64);
    assert_eq!(row(&settled.board, 7)[2], 6);
    let empty: Vec<bool> = row(&settled.board, 0)
        .iter()
        .map(|&tile| tile == 0)
        .collect();
    assert_eq!(empty, [true, true, false, true, false, false, false, false]);
}

#[test]
fn both_swapped_tiles_merge_in_the_web_game_and_one_in_the_classic() {
    let board = board(&[[1, 1, 2, 5, 6, 7, 8, 9], [2, 2, 1, 6, 7, 8, 9, 5]]);
    let both = swap((6, 2), (7, 2));
    let web = variant(Rules::Web).settle(&board, both).expect("a match");
    assert_eq!(web.points, 4 + 8);
    let classic = variant(Rules::Classic)
        .settle(&board, both)
        .expect("a match");
    assert_eq!(classic.points, 3 * 4);
    assert_eq!(row(&classic.board, 7)[2], 3);
}

#[test]
fn a_cross_merges_at_its_crossing() {
    let board = board(&[
        [5, 6, 1, 7, 8, 9, 5, 6],
        [6, 7, 1, 8, 9, 5, 6, 7],
        [1, 1, 3, 1, 1, 6, 7, 8],
        [7, 8, 1, 9, 5, 7, 8, 9],
    ]);
    let settled = variant(Rules::Web)
        .settle(&board, swap((7, 2), (6, 2)))
        .expect("a match");
    // Five in the row and three in the column, one of them both.
    assert_eq!(settled.points, 1 << 6);
    assert_eq!(row(&settled.board, 6)[2], 6);
}

#[test]
fn what_matches_nothing_is_refused() {
    let board = board(&[[1, 2, 1, 2, 1, 2, 1, 2]]);
    assert!(
        variant(Rules::Web)
            .settle(&board, swap((7, 0), (7, 1)))
            .is_none()
    );
}

#[test]
fn classic_refills_the_row_first_and_pushes_the_column_down() {
    let board = board(&[
        [5, 6, 1, 7, 8, 9, 5, 6],
        [6, 7, 1, 8, 9, 5, 6, 7],
        [1, 1, 3, 6, 5, 6, 7, 8],
        [7, 8, 1, 9, 6, 7, 8, 9],
    ]);
    let variant = variant(Rules::Classic);
    let settled = variant
        .settle(&board, swap((7, 2), (6, 2)))
        .expect("a match");
    let mut refills = [20, 21, 22, 23].into_iter();
    let after = variant.cascade(settled, || refills.next().expect("four"), |_| {});
    assert_eq!(row(&after, 0)[..3], [20, 21, 23]);
    assert_eq!(row(&after, 1)[2], 22);
}

/// Plays random moves on a grid and sums up what happened.
fn signature<G: Grid>(grid: G, rules: Rules, moves: u32) -> (u64, u64) {
    let variant = Variant {
        grid,
        rules,
        spawn: Spawn::usual(rules),
    };
    let mut rng = SplitMix64::new(99);
    let mut board = variant.start(&mut rng);
    let (mut points, mut swaps) = (0, 0);
    for _ in 0..moves {
        let legal: Vec<Swap> = board.swaps(&grid).list(&grid).collect();
        swaps += legal.len() as u64;
        if legal.is_empty() {
            board = variant.start(&mut rng);
            continue;
        }
        let settled = variant.settle(&board, *rng.choice(&legal)).expect("legal");
        points += settled.points;
        board = variant.cascade(
            settled,
            || variant.spawn.draw(&mut rng),
            |more| points += more,
        );
    }
    (points, swaps)
}

#[test]
fn any_grid_of_the_usual_size_plays_like_the_usual_one() {
    let any = AnyGrid::new(8, 8, false).expect("a size that there is");
    for rules in [Rules::Web, Rules::Classic] {
        assert_eq!(signature(Eight, rules, 2000), signature(any, rules, 2000));
    }
}

#[test]
fn the_signature_of_the_rules() {
    // A change here is a change of the rules, and breaks every seed's promise.
    assert_eq!(signature(Eight, Rules::Web, 5000), (268_720, 46_831));
    assert_eq!(signature(Eight, Rules::Classic, 5000), (422_584, 37_836));
}

#[test]
fn a_draw_by_bits_is_the_draw_of_the_generator() {
    for count in 1..=9 {
        let exponents: Vec<u8> = (1..=count).collect();
        let spawn = Spawn::new(exponents.clone()).expect("exponents");
        let (mut fast, mut plain) = (SplitMix64::new(7), SplitMix64::new(7));
        for _ in 0..100 {
            assert_eq!(spawn.draw(&mut fast), *plain.choice(&exponents));
        }
    }
}
