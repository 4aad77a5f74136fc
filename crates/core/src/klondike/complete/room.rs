//! Where there is room in the piles, by counting twins.
//!
//! Take a pair of twins. Face up in the piles are `p` of them, and `c` of the pair that fits on
//! them lie on cards, not counting those that are heads of piles. Every one of those `c` lies on
//! one of the `p`. So there is room for p - c more; and if it is not 0, any one of the `p` can be
//! laid bare: if it is covered, then its twin is not, and takes over what lies on it.

use super::state::State;
use crate::klondike::twins::{Cards, FIRST_TWINS, KINGS, both};

/// What the piles of a state allow.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The pairs that have room for one card; both twins of each.
    pub free: Cards,
    /// The pairs that have room for two.
    pub twice: Cards,
    /// The cards for which there is room in the piles.
    pub fitting: Cards,
    /// The cards in the piles that can go home.
    pub homing: Cards,
    /// How many piles are empty.
    pub spaces: u32,
}

impl Room {
    #[inline]
    pub const fn new(state: &State) -> Self {
        let loose = state.visible & !state.heads;
        let (one, two) = counts(state.visible);
        let (one_child, two_children) = counts(loose << 4);
        let free = both(two & !two_children | one & !one_child);
        let spaces = 7 - state.heads.count_ones() - (loose & KINGS).count_ones();
        let kings = if spaces > 0 { KINGS } else { 0 };
        Self {
            free,
            twice: both(two & !one_child),
            fitting: free >> 4 | kings,
            homing: state.visible & free & state.next,
            spaces,
        }
    }

    /// The cards that can go home and come back: no kings, which make spaces and take them.
    #[inline]
    pub const fn light(&self, state: &State) -> Cards {
        self.homing & !state.heads & !KINGS
    }
}

/// The pairs of which at least one card is in the set, and those of which both are.
#[inline]
const fn counts(cards: Cards) -> (Cards, Cards) {
    let next = cards >> 1;
    ((cards | next) & FIRST_TWINS, cards & next & FIRST_TWINS)
}
