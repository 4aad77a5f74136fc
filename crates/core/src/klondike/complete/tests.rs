//! The search against the rules: whatever it says, a search of the real table says too.

use std::collections::{HashMap, HashSet};

use super::state::{Deal, State};
use super::*;
use crate::klondike::samples::{Heights, dealt, late};
use crate::klondike::{Board, Layout, Move};
use crate::rng::SplitMix64;
use crate::search::{Budget, Limits, Stop};

/// All of them, none, and each alone with what it needs.
const DOMINANCES: [Dominances; 9] = [
    Dominances::NONE,
    Dominances::SAFE,
    Dominances::PROVEN,
    Dominances {
        safe: true,
        ..Dominances::NONE
    },
    Dominances {
        chains: true,
        ..Dominances::NONE
    },
    Dominances {
        spaces: true,
        ..Dominances::NONE
    },
    Dominances {
        chains: true,
        picks: true,
        ..Dominances::NONE
    },
    Dominances {
        open: true,
        ..Dominances::NONE
    },
    Dominances {
        open: false,
        ..Dominances::PROVEN
    },
];

fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).expect("small")
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
        let board = late(&mut SplitMix64::new(seed), Heights::of(seed));
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
    assert!(lost >= 30 && won >= 10, "{lost} lost, {won} won");
}

/// For a night, or after a change of what is left out: `cargo test --release -- --ignored
/// at_length`.
#[test]
#[ignore = "takes long"]
fn agrees_with_trying_everything_at_length() {
    let [lost, won] = compare(1000..3000, 20_000);
    assert!(lost >= 1000 && won >= 500, "{lost} lost, {won} won");
}

/// What can be reached from a position in the search's own terms, by every step.
struct Graph {
    states: Vec<State>,
    by_key: HashMap<u64, usize>,
}

impl Graph {
    /// None if there are too many states.
    fn new(deal: &Deal, start: State, options: Options, most: usize) -> Option<(Self, Vec<bool>)> {
        let mut graph = Self {
            states: vec![start],
            by_key: HashMap::from([(deal.key(&start), 0)]),
        };
        let (mut parents, mut won) = (vec![Vec::new()], Vec::new());
        for at in 0.. {
            let Some(&state) = graph.states.get(at) else {
                break;
            };
            if deal.is_won(&state) {
                won.push(at);
                continue;
            }
            for after in plays_of(deal, &state, options) {
                let next = graph.states.len();
                let to = *graph.by_key.entry(deal.key(&after)).or_insert(next);
                if to == next {
                    if next >= most {
                        return None;
                    }
                    graph.states.push(after);
                    parents.push(Vec::new());
                }
                parents[to].push(at);
            }
        }
        let mut can_win = vec![false; graph.states.len()];
        while let Some(at) = won.pop() {
            if !std::mem::replace(&mut can_win[at], true) {
                won.extend(&parents[at]);
            }
        }
        Some((graph, can_win))
    }
}

/// Where the plays of a state lead; each of them is settled.
fn plays_of(deal: &Deal, state: &State, options: Options) -> Vec<State> {
    let mut plays = Vec::new();
    let mut settled = *state;
    let room = deal.settle(&mut settled, options, |_| ());
    assert_eq!(settled, *state, "only settled states have plays");
    deal.plays(state, &room, options, &mut plays);
    let after = plays.into_iter().map(|play| {
        let mut after = *state;
        deal.play(&mut after, play, options, |_| ());
        after
    });
    after.collect()
}

/// Labels every state of small positions by trying every step, and compares with the plays that are
/// left: a state can be won by any steps if and only if it can be won by these. Says how many
/// states were compared, lost and won.
fn label(seeds: std::ops::Range<u64>, most: usize) -> [usize; 2] {
    let mut counts = [0; 2];
    for seed in seeds {
        let board = late(&mut SplitMix64::new(seed), Heights::of(seed));
        let (deal, start) = Deal::new(&board);
        let opened = (deal.opened(), deal.opened().opened_state(&start));
        for (deal, start) in [(deal, start), opened] {
            let every_step = Options {
                dominances: Dominances::NONE,
                ..Options::default()
            };
            let Some((all, can_win)) = Graph::new(&deal, start, every_step, most) else {
                continue;
            };
            for dominances in DOMINANCES.into_iter().skip(1) {
                let options = Options {
                    dominances,
                    ..every_step
                };
                let mut known = HashMap::new();
                for (state, &can_win) in all.states.iter().zip(&can_win) {
                    let mut settled = *state;
                    deal.settle(&mut settled, options, |_| ());
                    if !known.contains_key(&deal.key(&settled)) {
                        let (plays, won) =
                            Graph::new(&deal, settled, options, usize::MAX).expect("no limit");
                        known.extend(plays.by_key.iter().map(|(&key, &at)| (key, won[at])));
                    }
                    assert_eq!(known[&deal.key(&settled)], can_win, "{seed} {options:?}");
                    counts[usize::from(can_win)] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn every_state_keeps_its_fate() {
    let [lost, won] = label(0..30, 3000);
    assert!(lost >= 500 && won >= 2000, "{lost} lost, {won} won");
}

/// For a night, or after a change of what is left out.
#[test]
#[ignore = "takes long"]
fn every_state_keeps_its_fate_at_length() {
    let [lost, won] = label(10_000..50_000, 3000);
    println!("{lost} lost, {won} won");
    assert!(
        lost >= 100_000 && won >= 1_000_000,
        "{lost} lost, {won} won"
    );
}

#[test]
fn the_same_number_is_the_same_state() {
    let mut rng = SplitMix64::new(5);
    let mut all = 0;
    let every_step = Options {
        dominances: Dominances::NONE,
        ..Options::default()
    };
    for seed in 0..6 {
        let mut board = dealt(seed, 3);
        board.redeals = (seed % 2 == 1).then_some(3);
        let (deal, start) = Deal::new(&board);
        let mut states: HashMap<u64, State> = HashMap::new();
        for _ in 0..300 {
            let mut state = start;
            for _ in 0..60 {
                let after = plays_of(&deal, &state, every_step);
                if after.is_empty() {
                    break;
                }
                state = after[below(&mut rng, after.len())];
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
        let board = late(&mut SplitMix64::new(seed), Heights::of(seed));
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
    let deals = [
        (0, 1),
        (1, 1),
        (2, 1),
        (3, 1),
        (0, 3),
        (1, 3),
        (12, 3),
        (38, 3),
    ];
    let expected = [
        (false, 2356),
        (true, 123),
        (true, 17),
        (true, 26),
        (false, 2356),
        (true, 75),
        (false, 1),
        (false, 35_230),
    ];
    assert_eq!(deals.map(|(seed, draw)| nodes(seed, draw)), expected);
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
