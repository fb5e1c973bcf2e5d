//! Planted errors of pairing must be said: the files here belong together in a wrong way that
//! happens to people, and the reader of the score must learn of it. No row may get lost.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::{Code, Severity};
use scoredrop::base::types::{JoinBy, Reconciliation};
use scoredrop::session::protocol::Choices;
use scoredrop_testing::exam::{
    N, answer, counts, gold, gold_rows, id, lines, prediction, prediction_rows, predictions,
    provisional, question, refused, scored,
};
use scoredrop_testing::{File, as_preset, assert_adds_up, mean, said, score, values};
use serde_json::{Value, json};

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
    let error = refused(&swapped(gold(), predictions(prediction_rows())), Code::NoColumn);
    assert!(error.contains("swap"), "{error}");
    // Both files call it `answer`; lists, question texts or names are all there is to tell.
    let plain = |i: usize| json!({ "id": id(i), "question": question(i), "answer": answer(i) });
    let short = |i: usize| json!({ "id": id(i), "answer": prediction(i) });
    let session = scored(&swapped(
        File::gold("gold.jsonl", lines((0..N).map(plain))),
        predictions((0..N).map(short)),
    ));
    assert!(provisional(&session).contains("roles_look_swapped"), "{}", provisional(&session));
    assert_eq!(said(&session, Code::RolesLookSwapped).len(), 1);
}

#[test]
fn shifted_with_ids_intact() {
    for step in [1, N - 1] {
        let shifted = |i: usize| json!({ "id": id(i), "prediction": prediction((i + step) % N) });
        let session = scored(&[gold(), predictions((0..N).map(shifted))]);
        assert_eq!(counts(&session).answered, 40);
        assert_eq!(said(&session, Code::Shifted).len(), 1);
        assert!(provisional(&session).contains("shifted"), "{}", provisional(&session));
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
        assert_eq!(said(&session, Code::Shifted).len(), 1);
        assert!(!provisional(&session).is_empty());
        // The ids moved away from questions and predictions: the texts tell.
        let torn = |i: usize| {
            let from = (i + step) % N;
            json!({ "id": id(i), "question": question(from), "prediction": prediction(from) })
        };
        let session = scored(&[gold(), predictions((0..N).map(torn))]);
        assert_eq!(session.joined().unwrap().by.value, JoinBy::Question);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(said(&session, Code::KeysDisagree).len(), 1);
        // Joined on the id by choice, they must not pass either.
        let choices = Choices { join: Some(JoinBy::Id), ..as_preset("squad-v1") };
        let session = score(&[gold(), predictions((0..N).map(torn))], choices).unwrap();
        assert_adds_up(&session);
        assert!(provisional(&session).contains("texts_disagree (40)"));
    }
}

#[test]
fn shuffled_without_shared_ids() {
    // No id at all: row order is the only key, and it proves nothing.
    let shuffled = |i: usize| json!({ "prediction": prediction(i * 7 % N) });
    let session = scored(&[gold(), predictions((0..N).map(shuffled))]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Row);
    assert!(provisional(&session).contains("row_order"), "{}", provisional(&session));
    assert_eq!(said(&session, Code::RowOrder).len(), 1);
    // Ids of another kind: they contradict row order, so it is not even tried.
    let foreign = |i: usize| json!({ "id": 9000 + i, "prediction": prediction(i * 7 % N) });
    let files = [gold(), predictions((0..N).map(foreign))];
    refused(&files, Code::NoMatch);
    // Chosen, it is.
    let choices = Choices { join: Some(JoinBy::Row), ..as_preset("squad-v1") };
    let session = score(&files, choices).unwrap();
    assert_adds_up(&session);
    assert!(provisional(&session).contains("row_order"));
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
    let error = refused(&[gold(), predictions(other(N))], Code::NoMatch);
    assert!(error.contains(&id(0)) && error.contains(&id(N)), "{error}");
    // 12 of 40 questions are shared.
    let session = scored(&[gold(), predictions(other(28))]);
    assert_eq!((counts(&session).missing, counts(&session).extra), (28, 28));
    assert!(provisional(&session).contains("few_predictions (28)"), "{}", provisional(&session));
    assert!(!said(&session, Code::MissingPrediction).is_empty());
    assert!(!said(&session, Code::ExtraPrediction).is_empty());
    // 28 of 40.
    let session = scored(&[gold(), predictions(other(12))]);
    assert!(provisional(&session).contains("extra_predictions (12)"), "{}", provisional(&session));
}

#[test]
fn too_few_predictions() {
    let session = scored(&[gold(), predictions(prediction_rows().into_iter().take(19))]);
    assert_eq!(counts(&session).missing, 21);
    assert!(provisional(&session).contains("few_predictions (21)"));
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
        assert_eq!(said(&session, Code::PresetMismatch).len(), 1, "{preset}");
        assert!(provisional(&session).contains("preset_mismatch"), "{}", provisional(&session));
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
        said(&session, Code::BlankPrediction).iter().map(|one| one.row.unwrap()).collect();
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
    let exact = values(&session, 0, "exact_match");
    assert_eq!((exact[3], exact[5], exact[40]), (Some(1.0), Some(0.0), Some(0.0)));
    assert_eq!(said(&session, Code::DuplicateGold)[0].row, Some(41));
    let rows: Vec<_> = said(&session, Code::DuplicatePrediction).iter().map(|d| d.row).collect();
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
        assert_eq!(said(&session, Code::NoOfficialBlock).is_empty(), keeps_each, "{preset}");
        assert_eq!(mean(&session, 0, "exact_match"), 36.0 / 41.0);
    }
}

/// What was cut off before its first row has no columns to choose from.
#[test]
fn a_file_without_a_whole_row_says_so() {
    let gold = File::gold("gold.json", r#"{"data": [{"title": "a", "para"#.to_owned());
    let answers = File::predictions("answers.json", r#"{"q1": "a"}"#.to_owned());
    let error = score(&[gold, answers], as_preset("squad-v1")).unwrap_err();
    let said = error.problems.iter().find(|problem| problem.code == Code::NoRows);
    assert!(said.is_some_and(|said| said.file.as_deref() == Some("gold.json")), "{error:?}");
}
