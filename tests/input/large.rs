//! Work that goes in slices, and files that are too large or gone.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::State;
use scoredrop::report::forms::Wanted;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Against, By, Choices, ExportFormat, Sort, View};
use scoredrop::session::report;
use scoredrop::session::report::Writing;
use scoredrop_testing::{File, as_preset, head, score};
use serde_json::{Value, json};
use std::fmt::Write as _;

const N: usize = 60;

fn id(index: usize) -> String {
    format!("q{:x}", (index * 40_503 + 977) % 65_536)
}

fn gold() -> File {
    let mut lines = String::new();
    for index in 0..N {
        let mut row = json!({ "id": id(index), "question": format!("What is “{index}”?\nSay it."),
            "answers": [format!("answer {index}"), format!("The {index}th")],
            "type": if index % 3 == 0 { "short" } else { "long" } });
        if index == 7 {
            row["answers"] = json!([]);
        }
        let _ = writeln!(lines, "{row}");
    }
    File::gold("gold.jsonl", lines)
}

/// What is predicted for a question; nothing for some.
fn prediction(index: usize) -> Option<Value> {
    Some(match index % 12 {
        0 => Value::from(""),
        1 => Value::from(format!("The answer {index}.")),
        2 => Value::from(format!("answer {index}")),
        3 => Value::from(format!("é \u{1F600} \"{index}\"\n\tand, so; {}", "on ".repeat(index))),
        4 => return None,
        5 => json!(index),
        6 => json!([format!("answer {index}")]),
        7 => Value::Null,
        8 => Value::from("  \n "),
        9 => json!({ "answer": format!("answer {index}") }),
        10 => Value::from(format!("answer {}", index + 1)),
        _ => json!([1, "x"]),
    })
}

fn rows(run: Option<&str>) -> Vec<Value> {
    let row = |index: usize| {
        let mut row = json!({ "id": id(index), "prediction": prediction(index)? });
        if let Some(run) = run {
            row["model_name"] = json!(run);
        }
        Some(row)
    };
    let mut rows: Vec<Value> = (0..N).filter_map(row).collect();
    rows.push(json!({ "id": id(2), "prediction": "later than the first" }));
    rows.push(json!({ "id": "nobody's", "prediction": "of no question" }));
    rows
}

fn shuffled(mut rows: Vec<Value>) -> Vec<Value> {
    for place in 0..rows.len() {
        let other = place * 31 % rows.len();
        rows.swap(place, other);
    }
    rows
}

fn lines(rows: &[Value], end: &str) -> String {
    rows.iter().flat_map(|row| [row.to_string(), end.to_owned()]).collect()
}

#[test]
fn views_and_pairs_are_found_in_slices() {
    let predictions = File::predictions("p.jsonl", lines(&shuffled(rows(None)), "\n"));
    let other = lines(&rows(None)[3..], "\n").replace("answer", "reply");
    let files = [gold(), predictions, File::predictions("other.jsonl", other)];
    let chosen = Choices { baseline: Some("other.jsonl".to_owned()), ..as_preset("nq") };
    let whole = score(&files, chosen).unwrap();
    let differing = Against { flip: None, different: true };
    let views = [
        View { text: "answer".to_owned(), ..View::default() },
        View { text: "answer".to_owned(), sort: Sort::Prediction, ..View::default() },
        View { sort: Sort::Prediction, descending: true, ..View::default() },
        View { sort: Sort::Question, descending: true, ..View::default() },
        View { sort: Sort::Id, states: vec![State::Answered], ..View::default() },
        View { against: Some(differing), text: "1".to_owned(), ..View::default() },
        View { sort: Sort::Metric("f1".to_owned()), descending: true, ..View::default() },
    ];
    for view in views {
        let wanted = whole.finished().unwrap().view(&view);
        assert!(wanted.len() > 2, "{view:?}");
        for count in [1, 7, 4096] {
            let (mut sift, mut steps) = (whole.finished().unwrap().sift(&view), 0);
            while !whole.finished().unwrap().sift_on(&mut sift, count) {
                let (_, done, total) = sift.progress();
                assert!(done <= total, "{done} of {total} of {view:?}");
                steps += 1;
            }
            let by_text = !view.text.is_empty() || view.sort == Sort::Prediction;
            assert!(!by_text || steps >= wanted.len() / count, "{steps} slices of {view:?}");
            assert_eq!(sift.into_rows(), wanted, "{view:?} by {count}");
        }
    }
    for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Html] {
        let session = &whole;
        let some = [(1, 7), (0, 3), (1, 0)];
        for rows in [None, Some(&some[..])] {
            let wanted = Wanted { rows, ..Wanted::default() };
            let mut bytes = Vec::new();
            report::write(session, format, wanted, &mut bytes).unwrap();
            let mut writing = Writing::new(session, format, wanted).unwrap();
            let all = match format {
                ExportFormat::Csv if rows.is_some() => 3,
                // A few questions stand there for readers without the script.
                ExportFormat::Html => 2 * N + 30,
                _ => 2 * N,
            };
            assert_eq!(writing.progress(), (0, all as u64));
            let mut steps = 0;
            while !writing.advance(session).unwrap() {
                steps += 1;
            }
            assert!(steps > 1 && writing.progress() == (all as u64, all as u64));
            assert!(writing.into_bytes() == bytes, "{format:?}");
        }
    }
    let mut beside = whole.finished().unwrap().beside(0, 1, 7, &By::default()).unwrap();
    while !whole.finished().unwrap().look_beside(&mut beside, 1) {}
    assert_eq!(
        whole.finished().unwrap().pair_of(beside),
        whole.finished().unwrap().pair(0, 1, 7, &By::default()).unwrap()
    );
}

#[test]
fn a_file_that_could_not_even_be_opened_is_lost() {
    let mut session = Session::new();
    let gone = |_| Err("it is gone");
    session.add(3, "gold.jsonl", 9, gone);
    assert!(session.sources()[0].is_lost());
    let file = gold();
    session.add(3, &file.name, file.bytes.len() as u64, |length| head(&file, length));
    assert_eq!(session.sources().len(), 1);
    assert!(!session.sources()[0].is_lost());
    session.lose(3);
    assert!(session.sources()[0].is_lost());
}

#[test]
fn a_file_too_large_is_refused_as_soon_as_that_is_clear() {
    let files = [gold(), File::predictions("p.json", json!(rows(None)).to_string())];
    let mut session = Session::new();
    for (slot, file) in (0u32..).zip(&files) {
        session.add(slot, &file.name, file.bytes.len() as u64, |length| head(file, length));
    }
    session.understand();
    session.set_limit(1 << 30);
    let mut reader = session.reader(1).unwrap();
    reader.push(&files[1].bytes).unwrap();
    let own = reader.bytes() as u64;
    assert!(session.check_room(1, &reader, 1 << 26, 1 << 30).is_ok());
    let times = (1 << 30) / own + 1;
    let error = session.check_room(1, &reader, 1 << 26, times << 26).unwrap_err();
    let problem = &error.problems[0];
    assert_eq!(problem.code, Code::TooLarge);
    assert_eq!(problem.file.as_deref(), Some("p.json"));
    // One byte more than there is.
    session.set_limit(own - 1);
    assert!(session.check_room(1, &reader, 1, 1).is_err());
}
