//! Quandary's native core: what searches of all games need ([`search`]), the rules and engines of four
//! games, episodes for agents, and the one random generator. No Python in here; the binding crate only
//! passes arguments in and answers out.

#![forbid(unsafe_code)]

pub mod arena;
pub mod circuit;
pub mod cpu;
pub mod exponentile;
pub mod klondike;
pub mod rng;
pub mod rush_hour;
pub mod search;
pub mod sokoban;
