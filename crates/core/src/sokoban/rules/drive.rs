//! Which way a search goes: boxes pushed from the start to the goals, or pulled from the goals back to the start.
//!
//! A pull is a push undone, so that everything has its mirror image: the squares to which boxes are to be brought are those
//! of the start, and they have to be left with the player where he stood.

use super::level::{Level, back};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drive {
    Push,
    Pull,
}

impl Drive {
    /// Where the boxes are to be brought.
    pub fn targets(self, level: &Level) -> &[u16] {
        match self {
            Self::Push => &level.goals,
            Self::Pull => &level.boxes,
        }
    }

    /// Where the boxes are at first.
    pub fn sources(self, level: &Level) -> &[u16] {
        match self {
            Self::Push => &level.boxes,
            Self::Pull => &level.goals,
        }
    }

    /// A step away from the targets, for distances: where a box on `square` comes from or goes to, where the player has
    /// to stand for it, and where he stands then. Any of them may be a wall.
    #[inline]
    pub fn away(self, level: &Level, square: u16, direction: usize) -> Away {
        let behind = level.step(square, back(direction));
        match self {
            Self::Push => Away {
                to: behind,
                stands: behind,
                then: level.step_beyond(behind, back(direction)),
            },
            Self::Pull => Away {
                to: level.step(square, direction),
                stands: behind,
                then: square,
            },
        }
    }

    /// Where the player stands after a box has come to a square in a direction.
    #[inline]
    pub fn player_after(self, level: &Level, from: u16, to: u16, direction: usize) -> u16 {
        match self {
            Self::Push => from,
            Self::Pull => level.step(to, direction),
        }
    }
}

/// A step away from the targets.
pub(crate) struct Away {
    pub to: u16,
    pub stands: u16,
    pub then: u16,
}
