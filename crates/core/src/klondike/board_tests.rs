//! The rules of the table, and its border.

use super::samples::dealt;
use super::*;
use crate::rng::SplitMix64;
use crate::search::Budget;

fn codes(cards: &str) -> Vec<u8> {
    let cards = cards.split_whitespace();
    cards
        .map(|card| card.parse::<Card>().expect("a card").code())
        .collect()
}

/// A late position: everything below the nines is home but what is said here.
fn late() -> Layout {
    Layout {
        face_down: vec![codes("KC"), vec![], vec![], vec![], vec![], vec![], vec![]],
        face_up: vec![
            codes("QH JS"),
            codes("KD QS JH TS"),
            codes("KH"),
            codes("QC"),
            codes("JC"),
            vec![],
            codes("TH"),
        ],
        stock: codes("TC KS JD TD"),
        waste: codes("QD"),
        foundations: vec![9, 9, 9, 9],
        draw: 3,
        redeals: Some(1),
    }
}

fn texts(board: &Board) -> String {
    let moves: Vec<String> = board.moves().iter().map(Move::to_string).collect();
    moves.join(" ")
}

fn after(board: &Board, moves: &str) -> Board {
    let mut board = *board;
    for text in moves.split_whitespace() {
        let mut legal = board.moves().into_iter();
        board.play(legal.find(|play| play.to_string() == text).expect(text));
    }
    board
}

#[test]
fn deals_row_by_row() {
    let deck: Vec<u8> = (0..52).collect();
    let layout = Layout::deal(&deck, 3, None).expect("52 cards");
    assert_eq!(layout.face_down[0], []);
    assert_eq!(layout.face_up[0], [0]);
    assert_eq!(layout.face_down[6], [6, 12, 17, 21, 24, 26]);
    assert_eq!(layout.face_up[6], [27]);
    assert_eq!(layout.stock, (28..52).collect::<Vec<u8>>());
    assert_eq!(
        Layout::deal(&deck[1..], 3, None),
        Err(LayoutError::Deck(51))
    );
}

#[test]
fn lists_the_moves_in_order() {
    let board = Board::try_from(&late()).expect("a board");
    let expected = "D 2>F 2>3x3 2>4x2 2>6x4 3>6 4>3 7>F 7>1 7>5 FC>7 FD>2 FH>2 FS>7";
    assert_eq!(texts(&board), expected);
    let drawn = after(&board, "D D");
    assert!(
        texts(&drawn).starts_with("R W>F W>1 W>5 2>F "),
        "{}",
        texts(&drawn)
    );
    let fresh = after(&drawn, "R");
    assert_eq!(fresh.waste(), []);
    assert_eq!(fresh.redeals(), Some(0));
    let last = after(&fresh, "D D");
    assert!(texts(&last).starts_with("W>F "), "no second redeal");
}

#[test]
fn a_card_that_comes_to_lie_on_top_is_turned() {
    let mut layout = late();
    layout.face_up.swap(0, 6);
    let board = Board::try_from(&layout).expect("a board");
    let open = after(&board, "1>F");
    assert_eq!(open.piles()[0].face_down(), []);
    assert_eq!(open.piles()[0].top(), "KC".parse().ok());
}

#[test]
fn no_move_is_legal_that_is_not_listed() {
    let mut every: Vec<Move> = vec![Move::Draw, Move::Redeal, Move::WasteToFoundation];
    for to in 0..7 {
        every.extend([Move::WasteToPile(to), Move::PileToFoundation(to)]);
        every.extend((0..SUITS).map(|suit| Move::FoundationToPile { suit, to }));
        let runs = (0..7).flat_map(|from| (1..=13).map(move |count| (from, count)));
        every.extend(runs.map(|(from, count)| Move::PileToPile { from, to, count }));
    }
    every.sort_unstable();
    for seed in 0..20 {
        let mut rng = SplitMix64::new(seed);
        let mut board = dealt(seed, 1 + u8::try_from(seed % 5).expect("small"));
        for _ in 0..100 {
            let moves = board.moves();
            let mut sorted = moves.clone();
            sorted.sort_unstable();
            let legal = every.iter().copied().filter(|&play| board.is_legal(play));
            assert!(legal.eq(sorted), "{board:?}");
            let chosen = rng.below(moves.len() as u64);
            board.play(moves[usize::try_from(chosen).expect("small")]);
        }
    }
}

