//! Golden cases of one answer each, through the presets as they are shipped: all cases of a scorer
//! become one gold file and one file of predictions. See `golden/README.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{File, agreed, as_preset, assert_adds_up, keys, quick_report, score, values};
use scoredrop::preset::presets;
use serde_json::{Value, json};

const ROWS: &str = include_str!("golden/text-qa.jsonl");
const TEMPORAL: &str = include_str!("golden/temporal.jsonl");

/// A scorer, the preset that reproduces it, how it scales, and its values and ours.
struct Oracle {
    scorer: &'static str,
    preset: &'static str,
    scale: f64,
    names: &'static [(&'static str, &'static str)],
    /// Only rows with this value in this column.
    only: Option<(&'static str, &'static str)>,
    rows: usize,
}

const PLAIN: Oracle =
    Oracle { scorer: "", preset: "", scale: 1.0, names: ANSWER, only: None, rows: 214 };

const ANSWER: &[(&str, &str)] = &[("exact_match", "exact_match"), ("f1", "f1")];

const ACCURACY: &[(&str, &str)] = &[("accuracy", "accuracy")];

const EVOAGENTX: &[(&str, &str)] =
    &[("em", "exact_match"), ("f1", "f1"), ("acc", "contains_answer")];

const ORACLES: &[Oracle] = &[
    Oracle { scorer: "squad_v1", preset: "squad-v1", ..PLAIN },
    Oracle { scorer: "hf_squad", preset: "squad-v1", scale: 100.0, ..PLAIN },
    Oracle {
        scorer: "squad_v2",
        preset: "squad-v2",
        names: &[("exact", "exact_match"), ("f1", "f1")],
        rows: 215,
        ..PLAIN
    },
    Oracle { scorer: "evoagentx_nq", preset: "nq", names: EVOAGENTX, ..PLAIN },
    Oracle {
        scorer: "nq_open_orqa",
        preset: "nq-open",
        names: &[("accuracy", "exact_match")],
        ..PLAIN
    },
    Oracle {
        scorer: "hotpotqa",
        preset: "hotpotqa",
        names: &[("em", "exact_match"), ("f1", "f1"), ("prec", "precision"), ("recall", "recall")],
        ..PLAIN
    },
    Oracle {
        scorer: "evoagentx_hotpotqa",
        preset: "hotpotqa-evoagentx",
        names: EVOAGENTX,
        ..PLAIN
    },
    Oracle { scorer: "timebench_qa", preset: "timebench", rows: 248, ..PLAIN },
    Oracle { scorer: "timebench_qa", preset: "timebench-tempreason", rows: 248, ..PLAIN },
    Oracle { scorer: "timebench_qa", preset: "timebench-timeqa", rows: 248, ..PLAIN },
    Oracle { scorer: "timebench_qa", preset: "timebench-menatqa", rows: 248, ..PLAIN },
    Oracle { scorer: "tcp_accuracy", preset: "tcp", names: ACCURACY, rows: 46, ..PLAIN },
    Oracle {
        scorer: "tcp_accuracy",
        preset: "tcp-long",
        names: ACCURACY,
        only: Some(("subset", "tcp_long")),
        rows: 25,
        ..PLAIN
    },
    Oracle {
        scorer: "tcp_accuracy",
        preset: "tcp-short",
        names: ACCURACY,
        only: Some(("subset", "tcp_short")),
        rows: 21,
        ..PLAIN
    },
];

/// Rows of a scorer with gold answers and one prediction that the reference can score.
fn rows(oracle: &Oracle) -> Vec<Value> {
    ROWS.lines()
        .chain(TEMPORAL.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["scorer"] == oracle.scorer && row["expected"].get("error").is_none())
        .filter(|row| {
            row["pred"].is_string() && (row["gold"].is_array() || row["gold"].is_string())
        })
        .filter(|row| oracle.only.is_none_or(|(column, value)| row[column] == value))
        .collect()
}

/// A gold row; where the golden case names no task, any that is scored alike.
fn gold_line(row: &Value) -> Value {
    let task = row.get("task").cloned().unwrap_or_else(|| json!("TempReason"));
    json!({ "id": row["id"], "answers": row["gold"], "task": task, "subset": row["subset"] })
}

#[test]
fn every_preset_gives_the_values_of_its_reference() {
    for oracle in ORACLES {
        let rows = rows(oracle);
        assert_eq!(rows.len(), oracle.rows, "{}", oracle.preset);
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
        let session = score(&files, as_preset(oracle.preset)).unwrap();
        assert_adds_up(&session);
        let keys = keys(&session);
        let report = quick_report(&session);
        for (index, row) in rows.iter().enumerate() {
            let id = row["id"].as_str().unwrap();
            assert_eq!(keys[index], id);
            if let Some(extracted) = row["expected"].get("extracted") {
                let record = &report["runs"][0]["records"][index];
                assert_eq!(record["extracted"], *extracted, "{id}");
            }
        }
        for (theirs, ours) in oracle.names {
            let values = values(&session, 0, ours);
            for (row, actual) in rows.iter().zip(values) {
                let expected = row["expected"][theirs].as_f64().unwrap() / oracle.scale;
                let actual = actual.unwrap();
                let id = &row["id"];
                assert!((actual - expected).abs() <= 1e-12, "{id}: {ours} {actual}, {expected}");
            }
        }
        for row in &rows {
            agreed("golden", oracle.preset, 1, row["oracle"].as_str().unwrap());
        }
    }
}

#[test]
fn every_preset_has_golden_cases() {
    for preset in presets() {
        let reference = &preset.card.reproduces;
        let compared = ORACLES.iter().any(|oracle| oracle.preset == preset.id);
        // A definition of our own is compared with what was worked out by hand: `samples.rs`.
        assert_eq!(compared, !reference.is_empty(), "{}", preset.id);
        let reference = if compared { reference } else { "nothing: the definition is our own" };
        agreed("preset", &preset.id, 0, reference);
    }
}
