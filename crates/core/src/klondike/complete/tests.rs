//! The search against the rules: whatever it says, a search of the real table says too.

use std::collections::{HashMap, HashSet};

use super::plain::plain_plays;
use super::room::Room;
use super::state::{Deal, State};
use super::*;
use crate::klondike::samples::dealt;
use crate::klondike::{Board, Card, Layout, Move};
use crate::rng::SplitMix64;
use crate::search::{Budget, Limits, Stop};

const DOMINANCES: [Dominances; 3] = [Dominances::None, Dominances::Safe, Dominances::Proven];

fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).expect("small")
}

/// A position with few cards left, as random as can be.
fn late(rng: &mut SplitMix64) -> Board {
    let lowest = 6 + below(rng, 4);
    let foundations: Vec<usize> = (0..4).map(|_| lowest + below(rng, 14 - lowest)).collect();
    let is_left = |card: &Card| usize::from(card.rank()) >= foundations[usize::from(card.suit())];
    let mut cards: Vec<u8> = Card::all().filter(is_left).map(Card::code).collect();
    rng.shuffle(&mut cards);
    let mut layout = Layout {
        face_down: vec![Vec::new(); 7],
        face_up: vec![Vec::new(); 7],
        foundations: foundations
            .iter()
            .map(|&height| u8::try_from(height).expect("small"))
            .collect(),
        draw: [1, 2, 3, 3, 4, 5][below(rng, 6)],
        redeals: [None, None, Some(0), Some(1), Some(2)][below(rng, 5)],
        ..Layout::default()
    };
    let piles = 1 + below(rng, 7);
    for pile in 7 - piles..7 {
        for _ in 0..pile.saturating_sub(below(rng, 3)) {
            layout.face_down[pile].extend(cards.pop());
        }
        layout.face_up[pile].extend(cards.pop().or_else(|| layout.face_down[pile].pop()));
    }
    cards.truncate(24);
    let waste = below(rng, cards.len() + 1);
    layout.stock = cards.split_off(waste);
    layout.waste = cards;
    let mut board = Board::try_from(&layout).expect("a board");
    for _ in 0..below(rng, 12) {
        let moves = board.moves();
        if !moves.is_empty() {
            board.play(moves[below(rng, moves.len())]);
        }
    }
    board
}

/// Whether the table can be won, by trying everything; none if that is too much.
fn try_everything(start: &Board, worrying_back: bool, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([*start]);
    let mut open = vec![*start];
    while let Some(board) = open.pop() {
        if board.is_won() {
            return Some(true);
        }
        if seen.len() > most {
            return None;
        }
        for play in board.moves() {
            if worrying_back || !matches!(play, Move::FoundationToPile { .. }) {
                let mut child = board;
                child.play(play);
                if seen.insert(child) {
                    open.push(child);
                }
            }
        }
    }
    Some(false)
}

fn wins(board: &Board, moves: &[Move], worrying_back: bool) -> bool {
    let mut board = *board;
    for &play in moves {
        assert!(board.is_legal(play), "{play}");
        assert!(worrying_back || !matches!(play, Move::FoundationToPile { .. }));
        board.play(play);
    }
    board.is_won()
}

/// The verdict of the solver, its moves checked.
fn verdict(board: &Board, options: Options) -> bool {
    let mut budget = Budget::unlimited();
    match solve(board, options, &mut Workspace::default(), &mut budget).verdict {
        Verdict::Solved(moves) => {
            assert!(wins(board, &moves, options.worrying_back));
            true
        }
        Verdict::Unsolvable => false,
        Verdict::Stopped(stop) => panic!("{stop:?} without a limit"),
    }
}

/// Compares all ways of searching with trying everything; says how many positions were won and
/// lost.
fn compare(seeds: std::ops::Range<u64>, most: usize) -> [u32; 2] {
    let mut counts = [0; 2];
    for seed in seeds {
        let board = late(&mut SplitMix64::new(seed));
        for worrying_back in [true, false] {
            let Some(can_win) = try_everything(&board, worrying_back, most) else {
                continue;
            };
            counts[usize::from(can_win)] += 1;
            for dominances in DOMINANCES {
                for shuffle in [None, Some(seed)] {
                    let options = Options {
                        worrying_back,
                        dominances,
                        shuffle,
                    };
                    assert_eq!(verdict(&board, options), can_win, "{seed} {options:?}");
                }
            }
        }
    }
    counts
}

#[test]
fn agrees_with_trying_everything() {
    let [lost, won] = compare(0..60, 1500);
    assert!(lost >= 5 && won >= 30, "{lost} lost, {won} won");
}

/// For a night, or after a change of what is left out: `cargo test --release -- --ignored
/// at_length`.
#[test]
#[ignore = "takes long"]
fn agrees_with_trying_everything_at_length() {
    let [lost, won] = compare(1000..1500, 20_000);
    assert!(lost >= 50 && won >= 250, "{lost} lost, {won} won");
}

