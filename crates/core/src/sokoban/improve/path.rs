//! A solution as the positions that it goes through.

use crate::search::bitset::Bits;
use crate::search::hash::Map;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::play::{Play, direction_of};
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;
use crate::sokoban::rules::walks::Walks;

use super::Measure;

/// A text's pushes up to the first solved position, and its letters up to there, with capitals for pushes. None if a
/// step is not allowed, or if nothing is solved.
pub(super) fn read(level: &Level, lurd: &str) -> Option<(Vec<Push>, String)> {
    let mut play = Play::start(level);
    let mut player = level.player;
    let (mut pushes, mut letters) = (Vec::new(), String::new());
    let mut is_solved = play.is_solved(level);
    for letter in lurd.bytes() {
        let direction = direction_of(letter)?;
        let made = play.step(level, direction)?;
        player = level.step(player, direction);
        if is_solved {
            continue;
        }
        if made.is_ascii_uppercase() {
            pushes.push((player, direction));
        }
        letters.push(made.into());
        is_solved = play.is_solved(level);
    }
    is_solved.then_some((pushes, letters))
}

/// A position: the boxes, and where the player stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place<const W: usize> {
    pub boxes: Bits<W>,
    pub player: u16,
}

/// A solution, the positions before and after each push, and the moves made up to each.
#[derive(Clone)]
pub(super) struct Path<const W: usize> {
    pub pushes: Vec<Push>,
    /// One more than there are pushes.
    pub places: Vec<Place<W>>,
    moves: Vec<u32>,
}

impl<const W: usize> Path<W> {
    /// The pushes from the level's start, which must be possible, with shortest walks between them.
    pub fn new(level: &Level, pushes: Vec<Push>) -> Self {
        let mut here = Place {
            boxes: Bits::of(level.boxes.iter().copied()),
            player: level.player,
        };
        let (mut places, mut moves, mut walked) = (vec![here], vec![0], 0);
        let mut walks = Walks::default();
        for &(square, direction) in &pushes {
            walks.measure(level, here.player, &here.boxes);
            walked += walks.steps_to_push(level, (square, direction));
            here.boxes.remove(square);
            here.boxes.insert(level.step(square, direction));
            here.player = square;
            places.push(here);
            moves.push(walked);
        }
        Self {
            pushes,
            places,
            moves,
        }
    }

    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Pushes and moves from one position to a later one.
    pub fn spent(&self, from: usize, to: usize) -> (u32, u32) {
        let pushes = u32::try_from(to - from).unwrap_or(u32::MAX);
        (pushes, self.moves[to] - self.moves[from])
    }

    /// What the whole costs, the measure that counts first before the other.
    pub fn cost(&self, by: Measure) -> (u32, u32) {
        let (pushes, moves) = self.spent(0, self.len());
        by.order(pushes, moves)
    }

    /// With other pushes between two positions.
    pub fn with(&self, level: &Level, (from, to): (usize, usize), pushes: &[Push]) -> Self {
        let parts = [&self.pushes[..from], pushes, &self.pushes[to..]];
        Self::new(level, parts.concat())
    }

    /// Without what leads back to where the player has been with the same boxes.
    pub fn without_cycles(&self, room: &Room<W>) -> Self {
        let mut kept: Vec<Push> = Vec::new();
        let mut seen = Map::default();
        for (number, place) in self.places.iter().enumerate() {
            let region = room.reach(place.player, &place.boxes).first();
            if number > 0 {
                kept.push(self.pushes[number - 1]);
            }
            let length = *seen.entry((place.boxes, region)).or_insert(kept.len());
            if length < kept.len() {
                kept.truncate(length);
                seen.retain(|_, known| *known <= length);
            }
        }
        Self::new(room.level, kept)
    }
}
