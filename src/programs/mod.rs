//! Code benchmarks: which programs a preset means for a task and an answer, what the sandbox of the page has to
//! be told, and what its verdicts mean. Running is done by the page's `runner/`; a command line only reads what
//! was run.
//!
//! [`columns`] knows files about programs by their columns, [`plan`] makes a [`Job`] of task and answer,
//! [`verdict`] reads what became of it, [`runnable`] holds the programs of joined files with their verdicts, and
//! [`workshop`] finds them, hands them out and says what there is to say of them.

pub mod columns;
mod evoagentx;
mod humaneval;
pub mod job;
mod livecodebench;
pub(crate) mod packed;
pub mod plan;
pub mod runnable;
pub mod verdict;
pub mod workshop;

pub use job::{Guard, HARNESS, Isolation, Job, JobKind, Limits, Task, Test};
pub use plan::{CodeForm, Make, Plan, Problem, Program, Reason, Rule};
pub use verdict::{Category, Line, ProgramVerdict};
