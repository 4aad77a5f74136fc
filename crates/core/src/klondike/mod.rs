//! Klondike with all cards known: won, or proven lost, by the fewest moves if that is wanted.
//!
//! Three engines: `complete` always knows in the end, `atomic` wins quickly what it wins, `shortest` looks
//! for the fewest moves. `certify` writes proofs.

mod arrangement;
pub mod atomic;
mod board;
mod cards;
pub mod certify;
pub mod complete;
mod layout;
mod list;
mod notation;
mod perft;
mod playing;
mod referee;
pub mod shortest;
mod twins;

pub use board::{Board, PILE, PILES, Pile, Played, TALON};
pub use cards::{Card, DECK, NoCard, RANKS, SUITS, suit_is_red, suit_letter};
pub use layout::{Layout, LayoutError};
pub use notation::Move;
pub use perft::perft;
pub use playing::Patience;
pub use referee::judge;

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod samples;
