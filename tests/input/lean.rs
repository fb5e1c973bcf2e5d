//! Texts of large files are left in them and read again: nothing that anybody sees may differ from
//! what comes of keeping them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::common::{
    self, File, as_preset, leave_texts, report, score, score_again, score_leaving,
};
use scoredrop::evaluate::{Lot, Scorer, values_of};
use scoredrop::input::read_part;
use scoredrop::protocol::{Against, By, Choices, Effect, ExportFormat, Reply, Sort, View};
use scoredrop::report::forms::{self, Wanted};
use scoredrop::report::piecewise::Writing;
use scoredrop::session::{Alternative, Limits, Session};
use scoredrop::types::{JoinBy, State};
use serde_json::{Value, json};
use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;

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

/// As a table, with the texts that can stand in one.
fn table(separator: char, end: &str) -> String {
    let mut text = format!("id{separator}prediction{end}");
    for row in rows(None) {
        let Some(prediction) = row["prediction"].as_str() else { continue };
        let id = row["id"].as_str().unwrap();
        let _ = write!(text, "{id}{separator}\"{}\"{end}", prediction.replace('"', "\"\""));
        if prediction.len() % 7 == 0 {
            text.push_str(end);
        }
    }
    text
}

/// Everything that can be seen of a score. Intervals are drawn of values alone, which are in every
/// report: it is enough to draw them now and then.
fn seen(session: &mut Session, draws: bool) -> String {
    let mut seen = String::new();
    if draws {
        while session.resample_next() {}
    }
    for format in
        [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Html, ExportFormat::Official]
    {
        let mut out = Vec::new();
        forms::write(session, format, Wanted::default(), &mut out).unwrap();
        seen.push_str(&String::from_utf8(out).unwrap());
    }
    if draws {
        let json = report(session, ExportFormat::Json);
        session.verify(Some(("report.json", &json)));
        let check = session.checked().unwrap();
        assert!(check.equal, "{check:?}");
    }
    let runs = session.score().unwrap().evaluation.runs.len();
    for run in 0..runs {
        for row in 0..N {
            let found = Reply::Explained(Box::new(session.explain(run, row).unwrap()));
            let _ = writeln!(seen, "{}", found.to_text());
        }
        let shown = session.rows(run, &(0..N as u32).rev().collect::<Vec<_>>()).unwrap();
        let _ = writeln!(seen, "{}", Reply::Rows { total: 0, from: 0, rows: shown }.to_text());
        let sorts = [Sort::Prediction, Sort::Question, Sort::Id, Sort::File, Sort::File];
        for (text, sort) in
            ["answer 2", "😀", "", "what is “3", "nothing like it"].iter().zip(sorts)
        {
            let text = (*text).to_owned();
            let view = View { run: run as u32, text, sort, ..View::default() };
            let _ = writeln!(seen, "{view:?} {:?}", session.try_view(&view).unwrap());
        }
        let _ = writeln!(seen, "{:?}", session.pair(0, run, 7, &By::default()));
    }
    seen
}

fn same(words: &str, files: &[File], choices: &Choices) {
    let mut whole = score(files, choices.clone()).unwrap();
    assert!(!whole.leaves_texts());
    let draws = ["in order", "two runs in a file"].contains(&words);
    let wanted = seen(&mut whole, draws);
    // All of these files are smaller than the last but one.
    let windows: &[u64] =
        if words == "in order" { &[1 << 10, 1 << 16, 1 << 24] } else { &[1 << 10] };
    for window in windows.iter().copied() {
        let mut lean = score_leaving(files, choices.clone(), window).unwrap();
        assert!(lean.leaves_texts(), "{words}");
        let found = seen(&mut lean, draws);
        assert_eq!(lean.missed(), None, "{words}");
        for (a, b) in found.lines().zip(wanted.lines()) {
            assert_eq!(a, b, "{words}, windows of {window}");
        }
        assert!(found == wanted, "{words}, windows of {window}");
    }
}

