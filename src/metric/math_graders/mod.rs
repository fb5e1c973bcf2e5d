//! The published graders of MATH, with their quirks: what they take for the answer, when two answers
//! are equal, and whether that is surely what the reference says.

pub mod boxed;
pub mod evoagentx;
pub mod hendrycks;
pub mod minerva;
pub mod prm800k;
mod python;
pub mod sympy;
pub mod unlatex;
