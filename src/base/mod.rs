//! What every other module needs: types of results, diagnostics, errors, and how numbers and JSON are printed.

pub mod closest;
pub mod diagnostic;
pub mod digits;
pub mod error;
pub mod json_text;
pub mod limit;
pub mod order;
pub mod types;

/// Version of the program. Page and worker compare theirs at the start: a cache may hold the worker of another
/// release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