#[test]
fn nothing_differs_whatever_the_form() {
    let with = |words: &str, name: &str, bytes: Vec<u8>| {
        same(words, &[gold(), File::predictions(name, bytes)], &as_preset("nq"));
    };
    let plain = rows(None);
    with("in order", "p.jsonl", lines(&plain, "\n").into_bytes());
    with("CR LF", "p.jsonl", lines(&plain, "\r\n").into_bytes());
    with("shuffled", "p.jsonl", lines(&shuffled(plain.clone()), "\n").into_bytes());
    with("blank lines", "p.jsonl", lines(&plain, "\n\n  \n").into_bytes());
    let marked = [b"\xef\xbb\xbf".as_slice(), lines(&plain, "\n").trim_end().as_bytes()].concat();
    with("a mark and no last line break", "p.jsonl", marked);
    let mut damaged = lines(&plain, "\n").into_bytes();
    damaged.splice(0..0, b"{\"id\": \"q0\", \"prediction\": \"x\"\n".iter().copied());
    damaged.extend(b"{\"id\": \"q1\", \"prediction\": \"\xff\"}\n[1]\n{\"id\": \"");
    with("damaged lines", "p.jsonl", damaged);
    let python = lines(&plain, "\n").replace("{\"id\": \"", "{'id': \"").replace("null", "None");
    with("as Python prints it", "p.jsonl", python.into_bytes());
    let keyed: Vec<Value> =
        plain.iter().map(|row| json!({ row["id"].as_str().unwrap(): row["prediction"] })).collect();
    with("by key", "p.jsonl", lines(&keyed, "\n").into_bytes());
    with("CSV", "p.csv", table(',', "\n").into_bytes());
    with("CSV with CR LF", "p.csv", table(',', "\r\n").into_bytes());
    with("TSV", "p.tsv", table('\t', "\n").into_bytes());
    let empty = format!("{},\n,\nq,last\n,\n", table(',', "\n"));
    with("rows without text", "p.csv", empty.into_bytes());
}

#[test]
fn nothing_differs_where_questions_lack_an_id() {
    let mut file = gold();
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let nameless = |(place, line): (usize, &str)| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        if place % 5 == 3 {
            row.as_object_mut().unwrap().remove("id");
        }
        row
    };
    let rows_of_gold: Vec<Value> = text.lines().enumerate().map(nameless).collect();
    file.bytes = lines(&rows_of_gold, "\n").into();
    let files = [file, File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    same("without ids", &files, &as_preset("nq"));
}

#[test]
fn nothing_differs_with_several_runs() {
    let mut both = rows(Some("a"));
    both.extend(rows(Some("b")).into_iter().skip(9));
    let file = File::predictions("p.jsonl", lines(&shuffled(both), "\n"));
    let other = File::predictions("other.jsonl", lines(&rows(None)[3..], "\n"));
    let choices = Choices { twins: vec!["articles=keep".to_owned()], ..as_preset("nq") };
    same("two runs in a file", &[gold(), file.clone()], &as_preset("nq"));
    same("a second rule", &[gold(), file.clone(), other.clone()], &choices);
    let document = File::predictions("p.json", json!(rows(None)).to_string());
    same("a file that is kept", &[gold(), document, other], &as_preset("nq"));
}

#[test]
fn nothing_differs_with_probabilities() {
    let na: serde_json::Map<String, Value> =
        (0..N).map(|index| (id(index), json!(index as f64 / 100.0))).collect();
    let texts = rows(None).into_iter().filter(|row| row["prediction"].is_string());
    let predictions = lines(&shuffled(texts.collect()), "\n");
    let files = [
        gold(),
        File::predictions("p.jsonl", predictions),
        File::na_prob("na.json", Value::Object(na).to_string()),
    ];
    same("probabilities", &files, &as_preset("squad-v2"));
}

