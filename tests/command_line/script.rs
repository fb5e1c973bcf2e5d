//! Scorers of hosts in Python: `--script`, and `scorer.json` that names one. The numbers are worked out by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use serde_json::{Value, json};

/// Lines of JSON.
fn lines(rows: &[Value]) -> String {
    rows.iter().fold(String::new(), |text, row| format!("{text}{row}\n"))
}

/// Scores with a script; returns the report.
fn scored(name: &str, script: &str, gold: &[Value], predictions: &[Value], more: &[&str]) -> Value {
    let folder = Folder::new(name);
    let (gold, predictions) = (lines(gold), lines(predictions));
    let gold = folder.file("gold.jsonl", &gold);
    let predictions = folder.file("run.jsonl", &predictions);
    let script = folder.file("score.py", script);
    let given = ["score", "--script", &script, "--gold", &gold, "--predictions", &predictions];
    let output = run(&[&given[..], &["--join", "id"], more].concat());
    assert_code(&output, 0);
    serde_json::from_str(stdout(&output)).unwrap()
}

/// The mean of a metric over all questions.
fn mean(report: &Value, metric: &str) -> f64 {
    let all = report["runs"][0]["aggregates"].as_array().unwrap();
    let found = all.iter().find(|one| one["metric"] == metric && one["group"].is_null());
    found.unwrap()["mean"].as_f64().unwrap()
}

fn values(report: &Value, metric: &str) -> Vec<f64> {
    let records = report["runs"][0]["records"].as_array().unwrap();
    records.iter().map(|one| one["metrics"][metric].as_f64().unwrap()).collect()
}

const EXACT: &str = r#"
class Scorer:
    """Exact match with any of the accepted answers."""

    def score_row(self, gold, prediction):
        said = self.plain(prediction["prediction"])
        right = said in [self.plain(one) for one in gold["answers"]]
        return {"EM": right, "why": f"{said!r} was compared"}

    def plain(self, text):
        return " ".join(text.lower().replace(".", "").split())
"#;

fn capitals() -> (Vec<Value>, Vec<Value>) {
    let gold = [
        json!({"id": "a", "answers": ["Paris"], "part": "west"}),
        json!({"id": "b", "answers": ["Washington", "Washington D.C."], "part": "west"}),
        json!({"id": "c", "answers": ["Oslo"], "part": "north"}),
        json!({"id": "d", "answers": ["Bern"], "part": "north"}),
    ];
    let predictions = [
        json!({"id": "a", "prediction": " paris"}),
        json!({"id": "b", "prediction": "washington dc"}),
        json!({"id": "c", "prediction": "Bergen"}),
    ];
    (gold.to_vec(), predictions.to_vec())
}

#[test]
fn exact_match_with_aliases_gets_intervals_groups_and_comparisons() {
    let (gold, predictions) = capitals();
    let report = scored("script-exact", EXACT, &gold, &predictions, &["--slice", "part"]);
    // Two of four: the one without a prediction counts 0.
    assert!((mean(&report, "EM") - 0.5).abs() < 1e-12);
    assert_eq!(values(&report, "EM"), [1.0, 1.0, 0.0, 0.0]);
    let all = report["runs"][0]["aggregates"].as_array().unwrap();
    assert_eq!(all[0]["interval"]["method"], "wilson");
    assert!(all.iter().any(|one| one["group"]["value"] == "west" && one["mean"] == 1.0));
    assert_eq!(report["runs"][0]["reconciliation"]["missing"], 1);
    let script = &report["script"];
    assert_eq!(script["name"], "score.py");
    let (sha256, python) = (script["sha256"].as_str().unwrap(), &script["python"][0]);
    let signed = format!("|script:{}@python-{}|", &sha256[..16], python.as_str().unwrap());
    assert!(report["signature"].as_str().unwrap().contains(&signed));
}

