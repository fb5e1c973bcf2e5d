//! Submission bundles, the check of one, and leaderboards of several.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use scoredrop::report::board::Entry;
use serde_json::Value;
use std::fs;

const GOLD: &str = "{\"id\": \"a\", \"answers\": [\"Paris\"]}\n{\"id\": \"b\", \"answers\": [\"Rome\"]}\n\
                    {\"id\": \"c\", \"answers\": [\"Oslo\"]}\n{\"id\": \"d\", \"answers\": [\"Bern\"]}\n";

/// Predictions for the four questions.
fn predictions(answers: [&str; 4]) -> String {
    let rows = ["a", "b", "c", "d"].iter().zip(answers);
    rows.fold(String::new(), |text, (id, answer)| {
        format!("{text}{{\"id\": \"{id}\", \"prediction\": \"{answer}\"}}\n")
    })
}

/// Writes a bundle; returns its path.
fn bundle(folder: &Folder, name: &str, answers: [&str; 4], more: &[&str]) -> String {
    let run_file = folder.file(&format!("{name}.jsonl"), predictions(answers));
    let out = folder.path(&format!("{name}.zip"));
    let given = ["bundle", "--predictions", &run_file, "--name", name, "--out", &out];
    let output = run(&[&given[..], more].concat());
    assert_code(&output, 0);
    out
}

