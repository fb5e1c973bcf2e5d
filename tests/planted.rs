//! Planted errors must be said: each file here is wrong in one way that happens to people, and
//! the reader of the score must learn of it. Nothing may panic, and no row may get lost.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{File, as_preset, assert_adds_up, has_code, mean, said, score};
use flate2::Compression;
use flate2::write::GzEncoder;
use scoredrop::diagnostic::Severity;
use scoredrop::error::Error;
use scoredrop::protocol::{Choices, JoinBy};
use scoredrop::report::Reconciliation;
use scoredrop::session::Session;
use serde_json::{Value, json};
use std::io::Write as _;

/// Questions of the gold files below.
const N: usize = 40;

/// An id that does not count rows.
fn id(index: usize) -> String {
    format!("{:04x}", (index * 40_503 + 977) % 65_536)
}

fn question(index: usize) -> String {
    format!("what is the name of the town number {} of the valley", index * 37 % 1009)
}

fn answer(index: usize) -> String {
    let first = ["North", "South", "East", "West", "Upper", "Lower", "Old", "New"][index % 8];
    let second = ["field", "ham", "bury", "mouth", "ford"][index / 8 % 5];
    format!("{first}{second}")
}

fn lines(rows: impl IntoIterator<Item = Value>) -> String {
    rows.into_iter().map(|row| row.to_string() + "\n").collect()
}

fn gold_rows() -> Vec<Value> {
    (0..N)
        .map(|i| json!({ "id": id(i), "question": question(i), "answers": [answer(i)] }))
        .collect()
}

fn gold() -> File {
    File::gold("gold.jsonl", lines(gold_rows()))
}

/// Predictions that are right but for every tenth.
fn prediction(index: usize) -> String {
    if index % 10 == 7 { "Nowhere".to_owned() } else { answer(index) }
}

fn prediction_rows() -> Vec<Value> {
    (0..N).map(|i| json!({ "id": id(i), "prediction": prediction(i) })).collect()
}

fn predictions(rows: impl IntoIterator<Item = Value>) -> File {
    File::predictions("predictions.jsonl", lines(rows))
}

fn squad_v1(files: &[File]) -> Result<Session, Error> {
    score(files, as_preset("squad-v1"))
}

/// Scores, and checks that everything adds up.
fn scored(files: &[File]) -> Session {
    let session = squad_v1(files).unwrap();
    assert_adds_up(&session);
    session
}

fn counts(session: &Session) -> Reconciliation {
    session.score().unwrap().reconciliations[0]
}

fn provisional(session: &Session) -> String {
    session.score().unwrap().provisional.join("; ")
}

/// The problem of a file that cannot be scored at all: its code, its file, and a remedy.
fn refused(files: &[File], code: &str) -> String {
    let error = squad_v1(files).map(|_| ()).unwrap_err();
    let problem = error.problems.iter().find(|problem| problem.code == code);
    let problem = problem.unwrap_or_else(|| panic!("{code} is not among {error}"));
    assert_eq!(problem.severity, Severity::Error);
    assert!(problem.file.is_some() && problem.remedy.is_some(), "{problem}");
    problem.to_string()
}

#[test]
fn without_errors_nothing_is_said() {
    let session = scored(&[gold(), predictions(prediction_rows())]);
    assert_eq!(counts(&session), Reconciliation { gold: 40, answered: 40, ..Default::default() });
    assert_eq!(mean(&session, 0, "exact_match"), 36.0 / 40.0);
    assert_eq!(provisional(&session), "");
    let warned = session.score().unwrap().diagnostics.iter().any(|d| d.severity > Severity::Info);
    assert!(!warned, "{:?}", session.score().unwrap().diagnostics);
}

#[test]
fn roles_swapped() {
    let swapped = |gold: File, predictions: File| {
        [
            File::gold(&predictions.name, predictions.bytes),
            File::predictions(&gold.name, gold.bytes),
        ]
    };
    // The columns have names that fit one role only.
    let error = refused(&swapped(gold(), predictions(prediction_rows())), "no_column");
    assert!(error.contains("swap"), "{error}");
    // Both files call it `answer`; lists, question texts or names are all there is to tell.
    let plain = |i: usize| json!({ "id": id(i), "question": question(i), "answer": answer(i) });
    let short = |i: usize| json!({ "id": id(i), "answer": prediction(i) });
    let session = scored(&swapped(
        File::gold("gold.jsonl", lines((0..N).map(plain))),
        predictions((0..N).map(short)),
    ));
    assert!(provisional(&session).contains("looks more like gold"), "{}", provisional(&session));
    assert_eq!(said(&session, "roles_look_swapped").len(), 1);
}

