//! CPU time of this thread.

/// Seconds since some moment.
#[cfg(unix)]
pub(crate) fn now() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
    time.map_or(f64::NAN, |time| time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9)
}

/// Seconds since some moment, by the only clock there is: under WASI `run.mjs` makes it
/// one of CPU time.
#[cfg(not(unix))]
#[allow(clippy::disallowed_methods, reason = "a clock is what this is about")]
pub(crate) fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// What something came to, and the seconds that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = now();
    let done = work();
    (done, now() - start)
}
