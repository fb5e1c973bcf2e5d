//! `cargo xtask test`: every check in one run, and a last line with the counts.

use crate::needs::{self, Need};
use crate::notes::Notes;
use crate::system::{command, listen, run};
use crate::wheel::Counts;
use crate::{
    Mode, Result, agreement, build, freeze, licences, npm, python, root, sizes, tools, wheel,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Tests by how they ended, and how long each stage took. A check that fails as a whole counts as one failure.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
    stages: Vec<(&'static str, Duration)>,
    /// What failed, in words, repeated in the last lines because people read the end of a log.
    failures: Vec<String>,
}

impl Tally {
    /// Runs one stage, whatever happened in earlier stages.
    #[allow(clippy::disallowed_methods, reason = "it says how long it took")]
    fn stage<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Option<T> {
        println!("\n== {name}");
        let begun = Instant::now();
        let done = work(self);
        let time = begun.elapsed();
        println!("== {name}: {}", in_words(time));
        self.stages.push((name, time));
        match done {
            Ok(made) => Some(made),
            Err(words) => {
                eprintln!("{words}");
                self.failed += 1;
                self.failures.push(format!("{name}: {words}"));
                None
            }
        }
    }

    /// Counts tests of a package.
    fn add(&mut self, Counts { passed, failed, skipped }: Counts) {
        self.passed += passed;
        self.failed += failed;
        self.skipped += skipped;
    }

    /// Prints the times, and at the end the line that counts.
    fn close(&self) -> Result<()> {
        println!();
        for (name, time) in &self.stages {
            println!("{:>13}  {name}", in_words(*time));
        }
        println!("{:>13}  in all", in_words(self.stages.iter().map(|(_, time)| *time).sum()));
        for failure in &self.failures {
            println!("failed: {failure}");
        }
        println!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped);
        if self.failed == 0 { Ok(()) } else { Err("not everything passed".to_owned()) }
    }
}

/// Minutes and seconds.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64().round();
    if seconds < 60.0 {
        return format!("{seconds} s");
    }
    format!("{} min {:02} s", (seconds / 60.0).floor(), seconds % 60.0)
}

/// Runs everything, whatever fails on the way.
pub(crate) fn run_all(fast: bool) -> Result<()> {
    // Report missing programs at once, not after half an hour.
    tools::component("rustfmt", "rustfmt")?;
    if !fast {
        tools::component("clippy", "cargo-clippy")?;
        needs::require(needs::TO_TEST)?;
    }
    let mut tally = Tally::default();
    tally.stage("formatting", |_| run(&mut command("cargo", &["fmt", "--all", "--check"])));
    if !fast {
        tally.stage("lints", |_| lint());
    }
    tally.stage("native tests", native);
    tally.stage("table of presets", |_| agreement::check(&Notes::read()));
    tally.stage("frozen reports", |tally| {
        tally.skipped += freeze::run_all(Mode::Check)?;
        Ok(())
    });
    if !fast {
        tally.stage("Python package", python_package);
        tally.stage("JavaScript package", javascript_package);
        tally.stage("licences", |_| licences::run(Mode::Check));
        let dist = tally.stage("static folder", |_| build::page(build::Optimise::Yes));
        if let Some(dist) = dist {
            tally.stage("sizes", |_| sizes::report(&dist));
            tally.stage("browser tests", browser);
        }
    }
    tally.close()
}

/// Damages good pairs, a number of times in each way, and prints the outcomes.
pub(crate) fn mutate(seeds: u64) -> Result<()> {
    let test =
        ["test", "--profile", "light", "-p", "scoredrop", "--test", "reading", "mutations::"];
    let mut cargo = command("cargo", &test);
    run(cargo.args(["--", "--nocapture"]).env("SCOREDROP_MUTATIONS", seeds.to_string()))
}

/// Prints the weight of each fact that supports another reading.
pub(crate) fn evidence() -> Result<()> {
    let test = ["test", "--profile", "light", "-p", "scoredrop", "--test", "reading", "evidence::"];
    let mut cargo = command("cargo", &test);
    run(cargo.args(["--", "--ignored", "--nocapture"]))
}

fn lint() -> Result<()> {
    // The profile of the native tests, which need the same procedural macros.
    let clippy = |members: &[&str], more: &[&str]| {
        let mut cargo = command("cargo", &["clippy", "--profile", "light"]);
        cargo.args(members.iter().flat_map(|member| ["-p", member]));
        run(cargo.args(more).args(["--", "-Dwarnings"]))
    };
    clippy(&["scoredrop", "scoredrop-kernel", "scoredrop-xtask"], &["--all-targets"])?;
    // Page and workers exist only as wasm.
    tools::ready()?;
    clippy(&["scoredrop-page", "scoredrop-worker"], &["--target", "wasm32-unknown-unknown"])
}

