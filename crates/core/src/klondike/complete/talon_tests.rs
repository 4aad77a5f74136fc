//! The talon's arithmetic against drawing on the table.

use std::collections::HashSet;

use super::talon::{Left, Talon};
use crate::klondike::twins::{Cards, bit_of, each};
use crate::klondike::{Board, Card, Move};

/// A table with nothing but a talon on it.
fn table(count: u8, waste: usize, draw: u8, redeals: Option<u32>) -> Board {
    let mut board = Board::default();
    for code in 0..count {
        board.talon.push(Card::from_code(code).expect("a card"));
    }
    board.waste = waste;
    board.draw = draw;
    board.redeals = redeals;
    board
}

/// Every table on which drawing and turning over can leave this one.
fn drawn(start: &Board) -> HashSet<Board> {
    let mut seen = HashSet::from([*start]);
    let mut open = vec![*start];
    while let Some(board) = open.pop() {
        for play in [Move::Draw, Move::Redeal] {
            let mut child = board;
            if child.is_legal(play) {
                child.play(play);
                if seen.insert(child) {
                    open.push(child);
                }
            }
        }
    }
    seen
}

/// The cards that can come to lie on the waste.
fn on_top(boards: &HashSet<Board>) -> Cards {
    let tops = boards.iter().filter_map(|board| board.waste().last());
    tops.fold(0, |set, &card| set | 1 << bit_of(card))
}

/// Takes cards from table and talon alike, to that depth, and compares what can be taken. Of
/// several tables with the same card on top it goes on with the one that has most redeals left.
fn compare(board: &Board, talon: &Talon, left: Left, depth: u32) {
    let boards = drawn(board);
    assert_eq!(left.reach, on_top(&boards), "{board:?} {left:?}");
    if depth == 0 {
        return;
    }
    for bit in each(left.reach) {
        let with_it = |board: &&Board| board.waste().last().map(|&card| bit_of(card)) == Some(bit);
        let best = boards
            .iter()
            .filter(with_it)
            .max_by_key(|board| board.redeals);
        let mut board = *best.expect("it can be taken");
        board.waste -= 1;
        board.talon.remove(board.waste);
        compare(&board, talon, talon.take(left, bit), depth - 1);
    }
}

#[test]
fn what_can_be_taken_is_what_drawing_leads_to() {
    for draw in 1..=5 {
        for redeals in [None, Some(0), Some(1), Some(3)] {
            for waste in 0..=8 {
                let board = table(8, waste, draw, redeals);
                let (talon, left) = Talon::new(&board);
                compare(&board, &talon, left, 3);
            }
        }
    }
}

#[test]
fn a_big_talon_too() {
    for draw in [3, 7, 24] {
        let board = table(24, 5, draw, None);
        let (talon, left) = Talon::new(&board);
        compare(&board, &talon, left, 2);
    }
}

#[test]
fn a_harmless_card_takes_away_no_other() {
    for draw in 1..=5 {
        for waste in 0..=9 {
            let (talon, left) = Talon::new(&table(9, waste, draw, None));
            for bit in each(talon.harmless(left)) {
                let without = talon.take(left, bit);
                assert_eq!(without.reach & left.reach, left.reach & !(1 << bit));
            }
        }
    }
}

#[test]
fn an_open_talon_has_all_cards_always() {
    let (talon, left) = Talon::new(&table(9, 4, 3, Some(1)));
    let opened = talon.opened();
    assert!(opened.is_open() && !talon.is_open());
    let open = opened.open(left);
    assert_eq!(open.reach.count_ones(), 9);
    let fewer = opened.take(open, 5);
    assert_eq!(fewer.reach, open.reach & !(1 << 5));
}
