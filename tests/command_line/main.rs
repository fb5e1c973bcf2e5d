//! The command as its users run it, and what its documentation shows of it.

#[path = "../container/common.rs"]
mod archives;
#[path = "../command/mod.rs"]
mod command;
#[path = "../common/mod.rs"]
mod common;

mod command_line;
mod conditions;
mod containers;
mod readme;
mod travel;
mod travelling;
mod verify;
