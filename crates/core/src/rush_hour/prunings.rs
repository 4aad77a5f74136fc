//! What a search leaves out, each part of it by name, so that each can be tried alone.
//!
//! Every part has its argument where it is made: fewer places in `reduce`, the others in `traffic`.

use super::search::{Child, Domain, Groups};

use super::traffic::FIRST_BITS;

/// Which parts of the pruning are at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Prunings {
    /// Offsets between which there is no need to choose are one place, and ways that are closed for ever
    /// need no search.
    pub places: bool,
    /// The vehicle that has just moved needs no other move, or none back.
    pub again: bool,
    /// Vehicles that were stuck, and gain nothing from the move, are not looked at.
    pub stuck: bool,
    /// Of two moves that do not touch each other, only one order is tried.
    pub order: bool,
}

impl Default for Prunings {
    fn default() -> Self {
        Self::ALL
    }
}

impl Prunings {
    pub const ALL: Self = Self {
        places: true,
        again: true,
        stuck: true,
        order: true,
    };
    pub const NONE: Self = Self {
        places: false,
        again: false,
        stuck: false,
        order: false,
    };

    /// All of them, none of them, and each alone.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("all prunings", Self::ALL),
        ("no prunings", Self::NONE),
        (
            "places alone",
            Self {
                places: true,
                ..Self::NONE
            },
        ),
        (
            "again alone",
            Self {
                again: true,
                ..Self::NONE
            },
        ),
        (
            "stuck alone",
            Self {
                stuck: true,
                ..Self::NONE
            },
        ),
        (
            "order alone",
            Self {
                order: true,
                ..Self::NONE
            },
        ),
    ];
}

/// A domain that tells less than it knows.
pub struct Reticent<'a, D> {
    domain: &'a D,
    finished: Groups,
    swappable: Groups,
}

impl<'a, D: Domain> Reticent<'a, D> {
    /// `in_steps` tells which way the domain uses its groups.
    pub fn new(domain: &'a D, prunings: Prunings, in_steps: bool) -> Self {
        let again = if in_steps { Groups::MAX } else { FIRST_BITS };
        let kept = |is_kept: bool, groups: Groups| if is_kept { groups } else { 0 };
        Self {
            domain,
            finished: kept(prunings.again, again) | kept(prunings.stuck, !again),
            swappable: kept(prunings.order, Groups::MAX),
        }
    }
}

impl<D: Domain> Domain for Reticent<'_, D> {
    type Position = D::Position;

    fn expand(
        &self,
        position: &D::Position,
        skip: Groups,
        mut emit: impl FnMut(Child<D::Position>),
    ) {
        self.domain.expand(position, skip, |child| {
            emit(Child {
                finished: child.finished & self.finished,
                swappable: child.swappable & self.swappable,
                ..child
            });
        });
    }
}