#[test]
fn the_same_number_is_the_same_state() {
    let mut rng = SplitMix64::new(5);
    let mut all = 0;
    for seed in 0..6 {
        let mut board = dealt(seed, 3);
        board.redeals = (seed % 2 == 1).then_some(3);
        let (deal, start) = Deal::new(&board);
        let mut states: HashMap<u64, State> = HashMap::new();
        for _ in 0..300 {
            let mut state = start;
            let mut plays = Vec::new();
            for _ in 0..60 {
                let room = Room::new(&state);
                plays.clear();
                plain_plays(&state, &room, Options::default(), &mut plays);
                if plays.is_empty() {
                    break;
                }
                for step in plays[below(&mut rng, plays.len())].steps() {
                    deal.take(&mut state, step);
                }
                assert_eq!(*states.entry(deal.key(&state)).or_insert(state), state);
            }
        }
        all += states.len();
    }
    assert!(all > 2000, "{all}");
}

/// The same table with the suits renamed.
fn renamed(board: &Board, suits: [u8; 4]) -> Board {
    let rename = |codes: &Vec<u8>| {
        let code = |&code: &u8| code / 4 * 4 + suits[usize::from(code % 4)];
        codes.iter().map(code).collect::<Vec<u8>>()
    };
    let layout = Layout::from(board);
    let mut foundations = vec![0; 4];
    for (&suit, &height) in suits.iter().zip(&layout.foundations) {
        foundations[usize::from(suit)] = height;
    }
    let layout = Layout {
        face_down: layout.face_down.iter().map(rename).collect(),
        face_up: layout.face_up.iter().map(rename).collect(),
        stock: rename(&layout.stock),
        waste: rename(&layout.waste),
        foundations,
        ..layout
    };
    Board::try_from(&layout).expect("a board")
}

#[test]
fn names_of_suits_do_not_matter() {
    let swaps = [
        [3, 1, 2, 0],
        [0, 2, 1, 3],
        [3, 2, 1, 0],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
    ];
    for seed in 0..60 {
        let board = late(&mut SplitMix64::new(seed));
        let expected = verdict(&board, Options::default());
        for suits in swaps {
            let renamed = renamed(&board, suits);
            assert_eq!(
                verdict(&renamed, Options::default()),
                expected,
                "{seed} {suits:?}"
            );
        }
    }
}

fn solve_with(board: &Board, limits: &Limits) -> Answer {
    let mut budget = Budget::new(limits);
    solve(
        board,
        Options::default(),
        &mut Workspace::default(),
        &mut budget,
    )
}

#[test]
fn every_budget_is_kept() {
    // A deal that takes the search 34,000 states.
    let board = dealt(38, 3);
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let answer = solve_with(&board, &nodes(100));
    assert_eq!(
        (answer.verdict, answer.nodes),
        (Verdict::Stopped(Stop::Nodes), 100)
    );
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    for bytes in [0, 40 << 10, 100 << 10] {
        let answer = solve_with(&board, &memory(bytes));
        assert_eq!(answer.verdict, Verdict::Stopped(Stop::Memory), "{bytes}");
    }
    let enough = solve_with(&board, &memory(64 << 20));
    assert_eq!(enough, solve_with(&board, &Limits::default()));
}

#[test]
fn a_search_does_what_it_did() {
    // Change these only on purpose.
    let mut workspace = Workspace::default();
    let mut nodes = |seed, draw| {
        let board = dealt(seed, draw);
        let mut budget = Budget::unlimited();
        let answer = solve(&board, Options::default(), &mut workspace, &mut budget);
        (matches!(answer.verdict, Verdict::Solved(_)), answer.nodes)
    };
    let draw_1 = [
        (0, false, 1556),
        (1, true, 860),
        (2, true, 18),
        (3, true, 25),
    ];
    let draw_3 = [
        (0, false, 1556),
        (1, true, 1312),
        (2, true, 273),
        (12, false, 5075),
    ];
    for (seed, won, count) in draw_1 {
        assert_eq!(nodes(seed, 1), (won, count), "{seed}");
    }
    for (seed, won, count) in draw_3 {
        assert_eq!(nodes(seed, 3), (won, count), "{seed}");
    }
}

#[test]
fn a_win_with_a_bigger_draw_is_a_win_with_its_divisors() {
    for seed in 0..25 {
        let can_win = |draw| verdict(&dealt(seed, draw), Options::default());
        assert!(!can_win(3) || can_win(1), "{seed}");
        assert!(!can_win(4) || can_win(2), "{seed}");
    }
}

/// Among these are plays with two kings, the second into a space that a queen left for the first.
#[test]
fn what_is_won_in_any_order_is_won_on_the_table() {
    for seed in [1, 74, 160, 204, 247, 581, 784, 797] {
        let board = dealt(seed, 1);
        for shuffle in [None, Some(1), Some(2), Some(3)] {
            let options = Options {
                shuffle,
                ..Options::default()
            };
            assert!(verdict(&board, options), "seed {seed}, {shuffle:?}");
        }
    }
}