#[test]
fn two_runs_are_compared() {
    let (gold, predictions) = capitals();
    let folder = Folder::new("script-compared");
    let gold = folder.file("gold.jsonl", lines(&gold));
    let [a, b] = [("a.jsonl", &predictions[..]), ("b.jsonl", &predictions[..1])]
        .map(|(name, rows)| folder.file(name, lines(rows)));
    let script = folder.file("score.py", EXACT);
    let output = run(&["score", "--script", &script, "--gold", &gold, "--predictions", &a, &b]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    let one = &report["comparisons"][0];
    assert_eq!(
        (&one["metric"], &one["only_a"], &one["only_b"]),
        (&json!("EM"), &json!(0), &json!(1))
    );
}

const SET_F1: &str = r#"
def f1(gold, said):
    both = len(gold & said)
    return 2 * both / (len(gold) + len(said)) if both else 0.0

def score(gold, predictions):
    said = {one["id"]: set(one["prediction"]) for one in predictions}
    pairs = [(set(one["answers"]), said.get(one["id"], set())) for one in gold]
    both = sum(len(a & b) for a, b in pairs)
    micro = 2 * both / sum(len(a) + len(b) for a, b in pairs)
    return {"micro_f1": 100 * micro, "rows": [{"f1": f1(a, b)} for a, b in pairs]}
"#;

#[test]
fn set_f1_is_scored_as_a_whole() {
    let gold = [
        json!({"id": "1", "answers": ["a", "b"]}),
        json!({"id": "2", "answers": ["x"]}),
        json!({"id": "3", "answers": ["p", "q", "r"]}),
        json!({"id": "4", "answers": ["m"]}),
    ];
    let predictions = [
        json!({"id": "1", "prediction": ["a", "c"]}),
        json!({"id": "2", "prediction": ["x"]}),
        json!({"id": "3", "prediction": ["p"]}),
        json!({"id": "4", "prediction": ["n"]}),
    ];
    let report = scored("script-sets", SET_F1, &gold, &predictions, &[]);
    assert_eq!(values(&report, "f1"), [0.5, 1.0, 0.5, 0.0]);
    assert!((mean(&report, "f1") - 0.5).abs() < 1e-12);
    // Three of five given and of seven wanted: 2 × 3 / 12.
    assert_eq!(report["runs"][0]["official"], json!({"micro_f1": 50.0}));
    assert_eq!(report["runs"][0]["aggregates"][0]["interval"]["method"], "bootstrap");
}

const NDCG: &str = r#"
import math

class Ndcg:
    def score_row(self, gold, prediction):
        grades = gold["relevance"]
        got = self.gain([grades.get(one, 0) for one in prediction["ranking"][:3]])
        best = self.gain(sorted(grades.values(), reverse=True)[:3])
        return {"nDCG@3": got / best}

    def gain(self, grades):
        return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))
"#;

#[test]
fn ndcg_reads_objects_and_lists() {
    let gold = [
        json!({"id": "1", "relevance": {"d1": 2, "d2": 1}}),
        json!({"id": "2", "relevance": {"d1": 1}}),
        json!({"id": "3", "relevance": {"d1": 1}}),
    ];
    let predictions = [
        json!({"id": "1", "ranking": ["d1", "d2", "d3"]}),
        json!({"id": "2", "ranking": ["d9", "d1"]}),
        json!({"id": "3", "ranking": ["d8", "d9"]}),
    ];
    let more = ["--map", "gold.answers=relevance", "--map", "predictions.prediction=ranking"];
    let report = scored("script-ndcg", NDCG, &gold, &predictions, &more);
    // Second place is worth 1 / log2(3).
    let second = 1.0 / 3.0_f64.log2();
    for (found, wanted) in values(&report, "nDCG@3").into_iter().zip([1.0, second, 0.0]) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
    assert!((mean(&report, "nDCG@3") - (1.0 + second) / 3.0).abs() < 1e-12);
}

const UNITS: &str = r#"
import re

UNITS = {"m": 1, "km": 1000, "g": 1, "kg": 1000, "s": 1, "min": 60}

def read(text):
    found = re.fullmatch(r"\s*([-+]?\d+(?:\.\d+)?)\s*([a-z]+)\s*", text)
    return float(found[1]) * UNITS[found[2]] if found and found[2] in UNITS else None

def score_row(gold, prediction):
    wanted, found = read(gold["answer"]), read(prediction["prediction"])
    near = found is not None and abs(found - wanted) <= 0.01 * abs(wanted)
    return {"accuracy": near, "read": found is not None}
"#;

#[test]
fn numbers_with_units_come_from_a_table_of_texts() {
    let folder = Folder::new("script-units");
    let gold = folder.file("gold.csv", "id,answer\n1,5 km\n2,3 kg\n3,2 m\n4,10 s\n");
    let run_file = folder.file("run.csv", "id,prediction\n1,5010 m\n2,3000 g\n3,2 km\n4,ten\n");
    let script = folder.file("score.py", UNITS);
    let given = ["score", "--script", &script, "--gold", &gold, "--predictions", &run_file];
    let output = run(&[&given[..], &["--format", "official", "--join", "id"]].concat());
    // There is no number of the whole run.
    assert_code(&output, 0);
    assert_eq!(stdout(&output).trim(), "{}");
    let output = run(&[&given[..], &["--join", "id"]].concat());
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(values(&report, "accuracy"), [1.0, 1.0, 0.0, 0.0]);
    assert!((mean(&report, "read") - 0.75).abs() < 1e-12);
}

