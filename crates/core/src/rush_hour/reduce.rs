//! Fewer positions to tell apart, and sometimes no search at all.
//!
//! A cell that some other vehicle covers wherever it can be is as good as a wall. Starting from
//! vehicles that stand still, each is given every offset that such cells do not forbid, until
//! nothing changes: what is left out then can never be reached. If the red car's offsets end before
//! the right edge, the puzzle is unsolvable. And where a vehicle's two neighbouring offsets differ
//! only in cells that no other vehicle can ever cover, there is no need to choose between
//! them: it could go from one to the other at any time and nobody would notice, so they are one place.
//! The number of moves to a solution stays the same, though not the number of steps.

use std::ops::RangeInclusive;

use super::board::Board;
use super::layout::{Layout, Track};
use crate::search::bitset::Bits;

/// The layout with no more places than matter to the number of moves; none if the red car can
/// never reach the right edge.
pub fn reduced<const WORDS: usize>(board: &Board, layout: &Layout<WORDS>) -> Option<Layout<WORDS>> {
    let reaches = Reach::of_all(board, layout);
    let red = &reaches[board.red];
    if red.last + 1 < layout.tracks[board.red].places {
        return None;
    }
    let runs = (layout.tracks.iter().zip(&reaches).enumerate()).map(|(number, (track, reach))| {
        reach.runs(layout.bodies(track), &covered_by_others(&reaches, number))
    });
    Some(layout.with_places(&runs.collect::<Vec<_>>()))
}

/// Where a vehicle may ever be.
struct Reach<const WORDS: usize> {
    first: usize,
    last: usize,
    /// The cells that it covers wherever it is.
    always: Bits<WORDS>,
    /// The cells that it covers somewhere.
    ever: Bits<WORDS>,
}

impl<const WORDS: usize> Reach<WORDS> {
    fn of_all(board: &Board, layout: &Layout<WORDS>) -> Vec<Self> {
        let standing = |(vehicle, track): (&super::board::Vehicle, &Track)| {
            let body = layout.bodies(track)[vehicle.offset];
            Self {
                first: vehicle.offset,
                last: vehicle.offset,
                always: body,
                ever: body,
            }
        };
        let mut reaches: Vec<Self> = board
            .vehicles
            .iter()
            .zip(&layout.tracks)
            .map(standing)
            .collect();
        let mut settled = 0;
        for number in (0..reaches.len()).cycle() {
            let others = reaches
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != number);
            let blocked = others.fold(layout.walls, |all, (_, reach)| all.or(&reach.always));
            let grew = reaches[number].grow(layout.bodies(&layout.tracks[number]), &blocked);
            settled = if grew { 0 } else { settled + 1 };
            if settled == reaches.len() {
                break;
            }
        }
        reaches
    }

    /// Takes in the neighbouring offsets that `blocked` allows; whether there were any.
    fn grow(&mut self, bodies: &[Bits<WORDS>], blocked: &Bits<WORDS>) -> bool {
        let before = (self.first, self.last);
        while self.first > 0 && !bodies[self.first - 1].meets(blocked) {
            self.first -= 1;
        }
        while self.last + 1 < bodies.len() && !bodies[self.last + 1].meets(blocked) {
            self.last += 1;
        }
        for body in &bodies[self.first..=self.last] {
            self.always = self.always.and(body);
            self.ever = self.ever.or(body);
        }
        before != (self.first, self.last)
    }

    /// The offsets, those in one run between which there is no need to choose.
    fn runs(&self, bodies: &[Bits<WORDS>], noticed: &Bits<WORDS>) -> Vec<RangeInclusive<usize>> {
        let mut runs = Vec::new();
        let mut first = self.first;
        for offset in self.first..self.last {
            let (here, next) = (&bodies[offset], &bodies[offset + 1]);
            if here.minus(next).or(&next.minus(here)).meets(noticed) {
                runs.push(first..=offset);
                first = offset + 1;
            }
        }
        runs.push(first..=self.last);
        runs
    }
}

fn covered_by_others<const WORDS: usize>(reaches: &[Reach<WORDS>], number: usize) -> Bits<WORDS> {
    let others = reaches
        .iter()
        .enumerate()
        .filter(|&(other, _)| other != number);
    others.fold(Bits::EMPTY, |all, (_, reach)| all.or(&reach.ever))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of offsets of every vehicle, in the order of letters.
    fn runs(cells: &str, width: usize) -> Option<Vec<Vec<RangeInclusive<usize>>>> {
        let board = Board::parse(cells, width, b'X').expect("a board");
        let layout = reduced(&board, &Layout::<1>::new(&board))?;
        let runs = layout
            .tracks
            .iter()
            .map(|track| layout.offsets(track).to_vec());
        Some(runs.collect())
    }

    #[test]
    fn what_nobody_notices_is_one_place() {
        // B matters to X only by whether it covers the top row, X to B by whether it covers the end of it.
        let cells = "XX...B.....B........................";
        let expected = vec![vec![0..=0, 1..=4], vec![0..=3, 4..=4]];
        assert_eq!(runs(cells, 6), Some(expected));
    }

    #[test]
    fn what_is_held_in_place_holds_in_turn() {
        // The wall holds C, C holds B, and B closes the way.
        assert_eq!(runs("XX.B...BxCCC....", 4), None);
    }
}
