//! The published graders of MATH, with their quirks.

pub mod sympy;
