//! A level: the floor squares numbered, and the walls gone.
//!
//! Squares to which a box can be brought back to a goal come first, then the others, each part row by row.
//! Where every box is needed no box ever stands on the others, so that a stored position is short.

use std::fmt;

use crate::search::bitset::Bits;

/// No square: a wall.
pub(crate) const WALL: u16 = u16::MAX;
/// A push is stored as four times its square plus its direction.
const MOST_SQUARES: usize = 1 << 14;
/// More would overflow the sums of the matching.
pub(crate) const MOST_BOXES: usize = 1000;
/// The letters of the four directions; two from each lies its opposite.
pub(crate) const LETTERS: [u8; 4] = *b"lurd";

/// The direction back.
#[inline]
pub(crate) const fn back(direction: usize) -> usize {
    direction ^ 2
}

/// A level as the solver sees it, in the position from which it is to be solved.
#[derive(Clone, Debug)]
pub struct Level {
    /// Row and column of each square.
    places: Vec<(u16, u16)>,
    /// The next square to the left, up, right and down.
    pub(crate) near: Vec<[u16; 4]>,
    pub(crate) goals: Vec<u16>,
    pub(crate) boxes: Vec<u16>,
    pub(crate) player: u16,
    /// Boxes stay below this number, unless some are needless.
    pub(crate) useful: usize,
    /// A goal that swallows every box pushed to it, so that it serves all of them; [`WALL`] if there is none.
    pub(crate) sink: u16,
}

/// Why rows are no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelError {
    UnknownCharacter(char, usize, usize),
    Open(usize, usize),
    Players(usize),
    NoGoal,
    FewBoxes { boxes: usize, goals: usize },
    Unreachable(usize, usize),
    TooLarge(usize),
    TooManyBoxes(usize),
}

