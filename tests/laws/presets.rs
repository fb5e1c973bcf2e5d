//! What a preset means is data: no code outside the catalog looks at a preset's id. What code has to know
//! of a preset is a trait of its data, such as `Preset::kind`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use regex::Regex;
use scoredrop::preset::presets;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that hold ids, or words that are ids too, and why. They are tables that are looked up, never compared
/// with an id.
const TABLES: [(&str, &str); 8] = [
    ("src/preset/mod.rs", "the list of the catalog's files"),
    ("src/understand/known.rs", "well-known gold files with their presets"),
    ("src/session/report/verify/mod.rs", "scripts of references with their presets"),
    ("src/programs/plan.rs", "names of the rules by which programs are made"),
    ("src/score/metric/math/judge.rs", "the name of a comparison"),
    ("src/table/json/nest.rs", "names of layouts of files"),
    ("src/session/findings/amounts.rs", "words of sentences"),
    ("src/preset/setting_table.rs", "a value of a setting"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The ids in the code of a file, without comments and tests, and the beginning that plain presets share.
fn ids(text: &str) -> Vec<String> {
    let literal = Regex::new(r#""([a-z0-9-]+)""#).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let named = lines.flat_map(|line| literal.captures_iter(line).map(|found| found[1].to_owned()));
    let is_id = |text: &String| text == "plain-" || presets().iter().any(|one| one.id == *text);
    named.filter(is_id).collect()
}

#[test]
fn no_code_looks_at_a_presets_id() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    assert!(files.len() > 100);
    let (mut found, mut tables) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let ids = ids(&fs::read_to_string(&file).unwrap().replace("\r\n", "\n"));
        if TABLES.iter().any(|(table, _)| *table == name) {
            assert!(!ids.is_empty(), "{name} holds no id any more");
            tables += 1;
        } else if !ids.is_empty() {
            found.push(format!("{name}: {}", ids.join(", ")));
        }
    }
    assert_eq!(tables, TABLES.len());
    assert!(
        found.is_empty(),
        "ids in code, which should be traits of presets:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_search_finds_what_it_is_for() {
    assert_eq!(ids("    \"plain-text\" => 1,\n"), ["plain-text"]);
    assert_eq!(ids("if id.starts_with(\"plain-\") || id == \"math\" {\n"), ["plain-", "math"]);
    assert!(ids("// \"math\"\nlet a = \"mathematics\";\n").is_empty());
}