#[test]
fn another_preset_of_the_same_texts_needs_no_reading() {
    let files = [gold(), File::predictions("p.jsonl", lines(&shuffled(rows(None)), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let choices = Choices { preset: Some("squad-v1".to_owned()), ..lean.choices().clone() };
    let mut preview = lean.preview(0, &choices).unwrap();
    while !lean.advance_preview(&mut preview, 1) {}
    let effect = lean.effect(&preview);
    lean.choose(choices.clone());
    assert_eq!(lean.unread(), [] as [usize; 0]);
    score_again(&mut lean, 5).unwrap();
    let mut whole = score(&files, choices).unwrap();
    assert_eq!(report(&mut lean, ExportFormat::Json), report(&mut whole, ExportFormat::Json));
    assert_eq!(effect.mean, whole.score().unwrap().aggregates[0][0].mean);
    // Judges look at more than the text: the files are read again for them.
    lean.choose(Choices { preset: Some("multiple-choice".to_owned()), ..lean.choices().clone() });
    assert_eq!(lean.unread(), [0, 1]);
    assert!(!lean.leaves_texts() || lean.score().is_none());
}

#[test]
fn a_text_that_nobody_read_makes_no_score() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let sides = lean.prediction_sides();
    let text = lean.material(&sides).unwrap().prediction(0, 1).unwrap().into_owned();
    assert!(text.contains("left in the file"), "{text}");
    assert!(lean.missed().is_some());
    lean.choose(lean.choices().clone());
    assert_no_score(&mut lean, "not_loaded");
}

#[test]
fn where_a_score_fails_nothing_is_counted() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    fail_to_score(&mut lean, "unreadable");
    // Nor is an evaluation a score that somebody has left unfinished.
    leave_texts(&mut lean, 1, &files[1], 1 << 10);
    let mut evaluation = lean.evaluation().unwrap();
    assert!(!lean.advance(&mut evaluation, 1));
    let _ = lean.accept(evaluation);
    assert!(lean.score().is_none());
    score_again(&mut lean, 1000).unwrap();
    assert!(lean.score().unwrap().aggregates[0][0].mean.is_some());
}

#[test]
fn a_file_that_has_changed_makes_no_score() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    for (bytes, code) in [
        (lines(&rows(None), "\n").replace("nobody's", "nobodies"), None),
        (lines(&rows(None)[5..], "\n") + &" ".repeat(1000), Some("changed")),
        (String::new(), Some("unreadable")),
    ] {
        let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
        leave_texts(&mut lean, 1, &File::predictions("p.jsonl", bytes), 1 << 10);
        lean.choose(lean.choices().clone());
        lean.choose(Choices { preset: Some("squad-v1".to_owned()), ..lean.choices().clone() });
        if let Some(code) = code {
            assert_no_score(&mut lean, code);
            assert!(lean.rows(0, &[1, 2]).is_err() && lean.explain(0, 1).is_none());
        } else {
            score_again(&mut lean, 1000).unwrap();
            assert!(lean.score().unwrap().aggregates[0][0].mean.is_some());
        }
    }
}

/// Has a session find nothing any more where a file was, or something else in its place.
fn break_file(session: &mut Session) {
    leave_texts(session, 1, &File::predictions("p.jsonl", ""), 1 << 10);
}

