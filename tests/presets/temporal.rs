//! Presets whose rules depend on a column of the gold file: TCP by `subset`, TimeBench by `task`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::{Certainty, ColumnChoice, Field, Reconciliation, Role};
use scoredrop::session::protocol::Choices;
use scoredrop::session::{Session, try_answer};
use scoredrop_testing::exam::{counts, lines, provisional};
use scoredrop_testing::{
    File, as_preset, assert_adds_up, json_lines, mean, official, quick_report, real, said, score,
    values, with_settings,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn tcp() -> [File; 2] {
    [
        File::gold("gold.jsonl", include_bytes!("../../samples/tcp/gold.jsonl")),
        File::predictions(
            "predictions.jsonl",
            include_bytes!("../../samples/tcp/predictions.jsonl"),
        ),
    ]
}

fn timebench() -> [File; 2] {
    let predictions = include_bytes!("../../samples/timebench/predictions.jsonl");
    [
        File::gold("gold.jsonl", include_bytes!("../../samples/timebench/gold.jsonl")),
        File::predictions("predictions.jsonl", predictions),
    ]
}

/// Gold and predictions of rows of (fields of gold, output).
fn files(rows: &[(Value, &str)]) -> [File; 2] {
    let named = |(index, mut row): (usize, Value)| {
        row["id"] = json!(format!("q{index}x"));
        row
    };
    let gold = rows.iter().map(|(gold, _)| gold.clone()).enumerate().map(named);
    let predictions = rows.iter().map(|(_, text)| json!({ "prediction": text }));
    [
        File::gold("gold.jsonl", lines(gold)),
        File::predictions("predictions.jsonl", lines(predictions.enumerate().map(named))),
    ]
}

/// What the session recognises of files that are only dropped.
fn recognised(files: &[File]) -> (String, Certainty, String) {
    let dropped: Vec<File> =
        files.iter().map(|file| File::dropped(&file.name, file.bytes.clone())).collect();
    let session = score(&dropped, Choices::default()).unwrap();
    let guess = session.plan().preset.id.clone().unwrap();
    (guess.value, guess.certainty, guess.reason)
}

fn no_block(session: &Session) -> String {
    assert!(session.score().unwrap().official[0].is_empty());
    said(session, Code::NoOfficialBlock)[0].message.clone()
}

fn by_group(session: &Session, metric: &str, value: &str) -> (f64, u64) {
    let all = &session.score().unwrap().aggregates[0];
    let of = |group: &scoredrop::aggregate::Group| group.value == value;
    let found = all.iter().find(|one| one.metric == metric && one.group.as_ref().is_some_and(of));
    (found.unwrap().mean.unwrap(), found.unwrap().n)
}

#[test]
fn tcp_by_hand() {
    let session = score(&tcp(), as_preset("tcp")).unwrap();
    assert_adds_up(&session);
    let by_hand = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0].map(Some);
    assert_eq!(values(&session, 0, "accuracy"), by_hand);
    assert_eq!(official(&session, 0, "accuracy"), Some(2.0 / 6.0));
    assert_eq!(by_group(&session, "accuracy", "tcp_long"), (0.5, 2));
    assert_eq!(by_group(&session, "accuracy", "tcp_short"), (1.0 / 3.0, 3));
    assert_eq!(by_group(&session, "accuracy", "tcp_mid"), (0.0, 1));
    assert_eq!(
        counts(&session),
        Reconciliation { gold: 6, answered: 5, not_extracted: 1, ..Reconciliation::default() }
    );
    let unknown = said(&session, Code::UnknownPart);
    assert_eq!((unknown.len(), unknown[0].row), (1, Some(6)));
    assert_eq!(unknown[0].remedy.as_deref(), Some("name it tcp_long or tcp_short"));
    assert_eq!(provisional(&session), "");
    let why = |row| session.finished().unwrap().explain(0, row).unwrap().why.join(" ");
    assert_eq!(why(2), "It equals a gold answer: accuracy 1.");
    assert_eq!(why(3), "It equals no gold answer: accuracy 0.");
    assert_eq!(why(4), r"No answer was found (there is no \boxed{…}): wrong.");
    let short = session.finished().unwrap().explain(0, 2).unwrap();
    assert_eq!(short.golds[0].normalised, "2031-03-14 09:30");
    assert_eq!(short.golds[0].metrics, [("accuracy".to_owned(), 1.0)]);
}

