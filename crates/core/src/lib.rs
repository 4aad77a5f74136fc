//! Quandary's native core: generic search over any [`search::Domain`], the games' own domains, and
//! the one random generator. No Python in here; the binding crate only passes arguments in and
//! answers out.

#![forbid(unsafe_code)]

pub mod arena;
pub mod cpu;
pub mod exponentile;
pub mod klondike;
pub mod rng;
pub mod rush_hour;
pub mod search;
pub mod sokoban;
