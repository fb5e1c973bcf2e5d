//! The program `scoredrop`: see [`scoredrop::command_line`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(scoredrop::command_line::run(std::env::args_os()))
}