#[test]
fn a_file_that_is_given_again_takes_the_place_of_the_lost_one() {
    let other = File::predictions("other.jsonl", lines(&rows(None)[3..], "\n"));
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n")), other];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let cards = |session: &Session| -> Vec<(u32, bool, bool)> {
        let files = session.summary(&[], &[], false).files;
        files.iter().map(|file| (file.slot, file.left, file.lost)).collect()
    };
    assert_eq!(cards(&lean), [(0, true, false), (1, true, false), (2, true, false)]);
    let before = seen(&mut lean, false);
    let sha256 = lean.sources()[1].sha256.clone().unwrap();
    break_file(&mut lean);
    assert!(lean.rows(0, &[1, 2]).is_err());
    assert_eq!(cards(&lean), [(0, true, false), (1, true, true), (2, true, false)]);
    for text in [lines(&rows(None)[5..], "\n"), lines(&rows(None), "\n")] {
        let again = File::predictions("p.jsonl", text);
        let bytes = again.bytes.len() as u64;
        lean.add(1, &again.name, bytes, |length| common::head(&again, length));
        leave_texts(&mut lean, 1, &again, 1 << 10);
        assert!(lean.score().is_none());
        let files = [gold(), again, files[2].clone()];
        let whole = score(&files, as_preset("nq")).unwrap();
        assert!(lean.unread().contains(&1));
        for index in lean.unread() {
            let mut reader = lean.reader(index).unwrap();
            reader.push(&files[index].bytes).unwrap();
            lean.finish_reading(index, reader).unwrap();
        }
        score_again(&mut lean, 7).unwrap();
        assert_eq!(cards(&lean), [(0, true, false), (1, true, false), (2, true, false)]);
        assert_eq!(lean.score().unwrap().aggregates, whole.score().unwrap().aggregates);
        lean.rows(0, &[1, 2]).unwrap();
    }
    assert_eq!(lean.sources()[1].sha256, None, "that of another file is not its own");
    lean.set_sha256(1, sha256);
    assert_eq!(seen(&mut lean, false), before);
}

#[test]
fn a_file_that_could_not_even_be_opened_is_lost() {
    let mut session = Session::new();
    let gone = |_| Err("it is gone");
    session.add(3, "gold.jsonl", 9, gone);
    assert!(session.sources()[0].is_lost());
    let file = gold();
    session.add(3, &file.name, file.bytes.len() as u64, |length| common::head(&file, length));
    assert_eq!(session.sources().len(), 1);
    assert!(!session.sources()[0].is_lost());
    session.lose(3);
    assert!(session.sources()[0].is_lost());
}

/// What a preview of other settings says.
fn effect(session: &Session) -> Effect {
    let mut choices = session.choices().clone();
    choices.set.insert("articles".to_owned(), "keep".to_owned());
    let mut preview = session.preview(0, &choices).unwrap();
    while !session.advance_preview(&mut preview, 7) {}
    session.effect(&preview)
}

/// Has a session tell how many bytes it reads of a file again.
fn count_bytes(session: &mut Session, slot: u32, file: &File) -> Rc<Cell<u64>> {
    let read = Rc::new(Cell::new(0));
    let (count, bytes) = (Rc::clone(&read), file.bytes.clone());
    let fetch = move |offset: u64, length: u64| {
        count.set(count.get() + length);
        Ok(bytes[offset as usize..(offset + length) as usize].to_vec())
    };
    session.set_fetch(slot, Box::new(fetch));
    read
}

/// What every other value of every setting, and some presets, would do.
fn effects(session: &Session, files: usize) -> Vec<(String, Result<Effect, String>)> {
    let mut others = Vec::new();
    for info in session.score().unwrap().settings.applicable() {
        let named = info.options.iter().map(|option| option.0);
        for value in named.chain(info.free.as_ref().map(|_| "after(\"answer\")")) {
            let mut choices = session.choices().clone();
            choices.set.insert(info.key.to_owned(), value.to_owned());
            others.push((format!("{}={value}", info.key), choices));
        }
    }
    for id in ["squad-v1", "squad-v2", "triviaqa", "drop", "gsm8k", "multiple-choice", "math"] {
        let preset = Some(id.to_owned());
        others.push((id.to_owned(), Choices { preset, ..session.choices().clone() }));
    }
    let of = |choices: &Choices| {
        let mut preview = session.preview(files - 2, choices)?;
        while !session.advance_preview(&mut preview, 7) {}
        Ok(session.effect(&preview))
    };
    others.into_iter().map(|(words, choices)| (words, of(&choices))).collect()
}

