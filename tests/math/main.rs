//! Mathematical answers: equivalence, the published graders, and the presets.

mod golden_math_graders;
mod math;
mod math_presets;
