//! Sets of cards as 64-bit words, with the cards so ordered that the rules become shifts.
//!
//! Two cards of the same rank and colour are *twins*: they lie on the same cards and carry the same
//! cards. The bit of a card is `4 * rank + 2 * (colour xor rank's parity) + suit of that colour`.
//! So twins are neighbours, and the pair that fits on a pair stands exactly four bits lower: "which cards
//! carry another one" is a few operations on whole sets, and one bit tells on which of two possible cards a
//! card lies.

use super::cards::{Card, RANKS, SUITS, suit_is_red};

/// A set of cards.
pub type Cards = u64;

/// All 52 cards.
pub const ALL: Cards = (1 << (RANKS * SUITS)) - 1;
/// All kings.
pub const KINGS: Cards = 0xf << (4 * (RANKS - 1));
/// The lower bit of every pair of twins.
pub const FIRST_TWINS: Cards = 0x0005_5555_5555_5555;
/// The pairs whose colour agrees with the parity of their rank.
const EVEN_PAIRS: Cards = 0x3333_3333_3333_3333;
/// The cards of every suit.
pub const SUIT_CARDS: [Cards; SUITS as usize] = suit_cards();

const fn suit_cards() -> [Cards; SUITS as usize] {
    let mut cards = [0; SUITS as usize];
    let mut bit = 0;
    while bit < RANKS * SUITS {
        cards[suit(bit) as usize] |= set(bit);
        bit += 1;
    }
    cards
}

/// The bit number of a card.
#[inline]
pub const fn bit_of(card: Card) -> u8 {
    bit_at(card.rank(), card.suit())
}

/// The bit number of the card of that rank and suit.
#[inline]
pub const fn bit_at(rank: u8, suit: u8) -> u8 {
    4 * rank + 2 * (suit_is_red(suit) as u8 ^ (rank & 1)) + suit / 2
}

/// The card with that bit number.
#[inline]
pub const fn card_at(bit: u8) -> Card {
    Card::new(rank(bit), suit(bit))
}

/// The rank of the card with that bit number.
#[inline]
pub const fn rank(bit: u8) -> u8 {
    bit / 4
}

/// The suit of the card with that bit number.
#[inline]
pub const fn suit(bit: u8) -> u8 {
    let red = ((bit >> 1) ^ rank(bit)) & 1;
    if red == 1 {
        1 + (bit & 1)
    } else {
        3 * (bit & 1)
    }
}

/// The set of one card.
#[inline]
pub const fn set(bit: u8) -> Cards {
    1 << bit
}

/// The bit number of the card of the same rank and colour.
#[inline]
pub const fn twin(bit: u8) -> u8 {
    bit ^ 1
}

/// A card and its twin.
#[inline]
pub const fn pair_of(bit: u8) -> Cards {
    3 << (bit & !1)
}

/// Both cards of every pair of which `first` holds the first.
#[inline]
pub const fn both(first: Cards) -> Cards {
    first | first << 1
}

/// The two cards on which this one can be built; none for a king.
#[inline]
pub const fn parents(bit: u8) -> Cards {
    pair_of(bit) << 4 & ALL
}

/// The two cards that can be built on this one; none for an ace.
#[inline]
pub const fn children(bit: u8) -> Cards {
    pair_of(bit) >> 4
}

/// The cards that carry one of `cards`, of which those in `on_second` lie on the second of the two
/// twins they could lie on.
#[inline]
pub const fn carriers(cards: Cards, on_second: Cards) -> Cards {
    let first = cards & !on_second;
    let second = cards & on_second;
    let first = (first | first >> 1) & FIRST_TWINS;
    let second = (second | second >> 1) & FIRST_TWINS;
    (first | second << 1) << 4
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

/// The bit numbers of a set, from the lowest.
#[inline]
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

    fn set_of(cards: impl Iterator<Item = Card>) -> Cards {
        cards.fold(0, |cards, card| cards | set(bit_of(card)))
    }

    #[test]
    fn every_card_has_its_bit() {
        for card in Card::all() {
            assert_eq!(card_at(bit_of(card)), card);
        }
        assert_eq!(set_of(Card::all()), ALL);
        for suit in 0..SUITS {
            let of_suit = Card::all().filter(|card| card.suit() == suit);
            assert_eq!(SUIT_CARDS[usize::from(suit)], set_of(of_suit));
        }
    }

    #[test]
    fn the_rules_are_shifts() {
        for card in Card::all() {
            let bit = bit_of(card);
            let pair = pair_of(bit);
            assert_eq!(pair, both((set(bit) | set(bit) >> 1) & FIRST_TWINS));
            assert_eq!(pair, set(bit) | set(bit_of(card.twin())));
            assert_eq!(twin(bit), bit_of(card.twin()));
            let above = Card::all().filter(|&parent| card.fits_on(parent));
            assert_eq!(parents(bit), set_of(above));
            let on_it = Card::all().filter(|child| child.fits_on(card));
            assert_eq!(children(bit), set_of(on_it));
            assert_eq!(set(bit) & KINGS != 0, card.is_king());
            let below = card.code().checked_sub(4).and_then(Card::from_code);
            assert_eq!(predecessors(set(bit)), set_of(below.into_iter()));
            if let Some(below) = below {
                assert_eq!(successors(set(bit_of(below))), set(bit));
            }
        }
        assert_eq!((lowest(0b1010_0100), highest(0b1010_0100)), (2, 7));
        assert_eq!(each(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }

    #[test]
    fn carriers_follow_the_bit_of_each_card() {
        for card in 0..48 {
            let [first, second] = [lowest, highest].map(|which| which(parents(card)));
            assert_eq!(carriers(set(card), 0), set(first));
            assert_eq!(carriers(set(card), set(card)), set(second));
        }
    }
}
