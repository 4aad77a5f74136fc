//! Sets of cards, one bit each, in an order in which building is a shift.
//!
//! A card's bit is `4 * rank + 2 * (red ^ odd rank) + which of the two suits of its colour`. Two cards
//! of one rank and colour, *twins*, are neighbours, and the two cards on which either can be built
//! are the neighbours four bits up. So "which cards carry another one" is a few operations on
//! whole sets, and one bit tells on which of two possible cards a card lies.

use super::super::Card;

/// A set of cards.
pub type Cards = u64;

pub const RANKS: usize = 13;
pub const SUITS: usize = 4;
/// The lower of each pair of twins.
const FIRST_TWINS: Cards = 0x0005_5555_5555_5555;
/// The four cards of the highest rank.
pub const KINGS: Cards = 0xF << (4 * (RANKS - 1));
pub const ALL: Cards = (1 << (RANKS * SUITS)) - 1;

/// The bit number of a card.
#[must_use]
pub const fn from_card(card: Card) -> u8 {
    place(card.rank(), card.suit())
}

/// The bit number of the card of that rank and suit.
#[must_use]
pub const fn place(rank: u8, suit: u8) -> u8 {
    let red = (suit == 1 || suit == 2) as u8;
    4 * rank + 2 * (red ^ (rank & 1)) + suit / 2
}

/// The card with that bit number.
#[must_use]
pub const fn to_card(place: u8) -> Card {
    Card::new(rank(place), suit(place))
}

#[must_use]
pub const fn rank(place: u8) -> u8 {
    place / 4
}

#[must_use]
pub const fn suit(place: u8) -> u8 {
    let red = ((place >> 1) ^ rank(place)) & 1;
    if red == 1 {
        1 + (place & 1)
    } else {
        3 * (place & 1)
    }
}

#[must_use]
pub const fn set(place: u8) -> Cards {
    1 << place
}

/// The cards that carry one of `cards`, of which those in `on_second` lie on the second of the two
/// twins they could lie on.
#[must_use]
pub const fn carriers(cards: Cards, on_second: Cards) -> Cards {
    let first = cards & !on_second;
    let second = cards & on_second;
    let first = (first | first >> 1) & FIRST_TWINS;
    let second = (second | second >> 1) & FIRST_TWINS;
    (first | second << 1) << 4
}

/// The two cards on which this one can be built; none for a king.
#[must_use]
pub const fn parents(place: u8) -> Cards {
    (0b11 << ((place & !1) + 4)) & ALL
}

/// The two cards that can be built on this one; none for an ace.
#[must_use]
pub const fn children(place: u8) -> Cards {
    (0b11 << (place & !1)) >> 4
}

/// The card of the same rank and colour.
#[must_use]
pub const fn twin(place: u8) -> u8 {
    place ^ 1
}

/// The members of a set, lowest first.
pub fn members(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if cards == 0 {
            return None;
        }
        let place = lowest(cards);
        cards &= cards - 1;
        Some(place)
    })
}

/// The lowest member of a set that is not empty.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a bit number is below 64")]
pub const fn lowest(cards: Cards) -> u8 {
    cards.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_red(place: u8) -> bool {
        matches!(suit(place), 1 | 2)
    }

    #[test]
    fn codes_and_places_are_one_to_one() {
        for card in Card::all() {
            assert_eq!(to_card(from_card(card)), card);
        }
    }

    #[test]
    fn parents_are_one_higher_and_of_the_other_colour() {
        for card in 0..52 {
            let expected: Vec<u8> = (0..52)
                .filter(|&above| rank(above) == rank(card) + 1 && is_red(above) != is_red(card))
                .collect();
            assert_eq!(members(parents(card)).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn carriers_follow_the_bit_of_each_card() {
        for card in 0..48 {
            let [first, second] = [0, 1].map(|nth| members(parents(card)).nth(nth).unwrap());
            assert_eq!(carriers(set(card), 0), set(first));
            assert_eq!(carriers(set(card), set(card)), set(second));
        }
    }

    #[test]
    fn twins_share_rank_and_colour() {
        for card in 0..52 {
            assert_eq!(rank(twin(card)), rank(card));
            assert_eq!(is_red(twin(card)), is_red(card));
            assert_ne!(twin(card), card);
        }
    }

    #[test]
    fn a_child_has_this_card_for_a_parent() {
        for card in 0..52 {
            let expected: Vec<u8> = (0..52)
                .filter(|&child| parents(child) & set(card) != 0)
                .collect();
            assert_eq!(members(children(card)).collect::<Vec<_>>(), expected);
        }
    }
}