#[test]
fn a_preview_is_that_of_kept_texts_or_is_not_offered() {
    let other = File::predictions("other.jsonl", lines(&rows(None)[3..], "\n"));
    let files = [gold(), File::predictions("p.jsonl", lines(&shuffled(rows(None)), "\n")), other];
    for files in [&files[..2], &files[..]] {
        let whole = score(files, as_preset("nq")).unwrap();
        let lean = score_leaving(files, as_preset("nq"), 1 << 10).unwrap();
        assert!(lean.leaves_texts());
        let (mut same, mut refused) = (0, 0);
        for ((words, a), (_, b)) in
            effects(&lean, files.len()).into_iter().zip(effects(&whole, files.len()))
        {
            match a {
                Err(reason) if reason.contains("read again") => refused += 1,
                a => {
                    assert_eq!(a, b, "{words}");
                    same += usize::from(a.is_ok());
                }
            }
        }
        assert!(same > 10 && refused > 0, "{same} are the same, {refused} are not offered");
        assert_eq!(lean.missed(), None);
    }
}

#[test]
fn views_and_pairs_are_found_in_slices() {
    let window = 1 << 10;
    let predictions = File::predictions("p.jsonl", lines(&shuffled(rows(None)), "\n"));
    let other = lines(&rows(None)[3..], "\n").replace("answer", "reply");
    let files = [gold(), predictions, File::predictions("other.jsonl", other)];
    let chosen = Choices { baseline: Some("other.jsonl".to_owned()), ..as_preset("nq") };
    let whole = score(&files, chosen.clone()).unwrap();
    let mut lean = score_leaving(&files, chosen, window).unwrap();
    let read = count_bytes(&mut lean, 1, &files[1]);
    let all = files[1].bytes.len() as u64;
    let longest = lines(&rows(None), "\n").lines().map(str::len).max().unwrap() as u64;
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
        let wanted = whole.view(&view);
        assert!(wanted.len() > 2, "{view:?}");
        for count in [1, 7, 4096] {
            let (mut sift, mut steps) = (lean.sift(&view), 0_u64);
            read.set(0);
            loop {
                let before = read.get();
                let is_done = lean.sift_on(&mut sift, count).unwrap();
                let bytes = read.get() - before;
                assert!(bytes <= window + longest, "{bytes} bytes in one slice of {view:?}");
                let (_, done, total) = sift.progress();
                assert!(done <= total, "{done} of {total} of {view:?}");
                steps += 1;
                if is_done {
                    break;
                }
            }
            let by_text = !view.text.is_empty() || view.sort == Sort::Prediction;
            assert!(!by_text || steps >= all / window, "{steps} slices of {view:?}");
            // Whatever the order of the file: not once more for every slice, and once more to sort.
            let ways = if view.against.is_some() { u64::MAX / all } else { 2 };
            assert!(read.get() <= ways * all, "{} bytes of {all} of {view:?}", read.get());
            assert_eq!(sift.into_rows(), wanted, "{view:?} by {count}");
        }
    }
    for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Html] {
        for session in [&whole, &lean] {
            let some = [(1, 7), (0, 3), (1, 0)];
            for rows in [None, Some(&some[..])] {
                let wanted = Wanted { rows, ..Wanted::default() };
                let mut bytes = Vec::new();
                forms::write(session, format, wanted, &mut bytes).unwrap();
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
    }
    let mut beside = lean.beside(0, 1, 7, &By::default()).unwrap();
    while !lean.look_beside(&mut beside, 1).unwrap() {}
    assert_eq!(lean.pair_of(beside), whole.pair(0, 1, 7, &By::default()).unwrap());
}

fn assert_no_numbers(effect: &Effect, words: &str) {
    let Effect { problem, mean, difference, changed, metric } = effect;
    assert!(problem.as_ref().is_some_and(|said| said.contains(words)), "{effect:?}");
    assert_eq!((mean, difference, changed, metric), (&None, &None, &0, &None));
}

#[test]
fn a_preview_that_cannot_read_a_file_has_no_numbers() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let sound = effect(&lean);
    assert!(sound.problem.is_none() && sound.mean.is_some() && sound.difference.is_some());
    break_file(&mut lean);
    assert_no_numbers(&effect(&lean), "p.jsonl cannot be read");
    // It began while the file was there.
    leave_texts(&mut lean, 1, &files[1], 1 << 10);
    let choices = Choices { preset: Some("squad-v1".to_owned()), ..lean.choices().clone() };
    let mut preview = lean.preview(0, &choices).unwrap();
    assert!(!lean.advance_preview(&mut preview, 1));
    assert_no_numbers(&lean.effect(&preview), "not all questions");
    break_file(&mut lean);
    while !lean.advance_preview(&mut preview, 1) {}
    let found = lean.effect(&preview);
    assert_no_numbers(&found, "p.jsonl cannot be read");
    let other = Alternative::Preset(choices.clone());
    assert_eq!(other.also_as(&found), None);
    let setting = ("articles".to_owned(), "keep".to_owned());
    assert!(
        Alternative::Setting(String::new(), setting, choices).moved(&found, &preview).is_none()
    );
}

