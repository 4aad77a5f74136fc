//! Sets of cards as 64-bit words, with the cards so ordered that the rules become shifts.
//!
//! Two cards of the same rank and colour are *twins*: they lie on the same cards and carry the same
//! cards. The bit of a card is `4 * rank + 2 * (colour xor rank's parity) + suit of that colour`.
//! So twins are neighbours, and the pair that fits on a pair stands exactly four bits lower.

use crate::klondike::cards::Card;

/// A set of cards.
pub type Cards = u64;

/// The lower bit of every pair of twins.
pub const FIRST_TWINS: Cards = 0x0005_5555_5555_5555;
/// All kings.
pub const KINGS: Cards = 0xf << 48;
/// The pairs whose colour agrees with the parity of their rank.
const EVEN_PAIRS: Cards = 0x3333_3333_3333_3333;

/// The bit number of a card.
pub const fn bit_of(card: Card) -> u8 {
    let pair = card.is_red() as u8 ^ (card.rank() & 1);
    4 * card.rank() + 2 * pair + card.suit() / 2
}

/// The card with that bit number.
pub const fn card_at(bit: u8) -> Card {
    let rank = bit / 4;
    let red = ((bit / 2) & 1) ^ (rank & 1);
    let suit = match (red, bit & 1) {
        (0, 0) => 0,
        (0, _) => 3,
        (_, second) => 1 + second,
    };
    Card::new(rank, suit)
}

/// Both cards of every pair of which `first` holds the first.
#[inline]
pub const fn both(first: Cards) -> Cards {
    first | first << 1
}

/// The cards that follow in their suits; past a king comes a bit that is no card.
#[inline]
pub const fn successors(cards: Cards) -> Cards {
    (cards & EVEN_PAIRS) << 6 | (cards & !EVEN_PAIRS) << 2
}

/// The cards that precede in their suits; before an ace comes nothing.
#[inline]
pub const fn predecessors(cards: Cards) -> Cards {
    (cards & EVEN_PAIRS) >> 2 | (cards & !EVEN_PAIRS) >> 6
}

/// The bit number of the lowest card of a set that is not empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
pub const fn lowest(cards: Cards) -> u8 {
    cards.trailing_zeros() as u8
}

/// The bit number of the highest card of a set that is not empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
pub const fn highest(cards: Cards) -> u8 {
    cards.ilog2() as u8
}

/// A card and its twin.
#[inline]
pub const fn pair_of(bit: u8) -> Cards {
    3 << (bit & !1)
}

/// The bit numbers of a set, from the lowest.
pub fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (cards != 0).then(|| {
            let bit = lowest(cards);
            cards &= cards - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_bit() {
        let mut seen = 0;
        for card in Card::all() {
            assert_eq!(card_at(bit_of(card)), card);
            seen |= 1_u64 << bit_of(card);
        }
        assert_eq!(seen, (1 << 52) - 1);
    }

    #[test]
    fn the_rules_are_shifts() {
        for card in Card::all() {
            let bit = 1_u64 << bit_of(card);
            let pair = pair_of(bit_of(card));
            assert_eq!(pair, both((bit | bit >> 1) & FIRST_TWINS));
            assert_eq!(pair, bit | 1 << bit_of(card.twin()));
            let fitting = Card::all().filter(|parent| card.fits_on(*parent));
            let parents = fitting.fold(0, |set, parent| set | 1_u64 << bit_of(parent));
            assert_eq!(parents, pair << 4 & ((1 << 52) - 1));
            assert_eq!(bit & KINGS != 0, card.is_king());
            let below = card.code().checked_sub(4).and_then(Card::from_code);
            let below = below.map_or(0, |below| 1_u64 << bit_of(below));
            assert_eq!(predecessors(bit), below);
            if below != 0 {
                assert_eq!(successors(below), bit);
            }
        }
        assert_eq!((lowest(0b1010_0100), highest(0b1010_0100)), (2, 7));
        assert_eq!(each(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
