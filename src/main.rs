//! The program `scoredrop`: see [`scoredrop::command_line`].

use std::process::ExitCode;

fn main() -> ExitCode {
    // WebAssembly starts at the root, wherever it was called.
    #[cfg(target_os = "wasi")]
    if let Some(folder) = std::env::var_os("PWD")
        && let Err(error) = std::env::set_current_dir(&folder)
    {
        eprintln!("cannot enter {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    ExitCode::from(scoredrop::command_line::run(std::env::args_os()))
}
