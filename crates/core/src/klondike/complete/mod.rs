//! The complete solver: every position is won, with moves to show for it, or proven lost.
//!
//! **What a state is.** The 52 cards split into those of the talon and those dealt to the piles. A
//! card is home, face down where it was dealt, in the talon, or face up in a pile. So the cards
//! home, the cards that have not moved from each pile, and the talon's cards left tell which cards
//! are face up. *Where* these lie is not part of a state: 4·4 bits for the foundations, 16 for the
//! piles, 24 + 5 for the talon, in all 61 bits, exact.
//!
//! **Why that is enough.** Call a face-up card a head if it has not moved from the pile that it was
//! dealt to. Every other face-up card is a king at the bottom of a pile, or lies on one of the two
//! twins of the next rank that it fits on. Two arrangements of the same state differ only in which
//! twin carries which card. Whenever a move is possible in one arrangement, it is possible in the
//! other, perhaps after moving a run from a twin to the other: see the module `room`. Moving runs
//! between twins leads to the same state. So a state can be won from all its arrangements or from
//! none, and five kinds of steps remain: home, back, from the talon home or to a pile, and a head
//! moving on so that the next card is turned. The steps are played out on the real table in the
//! end.
//!
//! **How it is searched.** Depth first; see `safe` and `lean` for what is not tried and why, and
//! `open` for the easier game that is asked first, whose answer prunes nearly everything that is
//! lost.

mod lean;
mod open;
mod play;
pub(in crate::klondike) mod room;
pub(in crate::klondike) mod safe;
mod search;
mod seen;
mod solve;
pub(in crate::klondike) mod state;
pub(in crate::klondike) mod table;
pub(in crate::klondike) mod talon;
mod translate;

#[cfg(test)]
mod talon_tests;
#[cfg(test)]
mod tests;

pub use solve::{Answer, Dominances, Options, Verdict, Workspace, solve};
