//! Simpler tables than a given one: with cards sent home, less face down, a smaller draw, free redeals, an empty waste.

use quandary_core::klondike::Board;

use super::table::{Pile, Table};

/// All that are legal, those with the fewest cards first.
#[must_use]
pub fn smaller(table: &Table) -> Vec<Table> {
    let mut found = Vec::new();
    for suit in 0..4 {
        // The rest of a suit, half of it, or its next card.
        let height = table.home[suit];
        for to in [13, height.midpoint(13), height + 1] {
            if to > height && to <= 13 {
                found.push(with_home(table, suit, to));
            }
        }
    }
    for pile in 0..table.piles.len() {
        if table.piles[pile].down > 0 {
            found.push(turned(table, pile));
        }
    }
    if table.redeals.is_some() {
        let redeals = None;
        found.push(Table { redeals, ..*table });
    }
    if table.draw > 1 {
        for draw in [1, 2, 3, table.draw - 1] {
            if draw < table.draw {
                found.push(Table { draw, ..*table });
            }
        }
    }
    if table.waste > 0 {
        found.push(Table { waste: 0, ..*table });
    }
    found.retain(|table| Board::try_from(&table.layout()).is_ok());
    found
}

/// The table with a suit's cards home up to a height, wherever they lay.
fn with_home(table: &Table, suit: usize, height: u8) -> Table {
    let mut smaller = *table;
    smaller.home[suit] = height;
    let stays = |card: &&u8| usize::from(**card % 4) != suit || **card / 4 >= height;
    for pile in &mut smaller.piles {
        let mut left = Pile::default();
        for &card in pile.cards().iter().filter(stays) {
            left.push(card);
        }
        let down = pile.face_down().iter().filter(stays).count();
        // Where nothing is left on those face down, the next one is turned.
        let most = left.cards().len().saturating_sub(1);
        left.down = u8::try_from(down.min(most)).unwrap_or(0);
        *pile = left;
    }
    let waste = table.waste().iter().filter(stays).count();
    let talon: Vec<u8> = table.talon().iter().filter(stays).copied().collect();
    let is_set = smaller.set_talon(&talon, waste);
    debug_assert!(is_set, "a talon that only became smaller");
    smaller
}

/// The table with one card fewer face down in a pile; legal only where it fits the next one.
fn turned(table: &Table, pile: usize) -> Table {
    let mut smaller = *table;
    smaller.piles[pile].down -= 1;
    smaller
}
