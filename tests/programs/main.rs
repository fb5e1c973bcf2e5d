//! Tasks of programming: which programs run, their verdicts, and pass@k.

mod golden_code;
mod programs;
mod programs_large;
mod programs_plan;
mod programs_run;
