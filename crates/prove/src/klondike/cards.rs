//! Cards are numbers, `4 * rank + suit`, suits in the order C D H S, as in the layouts that the core reads.

/// 0 for an ace to 12 for a king.
#[must_use]
pub const fn rank(card: u8) -> u8 {
    card / 4
}

/// 0 to 3: clubs, diamonds, hearts, spades.
#[must_use]
pub const fn suit(card: u8) -> usize {
    (card % 4) as usize
}

#[must_use]
pub const fn is_red(card: u8) -> bool {
    matches!(card % 4, 1 | 2)
}

#[must_use]
pub const fn is_king(card: u8) -> bool {
    rank(card) == 12
}

/// Whether a card may lie on another in a pile: one rank below it and of the other colour.
#[must_use]
pub const fn fits(card: u8, on: u8) -> bool {
    rank(card) + 1 == rank(on) && is_red(card) != is_red(on)
}