#[test]
fn nothing_is_previewed_where_a_score_has_failed() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    fail_to_score(&mut lean, "unreadable");
    leave_texts(&mut lean, 1, &files[1], 1 << 10);
    assert_no_numbers(&effect(&lean), "there is no score");
    // Texts that nobody read are no texts.
    let lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let sides = lean.prediction_sides();
    let _ = lean.material(&sides).unwrap().prediction(0, 1);
    assert_no_numbers(&effect(&lean), "left in the file");
}

#[test]
fn a_score_that_has_failed_equals_nothing() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let given = report(&mut lean, ExportFormat::Json);
    fail_to_score(&mut lean, "unreadable");
    lean.verify(Some(("report.json", &given)));
    let check = lean.checked().unwrap();
    assert!(!check.equal && check.sentence.contains("there is no score"), "{check:?}");
}

#[test]
fn what_cannot_be_read_again_is_said() {
    let other = File::predictions("other.jsonl", lines(&rows(None)[3..], "\n"));
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n")), other];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    break_file(&mut lean);
    let view = View { text: "nothing like it".to_owned(), ..View::default() };
    let sorted = View { sort: Sort::Prediction, ..View::default() };
    let problems = [
        lean.rows(0, &[1, 2]).unwrap_err(),
        lean.try_explain(0, 1).unwrap_err(),
        lean.try_view(&view).unwrap_err(),
        lean.try_view(&sorted).unwrap_err(),
        lean.try_pair(0, 1, 7, &By::default()).unwrap_err(),
    ];
    for error in problems {
        let problem = &error.problems[0];
        assert_eq!(
            (problem.code.as_str(), problem.file.as_deref()),
            ("unreadable", Some("p.jsonl"))
        );
        let remedy = "choose the file again; it may have been moved or changed";
        assert_eq!(problem.remedy.as_deref(), Some(remedy));
    }
}

#[test]
fn a_lot_is_scored_alike_by_whoever_has_it() {
    let na: serde_json::Map<String, Value> =
        (0..N).map(|index| (id(index), json!(index as f64 / 100.0))).collect();
    let bytes = lines(&shuffled(rows(None)), "\n").into_bytes();
    let files = [
        gold(),
        File::predictions("p.jsonl", bytes.clone()),
        File::na_prob("na.json", Value::Object(na).to_string()),
    ];
    let session = score(&files, as_preset("squad-v2")).unwrap();
    let sides = session.prediction_sides();
    let material = session.material(&sides).unwrap();
    let evaluation = &session.score().unwrap().evaluation;
    assert!(Lot::is_enough(evaluation.settings()));
    let mut scorer =
        Scorer::new(evaluation.settings().clone(), &evaluation.metrics, Some(&material.gold));
    // The window begins at the eleventh row of the file.
    let first = 10;
    let run = &material.joined.runs[0];
    let questions: Vec<u32> = (0..N as u32)
        .filter(|row| (first..first + 30).contains(&run.rows[*row as usize]))
        .collect();
    assert!(questions.len() > 20);
    let lot = Lot::new(&material, &scorer, run, &questions, first);
    let inspection = session.sources()[1].inspection.as_ref().unwrap();
    let offset = sides[0].table.offset(first as usize);
    let keep = ["prediction".to_owned()];
    let window = read_part(inspection, &keep, offset, &bytes[offset as usize..]).unwrap();
    let mut seen = Vec::new();
    lot.score(
        &mut scorer,
        &window,
        sides[0].map,
        scoredrop::join::Opening::Plain,
        &mut |place, text, scored| {
            seen.push((questions[place] as usize, text.map(str::to_owned), scored));
        },
    );
    assert_eq!(seen.len(), questions.len());
    let scores = &evaluation.runs[0];
    for (row, text, scored) in seen {
        assert_eq!(text.as_deref(), material.prediction(0, row).as_deref());
        assert_eq!((scored.state, scored.matched), (scores.states[row], scores.matched[row]));
        let values = values_of(&evaluation.metrics, &scored);
        let known: Vec<f64> = scores.values.iter().map(|values| values[row]).collect();
        assert_eq!(values.iter().map(|(_, value)| value.unwrap()).collect::<Vec<_>>(), known);
        assert_eq!(scored.raw, scores.raw[row]);
    }
}

