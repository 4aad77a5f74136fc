//! A table as 64 bytes, to be stored by the hundred thousand.
//!
//! Foundations, waste, redeals, the talon and the piles, whose first cards are marked. The piles are put in
//! the order of their bottom cards: the rules do not tell piles apart, so tables that differ only in the order of their
//! piles are won alike and at the same cost.

use super::cards::suit;
use super::table::{Pile, Table};

pub type Key = [u64; 8];

const UNLIMITED: u8 = u8::MAX;
const FACE_UP: u8 = 0x40;
const FIRST: u8 = 0x80;
const TALON_AT: usize = 5;

/// The key of a table.
///
/// # Panics
/// Never: 64 bytes are eight times eight.
#[must_use]
pub fn encode(table: &Table) -> Key {
    let mut bytes = [0_u8; 64];
    bytes[0] = table.home[0] | table.home[1] << 4;
    bytes[1] = table.home[2] | table.home[3] << 4;
    bytes[2] = table.waste;
    bytes[3] = table.redeals.unwrap_or(UNLIMITED);
    let talon = table.talon();
    bytes[4] = u8::try_from(talon.len()).unwrap_or(u8::MAX);
    bytes[TALON_AT..TALON_AT + talon.len()].copy_from_slice(talon);
    let mut at = TALON_AT + talon.len();
    let mut piles: [&Pile; 7] = table.piles.each_ref();
    piles.sort_unstable_by_key(|pile| pile.cards().first());
    for pile in piles {
        for (place, &card) in (0..).zip(pile.cards()) {
            let face = if place >= pile.down { FACE_UP } else { 0 };
            let first = if place == 0 { FIRST } else { 0 };
            // One more than the card, so that an end is not an ace.
            bytes[at] = (card + 1) | face | first;
            at += 1;
        }
    }
    let mut key = [0; 8];
    for (word, eight) in key.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
    }
    key
}

/// The table of a key. What no move changes, the draw, is the same for all.
#[must_use]
pub fn decode(key: &Key, draw: u8) -> Table {
    let mut bytes = [0_u8; 64];
    for (eight, word) in bytes.chunks_exact_mut(8).zip(key) {
        eight.copy_from_slice(&word.to_le_bytes());
    }
    let mut table = Table::new([0; 4], draw, (bytes[3] != UNLIMITED).then_some(bytes[3]));
    for card in 0..4_u8 {
        let pair = bytes[usize::from(card / 2)];
        table.home[suit(card)] = (pair >> (card % 2 * 4)) & 15;
    }
    let piles = TALON_AT + usize::from(bytes[4]);
    let is_set = table.set_talon(&bytes[TALON_AT..piles], usize::from(bytes[2]));
    debug_assert!(is_set, "a talon that was encoded");
    let mut number = 0;
    for &byte in bytes[piles..].iter().take_while(|&&byte| byte != 0) {
        number += usize::from(byte & FIRST != 0);
        let pile = &mut table.piles[number - 1];
        pile.push((byte & 0x3f) - 1);
        pile.down += u8::from(byte & FACE_UP == 0);
    }
    table
}
