//! The report as a value, and its forms. The session makes it.

pub mod board;
pub mod chart;
pub mod forms;
pub mod host;
pub mod model;
pub mod records;
pub mod words;
