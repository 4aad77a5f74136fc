//! What it wins is won, and its options do what they say.

use super::super::complete;
use super::super::samples::{dealt, end_game};
use super::super::{Board, Move};
use super::{Answer, Options, Ranking, Verdict, solve};
use crate::rng::SplitMix64;
use crate::search::{Budget, Limits, Stop};

/// Deals by their seeds: one that falls at once, and one that takes some search.
const EASY: u64 = 31;
const HARDER: u64 = 2;

fn limited(board: &Board, options: &Options, nodes: u64) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    solve(board, options, &mut Budget::new(&limits))
}

fn is_won_by(board: &Board, moves: &[Move]) -> bool {
    let mut board = *board;
    for &play in moves {
        assert!(board.is_legal(play), "{play}");
        board.play(play);
    }
    board.is_won()
}

/// Small local searches, to be quick.
fn brief() -> Options {
    Options {
        max_local_nodes: 500,
        ..Options::default()
    }
}

#[test]
fn a_deal_is_won_card_by_card() {
    let board = dealt(EASY, 1);
    let answer = limited(&board, &brief(), 100_000);
    let Verdict::Solved(moves) = &answer.verdict else {
        panic!("{answer:?}");
    };
    assert!(is_won_by(&board, moves));
    assert_eq!(answer.statistics.flips, 21);
    assert_eq!(limited(&board, &brief(), 100_000), answer);
}

#[test]
fn ends_of_games_are_won_by_the_rules() {
    let (mut won, mut exhausted) = (0, 0);
    for seed in 0..200 {
        let Some(board) = end_game(&mut SplitMix64::new(seed)) else {
            continue;
        };
        match limited(&board, &brief(), 20_000).verdict {
            Verdict::Solved(moves) => {
                assert!(is_won_by(&board, &moves));
                won += 1;
            }
            Verdict::Exhausted => exhausted += 1,
            Verdict::Stopped(stop) => assert_eq!(stop, Stop::Nodes),
        }
    }
    assert!(won > 30, "{won}");
    assert!(exhausted > 3, "{exhausted}");
}

#[test]
fn nothing_left_to_try_is_no_proof() {
    let board = dealt(EASY, 1);
    let options = Options {
        max_approach_steps: 1,
        max_approach_steps_high: 1,
        ..brief()
    };
    let answer = limited(&board, &options, 100_000);
    assert_eq!(answer.verdict, Verdict::Exhausted);
    assert!(answer.statistics.atomic_dead > 0);
    assert!(answer.statistics.dead_ends > answer.statistics.atomic_dead);
    let budget = &mut Budget::unlimited();
    let workspace = &mut complete::Workspace::default();
    let truth = complete::solve(&board, complete::Options::default(), workspace, budget);
    assert!(matches!(truth.verdict, complete::Verdict::Solved(_)));
}

#[test]
fn larger_draws_are_played_by_their_rules() {
    let board = dealt(EASY, 3);
    let answer = limited(&board, &brief(), 200_000);
    let Verdict::Solved(moves) = answer.verdict else {
        panic!("{answer:?}");
    };
    assert!(is_won_by(&board, &moves));
}

#[test]
fn safe_stock_cards_go_home_first_at_larger_draws_only_where_that_is_asked_for() {
    let asked = Options {
        safe_stock_moves: true,
        ..brief()
    };
    let mut differ = 0;
    for seed in 0..8 {
        let board = dealt(seed, 3);
        let answer = limited(&board, &asked, 20_000);
        differ += u32::from(answer != limited(&board, &brief(), 20_000));
        if let Verdict::Solved(moves) = answer.verdict {
            assert!(is_won_by(&board, &moves));
        }
        // A single card drawn leaves nothing to ask for: all of the stock can be had.
        let board = dealt(seed, 1);
        let answer = limited(&board, &asked, 20_000);
        assert_eq!(answer, limited(&board, &brief(), 20_000));
    }
    assert!(differ > 0);
}

#[test]
fn every_option_makes_a_difference() {
    let board = dealt(HARDER, 1);
    let run = |options: &Options| limited(&board, options, 20_000);
    let usual = run(&brief());
    let differs = |change: fn(&mut Options)| {
        let mut options = brief();
        change(&mut options);
        assert_ne!(run(&options), usual, "{options:?}");
    };
    differs(|options| options.max_approach_steps = 2);
    differs(|options| options.max_local_nodes = 300);
    differs(|options| options.avoid_empty_unless_king = false);
    differs(|options| options.ranking_strategy = Ranking::MostCovered);
    differs(|options| options.ranking_strategy = Ranking::LeastSteps);
    differs(|options| options.enable_backjump = false);
    differs(|options| options.reuse_approaches = true);
    differs(|options| options.use_needed_ranks = true);
}

#[test]
fn approaches_may_grow_with_the_flips() {
    let board = dealt(HARDER, 1);
    let run = |relax_at_depth, approach_steps_increment, max_approach_steps_high| {
        let options = Options {
            max_approach_steps: 1,
            relax_at_depth,
            approach_steps_increment,
            max_approach_steps_high,
            ..brief()
        };
        limited(&board, &options, 30_000)
    };
    let at_once = run(0, 3, 80);
    assert_ne!(run(100, 3, 80), at_once);
    assert_ne!(run(2, 3, 80), at_once);
    assert_ne!(run(0, 1, 80), at_once);
    assert_ne!(run(0, 3, 2), at_once);
}

#[test]
fn a_budget_ends_it() {
    let board = dealt(HARDER, 1);
    let answer = limited(&board, &Options::default(), 700);
    assert_eq!(answer.verdict, Verdict::Stopped(Stop::Nodes));
    assert_eq!(answer.nodes, 700);
    let limits = Limits {
        memory: Some(100_000),
        ..Limits::default()
    };
    let answer = solve(&board, &Options::default(), &mut Budget::new(&limits));
    assert_eq!(answer.verdict, Verdict::Stopped(Stop::Memory));
}
