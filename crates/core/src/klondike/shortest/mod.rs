//! Shortest solutions: every turn of the stock and every move of a card or run counts one, a redeal nothing.
//!
//! Best-first search over the positions at the ends of *chains* ([`chain`]): a move that makes progress, with the moves
//! right before it that serve no other end. A lower bound ([`bound`]) says what a position still costs at
//! least: one move for every card that is not home, the draws, and a detour for every card that cannot go home
//! from where it was dealt.
//!
//! The search never stops at the first solution. It first believes the bound too little and hurries to
//! an end, then more and more strictly ([`search`]); whatever cannot be shorter than the best solution is left
//! out, and when nothing is left, that one is proven. Nothing found on the way is ever searched twice.

mod bound;
mod chain;
mod search;
mod store;

pub use search::{Answer, Verdict, solve};

#[cfg(test)]
mod tests;
