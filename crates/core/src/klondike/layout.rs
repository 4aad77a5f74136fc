//! The border: lists of cards become a board, or an error that says why they are none. What passes
//! here never fails later.

use std::fmt;

use super::board::{Board, PILES, Pile, TALON};
use super::cards::{Card, DECK, RANKS, SUITS, suit_letter};

/// A table as lists of cards, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// From the bottom up, one list a pile.
    pub face_down: Vec<Vec<u8>>,
    /// From the bottom up, one list a pile.
    pub face_up: Vec<Vec<u8>>,
    /// The first is drawn next.
    pub stock: Vec<u8>,
    /// From the bottom up.
    pub waste: Vec<u8>,
    /// How many cards of C D H S are home.
    pub foundations: Vec<u8>,
    pub draw: u8,
    /// How often the waste may still be turned over; `None` for as often as one likes.
    pub redeals: Option<u32>,
}

/// Why a layout is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    Piles(usize),
    Foundations(usize),
    Foundation { suit: u8, height: u8 },
    Draw(u8),
    Code(u8),
    Twice(Card),
    Missing(Card),
    Talon(usize),
    FaceDown,
    Unturned { pile: usize },
    Run { pile: usize, card: Card },
    Deck(usize),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Piles(count) => write!(f, "{count} piles instead of {PILES}"),
            Self::Foundations(count) => write!(f, "{count} foundations instead of {SUITS}"),
            Self::Foundation { suit, height } => {
                let letter = suit_letter(suit);
                write!(f, "foundation {letter} cannot hold {height} cards")
            }
            Self::Draw(draw) => write!(f, "a draw of {draw} cards is not 1 to {TALON}"),
            Self::Code(code) => write!(f, "{code} is no card"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::Missing(card) => write!(f, "{card} is missing"),
            Self::Talon(count) => {
                write!(f, "{count} cards in stock and waste, more than {TALON}")
            }
            Self::FaceDown => write!(f, "more cards face down than any deal has"),
            Self::Unturned { pile } => {
                write!(
                    f,
                    "pile {} has no card face up on those face down",
                    pile + 1
                )
            }
            Self::Run { pile, card } => {
                let pile = pile + 1;
                write!(f, "{card} in pile {pile} does not fit on the card below it")
            }
            Self::Deck(count) => write!(f, "{count} cards instead of {DECK}"),
        }
    }
}

impl std::error::Error for LayoutError {}

impl Layout {
    /// Deals a deck row by row: cards 1 to 7 onto piles 1 to 7, 8 to 13 onto piles 2 to 7, and so on;
    /// what is left is the stock, its first card on top.
    ///
    /// # Errors
    /// When there are not 52 cards.
    pub fn deal(deck: &[u8], draw: u8, redeals: Option<u32>) -> Result<Self, LayoutError> {
        if deck.len() != DECK {
            return Err(LayoutError::Deck(deck.len()));
        }
        let mut cards = deck.iter().copied();
        let mut piles = vec![Vec::new(); PILES];
        for row in 0..PILES {
            for (pile, card) in piles[row..].iter_mut().zip(&mut cards) {
                pile.push(card);
            }
        }
        let face_up = piles.iter_mut().map(|pile| pile.split_off(pile.len() - 1));
        Ok(Self {
            face_up: face_up.collect(),
            face_down: piles,
            stock: cards.collect(),
            waste: Vec::new(),
            foundations: vec![0; SUITS.into()],
            draw,
            redeals,
        })
    }
}

impl TryFrom<&Layout> for Board {
    type Error = LayoutError;

    fn try_from(layout: &Layout) -> Result<Self, LayoutError> {
        check_counts(layout)?;
        check_deck(layout)?;
        let mut board = Self {
            draw: layout.draw,
            redeals: layout.redeals,
            ..Self::default()
        };
        for (home, &height) in board.foundations.iter_mut().zip(&layout.foundations) {
            *home = height;
        }
        for &code in layout.waste.iter().chain(&layout.stock) {
            board.talon.push(card(code)?);
        }
        board.waste = layout.waste.len();
        let parts = layout.face_down.iter().zip(&layout.face_up);
        for (number, (pile, (down, up))) in board.piles.iter_mut().zip(parts).enumerate() {
            fill(pile, number, down, up)?;
        }
        Ok(board)
    }
}

impl From<&Board> for Layout {
    fn from(board: &Board) -> Self {
        let codes = |cards: &[Card]| cards.iter().map(|card| card.code()).collect::<Vec<u8>>();
        Self {
            face_down: board
                .piles
                .iter()
                .map(|pile| codes(pile.face_down()))
                .collect(),
            face_up: board
                .piles
                .iter()
                .map(|pile| codes(pile.face_up()))
                .collect(),
            stock: codes(board.stock()),
            waste: codes(board.waste()),
            foundations: board.foundations.to_vec(),
            draw: board.draw,
            redeals: board.redeals,
        }
    }
}

fn check_counts(layout: &Layout) -> Result<(), LayoutError> {
    for piles in [&layout.face_down, &layout.face_up] {
        if piles.len() != PILES {
            return Err(LayoutError::Piles(piles.len()));
        }
    }
    if layout.foundations.len() != usize::from(SUITS) {
        return Err(LayoutError::Foundations(layout.foundations.len()));
    }
    for (suit, &height) in (0..).zip(&layout.foundations) {
        if height > RANKS {
            return Err(LayoutError::Foundation { suit, height });
        }
    }
    if !(1..=TALON).contains(&usize::from(layout.draw)) {
        return Err(LayoutError::Draw(layout.draw));
    }
    let talon = layout.stock.len() + layout.waste.len();
    if talon > TALON {
        return Err(LayoutError::Talon(talon));
    }
    // Seven piles are dealt with 0 to 6 cards face down; which pile is which does not matter.
    let mut down: Vec<usize> = layout.face_down.iter().map(Vec::len).collect();
    down.sort_unstable();
    if down.iter().enumerate().any(|(most, &count)| count > most) {
        return Err(LayoutError::FaceDown);
    }
    Ok(())
}

/// Every card is there once, on the table or on a foundation.
fn check_deck(layout: &Layout) -> Result<(), LayoutError> {
    let mut seen = [false; DECK];
    let home = (0..).zip(&layout.foundations);
    let home = home.flat_map(|(suit, &height)| (0..height).map(move |rank| 4 * rank + suit));
    let piles = layout.face_down.iter().chain(&layout.face_up);
    let table = piles.chain([&layout.stock, &layout.waste]).flatten();
    for code in home.chain(table.copied()) {
        let card = card(code)?;
        if std::mem::replace(&mut seen[card.index()], true) {
            return Err(LayoutError::Twice(card));
        }
    }
    match Card::all().find(|card| !seen[card.index()]) {
        Some(card) => Err(LayoutError::Missing(card)),
        None => Ok(()),
    }
}

fn card(code: u8) -> Result<Card, LayoutError> {
    Card::from_code(code).ok_or(LayoutError::Code(code))
}

fn fill(pile: &mut Pile, number: usize, down: &[u8], up: &[u8]) -> Result<(), LayoutError> {
    if up.is_empty() && !down.is_empty() {
        return Err(LayoutError::Unturned { pile: number });
    }
    for &code in down {
        pile.push(card(code)?);
    }
    pile.hide_all();
    for &code in up {
        let card = card(code)?;
        let fits = pile.face_up().last().is_none_or(|&top| card.fits_on(top));
        if !fits {
            return Err(LayoutError::Run { pile: number, card });
        }
        pile.push(card);
    }
    Ok(())
}
