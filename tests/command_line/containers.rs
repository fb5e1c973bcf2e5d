//! ZIP archives, workbooks and Inspect logs on the command line: the same scores as from plain files.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use rust_xlsxwriter::Workbook;
use scoredrop_testing::archives::{Method, Zip, gzip, zip};
use scoredrop_testing::real;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

/// A workbook of sheets, each a name and rows of JSON objects: texts as texts, lists as JSON.
fn workbook(sheets: &[(&str, &[Value])]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    for (name, rows) in sheets {
        let sheet = workbook.add_worksheet().set_name(*name).unwrap();
        let mut columns: Vec<&String> = Vec::new();
        for (row, object) in (1u32..).zip(*rows) {
            for (name, value) in object.as_object().unwrap() {
                let known = columns.iter().position(|column| *column == name);
                let column = known.unwrap_or_else(|| {
                    columns.push(name);
                    columns.len() - 1
                });
                let column = u16::try_from(column).unwrap();
                match value {
                    Value::String(text) => sheet.write(row, column, text).unwrap(),
                    Value::Number(number) => {
                        sheet.write(row, column, number.as_f64().unwrap()).unwrap()
                    }
                    other => sheet.write(row, column, other.to_string()).unwrap(),
                };
            }
        }
        for (column, name) in (0u16..).zip(columns) {
            sheet.write(0, column, name).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn lines(path: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn report(arguments: &[&str]) -> Value {
    let output = run(&[&["score"], arguments].concat());
    assert_code(&output, 0);
    serde_json::from_str(stdout(&output)).unwrap()
}

/// A report without what says where its rows came from, line by line.
fn scores(mut report: Value) -> Vec<String> {
    for part in ["sources", "diagnostics", "signature", "readings"] {
        report[part].take();
    }
    for run in report["runs"].as_array_mut().unwrap() {
        // The file's name, where no model is named.
        run["name"].take();
    }
    serde_json::to_string_pretty(&report).unwrap().lines().map(str::to_owned).collect()
}

/// Shows the first difference only.
fn assert_same(found: Value, expected: Value) {
    let (found, expected) = (scores(found), scores(expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn workbooks_score_as_json_lines_do() {
    let folder = Folder::new("workbooks");
    let (gold, predictions) =
        (lines("samples/nq/gold.jsonl"), lines("samples/nq/predictions.jsonl"));
    let book = workbook(&[("gold", &gold), ("predictions", &predictions), ("notes", &[])]);
    let path = folder.file("nq.xlsx", &book);
    let plain = ["samples/nq/gold.jsonl", "samples/nq/predictions.jsonl"];
    let score = |gold: &str, predictions: &str| {
        report(&["--preset", "nq", "--gold", gold, "--predictions", predictions])
    };
    let expected = score(plain[0], plain[1]);
    let found = score(&path, &format!("{path}#predictions"));
    let digest = Sha256::digest(&book).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    for (source, (role, sheet, rows)) in found["sources"]
        .as_array()
        .unwrap()
        .iter()
        .zip([("gold", "gold", 24), ("predictions", "predictions", 49)])
    {
        assert_eq!(
            *source,
            json!({
                "role": role, "name": "nq.xlsx", "bytes": book.len(), "sha256": digest,
                "format": "xlsx", "encoding": "utf-8", "rows": rows, "member": sheet
            })
        );
    }
    assert_same(found, expected);
    let output = run(&["check", "--gold", &path, "--predictions", &format!("{path}#predictions")]);
    assert_code(&output, 0);
    // A row is that of the sheet, and the file is named with its sheet.
    for line in [
        "warning[blank_prediction]: the prediction for \"who discovered penicillin\" is blank \
         (nq.xlsx (sheet predictions), row 11)",
        "note[other_sheets]: the sheet \"gold\" is read; the workbook also has \"predictions\" \
         (nq.xlsx (sheet gold)) -> to read another sheet, \
         choose it in the file's panel, or name it: FILE#SHEET",
    ] {
        assert!(stdout(&output).lines().any(|said| said == line), "{}", stdout(&output));
    }
}

#[test]
fn rows_are_the_sheets_whatever_the_cells_hold() {
    let folder = Folder::new("sheet-rows");
    let rows = [
        json!({"id": "a", "answer": "one\ntwo\nthree", "prediction": "one two three"}),
        json!({"id": "b", "answer": "x", "prediction": "line\r\nbreaks"}),
        json!({"id": "c", "answer": "x", "prediction": ""}),
    ];
    let path = folder.file("table.xlsx", workbook(&[("Data", &rows)]));
    let output = run(&["check", "--table", &path]);
    assert!(
        stdout(&output).contains("is blank (table.xlsx (sheet Data), row 4)"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_sheet_of_one_column_keeps_its_blanks() {
    let folder = Folder::new("one-column");
    let rows = ["a", "b; c, d", "", "x\ty"].map(|answer| json!({"answer": answer}));
    let gold = folder.file("gold.xlsx", workbook(&[("Data", &rows)]));
    let predictions = folder.file("predictions.txt", "a\nb; c, d\n\nx\ty\n");
    let found = report(&["--preset", "squad-v1", "--gold", &gold, "--predictions", &predictions]);
    assert_eq!(found["sources"][0]["rows"], 4);
    assert_eq!(found["sources"][0]["format"], "xlsx");
}

#[test]
fn what_a_spreadsheet_damaged_is_said() {
    let folder = Folder::new("spreadsheet");
    let gold: Vec<Value> =
        (1..4u32).map(|n| json!({"id": format!("123456789012345678{n}"), "answer": "x"})).collect();
    let rows: Vec<Value> = (1..4u32)
        .map(|n| json!({"id": 1_234_567_890_123_450_000.0 + f64::from(n) * 1e6, "prediction": "x"}))
        .collect();
    let gold: String = gold.iter().fold(String::new(), |text, row| format!("{text}{row}\n"));
    let gold = folder.file("gold.jsonl", gold);
    let path = folder.file("predictions.xlsx", workbook(&[("Data", &rows)]));
    let output = run(&["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &path]);
    assert_code(&output, 1);
    let folder = Folder::new("spreadsheet-2");
    let rows = [
        json!({"id": "1", "prediction": "x"}),
        json!({"id": "2", "prediction": "#REF!"}),
        json!({"id": "3", "prediction": "3.14E+15"}),
    ];
    let path = folder.file("predictions.xlsx", workbook(&[("Data", &rows)]));
    let gold = folder.file("gold.csv", "id,answer\n1,x\n2,x\n3,x\n");
    let output = run(&["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &path]);
    assert_code(&output, 0);
    let line = "warning[exponent_form]: a text has a form such as 1.23E+15, which loses digits \
                (predictions.xlsx (sheet Data), row 4, column \"prediction\") -> copy the ids again from \
                their source";
    assert!(stderr(&output).lines().any(|said| said == line), "{}", stderr(&output));
}

#[test]
fn an_archive_of_predictions_is_a_run_for_each_member() {
    let folder = Folder::new("archive");
    let gold = "{\"id\": 1, \"answer\": \"x\"}\n{\"id\": 2, \"answer\": \"y\"}\n";
    let right = "{\"id\": 1, \"prediction\": \"x\"}\n{\"id\": 2, \"prediction\": \"y\"}\n";
    let half = "id,prediction\n1,x\n2,z\n";
    let runs = folder.file(
        "runs.zip",
        zip(&[
            ("__MACOSX/._a", ""),
            ("a/right.jsonl", right),
            ("README.md", "x"),
            ("b/half.csv", half),
        ]),
    );
    let data = folder.file("data.zip", zip(&[("LICENSE", "x"), ("data/gold.jsonl", gold)]));
    let files = ["--preset", "squad-v1", "--gold", &data, "--predictions"];
    let found = report(&[&files[..], &[&runs]].concat());
    let means: Vec<(&str, &Value)> = found["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| (run["name"].as_str().unwrap(), &run["aggregates"][0]["mean"]))
        .collect();
    assert_eq!(
        means,
        [("runs.zip (a/right.jsonl)", &json!(1.0)), ("runs.zip (b/half.csv)", &json!(0.5))]
    );
    let source = |at: usize, field: &str| found["sources"][at][field].as_str().unwrap().to_owned();
    assert_eq!(
        (source(0, "format"), source(0, "member")),
        ("zip/jsonl".to_owned(), "data/gold.jsonl".to_owned())
    );
    assert_eq!(
        (source(2, "format"), source(2, "name")),
        ("zip/csv".to_owned(), "runs.zip".to_owned())
    );
    let found = report(&[&files[..], &[&format!("{runs}#half.csv")]].concat());
    assert_eq!(found["runs"].as_array().unwrap().len(), 1);
    assert_eq!(found["runs"][0]["aggregates"][0]["mean"], 0.5);
    // As gold it must be clear which one is meant.
    let output = run(&["check", "--gold", &runs, "--predictions", &runs]);
    assert_code(&output, 1);
    assert_eq!(
        stderr(&output).lines().next().unwrap(),
        "error[which_member]: the archive contains several files: a/right.jsonl, README.md (is \
         text to read), b/half.csv (runs.zip) -> choose one by FILE#MEMBER"
    );
    let output = run(&["check", "--gold", &format!("{data}#gold.json"), "--predictions", &runs]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[no_member]"), "{}", stderr(&output));
}

/// Gold answers of two questions, and as many runs of them in an archive, all of one name but for their folder.
fn many(count: usize) -> (&'static str, Vec<u8>) {
    let gold = "{\"id\": \"a\", \"answer\": \"x\"}\n{\"id\": \"b\", \"answer\": \"y\"}\n";
    let mut archive = Zip::default();
    for run in 0..count {
        let said = if run % 2 == 0 { "y" } else { "z" };
        let rows = format!(
            "{{\"id\": \"a\", \"prediction\": \"x\"}}\n{{\"id\": \"b\", \"prediction\": \
             \"{said}\"}}\n"
        );
        archive.add(&format!("{run}/predictions.jsonl"), rows.as_bytes(), Method::Stored);
    }
    (gold, archive.finish())
}

/// Scores `count` runs of an archive; returns the report and the CPU time in seconds.
#[cfg(unix)]
fn score_many(count: usize) -> (Value, f64) {
    let folder = Folder::new("many-runs");
    let (gold, archive) = many(count);
    let (gold, runs) = (folder.file("gold.jsonl", gold), folder.file("runs.zip", archive));
    let out = folder.path("report.json");
    let output = Command::new("sh")
        .args(["-c", "\"$0\" \"$@\" && times", env!("CARGO_BIN_EXE_scoredrop"), "score"])
        .args(["--preset", "squad-v1", "--gold", &gold, "--predictions", &runs, "--out", &out])
        .output()
        .unwrap();
    assert_code(&output, 0);
    // The second line is for what the shell has started: `0m2.440000s 0m0.120000s`.
    let times = stdout(&output).lines().nth(1).unwrap();
    let seconds = |time: &str| -> f64 {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    };
    let cpu = times.split_whitespace().map(seconds).sum();
    (serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap(), cpu)
}

#[test]
#[cfg(unix)]
fn as_many_runs_as_are_allowed_are_scored_in_linear_time() {
    let (_, few) = score_many(500);
    let (found, all) = score_many(2_000);
    // Four times as many runs.
    assert!(all < 7.0 * few, "500 runs: {few} s, 2 000 runs: {all} s");
    let found = found["runs"].as_array().unwrap();
    assert_eq!(found.len(), 2_000);
    let mean = |run: usize| found[run]["aggregates"][0]["mean"].as_f64().unwrap();
    assert!((0..2_000).all(|run| mean(run) == if run % 2 == 0 { 1.0 } else { 0.5 }));
}

/// What a command said on standard error, with plain spaces in its numbers.
fn plain_spaces(output: &Output) -> String {
    stderr(output).replace('\u{202f}', " ")
}

#[test]
fn more_runs_than_are_allowed_are_refused_before_any_work() {
    let folder = Folder::new("too-many-runs");
    let (gold, archive) = many(2_001);
    let (gold, runs) = (folder.file("gold.jsonl", gold), folder.file("runs.zip", archive));
    let most = "Scoredrop scores at most 2 000 runs at a time (runs.zip) -> give only the gold file and the runs \
                to compare, or score them in several steps\n";
    let output = run(&["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &runs]);
    assert_code(&output, 1);
    let said = format!("error[too_many_runs]: these are 2 001 files in one archive; {most}");
    assert_eq!(plain_spaces(&output), said);
    // Files one by one are counted before one of them is opened.
    let none = folder.path("none.jsonl");
    let files = [&["drop", &gold][..], &vec![&*none; 2_002]].concat();
    let output = run(&files);
    assert_code(&output, 1);
    let said = plain_spaces(&output);
    assert!(said.starts_with("error[too_many_runs]: these are 2 003 files; "), "{said}");
    // Runs of one file are counted once it is read.
    let mut rows = String::new();
    for model in 0..2_001 {
        for id in ["a", "b"] {
            writeln!(rows, "{{\"id\": \"{id}\", \"model\": \"m{model}\", \"prediction\": \"x\"}}")
                .unwrap();
        }
    }
    let rows = folder.file("rows.jsonl", rows);
    let output = run(&["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &rows]);
    assert_code(&output, 1);
    let said = plain_spaces(&output);
    assert!(said.starts_with("error[too_many_runs]: these are 2 001 runs; "), "{said}");
}

#[test]
fn a_name_with_a_hash_of_its_own_comes_first() {
    let folder = Folder::new("hash");
    let gold = folder.file("gold#1.csv", "id,answer\n1,x\n");
    let predictions = folder.file("p.csv", "id,prediction\n1,x\n");
    report(&["--preset", "squad-v1", "--gold", &gold, "--predictions", &predictions]);
    let named = format!("{predictions}#x");
    let output = run(&["check", "--gold", &gold, "--predictions", &named]);
    assert_code(&output, 1);
    assert!(
        stderr(&output).contains("error[no_member]: p.csv is not an archive"),
        "{}",
        stderr(&output)
    );
    let output = run(&["check", "--gold", &gold, "--predictions", &folder.path("none#x")]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("none#x"), "{}", stderr(&output));
    // What is read is never written to, under whatever name.
    let book = folder.file("p.xlsx", workbook(&[("S", &[json!({"id": 1, "prediction": "x"})])]));
    let named = format!("{book}#S");
    let output = run(&[
        "score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &named, "--out", &book,
    ]);
    assert_code(&output, 2);
}

#[test]
fn what_cannot_be_unpacked_is_bad_input() {
    let folder = Folder::new("bad-archives");
    let gold = folder.file("gold.csv", "id,answer\n1,x\n");
    let mut secret = Zip::default();
    secret.encrypted = true;
    secret.add("p.csv", b"id,prediction\n1,x\n", Method::Stored);
    let sound = zip(&[("p.csv", "id,prediction\n1,x\n")]);
    for (name, bytes, code) in [
        ("secret.zip", secret.finish(), "no_member"),
        ("cut.zip", sound[..sound.len() - 9].to_vec(), "damaged_archive"),
        ("empty.zip", Zip::default().finish(), "no_member"),
        ("letter.docx", zip(&[("word/document.xml", "x")]), "unsupported_container"),
    ] {
        let path = folder.file(name, bytes);
        let output = run(&["check", "--gold", &gold, "--predictions", &path]);
        assert_code(&output, 1);
        let said = format!("error[{code}]");
        assert!(stderr(&output).starts_with(&said), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(&format!("({name})")), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(" -> "), "{name}: {}", stderr(&output));
    }
}

/// Files that unpack to 1 GiB are refused with their code by a process that may have 256 MiB of memory.
#[test]
#[cfg(target_os = "linux")]
fn bombs_are_refused_within_256_mb() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let folder = Folder::new("bombs");
    let gold = folder.file("gold.csv", "id,answer\n1,x\n");
    let some = vec![b'0'; 16 << 20];
    let mut archive = Zip::default();
    for member in 0..64 {
        archive.add(&format!("{member}.jsonl"), &some, Method::Deflate);
    }
    let mut single = Zip::default();
    single.add("runs.jsonl", &vec![0; 1 << 30], Method::Deflate);
    for (name, bytes) in [
        ("a.jsonl.gz", gzip(&some).repeat(64)),
        ("a.jsonl.zst", compress_to_vec(&some[..], CompressionLevel::Fastest).repeat(64)),
        ("many.zip", archive.finish()),
        ("one.zip", single.finish()),
    ] {
        let path = folder.file(name, bytes);
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 262144; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_scoredrop")])
            .args(["check", "--gold", &gold, "--predictions", &path])
            // Memory that is only reserved counts here, too.
            .env("MALLOC_ARENA_MAX", "1")
            .output()
            .unwrap();
        assert!(stderr(&output).starts_with("error[too_large]"), "{name}: {}", stderr(&output));
        assert_code(&output, 1);
    }
}

#[test]
fn an_inspect_log_is_a_run() {
    let folder = Folder::new("inspect");
    let head = json!({
        "version": 2, "status": "success",
        "eval": {"run_id": "r", "task": "capitals", "task_id": "t", "model": "openai/gpt-4o"}
    });
    let samples: Vec<Value> = [
        ("1", "Paris", "paris"),
        ("2", "Rome", "It is Milan"),
        ("3", "Bern", "Bern"),
    ]
    .map(|(id, target, answer)| {
        let message = json!({"role": "assistant", "content": answer});
        json!({
            "id": id, "epoch": 1, "input": format!("Capital {id}?"), "target": target,
            "output": {"model": "m", "choices": [{"message": message}], "completion": answer},
            "scores": {"match": {"value": if id == "2" { "I" } else { "C" }}}
        })
    })
    .into();
    let mut document = head.clone();
    document["samples"] = json!(samples);
    let json_log = folder.file("log.json", document.to_string());
    let mut zip = Zip::default();
    zip.add("_journal/start.json", b"{}", Method::Zstd);
    for (number, sample) in (1..).zip(&samples) {
        let name = format!("samples/{number}_epoch_1.json");
        zip.add(&name, sample.to_string().as_bytes(), Method::Zstd);
    }
    zip.add("header.json", head.to_string().as_bytes(), Method::Zstd);
    let log = folder.file("log.eval", zip.finish());
    let gold = folder.file("gold.csv", "id,answer\n1,Paris\n2,Rome\n3,Bern\n");
    for path in [&log, &json_log] {
        // Beside a gold file its answers are predictions; alone it holds both.
        for files in [vec!["--gold", &gold, "--predictions", path], vec!["--table", path]] {
            let found = report(&[&["--preset", "squad-v1"], &files[..]].concat());
            let runs = found["runs"].as_array().unwrap();
            assert_eq!(runs.len(), 1);
            assert_eq!(runs[0]["name"], "openai/gpt-4o");
            assert_eq!(runs[0]["aggregates"][0]["mean"], 2.0 / 3.0);
            let source = found["sources"].as_array().unwrap().last().unwrap();
            assert_eq!(source["format"], "inspect");
            assert_eq!(source["member"], "samples");
        }
    }
}

#[test]
fn climate_finance_bench_scores_alike_from_workbook_and_json() {
    let file =
        |kind: &str| real(&format!("climate_finance_bench/Climate Finance Bench - Dataset.{kind}"));
    let (Some(book), Some(text)) = (file("xlsx"), file("json")) else { return };
    let folder = Folder::new("climate");
    let (book, listed) = (folder.file("gold.xlsx", &book), folder.file("gold.json", &text));
    let golds: Vec<Value> = serde_json::from_slice(&text).unwrap();
    // Predictions of our own: the first half of every answer.
    let predictions: String = golds.iter().fold(String::new(), |text, gold| {
        let answer = gold["Answer"].as_str().unwrap_or_default();
        let half: String = answer.chars().take(answer.chars().count() / 2).collect();
        let row = json!({
            "Company's name": gold["Company's name"], "Question ID": gold["Question ID"],
            "predicted_answer": half
        });
        format!("{text}{row}\n")
    });
    let predictions = folder.file("predictions.jsonl", predictions);
    let score = |gold: &str| {
        report(&["--preset", "climate-finance", "--gold", gold, "--predictions", &predictions])
    };
    let (book, json) = (score(&book), score(&listed));
    assert_eq!(book["sources"][0]["member"], "Annotations");
    assert_eq!(book["sources"][0]["rows"], json["sources"][0]["rows"]);
    assert_same(book, json);
}

#[test]
fn notes_have_the_form_of_diagnostics() {
    use scoredrop::base::diagnostic::{Diagnostic, Severity};
    use scoredrop::base::json_text::json_text;
    let book = workbook(&[("Data", &[json!({"id": "1.23E+15", "answer": "x"})])]);
    let member = scoredrop_testing::archives::unpack("book.xlsx", book, None);
    let note = serde_json::to_value(&member.notes[0]).unwrap();
    let diagnostic: Diagnostic = serde_json::from_value(note.clone()).unwrap();
    assert_eq!(diagnostic.severity, Severity::Warning);
    assert_eq!(diagnostic.file.as_deref(), Some("book.xlsx (sheet Data)"));
    assert_eq!((diagnostic.row, diagnostic.column.as_deref()), (Some(2), Some("id")));
    let text = json_text(&diagnostic);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), note);
}