#[test]
fn the_example_of_the_metric_card_of_tcp() {
    let files = files(&[
        (json!({"answer": "2012-11-05", "subset": "tcp_long"}), r"After ... \boxed{2012-11-05}"),
        (json!({"answer": "2012-11-05", "subset": "tcp_long"}), r"The ... \boxed{2021-01-10}"),
        (
            json!({"answer": "2020-05-28 16:00 GMT", "subset": "tcp_short"}),
            r"Then ... \boxed{2020-05-28 16:00}",
        ),
    ]);
    let session = score(&files, as_preset("tcp")).unwrap();
    assert_eq!(official(&session, 0, "accuracy"), Some(0.666_666_666_666_666_6));
    let report = quick_report(&session);
    let records = report["runs"][0]["records"].as_array().unwrap();
    let list: Vec<&Value> = records.iter().map(|record| &record["metrics"]["accuracy"]).collect();
    assert_eq!(list, [1.0, 0.0, 1.0]);
    assert_eq!(recognised(&files).0, "tcp");
    assert_eq!(recognised(&files).1, Certainty::Proven);
    let bare = [
        files[0].clone(),
        File::predictions("p.jsonl", lines([json!({"id": "q0x", "prediction": "2012-11-05"})])),
    ];
    assert_eq!(recognised(&bare).1, Certainty::Guessed);
    // Without a subset for each question there is no saying what the reference would print.
    let (long, short) = (as_preset("tcp-long"), as_preset("tcp-short"));
    assert_eq!(official(&score(&files, long).unwrap(), 0, "accuracy"), Some(1.0 / 3.0));
    assert_eq!(official(&score(&files, short).unwrap(), 0, "accuracy"), Some(2.0 / 3.0));
}

#[test]
fn tcp_without_subsets_is_in_doubt() {
    let rows = [(json!({"answer": "2012-11-05"}), r"\boxed{2012-11-05}")];
    let session = score(&files(&rows), as_preset("tcp")).unwrap();
    assert_eq!(mean(&session, 0, "accuracy"), 1.0);
    assert_eq!(provisional(&session), "unfit_preset");
    assert!(no_block(&session).ends_with("the reference needs a subset for every question"));
    // A column of another name can be named.
    let rows = [
        (json!({"answer": "9:00 GMT", "part": "tcp_short"}), r"\boxed{9:00}"),
        (json!({"answer": "9:00 GMT", "part": "tcp_long"}), r"\boxed{9:00}"),
    ];
    let choice = ColumnChoice { role: Role::Gold, field: Field::Group, column: "part".to_owned() };
    let choices = Choices { columns: vec![choice], ..as_preset("tcp") };
    let session = score(&files(&rows), choices).unwrap();
    assert_eq!(official(&session, 0, "accuracy"), Some(0.5));
    assert_eq!(provisional(&session), "");
}

#[test]
fn a_setting_reaches_every_part() {
    let rows = [
        (json!({"answer": "9:00 gmt", "subset": "tcp_long"}), r"\boxed{9:00 GMT}"),
        (json!({"answer": "9:00 AM GMT", "subset": "tcp_short"}), r"\boxed{9:00 am}"),
    ];
    let session = score(&files(&rows), as_preset("tcp")).unwrap();
    assert_eq!(mean(&session, 0, "accuracy"), 0.0);
    let session = score(&files(&rows), with_settings("tcp", &[("case", "ignore")])).unwrap();
    assert_eq!(mean(&session, 0, "accuracy"), 1.0);
    assert!(no_block(&session).ends_with("the settings differ from those of the reference"));
}

