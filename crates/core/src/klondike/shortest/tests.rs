//! Against a search that knows nothing but the rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::super::arrangement::Tables;
use super::super::samples::{dealt, end_game};
use super::super::{Board, Layout, Move};
use super::bound::Bound;
use super::{Answer, Verdict, solve};
use crate::rng::SplitMix64;
use crate::search::{Budget, Limits, Stop};

fn price(play: Move) -> u32 {
    u32::from(play != Move::Redeal)
}

fn cards_left(board: &Board) -> u32 {
    52 - board
        .foundations()
        .iter()
        .map(|&height| u32::from(height))
        .sum::<u32>()
}

/// What a shortest solution costs, by A* over all legal moves; `Err` if that takes too long.
fn reference(board: &Board, most: usize) -> Result<Option<u32>, ()> {
    let mut cheapest = HashMap::from([(*board, 0)]);
    let mut queue = BinaryHeap::from([(Reverse(cards_left(board)), 0, 0)]);
    let mut boards = vec![*board];
    let mut expanded = 0;
    while let Some((Reverse(through), cost, number)) = queue.pop() {
        let board = boards[number];
        if board.is_won() {
            return Ok(Some(through));
        }
        if cheapest[&board] < cost {
            continue;
        }
        expanded += 1;
        if expanded > most {
            return Err(());
        }
        for play in board.moves() {
            let mut next = board;
            next.play(play);
            let cost = cost + price(play);
            let known = cheapest.entry(next).or_insert(u32::MAX);
            if cost < *known {
                *known = cost;
                queue.push((Reverse(cost + cards_left(&next)), cost, boards.len()));
                boards.push(next);
            }
        }
    }
    Ok(None)
}

fn cost_of(board: &Board, moves: &[Move]) -> u32 {
    let mut board = *board;
    for &play in moves {
        assert!(board.is_legal(play), "{play}");
        board.play(play);
    }
    assert!(board.is_won());
    moves.iter().copied().map(price).sum()
}

fn least(board: &Board) -> Option<u32> {
    let (tables, state) = Tables::new(board);
    Bound::new(&tables).least(state)
}

fn compare(seeds: impl IntoIterator<Item = u64>, most: usize) -> (u32, u32, u32) {
    let (mut solved, mut lost, mut detours) = (0, 0, 0);
    for seed in seeds {
        let Some(board) = end_game(&mut SplitMix64::new(seed)) else {
            continue;
        };
        let Ok(expected) = reference(&board, most) else {
            continue;
        };
        let answer = solve(&board, &mut Budget::unlimited());
        assert_eq!(
            answer.bound,
            expected,
            "seed {seed}: {:?}",
            Layout::from(&board)
        );
        match (answer.verdict, expected) {
            (Verdict::Solved(moves), Some(cost)) => {
                assert_eq!(cost_of(&board, &moves), cost);
                assert!(
                    least(&board).is_some_and(|least| least <= cost),
                    "seed {seed}"
                );
                solved += 1;
                detours += u32::from(cost > cards_left(&board) + 6);
            }
            (Verdict::Unsolvable, None) => lost += 1,
            (verdict, _) => panic!("seed {seed}: {verdict:?} instead of {expected:?}"),
        }
    }
    (solved, lost, detours)
}

#[test]
fn ends_of_games_are_as_short_as_any_search_finds_them() {
    let (solved, ..) = compare(0..60, 1500);
    assert!(solved > 25, "{solved}");
}

/// What random ends of games seldom are: lost, or won by many moves beside those of the cards that go home.
#[test]
fn lost_ends_and_long_detours_are_judged_right() {
    const LOST: [u64; 10] = [51, 214, 225, 288, 299, 375, 394, 395, 587, 805];
    const LONG: [u64; 8] = [228, 234, 403, 552, 758, 794, 987, 1109];
    assert_eq!(compare(LOST, 1500), (0, 10, 0));
    assert_eq!(compare(LONG, 1500), (8, 0, 8));
}

/// For a night, or after a change of what is left out: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes long"]
fn thousands_of_ends_are_as_short_as_any_search_finds_them() {
    let (solved, lost, detours) = compare(0..3000, 60_000);
    assert!(solved > 2500 && lost > 70 && detours > 300);
}

/// Deals that are short work, by seed and draw, with what their shortest solutions cost.
const SHORT_WORK: [(u64, u8, u32); 2] = [(59, 1, 99), (96, 3, 104)];

fn short_work(number: usize) -> Board {
    let (seed, draw, _) = SHORT_WORK[number];
    dealt(seed, draw)
}

fn solved(board: &Board) -> Vec<Move> {
    match solve(board, &mut Budget::unlimited()).verdict {
        Verdict::Solved(moves) => moves,
        other => panic!("{other:?}"),
    }
}

#[test]
fn minima_stay_what_they_are_and_no_bound_on_the_way_is_too_high() {
    for (seed, draw, minimum) in SHORT_WORK {
        let mut board = dealt(seed, draw);
        let moves = solved(&board);
        let mut left = cost_of(&board, &moves);
        assert_eq!(left, minimum);
        for play in moves {
            assert!(least(&board).is_some_and(|least| least <= left));
            board.play(play);
            left -= price(play);
        }
    }
}

#[test]
fn a_game_can_be_taken_up_anywhere() {
    let board = short_work(0);
    let moves = solved(&board);
    let mut later = board;
    for &play in &moves[..60] {
        later.play(play);
    }
    let rest: u32 = moves[60..].iter().copied().map(price).sum();
    assert_eq!(cost_of(&later, &solved(&later)), rest);
}

#[test]
fn a_won_game_needs_no_move() {
    let mut board = short_work(0);
    for play in solved(&board) {
        board.play(play);
    }
    let answer = solve(&board, &mut Budget::unlimited());
    assert_eq!(answer.verdict, Verdict::Solved(Vec::new()));
    assert_eq!(answer.bound, Some(0));
}

fn limited(board: &Board, nodes: u64, memory: usize) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        memory: Some(memory),
        ..Limits::default()
    };
    solve(board, &mut Budget::new(&limits))
}

#[test]
fn a_budget_ends_it_with_the_best_so_far_and_a_bound() {
    let board = short_work(1);
    for (nodes, memory, expected) in [
        (3000, usize::MAX, Stop::Nodes),
        (u64::MAX, 1 << 19, Stop::Memory),
    ] {
        let answer = limited(&board, nodes, memory);
        let Verdict::Stopped(stop, Some(moves)) = &answer.verdict else {
            panic!("{:?}", answer.verdict);
        };
        assert_eq!(*stop, expected);
        assert!(cost_of(&board, moves) >= 104);
        assert!(
            answer
                .bound
                .is_some_and(|bound| (68..=104).contains(&bound))
        );
        assert_eq!(limited(&board, nodes, memory), answer);
    }
}

#[test]
fn no_memory_and_no_nodes_are_no_answer() {
    let board = short_work(1);
    for (nodes, memory, expected) in [(0, usize::MAX, Stop::Nodes), (9, 0, Stop::Memory)] {
        match limited(&board, nodes, memory).verdict {
            Verdict::Stopped(stop, None) => assert_eq!(stop, expected),
            other => panic!("{other:?}"),
        }
    }
}
