//! What tests report in addition to passing: `note` in `tests/common` writes it to a file.

use crate::{Result, root};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// The lines that tests have written.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<String>);

impl Notes {
    /// Tells a run of tests where to write its lines, and deletes older ones.
    pub(crate) fn ask(tests: &mut Command) -> Result<()> {
        let file = file();
        if file.exists() {
            std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        tests.env("SCOREDROP_NOTES", file);
        Ok(())
    }

    /// What the last run left.
    pub(crate) fn read() -> Self {
        let text = std::fs::read_to_string(file()).unwrap_or_default();
        Self(text.lines().map(str::to_owned).collect())
    }

    /// Tests that lacked something, each with the first reason.
    pub(crate) fn skipped(&self) -> BTreeMap<&str, &str> {
        let mut skipped = BTreeMap::new();
        for line in &self.0 {
            let said = line.strip_prefix("skipped: ").and_then(|said| said.split_once('\t'));
            if let Some((test, why)) = said {
                skipped.entry(test).or_insert(why);
            }
        }
        skipped
    }

    /// The comparisons with references, in the form that `crate::agreement` reads.
    pub(crate) fn agreement(&self) -> Vec<&str> {
        self.0.iter().filter_map(|line| line.strip_prefix("agreement: ")).collect()
    }
}

fn file() -> PathBuf {
    root().join("target/test-notes.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sorted_by_what_they_say() {
        let lines = ["skipped: a::b\tx is not there", "agreement: golden\tnq\t4\tnq.py"];
        let more = ["skipped: a::b\ty is not there", "anything else"];
        let notes = Notes(lines.iter().chain(&more).map(|line| (*line).to_owned()).collect());
        assert_eq!(notes.skipped(), [("a::b", "x is not there")].into());
        assert_eq!(notes.agreement(), ["golden\tnq\t4\tnq.py"]);
    }
}
