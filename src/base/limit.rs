//! How much is scored at a time, on the page, on the command line and by the packages alike.

use super::diagnostic::{Code, Diagnostic};
use super::digits::grouped;

/// The most runs of one score.
pub const MOST_RUNS: usize = 2_000;

/// The most files: a run each, and those of gold answers and of probabilities.
pub const MOST_FILES: usize = MOST_RUNS + 2;

/// What to do about more `files` or `runs` than are scored at a time.
pub fn too_many(count: usize, what: &str) -> Diagnostic {
    let (count, most) = (grouped(count), grouped(MOST_RUNS));
    let message =
        format!("these are {count} {what}; Scoredrop scores at most {most} runs at a time");
    let remedy = "give only the gold file and the runs to compare, or score them in several steps";
    Diagnostic::error(Code::TooManyRuns, message).remedy(remedy)
}
