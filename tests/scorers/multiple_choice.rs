//! Multiple choice: cases worked out by hand, what the column of gold answers shows, and laws.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::aggregate::Aggregate;
use scoredrop::base::diagnostic::Code;
use scoredrop::score::metric::choices::{Choices, pick};
use scoredrop::session::Session;
use scoredrop::session::protocol::View;
use scoredrop_testing::{File, agreed, as_preset, json_lines, said, score, values};
use serde_json::{Value, json};

const CASES: &str = include_str!("../golden/multiple-choice.jsonl");

fn session(gold: &[Value], predictions: &[Value], set: &[(&str, &str)]) -> Session {
    let lines = |rows: &[Value]| rows.iter().map(|row| row.to_string() + "\n").collect::<String>();
    let mut choices = as_preset("multiple-choice");
    for (key, value) in set {
        choices.set.insert((*key).to_owned(), (*value).to_owned());
    }
    let files = [
        File::gold("gold.jsonl", lines(gold)),
        File::predictions("runs.jsonl", lines(predictions)),
    ];
    score(&files, choices).unwrap()
}

#[test]
fn cases_worked_out_by_hand() {
    let cases = json_lines(CASES.as_bytes());
    assert!(cases.len() >= 80);
    for case in cases {
        let mut gold = json!({ "id": "q", "answer": case["gold"] });
        if let Some(choices) = case.get("choices") {
            gold["choices"] = choices.clone();
        }
        let prediction = json!({ "id": "q", "prediction": case["pred"] });
        let form = case["gold_form"].as_str().unwrap_or("auto");
        let session = session(&[gold], &[prediction], &[("gold_form", form)]);
        let explained = session.finished().unwrap().explain(0, 0).unwrap();
        let read = explained.chain.iter().find(|link| link.label == "read as");
        let read: String = read.unwrap().pieces.iter().map(|piece| piece.text.as_str()).collect();
        let picked: Vec<&str> =
            case["picked"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let labels: Vec<&str> = read.split("; ").map(|it| it.split('.').next().unwrap()).collect();
        let labels = if read == "no choice" { Vec::new() } else { labels };
        assert_eq!(labels, picked, "{case}\n{:?}", explained.why);
        assert_eq!(values(&session, 0, "accuracy")[0], case["accuracy"].as_f64(), "{case}");
        agreed("golden", "multiple-choice", 1, "worked out by hand");
    }
}

/// Three questions with gold answers in numbers.
fn numbered(golds: [u32; 3], answers: [&str; 3]) -> Session {
    let gold = |(place, gold): (usize, &u32)| json!({ "id": format!("q{place}x"), "subject": "s", "choices": ["w", "x", "y"], "answer": gold });
    let prediction = |(place, answer): (usize, &&str)| json!({ "id": format!("q{place}x"), "prediction": answer });
    let gold: Vec<Value> = golds.iter().enumerate().map(gold).collect();
    let predictions: Vec<Value> = answers.iter().enumerate().map(prediction).collect();
    session(&gold, &predictions, &[])
}

#[test]
fn the_column_shows_where_numbers_begin() {
    let from_zero = numbered([0, 1, 2], ["A", "B", "C"]);
    assert_eq!(values(&from_zero, 0, "accuracy"), [Some(1.0); 3]);
    assert!(said(&from_zero, Code::ChoicesFrom0Or1).is_empty());
    let from_one = numbered([1, 2, 3], ["A", "B", "C"]);
    assert_eq!(values(&from_one, 0, "accuracy"), [Some(1.0); 3]);
    assert!(said(&from_one, Code::ChoicesFrom0Or1).is_empty());
    let unknown = numbered([1, 2, 2], ["A", "B", "nothing"]);
    assert_eq!(values(&unknown, 0, "accuracy"), [Some(1.0), Some(1.0), Some(0.0)]);
    assert_eq!(said(&unknown, Code::ChoicesFrom0Or1).len(), 3);
    assert_eq!(said(&unknown, Code::InvalidChoice).len(), 1);
    assert!(!unknown.score().unwrap().provisional.is_empty());
}

/// Right, wrong, invalid and several are told apart, each can be shown, and subjects have their own means.
#[test]
fn outcomes_and_subjects() {
    let outputs = ["B", "A", "none of these", "A or B", "The answer is (B).", "A big question"];
    let gold: Vec<Value> = (0..6)
        .map(|i| json!({ "id": format!("q{i}x"), "subject": (if i < 3 { "law" } else { "art" }), "choices": ["w", "x"], "answer": "B" }))
        .collect();
    let predictions: Vec<Value> = outputs
        .iter()
        .enumerate()
        .map(|(i, output)| json!({ "id": format!("q{i}x"), "prediction": output }))
        .collect();
    let session = session(&gold, &predictions, &[]);
    assert_eq!(values(&session, 0, "accuracy"), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(Some));
    let shown = |note: Code| {
        session.finished().unwrap().view(&View { note: Some(note), ..View::default() })
    };
    assert_eq!((shown(Code::InvalidChoice), shown(Code::SeveralChoices)), (vec![2, 5], vec![3]));
    let of = |subject: &str| {
        let all = &session.score().unwrap().aggregates[0];
        let is = |one: &&Aggregate| one.group.as_ref().is_some_and(|group| group.value == subject);
        all.iter().find(is).and_then(|one| one.mean)
    };
    assert_eq!((of("law"), of("art")), (Some(1.0 / 3.0), Some(1.0 / 3.0)));
}

#[test]
fn columns_of_choices() {
    for columns in [["A", "B", "C", "D"], ["option_a", "option_b", "option_c", "option_d"]] {
        let mut gold = json!({ "id": "q", "question": "which town is it?", "answer": "Rome" });
        for (column, text) in columns.iter().zip(["Paris", "London", "Rome", "Berlin"]) {
            gold[column] = json!(text);
        }
        let prediction = json!({ "id": "q", "prediction": "The answer is (C)." });
        let session = session(&[gold], &[prediction], &[]);
        assert_eq!(values(&session, 0, "accuracy"), [Some(1.0)], "{columns:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_has_a_reading(
        text in "([A-Ea-e]|answer|is|the|option|[ .,:()*/\n=]|\\*\\*|\\\\boxed\\{|\\}|\\$|[0-9]|é|\\PC){0,30}",
        texts in proptest::collection::vec("\\PC{0,6}", 0..30),
    ) {
        let choices = Choices::new(Vec::new(), texts);
        let (found, rule) = pick(&choices, &text);
        prop_assert!(!rule.is_empty());
        prop_assert!(found.set().len() <= choices.len().max(1));
    }

    #[test]
    fn a_sentence_without_labels_names_none(words in "([a-z]{2,8} ){1,12}") {
        let choices = Choices::new(Vec::new(), vec!["Q1".into(), "Q2".into(), "Q3".into(), "Q4".into()]);
        prop_assert!(pick(&choices, &words).0.set().is_empty(), "{}", words);
    }
}