#[test]
fn a_number_of_the_whole_run_alone_has_no_interval() {
    let (gold, predictions) = capitals();
    let script =
        "def score(gold, predictions):\n    return {'share': len(predictions) / len(gold)}\n";
    let report = scored("script-whole", script, &gold, &predictions, &[]);
    assert!((mean(&report, "share") - 0.75).abs() < 1e-12);
    let all = &report["runs"][0]["aggregates"][0];
    assert!(all["interval"].is_null() && all["n"] == 4, "{all}");
    assert_eq!(report["runs"][0]["official"], json!({"share": 0.75}));
}

#[test]
fn totals_that_are_no_means_are_noted() {
    let (gold, predictions) = capitals();
    let script = "def score(gold, predictions):\n    \
                  return {'em': 0.9, 'rows': [{'em': 1} for one in gold]}\n";
    let report = scored("script-totals", script, &gold, &predictions, &[]);
    let noted = report["diagnostics"].as_array().unwrap();
    let found = noted.iter().find(|one| one["code"] == "script_totals").unwrap();
    assert!(found["message"].as_str().unwrap().contains("gives em 0.9"), "{found}");
}

#[test]
fn a_script_that_fails_is_named_with_its_line() {
    let (gold, predictions) = capitals();
    let folder = Folder::new("script-bad");
    let gold = folder.file("gold.jsonl", lines(&gold));
    let run_file = folder.file("run.jsonl", lines(&predictions));
    let row = |body: &str| format!("def score_row(gold, prediction):\n    {body}\n");
    let cases: &[(String, &[&str])] = &[
        (row("while True: pass"), &["took too long", "1 s"]),
        (
            row("return {'em': gold['nothing']}"),
            &["line 2", "KeyError: 'nothing'", "gold row 1 (a)"],
        ),
        (row("print('here'); raise ValueError('no')"), &["It printed:", "here", "ValueError: no"]),
        (row("return {'em': float('nan')}"), &["em is nan", "gold row 1"]),
        (row("return {'em': 'yes'}"), &["em is of type str"]),
        (row("return {'em': 73}"), &["em is 73", "between 0 and 1"]),
        (row("return 1"), &["the result is of type int"]),
        (row("return {}"), &["0 metrics"]),
        (row("return {gold['id']: 1}"), &["the metrics are b", "gold row 2 (b)"]),
        (row("return {'a b': 1}"), &["'a b' is not a valid name"]),
        (row("raise SystemExit(4)"), &["SystemExit: 4", "gold row 1"]),
        (row("return score_row(gold, prediction)"), &["RecursionError"]),
        (row("return {'em': len('x' * 10**11)}"), &["MemoryError"]),
        (
            row("import socket; socket.create_connection(('192.0.2.1', 80))"),
            &["may not use socket."],
        ),
        (row("import os; os.system('id')"), &["may not use os.system"]),
        (row("import subprocess; subprocess.run(['id'])"), &["may not use subprocess.Popen"]),
        (
            row("return {'em': len(open('/etc/passwd').read()) > 0}"),
            &["may not open '/etc/passwd'"],
        ),
        (row("open('left.txt', 'w')"), &["may not open 'left.txt'"]),
        (row("import os; os._exit(3)"), &["ended as crash", "3"]),
        (row("import numpy"), &["No module named 'numpy'"]),
        ("def score(gold, predictions)\n    pass\n".to_owned(), &["line 1", "SyntaxError"]),
        ("x = 1\n".to_owned(), &["has no scorer", "define score"]),
        (row("return {'em': 1}") + "def score(g, p): return {}\n", &["2 scorers"]),
        ("def score(g, p): return {'rows': [{'em': 1}]}\n".to_owned(), &["length 1", "4 rows"]),
        ("def score(g, p): return {'em': 12.5}\n".to_owned(), &["em is 12.5", "between 0 and 1"]),
        ("def score(g, p): return [1]\n".to_owned(), &["score returns list"]),
    ];
    for (script, words) in cases {
        let path = folder.file("score.py", script);
        let given = ["score", "--script", &path, "--gold", &gold, "--predictions", &run_file];
        let output = run(&[&given[..], &["--time-limit", "5"]].concat());
        let loops = script.contains("while");
        let output =
            if loops { run(&[&given[..], &["--time-limit", "1"]].concat()) } else { output };
        assert_code(&output, 1);
        let said = stderr(&output);
        for word in *words {
            assert!(said.contains(word), "{script}: {word} is not in {said}");
        }
        assert!(said.contains("error[bad_script]") && said.contains("score.py"), "{said}");
        assert!(said.len() < 6000, "{said}");
    }
    assert!(!std::path::Path::new("left.txt").exists());
}

