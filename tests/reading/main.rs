//! What was dropped: roles, columns, joins and benchmarks are found, or the doubt is said.

mod clear_facts;
mod evidence;
mod first_drop;
mod joins;
mod known;
mod mutations;
mod odd_predictions;
mod order;
mod pairs;
mod planted;
mod planted_values;
mod tables;
mod tools;
