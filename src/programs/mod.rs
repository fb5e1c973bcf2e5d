//! Runs of programs, the part that runs nothing: which programs a preset means for a task and an
//! answer, what the sandbox of the page has to be told, and what its verdicts mean. Running is done by
//! the page's `runner/`; a command line only reads what was run.

mod evoagentx;
mod humaneval;
pub mod job;
mod livecodebench;
pub(crate) mod packed;
pub mod plan;
pub mod verdict;

pub use job::{Guard, HARNESS, Job, JobKind, Limits, Task, Test};
pub use plan::{CodeForm, Make, Plan, Problem, Program, Reason, Rule};
pub use verdict::{Category, Line, ProgramVerdict};
