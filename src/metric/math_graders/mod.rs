//! The published graders of MATH, with their quirks: what they take for the answer, when two answers
//! are equal, and whether that is surely what the reference says.

pub mod evoagentx;
pub mod hendrycks;
mod judge;
pub mod minerva;
pub mod prm800k;
mod python;
pub mod sympy;
mod unlatex;

pub use judge::{EVOAGENTX, HENDRYCKS, MINERVA, PRM800K};
