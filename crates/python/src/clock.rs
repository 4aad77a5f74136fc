//! What a job took: by the clock on the wall, and of a processor.

use std::time::Instant;

/// The seconds that a job took.
#[derive(Clone, Copy, Debug)]
pub struct Seconds {
    pub wall: f64,
    /// Of this thread alone; none where the system does not tell it finely enough.
    pub cpu: Option<f64>,
}

/// Runs a job on this thread, and measures it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Seconds) {
    let (wall, cpu) = (Instant::now(), thread_seconds());
    let result = work();
    let cpu = cpu.and_then(|begun| Some(thread_seconds()? - begun));
    let wall = wall.elapsed().as_secs_f64();
    (result, Seconds { wall, cpu })
}

/// What this thread has had of a processor since it began.
#[cfg(unix)]
#[expect(
    clippy::cast_precision_loss,
    reason = "no thread runs for the centuries that a double could not count"
)]
fn thread_seconds() -> Option<f64> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes one `timespec`, to one that is ours.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    (failed == 0).then_some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

/// Windows counts a thread's time in ticks that are longer than most jobs.
#[cfg(not(unix))]
fn thread_seconds() -> Option<f64> {
    None
}
