//! From the steps of a search to moves on the real table.
//!
//! A step names a card. On the table that card may be covered while its twin is not: then what lies
//! on it moves over to the twin first. Cards of the talon are drawn until they lie on top.

use crate::klondike::{Board, Card, Move, PILES};

use super::state::Step;
use crate::klondike::twins::card_at;

/// The moves that take those steps one after another and then send everything home; none if they do
/// not win, which would be a mistake of the search.
pub fn translate(start: &Board, steps: &[Step]) -> Option<Vec<Move>> {
    let mut table = Table {
        board: *start,
        moves: Vec::new(),
    };
    for &step in steps {
        table.take(step)?;
    }
    while !table.board.is_won() {
        table.send_one_home()?;
    }
    Some(table.moves)
}

struct Table {
    board: Board,
    moves: Vec<Move>,
}

impl Table {
    fn play(&mut self, play: Move) -> Option<()> {
        self.board.is_legal(play).then(|| {
            self.board.play(play);
            self.moves.push(play);
        })
    }

    fn take(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Home(bit) => self.send_home(card_at(bit)),
            Step::Back(bit) => {
                let card = card_at(bit);
                let to = self.pile_for(card)?;
                let suit = card.suit();
                self.play(Move::FoundationToPile { suit, to })
            }
            Step::TalonHome(bit) => {
                self.draw_to(card_at(bit))?;
                self.play(Move::WasteToFoundation)
            }
            Step::TalonPile(bit) => {
                self.draw_to(card_at(bit))?;
                let to = self.pile_for(card_at(bit))?;
                self.play(Move::WasteToPile(to))
            }
            Step::Turn(bit) => {
                let (from, count) = self.find(card_at(bit))?;
                let to = self.pile_for(card_at(bit))?;
                self.play(Move::PileToPile { from, to, count })
            }
        }
    }

    fn send_home(&mut self, card: Card) -> Option<()> {
        let (from, count) = self.find(card)?;
        if count > 1 {
            let is_twin = |&to: &u8| self.board.piles()[usize::from(to)].top() == Some(card.twin());
            let to = piles().find(is_twin)?;
            let count = count - 1;
            self.play(Move::PileToPile { from, to, count })?;
        }
        self.play(Move::PileToFoundation(from))
    }

    /// The pile in which a card lies face up, and how many cards move with it.
    fn find(&self, card: Card) -> Option<(u8, u8)> {
        piles().find_map(|pile| {
            let up = self.board.piles()[usize::from(pile)].face_up();
            let with_it = up.iter().rev().position(|&other| other == card)? + 1;
            Some((pile, u8::try_from(with_it).ok()?))
        })
    }

    /// A pile on which a card may be laid.
    fn pile_for(&self, card: Card) -> Option<u8> {
        piles().find(|&pile| self.board.piles()[usize::from(pile)].takes(card))
    }

    /// Draws until a card lies on the waste, turning it over once if need be.
    fn draw_to(&mut self, card: Card) -> Option<()> {
        let mut turned_over = false;
        while self.board.waste().last() != Some(&card) {
            if !self.board.stock().is_empty() {
                self.play(Move::Draw)?;
            } else if turned_over {
                return None;
            } else {
                turned_over = true;
                self.play(Move::Redeal)?;
            }
        }
        Some(())
    }

    /// Sends home a card that lies on a pile, or else one of the talon.
    fn send_one_home(&mut self) -> Option<()> {
        let top = |pile: &u8| self.board.piles()[usize::from(*pile)].top();
        let is_next = |pile: &u8| top(pile).is_some_and(|card| self.board.takes_home(card));
        if let Some(pile) = piles().find(is_next) {
            return self.play(Move::PileToFoundation(pile));
        }
        let talon = self.board.talon().iter();
        let next = talon.copied().find(|&card| self.board.takes_home(card))?;
        self.draw_to(next)?;
        self.play(Move::WasteToFoundation)
    }
}

fn piles() -> impl Iterator<Item = u8> {
    (0..).take(PILES)
}
