//! Divides questions among parts, and merges the parts again.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::session::protocol::Choices;
use scoredrop::{ExportFormat, Partial};
use scoredrop_testing::{File, in_memory};
use serde_json::{Value, json};

/// Which question is in which part, and how parts are merged.
#[derive(Clone, Debug)]
pub(crate) struct Divided {
    parts: usize,
    of: Vec<usize>,
    /// Which two of those that are left are merged next.
    tree: Vec<(usize, usize)>,
}

impl Divided {
    /// The part of a question.
    pub(crate) fn part(&self, index: usize) -> usize {
        self.of[index % self.of.len()] % self.parts
    }
}

/// Any division of questions among up to six parts, some of which may be empty.
pub(crate) fn divide() -> impl Strategy<Value = Divided> {
    let tree = prop::collection::vec((any::<usize>(), any::<usize>()), 6);
    (1..7_usize, prop::collection::vec(any::<usize>(), 31), tree)
        .prop_map(|(parts, of, tree)| Divided { parts, of, tree })
}

/// The numbers of a score of all files at once, and those of merged parts.
pub(crate) fn whole_and_merged(
    all: &[File],
    choices: &Choices,
    divided: &Divided,
    of_part: impl Fn(usize) -> Vec<File>,
) -> [Value; 2] {
    let whole = scoredrop::score(&in_memory(all, choices), choices.clone()).unwrap();
    let mut text = Vec::new();
    whole.write(ExportFormat::Json, &mut text).unwrap();
    let mut parts: Vec<Partial> = (0..divided.parts)
        .map(|part| {
            let files = of_part(part);
            let part = Partial::score(&in_memory(&files, choices), choices.clone());
            Partial::from_bytes(&part.unwrap().to_bytes()).unwrap()
        })
        .collect();
    for (one, other) in &divided.tree {
        if parts.len() > 1 {
            let part = parts.swap_remove(one % parts.len());
            let place = other % parts.len();
            parts[place].merge(part).unwrap();
        }
    }
    let merged = parts.pop().unwrap();
    let form = scoredrop::report::forms::Wanted::default();
    let merged = merged.finish().unwrap().without_records(ExportFormat::Json, form).unwrap();
    let both = [serde_json::from_slice(&text).unwrap(), serde_json::from_str(&merged).unwrap()];
    both.map(|report: Value| numbers(&report))
}

/// Every number of a report. Official blocks are compared to the digits that do not depend on the order of sums.
pub(crate) fn numbers(report: &Value) -> Value {
    let run = |run: &Value| {
        let official = run["official"].as_object().unwrap();
        let rounded = |value: &Value| match value.as_f64() {
            Some(number) => json!(format!("{number:.10}")),
            None => value.clone(),
        };
        let official: serde_json::Map<String, Value> =
            official.iter().map(|(key, value)| (key.clone(), rounded(value))).collect();
        json!([
            run["name"], run["reconciliation"], run["aggregates"], run["over_groups"],
            run["members"], run["stored"], official
        ])
    };
    let runs: Vec<Value> = report["runs"].as_array().unwrap().iter().map(run).collect();
    let slices = report["slices"]
        .as_array()
        .map(|all| all.iter().map(|one| json!([one["slice"], one["column"]])).collect::<Vec<_>>());
    json!({
        "preset": report["preset"],
        "settings": report["settings"],
        "reconciliation": report["reconciliation"],
        "runs": runs,
        "comparisons": report["comparisons"],
        "leaderboard": report["leaderboard"],
        "cluster": report["cluster"],
        "slices": slices,
    })
}

/// The first place at which two values differ, with both. One machine adds in file order, as references do, and so
/// its means may have other last digits than exact sums.
pub(crate) fn difference(ours: &Value, theirs: &Value, path: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(key, value)| difference(value, &b[key], &format!("{path}.{key}")))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            let mut found = pairs.map(|(at, (a, b))| difference(a, b, &format!("{path}[{at}]")));
            found.find_map(|one| one)
        }
        (Value::Number(a), Value::Number(b)) if path.rsplit('.').next() == Some("mean") => {
            let [a, b] = [a, b].map(|number| number.as_f64().unwrap());
            ((a - b).abs() > 1e-12 * a.abs()).then(|| format!("{path}: {a} and {b}"))
        }
        _ => (ours != theirs).then(|| format!("{path}: {ours} and {theirs}")),
    }
}
