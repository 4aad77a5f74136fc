//! What a position can be left out for: groups of boxes that are lost, and pushes that can wait for others.

pub(crate) mod corral;
pub(crate) mod traps;