/// Questions that nobody has scored are neither missing nor unanswered.
fn assert_no_score(session: &mut Session, code: &str) {
    let error = score_again(session, 1000).unwrap_err();
    assert!(error.problems.iter().any(|one| one.code == code), "{error:?}");
    let counted = session.score().map(|score| score.reconciliations.clone());
    assert_eq!((counted, session.stripes(0, 7)), (None, Vec::new()));
    assert!(session.summary(&[], &[], false).scored.is_none());
    assert_eq!(session.try_view(&View::default()).unwrap(), [0; 0]);
}

/// Breaks a file and has a session score it by another preset.
fn fail_to_score(session: &mut Session, code: &str) {
    break_file(session);
    let choices = session.choices().clone();
    session.choose(Choices { preset: Some("squad-v1".to_owned()), ..choices });
    assert_no_score(session, code);
}

#[test]
fn a_file_too_large_is_refused_as_soon_as_that_is_clear() {
    let files = [gold(), File::predictions("p.json", json!(rows(None)).to_string())];
    let mut session = Session::new();
    for (slot, file) in (0u32..).zip(&files) {
        session.add(slot, &file.name, file.bytes.len() as u64, |length| common::head(file, length));
    }
    session.set_limits(Limits { most: 1 << 30, ..Limits::NONE });
    let mut reader = session.reader(1).unwrap();
    reader.push(&files[1].bytes).unwrap();
    let own = reader.bytes() as u64;
    assert!(session.check_room(1, &reader, 1 << 26, 1 << 30).is_ok());
    let times = (1 << 30) / own + 1;
    let error = session.check_room(1, &reader, 1 << 26, times << 26).unwrap_err();
    let problem = &error.problems[0];
    assert_eq!(problem.code, "too_large");
    assert_eq!(problem.file.as_deref(), Some("p.json"));
    // One byte more than there is.
    session.set_limits(Limits { most: own - 1, ..Limits::NONE });
    assert!(session.check_room(1, &reader, 1, 1).is_err());
}

#[test]
fn another_key_is_joined_by_what_is_read_again() {
    let files = [gold(), File::predictions("p.jsonl", lines(&rows(None), "\n"))];
    let mut lean = score_leaving(&files, as_preset("nq"), 1 << 10).unwrap();
    let by_id = report(&mut lean, ExportFormat::Json);
    let row = Choices { join: Some(JoinBy::Row), ..lean.choices().clone() };
    assert!(lean.preview(0, &row).is_err());
    // Anything that files are joined anew for has them read first.
    lean.choose(row);
    assert_eq!(lean.unread(), [1]);
    lean.choose(Choices { join: None, ..lean.choices().clone() });
    assert_eq!(lean.unread(), [] as [usize; 0]);
    score_again(&mut lean, 1000).unwrap();
    assert_eq!(report(&mut lean, ExportFormat::Json), by_id);
}
