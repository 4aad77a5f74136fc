//! What a search may leave out.

use crate::sokoban::rules::level::Level;

/// What a search may leave out, or add to its bound. All of it is proven to be sound; tests switch it off to see that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Prunings {
    /// Positions with a box that can never move again away from a goal.
    pub freezes: bool,
    /// Boxes that can never move again are walls for the bound; nothing without `freezes`.
    pub walls: bool,
    /// Pushes outside a corral that has to be opened anyway; not where steps count.
    pub corrals: bool,
    /// Pushes while a box has to go on the way that it came; not where steps count.
    pub tunnels: bool,
    /// What two boxes cost each other counts for the bound, when the search has taken long enough to make a table of it.
    pub pairs: bool,
    /// The table of pairs is made at once.
    pub pairs_early: bool,
    /// Positions with a group of boxes that a small search has shown to be lost; only where any solution will do, or for the fewest pushes.
    pub traps: bool,
    /// Positions that are images of others.
    pub symmetry: bool,
}

impl Prunings {
    pub const ALL: Self = Self {
        freezes: true,
        walls: true,
        corrals: true,
        tunnels: true,
        pairs: true,
        pairs_early: false,
        traps: true,
        symmetry: true,
    };

    pub const NONE: Self = Self {
        freezes: false,
        walls: false,
        corrals: false,
        tunnels: false,
        pairs: false,
        pairs_early: false,
        traps: false,
        symmetry: false,
    };

    /// What holds for this level: where there are more boxes than goals, one that is not needed may be left anywhere.
    pub(super) fn sound_for(self, level: &Level) -> Self {
        if level.has_spare_boxes() {
            Self {
                symmetry: self.symmetry,
                ..Self::NONE
            }
        } else {
            self
        }
    }
}
