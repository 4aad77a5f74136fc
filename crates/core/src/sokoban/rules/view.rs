//! A level seen from another side, turned or in a mirror.
//!
//! It is the same level with its squares in another order. What a search does on equal terms comes out differently there, so that
//! searches from several sides are as good as searches with several seeds.

use super::level::Level;
use super::pushes::Push;

/// Where left, up, right and down point to from a side.
pub(crate) type Side = [usize; 4];

pub(crate) const UPSIDE_DOWN: Side = [0, 3, 2, 1];
pub(crate) const TURNED: Side = [1, 2, 3, 0];

/// A level from another side, and the way back.
pub(crate) struct View {
    pub level: Level,
    /// The squares' numbers in the level as it was given.
    origins: Vec<u16>,
    side: Side,
}

impl View {
    pub fn new(level: &Level, side: Side) -> Self {
        let mut origins: Vec<u16> = (0..).take(level.squares()).collect();
        origins.sort_by_key(|&square| {
            let (row, column) = level.place(square);
            let is_useful = usize::from(square) < level.useful;
            (!is_useful, turned(side, row, column))
        });
        Self {
            level: level.renumbered(&origins, side),
            origins,
            side,
        }
    }

    /// The same pushes in the level as it was given.
    pub fn back(&self, pushes: &[Push]) -> Vec<Push> {
        let origin = |direction: usize| self.side.iter().position(|&side| side == direction);
        let back = |&(square, direction): &Push| {
            let square = self.origins[usize::from(square)];
            (square, origin(direction).unwrap_or(direction))
        };
        pushes.iter().map(back).collect()
    }
}

/// The row and column of a place, as they are ordered from a side.
fn turned(side: Side, row: usize, column: usize) -> (isize, isize) {
    const STEPS: [(isize, isize); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
    let [row, column] = [row, column].map(|line| isize::try_from(line).unwrap_or(isize::MAX));
    let [right, down] = [STEPS[side[2]], STEPS[side[3]]];
    (
        row * down.0 + column * right.0,
        row * down.1 + column * right.1,
    )
}

#[cfg(test)]
mod tests {
    use crate::sokoban::rules::level::WALL;
    use crate::sokoban::samples::CROWDED;

    use super::*;

    const MIRRORED: Side = [2, 1, 0, 3];

    fn rows(level: &Level) -> Vec<Vec<u16>> {
        let first = |square: &u16| level.step(*square, 0) == WALL;
        let starts = (0..).take(level.squares()).filter(first);
        let row = |start| {
            let next = |square: &u16| Some(level.step(*square, 2)).filter(|&next| next != WALL);
            std::iter::successors(Some(start), next).collect()
        };
        starts.map(row).collect()
    }

    #[test]
    fn from_every_side_it_is_the_same_level() {
        let level = Level::parse(CROWDED).expect("a level");
        for side in [UPSIDE_DOWN, TURNED, MIRRORED] {
            let View {
                level: seen,
                origins,
                ..
            } = View::new(&level, side);
            let back = |square: u16| origins.get(usize::from(square)).copied().unwrap_or(WALL);
            for square in (0..).take(seen.squares()) {
                for (direction, &there) in side.iter().enumerate() {
                    let near = level.step(back(square), direction);
                    assert_eq!(back(seen.step(square, there)), near);
                }
            }
            let all = |squares: &[u16]| {
                let mut squares: Vec<u16> = squares.iter().map(|&square| back(square)).collect();
                squares.sort_unstable();
                squares
            };
            assert_eq!(all(&seen.goals), level.goals);
            assert_eq!(all(&seen.boxes), level.boxes);
            assert_eq!(back(seen.player), level.player);
            assert!(
                all(&(0..).take(seen.useful).collect::<Vec<u16>>())
                    .iter()
                    .all(|&square| usize::from(square) < level.useful)
            );
        }
    }

    #[test]
    fn squares_are_numbered_row_by_row_from_every_side() {
        let level = Level::parse(CROWDED).expect("a level");
        for side in [UPSIDE_DOWN, TURNED, MIRRORED] {
            let seen = View::new(&level, side).level;
            let useful = |square: &&u16| usize::from(**square) < seen.useful;
            for row in rows(&seen) {
                assert!(row.iter().filter(useful).is_sorted(), "{side:?}");
            }
        }
    }

    #[test]
    fn pushes_come_back() {
        let level = Level::parse(["######", "#@$ .#", "#    #", "######"]).expect("a level");
        let push = (level.boxes[0], 2);
        let back = |side: Side| {
            let view = View::new(&level, side);
            let there = (view.level.boxes[0], side[2]);
            view.back(&[there])
        };
        for side in [UPSIDE_DOWN, TURNED, MIRRORED] {
            assert_eq!(back(side), [push]);
        }
    }
}
