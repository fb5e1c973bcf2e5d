//! Whole outputs of real systems on MATH, against what the graders said of them, question by
//! question. Needs the folder `../shared/data`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop_testing::{File, agreed, as_preset, assert_adds_up, json_lines, real, score, values};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Outputs by id, and what the graders said.
fn outputs() -> Option<(HashMap<String, Value>, Vec<Value>)> {
    let outputs = json_lines(&real("math/math_real_outputs.jsonl")?);
    let by_id = outputs.into_iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row));
    Some((by_id.collect(), json_lines(&real("math/math_real_expected.jsonl")?)))
}

/// Scores the outputs of these ids through a preset; the values and the answers found.
fn solve_rates(preset: &str, rows: &[&Value]) -> Vec<Option<f64>> {
    let lines = |line: fn(&Value) -> Value| -> String {
        rows.iter().map(|row| line(row).to_string() + "\n").collect()
    };
    let files = [
        File::gold(
            "gold.jsonl",
            lines(|row| {
                json!({ "id": row["id"], "solution": row["gold_solution"], "level": row["level"],
                        "type": row["type"] })
            }),
        ),
        File::predictions(
            "predictions.jsonl",
            lines(|row| json!({ "id": row["id"], "prediction": row["pred"] })),
        ),
    ];
    let session = score(&files, as_preset(preset)).unwrap();
    assert_adds_up(&session);
    values(&session, 0, "solve_rate")
}

fn compare(preset: &str, verdict: fn(&Value) -> Option<bool>) {
    let Some((outputs, expected)) = outputs() else { return };
    let judged: Vec<(&Value, bool)> = expected
        .iter()
        .filter_map(|line| Some((&outputs[line["id"].as_str().unwrap()], verdict(line)?)))
        .collect();
    let rows: Vec<&Value> = judged.iter().map(|(row, _)| *row).collect();
    let actual = solve_rates(preset, &rows);
    assert_eq!(actual.len(), judged.len());
    for ((row, right), actual) in judged.iter().zip(actual) {
        assert_eq!(actual, Some(f64::from(u8::from(*right))), "{preset} {}", row["id"]);
    }
    agreed("real", preset, judged.len(), "");
}

#[test]
fn evoagentx() {
    compare("math-evoagentx", |line| {
        line["evoagentx"]["solve_rate"].as_f64().map(|value| value == 1.0)
    });
}

#[test]
fn hendrycks() {
    compare("math-hendrycks", |line| line["hendrycks_is_equiv"].as_bool());
}

#[test]
fn prm800k() {
    compare("math-prm800k", |line| line["pair"]["prm800k_grade"].as_bool());
}
