//! The build's own tools, at the versions this project was built with, under `target/tools`.

use crate::system::{command, find, output, run};
use crate::{Result, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The last Trunk that a compiler older than 1.96 can build.
const TRUNK: &str = "0.21.14";

/// The oldest wasm-opt that understands what the present compiler writes.
const WASM_OPT: u32 = 120;

/// The folder with `trunk` and `wasm-bindgen`, to be put first on PATH. Afterwards both exist there or
/// elsewhere on PATH, and the compiler's wasm target is installed.
pub(crate) fn ready() -> Result<PathBuf> {
    target("wasm32-unknown-unknown")?;
    let lock = std::fs::read_to_string(root().join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    let wasm_bindgen =
        locked_version(&lock, "wasm-bindgen").ok_or("Cargo.lock does not name wasm-bindgen")?;
    tool("trunk", "trunk", TRUNK)?;
    // Its format changes with every release, so Trunk requires exactly this version.
    tool("wasm-bindgen", "wasm-bindgen-cli", wasm_bindgen)?;
    Ok(folder().join("bin"))
}

/// A usable wasm-opt: on PATH if new enough, else npm's.
pub(crate) fn wasm_opt() -> Result<Command> {
    if find("wasm-opt").is_some()
        && let Some(words) = output(&mut command("wasm-opt", &["--version"]))
        && wasm_opt_version(&words).is_some_and(|version| version >= WASM_OPT)
    {
        return Ok(command("wasm-opt", &[]));
    }
    of_npm("binaryen/bin/wasm-opt")
}

/// npm's terser.
pub(crate) fn terser() -> Result<Command> {
    of_npm("terser/bin/terser")
}

/// A program of the packages that build the page.
fn of_npm(program: &str) -> Result<Command> {
    let place = npm_folder("npm", "xtask/npm")?;
    let mut node = command("node", &[]);
    node.arg(place.join("node_modules").join(program));
    Ok(node)
}

/// A folder of the tools with the packages that `package-lock.json` of one of our folders lists, installed
/// again if that file has changed.
pub(crate) fn npm_folder(name: &str, from: &str) -> Result<PathBuf> {
    const LOCK: &str = "package-lock.json";
    let place = folder().join(name);
    let from = root().join(from);
    let lock = |folder: &Path| std::fs::read(folder.join(LOCK)).ok();
    if place.join("node_modules").is_dir() && lock(&place) == lock(&from) {
        return Ok(place);
    }
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    for file in ["package.json", LOCK] {
        std::fs::copy(from.join(file), place.join(file))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    npm_ci(&place)?;
    Ok(place)
}

/// Installs what a folder's `package-lock.json` lists. An error if its `node_modules` is a link: npm would
/// empty the folder that it leads to, which belongs to somebody else.
pub(crate) fn npm_ci(place: &Path) -> Result<()> {
    let modules = place.join("node_modules");
    if modules.is_symlink() {
        return Err(format!("{} is a link, and is not installed through", modules.display()));
    }
    let npm = find("npm").ok_or("npm is missing")?;
    run(command(npm, &["ci", "--no-audit", "--no-fund"]).current_dir(place))
}

pub(crate) fn folder() -> PathBuf {
    root().join("target/tools")
}

/// A Python environment of its own with the packages that a list names, made once and again if a list has
/// changed. `alone` is a list of packages that are installed without their dependencies.
pub(crate) fn python(name: &str, list: Option<&str>, alone: Option<&str>) -> Result<PathBuf> {
    let place = folder().join(name);
    let programs = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join(format!("python{}", std::env::consts::EXE_SUFFIX));
    let lists: Vec<&str> = list.into_iter().chain(alone).collect();
    let wanted: String =
        lists.iter().filter_map(|list| std::fs::read_to_string(root().join(list)).ok()).collect();
    let kept = place.join("installed.txt");
    if python.is_file() && std::fs::read_to_string(&kept).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    let how = |error: String| {
        format!(
            "{error}\nit takes Python 3.11 or newer with venv and pip (python3 -m venv {}), and PyPI, from \
             which it installs {}",
            place.display(),
            lists.join(" and ")
        )
    };
    let system = ["python3", "python"].into_iter().find_map(find);
    let system = system.ok_or_else(|| how("there is no Python here".to_owned()))?;
    run(command(system, &["-m", "venv"]).arg(&place)).map_err(how)?;
    let install = ["-m", "pip", "install", "--quiet", "--requirement"];
    if let Some(list) = list {
        run(command(&python, &install).arg(list)).map_err(how)?;
    }
    if let Some(alone) = alone {
        run(command(&python, &install).arg(alone).arg("--no-deps")).map_err(how)?;
    }
    std::fs::write(&kept, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// Makes sure that a target of the compiler is installed.
pub(crate) fn target(name: &str) -> Result<()> {
    let sysroot = output(&mut command("rustc", &["--print", "sysroot"]))
        .ok_or("rustc is needed: install Rust from https://rustup.rs")?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(name).is_dir() {
        return Ok(());
    }
    rustup(&["target", "add", name])
        .map_err(|words| format!("{words}\nThe compiler's target {name} is needed."))
}

/// A part of the Rust toolchain, `rustfmt` or `clippy`; installed if its program does not run.
pub(crate) fn component(name: &str, program: &str) -> Result<()> {
    if output(&mut command(program, &["--version"])).is_some() {
        return Ok(());
    }
    rustup(&["component", "add", name])
        .map_err(|words| format!("{words}\nThe toolchain's component {name} is needed."))
}

fn rustup(arguments: &[&str]) -> Result<()> {
    run(&mut command("rustup", arguments))
}

pub(crate) fn tool(program: &str, package: &str, version: &str) -> Result<()> {
    let own = folder().join("bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let fits = |path: &Path| {
        output(&mut command(path, &["--version"]))
            .is_some_and(|words| words.split_whitespace().nth(1) == Some(version))
    };
    // In the order in which Trunk would find them, with our folder first on PATH.
    if own.is_file() {
        if fits(&own) {
            return Ok(());
        }
    } else if find(program).is_some_and(|path| fits(&path)) {
        return Ok(());
    }
    println!("{program} {version} is needed; it is built once, which takes a few minutes");
    let mut install = command("cargo", &["install", "--locked", "--force", package]);
    install.args(["--version", version, "--root"]).arg(folder());
    // It runs for seconds, so compile it for a short wait, not for speed.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    install.env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut install)
}

/// The version of a package in the text of a Cargo.lock.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{package}\""))?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// The number in `wasm-opt version 132 (version_132)`.
fn wasm_opt_version(words: &str) -> Option<u32> {
    words.split_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn nothing_is_installed_through_a_link() {
        let place = std::env::temp_dir().join(format!("scoredrop-link-{}", std::process::id()));
        let theirs = place.join("theirs");
        std::fs::create_dir_all(theirs.join("package")).expect("a folder");
        std::os::unix::fs::symlink(&theirs, place.join("node_modules")).expect("a link");
        let refused = npm_ci(&place);
        let is_whole = theirs.join("package").is_dir() && place.join("node_modules").is_symlink();
        std::fs::remove_dir_all(&place).expect("removed");
        assert!(refused.is_err() && is_whole);
    }

    #[test]
    fn versions_are_read() {
        let lock = "[[package]]\nname = \"wasm-bindgen-shared\"\nversion = \"0.1.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.126\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.126"));
        assert_eq!(locked_version(lock, "wasm"), None);
        assert_eq!(wasm_opt_version("wasm-opt version 132 (version_132)\n"), Some(132));
        assert_eq!(wasm_opt_version("wasm-opt version 108\n"), Some(108));
        assert_eq!(wasm_opt_version("wasm-opt"), None);
    }
}
