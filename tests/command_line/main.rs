//! The command as its users run it, and what its documentation shows of it.

mod against;
mod bundle;
mod command;
mod command_line;
mod conditions;
mod containers;
mod hosted;
mod out;
mod partial;
mod readme;
mod script;
mod travel;
mod travelling;
mod verify;
