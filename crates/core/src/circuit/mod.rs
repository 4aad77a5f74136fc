//! Circuit Challenge for agents. It needs no search: only steps, many at once.

mod playing;

pub use playing::{Circuit, Walker};
