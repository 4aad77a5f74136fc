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

/// How the foundations of a sample stand. What one shape never shows, another shows often: kings
/// that come back need suits that are complete.
#[derive(Clone, Copy, Debug)]
pub enum Heights {
    /// Each of the four is any number.
    Any,
    /// So many suits are home to the king.
    Complete(usize),
    /// Six or more in every suit.
    High,
}

impl Heights {
    /// By turns, with two complete suits most often.
    pub fn of(seed: u64) -> Self {
        match seed % 6 {
            0 => Self::Any,
            1 => Self::Complete(1),
            2..5 => Self::Complete(2),
            _ => Self::High,
        }
    }

    fn draw(self, below: &mut impl FnMut(usize) -> usize) -> [usize; 4] {
        loop {
            let mut heights = [0; 4].map(|_| match self {
                Self::High => 6 + below(8),
                _ => below(14),
            });
            if let Self::Complete(suits) = self {
                let first = below(4);
                for (suit, height) in heights.iter_mut().enumerate() {
                    if (suit + first) % 4 < suits {
                        *height = 13;
                    }
                }
                heights.swap(1, 1 + below(3));
            }
            let left = 52 - heights.iter().sum::<usize>();
            if (6..=24).contains(&left) {
                return heights;
            }
        }
    }
}

/// A position with few cards left: some face down, some in runs, some in the talon.
pub fn late(rng: &mut SplitMix64, heights: Heights) -> Board {
    let mut below = |n: usize| usize::try_from(rng.below(n as u64)).unwrap_or(0);
    let foundations = heights.draw(&mut below);
    let is_left = |card: &Card| usize::from(card.rank()) >= foundations[usize::from(card.suit())];
    let mut left: Vec<Card> = Card::all().filter(is_left).collect();
    for last in (1..left.len()).rev() {
        left.swap(last, below(last + 1));
    }
    let talon = [0, 0, 1, 3, 8, 24][below(6)].min(left.len());
    let mut talon = left.split_off(left.len() - below(talon + 1));
    let first = below(6);
    let mut face_down = vec![Vec::new(); 7];
    let mut face_up = vec![Vec::new(); 7];
    // Some samples have long runs, others hardly any.
    let tidiness = below(4);
    while let Some(card) = left.pop() {
        let fits = |pile: &Vec<Card>| pile.last().is_some_and(|&top| card.fits_on(top));
        let run = face_up.iter().position(fits);
        if let Some(pile) = run.filter(|_| below(4) < tidiness) {
            face_up[pile].push(card);
            continue;
        }
        let has_room = |pile: &usize| face_down[*pile].len() + face_up[*pile].len() <= *pile;
        let piles: Vec<usize> = (first..7).filter(has_room).collect();
        if piles.is_empty() {
            talon.push(card);
        } else {
            let pile = piles[below(piles.len())];
            let covered = std::mem::replace(&mut face_up[pile], vec![card]);
            face_down[pile].extend(covered);
        }
    }
    let (waste, stock) = talon.split_at(below(talon.len() + 1));
    let codes = |cards: &[Card]| cards.iter().map(|card| card.code()).collect::<Vec<u8>>();
    let layout = Layout {
        face_up: face_up.iter().map(|pile| codes(pile)).collect(),
        face_down: face_down.iter().map(|pile| codes(pile)).collect(),
        stock: codes(stock),
        waste: codes(waste),
        foundations: foundations
            .map(|height| u8::try_from(height).unwrap_or(0))
            .to_vec(),
        draw: [1, 2, 3, 3, 4, 5, 24][below(7)],
        redeals: [None, None, None, Some(0), Some(1), Some(2)][below(6)],
    };
    let mut board = Board::try_from(&layout).expect("a board");
    for _ in 0..below(12) {
        let moves = board.moves();
        if !moves.is_empty() {
            board.play(moves[below(moves.len())]);
        }
    }
    board
}
