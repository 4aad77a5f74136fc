//! Positions to test on.

use super::{Board, Card, Layout};
use crate::rng::SplitMix64;

/// The deal of a seed.
pub fn dealt(seed: u64, draw: u8) -> Board {
    let mut deck: Vec<u8> = (0..52).collect();
    SplitMix64::new(seed).shuffle(&mut deck);
    let layout = Layout::deal(&deck, draw, None).expect("52 cards");
    Board::try_from(&layout).expect("a board")
}

/// A random end of a game: up to 20 cards left, some face down, some in the talon.
pub fn end_game(rng: &mut SplitMix64) -> Option<Board> {
    let mut below = |n: usize| usize::try_from(rng.below(n as u64)).unwrap_or(0);
    let mut foundations = [13_u8; 4];
    let mut left = Vec::new();
    for _ in 0..6 + below(15) {
        let suit = below(4);
        foundations[suit] = foundations[suit].checked_sub(1)?;
        left.push(Card::new(foundations[suit], u8::try_from(suit).ok()?).code());
    }
    for last in (1..left.len()).rev() {
        left.swap(last, below(last + 1));
    }
    let talon = left.split_off(left.len() - below(left.len().min(8)));
    let (waste, stock) = talon.split_at(below(talon.len() + 1));
    let mut piles = vec![Vec::new(); 7];
    let used = 2 + below(6);
    for card in left {
        piles[below(used)].push(card);
    }
    let face_up = piles
        .iter_mut()
        .map(|pile| pile.pop().into_iter().collect());
    let layout = Layout {
        face_up: face_up.collect(),
        face_down: piles,
        stock: stock.to_vec(),
        waste: waste.to_vec(),
        foundations: foundations.to_vec(),
        draw: u8::try_from([1, 1, 2, 3, 5][below(5)]).ok()?,
        redeals: [None, None, Some(0), Some(1), Some(2)][below(5)],
    };
    Board::try_from(&layout).ok()
}
