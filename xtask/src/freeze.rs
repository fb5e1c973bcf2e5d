//! `cargo xtask freeze`: whether every report is still, byte for byte, what it was.
//!
//! `tests/frozen.tsv` lists drops: samples, golden cases, published files and pairs of files as people
//! have them. A line holds the hashes of a drop's reports and, behind them, the arguments of
//! `scoredrop score`. A refactoring changes no line. A correction does, and `CHANGELOG.md` says so
//! under *Scores*.

use crate::system::{command, run};
use crate::{Mode, Result, root};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The forms that are hashed. What is said on standard error, with the exit code, is the last hash.
const FORMS: [&str; 4] = ["json", "csv", "markdown", "official"];

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drop {
    hashes: Vec<String>,
    arguments: Vec<String>,
}

impl Drop {
    fn read(line: &str) -> Result<Self> {
        let mut cells = line.split('\t').map(str::to_owned);
        let hashes: Vec<String> = cells.by_ref().take(FORMS.len() + 1).collect();
        let arguments: Vec<String> = cells.collect();
        if arguments.is_empty() {
            return Err(format!("tests/frozen.tsv: this line has no arguments: {line}"));
        }
        Ok(Self { hashes, arguments })
    }

    fn line(&self) -> String {
        [self.hashes.as_slice(), &self.arguments].concat().join("\t") + "\n"
    }

    /// Whether its files are here: published ones may not be committed.
    fn is_here(&self) -> bool {
        let mut published = self.arguments.iter().filter(|argument| argument.starts_with("../"));
        published.all(|path| root().join(path).exists())
    }

    /// The hashes of what the command line makes of it today.
    fn today(&self, program: &Path) -> Result<Vec<String>> {
        let mut hashes = Vec::new();
        let mut said = String::new();
        for form in FORMS {
            let mut scorer = command(program, &["score"]);
            let output = scorer
                .args(&self.arguments)
                .args(["--format", form])
                .output()
                .map_err(|error| format!("{}: {error}", program.display()))?;
            hashes.push(short_hash(&output.stdout));
            if form == FORMS[0] {
                let code = output.status.code().unwrap_or(-1).to_string();
                said = short_hash(&[code.as_bytes(), &output.stderr].concat());
            }
        }
        hashes.push(said);
        Ok(hashes)
    }
}

fn short_hash(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))[..16].to_owned()
}

fn list() -> PathBuf {
    root().join("tests/frozen.tsv")
}

/// Compares every report with its hash, or writes the hashes anew.
pub(crate) fn run_all(mode: Mode) -> Result<()> {
    let path = list();
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    let drops: Vec<Drop> = text.lines().map(Drop::read).collect::<Result<_>>()?;
    run(&mut command("cargo", &["build", "--quiet", "--profile", "light", "--bin", "scoredrop"]))?;
    let program = crate::bench::target()?
        .join("light")
        .join(format!("scoredrop{}", std::env::consts::EXE_SUFFIX));
    // Nothing for those whose files are not here.
    let found: Vec<Option<Vec<String>>> = drops
        .par_iter()
        .map(|drop| drop.is_here().then(|| drop.today(&program)).transpose())
        .collect::<Result<_>>()?;
    let (mut skipped, mut changed) = (0, 0);
    let mut lines = String::new();
    for (drop, today) in drops.into_iter().zip(found) {
        let Some(today) = today else {
            skipped += 1;
            lines += &drop.line();
            continue;
        };
        if today != drop.hashes {
            changed += 1;
            let names = FORMS.iter().chain(&["said"]).zip(today.iter().zip(&drop.hashes));
            let names: Vec<&str> =
                names.filter(|(_, (now, before))| now != before).map(|(name, _)| *name).collect();
            println!("changed: {}: scoredrop score {}", names.join(", "), drop.arguments.join(" "));
        }
        lines += &Drop { hashes: today, ..drop }.line();
    }
    println!(
        "frozen reports: {} drops, {changed} changed, {skipped} skipped",
        lines.lines().count()
    );
    match mode {
        Mode::Write => std::fs::write(&path, lines).map_err(failed),
        _ if changed > 0 => Err("reports differ from what they were".to_owned()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        let line = "a\tb\tc\td\te\t--preset\tnq\t--gold\tmy gold.jsonl";
        let drop = Drop::read(line).unwrap();
        assert_eq!(drop.hashes, ["a", "b", "c", "d", "e"]);
        assert_eq!(drop.arguments, ["--preset", "nq", "--gold", "my gold.jsonl"]);
        assert_eq!(drop.line(), format!("{line}\n"));
        assert!(Drop::read("a\tb").is_err());
    }
}
