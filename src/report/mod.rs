//! Phase 7: the report and its forms.

mod alike;
pub(crate) mod baseline;
pub mod charts;
pub mod comparisons;
pub mod csv;
pub(crate) mod files;
pub mod forms;
pub mod json;
pub mod latex;
pub mod leaderboard;
mod lines;
pub mod markdown;
pub mod methods;
mod noticed;
mod order;
pub mod page;
pub mod piecewise;
pub mod recheck;
mod renamed;
pub mod result;
mod retold;
pub mod signature;
pub mod signed;
pub mod verify;
pub mod words;