#[test]
fn timebench_by_hand() {
    let session = score(&timebench(), as_preset("timebench")).unwrap();
    assert_adds_up(&session);
    let exact = values(&session, 0, "exact_match");
    assert_eq!(exact, [1.0, 0.0, 1.0, 1.0, 0.0, 1.0].map(Some));
    let f1 = values(&session, 0, "f1");
    assert_eq!(f1, [Some(1.0), Some(2.0 / 3.0), Some(1.0), Some(1.0), Some(0.0), None]);
    assert_eq!(mean(&session, 0, "exact_match"), 4.0 / 6.0);
    assert!((mean(&session, 0, "f1") - 11.0 / 15.0).abs() < 1e-15);
    assert_eq!(by_group(&session, "exact_match", "MenatQA"), (0.5, 2));
    assert_eq!(
        counts(&session),
        Reconciliation { gold: 6, answered: 5, not_extracted: 1, ..Reconciliation::default() }
    );
    assert_eq!(provisional(&session), "");
    assert!(no_block(&session).contains("one task at a time"));
    let last = session.finished().unwrap().explain(0, 5).unwrap();
    assert!(last.why.iter().any(|why| why == "Both are the same month."), "{:?}", last.why);
    assert_eq!(recognised(&timebench()).0, "timebench");
    assert_eq!(recognised(&timebench()).1, Certainty::Proven);
}

/// One task, one gold answer each: then the reference prints its block.
#[test]
fn timebench_prints_the_block_of_one_task() {
    let marked = "Thus, the correct answer is: ";
    let rows = |several: bool| {
        let golds = if several { json!(["Cardiff City", "Hull"]) } else { json!("Cardiff City") };
        [
            (json!({"answer": golds, "task": "MenatQA"}), format!("So. {marked}Cardiff City.")),
            (json!({"answer": "unanswerable", "task": "MenatQA"}), format!("{marked}Unanswerable")),
            (json!({"answer": "the Nation", "task": "MenatQA"}), format!("{marked}Nation state")),
        ]
    };
    for preset in ["timebench", "timebench-menatqa", "timebench-timeqa"] {
        let one = rows(false);
        let one: Vec<(Value, &str)> = one.iter().map(|(a, b)| (a.clone(), b.as_str())).collect();
        let session = score(&files(&one), as_preset(preset)).unwrap();
        let block = &session.score().unwrap().official[0];
        let keys: Vec<&str> = block.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["exact_match", "f1"]);
        assert_eq!(official(&session, 0, "exact_match"), Some(2.0 / 3.0));
        assert_eq!(official(&session, 0, "f1"), Some((1.0 + 1.0 + 2.0 / 3.0) / 3.0));
        let several = rows(true);
        let several: Vec<(Value, &str)> =
            several.iter().map(|(a, b)| (a.clone(), b.as_str())).collect();
        let session = score(&files(&several), as_preset(preset)).unwrap();
        assert_eq!(mean(&session, 0, "exact_match"), 2.0 / 3.0);
        assert!(no_block(&session).contains("takes one gold answer"));
    }
    // An unknown task stops the reference.
    let unknown = [(json!({"answer": "x", "task": "timeqa"}), "Thus, the correct answer is: x")];
    let session = score(&files(&unknown), as_preset("timebench")).unwrap();
    assert_eq!(values(&session, 0, "exact_match"), [None]);
    assert!(no_block(&session).contains("a question of an unknown task is left out"));
}

#[test]
fn the_examples_of_the_cards_are_worked_out() {
    for (preset, expected) in [
        ("timebench-menatqa", vec![("exact_match", 0.0), ("f1", 0.8)]),
        ("tcp-short", vec![("accuracy", 1.0)]),
        ("tcp-long", vec![("accuracy", 0.0)]),
        ("climate-finance", vec![("exact_match", 0.0), ("f1", 6.0 / 7.0), ("refusal", 1.0)]),
    ] {
        let card = &scoredrop::preset::preset(preset).unwrap().card;
        let example = card.example.as_ref().unwrap();
        let explained =
            try_answer(preset, &BTreeMap::new(), &example.golds, &example.prediction).unwrap();
        for (name, value) in expected {
            let found = explained.row.metrics.iter().find(|(metric, _)| metric == name).unwrap();
            assert!((found.1.unwrap() - value).abs() < 1e-15, "{preset}: {found:?}");
        }
        assert!(!explained.why.is_empty());
    }
}

