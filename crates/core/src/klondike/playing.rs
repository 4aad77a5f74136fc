//! Klondike for agents: an action is from where to where, and what is seen is what a person sees.
//!
//! Of a run at most one card fits where it goes, so that nobody has to say how many. A card of the stock is shown when
//! it has passed once.

use std::sync::Arc;

use super::board::{Board, PILES, TALON};
use super::cards::{Card, SUITS};
use super::notation::Move;
use crate::arena::{Done, Episode};
use crate::rng::SplitMix64;

/// A card that nobody knows; others are their code and one.
const HIDDEN: u8 = 53;
const ROWS: usize = PILES + 3;
const MOST_SHOWN: u8 = 255;
/// Draw, turn over, and the waste's top home; then waste to piles, piles home, piles to piles, foundations to piles.
const FROM_WASTE: usize = 3;
const HOME: usize = FROM_WASTE + PILES;
const BETWEEN: usize = HOME + PILES;
const BACK: usize = BETWEEN + PILES * (PILES - 1);
const ACTIONS: usize = BACK + SUITS as usize * PILES;

/// An agent at a table.
#[derive(Clone)]
pub struct Patience {
    boards: Arc<[Board]>,
    board: Board,
    /// The cards that have lain in the waste, a bit each.
    seen: u64,
    mask: [i8; ACTIONS],
}

impl Patience {
    /// A game that begins with one of these boards; `None` if there is none.
    #[must_use]
    pub fn new(boards: Arc<[Board]>) -> Option<Self> {
        let board = *boards.first()?;
        let mut patience = Self {
            boards,
            board,
            seen: 0,
            mask: [0; ACTIONS],
        };
        patience.enter(&board);
        Some(patience)
    }

    fn enter(&mut self, board: &Board) {
        self.board = *board;
        self.seen = 0;
        self.remember();
        self.look_around();
    }

    /// What lies in the waste has been seen.
    fn remember(&mut self) {
        let waste = self.board.waste().iter();
        self.seen |= waste.fold(0, |bits, card| bits | 1 << card.index());
    }

    fn look_around(&mut self) {
        self.mask = [0; ACTIONS];
        if self.board.is_won() || is_stuck(&self.board) {
            return;
        }
        for play in self.board.moves() {
            self.mask[action_of(play)] = 1;
        }
    }

    /// The move of an action that is legal.
    fn move_of(&self, action: usize) -> Option<Move> {
        #[expect(clippy::cast_possible_truncation, reason = "piles are few")]
        let small = |number: usize| number as u8;
        Some(match action {
            0 => Move::Draw,
            1 => Move::Redeal,
            2 => Move::WasteToFoundation,
            FROM_WASTE..HOME => Move::WasteToPile(small(action - FROM_WASTE)),
            HOME..BETWEEN => Move::PileToFoundation(small(action - HOME)),
            BETWEEN..BACK => {
                let (from, other) = (
                    (action - BETWEEN) / (PILES - 1),
                    (action - BETWEEN) % (PILES - 1),
                );
                let to = other + usize::from(other >= from);
                let (source, target) = (&self.board.piles()[from], &self.board.piles()[to]);
                let mut run = source.face_up().iter().rev();
                let count = run.position(|&card| target.takes(card))? + 1;
                Move::PileToPile {
                    from: small(from),
                    to: small(to),
                    count: small(count),
                }
            }
            _ => Move::FoundationToPile {
                suit: small((action - BACK) / PILES),
                to: small((action - BACK) % PILES),
            },
        })
    }
}

fn action_of(play: Move) -> usize {
    match play {
        Move::Draw => 0,
        Move::Redeal => 1,
        Move::WasteToFoundation => 2,
        Move::WasteToPile(to) => FROM_WASTE + usize::from(to),
        Move::PileToFoundation(from) => HOME + usize::from(from),
        Move::PileToPile { from, to, .. } => {
            let other = to - u8::from(to > from);
            BETWEEN + usize::from(from) * (PILES - 1) + usize::from(other)
        }
        Move::FoundationToPile { suit, to } => BACK + usize::from(suit) * PILES + usize::from(to),
    }
}

/// Whether turning the stock, however often, is all that can be done: nothing but whole piles can be carried to empty
/// places, and no card that can come up can be played.
fn is_stuck(board: &Board) -> bool {
    let is_more_than_a_shift = |play: &Move| match *play {
        Move::PileToFoundation(_) | Move::FoundationToPile { .. } => true,
        Move::PileToPile { from, to, count } => {
            let source = &board.piles()[usize::from(from)];
            let is_whole =
                source.face_down().is_empty() && source.face_up().len() == usize::from(count);
            !(is_whole && board.piles()[usize::from(to)].is_empty())
        }
        _ => false,
    };
    if board.moves().iter().any(is_more_than_a_shift) {
        return false;
    }
    let talon = board.talon();
    let (turned, draw) = (board.waste().len(), usize::from(board.draw()));
    let Some(last) = talon.len().checked_sub(1) else {
        return true;
    };
    let is_playable = |place: usize| {
        let card = talon[place];
        board.takes_home(card) || board.piles().iter().any(|pile| pile.takes(card))
    };
    let first = if turned > 0 { turned - 1 } else { draw - 1 };
    let again = board.redeals() != Some(0);
    let comes_up = |from: usize| (from..talon.len()).step_by(draw);
    !(is_playable(last)
        || comes_up(first).any(is_playable)
        || again && comes_up(draw - 1).any(is_playable))
}

impl Episode for Patience {
    fn observation_size(&self) -> usize {
        ROWS * TALON
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        let boards = Arc::clone(&self.boards);
        self.enter(rng.choice(&boards));
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if self.mask[action] == 0 {
            return None;
        }
        let play = self.move_of(action)?;
        let before = self.tally();
        self.board.play(play);
        if play == Move::Draw {
            self.remember();
        }
        self.look_around();
        let is_won = self.board.is_won();
        Some(Done {
            gained: self.tally() - before,
            is_won,
            is_over: self.mask == [0; ACTIONS],
            ..Done::default()
        })
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        let code = |card: &Card| card.code() + 1;
        observation.fill(0);
        for (row, pile) in observation.chunks_exact_mut(TALON).zip(self.board.piles()) {
            let down = pile.face_down().len();
            row[..down].fill(HIDDEN);
            for (shown, card) in row[down..].iter_mut().zip(pile.face_up()) {
                *shown = code(card);
            }
        }
        let (waste, below) = observation[PILES * TALON..].split_at_mut(TALON);
        let (stock, rest) = below.split_at_mut(TALON);
        for (shown, card) in waste.iter_mut().zip(self.board.waste()) {
            *shown = code(card);
        }
        for (shown, card) in stock.iter_mut().zip(self.board.stock()) {
            let is_seen = self.seen >> card.index() & 1 == 1;
            *shown = if is_seen { code(card) } else { HIDDEN };
        }
        let suits = usize::from(SUITS);
        rest[..suits].copy_from_slice(self.board.foundations());
        rest[suits] = self.board.draw();
        let redeals = self.board.redeals();
        rest[suits + 1] = redeals.map_or(MOST_SHOWN, |left| {
            u8::try_from(left).unwrap_or(MOST_SHOWN).min(MOST_SHOWN - 1)
        });
        mask.copy_from_slice(&self.mask);
    }

    fn tally(&self) -> i64 {
        self.board
            .foundations()
            .iter()
            .copied()
            .map(i64::from)
            .sum()
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}
