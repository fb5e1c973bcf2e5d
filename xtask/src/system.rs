//! Other programs: finding and running them.

use crate::{Result, root};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command in the project's root, with the arguments.
pub(crate) fn command<S: AsRef<std::ffi::OsStr>>(program: S, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to the end; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", shown(command))),
        Err(error) => Err(format!("{}: {error}", shown(command))),
    }
}

/// Runs to the end and passes each line of standard output on, to the terminal and to `hear`.
/// Returns whether the program succeeded.
pub(crate) fn listen(command: &mut Command, mut hear: impl FnMut(&str)) -> Result<bool> {
    println!("$ {}", shown(command));
    let failed = |error: std::io::Error| error.to_string();
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(failed)?;
            println!("{line}");
            hear(&line);
        }
    }
    Ok(child.wait().map_err(failed)?.success())
}

/// What a program prints, or nothing if it cannot be run or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Where a program is on PATH. On Windows npm is a script that ends in `.cmd`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let ends: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    std::env::split_paths(&std::env::var_os("PATH")?)
        .flat_map(|folder| ends.iter().map(move |end| folder.join(format!("{program}{end}"))))
        .find(|path| path.is_file())
}

/// PATH with a folder in front.
pub(crate) fn path_with(folder: &Path) -> Result<std::ffi::OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).map_err(|error| error.to_string())
}

/// Asks the desktop to show an address; the address is printed anyway, so a refusal is not an
/// error.
pub(crate) fn open_in_browser(address: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    drop(command(opener, &[address]).stderr(Stdio::null()).spawn());
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(std::ffi::OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
