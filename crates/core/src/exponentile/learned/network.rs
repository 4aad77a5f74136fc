//! The learned value of a settled board.
//!
//! It is a sum over lines, and most moves change few of them. So the lines of the board before the
//! move are summed up once, and of each move's board only those that it has changed.

use super::bytes::numbers;
use super::features::{Indices, SIDE, SIZE, View, of_column, of_pair, of_row, of_swaps};
use crate::exponentile::board::{Board, Swap};
use crate::exponentile::grid::Eight;
use crate::exponentile::rules::{Settled, Variant};

/// What a file of weights begins with.
const MAGIC: &[u8; 8] = b"QXVALUE1";

/// What every window is worth, in moves still to come.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) weights: Vec<f32>,
}

/// A swap, where it leads, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub swap: Swap,
    pub settled: Settled<Eight>,
    pub worth: f32,
}

/// A board's lines and what each is worth.
#[derive(Clone, Copy)]
struct Lines {
    view: View,
    columns: [f32; SIDE],
    /// Of a column and the next.
    pairs: [f32; SIDE - 1],
    rows: [f32; SIDE],
}

impl Network {
    /// `None` if these are not as many weights as there are windows.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == SIZE).then_some(Self { weights })
    }

    /// Reads what [`Self::to_bytes`] writes; `None` if the bytes are something else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC.as_slice())?;
        let (&unit, rest) = rest.split_first_chunk()?;
        let unit = f32::from_le_bytes(unit);
        let number = |two: [u8; 2]| f32::from(i16::from_le_bytes(two)) * unit;
        Self::new(numbers(rest)?.into_iter().map(number).collect())
    }

    /// The weights in two bytes each, as multiples of a unit.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let sizes = self.weights.iter().map(|weight| weight.abs());
        let unit = sizes.fold(f32::MIN_POSITIVE, f32::max) / f32::from(i16::MAX);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(unit.to_le_bytes());
        for &weight in &self.weights {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the greatest weight is the greatest number"
            )]
            let number = (weight / unit).round() as i16;
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// Knows nothing.
    pub(super) fn blank() -> Self {
        Self {
            weights: vec![0.0; SIZE],
        }
    }

    /// The sum over a list made beforehand.
    pub(super) fn value_of(&self, indices: &Indices) -> f32 {
        indices.iter().map(|index| self.weights[index]).sum()
    }

    #[inline]
    fn column(&self, column: usize, cells: u32) -> f32 {
        let mut sum = 0.0;
        of_column(column, cells, |index| sum += self.weights[index]);
        sum
    }

    #[inline]
    fn pair(&self, left: u32, right: u32) -> f32 {
        let mut sum = 0.0;
        of_pair(left, right, |index| sum += self.weights[index]);
        sum
    }

    #[inline]
    fn row(&self, cells: u32) -> f32 {
        let mut sum = 0.0;
        of_row(cells, |index| sum += self.weights[index]);
        sum
    }

    fn lines(&self, board: &Board<Eight>) -> Lines {
        let view = View::new(board);
        let View { columns, rows } = &view;
        Lines {
            columns: std::array::from_fn(|column| self.column(column, columns[column])),
            pairs: std::array::from_fn(|left| self.pair(columns[left], columns[left + 1])),
            rows: rows.map(|cells| self.row(cells)),
            view,
        }
    }

    /// The expected number of moves to come, those far away counting less; `before` is a board that
    /// has many lines in common with this one.
    #[inline]
    fn value_after(&self, before: &Lines, board: &Board<Eight>) -> f32 {
        let view = View::new(board);
        let mut sum = 0.0;
        let mut was_same = true;
        for (column, &cells) in view.columns.iter().enumerate() {
            let is_same = cells == before.view.columns[column];
            sum += if is_same {
                before.columns[column]
            } else {
                self.column(column, cells)
            };
            if column > 0 {
                sum += if is_same && was_same {
                    before.pairs[column - 1]
                } else {
                    self.pair(view.columns[column - 1], cells)
                };
            }
            was_same = is_same;
        }
        for (row, &cells) in view.rows.iter().enumerate() {
            sum += if cells == before.view.rows[row] {
                before.rows[row]
            } else {
                self.row(cells)
            };
        }
        of_swaps(board, &view, |index| sum += self.weights[index]);
        sum
    }

    /// Every swap of a board, and its worth.
    #[inline]
    pub fn candidates(
        &self,
        variant: &Variant<Eight>,
        board: &Board<Eight>,
    ) -> impl Iterator<Item = Candidate> {
        let lines = self.lines(board);
        board.swaps(&Eight).list(&Eight).filter_map(move |swap| {
            let settled = variant.settle(board, swap)?;
            Some(Candidate {
                swap,
                settled,
                worth: self.value_after(&lines, &settled.board),
            })
        })
    }

    /// The best of them; the first of equal ones.
    #[inline]
    #[must_use]
    pub fn best(&self, variant: &Variant<Eight>, board: &Board<Eight>) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for candidate in self.candidates(variant, board) {
            if best.is_none_or(|best| candidate.worth > best.worth) {
                best = Some(candidate);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exponentile::learned::{Settings, Trainer};
    use crate::exponentile::rules::{Rules, Spawn};
    use crate::rng::SplitMix64;

    fn trained() -> Trainer {
        let settings = Settings {
            seed: 1,
            discount: 0.998,
            rate: 1.0,
        };
        let mut trainer = Trainer::new(Rules::Web, settings);
        for _ in 0..5 {
            trainer.learn();
        }
        trainer
    }

    #[test]
    fn lines_that_did_not_change_are_worth_what_they_were() {
        let trainer = trained();
        let network = trainer.network();
        let variant = Variant {
            grid: Eight,
            rules: Rules::Web,
            spawn: Spawn::usual(Rules::Web),
        };
        let mut rng = SplitMix64::new(3);
        for _ in 0..50 {
            let board = variant.start(&mut rng);
            for candidate in network.candidates(&variant, &board) {
                let whole = network.value_of(&Indices::new(&candidate.settled.board));
                assert!((candidate.worth - whole).abs() < 0.01 + whole.abs() * 1e-4);
            }
        }
    }

    #[test]
    fn a_resumed_learner_learns_the_same() {
        let mut trainer = trained();
        let mut resumed = Trainer::resumed(&trainer.checkpoint()).expect("a checkpoint");
        assert_eq!(trainer.learn(), resumed.learn());
        assert_eq!(trainer.network(), resumed.network());
        assert_eq!(trainer.experience().0, 6);
    }

    #[test]
    fn a_mirrored_board_is_worth_as_much() {
        let trainer = trained();
        let mut rng = SplitMix64::new(4);
        let spawn = Spawn::usual(Rules::Web);
        let (mut board, mut mirrored) = (Board::empty(), Board::empty());
        for cell in 0..64 {
            let exponent = spawn.draw(&mut rng);
            board.put(cell, exponent);
            mirrored.put(8 * (7 - cell / 8) + cell % 8, exponent);
        }
        let worth = |board| trainer.network().value_of(&Indices::new(board));
        assert!((worth(&board) - worth(&mirrored)).abs() < 0.01);
    }
}
