//! From what happens to cards to moves on the table: which pile, how many cards, and the draws and redeals
//! in between.

use super::super::{Board, Card, Move};
use crate::klondike::twins;

/// One move of a solution, as far as the cards tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A card goes to its foundation, from wherever it is.
    Home(u8),
    /// A card, with what lies on it, goes onto another one, from wherever it is.
    Onto(u8, u8),
    /// A king, with what lies on it, goes to an empty column.
    ToEmpty(u8),
}

impl Step {
    /// The card that moves.
    pub const fn card(self) -> u8 {
        match self {
            Self::Home(card) | Self::Onto(card, _) | Self::ToEmpty(card) => card,
        }
    }
}

/// The moves on a board that make these steps; `None` if there are none.
pub fn script(board: &Board, steps: &[Step]) -> Option<Vec<Move>> {
    let mut board = *board;
    let mut moves = Vec::new();
    for &step in steps {
        let card = twins::card_at(step.card());
        if board.talon().contains(&card) {
            draw_to(&mut board, card, &mut moves)?;
        }
        let play = translate(&board, step, card)?;
        if !board.is_legal(play) {
            return None;
        }
        board.play(play);
        moves.push(play);
    }
    Some(moves)
}

/// Draws until that card of the talon is on top of the waste.
fn draw_to(board: &mut Board, card: Card, moves: &mut Vec<Move>) -> Option<()> {
    // What has not come up in the rest of this pass and in the whole next one never will.
    let most = 2 * board.talon().len() + 1;
    for _ in 0..=most {
        if board.waste().last() == Some(&card) {
            return Some(());
        }
        let play = if board.stock().is_empty() {
            Move::Redeal
        } else {
            Move::Draw
        };
        if !board.is_legal(play) {
            return None;
        }
        board.play(play);
        moves.push(play);
    }
    None
}

fn translate(board: &Board, step: Step, card: Card) -> Option<Move> {
    let source = place_of(board, card);
    let to = match step {
        Step::Home(_) => {
            return match source {
                Place::Waste => Some(Move::WasteToFoundation),
                Place::Pile { from, count: 1 } => Some(Move::PileToFoundation(from)),
                Place::Pile { .. } | Place::Foundation => None,
            };
        }
        Step::Onto(_, carrier) => pile_with_top(board, Some(twins::card_at(carrier)))?,
        Step::ToEmpty(_) => pile_with_top(board, None)?,
    };
    Some(match source {
        Place::Waste => Move::WasteToPile(to),
        Place::Pile { from, count } => Move::PileToPile { from, to, count },
        Place::Foundation => Move::FoundationToPile {
            suit: card.suit(),
            to,
        },
    })
}

/// Where a card is that can be moved.
enum Place {
    Waste,
    /// Face up in a pile, the last but `count - 1`.
    Pile {
        from: u8,
        count: u8,
    },
    Foundation,
}

fn place_of(board: &Board, card: Card) -> Place {
    if board.waste().last() == Some(&card) {
        return Place::Waste;
    }
    for (from, pile) in (0..).zip(board.piles()) {
        let found = (1..).zip(pile.face_up().iter().rev());
        if let Some((count, _)) = found.into_iter().find(|&(_, &other)| other == card) {
            return Place::Pile { from, count };
        }
    }
    Place::Foundation
}

fn pile_with_top(board: &Board, top: Option<Card>) -> Option<u8> {
    let mut piles = (0..).zip(board.piles());
    piles.find_map(|(number, pile)| (pile.top() == top).then_some(number))
}
