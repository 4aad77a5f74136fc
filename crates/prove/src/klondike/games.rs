//! Positions from the middle of games: along the solver's own solutions of seeded deals, and a few random moves off them.

use quandary_core::klondike::complete::{self, Options, Verdict, Workspace};
use quandary_core::klondike::{Board, Layout};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{Budget, Limits};

use super::table::Table;
use crate::dice::{below, pick};

/// Deals that take the solver longer are passed over: they would only cost time here.
const NODES: u64 = 3000;
const MOST_DETOURS: usize = 8;

/// A table with so many cards left, from a game that follows a solution and then leaves it.
pub fn along_a_solution(
    rng: &mut SplitMix64,
    left: std::ops::RangeInclusive<usize>,
) -> Option<Table> {
    let mut deck: Vec<u8> = (0..52).collect();
    rng.shuffle(&mut deck);
    let draw = *pick(rng, &[1, 2, 3, 3, 3, 4]);
    let layout = Layout::deal(&deck, draw, None).ok()?;
    let board = Board::try_from(&layout).ok()?;
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut budget = Budget::new(&limits);
    let mut workspace = Workspace::default();
    let answer = complete::solve(&board, Options::default(), &mut workspace, &mut budget);
    let Verdict::Solved(moves) = answer.verdict else {
        return None;
    };
    let mut table = dealt(&layout)?;
    let goal = left.start() + below(rng, left.end() - left.start() + 1);
    for play in moves {
        if usize::from(table.cards_left()) <= goal {
            break;
        }
        table.play(play);
    }
    for _ in 0..below(rng, MOST_DETOURS) {
        let moves = table.moves(true);
        table.play(*pick(rng, &moves));
    }
    table.redeals = *pick(rng, &[None, None, None, Some(0), Some(1)]);
    left.contains(&usize::from(table.cards_left()))
        .then_some(table)
}

/// The table of a layout that was dealt.
fn dealt(layout: &Layout) -> Option<Table> {
    let mut table = Table::new([0; 4], layout.draw, None);
    let parts = layout.face_down.iter().zip(&layout.face_up);
    for (pile, (down, up)) in table.piles.iter_mut().zip(parts) {
        for &card in down.iter().chain(up) {
            pile.push(card);
        }
        pile.down = u8::try_from(down.len()).ok()?;
    }
    table.set_talon(&layout.stock, 0).then_some(table)
}
