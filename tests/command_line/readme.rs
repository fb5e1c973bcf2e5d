//! The documentation holds: what it shows of the command line is what that prints, its links lead somewhere,
//! and its tables say what the code says.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use regex::Regex;
use scoredrop::preset::presets;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most bytes of the README.
const README: usize = 10_000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    let text = fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}")).replace("\r\n", "\n")
}

/// Every page that somebody wrote, by its path.
fn pages() -> Vec<String> {
    let docs = fs::read_dir(root().join("docs")).unwrap();
    let names = docs.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let is_page = |name: &str| Path::new(name).extension().is_some_and(|end| end == "md");
    let written = names.filter(|name| is_page(name) && name != "third-party.md");
    let mut pages: Vec<String> = written.map(|name| format!("docs/{name}")).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned));
    pages.sort();
    pages
}

/// What a terminal shows of a line like `scoredrop ... 2> /dev/null | head -n 4`, or `scoredrop ... > FILE`,
/// in a folder; with `| grep WORDS` the lines that have these words, with `-m N` the first of them. Of a
/// command that fails, what it says of that.
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
        .args(arguments(line))
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if !output.status.success() {
        return said;
    }
    let said = if quiet { String::new() } else { said };
    if let Some(file) = file {
        fs::write(folder.join(file), &output.stdout).unwrap();
        return said;
    }
    let text = String::from_utf8(output.stdout).unwrap();
    // CSV ends its lines as RFC 4180 has it.
    text.lines().take(lines).fold(said, |shown, line| shown + line + "\n")
}

/// The arguments of a command, of which those with a space stand in single quotes.
fn arguments(line: &str) -> Vec<String> {
    let mut parts = line.split('\'');
    let mut arguments = Vec::new();
    while let Some(plain) = parts.next() {
        arguments.extend(plain.split_whitespace().map(str::to_owned));
        arguments.extend(parts.next().map(str::to_owned));
    }
    arguments.remove(0);
    arguments
}

/// A new folder with the samples.
fn folder_for(page: &str) -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let to = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documentation").join(page);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    copy(&root().join("samples"), &folder.join("samples"));
    folder
}

/// Writes every file and runs every command of a page, in order, in a folder of their own.
fn follow(page: &str) -> PathBuf {
    let text = text(page);
    let folder = folder_for(page);
    let mut commands = 0;
    for block in text.split("\n```").skip(1).step_by(2) {
        let (kind, block) = block.split_once('\n').unwrap_or((block, ""));
        let name = ["json ", "python "].into_iter().find_map(|kinds| kind.strip_prefix(kinds));
        if let Some(name) = name {
            fs::write(folder.join(name), format!("{block}\n")).unwrap();
        } else if kind == "console" && block.starts_with("$ scoredrop ") {
            let (line, shown) = block.split_once('\n').unwrap_or((block, ""));
            let shown = if shown.is_empty() { String::new() } else { format!("{shown}\n") };
            assert_eq!(printed(&line[2..], &folder), shown, "{page}: {line}");
            commands += 1;
        }
    }
    assert_eq!(commands, text.matches("\n$ scoredrop ").count(), "{page} shows more than is run");
    folder
}

#[test]
fn commands_print_what_is_shown() {
    let mut shown = 0;
    for page in pages() {
        follow(&page);
        shown += text(&page).matches("\n$ scoredrop ").count();
    }
    assert!(shown >= 15, "{shown}");
}

#[test]
fn the_readme_is_short() {
    let bytes = text("README.md").len();
    assert!(bytes <= README, "{bytes} bytes, at most {README}");
}

/// The name by which a link reaches a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    let link = Regex::new(r#"(?:\]\(|(?:src|srcset)=")([^)"\s]+)[)"]"#).unwrap();
    let mut seen = 0;
    for page in pages() {
        let text = text(&page);
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.contains("://") {
                continue;
            }
            let (path, name) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => root().join(&page),
                path => root().join(&page).parent().unwrap().join(path),
            };
            assert!(file.exists(), "{page} leads to {target}");
            if !name.is_empty() {
                let there = fs::read_to_string(&file).unwrap();
                let headings = there.lines().filter(|line| line.starts_with('#'));
                let anchors: BTreeSet<String> =
                    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect();
                assert!(anchors.contains(name), "{page} leads to {target}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 30, "{seen}");
}

#[test]
fn commands_of_the_project_are_there() {
    // A variant for each command, as clap reads them.
    let commands = text("xtask/src/main.rs").to_lowercase();
    let command = Regex::new(r"cargo xtask ([a-z]+)").unwrap();
    for page in pages().iter().filter(|page| *page != "CHANGELOG.md") {
        for found in command.captures_iter(&text(page)) {
            let is_there = ["(", ",", " {"]
                .iter()
                .any(|end| commands.contains(&format!("\n    {}{end}", &found[1])));
            assert!(is_there, "{page}: {}", &found[0]);
        }
    }
}

#[test]
fn a_preset_is_written_as_it_is_shown() {
    let folder = follow("docs/presets.md");
    let printed = fs::read_to_string(folder.join("preset.schema.json")).unwrap();
    assert_eq!(printed, text("docs/preset.schema.json"));
    // Every field of the outermost object is explained.
    let page = text("docs/presets.md");
    let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for name in schema["properties"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("`{name}`")) || name == "$schema", "{name}");
    }
}

#[test]
fn cards_say_how_far_they_were_checked_as_the_table_does() {
    let page = text("docs/presets.md");
    for preset in presets() {
        let begin = format!("| `{}` |", preset.id);
        let line = page.lines().find(|line| line.starts_with(&begin)).unwrap();
        let number = |cell: &str| -> u32 {
            let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        };
        let cells: Vec<&str> = line.split(" | ").collect();
        let counts = (number(cells[2]), number(cells[3]));
        assert_eq!(counts, (preset.card.golden_cases, preset.card.real_answers), "{}", preset.id);
    }
}
