//! Drops of files that people published, with what must come of them. They belong to others and are
//! not part of the project: where they are absent nothing is tested, and that is said.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop_testing::skip;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// How many drops give at once what they must.
const RIGHT: usize = 127;

fn shared() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared")
}

/// Whether a number in per cent is one of those that are expected.
fn is_near(found: f64, expected: &Value) -> bool {
    let near = |value: &Value| (found - value.as_f64().unwrap()).abs() <= 0.051;
    expected.as_array().map_or_else(|| near(expected), |all| all.iter().any(near))
}

/// The means of a report in per cent, by run.
fn means(report: &Value) -> Vec<(String, Vec<f64>)> {
    let runs = report["runs"].as_array().unwrap().iter();
    runs.map(|run| {
        let whole = run["aggregates"].as_array().unwrap().iter();
        let whole = whole.filter(|one| one["group"].is_null());
        let means = whole.filter_map(|one| Some(one["mean"].as_f64()? * 100.0)).collect();
        (run["name"].as_str().unwrap().to_owned(), means)
    })
    .collect()
}

fn is_right(pair: &Value, code: i32, output: &[u8]) -> bool {
    match pair["reaction"].as_str().unwrap() {
        // The command line runs no programs.
        "refuse" | "run" => code == 1,
        // A refusal that says what is missing asks for it.
        "ask" => code == 4 || code == 1,
        _ if code == 0 => {
            let means = means(&serde_json::from_slice(output).unwrap());
            let some = |expected: &Value, name: &str| {
                means.iter().any(|(run, values)| {
                    run.to_lowercase().contains(&name.to_lowercase())
                        && values.iter().any(|one| is_near(*one, expected))
                })
            };
            let expect = pair["expect"].as_object().unwrap();
            match expect.get("runs").and_then(Value::as_object) {
                Some(runs) => runs.iter().all(|(name, expected)| some(expected, name)),
                None => expect.values().all(|expected| some(expected, "")),
            }
        }
        _ => false,
    }
}

#[test]
fn published_files_are_read_rightly() {
    let Ok(manifest) = std::fs::read_to_string(shared().join("pairs/manifest.jsonl")) else {
        skip("the published files are not here");
        return;
    };
    let (mut right, mut all) = (0, 0);
    let mut others = Vec::new();
    let mut silent = Vec::new();
    for line in manifest.lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        let files = pair["files"].as_array().unwrap().iter();
        let files = files.map(|file| shared().join(file.as_str().unwrap()));
        let output =
            Command::new(env!("CARGO_BIN_EXE_scoredrop")).arg("drop").args(files).output().unwrap();
        all += 1;
        if is_right(&pair, output.status.code().unwrap(), &output.stdout) {
            right += 1;
            continue;
        }
        let words = format!("{}: {}", pair["n"], pair["what"]);
        let said = String::from_utf8_lossy(&output.stderr).contains("provisional: ");
        if output.status.success() && !said {
            silent.push(words.clone());
        }
        others.push(words);
    }
    eprintln!("{right} of {all} right; not: {others:#?}; without a word: {silent:#?}");
    assert!(right >= RIGHT, "{right} of {all}: {others:#?}");
    assert_eq!(silent, Vec::<String>::new());
}
