//! Answers as models write them, in cases that were worked out by hand, one table for each kind.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop_testing::{File, as_preset, exam, json_lines, score, values};
use serde_json::{Value, json};

const TABLES: [(&str, &str); 14] = [
    ("attempts", include_str!("../golden/answers/attempts.jsonl")),
    ("closed", include_str!("../golden/answers/closed.jsonl")),
    ("dates", include_str!("../golden/answers/dates.jsonl")),
    ("formulas", include_str!("../golden/answers/formulas.jsonl")),
    ("letters", include_str!("../golden/answers/letters.jsonl")),
    ("no-answer", include_str!("../golden/answers/no-answer.jsonl")),
    ("numbers", include_str!("../golden/answers/numbers.jsonl")),
    ("parts", include_str!("../golden/answers/parts.jsonl")),
    ("patterns", include_str!("../golden/answers/patterns.jsonl")),
    ("programs-as-text", include_str!("../golden/answers/programs-as-text.jsonl")),
    ("records", include_str!("../golden/answers/records.jsonl")),
    ("sets", include_str!("../golden/answers/sets.jsonl")),
    ("texts", include_str!("../golden/answers/texts.jsonl")),
    ("thoughts", include_str!("../golden/answers/thoughts.jsonl")),
];

fn lines(rows: impl IntoIterator<Item = Value>) -> String {
    rows.into_iter().map(|row| row.to_string() + "\n").collect()
}

/// What a case gives besides what it should give; nothing if it is right.
fn wrong(case: &Value) -> Option<String> {
    let gold = match case["gold"].as_array() {
        Some(golds) => golds.clone(),
        None => vec![case["gold"].clone()],
    };
    let first = match case["choices"].as_array() {
        Some(choices) => json!({"id": "q-1x", "choices": choices, "answer": gold[0]}),
        None => json!({"id": "q-1x", "answers": gold}),
    };
    let others = case["others"].as_array().into_iter().flatten().enumerate();
    let others =
        others.map(|(place, other)| json!({"id": format!("o-{place}x"), "answers": [other]}));
    let output = lines([json!({"id": "q-1x", "prediction": case["output"]})]);
    let files = [
        File::gold("gold.jsonl", lines(std::iter::once(first).chain(others))),
        File::predictions("run.jsonl", output),
    ];
    let mut choices = as_preset(case["preset"].as_str().unwrap());
    for setting in case["set"].as_array().into_iter().flatten() {
        let (key, value) = setting.as_str().unwrap().split_once('=').unwrap();
        choices.set.insert(key.to_owned(), value.to_owned());
    }
    let session = score(&files, choices).unwrap();
    let leading = session.score().unwrap().aggregates[0][0].metric.clone();
    let metric = case["metric"].as_str().unwrap_or(&leading);
    let value = values(&session, 0, metric)[0];
    let right = value.is_some_and(|value| (value - case["right"].as_f64().unwrap()).abs() < 1e-9);
    let counts = exam::counts(&session);
    let found = case["found"].as_bool();
    let counted = found.is_none_or(|found| found == (counts.not_extracted + counts.blank == 0));
    (!right || !counted).then(|| format!("{case}: {metric} {value:?}, {counts:?}"))
}

#[test]
fn answers_are_taken_as_people_mean_them() {
    let mut all = 0;
    let mut failed = Vec::new();
    for (kind, table) in TABLES {
        let cases = json_lines(table.as_bytes());
        all += cases.len();
        failed.extend(cases.iter().filter_map(wrong).map(|wrong| format!("{kind}: {wrong}")));
    }
    assert!(failed.is_empty(), "{} of {all} cases:\n{}", failed.len(), failed.join("\n"));
}
