//! `cargo xtask freeze`: whether every report still has the same numbers and codes.
//!
//! `tests/frozen.tsv` lists drops: samples, golden cases, published files and pairs of real-looking files.
//! A line holds the exit code, a hash for each form of the report, and the arguments: those of `scoredrop
//! score`, or `drop` and files. The hash of the JSON report leaves sentences out; CSV and the official
//! block are hashed as they are. The pairs that give a number come from their manifest.
//!
//! A refactoring changes no line. A correction does, and `CHANGELOG.md` says so under *Scores*. To see
//! what a change does, `--against BINARY` takes another build of the command line, runs both on every drop
//! and prints each value that differs.

use crate::system::{command, run};
use crate::{Mode, Result, root};
use rayon::prelude::*;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The forms that are hashed; if files are only dropped, only the first form is.
const FORMS: [&str; 3] = ["json", "csv", "official"];

/// Members that hold sentences if their value is a text. Their wording may change; numbers and codes in
/// them may not.
const SENTENCES: [&str; 7] = ["message", "question", "remedy", "sentence", "text", "why", "words"];

/// Members whose keys come from the files or name settings, so their keys do not tell what a value is.
const DATA: [&str; 4] = ["metrics", "official", "settings", "settled"];

/// Members that list reasons: their sentences are only counted, their codes are compared.
const REASONS: [&str; 2] = ["confirmed", "provisional"];

/// Values of a drop that `--against` prints.
const SHOWN: usize = 12;

/// The first argument of files that are only dropped.
const DROP: &str = "drop";

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drop {
    /// The exit code, then a hash for each form.
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

    /// The arguments of the command line.
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

    /// Whether its files exist: published files may not be committed.
    fn is_here(&self) -> bool {
        let mut published = self.arguments.iter().filter(|argument| argument.starts_with("../"));
        published.all(|path| root().join(path).exists())
    }

    /// Runs a build of the command line. Returns the exit code and each form without its sentences.
    fn forms_by(&self, program: &Path) -> Result<(i32, Vec<Value>)> {
        let mut code = 0;
        let mut forms = Vec::new();
        for form in self.forms() {
            let output = command(program, &self.words())
                .args(["--format", form])
                .output()
                .map_err(|error| format!("{}: {error}", program.display()))?;
            let text = String::from_utf8_lossy(&output.stdout);
            if *form == FORMS[0] {
                code = output.status.code().unwrap_or(-1);
                let report = serde_json::from_str(&text);
                forms.push(report.map_or_else(|_| Value::from(&*text), without_sentences));
            } else {
                forms.push(Value::from(&*text));
            }
        }
        Ok((code, forms))
    }

    /// The exit code and hashes by a build of the command line.
    fn hashes_by(&self, program: &Path) -> Result<Vec<String>> {
        let (code, forms) = self.forms_by(program)?;
        let hash = |form: &Value| match form {
            Value::String(text) => short_hash(text.as_bytes()),
            report => short_hash(report.to_string().as_bytes()),
        };
        Ok([code.to_string()].into_iter().chain(forms.iter().map(hash)).collect())
    }

    /// The differences between the output of two builds of the command line, a line for each value.
    fn differences(&self, before: &Path, now: &Path) -> Result<Vec<String>> {
        let (code, forms) = self.forms_by(before)?;
        let (new_code, new_forms) = self.forms_by(now)?;
        let mut found = Vec::new();
        compare("exit code", &code.into(), &new_code.into(), &mut found);
        for (name, (old, new)) in self.forms().iter().zip(forms.iter().zip(&new_forms)) {
            compare(name, old, new, &mut found);
        }
        Ok(found)
    }
}

/// A JSON report without its sentences.
fn without_sentences(report: Value) -> Value {
    let member = |(name, value): (String, Value)| {
        let value = match value {
            Value::String(_) if SENTENCES.contains(&name.as_str()) => return None,
            // Reasons that are bare sentences have no code, so only their number can be compared.
            Value::Array(all)
                if REASONS.contains(&name.as_str()) && all.iter().all(Value::is_string) =>
            {
                all.len().into()
            }
            value if DATA.contains(&name.as_str()) => value,
            value => without_sentences(value),
        };
        Some((name, value))
    };
    match report {
        Value::Object(members) => {
            Value::Object(members.into_iter().filter_map(member).collect::<Map<_, _>>())
        }
        Value::Array(all) => all.into_iter().map(without_sentences).collect(),
        other => other,
    }
}

/// Adds a line for each value that differs, with the path to it.
fn compare(path: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            let new = now.keys().filter(|key| !before.contains_key(*key));
            for key in before.keys().chain(new) {
                let path = format!("{path}.{key}");
                match (before.get(key), now.get(key)) {
                    (Some(before), Some(now)) => compare(&path, before, now, found),
                    (before, now) => {
                        let [before, now] = [before, now].map(|one| match one {
                            Some(value) => value.to_string(),
                            None => "absent".to_owned(),
                        });
                        found.push(format!("{path}: {before} -> {now}"));
                    }
                }
            }
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            for (place, (before, now)) in before.iter().zip(now).enumerate() {
                compare(&format!("{path}[{place}]"), before, now, found);
            }
        }
        // Lines of CSV and of the official block.
        (Value::String(before), Value::String(now))
            if before.contains('\n') || now.contains('\n') =>
        {
            let (mut before, mut now) = (before.lines(), now.lines());
            let mut line = 0;
            loop {
                line += 1;
                match [before.next(), now.next()] {
                    [None, None] => break,
                    [before, now] => {
                        compare(
                            &format!("{path}, line {line}"),
                            &before.into(),
                            &now.into(),
                            found,
                        );
                    }
                }
            }
        }
        _ if before == now => {}
        _ => found.push(format!("{path}: {before} -> {now}")),
    }
}

