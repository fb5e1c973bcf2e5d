//! What every other module needs: types of results, diagnostics, errors, and how numbers and JSON are printed.

pub mod diagnostic;
pub mod digits;
pub mod error;
pub mod json_text;
pub mod order;
pub mod types;
