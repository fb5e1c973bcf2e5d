//! How often files are planned for.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::session::file::File;
use crate::{Choices, headline, inspect};
use serde_json::Value;
use std::cell::Cell;
use std::path::Path;

thread_local! {
    /// How many plans this thread has made.
    pub(super) static PLANS: Cell<u32> = const { Cell::new(0) };
}

/// How many plans it takes to score files, or to find out why they cannot be scored.
fn plans(files: &[File<'_>]) -> u32 {
    let before = PLANS.get();
    let mut session = inspect(files, Choices::default());
    let _ = headline(&mut session, files);
    PLANS.get() - before
}

fn lines(line: impl Fn(usize) -> Value) -> String {
    (0..20).map(|number| line(number).to_string() + "\n").collect()
}

#[test]
fn a_plain_drop_is_planned_once() {
    let gold = lines(|n| serde_json::json!({"id": n, "answers": [format!("answer {n}")]}));
    let run = lines(|n| serde_json::json!({"id": n, "prediction": format!("answer {}", n % 15)}));
    let files = [File::new("gold.jsonl", gold), File::new("run.jsonl", run)];
    assert_eq!(plans(&files), 1);
    // No change means no plan, and several changes mean one.
    let mut session = inspect(&files, Choices::default());
    let before = PLANS.get();
    session.understand();
    session.choose(Choices::default());
    session.remove(1);
    session.add(1, files[1].name(), files[1].size(), |length| files[1].head(length));
    session.understand();
    assert_eq!(PLANS.get() - before, 1);
}

#[test]
fn odd_drops_are_planned_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let manifest = std::fs::read(folder.join("manifest.json")).unwrap();
    let manifest: Vec<Value> = serde_json::from_slice(&manifest).unwrap();
    let mut counts = [0; 8];
    for drop in &manifest {
        let names = drop["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let open = |name| File::open(&folder.join(drop["name"].as_str().unwrap()).join(name), None);
        let files: Vec<File<'_>> = names.filter_map(|name| open(name).ok()).flatten().collect();
        counts[plans(&files) as usize] += 1;
    }
    let all: u32 = counts.iter().sum();
    assert!(counts[1] * 10 >= all * 8 && counts[4..] == [0; 4], "{counts:?}");
}
