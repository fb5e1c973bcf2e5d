//! `score --partial` and `merge`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use super::command::{Folder, assert_code, run, stderr, stdout};
use scoredrop_testing::exam::lines;
use serde_json::{Value, json};

fn official(folder: &Folder, parts: &[&str]) -> Value {
    let mut words = vec!["merge"];
    let paths: Vec<String> = parts.iter().map(|part| folder.path(part)).collect();
    words.extend(paths.iter().map(String::as_str));
    words.extend(["--format", "official"]);
    let output = run(&words);
    assert_code(&output, 0);
    serde_json::from_str(stdout(&output)).unwrap()
}

/// Scores every line of gold answers by itself, with the predictions for it.
fn parts(folder: &Folder, count: usize) -> Vec<String> {
    let mut names = Vec::new();
    for part in 0..count {
        let gold = lines((0..3).map(
            |row| json!({ "id": format!("{part}-{row}"), "answers": [format!("word {row}")] }),
        ));
        let predictions = lines((0..2 + part % 2).map(|row| {
            json!({ "id": format!("{part}-{row}"), "model": "m", "prediction": format!("word {part}") })
        }));
        let gold = folder.file(&format!("gold-{part}.jsonl"), gold);
        let predictions = folder.file(&format!("run-{part}.jsonl"), predictions);
        let name = format!("{part}.part");
        let path = folder.path(&name);
        let words =
            ["score", "--preset", "squad-v1", "--join", "id", "--gold", &gold, "--predictions"];
        let output = run(&[&words[..], &[predictions.as_str(), "--partial", &path]].concat());
        assert_code(&output, 0);
        assert_eq!(stdout(&output), "");
        names.push(name);
    }
    names
}

#[test]
fn parts_merge_in_any_order_and_in_stages() {
    let folder = Folder::new("partial-merge");
    let names = parts(&folder, 4);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all = official(&folder, &names);
    let back: Vec<&str> = names.iter().rev().copied().collect();
    assert_eq!(official(&folder, &back), all);
    for (out, both) in [("a.part", &names[..3]), ("b.part", &names[3..])] {
        let paths: Vec<String> = both.iter().map(|part| folder.path(part)).collect();
        let mut words = vec!["merge"];
        words.extend(paths.iter().map(String::as_str));
        let out = folder.path(out);
        words.extend(["--partial", &out]);
        assert_code(&run(&words), 0);
    }
    assert_eq!(official(&folder, &["b.part", "a.part"]), all);
    // 12 questions, of which 10 have a prediction, and 2 are right.
    assert_eq!(all["exact_match"], 100.0 * 2.0 / 12.0);
}

#[test]
fn what_cannot_be_merged_is_named() {
    let folder = Folder::new("partial-refused");
    let names = parts(&folder, 2);
    let [one, other] = [&names[0], &names[1]].map(|name| folder.path(name));
    let twice = run(&["merge", &one, &one]);
    assert_code(&twice, 1);
    assert!(stderr(&twice).contains("error[repeated_part]"), "{}", stderr(&twice));
    let bytes = std::fs::read(&one).unwrap();
    let cut = folder.file("cut.part", &bytes[..bytes.len() - 1]);
    let refused = run(&["merge", &cut, &other]);
    assert_code(&refused, 1);
    assert!(stderr(&refused).contains("error[bad_part]"), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("cut.part"), "{}", stderr(&refused));
    let rows = run(&["merge", &one, &other, "--format", "csv"]);
    assert_code(&rows, 2);
    assert!(stderr(&rows).contains("error[no_such_form]"), "{}", stderr(&rows));
    let over = run(&["merge", &one, &other, "--out", &one]);
    assert_code(&over, 2);
    assert_eq!(std::fs::read(&one).unwrap(), bytes);
}

#[test]
fn parts_without_any_prediction_have_no_score() {
    let folder = Folder::new("partial-unanswered");
    let gold = folder.file("gold.jsonl", lines([json!({ "id": "a", "answers": ["x"] })]));
    let others = lines([json!({ "id": "b", "prediction": "x" })]);
    for (name, predictions, said) in [
        ("nothing", String::new(), "the run has no prediction (run.jsonl) -> check how"),
        ("others", others, "no prediction of the run matches a gold question (run.jsonl)"),
    ] {
        let run_file = folder.file("run.jsonl", predictions);
        let part = folder.path(name);
        let words =
            ["score", "--preset", "squad-v1", "--join", "id", "--gold", &gold, "--predictions"];
        assert_code(&run(&[&words[..], &[run_file.as_str(), "--partial", &part]].concat()), 0);
        let merged = run(&["merge", &part]);
        assert_code(&merged, 1);
        assert!(
            stderr(&merged).contains(&format!("error[no_match]: {said}")),
            "{}",
            stderr(&merged)
        );
    }
}
