//! Several runs on the command line: baselines, conditions that fail a pipeline, tables for papers.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use scoredrop_testing::{File, runs_of};

/// Files on a disk for the command.
struct OnDisk {
    folder: Folder,
    gold: String,
    predictions: Vec<String>,
}

fn on_disk(name: &str, files: &[File]) -> OnDisk {
    let folder = Folder::new(name);
    let mut paths: Vec<String> =
        files.iter().map(|file| folder.file(&file.name, &file.bytes)).collect();
    let predictions = paths.split_off(1);
    OnDisk { folder, gold: paths.remove(0), predictions }
}

impl OnDisk {
    fn score(&self, more: &[&str]) -> std::process::Output {
        let mut arguments = vec!["score", "--preset", "squad-v1", "--gold", &self.gold];
        arguments.push("--predictions");
        arguments.extend(self.predictions.iter().map(String::as_str));
        arguments.extend(more);
        run(&arguments)
    }
}

#[test]
fn conditions_end_with_code_3() {
    let good = |index: usize| index % 10 != 7;
    let weak = |index: usize| index % 10 != 7 && index % 6 != 1;
    let files = runs_of(120, &[("good.jsonl", &good), ("weak.jsonl", &weak)]);
    let disk = on_disk("conditions", &files);
    let out = disk.folder.path("report.json");
    for (conditions, code, words) in [
        (&["exact_match<0.7"][..], 0, ""),
        (
            &["exact_match<0.8"],
            3,
            "failed: exact_match of weak.jsonl is 0.7666666666666667 (exact_match<0.8)",
        ),
        (&["f1>0.5", "exact_match<0.1"], 3, "failed: f1 of good.jsonl is"),
        (
            &["worse-than-baseline"],
            3,
            "failed: worse than the baseline: weak 76.7, good 90.0: good is better by 13.3 points",
        ),
        (&["contains_answer<0.5"], 2, "good.jsonl has no value of contains_answer"),
        (&["exact_match<70"], 2, "exact_match has values from 0 to 1; give a limit"),
        (&["exact match"], 2, "write METRIC<LIMIT"),
    ] {
        let mut more = vec!["--out", &out];
        for condition in conditions {
            more.extend(["--fail-if", condition]);
        }
        let output = disk.score(&more);
        assert_code(&output, code);
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        // A report is written whatever the conditions say.
        assert_eq!(std::fs::remove_file(&out).is_ok(), code != 2);
    }
    // Against the weak one nobody is worse.
    let output = disk
        .score(&["--baseline", "weak.jsonl", "--fail-if", "worse-than-baseline", "--out", &out]);
    assert_code(&output, 0);
    let output = disk.score(&["--baseline", "strong.jsonl"]);
    assert_code(&output, 2);
    let said = stderr(&output);
    assert!(
        said.contains("error[baseline]: no run is named strong.jsonl")
            && said.contains("good.jsonl, weak.jsonl"),
        "{said}"
    );
    let alone = on_disk("alone", &files[..2]);
    assert_code(&alone.score(&["--fail-if", "worse-than-baseline"]), 2);
}

#[test]
fn tables_for_papers() {
    let good = |index: usize| index % 10 != 7;
    let weak = |index: usize| index % 10 != 7 && index % 6 != 1;
    let disk = on_disk("tables", &runs_of(120, &[("good_1.jsonl", &good), ("weak.jsonl", &weak)]));
    let latex = disk.score(&["--format", "latex"]);
    assert_code(&latex, 0);
    let latex = stdout(&latex);
    for line in [
        "run & Exact match & Token F1 & $n$ & difference & $p$ \\\\",
        "good\\_1.jsonl & 90.0 (83.3--94.2) & 90.0 (84.2--95.0) & 120 & baseline & -- \\\\",
        "\\label{tab:squad-v1}",
        "\\bottomrule",
    ] {
        assert!(latex.lines().any(|other| other == line), "{line}\n{latex}");
    }
    assert_eq!(latex.matches("\\begin{tabular}").count(), 1);
    assert_eq!(latex.matches('{').count(), latex.matches('}').count());
    let markdown = disk.score(&["--format", "markdown"]);
    assert!(
        stdout(&markdown)
            .contains("\n- Exact match: weak 76.7, good\\_1 90.0: good\\_1 is better by")
    );
}

/// What a run would be by a second rule fails nothing, and is nothing to be compared with.
#[test]
fn second_rules_are_no_conditions() {
    let upper = |index: usize| index.is_multiple_of(2);
    let mut files = runs_of(60, &[("run.jsonl", &upper)]);
    let text = String::from_utf8(files[1].bytes.clone()).unwrap().replace("answer", "Answer");
    files[1].bytes = text.into_bytes();
    let disk = on_disk("twins", &files);
    let twin = ["--twin", "case=keep", "--format", "aggregates-csv", "--fail-if"];
    let with = |condition: &str| disk.score(&[&twin[..], &[condition]].concat());
    let output = with("exact_match<0.4");
    assert_code(&output, 0);
    assert!(stdout(&output).contains("run.jsonl (case=keep),exact_match,,,0.0,"), "{output:?}");
    assert_code(&with("exact_match<0.6"), 3);
    assert_code(&with("worse-than-baseline"), 2);
    // What cannot be had is not left out in silence.
    assert_code(&disk.score(&["--slice", "colour"]), 1);
    assert_code(&disk.score(&["--cluster", "colour"]), 1);
    assert_code(&disk.score(&["--twin", "case"]), 1);
}
