//! Moves as people write them: `D`, `R`, `W>F`, `W>3`, `3>F`, `3>5`, `3>5x2`, `FS>4`.

use std::fmt;
use std::str::FromStr;

use super::board::PILES;
use super::cards::{suit_from_letter, suit_letter};

/// A move on the table. Piles are numbered from 0 here and from 1 in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Turns up to the draw count from the stock to the waste.
    Draw,
    /// Turns the waste over to be the stock again.
    Redeal,
    WasteToFoundation,
    WasteToPile(u8),
    PileToFoundation(u8),
    /// Moves the uppermost `count` cards.
    PileToPile {
        from: u8,
        to: u8,
        count: u8,
    },
    FoundationToPile {
        suit: u8,
        to: u8,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => write!(f, "D"),
            Self::Redeal => write!(f, "R"),
            Self::WasteToFoundation => write!(f, "W>F"),
            Self::WasteToPile(to) => write!(f, "W>{}", to + 1),
            Self::PileToFoundation(from) => write!(f, "{}>F", from + 1),
            Self::PileToPile { from, to, count: 1 } => write!(f, "{}>{}", from + 1, to + 1),
            Self::PileToPile { from, to, count } => write!(f, "{}>{}x{count}", from + 1, to + 1),
            Self::FoundationToPile { suit, to } => write!(f, "F{}>{}", suit_letter(suit), to + 1),
        }
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMove(pub String);

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no move", self.0)
    }
}

impl std::error::Error for NoMove {}

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        parse(text.as_bytes()).ok_or_else(|| NoMove(text.to_owned()))
    }
}

fn parse(text: &[u8]) -> Option<Move> {
    Some(match *text {
        [b'D'] => Move::Draw,
        [b'R'] => Move::Redeal,
        [b'W', b'>', b'F'] => Move::WasteToFoundation,
        [b'W', b'>', to] => Move::WasteToPile(pile(to)?),
        [from, b'>', b'F'] => Move::PileToFoundation(pile(from)?),
        [b'F', suit, b'>', to] => Move::FoundationToPile {
            suit: suit_from_letter(suit)?,
            to: pile(to)?,
        },
        [from, b'>', to] => run(from, to, 1)?,
        [from, b'>', to, b'x', ref count @ ..] => run(from, to, number(count)?)?,
        _ => return None,
    })
}

fn run(from: u8, to: u8, count: u8) -> Option<Move> {
    let (from, to) = (pile(from)?, pile(to)?);
    (from != to).then_some(Move::PileToPile { from, to, count })
}

fn pile(digit: u8) -> Option<u8> {
    let number = digit.wrapping_sub(b'1');
    (usize::from(number) < PILES).then_some(number)
}

/// 1 to 13 without a leading zero. `x1` is read though it is never written.
fn number(digits: &[u8]) -> Option<u8> {
    match *digits {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        [b'1', digit @ b'0'..=b'3'] => Some(10 + digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_as_it_is_written() {
        let texts = "D R W>F W>1 W>7 3>F 3>5 3>5x2 7>1x13 1>2x10 FC>1 FD>2 FH>3 FS>4";
        for text in texts.split(' ') {
            let read: Move = text.parse().expect("a move");
            assert_eq!(read.to_string(), text);
        }
        assert_eq!("3>5x1".parse::<Move>(), "3>5".parse());
    }

    #[test]
    fn refuses_what_is_no_move() {
        let texts =
            "d W>0 W>8 8>F 0>1 3>3 3>5x 3>5x0 3>5x02 3>5x14 3>5x-1 FX>1 FS>F F>1 W>F2 > é>F";
        for text in texts.split(' ').chain([""]) {
            assert_eq!(text.parse::<Move>(), Err(NoMove(text.to_owned())));
        }
    }
}
