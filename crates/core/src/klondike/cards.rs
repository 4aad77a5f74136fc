//! A card is one number, `4 * rank + suit`, with the ace as rank 0 and the suits in the order of the
//! notation: clubs, diamonds, hearts, spades. So the two middle suits are the red ones.

use std::fmt;
use std::str::FromStr;

/// How many cards a deck has.
pub const DECK: usize = 52;
/// How many cards a suit has.
pub const RANKS: u8 = 13;
/// How many suits there are.
pub const SUITS: u8 = 4;

const RANK_LETTERS: &[u8; 13] = b"A23456789TJQK";
const SUIT_LETTERS: &[u8; 4] = b"CDHS";

/// One of the 52 cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of that rank (0 is the ace) and suit (C D H S).
    ///
    /// # Panics
    /// When there is no such card.
    #[must_use]
    pub const fn new(rank: u8, suit: u8) -> Self {
        assert!(rank < RANKS && suit < SUITS, "no such card");
        Self(4 * rank + suit)
    }

    /// The card with that code, if it is below 52.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code < RANKS * SUITS {
            Some(Self(code))
        } else {
            None
        }
    }

    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The same as [`Card::code`], to count with.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for an ace to 12 for a king.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// 0 to 3: clubs, diamonds, hearts, spades.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }

    #[must_use]
    pub const fn is_red(self) -> bool {
        suit_is_red(self.suit())
    }

    #[must_use]
    pub const fn is_king(self) -> bool {
        self.rank() == RANKS - 1
    }

    /// Whether it may lie on `parent` in a pile: one rank below it and of the other colour.
    #[must_use]
    pub const fn fits_on(self, parent: Self) -> bool {
        self.rank() + 1 == parent.rank() && self.is_red() != parent.is_red()
    }

    /// The card of the same rank and colour.
    #[must_use]
    pub const fn twin(self) -> Self {
        Self(self.0 ^ 3)
    }

    /// All 52, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RANKS * SUITS).map(Self)
    }
}

/// Whether the suit of that number is a red one.
#[must_use]
pub const fn suit_is_red(suit: u8) -> bool {
    suit == 1 || suit == 2
}

/// The letter of a suit.
///
/// # Panics
/// When there is no such suit.
#[must_use]
pub const fn suit_letter(suit: u8) -> char {
    SUIT_LETTERS[suit as usize] as char
}

fn position(letters: &[u8], letter: u8) -> Option<u8> {
    (0..)
        .zip(letters)
        .find_map(|(at, &l)| (l == letter).then_some(at))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = char::from(RANK_LETTERS[usize::from(self.rank())]);
        write!(f, "{rank}{}", suit_letter(self.suit()))
    }
}

/// A text that names no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCard(pub String);

impl fmt::Display for NoCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no card", self.0)
    }
}

impl std::error::Error for NoCard {}

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let card = match *text.as_bytes() {
            [rank, suit] => position(RANK_LETTERS, rank)
                .zip(position(SUIT_LETTERS, suit))
                .map(|(rank, suit)| Self::new(rank, suit)),
            _ => None,
        };
        card.ok_or_else(|| NoCard(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for (code, card) in (0..).zip(Card::all()) {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_code(code), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::all().count(), DECK);
        assert_eq!(Card::from_code(52), None);
    }

    #[test]
    fn refuses_what_is_no_card() {
        for text in ["", "A", "1C", "AX", "10H", "ac", "♠A"] {
            assert_eq!(text.parse::<Card>(), Err(NoCard(text.to_owned())));
        }
    }

    #[test]
    fn fits_on_the_next_rank_of_the_other_colour() {
        let card = |text: &str| text.parse::<Card>().expect("a card");
        assert!(card("9H").fits_on(card("TS")));
        assert!(card("9H").fits_on(card("TC")));
        assert!(!card("9H").fits_on(card("TD")));
        assert!(!card("9H").fits_on(card("8S")));
        assert!(!card("9H").fits_on(card("JS")));
        assert_eq!(card("9H").twin(), card("9D"));
        assert_eq!(card("KC").twin(), card("KS"));
    }
}
