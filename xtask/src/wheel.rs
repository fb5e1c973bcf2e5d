//! `cargo xtask wheel`: the package for Python, built and tested in a virtual environment of its own.

use crate::system::{command, listen, run};
use crate::{Result, bench, data, root, tools};
use std::path::{Path, PathBuf};

/// What the package is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    /// For tests: shares what the native tests have compiled.
    Light,
    /// For people.
    Release,
}

impl Speed {
    pub(crate) fn new(is_for_people: bool) -> Self {
        if is_for_people { Self::Release } else { Self::Light }
    }
}

/// The most bytes that people should have to fetch.
const LIMIT: u64 = 6_000_000;

/// Tests by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

/// Builds the package and runs its tests.
pub(crate) fn run_all(speed: Speed) -> Result<()> {
    let counts = test(&python()?, speed, |_| ())?;
    if counts.failed == 0 { Ok(()) } else { Err(format!("{} tests failed", counts.failed)) }
}

/// A Python with what builds and tests the package.
pub(crate) fn python() -> Result<PathBuf> {
    tools::python("wheel", Some("packages/python/requirements.txt"), None)
}

/// Installs the engines that the package has functions for. Without them, their tests are skipped and counted.
fn engines(python: &Path) -> Result<()> {
    const LIST: &str = "packages/python/engines.txt";
    let wanted = std::fs::read_to_string(root().join(LIST)).map_err(|error| error.to_string())?;
    let kept = python.with_file_name("engines.txt");
    if std::fs::read_to_string(&kept).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let install = ["-m", "pip", "install", "--quiet", "--requirement", LIST];
    match run(&mut command(python, &install)) {
        Ok(()) => std::fs::write(&kept, wanted).map_err(|error| error.to_string())?,
        Err(words) => {
            println!("{words}\nGoing on without Ray and Spark: their tests will be skipped.");
        }
    }
    Ok(())
}

/// Builds the package, and installs it with the engines that it has functions for.
pub(crate) fn install(python: &Path, speed: Speed) -> Result<()> {
    let wheel = build(python, speed)?;
    engines(python)?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"];
    run(command(python, &install).arg(&wheel))
}

/// Builds the package, installs it and runs its tests, and the examples in its documents. Passes the names of
/// tests that fail to `failing`.
pub(crate) fn test(python: &Path, speed: Speed, mut failing: impl FnMut(&str)) -> Result<Counts> {
    install(python, speed)?;
    let mut pytest = command(python, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    // The module is tested as installed: its folder in the sources has no core.
    pytest.args(["--pyargs", "scoredrop", "tests", "README.md"]);
    pytest.current_dir(root().join("packages/python")).env("PYTHONDONTWRITEBYTECODE", "1");
    pytest.env("SCOREDROP_DATA", data());
    let mut counts = None;
    let succeeded = listen(&mut pytest, |line| {
        counts = read(line).or(counts);
        if let Some(test) = line.strip_prefix("FAILED ").or(line.strip_prefix("ERROR ")) {
            failing(test);
        }
    })?;
    match counts {
        Some(counts) if succeeded || counts.failed > 0 => Ok(counts),
        _ => Err("the tests of the Python package did not run".to_owned()),
    }
}

/// Builds the package and prints its size; returns its file.
pub(crate) fn build(python: &Path, speed: Speed) -> Result<PathBuf> {
    let place = bench::target()?.join("wheels");
    if place.is_dir() {
        std::fs::remove_dir_all(&place).map_err(|error| error.to_string())?;
    }
    let profile = match speed {
        Speed::Light => "light",
        Speed::Release => "wheel",
    };
    let mut maturin = command(python, &["-m", "maturin", "build", "--quiet", "--locked"]);
    maturin.args(["--manifest-path", "packages/python/Cargo.toml", "--profile", profile, "--out"]);
    run(maturin.arg(&place))?;
    let entries = std::fs::read_dir(&place).map_err(|error| error.to_string())?;
    let wheel = entries.flatten().next().ok_or("maturin has built no package")?;
    let bytes = wheel.metadata().map_err(|error| error.to_string())?.len();
    println!("{}: {:.1} MB", wheel.path().display(), bytes as f64 / 1e6);
    if speed == Speed::Release && bytes > LIMIT {
        return Err(format!("the package has {bytes} bytes, more than {LIMIT}"));
    }
    Ok(wheel.path())
}

/// The counts in pytest's last line: `1 failed, 40 passed, 2 skipped in 3.21s`.
fn read(line: &str) -> Option<Counts> {
    let (list, time) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    time.split('s').next()?.parse::<f64>().ok()?;
    let mut counts = Counts::default();
    for one in list.split(", ") {
        let (count, what) = one.split_once(' ')?;
        let count: u64 = count.parse().ok()?;
        match what {
            "passed" => counts.passed += count,
            "skipped" => counts.skipped += count,
            "failed" | "error" | "errors" => counts.failed += count,
            _ => {}
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pytest_says_is_read() {
        let counts = |passed, failed, skipped| Some(Counts { passed, failed, skipped });
        assert_eq!(read("40 passed in 3.21s"), counts(40, 0, 0));
        assert_eq!(read("1 failed, 40 passed, 2 skipped, 3 warnings in 3.21s"), counts(40, 1, 2));
        assert_eq!(read("== 2 passed, 1 error in 65.00s (0:01:05) =="), counts(2, 1, 0));
        assert_eq!(read("no tests ran in 0.01s"), None);
        assert_eq!(read("stored in 3 places"), None);
    }
}
