//! What the documentation shows of the command line is what it prints.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::preset::presets;
use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = include_str!("../../README.md");
const PRESETS: &str = include_str!("../../docs/presets.md");

/// The output of a line like `scoredrop ... 2> /dev/null | head -n 4`, or `scoredrop ... > FILE`, in a
/// folder, or with `| grep WORDS` the lines that have these words, with `-m N` the first of them. A
/// command that fails shows what it says of that.
fn printed(line: &str, folder: &Path) -> String {
    if let Some((line, words)) = line.split_once(" | grep ") {
        let (most, words) = match words.strip_prefix("-m ").and_then(|rest| rest.split_once(' ')) {
            Some((most, words)) => (most.parse().unwrap(), words),
            None => (usize::MAX, words),
        };
        let words = words.trim_matches('\'');
        let all = printed(line.trim_end_matches(" 2>&1"), folder);
        let found = all.lines().filter(|line| line.contains(words)).take(most);
        return found.fold(String::new(), |shown, line| shown + line + "\n");
    }
    let (line, lines) = match line.split_once(" | head -n ") {
        Some((line, count)) => (line, count.parse().unwrap()),
        None => (line, usize::MAX),
    };
    let (line, quiet) = match line.strip_suffix(" 2> /dev/null") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let (line, file) = match line.split_once(" > ") {
        Some((line, file)) => (line, Some(file)),
        None => (line, None),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_scoredrop"))
        .args(line.split_whitespace().skip(1).map(|word| word.trim_matches('\'')))
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if !output.status.success() {
        return said;
    }
    assert!(quiet || said.is_empty(), "{line} says something that is not shown");
    if let Some(file) = file {
        std::fs::write(folder.join(file), &output.stdout).unwrap();
        return String::new();
    }
    let text = String::from_utf8(output.stdout).unwrap();
    // CSV ends its lines as RFC 4180 has it.
    text.lines().take(lines).fold(String::new(), |shown, line| shown + line + "\n")
}

/// Runs every command of a text in a folder; how many there are.
fn run_all(text: &str, folder: &Path) -> usize {
    let blocks = text.split("```console\n$ ").skip(1).map(|rest| rest.split_once("```").unwrap());
    let mut checked = 0;
    for (block, _) in blocks.filter(|(block, _)| block.starts_with("scoredrop ")) {
        let (line, shown) = block.split_once('\n').unwrap();
        assert_eq!(printed(line, folder), shown, "{line}");
        checked += 1;
    }
    checked
}

#[test]
fn commands_print_what_is_shown() {
    assert_eq!(run_all(README, Path::new(env!("CARGO_MANIFEST_DIR"))), 8);
}

#[test]
fn a_preset_is_written_as_it_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-preset");
    let samples = folder.join("samples/nq");
    std::fs::create_dir_all(&samples).unwrap();
    for name in ["gold.jsonl", "predictions.jsonl"] {
        std::fs::copy(root.join("samples/nq").join(name), samples.join(name)).unwrap();
    }
    // Before a reader writes a file of this name, a command has made it.
    let (first, rest) = PRESETS.split_once("```json").unwrap();
    assert_eq!(run_all(first, &folder), 1);
    let begun = std::fs::read_to_string(folder.join("house-qa.json")).unwrap();
    assert!(begun.contains("\"extract\": \"first_line\""), "{begun}");
    for block in format!("```json{rest}").split("```json ").skip(1) {
        let (name, block) = block.split_once('\n').unwrap();
        std::fs::write(folder.join(name), block.split_once("```").unwrap().0).unwrap();
    }
    assert_eq!(run_all(rest, &folder), 4);
    let schema = std::fs::read_to_string(folder.join("preset.schema.json")).unwrap();
    assert_eq!(schema, include_str!("../../docs/preset.schema.json").replace("\r\n", "\n"));
    // Every field of the outermost object is explained.
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    for name in schema["properties"].as_object().unwrap().keys() {
        assert!(PRESETS.contains(&format!("`{name}`")) || name == "$schema", "{name}");
    }
}

#[test]
fn cards_say_how_far_they_were_checked_as_the_table_does() {
    for preset in presets() {
        let begin = format!("| `{}` |", preset.id);
        let line = README.lines().find(|line| line.starts_with(&begin)).unwrap();
        let number = |cell: &str| -> u32 {
            let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        };
        let cells: Vec<&str> = line.split(" | ").collect();
        let counts = (number(cells[2]), number(cells[3]));
        assert_eq!(counts, (preset.card.golden_cases, preset.card.real_answers), "{}", preset.id);
    }
}