fn short_hash(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))[..16].to_owned()
}

fn list() -> PathBuf {
    root().join("tests/frozen.tsv")
}

/// The drops of the list. A new pair gets a line, and the line of a removed pair is removed.
fn drops() -> Result<Vec<Drop>> {
    let path = list();
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    let mut drops: Vec<Drop> = text.lines().map(Drop::read).collect::<Result<_>>()?;
    let pairs = Drop::pairs()?;
    let is_of = |all: &[Drop], one: &Drop| all.iter().any(|of| of.arguments == one.arguments);
    let of_pair = |file: &String| file.starts_with("tests/pairs/");
    let is_pair = |one: &Drop| one.arguments[0] == DROP && one.arguments[1..].iter().all(of_pair);
    drops.retain(|drop| !is_pair(drop) || is_of(&pairs, drop));
    let new: Vec<Drop> = pairs.into_iter().filter(|pair| !is_of(&drops, pair)).collect();
    drops.extend(new);
    Ok(drops)
}

/// Builds the command line.
fn program() -> Result<PathBuf> {
    run(&mut command("cargo", &["build", "--quiet", "--profile", "light", "--bin", "scoredrop"]))?;
    Ok(crate::bench::target()?
        .join("light")
        .join(format!("scoredrop{}", std::env::consts::EXE_SUFFIX)))
}

/// Compares every report with its hashes, or writes new hashes. Returns how many drops were skipped
/// because their files are missing.
pub(crate) fn run_all(mode: Mode) -> Result<u64> {
    let (drops, program) = (drops()?, program()?);
    // `None` for drops whose files are missing.
    let found: Vec<Option<Vec<String>>> = drops
        .par_iter()
        .map(|drop| drop.is_here().then(|| drop.hashes_by(&program)).transpose())
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
            let names = ["exit code"].iter().chain(drop.forms()).zip(&today).enumerate();
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
        Mode::Write => {
            std::fs::write(list(), lines)
                .map_err(|error| format!("{}: {error}", list().display()))?;
        }
        _ if changed > 0 => {
            return Err(
                "numbers or codes of reports changed; `cargo xtask freeze --against BINARY` with \
                        an earlier build prints which, and `--write` renews the list if they should"
                    .to_owned(),
            );
        }
        _ => {}
    }
    Ok(skipped)
}

/// Prints each value of each report that another build of the command line gives differently.
pub(crate) fn against(other: &Path) -> Result<()> {
    let other = other.canonicalize().map_err(|error| format!("{}: {error}", other.display()))?;
    let (mut drops, program) = (drops()?, program()?);
    drops.retain(Drop::is_here);
    let found: Vec<Vec<String>> =
        drops.par_iter().map(|drop| drop.differences(&other, &program)).collect::<Result<_>>()?;
    let mut changed = 0;
    for (drop, found) in drops.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
        changed += 1;
        println!("scoredrop {}", drop.words().join(" "));
        for line in found.iter().take(SHOWN) {
            println!("    {line}");
        }
        if let Some(more) = found.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            println!("    and {more} more");
        }
    }
    println!("{} drops, {changed} differ", drops.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_read_and_written() {
        let line = "0\tb\tc\td\t--preset\tnq\t--gold\tmy gold.jsonl";
        let drop = Drop::read(line).unwrap();
        assert_eq!(drop.hashes, ["0", "b", "c", "d"]);
        assert_eq!(drop.arguments, ["--preset", "nq", "--gold", "my gold.jsonl"]);
        assert_eq!(drop.line(), format!("{line}\n"));
        let line = "0\tb\tdrop\tgold.jsonl";
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

    #[test]
    fn only_sentences_are_left_out() {
        let report = json!({
            "provisional": ["joined by row order"],
            "confirmed": [{"code": "row_order", "message": "joined by row order", "rows": 3,
                "remedy": {"options": ["--join", "id"], "mean": 0.25}}],
            "settings": {"text": "as_is"},
            "runs": [{"aggregates": [{"mean": 0.1}], "records": [{"id": "a", "metrics": {"text": 1}}]}],
            "diagnostics": [{"code": "missing", "message": "no prediction", "remedy": "add it", "row": 2}],
        });
        let bare = without_sentences(report.clone());
        assert_eq!(
            bare,
            json!({
                "provisional": 1,
                "confirmed": [{"code": "row_order", "rows": 3,
                    "remedy": {"options": ["--join", "id"], "mean": 0.25}}],
                "settings": {"text": "as_is"},
                "runs": [{"aggregates": [{"mean": 0.1}], "records": [{"id": "a", "metrics": {"text": 1}}]}],
                "diagnostics": [{"code": "missing", "row": 2}],
            })
        );
    }

    #[test]
    fn every_value_that_moves_is_printed() {
        let report = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let differences = |before: &str, now: &str| {
            let mut found = Vec::new();
            compare("json", &report(before), &report(now), &mut found);
            found
        };
        // The two floating-point neighbours of a number are different numbers.
        let [before, now] = ["{\"a\": [1, 0.30000000000000004]}", "{\"a\": [1, 0.3], \"b\": null}"];
        let told = ["json.a[1]: 0.30000000000000004 -> 0.3", "json.b: absent -> null"];
        assert_eq!(differences(before, now), told);
        assert_eq!(differences(before, before), [""; 0]);
        assert_eq!(differences("[1]", "[1, 2]"), ["json: [1] -> [1,2]"]);
        assert_eq!(differences("\"a\\nb\"", "\"a\\nc\\n\""), ["json, line 2: \"b\" -> \"c\""]);
        assert_eq!(differences("0.9007199254740993", "0.9007199254740992").len(), 1);
    }
}