#[test]
fn lists_are_for_the_script_and_null_is_no_prediction() {
    let script = "def score_row(gold, prediction):\n    said = set(prediction['prediction'])\n    \
                  return {'f1': len(said & set(gold['answers'])) / len(said | set(gold['answers']))}\n";
    let gold = ["a", "b", "c"].map(|id| json!({"id": id, "answers": ["x", "y"]}));
    let run = [
        json!({"id": "a", "prediction": ["y", "x"]}),
        json!({"id": "b", "prediction": ["x"]}),
        json!({"id": "c", "prediction": null}),
    ];
    let report = scored("script-lists", script, &gold, &run, &[]);
    assert!((mean(&report, "f1") - 0.5).abs() < 1e-12);
    let doubts = report["provisional"].to_string();
    assert!(!doubts.contains("nested_predictions"), "{doubts}");
}

#[test]
fn prints_are_cut() {
    let (gold, predictions) = capitals();
    let folder = Folder::new("script-prints");
    let gold = folder.file("gold.jsonl", lines(&gold));
    let run_file = folder.file("run.jsonl", lines(&predictions));
    let script = "def score(gold, predictions):\n    for one in range(10**6): print('line', one)\n    \
                  return {'em': 1}\n";
    let script = folder.file("score.py", script);
    let output = run(&["score", "--script", &script, "--gold", &gold, "--predictions", &run_file]);
    assert_code(&output, 0);
    let said = stderr(&output);
    assert!(said.contains("line 0\nline 1\n") && said.contains("more characters)"), "{said}");
    assert!(said.len() < 20_000, "{}", said.len());
}

#[test]
fn python_is_named_or_refused() {
    let (gold, predictions) = capitals();
    let folder = Folder::new("script-python");
    let gold = folder.file("gold.jsonl", lines(&gold));
    let run_file = folder.file("run.jsonl", lines(&predictions));
    let script = folder.file("score.py", EXACT);
    let given = ["score", "--script", &script, "--gold", &gold, "--predictions", &run_file];
    let output = run(&[&given[..], &["--python", "/no/python"]].concat());
    assert_code(&output, 2);
    assert!(stderr(&output).contains("/no/python does not run here"), "{}", stderr(&output));
    assert!(stderr(&output).contains("--python"));
    let output = run(&given);
    assert!(stderr(&output).starts_with("score.py is run by Python 3."), "{}", stderr(&output));
    assert_code(&run(&[&given[..], &["--preset", "squad-v1"]].concat()), 2);
}

#[test]
fn a_hosted_script_runs_only_by_a_python_that_is_named() {
    let (gold, predictions) = capitals();
    let folder = Folder::new("script-hosted");
    let gold = folder.file("gold.jsonl", lines(&gold));
    let mut whole = predictions.clone();
    whole.push(json!({"id": "d", "prediction": "Bern"}));
    let run_file = folder.file("run.jsonl", lines(&whole));
    let script = folder.file("score.py", EXACT);
    let site = folder.path("site");
    let made = ["host", "--script", &script, "--gold", &gold, "--out", &site, "--join", "id"];
    let output = run(&[&made[..], &["--title", "Capitals", "--sample", &run_file]].concat());
    assert_code(&output, 0);
    assert!(stdout(&output).contains("run.jsonl is accepted"), "{}", stdout(&output));
    assert_eq!(std::fs::read_to_string(format!("{site}/score.py")).unwrap(), EXACT);
    let refused = run(&["score", "--scorer", &site, &run_file]);
    assert_code(&refused, 2);
    assert!(stderr(&refused).contains("--python python3"), "{}", stderr(&refused));
    let output = run(&["score", "--scorer", &site, "--python", "python3", &run_file]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["host"]["comparable"], true);
    assert!((mean(&report, "EM") - 0.75).abs() < 1e-12);
    let kept = folder.file("report.json", stdout(&output));
    let again =
        ["verify", &kept, "--scorer", &site, "--python", "python3", "--predictions", &run_file];
    assert_code(&run(&again), 0);
    // A script that has changed is another one.
    std::fs::write(format!("{site}/score.py"), format!("{EXACT}\n")).unwrap();
    let changed = run(&["score", "--scorer", &site, "--python", "python3", &run_file]);
    assert_code(&changed, 1);
    assert!(stderr(&changed).contains("not the script whose SHA-256"), "{}", stderr(&changed));
}
