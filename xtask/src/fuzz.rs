//! `cargo xtask fuzz`: files, what a person hands on, numbers, dates and formulas, as libFuzzer makes them up.
//! The laws are those of the tests: `tests/common/src/any_text/`.

use crate::system::{command, output, run as run_to_end};
use crate::{Result, root};

/// The workspace of the targets.
const FOLDER: &str = "tests/fuzz";

/// Its binaries.
const TARGETS: [&str; 6] = ["files", "texts", "containers", "formulas", "numbers", "dates"];

const HOW: &str = "cargo-fuzz and a nightly compiler are needed: `cargo install cargo-fuzz` and \
                   `rustup toolchain install nightly`. The same laws hold for texts made from a seed, for \
                   ten minutes each, without them: `cargo test --release --test math --test scorers -- \
                   --ignored minutes soup_of_signs`, and for files by `cargo test --test laws any_files`";

/// Runs one target after the other; the first that finds something ends it.
pub(crate) fn run(minutes: u64) -> Result<()> {
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
    for target in TARGETS {
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
