//! Damaged and odd files must be named: each file here is wrong by itself in one way that happens
//! to people. Nothing may panic, and what can be read is scored.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::Reconciliation;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::archives::gzip;
use scoredrop_testing::exam::{
    N, answer, counts, gold, gold_rows, id, lines, prediction, prediction_rows, predictions,
    provisional, refused, scored, squad_v1,
};
use scoredrop_testing::{File, as_preset, assert_adds_up, has_code, mean, said, score, values};
use serde_json::{Value, json};

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
    let packed = gzip(&json_lines);
    for (name, bytes, code) in [
        ("list.json", array.as_bytes(), Code::Truncated),
        ("keyed.json", keyed.as_bytes(), Code::Truncated),
        ("lines.jsonl", json_lines.as_bytes(), Code::Truncated),
        ("table.csv", table.as_bytes(), Code::UnclosedQuote),
        ("packed.jsonl.gz", &packed, Code::Truncated),
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
        assert_eq!(said(&session, Code::MissingPrediction).len() as u64, counts.missing.min(21));
    }
}

#[test]
fn truncated_gold() {
    for (name, text) in
        [("gold.json", json!(gold_rows()).to_string()), ("gold.jsonl", lines(gold_rows()))]
    {
        let half = File::gold(name, &text.as_bytes()[..text.len() / 2]);
        let session = scored(&[half, predictions(prediction_rows())]);
        assert_eq!(said(&session, Code::Truncated).len(), 1, "{name}");
        assert!(counts(&session).gold < 21 && counts(&session).extra > 19);
        assert!(provisional(&session).contains("unreadable_rows"), "{}", provisional(&session));
    }
    // Cut between rows, only the predictions tell.
    let half = File::gold("gold.jsonl", lines(gold_rows().into_iter().take(20)));
    let session = scored(&[half, predictions(prediction_rows())]);
    assert!(provisional(&session).contains("extra_predictions (20)"), "{}", provisional(&session));
    // Packed, and cut.
    let packed = gzip(lines(gold_rows()).as_bytes());
    let cut = File::gold("gold.jsonl.gz", &packed[..packed.len() - 9]);
    let session = scored(&[cut, predictions(prediction_rows())]);
    assert_eq!(said(&session, Code::Truncated).len(), 1);
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
        assert_eq!(said(&session, Code::Truncated).is_empty(), complete, "cut at {end}");
        assert_eq!(missing as usize, N - whole[..end].matches('}').count(), "cut at {end}");
    }
}

#[test]
fn nothing_in_the_file() {
    for bytes in [&b""[..], b"\n", b"  \r\n ", b"\xef\xbb\xbf"] {
        refused(&[gold(), File::predictions("predictions.jsonl", bytes)], Code::EmptyFile);
        refused(&[File::gold("gold.json", bytes), predictions(prediction_rows())], Code::EmptyFile);
    }
    for bytes in [&b"[]"[..], b"{}", b"null", b"\"text\"", b"3"] {
        let files = [gold(), File::predictions("predictions.json", bytes)];
        let error = squad_v1(&files).map(|_| ()).unwrap_err();
        assert!(error.problems.iter().all(|one| one.file.is_some()), "{error}");
    }
    let files = [gold(), File::predictions("predictions.csv", "id,prediction\n")];
    refused(&files, Code::NoMatch);
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
    assert_eq!(said(&session, Code::BadRow)[0].row, Some(21));
    assert_eq!(said(&session, Code::MissingPrediction)[0].row, Some(21));
    assert!(provisional(&session).contains("unreadable_rows (1)"));
    // In the gold file, its prediction is left over.
    let mut text: Vec<String> = lines(gold_rows()).lines().map(str::to_owned).collect();
    text[20] = text[20].replace("answers\":", "answers\"");
    let session =
        scored(&[File::gold("gold.jsonl", text.join("\n")), predictions(prediction_rows())]);
    assert_eq!((counts(&session).gold, counts(&session).extra), (39, 1));
    assert_eq!(said(&session, Code::BadRow)[0].row, Some(21));
    assert_eq!(said(&session, Code::ExtraPrediction)[0].row, Some(21));
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
    let rows = |code: Code| -> Vec<u64> {
        said(&session, code).iter().map(|one| one.row.unwrap()).collect()
    };
    assert_eq!(rows(Code::NullPrediction), [2, 3, 10]);
    assert_eq!(rows(Code::ListPrediction), [4, 5]);
    assert_eq!(rows(Code::ObjectPrediction), [6]);
    assert_eq!(rows(Code::BarePrediction), [7, 9]);
    let exact = values(&session, 0, "exact_match");
    assert_eq!((exact[3], exact[4]), (Some(1.0), Some(0.0)));
}

