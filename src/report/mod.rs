//! Phase 7: the report as a value, its forms, and how a report is checked.

pub mod chart;
pub mod check;
pub mod forms;
pub mod leaderboard;
mod make;
pub mod model;
pub mod piecewise;
pub mod records;
pub mod result;
pub mod signature;
pub mod verify;
mod view;
pub mod words;
