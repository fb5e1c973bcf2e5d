//! Golden cases of one answer each, through the presets as they are shipped: all cases of a scorer
//! become one gold file and one file of predictions. See `golden/README.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{File, agreed, as_preset, assert_adds_up, keys, score, values};
use scoredrop::preset::presets;
use serde_json::{Value, json};

const ROWS: &str = include_str!("golden/text-qa.jsonl");

/// A scorer, the preset that reproduces it, how it scales, and its values and ours.
struct Oracle {
    scorer: &'static str,
    preset: &'static str,
    scale: f64,
    names: &'static [(&'static str, &'static str)],
}

const EVOAGENTX: &[(&str, &str)] =
    &[("em", "exact_match"), ("f1", "f1"), ("acc", "contains_answer")];

const ORACLES: &[Oracle] = &[
    Oracle {
        scorer: "squad_v1",
        preset: "squad-v1",
        scale: 1.0,
        names: &[("exact_match", "exact_match"), ("f1", "f1")],
    },
    Oracle {
        scorer: "hf_squad",
        preset: "squad-v1",
        scale: 100.0,
        names: &[("exact_match", "exact_match"), ("f1", "f1")],
    },
    Oracle {
        scorer: "squad_v2",
        preset: "squad-v2",
        scale: 1.0,
        names: &[("exact", "exact_match"), ("f1", "f1")],
    },
    Oracle { scorer: "evoagentx_nq", preset: "nq", scale: 1.0, names: EVOAGENTX },
    Oracle {
        scorer: "nq_open_orqa",
        preset: "nq-open",
        scale: 1.0,
        names: &[("accuracy", "exact_match")],
    },
    Oracle {
        scorer: "hotpotqa",
        preset: "hotpotqa",
        scale: 1.0,
        names: &[("em", "exact_match"), ("f1", "f1"), ("prec", "precision"), ("recall", "recall")],
    },
    Oracle {
        scorer: "evoagentx_hotpotqa",
        preset: "hotpotqa-evoagentx",
        scale: 1.0,
        names: EVOAGENTX,
    },
];

/// Rows of a scorer with a list of gold answers and one prediction that the reference can score.
fn rows(scorer: &str) -> Vec<Value> {
    ROWS.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["scorer"] == scorer && row["expected"].get("error").is_none())
        .filter(|row| row["pred"].is_string() && row["gold"].is_array())
        .collect()
}

#[test]
fn every_preset_gives_the_values_of_its_reference() {
    for oracle in ORACLES {
        let rows = rows(oracle.scorer);
        assert_eq!(rows.len(), if oracle.scorer == "squad_v2" { 215 } else { 214 });
        let lines = |line: fn(&Value) -> Value| -> String {
            rows.iter().map(|row| line(row).to_string() + "\n").collect()
        };
        let files = [
            File::gold(
                "gold.jsonl",
                lines(|row| json!({ "id": row["id"], "answers": row["gold"] })),
            ),
            File::predictions(
                "predictions.jsonl",
                lines(|row| json!({ "id": row["id"], "prediction": row["pred"] })),
            ),
        ];
        let session = score(&files, as_preset(oracle.preset)).unwrap();
        assert_adds_up(&session);
        let keys = keys(&session);
        for (theirs, ours) in oracle.names {
            let values = values(&session, 0, ours);
            for (index, row) in rows.iter().enumerate() {
                let id = row["id"].as_str().unwrap();
                assert_eq!(keys[index], id);
                let expected = row["expected"][theirs].as_f64().unwrap() / oracle.scale;
                let actual = values[index].unwrap();
                assert!((actual - expected).abs() <= 1e-12, "{id}: {ours} {actual}, {expected}");
            }
        }
        agreed("golden", oracle.preset, rows.len(), rows[0]["oracle"].as_str().unwrap());
    }
}

#[test]
fn every_preset_has_golden_cases() {
    for preset in presets() {
        assert!(ORACLES.iter().any(|oracle| oracle.preset == preset.id), "{}", preset.id);
        agreed("preset", &preset.id, 0, &preset.card.reproduces);
    }
}