impl fmt::Display for LevelError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnknownCharacter(character, row, column) => {
                write!(out, "unknown character {character:?} at r{row}c{column}")
            }
            Self::Open(row, column) => write!(out, "the walls are open at r{row}c{column}"),
            Self::Players(count) => write!(out, "expected one player, found {count}"),
            Self::NoGoal => write!(out, "there is no goal"),
            Self::FewBoxes { boxes, goals } => write!(out, "{boxes} boxes for {goals} goals"),
            Self::Unreachable(row, column) => {
                write!(out, "nobody can get to the square at r{row}c{column}")
            }
            Self::TooLarge(squares) => {
                write!(out, "{squares} floor squares; at most {MOST_SQUARES} fit")
            }
            Self::TooManyBoxes(boxes) => write!(out, "{boxes} boxes; at most {MOST_BOXES} fit"),
        }
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// Reads rows of the characters `#`, space, `.`, `$`, `@`, `+` and `*`. Rows may end early.
    ///
    /// # Errors
    /// When they are no closed level with one player, a goal, and a box for every goal, or when a box or
    /// a goal stands where nobody can ever get.
    pub fn parse(rows: impl IntoIterator<Item: AsRef<str>>) -> Result<Self, LevelError> {
        let rows: Vec<_> = rows.into_iter().collect();
        let grid: Vec<&[u8]> = rows.iter().map(|row| row.as_ref().as_bytes()).collect();
        check_characters(&rows)?;
        let players = all(&grid, b"@+");
        let [start] = players[..] else {
            return Err(LevelError::Players(players.len()));
        };
        let inside = flood(&grid, start)?;
        // A box that stands on a goal where nobody can get is decoration.
        for place in all(&grid, b"$.") {
            if inside.binary_search(&place).is_err() {
                return Err(LevelError::Unreachable(place.0 + 1, place.1 + 1));
            }
        }
        let count = |characters: &[u8]| {
            let here = |&&(row, column): &&(usize, usize)| characters.contains(&grid[row][column]);
            inside.iter().filter(here).count()
        };
        let (boxes, goals) = (count(b"$*"), count(b".*+"));
        if goals == 0 {
            return Err(LevelError::NoGoal);
        }
        if boxes < goals {
            return Err(LevelError::FewBoxes { boxes, goals });
        }
        if boxes > MOST_BOXES {
            return Err(LevelError::TooManyBoxes(boxes));
        }
        if inside.len() > MOST_SQUARES {
            return Err(LevelError::TooLarge(inside.len()));
        }
        Ok(Self::number(&grid, &inside))
    }

    fn number(grid: &[&[u8]], inside: &[(usize, usize)]) -> Self {
        let plain = Self::with_order(grid, inside);
        if plain.has_spare_boxes() {
            return plain;
        }
        let useful = plain.pulled_from_goals();
        let part = |wanted: bool| {
            let places = plain.places.iter().zip(&useful);
            let places = places.filter(move |(_, is_useful)| **is_useful == wanted);
            places.map(|(&(row, column), _)| (usize::from(row), usize::from(column)))
        };
        let order: Vec<_> = part(true).chain(part(false)).collect();
        Self {
            useful: part(true).count(),
            ..Self::with_order(grid, &order)
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "no more squares than MOST_SQUARES"
    )]
    fn with_order(grid: &[&[u8]], order: &[(usize, usize)]) -> Self {
        let width = grid.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut numbers = vec![WALL; width * grid.len()];
        for (number, &(row, column)) in (0..).zip(order) {
            numbers[row * width + column] = number;
        }
        let near = order.iter().map(|&(row, column)| {
            let at = row * width + column;
            [
                numbers[at - 1],
                numbers[at - width],
                numbers[at + 1],
                numbers[at + width],
            ]
        });
        let on = |characters: &[u8]| {
            let here = |&(row, column): &(usize, usize)| characters.contains(&grid[row][column]);
            let found = (0..).zip(order).filter(|(_, place)| here(place));
            found.map(|(number, _)| number).collect::<Vec<u16>>()
        };
        Self {
            near: near.collect(),
            goals: on(b".*+"),
            boxes: on(b"$*"),
            player: on(b"@+")[0],
            useful: order.len(),
            sink: WALL,
            places: order
                .iter()
                .map(|&(row, column)| (row as u16, column as u16))
                .collect(),
        }
    }

    /// For each square whether a box could be pushed from there to a goal if the player could fly.
    pub(crate) fn pulled_from_goals(&self) -> Vec<bool> {
        let mut useful = vec![false; self.squares()];
        let mut waiting = self.goals.clone();
        for &goal in &self.goals {
            useful[usize::from(goal)] = true;
        }
        while let Some(square) = waiting.pop() {
            for direction in 0..4 {
                let from = self.step(square, direction);
                if from != WALL
                    && self.step(from, direction) != WALL
                    && !std::mem::replace(&mut useful[usize::from(from)], true)
                {
                    waiting.push(from);
                }
            }
        }
        useful
    }

    /// The same level with its squares in this order, and its directions pointing elsewhere.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no more squares than MOST_SQUARES"
    )]
    pub(crate) fn renumbered(&self, order: &[u16], directions: [usize; 4]) -> Self {
        let mut numbers = vec![WALL; self.squares()];
        for (number, &square) in order.iter().enumerate() {
            numbers[usize::from(square)] = number as u16;
        }
        let number = |square: u16| numbers.get(usize::from(square)).copied().unwrap_or(WALL);
        let all = |squares: &[u16]| {
            let mut squares: Vec<u16> = squares.iter().map(|&square| number(square)).collect();
            squares.sort_unstable();
            squares
        };
        let near = order.iter().map(|&square| {
            let mut near = [WALL; 4];
            for (direction, &there) in directions.iter().enumerate() {
                near[there] = number(self.step(square, direction));
            }
            near
        });
        Self {
            near: near.collect(),
            goals: all(&self.goals),
            boxes: all(&self.boxes),
            player: number(self.player),
            useful: self.useful,
            sink: number(self.sink),
            places: order
                .iter()
                .map(|&square| self.places[usize::from(square)])
                .collect(),
        }
    }

    /// The number of floor squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.near.len()
    }

    /// Row and column of a square, counted from 0.
    pub(crate) fn place(&self, square: u16) -> (usize, usize) {
        let (row, column) = self.places[usize::from(square)];
        (row.into(), column.into())
    }

    /// Whether there are more boxes than goals.
    pub(crate) fn has_spare_boxes(&self) -> bool {
        self.boxes.len() > self.goals.len() && !self.has_sink()
    }

    #[inline]
    pub(crate) const fn has_sink(&self) -> bool {
        self.sink != WALL
    }

    /// The same level with other goals, from each of which a box can be pushed to one that it had.
    pub(crate) fn with_goals(&self, goals: impl IntoIterator<Item = u16>) -> Self {
        Self {
            goals: goals.into_iter().collect(),
            ..self.clone()
        }
    }

    /// A level whose only goal swallows every box.
    pub(crate) fn draining(self) -> Self {
        Self {
            sink: self.goals[0],
            ..self
        }
    }

    /// The boxes after a push.
    #[inline]
    pub(crate) fn moved<const W: usize>(&self, mut boxes: Bits<W>, from: u16, to: u16) -> Bits<W> {
        boxes.remove(from);
        if to != self.sink {
            boxes.insert(to);
        }
        boxes
    }

    /// The square next to this one, or [`WALL`].
    #[inline]
    pub(crate) fn step(&self, square: u16, direction: usize) -> u16 {
        self.near[usize::from(square)][direction & 3]
    }

    /// The same, where the square itself may be a [`WALL`].
    #[inline]
    pub(crate) fn step_beyond(&self, square: u16, direction: usize) -> u16 {
        let near = self.near.get(usize::from(square));
        near.map_or(WALL, |near| near[direction & 3])
    }
}

fn check_characters<R: AsRef<str>>(rows: &[R]) -> Result<(), LevelError> {
    for (row, text) in (1..).zip(rows) {
        for (column, character) in (1..).zip(text.as_ref().chars()) {
            if !"# .$@+*".contains(character) {
                return Err(LevelError::UnknownCharacter(character, row, column));
            }
        }
    }
    Ok(())
}

fn all(grid: &[&[u8]], characters: &[u8]) -> Vec<(usize, usize)> {
    let cells = grid.iter().enumerate();
    let cells = cells.flat_map(|(row, cells)| {
        (0..)
            .zip(*cells)
            .map(move |(column, cell)| (row, column, cell))
    });
    cells
        .filter(|(_, _, cell)| characters.contains(cell))
        .map(|(row, column, _)| (row, column))
        .collect()
}

/// The squares to which the player could get if there were no boxes, row by row.
fn flood(grid: &[&[u8]], start: (usize, usize)) -> Result<Vec<(usize, usize)>, LevelError> {
    let mut inside = std::collections::BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some((row, column)) = waiting.pop() {
        let open = LevelError::Open(row + 1, column + 1);
        if row == 0 || column == 0 {
            return Err(open);
        }
        for next in [
            (row, column - 1),
            (row - 1, column),
            (row, column + 1),
            (row + 1, column),
        ] {
            match grid.get(next.0).and_then(|cells| cells.get(next.1)) {
                None => return Err(open),
                Some(b'#') => {}
                Some(_) => {
                    if inside.insert(next) {
                        waiting.push(next);
                    }
                }
            }
        }
    }
    Ok(inside.into_iter().collect())
}
