//! The Python binding of the native core: arguments in, answers out, the GIL released and Ctrl-C
//! heard in between. No logic of any game is here.

mod budget;
mod circuit;
mod clock;
mod envs;
mod exponentile;
mod klondike;
mod rush_hour;
mod sokoban;
mod solving;

use pyo3::prelude::*;

/// Quandary's native core.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::budget::{Cancel, Limits};
    #[pymodule_export]
    use super::circuit::circuit;
    #[pymodule_export]
    use super::envs::Arena;
    #[pymodule_export]
    use super::exponentile::exponentile;
    #[pymodule_export]
    use super::klondike::klondike;
    #[pymodule_export]
    use super::rush_hour::rush_hour;
    #[pymodule_export]
    use super::sokoban::sokoban;
    #[pymodule_export]
    use super::solving::{Answer, Batch};
    #[pymodule_export]
    use super::splitmix64;
    use pyo3::prelude::*;

    /// The version stands in the workspace's `Cargo.toml`, and nowhere else.
    #[pymodule_init]
    fn say_version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The first numbers of the random stream with that seed.
#[pyfunction]
fn splitmix64(seed: u64, count: usize) -> Vec<u64> {
    let mut rng = quandary_core::rng::SplitMix64::new(seed);
    (0..count).map(|_| rng.next_u64()).collect()
}