#[test]
fn wrong_column_names() {
    let rows = (0..N).map(|i| json!({ "clef": i, "sortie": i * 3, "extra": [i] }));
    let error = refused(&[gold(), predictions(rows)], Code::NoColumn);
    assert!(error.contains("clef, sortie, extra") && error.contains("--map"), "{error}");
    // A column that is chosen but not there.
    let mut choices = as_preset("squad-v1");
    choices.columns.push(scoredrop::base::types::ColumnChoice {
        role: scoredrop::base::types::Role::Predictions,
        field: scoredrop::base::types::Field::Prediction,
        column: "antwort".to_owned(),
    });
    let error = score(&[gold(), predictions(prediction_rows())], choices).unwrap_err();
    assert!(has_code(&error, Code::UnknownColumn), "{error}");
    assert!(error.to_string().contains("id, prediction"), "{error}");
}

#[test]
fn windows_1252_and_excel_in_german() {
    let answers = ["Zürich", "Straße", "café", "„Löwe“ – 5 €"];
    let rows = |i: usize| (format!("{};{}", id(i), answers[i % 4]), answers[i % 4]);
    let golds = (0..N).map(|i| json!({ "id": id(i), "question": "q", "answers": [rows(i).1] }));
    let gold = File::gold("gold.jsonl", lines(golds));
    let lines = (0..N).map(|i| format!("{};0,{i:02};01.02.2024", rows(i).0));
    let table = csv("ID;Predicted answer;Anteil;Datum", lines).replace('\n', "\r\n");
    let byte = |character: char| match character {
        '„' => 0x84,
        '“' => 0x93,
        '–' => 0x96,
        '€' => 0x80,
        _ => u8::try_from(u32::from(character)).unwrap(),
    };
    let bytes: Vec<u8> = table.chars().map(byte).collect();
    let session = scored(&[gold, File::predictions("Mappe1.csv", bytes)]);
    assert_eq!(mean(&session, 0, "exact_match"), 1.0);
    let noted = &said(&session, Code::Windows1252)[0].message;
    assert!(noted.contains("80 bytes"), "{noted}");
    let inspection = session.sources()[1].inspection.as_ref().unwrap();
    assert_eq!(inspection.encoding, "windows-1252");
    assert_eq!(inspection.describe(), "CSV, separator ;, Windows-1252");
    // Numbers and dates are kept as written.
    let sample = &inspection.sample;
    assert_eq!((sample.cell(7, 2).text, sample.cell(7, 3).text), ("0,07", "01.02.2024"));
}

#[test]
fn files_that_are_no_tables() {
    for (name, bytes, what) in [
        ("paper.pdf", &b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"[..], "PDF"),
        ("renamed.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
        ("page.json", b"<!DOCTYPE html><html><title>Sign in</title>", "web page"),
        ("gold.yaml", b"rows:\n  - id: 1\n    answer: x\n", "YAML"),
        ("renamed.txt", b"- id: 1\n  answer: x\n- id: 2\n  answer: y\n", "YAML"),
        ("run.msgpack", b"\x91\x82\xa2id\x01\xa6answer\xa1x", "MessagePack"),
    ] {
        let error = refused(&[gold(), File::predictions(name, bytes)], Code::NotATable);
        assert!(error.contains(what), "{error}");
    }
    // The page and the command line take out what is in it before the core reads it.
    for (name, bytes, what) in [
        ("Book1.xlsx", &b"PK\x03\x04\x14\x00\x06\x00"[..], "Excel"),
        ("data.parquet", b"PAR1\x15\x04\x15", "Parquet"),
    ] {
        let error = refused(&[gold(), File::predictions(name, bytes)], Code::Container);
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn utf_16_with_and_without_a_mark() {
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
        let session = scored(&[gold(), File::predictions("predictions.jsonl", bytes)]);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(provisional(&session), "");
        assert!(session.sources()[1].inspection.as_ref().unwrap().encoding.starts_with("utf-16"));
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

#[test]
fn a_first_record_longer_than_the_first_look() {
    let long = |i: usize| json!({ "id": id(i), "notes": "x".repeat(3 << 20), "prediction": prediction(i) });
    let rows = (0..N).map(|i| if i < 2 { long(i) } else { prediction_rows()[i].clone() });
    let text = lines(rows);
    for file in [
        File::predictions("long.jsonl", text.clone()),
        File::predictions("long.jsonl.gz", gzip(text.as_bytes())),
    ] {
        let session = scored(&[gold(), file]);
        assert_eq!(mean(&session, 0, "exact_match"), 36.0 / 40.0);
    }
}
