//! Golden cases of one answer each, through the presets as they are shipped: all cases of a scorer
//! become one gold file and one file of predictions. See `golden/README.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::preset::presets;
use scoredrop_testing::{
    File, agreed, as_preset, assert_adds_up, keys, quick_report, score, values,
};
use serde_json::{Value, json};

const ROWS: &str = include_str!("../golden/text-qa.jsonl");
const TEMPORAL: &str = include_str!("../golden/temporal.jsonl");
const VALUES: &str = include_str!("../golden/values.jsonl");

/// Which preset reproduces which scorer, and how its values are called there; the self-test of the
/// page reads the same list.
const ORACLES: &str = include_str!("../golden/oracles.json");

fn oracles() -> Vec<Value> {
    serde_json::from_str(ORACLES).unwrap()
}

/// Rows of a scorer with gold answers and one prediction that the reference can score.
fn rows(oracle: &Value) -> Vec<Value> {
    let only = oracle["only"].as_object();
    let scorer = oracle["scorer"].as_str().unwrap();
    ROWS.lines()
        .chain(TEMPORAL.lines())
        .chain(VALUES.lines())
        // Rows of others may hold what Python writes for no number.
        .filter(|line| line.contains(scorer))
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["scorer"] == oracle["scorer"] && row["expected"].get("error").is_none())
        // Where the reference stops there is nothing to compare.
        .filter(|row| row["expected"].get("raises").is_none())
        .filter(|row| {
            row["pred"].is_string() && (row["gold"].is_array() || row["gold"].is_string())
        })
        .filter(|row| only.is_none_or(|only| only.iter().all(|(name, value)| row[name] == *value)))
        .map(|mut row| {
            if let Some(task) = oracle.get("task") {
                row["task"] = task.clone();
            }
            row
        })
        .collect()
}

/// A gold row; where the golden case names no task, any that is scored alike.
fn gold_line(row: &Value) -> Value {
    let task = row.get("task").cloned().unwrap_or_else(|| json!("TempReason"));
    json!({ "id": row["id"], "answers": row["gold"], "task": task, "subset": row["subset"] })
}

#[test]
fn every_preset_gives_the_values_of_its_reference() {
    for oracle in oracles() {
        let preset = oracle["preset"].as_str().unwrap();
        let scale = oracle["scale"].as_f64().unwrap_or(1.0);
        let rows = rows(&oracle);
        assert_eq!(rows.len() as u64, oracle["rows"], "{preset}");
        let lines = |line: fn(&Value) -> Value| -> String {
            rows.iter().map(|row| line(row).to_string() + "\n").collect()
        };
        let files = [
            File::gold("gold.jsonl", lines(gold_line)),
            File::predictions(
                "predictions.jsonl",
                lines(|row| json!({ "id": row["id"], "prediction": row["pred"] })),
            ),
        ];
        let mut choices = as_preset(preset);
        for (key, value) in oracle["set"].as_object().into_iter().flatten() {
            choices.set.insert(key.clone(), value.as_str().unwrap().to_owned());
        }
        let session = score(&files, choices).unwrap();
        assert_adds_up(&session);
        let keys = keys(&session);
        let report = quick_report(&session);
        for (index, row) in rows.iter().enumerate() {
            let id = row["id"].as_str().unwrap();
            assert_eq!(keys[index], id);
            // Some scorers show the number that they read and not the text that it stands in.
            let shown = oracle["extracted"] != false;
            if let Some(extracted) = row["expected"].get("extracted").filter(|_| shown) {
                let record = &report["runs"][0]["records"][index];
                assert_eq!(record["extracted"], *extracted, "{id}");
            }
        }
        for (theirs, ours) in oracle["values"].as_object().unwrap() {
            let values = values(&session, 0, ours.as_str().unwrap());
            for (row, actual) in rows.iter().zip(values) {
                let expected = match &row["expected"][theirs] {
                    Value::Bool(right) => f64::from(u8::from(*right)),
                    number => number.as_f64().unwrap() / scale,
                };
                let actual = actual.unwrap();
                let id = &row["id"];
                assert!((actual - expected).abs() <= 1e-12, "{id}: {ours} {actual}, {expected}");
            }
        }
        for row in &rows {
            agreed("golden", preset, 1, row["oracle"].as_str().unwrap());
        }
    }
}

#[test]
fn every_preset_has_golden_cases() {
    for preset in presets() {
        let reference = &preset.card.reproduces;
        let compared = oracles().iter().any(|oracle| oracle["preset"] == preset.id)
            // Whose cases are questions with several attempts: `programs.rs`.
            || (preset.rules.attempts && !reference.is_empty());
        // A definition of our own is compared with what was worked out by hand: `samples.rs`.
        assert_eq!(compared, !reference.is_empty(), "{}", preset.id);
        let reference = if compared { reference } else { "nothing: the definition is our own" };
        agreed("preset", &preset.id, 0, reference);
    }
}