#[test]
fn shifted_with_ids_intact() {
    for step in [1, N - 1] {
        let shifted = |i: usize| json!({ "id": id(i), "prediction": prediction((i + step) % N) });
        let session = scored(&[gold(), predictions((0..N).map(shifted))]);
        assert_eq!(counts(&session).answered, 40);
        assert_eq!(said(&session, "shifted").len(), 1);
        assert!(provisional(&session).contains("shifted by one row"), "{}", provisional(&session));
    }
}

#[test]
fn shifted_beside_their_questions() {
    for step in [1, N - 1] {
        // The predictions moved, ids and questions did not.
        let shifted = |i: usize| {
            let text = prediction((i + step) % N);
            json!({ "id": id(i), "question": question(i), "prediction": text })
        };
        let session = scored(&[gold(), predictions((0..N).map(shifted))]);
        assert_eq!(said(&session, "shifted").len(), 1);
        assert!(!provisional(&session).is_empty());
        // The ids moved away from questions and predictions: the texts tell.
        let torn = |i: usize| {
            let from = (i + step) % N;
            json!({ "id": id(i), "question": question(from), "prediction": prediction(from) })
        };
        let session = scored(&[gold(), predictions((0..N).map(torn))]);
        assert_eq!(session.joined().unwrap().by.value, JoinBy::Question);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(said(&session, "keys_disagree").len(), 1);
        // Joined on the id by choice, they must not pass either.
        let choices = Choices { join: Some(JoinBy::Id), ..as_preset("squad-v1") };
        let session = score(&[gold(), predictions((0..N).map(torn))], choices).unwrap();
        assert_adds_up(&session);
        assert!(provisional(&session).contains("question texts agree in only 0 of 40"));
    }
}

#[test]
fn shuffled_without_shared_ids() {
    // No id at all: row order is the only key, and it proves nothing.
    let shuffled = |i: usize| json!({ "prediction": prediction(i * 7 % N) });
    let session = scored(&[gold(), predictions((0..N).map(shuffled))]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Row);
    assert!(provisional(&session).contains("row order"), "{}", provisional(&session));
    assert_eq!(said(&session, "row_order").len(), 1);
    // Ids of another kind: they contradict row order, so it is not even tried.
    let foreign = |i: usize| json!({ "id": 9000 + i, "prediction": prediction(i * 7 % N) });
    let files = [gold(), predictions((0..N).map(foreign))];
    refused(&files, "no_match");
    // Chosen, it is.
    let choices = Choices { join: Some(JoinBy::Row), ..as_preset("squad-v1") };
    let session = score(&files, choices).unwrap();
    assert_adds_up(&session);
    assert!(provisional(&session).contains("row order"));
}

