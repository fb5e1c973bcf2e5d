//! `cargo xtask freeze`: whether every report is still, byte for byte, what it was.
//!
//! `tests/frozen.tsv` lists drops: samples, golden cases, published files and pairs of files as people
//! have them. A line holds the hashes of a drop's reports and, behind them, the arguments of
//! `scoredrop score`, or `drop` and files. The pairs that give a number come out of their manifest. A
//! refactoring changes no line. A correction does, and `CHANGELOG.md` says so under *Scores*.

use crate::system::{command, run};
use crate::{Mode, Result, root};
use rayon::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The forms that are hashed; of files that are only dropped, the first. What is said on standard error,
/// with the exit code, is the last hash.
const FORMS: [&str; 4] = ["json", "csv", "markdown", "official"];

/// The first argument of files that are only dropped.
const DROP: &str = "drop";

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drop {
    hashes: Vec<String>,
    arguments: Vec<String>,
}

impl Drop {
    fn read(line: &str) -> Result<Self> {
        let mut hashes: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let begins = |cell: &String| cell == DROP || cell.starts_with("--");
        let begin = hashes.iter().position(begins);
        let begin = begin.ok_or(format!("tests/frozen.tsv: this line has no arguments: {line}"))?;
        let arguments = hashes.split_off(begin);
        Ok(Self { hashes, arguments })
    }

    /// The pairs of files that are expected to give a number, dropped.
    fn pairs() -> Result<Vec<Self>> {
        let folder = "tests/pairs";
        let manifest = root().join(folder).join("manifest.json");
        let text = std::fs::read(&manifest).map_err(|error| error.to_string())?;
        let pairs: Vec<Value> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let refused = |pair: &Value| {
            pair["outcome"] == "refused"
                || pair["expect"]["refused"] == true
                || pair["expect"]["may_ask"] == true
        };
        let dropped = |pair: Value| {
            let name = pair["name"].as_str().unwrap_or_default();
            let files = pair["files"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let files = files.map(|file| format!("{folder}/{name}/{file}"));
            let arguments = [DROP.to_owned()].into_iter().chain(files).collect();
            Self { hashes: Vec::new(), arguments }
        };
        Ok(pairs.into_iter().filter(|pair| !refused(pair)).map(dropped).collect())
    }

    /// What the command line is told.
    fn words(&self) -> Vec<&str> {
        let score = (self.arguments[0] != DROP).then_some("score");
        score.into_iter().chain(self.arguments.iter().map(String::as_str)).collect()
    }

    /// The forms of its report that are hashed.
    fn forms(&self) -> &'static [&'static str] {
        if self.arguments[0] == DROP { &FORMS[..1] } else { &FORMS }
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
        for form in self.forms() {
            let output = command(program, &self.words())
                .args(["--format", form])
                .output()
                .map_err(|error| format!("{}: {error}", program.display()))?;
            hashes.push(short_hash(&output.stdout));
            if *form == FORMS[0] {
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

/// Compares every report with its hash, or writes the hashes anew. Says how many drops were skipped because
/// their files are not here.
pub(crate) fn run_all(mode: Mode) -> Result<u64> {
    let path = list();
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    let mut drops: Vec<Drop> = text.lines().map(Drop::read).collect::<Result<_>>()?;
    // A new pair gets its line here, and one that is gone loses it.
    let pairs = Drop::pairs()?;
    let is_of = |all: &[Drop], one: &Drop| all.iter().any(|of| of.arguments == one.arguments);
    let of_pair = |file: &String| file.starts_with("tests/pairs/");
    let is_pair = |one: &Drop| one.arguments[0] == DROP && one.arguments[1..].iter().all(of_pair);
    drops.retain(|drop| !is_pair(drop) || is_of(&pairs, drop));
    let new: Vec<Drop> = pairs.into_iter().filter(|pair| !is_of(&drops, pair)).collect();
    drops.extend(new);
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
            let names = drop.forms().iter().chain(&["said"]).zip(&today).enumerate();
            let differs = names.filter(|(place, (_, now))| drop.hashes.get(*place) != Some(*now));
            let names: Vec<&str> = differs.map(|(_, (name, _))| *name).collect();
            println!("changed: {}: scoredrop {}", names.join(", "), drop.words().join(" "));
        }
        lines += &Drop { hashes: today, ..drop }.line();
    }
    println!(
        "frozen reports: {} drops, {changed} changed, {skipped} skipped",
        lines.lines().count()
    );
    match mode {
        Mode::Write => std::fs::write(&path, lines).map_err(failed)?,
        _ if changed > 0 => {
            return Err(
                "reports differ from what they were; where that is meant, `cargo xtask freeze \
                        --write` renews the list"
                    .to_owned(),
            );
        }
        _ => {}
    }
    Ok(skipped)
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
        let line = "a\tb\tdrop\tgold.jsonl";
        let drop = Drop::read(line).unwrap();
        assert_eq!((drop.hashes.len(), drop.forms()), (2, &["json"][..]));
        assert_eq!(drop.line(), format!("{line}\n"));
        assert!(Drop::read("a\tb").is_err());
    }

    #[test]
    fn pairs_come_out_of_their_manifest() {
        let pairs = Drop::pairs().unwrap();
        assert!(pairs.len() > 400, "{}", pairs.len());
        assert!(pairs.iter().all(|pair| pair.arguments.len() > 1));
    }
}
