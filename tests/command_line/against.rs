//! Two rules on the same answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use serde_json::{Value, json};

const GOLD: &str = r#"{"id": 1, "question": "Who?", "answers": ["The Beatles"]}
{"id": 2, "question": "Where?", "answers": ["Rome"]}
{"id": 3, "question": "When?", "answers": ["in 1969"]}
{"id": 4, "question": "What?", "answers": ["a dog"]}
"#;
const PREDICTIONS: &str = r#"{"id": 1, "prediction": "Beatles", "is_correct": true}
{"id": 2, "prediction": "rome.", "is_correct": true}
{"id": 3, "prediction": "1969", "is_correct": true}
{"id": 4, "prediction": "cat", "is_correct": false}
"#;

fn score(folder: &Folder, more: &[&str]) -> std::process::Output {
    let gold = folder.file("gold.jsonl", GOLD.as_bytes());
    let predictions = folder.file("run.jsonl", PREDICTIONS.as_bytes());
    let files = ["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &predictions];
    run(&[&files[..], more].concat())
}

fn report(output: &std::process::Output) -> Value {
    serde_json::from_str(stdout(output)).unwrap()
}

#[test]
fn another_preset_judges_the_same_answers() {
    let folder = Folder::new("against-preset");
    let output = score(&folder, &["--against", "plain-exact"]);
    assert_code(&output, 0);
    // Exact text: none. SQuAD: the first two. The third has F1 2/3 and no exact match.
    let words = "run.jsonl agrees with plain-exact on 2 of 4 questions (50.0\u{202f}%, kappa 0.00); this score 50.0, \
                 plain-exact 0.0: ";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
    let against = report(&output)["against"].clone();
    let run = &against["runs"][0];
    assert_eq!(against["rule"], "plain-exact");
    assert!(against["signature"].as_str().unwrap().contains("plain-exact"));
    assert_eq!((&run["n"], &run["agree"], &run["kappa"]), (&json!(4), &json!(2), &json!(0.0)));
    let table = json!([
        {"ours": "right", "theirs": "wrong", "count": 2},
        {"ours": "wrong", "theirs": "wrong", "count": 2},
    ]);
    assert_eq!(run["table"], table);
    assert_eq!(
        (&run["difference"]["only_a"], &run["difference"]["only_b"]),
        (&json!(2), &json!(0))
    );
    let apart = run["apart"].as_array().unwrap();
    let ids: Vec<&Value> = apart.iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, ["1", "2"]);
    for one in apart {
        assert_eq!(
            (&one["ours"]["verdict"], &one["theirs"]["verdict"]),
            (&json!("right"), &json!("wrong"))
        );
        assert!(!one["ours"]["why"].as_array().unwrap().is_empty());
        assert!(!one["theirs"]["why"].as_array().unwrap().is_empty());
    }
    // Without another rule nothing is said of one.
    assert_eq!(report(&score(&folder, &[])).get("against"), None);
}

#[test]
fn stored_verdicts_are_another_rule() {
    let folder = Folder::new("against-stored");
    let output = score(&folder, &["--against", "stored", "--fail-if", "agreement<1"]);
    assert_code(&output, 3);
    assert!(stderr(&output).contains("failed: run.jsonl agrees with stored on 3 of 4 questions"));
    let run = report(&output)["against"]["runs"][0].clone();
    // 3 of 4 agree; by chance (2 · 3 + 2 · 1) / 16 = 1/2.
    assert_eq!((&run["agree"], &run["kappa"]), (&json!(3), &json!(0.5)));
    assert_eq!(run["apart"][0]["id"], "3");
    assert_eq!(run["apart"][0]["theirs"]["why"], json!(["the file says \"true\""]));
    assert_eq!(run["difference"], Value::Null);
}

#[test]
fn a_rule_that_is_the_same_agrees_throughout() {
    let folder = Folder::new("against-same");
    let more = ["--against", "squad-v1", "--fail-if", "agreement<1", "--format", "markdown"];
    let output = score(&folder, &more);
    assert_code(&output, 0);
    assert!(stdout(&output).contains("- run.jsonl agrees with squad-v1 on all 4 questions.\n"));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = Folder::new("against-wrong");
    let output = score(&folder, &["--fail-if", "agreement<1"]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("name one with --against"));
    assert_code(&score(&folder, &["--against", "no-such-preset"]), 2);
    let gold = folder.file("gold.jsonl", GOLD.as_bytes());
    let bare =
        PREDICTIONS.replace(", \"is_correct\": true", "").replace(", \"is_correct\": false", "");
    let predictions = folder.file("bare.jsonl", bare.as_bytes());
    let words = ["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &predictions];
    let output = run(&[&words[..], &["--against", "stored"]].concat());
    assert_code(&output, 1);
    assert!(stderr(&output).contains("no file of predictions has a column of verdicts"));
}
