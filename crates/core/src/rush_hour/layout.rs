//! What stays the same while vehicles move: the cells that each covers in each of its places, and where
//! in a packed position the place is kept.
//!
//! A place is an offset or, in a [reduced](super::reduce) layout, a run of offsets between which
//! there is no need to choose.

use std::ops::RangeInclusive;

use super::board::Board;
use super::packed::Packed;
use crate::search::bitset::Bits;

/// Where a vehicle's place is kept, and how many places it has.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    pub places: usize,
    /// The number of the first in the layout's lists.
    first: usize,
    word: usize,
    shift: u32,
    mask: u64,
}

impl Track {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a place has four bits at most"
    )]
    pub const fn place<const WORDS: usize>(&self, position: &Packed<WORDS>) -> usize {
        (position.places[self.word::<WORDS>()] >> self.shift & self.mask) as usize
    }

    /// Changes the vehicle's place, given in `position` as 0, or by the difference.
    #[inline]
    pub const fn add_to<const WORDS: usize>(&self, position: &mut Packed<WORDS>, places: u64) {
        let word = &mut position.places[self.word::<WORDS>()];
        *word = word.wrapping_add(places << self.shift);
    }

    #[inline]
    const fn word<const WORDS: usize>(&self) -> usize {
        if WORDS == 1 { 0 } else { self.word }
    }
}

/// Bits that hold a place on this board.
const fn place_bits(board: &Board) -> u32 {
    if board.width <= 8 && board.height <= 8 {
        3
    } else {
        4
    }
}

/// A board's tracks, in the order of its vehicles.
#[derive(Clone, Debug)]
pub struct Layout<const WORDS: usize> {
    pub tracks: Vec<Track>,
    pub walls: Bits<WORDS>,
    /// The cells that a vehicle covers in each of its places; of a run, in the first of its offsets.
    bodies: Vec<Bits<WORDS>>,
    /// The offsets that make up each place.
    offsets: Vec<RangeInclusive<usize>>,
}

impl<const WORDS: usize> Layout<WORDS> {
    /// Whether positions of that board fit.
    pub fn fits(board: &Board) -> bool {
        let per_word = (u64::BITS / place_bits(board)) as usize;
        board.width * board.height <= 64 * WORDS && board.vehicles.len() <= per_word * WORDS
    }

    /// The layout in which every offset is a place of its own.
    pub fn new(board: &Board) -> Self {
        let mut layout = Self {
            tracks: Vec::with_capacity(board.vehicles.len()),
            walls: cells_of(board.walls.iter().copied()),
            bodies: Vec::new(),
            offsets: Vec::new(),
        };
        let bits = place_bits(board);
        let fields = (0..WORDS).flat_map(|word| {
            let shifts = (0..=u64::BITS - bits).step_by(bits as usize);
            shifts.map(move |shift| (word, shift))
        });
        for (vehicle, (word, shift)) in board.vehicles.iter().zip(fields) {
            let offsets = 0..board.side_along(*vehicle) + 1 - vehicle.length;
            layout.tracks.push(Track {
                places: offsets.len(),
                first: layout.bodies.len(),
                word,
                shift,
                mask: (1 << bits) - 1,
            });
            for offset in offsets {
                let body = cells_of(vehicle.at(offset).cells(board.width));
                layout.bodies.push(body);
                layout.offsets.push(offset..=offset);
            }
        }
        layout
    }

    /// The same layout with other places: for each vehicle, runs of the offsets that it has here.
    pub fn with_places(&self, runs: &[Vec<RangeInclusive<usize>>]) -> Self {
        let mut layout = Self {
            tracks: Vec::with_capacity(self.tracks.len()),
            walls: self.walls,
            bodies: Vec::with_capacity(self.bodies.len()),
            offsets: Vec::with_capacity(self.offsets.len()),
        };
        for (track, runs) in self.tracks.iter().zip(runs) {
            let (places, first) = (runs.len(), layout.bodies.len());
            layout.tracks.push(Track {
                places,
                first,
                ..*track
            });
            let bodies = self.bodies(track);
            layout
                .bodies
                .extend(runs.iter().map(|run| bodies[*run.start()]));
            layout.offsets.extend(runs.iter().cloned());
        }
        layout
    }

    /// The cells that a vehicle covers, by place.
    pub fn bodies(&self, track: &Track) -> &[Bits<WORDS>] {
        &self.bodies[track.first..][..track.places]
    }

    /// The offsets that make up a vehicle's places.
    pub fn offsets(&self, track: &Track) -> &[RangeInclusive<usize>] {
        &self.offsets[track.first..][..track.places]
    }

    /// The position with the vehicles at these offsets.
    pub fn pack(&self, offsets: impl IntoIterator<Item = usize>) -> Packed<WORDS> {
        let mut position = Packed {
            places: [0; WORDS],
            occupied: self.walls,
        };
        for (track, offset) in self.tracks.iter().zip(offsets) {
            let runs = (0_u64..).zip(self.offsets(track)).zip(self.bodies(track));
            let mut here = runs.filter(|((_, run), _)| run.contains(&offset));
            if let Some(((place, _), body)) = here.next() {
                track.add_to(&mut position, place);
                position.occupied = position.occupied.or(body);
            }
        }
        position
    }

    /// The board as it stands.
    pub fn start(&self, board: &Board) -> Packed<WORDS> {
        self.pack(board.vehicles.iter().map(|vehicle| vehicle.offset))
    }

    /// Every vehicle's place.
    pub fn places(&self, position: &Packed<WORDS>) -> impl Iterator<Item = usize> {
        self.tracks.iter().map(|track| track.place(position))
    }

    /// The vehicle that differs between two neighbouring positions, and its places in both.
    pub fn difference(
        &self,
        from: &Packed<WORDS>,
        to: &Packed<WORDS>,
    ) -> Option<(usize, [usize; 2])> {
        let places = self.places(from).zip(self.places(to));
        let mut different = places.enumerate().filter(|(_, (from, to))| from != to);
        different
            .next()
            .map(|(number, (from, to))| (number, [from, to]))
    }
}

fn cells_of<const WORDS: usize>(cells: impl Iterator<Item = usize>) -> Bits<WORDS> {
    let mut set = Bits::EMPTY;
    for cell in cells {
        set.insert(cell);
    }
    set
}
