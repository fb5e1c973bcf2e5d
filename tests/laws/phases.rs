//! Every phase knows only the phases before it: no module of the core imports a later one.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the core, each after those that it builds on. A part of a module that others need
/// earlier has a place of its own.
const PHASES: [&str; 21] = [
    "base", "understand/names", "programs/columns", "table", "text", "understand", "score/extract",
    "score/metric", "programs", "join", "programs/runnable", "preset", "understand/recognise",
    "score", "aggregate", "doubt", "report", "session/protocol", "programs/workshop", "session",
    "host",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The modules that drive the phases: they import what they need, and the core nothing of them.
const DRIVERS: [&str; 2] = ["binding", "command_line"];

/// What a module imports, and a unit test may: that is left out.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// Returns the place of the longest entry that a path of modules begins with; `None` for the crate's root
/// and the drivers.
fn phase(modules: &str) -> Option<usize> {
    let begins = |known: &str| {
        modules.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let places = (0..PHASES.len()).filter(|place| begins(PHASES[*place]));
    places.max_by_key(|place| PHASES[*place].len())
}

#[test]
fn every_phase_imports_only_earlier_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // Several modules in one import would be hard to read here: they have no place.
    let import = Regex::new(r"\bcrate::([a-z_0-9]+(?:::[a-z_0-9]+)*|\{)").unwrap();
    let mut backward = Vec::new();
    let mut forward = 0;
    for path in sources(&root) {
        let path = path.strip_prefix(&root).unwrap();
        let is_test =
            path.components().any(|part| part.as_os_str().to_str().unwrap().starts_with("tests"));
        let modules = path.with_extension("").to_str().unwrap().replace('\\', "/");
        let Some(own) = phase(&modules).filter(|_| !is_test) else { continue };
        let text = code(&fs::read_to_string(root.join(path)).unwrap());
        for found in import.captures_iter(&text) {
            match phase(&found[1].replace("::", "/")) {
                Some(other) if other > own => {
                    backward.push(format!("{}: {}", path.display(), &found[0]));
                }
                Some(_) => forward += 1,
                None => backward.push(format!("{}: {} has no place", path.display(), &found[0])),
            }
        }
    }
    assert_eq!(backward, Vec::<String>::new());
    assert!(forward > 300, "{forward} imports were read");
}

#[test]
fn every_module_has_its_place() {
    let root =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let module = Regex::new(r"(?m)^(?:pub )?mod ([a-z_0-9]+);").unwrap();
    for found in module.captures_iter(&root).filter(|found| !DRIVERS.contains(&&found[1])) {
        assert!(phase(&found[1]).is_some(), "{} is no phase", &found[1]);
    }
}
