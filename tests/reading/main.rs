//! What was dropped: roles, columns, joins and benchmarks are found, or the doubt is said.

#[path = "../common/mod.rs"]
mod common;

mod first_drop;
mod joins;
mod known;
mod mutations;
mod odd_predictions;
mod pairs;
mod planted;
mod planted_values;
mod tables;
