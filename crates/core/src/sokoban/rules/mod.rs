//! The rules as searches need them: the floor, where the player gets, which boxes can be pushed or pulled.

pub(crate) mod drive;
pub(crate) mod level;
pub(crate) mod play;
pub(crate) mod pushes;
pub(crate) mod room;
pub(crate) mod symmetry;
pub(crate) mod view;
pub(crate) mod walks;
