//! Answers of real systems to GSM8K and questions about dates, and constructed answers to `TimeDial`,
//! through the presets as they are shipped. Needs the folder `../shared/data`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::session::Session;
use scoredrop_testing::{
    self, File, agreed, as_preset, assert_adds_up, json_lines, official, real, said, score, values,
    with_settings,
};
use serde_json::{Value, json};

/// Scores rows of id, gold and prediction.
fn session(preset: &str, set: &[(&str, &str)], rows: &[(String, Value, &str)]) -> Session {
    let lines = |line: &dyn Fn(&(String, Value, &str)) -> Value| -> String {
        rows.iter().map(|row| line(row).to_string() + "\n").collect()
    };
    let gold = lines(&|(id, gold, _)| json!({ "id": id, "answer": gold }));
    let predictions = lines(&|(id, _, pred)| json!({ "id": id, "prediction": pred }));
    let files = [File::gold("gold.jsonl", gold), File::predictions("runs.jsonl", predictions)];
    let session = score(&files, with_settings(preset, set)).unwrap();
    assert_adds_up(&session);
    session
}

/// Every value of a metric has to be that of its row, and the official mean their mean.
fn same(session: &Session, metric: &str, key: &str, expected: &[f64]) {
    let ours = values(session, 0, metric);
    assert_eq!(ours.len(), expected.len());
    for (place, (ours, theirs)) in ours.iter().zip(expected).enumerate() {
        assert_eq!(*ours, Some(*theirs), "{metric} of row {place}");
    }
    let mean = expected.iter().sum::<f64>() / expected.len() as f64;
    assert_eq!(official(session, 0, key), Some(mean), "{key}");
}

fn number(value: &Value) -> f64 {
    value.as_bool().map_or_else(|| value.as_f64().unwrap(), |right| f64::from(u8::from(right)))
}

#[test]
fn gsm8k() {
    let (Some(outputs), Some(expected)) =
        (real("gsm8k/gsm8k_real_outputs.jsonl"), real("gsm8k/gsm8k_real_expected.jsonl"))
    else {
        return;
    };
    let (outputs, expected) = (json_lines(&outputs), json_lines(&expected));
    let id = |row: &Value| format!("{} {}", row["source"].as_str().unwrap(), row["index"]);
    let rows: Vec<(String, Value, &str)> = outputs
        .iter()
        .map(|row| (id(row), row["gold"].clone(), row["pred"].as_str().unwrap()))
        .collect();
    let by_id: std::collections::HashMap<String, &Value> =
        expected.iter().map(|row| (id(row), row)).collect();
    let column = |scorer: &str| -> Vec<f64> {
        rows.iter().map(|(id, ..)| number(&by_id[id]["expected"][scorer])).collect()
    };
    for (preset, scorer, metric, key) in [
        ("gsm8k", "gsm8k_evoagentx", "solve_rate", "solve_rate"),
        ("gsm8k-official", "gsm8k_official", "accuracy", "accuracy"),
        ("gsm8k-lm-eval", "gsm8k_lmeval_strict", "strict_match", "exact_match,strict-match"),
        (
            "gsm8k-lm-eval", "gsm8k_lmeval_flexible", "flexible_extract",
            "exact_match,flexible-extract",
        ),
    ] {
        same(&session(preset, &[], &rows), metric, key, &column(scorer));
        if scorer != "gsm8k_lmeval_flexible" {
            agreed("real", preset, rows.len(), "GSM8K");
        }
    }
    // The other marker gives the verdicts that were published with the solutions that have it.
    let (marked, published): (Vec<_>, Vec<f64>) = outputs
        .iter()
        .zip(rows)
        .filter(|(output, _)| output["source"].as_str().unwrap().starts_with("openai/"))
        .map(|(output, row)| (row, number(&output["published_correct"])))
        .unzip();
    assert_eq!(marked.len(), 5276);
    let set = [("extract", "number_after(\"####\", \"A:\")")];
    let session = session("gsm8k-official", &set, &marked);
    assert_eq!(
        values(&session, 0, "accuracy"),
        published.iter().copied().map(Some).collect::<Vec<_>>()
    );
}