fn native(tally: &mut Tally) -> Result<()> {
    // Parts of the page that are not markup are tested natively.
    let mut core = command("cargo", &["test", "--no-fail-fast", "--profile", "light"]);
    core.args(["-p", "scoredrop", "-p", "scoredrop-kernel", "-p", "scoredrop-page"]);
    Notes::ask(&mut core)?;
    // In the profile in which this program was built, so that its dependencies are already built.
    let own = command("cargo", &["test", "--no-fail-fast", "-p", "scoredrop-xtask"]);
    let mut failures = 0;
    let mut succeeded = true;
    for mut cargo in [core, own] {
        succeeded &= listen(&mut cargo, |line| {
            if let Some((passed, failed)) = counts(line) {
                tally.passed += passed;
                failures += failed;
            }
            tally.failures.extend(failing(line).map(str::to_owned));
        })?;
    }
    let notes = Notes::read();
    let skipped = notes.skipped();
    if !skipped.is_empty() {
        println!("{} tests went without something, and count as skipped:", skipped.len());
    }
    for (test, why) in &skipped {
        println!("  {test}: {why}");
    }
    // The test runner counts skipped tests as passed.
    tally.passed = tally.passed.saturating_sub(skipped.len() as u64);
    tally.skipped += skipped.len() as u64;
    tally.failed += failures;
    if succeeded || failures > 0 { Ok(()) } else { Err("cargo test did not run".to_owned()) }
}

fn python_package(tally: &mut Tally) -> Result<()> {
    let python = match wheel::python() {
        Ok(python) => python,
        Err(words) => {
            println!("{words}\nThe Python package counts as one skipped test.");
            tally.skipped += 1;
            return Ok(());
        }
    };
    let failing = |test: &str| tally.failures.push(test.to_owned());
    let counts = wheel::test(&python, wheel::Speed::Light, failing)?;
    tally.add(counts);
    Ok(())
}

fn javascript_package(tally: &mut Tally) -> Result<()> {
    let failing = |test: &str| tally.failures.push(test.to_owned());
    let counts = npm::test(wheel::Speed::Light, failing)?;
    tally.add(counts);
    Ok(())
}

fn browser(tally: &mut Tally) -> Result<()> {
    let tools = browser_tools()?;
    python::fetch()?;
    let mut failures = 0;
    let mut node = command(tools.node, &["run.mjs"]);
    node.current_dir(&tools.place).env("CHROMIUM", tools.chromium);
    // An older build may be next to what the native tests have just built.
    if std::env::var_os("SCOREDROP").is_none() {
        let program = format!("light/scoredrop{}", std::env::consts::EXE_SUFFIX);
        node.env("SCOREDROP", crate::bench::target()?.join(program));
    }
    let succeeded = listen(&mut node, |line| {
        if let Some([passed, failed, skipped]) = browser_counts(line) {
            tally.passed += passed;
            tally.skipped += skipped;
            failures += failed;
        }
        tally.failures.extend(line.strip_prefix("browser test failed: ").map(str::to_owned));
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
    needs::require(needs::TO_MEASURE)?;
    let both = Need::Node.place().zip(Need::Chromium.place());
    let (node, chromium) = both.ok_or("Node.js and Chromium are needed")?;
    let place = root().join("tests/browser");
    // An installation that is older than the lock file lacks what was added since.
    let [asked, there] = ["package-lock.json", "node_modules/.package-lock.json"]
        .map(|list| place.join(list).metadata().and_then(|list| list.modified()).ok());
    // A linked folder belongs to somebody else, so it is used as it is.
    let linked = there.is_some() && place.join("node_modules").is_symlink();
    if !linked && (there.is_none() || there < asked) {
        tools::npm_ci(&place)?;
    }
    Ok(BrowserTools { node, chromium, place })
}

/// Passed and failed of a line like `test result: ok. 3 passed; 0 failed; 0 ignored; ...`.
fn counts(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut counts = counts.split("; ");
    let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

/// The test of a line like `test reading::a_name ... FAILED`.
fn failing(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// Passed, failed and skipped of `tests/browser/run.mjs`' last line.
fn browser_counts(line: &str) -> Option<[u64; 3]> {
    let mut counts = line.strip_prefix("browser tests: ")?.split(", ");
    let mut of = |end: &str| counts.next()?.strip_suffix(end)?.parse().ok();
    Some([of(" passed")?, of(" failed")?, of(" skipped")?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let line = "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out";
        assert_eq!(counts(line), Some((3, 1)));
        assert_eq!(counts("test result"), None);
        assert_eq!(failing("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failing("test a::b ... ok"), None);
        let line = "browser tests: 12 passed, 0 failed, 3 skipped";
        assert_eq!(browser_counts(line), Some([12, 0, 3]));
        let again = format!("{line}, second run of seal, many");
        assert_eq!(browser_counts(&again), Some([12, 0, 3]));
        assert_eq!(browser_counts("12 passed, 0 failed"), None);
    }

    #[test]
    fn times_are_told_in_minutes_and_seconds() {
        let told = [0.4, 59.4, 59.6, 754.2].map(|time| in_words(Duration::from_secs_f64(time)));
        assert_eq!(told, ["0 s", "59 s", "1 min 00 s", "12 min 34 s"]);
    }
}
