//! `cargo xtask fuzz`: files, what a person hands on, numbers, dates and formulas, as libFuzzer makes them up.
//! The laws are those of the tests: `tests/common/src/any_text/`. The values that cross between the interpreters of
//! programs are read in Python, so their target is a program in Python.

use crate::system::{command, find, output, run as run_to_end};
use crate::{Result, root};

/// The workspace of the targets.
const FOLDER: &str = "tests/fuzz";

/// Its binaries.
const TARGETS: [&str; 6] = ["files", "texts", "containers", "formulas", "numbers", "dates"];

/// The target in Python.
const CROSSING: &str = "crossing";

const HOW: &str = "cargo-fuzz and a nightly compiler are needed: `cargo install cargo-fuzz` and \
                   `rustup toolchain install nightly`. The same laws hold for texts made from a seed, for \
                   ten minutes each, without them: `cargo test --release --test math --test scorers -- \
                   --ignored minutes soup_of_signs`, and for files by `cargo test --test laws any_files`";

/// Runs one target after the other, or only the named one; the first that finds something ends it.
pub(crate) fn run(minutes: u64, only: Option<&str>) -> Result<()> {
    let is_wanted = |target: &str| only.is_none_or(|only| only == target);
    let targets: Vec<&str> = TARGETS.into_iter().filter(|target| is_wanted(target)).collect();
    if is_wanted(CROSSING) {
        cross(minutes * 60)?;
    } else if targets.is_empty() {
        let known = TARGETS.join(", ");
        return Err(format!("there is no such target; there are {CROSSING}, {known}"));
    }
    if targets.is_empty() { Ok(()) } else { run_targets(&targets, minutes) }
}

/// Has the reader of the crossing form read what nobody wrote.
fn cross(seconds: u64) -> Result<()> {
    let python = ["python3", "python"].into_iter().find_map(find);
    let python = python.ok_or("python3 is missing, which reads the crossing form of programs")?;
    let program = root().join(FOLDER).join("crossing.py");
    run_to_end(command(python, &[]).arg(program).arg(seconds.to_string()))
}

fn run_targets(targets: &[&str], minutes: u64) -> Result<()> {
    let fuzz = |arguments: &[&str]| {
        let mut cargo = command("rustup", &["run", "nightly", "cargo", "fuzz"]);
        // A subcommand takes the folder behind its name.
        cargo.args(&arguments[..1]);
        if arguments[0] == "run" {
            cargo.args(["--fuzz-dir", FOLDER]);
        }
        cargo.args(&arguments[1..]);
        cargo
    };
    output(&mut fuzz(&["--version"])).ok_or(HOW)?;
    for target in targets {
        let time = format!("-max_total_time={}", minutes * 60);
        // What it finds goes into the first folder, and what it begins with is in the other.
        let [found, seeds] =
            ["corpus", "seeds"].map(|kind| root().join(FOLDER).join(kind).join(target));
        std::fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
        let [found, seeds] = [found, seeds].map(|folder| folder.display().to_string());
        run_to_end(&mut fuzz(&["run", target, &found, &seeds, "--", &time, "-timeout=20"]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_crossing_form_is_read_for_some_seconds() {
        if ["python3", "python"].into_iter().find_map(find).is_none() {
            println!("skipped: there is no Python here");
            return;
        }
        cross(5).unwrap();
        assert!(run(1, Some("no-such-target")).unwrap_err().contains("there are crossing, files"));
    }

    #[test]
    fn every_target_is_there() {
        let manifest = std::fs::read_to_string(root().join(FOLDER).join("Cargo.toml")).unwrap();
        assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
        for target in TARGETS {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            let seeds = root().join(FOLDER).join("seeds").join(target);
            assert!(
                std::fs::read_dir(&seeds).is_ok_and(|mut files| files.next().is_some()),
                "{target}"
            );
        }
    }
}
