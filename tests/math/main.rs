//! Mathematical answers: equivalence, the published graders, and the presets.

#[path = "../common/mod.rs"]
mod common;

mod golden_math_graders;
mod math;
mod math_presets;
