//! The plain rules, one step at a time: for walks between pushes, and to hold Python's rules to.

use crate::search::bitset::Bits;

use super::level::{LETTERS, Level, WALL, back};
use super::pushes::Push;

/// A position in the course of play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Play {
    boxes: Vec<bool>,
    player: u16,
}

impl Play {
    pub fn start(level: &Level) -> Self {
        let mut boxes = vec![false; level.squares()];
        for &square in &level.boxes {
            boxes[usize::from(square)] = true;
        }
        Self {
            boxes,
            player: level.player,
        }
    }

    /// Puts boxes and player where they are said to be, square by square.
    pub fn set(&mut self, boxes: impl Iterator<Item = bool>, player: u16) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.player = player;
    }

    pub fn is_solved(&self, level: &Level) -> bool {
        let mut goals = level.goals.iter();
        goals.all(|&goal| self.boxes[usize::from(goal)])
    }

    pub const fn player(&self) -> u16 {
        self.player
    }

    pub fn has_box(&self, square: u16) -> bool {
        self.boxes[usize::from(square)]
    }

    /// Where a step leads, and where the box that it pushes comes to ([`WALL`] without a box); `None` if the rules
    /// do not allow it.
    #[inline]
    pub fn ahead(&self, level: &Level, direction: usize) -> Option<(u16, u16)> {
        let to = level.step(self.player, direction);
        if to == WALL {
            return None;
        }
        if !self.has_box(to) {
            return Some((to, WALL));
        }
        let beyond = level.step(to, direction);
        (beyond != WALL && !self.has_box(beyond)).then_some((to, beyond))
    }

    /// Steps, pushing if there is a box; the letter of the move, if the rules allow it.
    pub fn step(&mut self, level: &Level, direction: usize) -> Option<u8> {
        let (to, beyond) = self.ahead(level, direction)?;
        self.player = to;
        if beyond == WALL {
            return Some(LETTERS[direction]);
        }
        self.boxes[usize::from(to)] = false;
        self.boxes[usize::from(beyond)] = true;
        Some(LETTERS[direction].to_ascii_uppercase())
    }

    /// Walks to the box by a shortest way and pushes it; the letters of all moves, if that is possible.
    pub fn push(&mut self, level: &Level, (square, direction): Push) -> Option<Vec<u8>> {
        let behind = level.step(square, back(direction));
        let mut letters = self.walk(level, behind)?;
        letters.push(self.step(level, direction)?);
        let is_push = letters.last().is_some_and(u8::is_ascii_uppercase);
        is_push.then_some(letters)
    }

    fn walk(&mut self, level: &Level, to: u16) -> Option<Vec<u8>> {
        if to == WALL {
            return None;
        }
        // From the end, so that the way is read off forwards.
        let mut next = vec![None; level.squares()];
        let mut queue = vec![to];
        let mut done = 0;
        while let Some(&here) = queue.get(done) {
            done += 1;
            if here == self.player {
                break;
            }
            for direction in 0..4 {
                let from = level.step(here, back(direction));
                if from != WALL
                    && from != to
                    && !self.has_box(from)
                    && next[usize::from(from)].is_none()
                {
                    next[usize::from(from)] = Some(direction);
                    queue.push(from);
                }
            }
        }
        let mut letters = Vec::new();
        while self.player != to {
            letters.push(self.step(level, next[usize::from(self.player)]?)?);
        }
        Some(letters)
    }
}

/// The whole solution as text: lower case walks, upper case pushes.
///
/// # Panics
/// When the pushes cannot be made: a fault of the search.
pub(crate) fn lurd(level: &Level, pushes: &[Push]) -> String {
    let mut play = Play::start(level);
    let steps = pushes.iter().flat_map(|&push| {
        let letters = play.push(level, push);
        letters.expect("the search makes only pushes that can be made")
    });
    let text = steps.map(char::from).collect();
    assert!(play.is_solved(level), "the search ends at solved positions");
    text
}

/// The number of sequences of 0, 1, … `depth` single steps; they go on past solved positions.
#[must_use]
pub fn perft(level: &Level, depth: u32) -> Vec<u128> {
    let mut positions = std::collections::BTreeMap::from([(Play::start(level), 1_u128)]);
    let mut totals = vec![1];
    for _ in 0..depth {
        let mut next = std::collections::BTreeMap::new();
        for (play, count) in positions {
            for direction in 0..4 {
                let mut after = play.clone();
                if after.step(level, direction).is_some() {
                    let sum: &mut u128 = next.entry(after).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
        }
        totals.push(
            next.values()
                .fold(0, |sum: u128, &count| sum.saturating_add(count)),
        );
        positions = next;
    }
    totals
}

/// The direction that a letter stands for, in any case.
pub(crate) fn direction_of(letter: u8) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    LETTERS.iter().position(|known| *known == letter)
}

/// Plays a solution through, letter by letter; its pushes.
///
/// # Errors
/// The first step that is not legal or not what its letter says, or that boxes are left at the end.
pub fn judge(level: &Level, lurd: &str) -> Result<usize, String> {
    let mut play = Play::start(level);
    let mut pushes = 0;
    for (number, letter) in (1..).zip(lurd.bytes()) {
        let made = direction_of(letter).and_then(|direction| play.step(level, direction));
        if made != Some(letter) {
            return Err(format!("move {number}, {}, is illegal", char::from(letter)));
        }
        pushes += usize::from(letter.is_ascii_uppercase());
    }
    if play.is_solved(level) {
        Ok(pushes)
    } else {
        Err(format!("not solved after {} moves", lurd.len()))
    }
}

/// Tries to step where the letters say, in any case; which steps the rules allow, as letters, a dot for each that they do
/// not; and the box squares and the player's square in the end, as rows and columns.
#[must_use]
pub fn replay(level: &Level, steps: &str) -> (String, Vec<(usize, usize)>, (usize, usize)) {
    let mut play = Play::start(level);
    let mut made = String::new();
    for letter in steps.bytes() {
        let letter = direction_of(letter).and_then(|direction| play.step(level, direction));
        made.push(letter.map_or('.', char::from));
    }
    let boxes = Bits::<256>::of(
        (0..)
            .take(level.squares())
            .filter(|&square| play.has_box(square)),
    );
    let mut places: Vec<_> = boxes.iter().map(|square| level.place(square)).collect();
    places.sort_unstable();
    (made, places, level.place(play.player))
}
