//! Proofs against the rules: what is proven lost is lost when everything is tried, and the other
//! way round.

use std::collections::HashSet;

use super::{Outcome, certify};
use crate::klondike::complete::{Dominances, Options, Verdict, Workspace, solve};
use crate::klondike::samples::dealt;
use crate::klondike::{Board, Card, Layout, Pile};
use crate::rng::SplitMix64;
use crate::search::{Budget, Limits, Stop};

fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).expect("small")
}

/// How many cards of each suit are home: up to two suits complete, the others anything.
fn heights(
    rng: &mut SplitMix64,
    complete: usize,
    left: std::ops::RangeInclusive<usize>,
) -> [u8; 4] {
    loop {
        let mut heights = [0; 4].map(|_: u8| u8::try_from(below(rng, 14)).expect("small"));
        let first = below(rng, 4);
        let second = (first + 1 + below(rng, 3)) % 4;
        for suit in [first, second].into_iter().take(complete) {
            heights[suit] = 13;
        }
        let home: usize = heights.iter().map(|&height| usize::from(height)).sum();
        if left.contains(&(52 - home)) {
            return heights;
        }
    }
}

/// A random position, with few cards left so that everything can be tried.
fn late(rng: &mut SplitMix64, complete: usize) -> Board {
    let foundations = heights(rng, complete, 6..=20);
    let is_left = |card: &Card| card.rank() >= foundations[usize::from(card.suit())];
    let mut cards: Vec<u8> = Card::all().filter(is_left).map(Card::code).collect();
    rng.shuffle(&mut cards);
    let mut layout = Layout {
        face_down: vec![Vec::new(); 7],
        face_up: vec![Vec::new(); 7],
        foundations: foundations.to_vec(),
        draw: [1, 2, 3, 3, 5, 24][below(rng, 6)],
        redeals: [None, None, None, Some(0), Some(1), Some(2)][below(rng, 6)],
        ..Layout::default()
    };
    let talon = below(rng, cards.len());
    let mut talon = cards.split_off(cards.len() - talon);
    for pile in 0..7 {
        for _ in 0..below(rng, pile + 1) {
            layout.face_down[pile].extend(cards.pop());
        }
        layout.face_up[pile].extend(cards.pop().or_else(|| layout.face_down[pile].pop()));
    }
    talon.append(&mut cards);
    talon.truncate(24);
    let waste = below(rng, talon.len() + 1);
    layout.stock = talon.split_off(waste);
    layout.waste = talon;
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
fn try_everything(start: &Board, most: usize) -> Option<bool> {
    // Those with most cards home first: that finds wins sooner.
    let mut open = vec![Vec::new(); 53];
    let mut seen = HashSet::new();
    let mut enter = |mut board: Board, open: &mut Vec<Vec<Board>>| {
        // Which pile is which does not matter.
        let bottom = |pile: &Pile| {
            pile.face_down()
                .iter()
                .chain(pile.face_up())
                .next()
                .copied()
        };
        board.piles.sort_by_key(|pile| bottom(pile).map(Card::code));
        if seen.insert(board) {
            let home: u8 = board.foundations().iter().sum();
            open[usize::from(home)].push(board);
        }
        seen.len()
    };
    enter(*start, &mut open);
    while let Some(board) = open.iter_mut().rev().find_map(Vec::pop) {
        if board.is_won() {
            return Some(true);
        }
        for play in board.moves() {
            let mut child = board;
            child.play(play);
            if enter(child, &mut open) > most {
                return None;
            }
        }
    }
    Some(false)
}

fn is_proven_lost(board: &Board) -> bool {
    match certify(board, &mut Budget::unlimited()) {
        Outcome::Lost(proof) => {
            assert!(!proof.open.is_empty() || !proof.closed.is_empty());
            true
        }
        Outcome::Winnable => false,
        Outcome::Stopped(stop) => panic!("{stop:?} without a limit"),
    }
}

/// Compares proofs with trying everything, by how many suits are complete. Returns how many
/// positions were lost, won and too big.
fn compare(seeds: std::ops::Range<u64>, complete: usize, most: usize) -> [u32; 3] {
    let mut counts = [0; 3];
    for seed in seeds {
        let board = late(&mut SplitMix64::new(seed), complete);
        match try_everything(&board, most) {
            None => counts[2] += 1,
            Some(can_win) => {
                counts[usize::from(can_win)] += 1;
                assert_eq!(is_proven_lost(&board), !can_win, "seed {seed}, {complete}");
            }
        }
    }
    counts
}

#[test]
fn what_is_proven_is_so() {
    for complete in 0..=2 {
        let [lost, won, _] = compare(0..150, complete, 3000);
        assert!(lost >= 15 && won >= 50, "{lost} lost, {won} won");
    }
}

/// After a change of the rules of proof: `cargo test --release certify -- --ignored --nocapture`.
#[test]
#[ignore = "takes long"]
fn what_is_proven_is_so_at_length() {
    for complete in 0..=2 {
        let [lost, won, undecided] = compare(1_000..21_000, complete, 10_000);
        println!("{complete} suits home: {lost} lost, {won} won, {undecided} undecided");
    }
}

/// The same against the search that leaves out nothing but what is safe, on more positions.
#[test]
#[ignore = "takes long"]
fn proofs_agree_with_the_safe_search_at_length() {
    let options = Options {
        dominances: Dominances::SAFE,
        ..Options::default()
    };
    let mut workspace = Workspace::default();
    for complete in 0..=2 {
        let mut counts = [0_u32; 3];
        for seed in 100_000..200_000 {
            let board = late(&mut SplitMix64::new(seed), complete);
            let mut budget = Budget::new(&Limits {
                nodes: Some(50_000),
                ..Limits::default()
            });
            match solve(&board, options, &mut workspace, &mut budget).verdict {
                Verdict::Stopped(_) => counts[2] += 1,
                verdict => {
                    let is_lost = verdict == Verdict::Unsolvable;
                    counts[usize::from(!is_lost)] += 1;
                    assert_eq!(is_proven_lost(&board), is_lost, "seed {seed}, {complete}");
                }
            }
        }
        let [lost, won, undecided] = counts;
        println!("{complete} suits home: {lost} lost, {won} won, {undecided} undecided");
    }
}

#[test]
fn proofs_keep_their_size() {
    // Change these only on purpose.
    let sizes = |seed, draw| match certify(&dealt(seed, draw), &mut Budget::unlimited()) {
        Outcome::Lost(proof) => Some((proof.open.len(), proof.closed.len())),
        _ => None,
    };
    assert_eq!(sizes(0, 1), Some((3013, 0)));
    assert_eq!(sizes(12, 3), Some((0, 1)));
    assert_eq!(sizes(38, 3), Some((1894, 14_764)));
    assert_eq!(sizes(2, 3), None);
}

#[test]
fn every_budget_is_kept() {
    let board = dealt(0, 1);
    let outcome = |limits| certify(&board, &mut Budget::new(&limits));
    let nodes = outcome(Limits {
        nodes: Some(100),
        ..Limits::default()
    });
    assert!(nodes == Outcome::Stopped(Stop::Nodes));
    for bytes in [0, 40 << 10, 100 << 10] {
        let memory = outcome(Limits {
            memory: Some(bytes),
            ..Limits::default()
        });
        assert!(memory == Outcome::Stopped(Stop::Memory), "{bytes}");
    }
}