#[test]
fn shapes_alone_are_guesses_and_never_without_the_marker() {
    let long = json!({
        "answer": "2012-11-05", "dependencies": [["a", "b"]], "project_start_date": "2012-10-01",
    });
    let (preset, certainty, reason) = recognised(&files(&[(long, r"\boxed{2012-11-05}")]));
    assert_eq!((preset.as_str(), certainty), ("tcp-long", Certainty::Guessed), "{reason}");
    let short = json!({
        "answer": "9:00 GMT", "dependencies": [], "project_start_datetime_gmt": "8:00 GMT",
    });
    assert_eq!(recognised(&files(&[(short, r"\boxed{9:00}")])).0, "tcp-short");
    let loose =
        |output| recognised(&files(&[(json!({"answer": "9:00 GMT", "subset": "short"}), output)]));
    assert_eq!(
        (loose(r"\boxed{9:00}").0.as_str(), loose("9:00").0.as_str()),
        ("tcp", "plain-text")
    );
    let gold = json!({"question": "who", "answer": ["x"], "fact_context": "x is."});
    let marked = recognised(&files(&[(gold.clone(), "Thus, the correct answer is: x")]));
    assert_eq!((marked.0.as_str(), marked.1), ("timebench-tempreason", Certainty::Guessed));
    assert_eq!(recognised(&files(&[(gold, "x")])).0, "plain-text");
    let other = json!({"question": "who", "answer": "x", "task": "TimeQA, part 2"});
    assert_eq!(recognised(&files(&[(other, "x")])).0, "plain-text");
}

/// The gold files of TimeBench, each answered with its own first gold answer.
#[test]
fn real_gold_files_answer_themselves() {
    for (name, preset, several) in [
        ("tempreason_l2", "timebench-tempreason", 72),
        ("tempreason_l3", "timebench-tempreason", 0),
        ("timeqa_easy", "timebench-timeqa", 0),
        ("timeqa_hard", "timebench-timeqa", 0),
        ("menatqa_scope", "timebench-menatqa", 0),
        ("menatqa_order", "timebench-menatqa", 0),
        ("menatqa_counterfactual", "timebench-menatqa", 0),
    ] {
        let Some(bytes) = real(&format!("timebench/{name}_timebench.jsonl")) else { return };
        let rows = json_lines(&bytes);
        let first = |row: &Value| match &row["answer"] {
            Value::Array(answers) => answers[0].as_str().unwrap().to_owned(),
            answer => answer.as_str().unwrap().to_owned(),
        };
        let outputs = lines(rows.iter().map(|row| {
            let text = format!("I see. Thus, the correct answer is: {}.", first(row));
            json!({ "question": row["question"], "prediction": text })
        }));
        let files = [File::gold("gold.jsonl", bytes), File::predictions("outputs.jsonl", outputs)];
        let guess = recognised(&files);
        assert_eq!((guess.0.as_str(), guess.1), (preset, Certainty::Guessed), "{name}");
        let session = score(&files, as_preset(preset)).unwrap();
        assert_adds_up(&session);
        let lists = rows.iter().filter(|row| row["answer"].as_array().is_some_and(|a| a.len() > 1));
        let lists = lists.count();
        if several > 0 {
            assert_eq!(lists, several, "{name}");
        }
        assert_eq!(session.score().unwrap().official[0].is_empty(), lists > 0, "{name}");
        // A repeated question may have another gold answer there than the last prediction of it.
        let wrong = values(&session, 0, "exact_match").iter().filter(|v| **v != Some(1.0)).count();
        let repeated = counts(&session).duplicate_gold as usize;
        assert!(wrong <= 2 * repeated, "{name}: {wrong} wrong, {repeated} repeated");
        eprintln!("{name}: {} questions, {lists} with several golds, {wrong} wrong", rows.len());
    }
}
