//! Moves as people write them: `D`, `R`, `W>F`, `W>3`, `3>F`, `3>5`, `3>5x2`, `FS>4`.

use std::fmt;

use super::cards::suit_letter;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_people_write_them() {
        let run = |from, to, count| Move::PileToPile { from, to, count };
        let written = [
            (Move::Draw, "D"),
            (Move::Redeal, "R"),
            (Move::WasteToFoundation, "W>F"),
            (Move::WasteToPile(6), "W>7"),
            (Move::PileToFoundation(2), "3>F"),
            (run(2, 4, 1), "3>5"),
            (run(6, 0, 13), "7>1x13"),
            (Move::FoundationToPile { suit: 3, to: 3 }, "FS>4"),
        ];
        for (one, text) in written {
            assert_eq!(one.to_string(), text);
        }
    }
}
