//! What all searches share: budgets, batches on threads, and how positions are kept and found again.

pub mod batch;
pub mod bitset;
pub mod budget;
pub(crate) mod hash;
pub(crate) mod index;

pub use budget::{Budget, Cancel, Limits, Progress, Stop};