#[test]
fn date_arithmetic() {
    let Some(bytes) = real("timebench/real_date_strings_expected.jsonl") else { return };
    let lines = json_lines(&bytes);
    let rows: Vec<(String, Value, &str)> = lines
        .iter()
        .enumerate()
        .map(|(place, row)| {
            (format!("q{place}x"), row["gold"].clone(), row["pred"].as_str().unwrap())
        })
        .collect();
    let expected: Vec<f64> =
        lines.iter().map(|row| number(&row["expected"]["exact_match"])).collect();
    let now = ("now", "2026-01-15");
    let filled = session("timebench-date-arithmetic", &[now], &rows);
    same(&filled, "exact_match", "exact_match", &expected);
    agreed("real", "timebench-date-arithmetic", rows.len(), "dates");
    // What the switch moves, and what is said of it before.
    let as_said = session("timebench-date-arithmetic", &[now, ("dates", "as_said")], &rows);
    let ours = values(&as_said, 0, "exact_match");
    let moved =
        ours.iter().zip(&expected).filter(|(ours, theirs)| **ours != Some(**theirs)).count();
    let of_now = said(&filled, Code::DependsOnNow).len();
    let neither = said(&filled, Code::NeitherIsADate).len();
    // Years beside months: wrong on this day, and right on another.
    assert_eq!((of_now, neither, moved), (21, 0, 0));
    assert!(said(&as_said, Code::DependsOnNow).is_empty());
}

#[test]
fn timedial() {
    let (Some(raw), Some(scored)) = (
        real("timebench/timedial_f2_timebench.jsonl"),
        real("timebench/timedial_synth_expected.jsonl"),
    ) else {
        return;
    };
    let lines = json_lines(&scored);
    let rows: Vec<(String, Value, &str)> = lines
        .iter()
        .map(|row| {
            (
                row["id"].as_str().unwrap().to_owned(),
                row["gold"].clone(),
                row["pred"].as_str().unwrap(),
            )
        })
        .collect();
    let column = |name: &str| -> Vec<f64> {
        lines.iter().map(|row| row["expected"][name].as_f64().unwrap()).collect()
    };
    let (exact, f1) = (column("exact_match"), column("f1"));
    let lettered = session("timebench-timedial", &[], &rows);
    same(&lettered, "exact_match", "exact_match", &exact);
    same(&lettered, "f1", "f1", &f1);
    // The same from options and labels, one answer of four for each question.
    let file = String::from_utf8(raw).unwrap();
    let gold = json_lines(file.as_bytes());
    for which in 0..4 {
        let answer = |(place, row): (usize, &Value)| {
            json!({ "qid": row["qid"], "prediction": lines[place * 4 + which]["pred"] }).to_string()
                + "\n"
        };
        let answers: String = gold.iter().enumerate().map(answer).collect();
        let files =
            [File::dropped("timedial.jsonl", file.clone()), File::dropped("runs.jsonl", answers)];
        let session = score(&files, as_preset("timebench-timedial")).unwrap();
        let expected: Vec<Option<f64>> =
            (0..gold.len()).map(|place| Some(f1[place * 4 + which])).collect();
        assert_eq!(values(&session, 0, "f1"), expected);
    }
}

/// Files that are only dropped are recognised.
#[test]
fn files_are_recognised() {
    let marked = "So it is. Thus, the correct answer is: A.";
    for (path, preset, output) in [
        ("gsm8k/gsm8k_test.jsonl", "gsm8k", "The answer is 18."),
        ("timebench/timebench_date_arith_4000.jsonl", "timebench-date-arithmetic", marked),
        ("timebench/timedial_f2_timebench.jsonl", "timebench-timedial", marked),
    ] {
        let Some(gold) = real(path) else { return };
        let rows = json_lines(&gold);
        let answers: String = rows
            .iter()
            .map(|row| {
                let id =
                    row.get("qid").map_or_else(|| ("question", &row["question"]), |id| ("qid", id));
                json!({ id.0: id.1, "prediction": output }).to_string() + "\n"
            })
            .collect();
        let files = [File::dropped("gold.jsonl", gold), File::dropped("runs.jsonl", answers)];
        let session = score(&files, scoredrop::session::protocol::Choices::default()).unwrap();
        assert_eq!(session.score().unwrap().settings.preset.id, preset, "{path}");
    }
}
