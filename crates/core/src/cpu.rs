//! Time as the processor counts it.

use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

/// What this thread has had of a processor, in seconds: on a busy machine the clock on the wall
/// measures the neighbours too. Where the system does not tell, the clock on the wall.
#[must_use]
pub fn thread_seconds() -> f64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed().as_secs_f64(), |count| count / 1e9)
}
