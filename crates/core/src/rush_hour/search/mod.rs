//! Breadth-first search, distances of a whole space, random walks and counts of move sequences.
//!
//! One trait, [`Domain`], says what the rules must tell a search. Its one unusual idea is that of
//! *move groups*. Much of a search's time goes into finding positions that it has already, and a
//! game often knows beforehand that it will: after one slide of a vehicle every other slide of the
//! same vehicle leads to where the first position could have gone itself, and two moves that do not
//! touch each other lead to the same position in either order. A domain that numbers its moves in
//! up to 64 groups can say so with each new position, and the search never asks for those moves.

pub mod breadth_first;
pub mod goal_distances;
pub mod lightest;
pub mod perft;
pub mod random_walk;
mod space;
#[cfg(test)]
mod testing;

pub use space::Space;

/// A position in the shape in which searches store it by the million.
pub trait Position: Copy {
    /// Whether both are the same position. Data that follows from the rest need not be compared.
    fn same(&self, other: &Self) -> bool;

    /// A number whose *upper* bits tell positions apart well.
    fn hash(&self) -> u64;
}

/// A set of move groups, one bit each. What a group is, only the domain knows.
pub type Groups = u64;

/// A position that one move leads to, and which of *its* groups need no expanding.
#[derive(Clone, Copy, Debug)]
pub struct Child<P> {
    pub position: P,
    /// Groups that lead from here only to children that the same call emits, or back to the parent.
    /// They are finished here whatever the distance of this position.
    pub finished: Groups,
    /// Groups whose moves here could just as well have come *before* the move that led here, and
    /// would have, because that move's group is the greater one: for each such move `a`, and `b`
    /// the move that led here, parent-`a`-`b` is legal and ends where parent-`b`-`a` ends.
    ///
    /// A search by increasing distance may leave these out if this position is farther than its
    /// parent. Proof: let `t` be a position at distance d + 1, and of all moves that lead to it from
    /// distance d, `a` from `s` one of the greatest group. Were `a` left out at `s`, then by a move
    /// `b` of a greater group that led to `s` from some `r` at distance d - 1; but `b` also leads to
    /// `t`, from `r`-`a`, whose distance must be d: so `a`'s group was not the greatest.
    pub swappable: Groups,
}

/// What a game tells a search. Every move costs one.
pub trait Domain {
    type Position: Position;

    /// Emits what every move leads to, in an order that is always the same, but for the moves of
    /// the groups in `skip`.
    fn expand(
        &self,
        position: &Self::Position,
        skip: Groups,
        emit: impl FnMut(Child<Self::Position>),
    );
}

/// A domain in which every move has an opposite: where `a` leads to `b`, `b` leads to `a`.
pub trait Reversible: Domain {}
