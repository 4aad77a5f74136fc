//! Tables in the project's one-line notation: `draw=3/foundations=KC2D/stock=9H/waste=7C/1=5s8dQS`, a small letter for
//! the suit of a card that lies face down.

use std::fmt::Write;

use quandary_core::klondike::Board;

use super::table::{Pile, Table};

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";
const DEFAULT_DRAW: u8 = 3;

fn name(card: u8, is_up: bool) -> String {
    let rank = char::from(RANKS[usize::from(card / 4)]);
    let suit = char::from(SUITS[usize::from(card % 4)]);
    let suit = if is_up {
        suit
    } else {
        suit.to_ascii_lowercase()
    };
    format!("{rank}{suit}")
}

fn names(cards: &[u8]) -> String {
    cards.iter().map(|&card| name(card, true)).collect()
}

/// The table in one line.
#[must_use]
pub fn write(table: &Table) -> String {
    let mut text = format!("draw={}", table.draw);
    if let Some(redeals) = table.redeals {
        let _ = write!(text, "/redeals={redeals}");
    }
    let home = (0..).zip(table.home).filter(|&(_, height)| height > 0);
    let tops: Vec<u8> = home.map(|(suit, height)| 4 * (height - 1) + suit).collect();
    for (field, cards) in [
        ("foundations", &tops[..]),
        ("stock", table.stock()),
        ("waste", table.waste()),
    ] {
        if !cards.is_empty() {
            let _ = write!(text, "/{field}={}", names(cards));
        }
    }
    for (number, pile) in (1..).zip(&table.piles) {
        if !pile.cards().is_empty() {
            let _ = write!(text, "/{number}=");
            for (place, &card) in (0..).zip(pile.cards()) {
                text += &name(card, place >= pile.down);
            }
        }
    }
    text
}

/// The table of a line.
///
/// # Errors
/// Why the line is no table.
pub fn read(text: &str) -> Result<Table, String> {
    let mut table = Table::new([0; 4], DEFAULT_DRAW, None);
    let (mut stock, mut waste) = (Vec::new(), Vec::new());
    for field in text.trim().split('/') {
        let (key, value) = field
            .split_once('=')
            .ok_or_else(|| format!("{field:?} has no ="))?;
        match key {
            "draw" => table.draw = number(value)?,
            "redeals" => table.redeals = Some(number(value)?),
            "foundations" => {
                for (card, _) in cards(value)? {
                    table.home[usize::from(card % 4)] = card / 4 + 1;
                }
            }
            "stock" => stock = cards(value)?,
            "waste" => waste = cards(value)?,
            _ => {
                let pile = number(key)?.checked_sub(1).map(usize::from);
                let pile = pile.and_then(|pile| table.piles.get_mut(pile));
                let pile = pile.ok_or_else(|| format!("there is no pile {key}"))?;
                *pile = read_pile(&cards(value)?);
            }
        }
    }
    let talon: Vec<u8> = waste.iter().chain(&stock).map(|&(card, _)| card).collect();
    if !table.set_talon(&talon, waste.len()) {
        return Err("too many cards in stock and waste".to_owned());
    }
    Board::try_from(&table.layout()).map_err(|error| error.to_string())?;
    Ok(table)
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn read_pile(cards: &[(u8, bool)]) -> Pile {
    let mut pile = Pile::default();
    for &(card, is_up) in cards {
        pile.push(card);
        pile.down += u8::from(!is_up);
    }
    pile
}

/// Cards, and whether they lie face up.
fn cards(text: &str) -> Result<Vec<(u8, bool)>, String> {
    let pairs = text.as_bytes().chunks(2);
    let card = |pair: &[u8]| {
        let &[rank, suit] = pair else { return None };
        let rank = position(RANKS, rank)?;
        let is_up = suit.is_ascii_uppercase();
        let suit = position(SUITS, suit.to_ascii_uppercase())?;
        Some((4 * rank + suit, is_up))
    };
    let read: Option<Vec<(u8, bool)>> = pairs.map(card).collect();
    read.ok_or_else(|| format!("{text:?} are no cards"))
}

fn position(letters: &[u8], letter: u8) -> Option<u8> {
    let mut pairs = (0..).zip(letters);
    pairs.find_map(|(at, &l)| (l == letter).then_some(at))
}
