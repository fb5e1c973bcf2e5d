//! The same bytes on any number of processors.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::ExportFormat;
use scoredrop_testing::exam::lines;
use scoredrop_testing::{File, as_preset, in_memory};
use serde_json::json;

const QUESTIONS: usize = 3_000;

/// Questions with these gold answers in turn, and two runs: some right, some not, some missing.
fn files(golds: &[&str], outputs: &[&str]) -> Vec<File> {
    let gold = (0..QUESTIONS).map(|row| {
        let answers = [golds[row % golds.len()]];
        json!({ "id": row, "question": format!("question {row}"), "answers": answers })
    });
    let run = |run: usize| {
        let answered = (0..QUESTIONS).filter(move |row| row % (11 + run) != 0);
        answered.map(move |row| {
            let output = outputs[(row * (run + 1) + row / 7) % outputs.len()];
            json!({ "id": row, "prediction": output })
        })
    };
    vec![
        File::gold("gold.jsonl", lines(gold)),
        File::predictions("one.jsonl", lines(run(0))),
        File::predictions("two.jsonl", lines(run(1))),
    ]
}

/// The report of files that so many processors score.
fn report(files: &[File], preset: &str, processors: usize) -> Vec<u8> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(processors).build().unwrap();
    threads.install(|| {
        let choices = as_preset(preset);
        let report = scoredrop::score(&in_memory(files, &choices), choices).unwrap();
        let mut bytes = Vec::new();
        report.write(ExportFormat::Json, &mut bytes).unwrap();
        bytes
    })
}

#[test]
fn any_number_of_processors_makes_the_same_report() {
    for (preset, golds, outputs) in [
        ("squad-v2", ["Paris", "in Rome", ""], ["Paris.", "the city of Rome", ""]),
        ("math", ["1/2", "x^2", "-3"], ["0.5", "so $\\boxed{x^{2}}$", "it is \\boxed{3}"]),
        ("plain-closed", ["yes", "no", "yes"], ["Yes, it is.", "No.", "perhaps"]),
        ("climate-finance", ["12.5 %", "1,200", "low"], ["12.5", "1.2 thousand", "Low"]),
    ] {
        let files = files(&golds, &outputs);
        let one = report(&files, preset, 1);
        for processors in [2, 3, 7] {
            assert!(one == report(&files, preset, processors), "{preset}, {processors}");
        }
    }
}
