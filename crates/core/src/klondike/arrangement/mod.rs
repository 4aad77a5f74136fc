//! A position in sixteen bytes, with what lies on what: for searches to which that matters.

mod script;
mod state;
mod tables;
mod talon;

pub use script::{Step, script};
pub use state::{State, UNLIMITED, View, is_safe_again};
pub use tables::{Tables, is_king};
pub use talon::{Offer, offers};