#[test]
fn what_is_taken_back_leaves_no_trace() {
    for seed in 0..20 {
        let mut rng = SplitMix64::new(seed);
        let start = dealt(seed, 3);
        let mut board = start;
        let mut history = Vec::new();
        for _ in 0..200 {
            let moves = board.moves();
            let chosen = rng.below(moves.len() as u64);
            let play = moves[usize::try_from(chosen).expect("small")];
            history.push((play, board.play(play)));
            let layout = Layout::from(&board);
            assert_eq!(Board::try_from(&layout), Ok(board), "still a board");
        }
        for (play, played) in history.into_iter().rev() {
            board.take_back(play, played);
        }
        assert_eq!(board, start);
    }
}

#[test]
fn counts_move_sequences() {
    let deck: Vec<u8> = (0..52).collect();
    let layout = Layout::deal(&deck, 3, None).expect("52 cards");
    let board = Board::try_from(&layout).expect("a board");
    let counts = perft(&board, 4, &mut Budget::unlimited()).expect("no limit");
    let mut expected = vec![0; 5];
    let mut boards = vec![board];
    for count in &mut expected {
        *count = boards.len() as u64;
        let children = |board: &Board| {
            let board = *board;
            let child = move |play: Move| {
                let mut board = board;
                board.play(play);
                board
            };
            board.moves().into_iter().map(child)
        };
        boards = boards.iter().flat_map(children).collect();
    }
    assert_eq!(counts, expected);
}

#[test]
fn refuses_what_is_no_board() {
    let refused = |change: &dyn Fn(&mut Layout)| {
        let mut layout = late();
        change(&mut layout);
        Board::try_from(&layout).expect_err("no board")
    };
    let card = |text: &str| text.parse::<Card>().expect("a card");
    assert_eq!(refused(&|l| l.face_up.truncate(6)), LayoutError::Piles(6));
    assert_eq!(
        refused(&|l| l.foundations.push(0)),
        LayoutError::Foundations(5)
    );
    let too_high = LayoutError::Foundation {
        suit: 1,
        height: 14,
    };
    assert_eq!(refused(&|l| l.foundations[1] = 14), too_high);
    assert_eq!(refused(&|l| l.draw = 0), LayoutError::Draw(0));
    assert_eq!(refused(&|l| l.draw = 25), LayoutError::Draw(25));
    assert_eq!(refused(&|l| l.stock[0] = 52), LayoutError::Code(52));
    assert_eq!(
        refused(&|l| l.foundations[0] = 10),
        LayoutError::Twice(card("TC"))
    );
    assert_eq!(
        refused(&|l| l.foundations[0] = 8),
        LayoutError::Missing(card("9C"))
    );
    assert_eq!(
        refused(&|l| l.waste.clear()),
        LayoutError::Missing(card("QD"))
    );
    let unturned = LayoutError::Unturned { pile: 5 };
    assert_eq!(refused(&|l| l.face_down.swap(0, 5)), unturned);
    let queen = codes("QC")[0];
    let no_run = |l: &mut Layout| {
        l.face_up[4].push(queen);
        l.face_up[3].clear();
    };
    let (pile, card) = (4, card("QC"));
    assert_eq!(refused(&no_run), LayoutError::Run { pile, card });
    assert_eq!(refused(&|l| l.stock = vec![0; 25]), LayoutError::Talon(26));
    assert_eq!(
        refused(&|l| l.face_down = vec![vec![0]; 7]),
        LayoutError::FaceDown
    );
}