#[test]
fn a_bundle_is_scored_again() {
    let folder = Folder::new("bundle-verify");
    let gold = folder.file("gold.jsonl", GOLD);
    let more = ["--preset", "squad-v1", "--gold", &gold, "--licence", "CC0-1.0"];
    let out = bundle(&folder, "alpha", ["Paris", "Milan", "Oslo", "Bern"], &more);
    let output = run(&["verify", &out, "--gold", &gold]);
    assert_code(&output, 0);
    assert!(stdout(&output).starts_with("4 of 4 rows equal"), "{}", stdout(&output));
    // With other gold answers, or another report in it, something differs.
    let other = folder.file("other.jsonl", GOLD.replace("Rome", "Milan"));
    let output = run(&["verify", &out, "--gold", &other]);
    assert_code(&output, 1);
    assert!(stdout(&output).contains("differs  question 2 (b)"), "{}", stdout(&output));
    // A report alone has no predictions.
    let report = run(&[
        "score",
        "--preset",
        "squad-v1",
        "--gold",
        &gold,
        "--predictions",
        &folder.path("alpha.jsonl"),
    ]);
    let report = folder.file("report.json", stdout(&report));
    assert_code(&run(&["verify", &report, "--gold", &gold]), 2);
    // One that is cut off is named as such.
    let bytes = fs::read(&out).unwrap();
    let cut = folder.file("cut.zip", &bytes[..bytes.len() / 2]);
    let output = run(&["verify", &cut, "--gold", &gold]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[bad_bundle]"), "{}", stderr(&output));
    let bad = [
        "bundle", "--preset", "squad-v1", "--gold", &gold, "--name", "x", "--link", "javascript:1",
    ];
    let output =
        run(&[&bad[..], &["--predictions", &folder.path("alpha.jsonl"), "--out", &cut]].concat());
    assert_code(&output, 2);
}

#[test]
fn a_bundle_for_a_hosted_scorer_is_refused_like_its_predictions() {
    let folder = Folder::new("bundle-hosted");
    let gold = folder.file("gold.jsonl", GOLD);
    let site = folder.path("site");
    let made =
        ["host", "--preset", "squad-v1", "--gold", &gold, "--out", &site, "--title", "Capitals"];
    assert_code(&run(&made), 0);
    let out = bundle(&folder, "alpha", ["Paris", "Rome", "Oslo", "Bern"], &["--scorer", &site]);
    assert_code(&run(&["verify", &out, "--scorer", &site]), 0);
    let short = folder.file("short.jsonl", "{\"id\": \"a\", \"prediction\": \"Paris\"}\n");
    let given = ["bundle", "--scorer", &site, "--predictions", &short, "--name", "b", "--out"];
    let output = run(&[&given[..], &[&folder.path("b.zip")]].concat());
    assert_code(&output, 1);
    assert!(stderr(&output).contains("will not be accepted"), "{}", stderr(&output));
    assert!(!std::path::Path::new(&folder.path("b.zip")).exists());
    // A bundle that was made without the scorer is checked by it.
    let out = folder.path("c.zip");
    let given = ["bundle", "--preset", "squad-v1", "--gold", &gold, "--predictions", &short];
    assert_code(&run(&[&given[..], &["--name", "c", "--out", &out]].concat()), 0);
    assert_code(&run(&["verify", &out, "--gold", &gold]), 0);
    let output = run(&["verify", &out, "--scorer", &site]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("refused[missing]"), "{}", stderr(&output));
}

#[test]
fn a_leaderboard_believes_rows_and_takes_each_bundle_once() {
    let folder = Folder::new("bundle-forged");
    let gold = folder.file("gold.jsonl", GOLD);
    let more = ["--preset", "squad-v1", "--gold", &gold];
    let alpha = bundle(&folder, "alpha", ["Paris", "Rome", "Oslo", "Basel"], &more);
    let board = |bundles: &[&str]| {
        let out = folder.path("board");
        run(&[&["leaderboard"], bundles, &["--out", &out]].concat())
    };
    let output = board(&[&alpha, &alpha]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("the same report as alpha.zip"), "{}", stderr(&output));
    let given = ["score", "--preset", "squad-v1", "--gold", &gold, "--predictions"];
    let output = run(&[&given[..], &[&folder.path("alpha.jsonl")]].concat());
    let report = stdout(&output);
    let of = ["alpha", "", "", "alpha.html"];
    assert!(Entry::read(report, of).is_ok());
    let higher = report.replace("\"mean\":0.75", "\"mean\":0.99");
    let words = Entry::read(&higher, of).unwrap_err();
    assert!(words.ends_with("is not the mean of its rows"), "{words}");
}

#[test]
fn a_leaderboard_has_ranks_intervals_and_differences_and_nothing_else() {
    let folder = Folder::new("bundle-board");
    let gold = folder.file("gold.jsonl", GOLD);
    let more = ["--preset", "squad-v1", "--gold", &gold];
    let link = ["--link", "https://alpha.example/?a=1&b=\"2\""];
    let all = [&more[..], &link].concat();
    let alpha = bundle(&folder, "alpha", ["Paris", "Rome", "Oslo", "Basel"], &all);
    let beta = bundle(&folder, "beta", ["Paris", "Milan", "Lyon", "Basel"], &more);
    let out = folder.path("board");
    let output = run(&["leaderboard", &beta, &alpha, "--out", &out, "--title", "<b>Capitals"]);
    assert_code(&output, 0);
    let text = fs::read_to_string(format!("{out}/leaderboard.json")).unwrap();
    let board: Value = serde_json::from_str(&text).unwrap();
    let of = |key: &str| -> Vec<Value> {
        board["submissions"].as_array().unwrap().iter().map(|one| one[key].clone()).collect()
    };
    // Four questions tell nobody apart.
    assert_eq!(of("name"), ["alpha", "beta"]);
    assert_eq!(of("rank"), [1, 1]);
    assert_eq!(of("mean"), [0.75, 0.25]);
    assert!((board["differences"][0]["difference"].as_f64().unwrap() - 0.5).abs() < 1e-12);
    let page = fs::read_to_string(format!("{out}/index.html")).unwrap();
    assert!(page.contains("&lt;b&gt;Capitals") && !page.contains("<b>"), "{page}");
    assert!(page.contains("https://alpha.example/?a=1&amp;b=&quot;2&quot;"), "{page}");
    assert!(page.contains("50.0 points (") && page.contains("default-src 'none'"), "{page}");
    // What is published of a submission is its report, without gold answers.
    let report = fs::read_to_string(format!("{out}/reports/beta.html")).unwrap();
    assert!(report.contains("Lyon") && !report.contains("Rome"));
    let mut files: Vec<_> =
        fs::read_dir(&out).unwrap().map(|one| one.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["index.html", "leaderboard.json", "reports"]);
    // Scores by other rules are not compared.
    let other = bundle(
        &folder,
        "gamma",
        ["Paris", "Rome", "Oslo", "Bern"],
        &["--preset", "nq-open", "--gold", &gold],
    );
    let output = run(&["leaderboard", &alpha, &other, "--out", &folder.path("none")]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("scored with another preset"), "{}", stderr(&output));
    assert!(!std::path::Path::new(&folder.path("none")).exists());
}