#[test]
fn order_does_not_matter_with_ids() {
    let rows = prediction_rows();
    let shuffled = (0..N).map(|i| rows[i * 7 % N].clone());
    let session = scored(&[gold(), predictions(shuffled)]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(provisional(&session), "");
}

#[test]
fn predictions_of_another_split() {
    let other =
        |from: usize| (from..from + N).map(|i| json!({ "id": id(i), "prediction": prediction(i) }));
    let error = refused(&[gold(), predictions(other(N))], "no_match");
    assert!(error.contains(&id(0)) && error.contains(&id(N)), "{error}");
    // 12 of 40 questions are shared.
    let session = scored(&[gold(), predictions(other(28))]);
    assert_eq!((counts(&session).missing, counts(&session).extra), (28, 28));
    assert!(provisional(&session).contains("only 12 of 40"), "{}", provisional(&session));
    assert!(!said(&session, "missing_prediction").is_empty());
    assert!(!said(&session, "extra_prediction").is_empty());
    // 28 of 40.
    let session = scored(&[gold(), predictions(other(12))]);
    assert!(provisional(&session).contains("12 of 40 predictions"), "{}", provisional(&session));
}

#[test]
fn too_few_predictions() {
    let session = scored(&[gold(), predictions(prediction_rows().into_iter().take(19))]);
    assert_eq!(counts(&session).missing, 21);
    assert!(provisional(&session).contains("only 19 of 40"));
}

#[test]
fn squad_scored_as_nq() {
    let qas: Vec<Value> = (0..N)
        .map(
            |i| json!({ "id": id(i), "question": question(i), "answers": [{ "text": answer(i) }] }),
        )
        .collect();
    let paragraphs = json!([{ "context": "c", "qas": qas }]);
    let gold = json!({ "data": [{ "title": "t", "paragraphs": paragraphs }] }).to_string();
    let gold = File::gold("dev-v1.1.json", gold);
    let texts: serde_json::Map<String, Value> =
        (0..N).map(|i| (id(i), prediction(i).into())).collect();
    let predictions = File::predictions("predictions.json", Value::Object(texts).to_string());
    for preset in ["nq", "nq-open", "hotpotqa", "hotpotqa-evoagentx"] {
        let session = score(&[gold.clone(), predictions.clone()], as_preset(preset)).unwrap();
        assert_adds_up(&session);
        assert_eq!(said(&session, "preset_mismatch").len(), 1, "{preset}");
        assert!(provisional(&session).contains("squad-v1"), "{}", provisional(&session));
    }
    let session = score(&[gold, predictions], as_preset("squad-v1")).unwrap();
    assert_eq!(provisional(&session), "");
}

#[test]
fn blank_answers_are_listed() {
    let blanks = [0, 5, 11, 12, 30, 39];
    let rows = (0..N).map(|i| {
        let text = match blanks.iter().position(|blank| *blank == i) {
            Some(place) => ["", " ", "\t", "\u{a0}", "\n", "   "][place].to_owned(),
            None => prediction(i),
        };
        json!({ "id": id(i), "prediction": text })
    });
    let session = scored(&[gold(), predictions(rows)]);
    assert_eq!((counts(&session).blank, counts(&session).answered), (6, 34));
    let listed: Vec<u64> =
        said(&session, "blank_prediction").iter().map(|one| one.row.unwrap()).collect();
    assert_eq!(listed, blanks.map(|row| row as u64 + 1));
    for row in blanks {
        assert_eq!(session.score().unwrap().evaluation.runs[0].values[0][row], 0.0);
    }
}

#[test]
fn duplicate_ids_on_both_sides() {
    let mut golds = gold_rows();
    golds.push(json!({ "id": id(3), "question": question(3), "answers": ["Elsewhere"] }));
    let mut rows = prediction_rows();
    rows.push(json!({ "id": id(5), "prediction": "Nowhere" }));
    rows.push(json!({ "id": id(3), "prediction": answer(3) }));
    let session = scored(&[File::gold("gold.jsonl", lines(golds)), predictions(rows)]);
    let expected = Reconciliation {
        gold: 41,
        answered: 41,
        duplicate_gold: 1,
        duplicate_predictions: 2,
        ..Default::default()
    };
    assert_eq!(counts(&session), expected);
    // The last prediction counts, and each of the two gold rows is scored.
    let exact = common::values(&session, 0, "exact_match");
    assert_eq!((exact[3], exact[5], exact[40]), (Some(1.0), Some(0.0), Some(0.0)));
    assert_eq!(said(&session, "duplicate_gold")[0].row, Some(41));
    let rows: Vec<_> = said(&session, "duplicate_prediction").iter().map(|d| d.row).collect();
    assert_eq!(rows, [Some(6), Some(4)]);
}

#[test]
fn repeated_questions_and_scripts_that_keep_one() {
    let mut golds = gold_rows();
    golds.push(json!({ "id": id(3), "question": question(3), "answers": ["Elsewhere"] }));
    let files = [File::gold("gold.jsonl", lines(golds)), predictions(prediction_rows())];
    // Official scripts that go through a list score each of them, those that fill a dictionary do
    // not: then there is no official number to print.
    for (preset, keeps_each) in
        [("squad-v1", true), ("nq", true), ("squad-v2", false), ("nq-open", false)]
    {
        let session = score(&files, as_preset(preset)).unwrap();
        assert_adds_up(&session);
        assert_eq!(session.score().unwrap().official[0].is_empty(), !keeps_each, "{preset}");
        assert_eq!(said(&session, "no_official_block").is_empty(), keeps_each, "{preset}");
        assert_eq!(mean(&session, 0, "exact_match"), 36.0 / 41.0);
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn csv(header: &str, rows: impl Iterator<Item = String>) -> String {
    format!("{header}\n{}", rows.map(|row| row + "\n").collect::<String>())
}

#[test]
fn truncated_files() {
    let array = json!(prediction_rows()).to_string();
    let texts: serde_json::Map<String, Value> =
        (0..N).map(|i| (id(i), prediction(i).into())).collect();
    let keyed = Value::Object(texts).to_string();
    let json_lines = lines(prediction_rows());
    let table = csv("id,prediction", (0..N).map(|i| format!("{},\"{}\"", id(i), prediction(i))));
    let packed = gzip(json_lines.as_bytes());
    for (name, bytes, code) in [
        ("list.json", array.as_bytes(), "truncated"),
        ("keyed.json", keyed.as_bytes(), "truncated"),
        ("lines.jsonl", json_lines.as_bytes(), "truncated"),
        ("table.csv", table.as_bytes(), "unclosed_quote"),
        ("packed.jsonl.gz", &packed, "truncated"),
    ] {
        // Cut at a place inside a text.
        let mut end = bytes.len() * 7 / 10;
        if !name.ends_with("gz") {
            let inside =
                bytes[..end].windows(4).rposition(|four| four == b"fiel" || four == b"bury");
            end = inside.unwrap() + 2;
        }
        let cut = File::predictions(name, &bytes[..end]);
        let session = scored(&[gold(), cut]);
        assert!(!said(&session, code).is_empty(), "{name}");
        assert!(!provisional(&session).is_empty(), "{name}");
        let counts = counts(&session);
        assert!(counts.missing > 5 && counts.answered > 5, "{name}: {counts:?}");
        assert_eq!(said(&session, "missing_prediction").len() as u64, counts.missing.min(21));
    }
}

#[test]
fn truncated_gold() {
    for (name, text) in
        [("gold.json", json!(gold_rows()).to_string()), ("gold.jsonl", lines(gold_rows()))]
    {
        let half = File::gold(name, &text.as_bytes()[..text.len() / 2]);
        let session = scored(&[half, predictions(prediction_rows())]);
        assert_eq!(said(&session, "truncated").len(), 1, "{name}");
        assert!(counts(&session).gold < 21 && counts(&session).extra > 19);
        assert!(provisional(&session).contains("could not be read"), "{}", provisional(&session));
    }
    // Cut between rows, only the predictions tell.
    let half = File::gold("gold.jsonl", lines(gold_rows().into_iter().take(20)));
    let session = scored(&[half, predictions(prediction_rows())]);
    assert!(provisional(&session).contains("20 of 40 predictions"), "{}", provisional(&session));
    // Packed, and cut.
    let packed = gzip(lines(gold_rows()).as_bytes());
    let cut = File::gold("gold.jsonl.gz", &packed[..packed.len() - 9]);
    let session = scored(&[cut, predictions(prediction_rows())]);
    assert_eq!(said(&session, "truncated").len(), 1);
    assert!(!provisional(&session).is_empty());
}

#[test]
fn every_cut_of_a_file_is_said() {
    let whole = lines(prediction_rows());
    let all = whole.len();
    for end in 1..all {
        let cut = File::predictions("predictions.jsonl", &whole.as_bytes()[..end]);
        let result = squad_v1(&[gold(), cut]);
        let Ok(session) = result else { continue };
        assert_adds_up(&session);
        let missing = counts(&session).missing;
        let complete = whole[..end].ends_with('}') || whole[..end].ends_with('\n');
        assert_eq!(said(&session, "truncated").is_empty(), complete, "cut at {end}");
        assert_eq!(missing as usize, N - whole[..end].matches('}').count(), "cut at {end}");
    }
}

#[test]
fn nothing_in_the_file() {
    for bytes in [&b""[..], b"\n", b"  \r\n ", b"\xef\xbb\xbf"] {
        refused(&[gold(), File::predictions("predictions.jsonl", bytes)], "empty_file");
        refused(&[File::gold("gold.json", bytes), predictions(prediction_rows())], "empty_file");
    }
    for bytes in [&b"[]"[..], b"{}", b"null", b"\"text\"", b"3"] {
        let files = [gold(), File::predictions("predictions.json", bytes)];
        let error = squad_v1(&files).map(|_| ()).unwrap_err();
        assert!(error.problems.iter().all(|one| one.file.is_some()), "{error}");
    }
    let files = [gold(), File::predictions("predictions.csv", "id,prediction\n")];
    refused(&files, "no_match");
}

#[test]
fn excel_with_semicolons() {
    let table = csv(
        "\u{feff}Question ID;Predicted answer;Confidence",
        (0..N).map(|i| format!("{};\"{}\";0,{i}", id(i), prediction(i))),
    );
    let table = table.replace('\n', "\r\n");
    let session = scored(&[gold(), File::predictions("Book1.csv", table)]);
    assert_eq!(counts(&session), Reconciliation { gold: 40, answered: 40, ..Default::default() });
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(provisional(&session), "");
}

#[test]
fn a_broken_line_in_the_middle() {
    let mut text: Vec<String> = lines(prediction_rows()).lines().map(str::to_owned).collect();
    text[20].truncate(9);
    let broken = File::predictions("predictions.jsonl", text.join("\n"));
    let session = scored(&[gold(), broken]);
    let expected =
        Reconciliation { gold: 40, answered: 39, missing: 1, unparseable: 1, ..Default::default() };
    assert_eq!(counts(&session), expected);
    assert_eq!(said(&session, "bad_row")[0].row, Some(21));
    assert_eq!(said(&session, "missing_prediction")[0].row, Some(21));
    assert!(provisional(&session).contains("1 row could not be read"));
    // In the gold file, its prediction is left over.
    let mut text: Vec<String> = lines(gold_rows()).lines().map(str::to_owned).collect();
    text[20] = text[20].replace("answers\":", "answers\"");
    let session =
        scored(&[File::gold("gold.jsonl", text.join("\n")), predictions(prediction_rows())]);
    assert_eq!((counts(&session).gold, counts(&session).extra), (39, 1));
    assert_eq!(said(&session, "bad_row")[0].row, Some(21));
    assert_eq!(said(&session, "extra_prediction")[0].row, Some(21));
    assert!(!provisional(&session).is_empty());
}

#[test]
fn odd_predictions() {
    let mut rows = prediction_rows();
    rows[1]["prediction"] = Value::Null;
    rows[2].as_object_mut().unwrap().remove("prediction");
    rows[3]["prediction"] = json!([answer(3)]);
    rows[4]["prediction"] = json!([answer(4), "or another"]);
    rows[5]["prediction"] = json!({ "text": answer(5) });
    rows[6]["prediction"] = json!(42);
    rows[8]["prediction"] = json!(false);
    // As pandas writes it.
    let text = lines(rows).replacen(&json!(prediction(9)).to_string(), "NaN", 1);
    let session = scored(&[gold(), File::predictions("predictions.jsonl", text)]);
    assert_eq!((counts(&session).missing, counts(&session).answered), (3, 37));
    let rows = |code: &str| -> Vec<u64> {
        said(&session, code).iter().map(|one| one.row.unwrap()).collect()
    };
    assert_eq!(rows("null_prediction"), [2, 3, 10]);
    assert_eq!(rows("list_prediction"), [4, 5]);
    assert_eq!(rows("object_prediction"), [6]);
    assert_eq!(rows("bare_prediction"), [7, 9]);
    let exact = common::values(&session, 0, "exact_match");
    assert_eq!((exact[3], exact[4]), (Some(1.0), Some(0.0)));
}

#[test]
fn wrong_column_names() {
    let rows = (0..N).map(|i| json!({ "clef": i, "sortie": i * 3, "extra": [i] }));
    let error = refused(&[gold(), predictions(rows)], "no_column");
    assert!(error.contains("clef, sortie, extra") && error.contains("--map"), "{error}");
    // A column that is chosen but not there.
    let mut choices = as_preset("squad-v1");
    choices.columns.push(scoredrop::protocol::ColumnChoice {
        role: scoredrop::schema::Role::Predictions,
        field: scoredrop::schema::Field::Prediction,
        column: "antwort".to_owned(),
    });
    let error = score(&[gold(), predictions(prediction_rows())], choices).unwrap_err();
    assert!(has_code(&error, "unknown_column"), "{error}");
    assert!(error.to_string().contains("id, prediction"), "{error}");
}

#[test]
fn files_that_are_no_tables() {
    let text = lines(prediction_rows());
    let utf16 = |order: fn(u16) -> [u8; 2], mark: &[u8]| {
        [mark.to_vec(), text.encode_utf16().flat_map(order).collect()].concat()
    };
    for bytes in [
        utf16(u16::to_le_bytes, b"\xff\xfe"),
        utf16(u16::to_be_bytes, b"\xfe\xff"),
        utf16(u16::to_le_bytes, b""),
        utf16(u16::to_be_bytes, b""),
    ] {
        let error = refused(&[gold(), File::predictions("predictions.jsonl", bytes)], "encoding");
        assert!(error.contains("UTF-16") && error.contains("UTF-8"), "{error}");
    }
    for (name, bytes, what) in [
        ("paper.pdf", &b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"[..], "PDF"),
        ("renamed.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
        ("Book1.xlsx", b"PK\x03\x04\x14\x00\x06\x00", "Excel"),
        ("data.parquet", b"PAR1\x15\x04\x15", "Parquet"),
        ("page.json", b"<!DOCTYPE html><html><title>Sign in</title>", "web page"),
    ] {
        let error = refused(&[gold(), File::predictions(name, bytes)], "not_a_table");
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn predictions_given_as_gold_too() {
    // The same predictions twice by accident: there is no gold.
    let twice = [
        File::dropped("a.jsonl", lines(prediction_rows())),
        File::dropped("b.jsonl", lines(prediction_rows())),
    ];
    let error = score(&twice, Choices::default()).map(|_| ()).unwrap_err();
    assert!(!error.problems.is_empty());
}
