//! `cargo xtask test`: every check in one go, and one closing line that counts.

use crate::system::{self, command, listen, run};
use crate::{Mode, Result, agreement, build, licences, python, root, sizes, tools};
use std::path::PathBuf;

/// Tests passed and failed; a check that fails as a whole counts as one failure.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    fn check(&mut self, done: Result<()>) {
        if let Err(words) = done {
            eprintln!("{words}");
            self.failed += 1;
        }
    }
}

/// Runs everything, whatever fails on the way.
pub(crate) fn run_all(fast: bool) -> Result<()> {
    let mut tally = Tally::default();
    tally.check(run(&mut command("cargo", &["fmt", "--all", "--check"])));
    if !fast {
        tally.check(lint());
    }
    let native = native(&mut tally);
    tally.check(native);
    tally.check(agreement::check_golden());
    if !fast {
        tally.check(licences::run(Mode::Check));
        match build::page(build::Optimise::IfPossible) {
            Ok(dist) => {
                tally.check(sizes::report(&dist));
                let browser = browser(&mut tally);
                tally.check(browser);
            }
            Err(words) => tally.check(Err(words)),
        }
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 { Ok(()) } else { Err("not everything passed".to_owned()) }
}

/// Damages good pairs, so many times in each way, and prints what came of it.
pub(crate) fn mutate(seeds: &str) -> Result<()> {
    seeds.parse::<u64>().map_err(|_| format!("{seeds} is no number of seeds"))?;
    let test =
        ["test", "--profile", "light", "-p", "scoredrop", "--test", "reading", "mutations::"];
    let mut cargo = command("cargo", &test);
    run(cargo.args(["--", "--nocapture"]).env("SCOREDROP_MUTATIONS", seeds))
}

fn lint() -> Result<()> {
    run(&mut command(
        "cargo",
        &[
            "clippy",
            "-p",
            "scoredrop",
            "-p",
            "scoredrop-kernel",
            "-p",
            "scoredrop-stages",
            "-p",
            "scoredrop-unpack",
            "-p",
            "scoredrop-xtask",
            "--all-targets",
            "--",
            "-Dwarnings",
        ],
    ))?;
    // Page and workers exist only as wasm.
    tools::ready()?;
    let wasm = ["--target", "wasm32-unknown-unknown"];
    let members = ["scoredrop-page", "scoredrop-worker"];
    let members = members.into_iter().flat_map(|member| ["-p", member]);
    run(command("cargo", &["clippy"]).args(members).args(wasm).args(["--", "-Dwarnings"]))
}

fn native(tally: &mut Tally) -> Result<()> {
    // Page and worker read each other's messages: what holds that together is tested natively.
    let members = [
        "scoredrop",
        "scoredrop-kernel",
        "scoredrop-unpack",
        "scoredrop-page",
        "scoredrop-worker",
        "scoredrop-xtask",
    ];
    let mut cargo = command("cargo", &["test", "--no-fail-fast"]);
    for member in members {
        cargo.args(["-p", member]);
    }
    let mut failures = 0;
    let succeeded = listen(&mut cargo, |line| {
        if let Some((passed, failed)) = counts(line) {
            tally.passed += passed;
            failures += failed;
        }
    })?;
    tally.failed += failures;
    if succeeded || failures > 0 { Ok(()) } else { Err("cargo test did not run".to_owned()) }
}

fn browser(tally: &mut Tally) -> Result<()> {
    let tools = browser_tools()?;
    firefox();
    python::fetch()?;
    let mut failures = 0;
    let mut node = command(tools.node, &["run.mjs"]);
    node.current_dir(&tools.place).env("CHROMIUM", tools.chromium);
    let succeeded = listen(&mut node, |line| {
        if let Some((passed, failed)) = browser_counts(line) {
            tally.passed += passed;
            failures += failed;
        }
    })?;
    tally.failed += failures;
    if succeeded || failures > 0 { Ok(()) } else { Err("the browser tests did not run".to_owned()) }
}

/// What drives a browser.
pub(crate) struct BrowserTools {
    pub(crate) node: PathBuf,
    pub(crate) chromium: PathBuf,
    /// The folder of the scripts, with what they import.
    pub(crate) place: PathBuf,
}

/// Finds Node.js and Chromium and installs what the scripts import.
pub(crate) fn browser_tools() -> Result<BrowserTools> {
    let ask = "install Node.js 20 or newer from https://nodejs.org";
    let node = system::require("node", "nodejs", ask)?;
    system::require("npm", "npm", ask)?;
    let chromium = chromium()?;
    let place = root().join("tests/browser");
    // What is asked for, and what is there: an older one lacks what was added since.
    let [asked, there] = ["package-lock.json", "node_modules/.package-lock.json"]
        .map(|list| place.join(list).metadata().and_then(|list| list.modified()).ok());
    // What is linked is somebody else's to renew, and so is used as it stands.
    let linked = there.is_some() && place.join("node_modules").is_symlink();
    if !linked && (there.is_none() || there < asked) {
        tools::npm_ci(&place)?;
    }
    Ok(BrowserTools { node, chromium, place })
}

/// Installs Firefox where that is possible without asking. Its tests pass over, saying so, without it.
fn firefox() {
    let is_there = std::env::var_os("FIREFOX").is_some() || system::find("firefox").is_some();
    if !is_there && let Err(error) = system::obtain("firefox-esr", "firefox-esr") {
        println!("Firefox could not be installed: {error}");
    }
}

/// The browser: `CHROMIUM`, or one on PATH, or Debian's.
fn chromium() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os("CHROMIUM") {
        return Ok(given.into());
    }
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(|name| system::find(name))
        .map_or_else(
            || {
                system::require(
                    "chromium",
                    "chromium",
                    "install Chromium or Chrome and name it: CHROMIUM=/path/to/it cargo xtask test",
                )
            },
            Ok,
        )
}

/// Passed and failed of a line like `test result: ok. 3 passed; 0 failed; 0 ignored; ...`.
fn counts(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut counts = counts.split("; ");
    let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

/// Passed and failed of `tests/browser/run.mjs`' last line.
fn browser_counts(line: &str) -> Option<(u64, u64)> {
    let (passed, failed) = line.strip_prefix("browser tests: ")?.split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let line = "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out";
        assert_eq!(counts(line), Some((3, 1)));
        assert_eq!(counts("test result"), None);
        assert_eq!(browser_counts("browser tests: 12 passed, 0 failed"), Some((12, 0)));
        assert_eq!(browser_counts("12 passed, 0 failed"), None);
    }
}
