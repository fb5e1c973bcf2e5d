//! Plain text, one value a line: joined by row order alone, and only where the numbers of lines are
//! the same.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::JoinBy;
use scoredrop::session::protocol::Choices;
use scoredrop::session::report;
use scoredrop::table::{Format, read_all};
use scoredrop_testing::exam::{
    N, answer, counts, gold, gold_rows, lines, prediction, prediction_rows, predictions,
    provisional, refused, scored,
};
use scoredrop_testing::{File, as_preset, mean, said, score};
use serde_json::json;

fn text(each: impl Fn(usize) -> String) -> String {
    (0..N).map(|i| each(i) + "\n").collect()
}

#[test]
fn both_sides_are_text() {
    let files = [
        File::dropped("gold.txt", text(answer)),
        File::dropped("predictions.txt", text(prediction)),
    ];
    let session = scored(&files);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Row);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert!(provisional(&session).contains("row_order"));
    // Without the last line break, with those of Windows, and named by a first line.
    for (gold, output) in [
        (text(answer).trim_end().to_owned(), text(prediction).replace('\n', "\r\n")),
        (format!("references\n{}", text(answer)), format!("Prediction\n{}", text(prediction))),
    ] {
        let session = scored(&[File::gold("a.txt", gold), File::predictions("b.txt", output)]);
        assert_eq!((mean(&session, 0, "exact_match"), counts(&session).gold), (0.9, 40));
    }
}

#[test]
fn one_side_is_text() {
    let session = scored(&[gold(), File::predictions("out.txt", text(prediction))]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Row);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert!(provisional(&session).contains("row_order"));
    // A shift by one row in either direction, which keeps the count, is said.
    for step in [1, N - 1] {
        let shifted = text(|i| prediction((i + step) % N));
        let session = scored(&[gold(), File::predictions("out.txt", shifted)]);
        assert_eq!(said(&session, Code::Shifted).len(), 1);
    }
}

#[test]
fn lines_are_what_they_are() {
    let odd = ["Paris, France", "", "\"Oh,\" he said", "May 18, 2018", "a\"b", " ", "x;y", "end"];
    let (file, read) = read_all("a.txt", (odd.join("\n") + "\n").as_bytes(), None).unwrap();
    assert_eq!((file.format, file.header), (Format::Text, false));
    let texts: Vec<&str> = (0..read.table.rows()).map(|row| read.table.cell(row, 0).text).collect();
    assert_eq!(texts, odd);
    assert_eq!(read.table.row_number(3), 4);
    // Every line with one comma; by the name it is no CSV.
    let dates = "May 18, 2018\nJune 1, 1999\nParis, France\n";
    let (file, _) = read_all("a.txt", dates.as_bytes(), None).unwrap();
    assert_eq!(file.format, Format::Text);
    let (file, _) = read_all("a.csv", dates.as_bytes(), None).unwrap();
    assert_eq!(file.format, Format::Csv(b','));
    // Tables are also called .txt.
    for (text, format) in [
        ("id\tprediction\n1\tx\n2\ty\n", Format::Tsv),
        ("id,prediction\n1,x\n2,y\n", Format::Csv(b',')),
        ("Question;Model output\na;x\nb;y\n", Format::Csv(b';')),
    ] {
        let (file, _) = read_all("a.txt", text.as_bytes(), None).unwrap();
        assert_eq!((file.format, file.header), (format, true), "{text}");
    }
    // One column of a spreadsheet loses no row.
    let (file, read) = read_all("Book1.csv", b"Paris\n\nRome\nOslo\n", None).unwrap();
    assert_eq!((file.format, read.table.rows()), (Format::Text, 4));
}

#[test]
fn blank_lines_are_blank_answers() {
    let output = text(|i| if i == 3 { String::new() } else { prediction(i) });
    let session = scored(&[gold(), File::predictions("out.txt", output)]);
    assert_eq!((counts(&session).blank, counts(&session).answered), (1, 39));
    assert_eq!(mean(&session, 0, "exact_match"), 35.0 / 40.0);
}

#[test]
fn other_numbers_of_lines_are_refused() {
    let short = text(prediction).split_once('\n').unwrap().1.to_owned();
    for output in [short, text(prediction) + "\n", format!("vorhersage\n{}", text(prediction))] {
        let count = output.lines().count();
        for gold in [gold(), File::gold("gold.txt", text(answer))] {
            let files = [gold, File::predictions("out.txt", output.clone())];
            let error = refused(&files, Code::RowCounts);
            assert!(error.contains("has 40 rows"), "{error}");
            assert!(error.contains(&format!("out.txt has {count}")), "{error}");
            assert!(error.contains("header line"), "{error}");
            // Asked for, it is refused as well.
            let choices = Choices { join: Some(JoinBy::Row), ..as_preset("squad-v1") };
            let error = score(&files, choices).map(|_| ()).unwrap_err();
            assert_eq!(error.problems[0].code, Code::RowCounts);
        }
    }
}

#[test]
fn ids_that_never_meet_leave_row_order_to_choose() {
    let foreign = |i: usize| json!({ "id": 9000 + i, "prediction": prediction(i) });
    let other = File::predictions("out.jsonl", lines((0..N).map(foreign)));
    let error = refused(&[gold(), other.clone()], Code::NoMatch);
    assert!(error.contains("--join row") && error.contains("wrong"), "{error}");
    // The page is given the candidates with their evidence.
    let mut session = scoredrop::session::Session::new();
    let mut choices = as_preset("squad-v1");
    for (slot, file) in (0u32..).zip([gold(), other.clone()]) {
        choices.roles.insert(slot, file.role.unwrap());
        let head = |_| Ok::<_, std::convert::Infallible>(file.bytes.clone());
        session.add(slot, &file.name, file.bytes.len() as u64, head);
        session.choose(choices.clone());
    }
    session.understand();
    for (index, file) in [gold(), other].iter().enumerate() {
        let mut reader = session.reader(index).unwrap();
        reader.push(&file.bytes).unwrap();
        session.finish_reading(index, reader).unwrap();
    }
    session.join().unwrap_err();
    let joins = report::summary(&session, &[], &[], false).joins;
    let of = |by: JoinBy| joins.iter().find(|join| join.by == by).map(|join| join.matched);
    assert_eq!((of(JoinBy::Id), of(JoinBy::Row)), (Some(0), Some(40)));
    choices.join = Some(JoinBy::Row);
    session.choose(choices);
    session.join().unwrap();
    assert!(report::summary(&session, &[], &[], false).joins.is_empty());
    // With other numbers of rows there is nothing to offer.
    let fewer = File::predictions("out.jsonl", lines((1..N).map(foreign)));
    let error = refused(&[File::gold("gold.jsonl", lines(gold_rows())), fewer], Code::NoMatch);
    assert!(!error.contains("--join row"), "{error}");
}

#[test]
fn a_text_beside_a_whole_pair_is_named() {
    let session =
        scored(&[gold(), predictions(prediction_rows()), File::dropped("pasted", "hello")]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(said(&session, Code::UnusedFile).len(), 1);
}
