//! Predictions that are no texts: what is compared, what is said, and that no official block stands
//! where the reference would stop with an error.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::State;
use scoredrop::preset::presets;
use scoredrop::session::Session;
use scoredrop_testing::exam::{lines, provisional};
use scoredrop_testing::{File, as_preset, assert_adds_up, said, score, values};
use serde_json::json;

/// A value of every kind that JSON has beside texts.
const NO_TEXTS: [&str; 8] =
    ["[\"ada\"]", "[\"ada\", \"bob\"]", "3", "true", "false", "null", "{\"text\": \"ada\"}", "NaN"];

fn gold(more: &str) -> File {
    let lines = ["x", "y"].map(|id| {
        format!("{{\"id\": \"{id}\", \"question\": \"q {id}\", \"answers\": [\"ada\"]{more}}}\n")
    });
    File::gold("gold.jsonl", lines.concat())
}

fn scored(preset: &str, gold: File, predictions: File) -> Session {
    score(&[gold, predictions], as_preset(preset)).unwrap()
}

#[test]
fn no_reference_takes_what_is_no_text() {
    let references = presets().iter().filter(|preset| {
        // Where verdicts are read, predictions are not looked at.
        !preset.official.is_empty() && !preset.takes_verdicts()
    });
    let mut tried = 0;
    for preset in references.map(|preset| preset.id.as_str()) {
        let more = match preset {
            "hotpotqa" => ", \"supporting_facts\": [[\"t\", 0]]",
            "tcp" => ", \"subset\": \"tcp_long\"",
            "timebench" => ", \"task\": \"TempReason\"",
            "coqa" => ", \"source\": \"cnn\"",
            _ => "",
        };
        let block = |value: &str| {
            let facts = if preset == "hotpotqa" { ", \"sp\": [[\"t\", 0]]" } else { "" };
            let line = |id: &str, value: &str| {
                format!(
                    "{{\"id\": \"{id}\", \"question\": \"q {id}\", \"prediction\": {value}{facts}}}\n"
                )
            };
            let lines = line("x", "\"ada\"") + &line("y", value);
            let session = scored(preset, gold(more), File::predictions("predictions.jsonl", lines));
            let reason =
                said(&session, Code::NoOfficialBlock).first().map(|one| one.message.clone());
            (session.score().unwrap().official[0].len(), reason)
        };
        let (lines, reason) = block("\"ada\"");
        assert!(lines > 0, "{preset}: {reason:?}");
        let lists = matches!(preset, "drop" | "tatqa");
        for value in NO_TEXTS.into_iter().filter(|value| !(lists && value.starts_with('['))) {
            let (lines, reason) = block(value);
            assert_eq!(lines, 0, "{preset}: {value}");
            let reason = reason.unwrap();
            assert!(reason.contains("not a text") || reason.contains("missing"), "{reason}");
        }
        tried += 1;
    }
    assert!(tried > 10);
}

#[test]
fn keyed_values_and_cells_of_tables() {
    for value in NO_TEXTS {
        let keyed = format!("{{\"x\": \"ada\", \"y\": {value}}}");
        let session = scored("squad-v1", gold(""), File::predictions("predictions.json", keyed));
        assert!(session.score().unwrap().official[0].is_empty(), "{value}");
        let reason = &said(&session, Code::NoOfficialBlock)[0].message;
        assert!(reason.contains("not a text") && reason.contains("predictions.json"), "{reason}");
        // What looks like it in a table is a text, as it is for the reference.
        let quoted = value.replace('"', "\"\"");
        let csv = format!("id,prediction\nx,ada\ny,\"{quoted}\"\n");
        let session = scored("squad-v1", gold(""), File::predictions("predictions.csv", csv));
        assert_eq!(session.score().unwrap().official[0].len(), 2, "{value}");
    }
    // A question that the file does not have is none of it.
    let session =
        scored("squad-v1", gold(""), File::predictions("predictions.json", "{\"x\": \"ada\"}"));
    assert_eq!(session.score().unwrap().official[0].len(), 2);
}

#[test]
fn a_text_within_an_object_is_never_called_missing() {
    for keyed in [
        r#"{"x": "ada", "y": {"text": "ada"}}"#,
        r#"{"x": {"text": "ada"}, "y": "ada"}"#,
        r#"{"x": {"prediction": "ada"}, "y": "ada"}"#,
    ] {
        let session = scored("squad-v1", gold(""), File::predictions("predictions.json", keyed));
        assert_adds_up(&session);
        assert_eq!(session.score().unwrap().evaluation.runs[0].states, [State::Answered; 2]);
        assert_eq!(said(&session, Code::ObjectPrediction).len(), 1, "{keyed}");
        assert!(said(&session, Code::NullPrediction).is_empty(), "{keyed}");
        assert!(session.score().unwrap().official[0].is_empty(), "{keyed}");
    }
}

#[test]
fn a_bare_text_among_objects_is_a_prediction() {
    let keyed = r#"{"x": {"prediction": "ada"}, "z": {"prediction": "bob"}, "y": "ada"}"#;
    let session = scored("squad-v1", gold(""), File::predictions("predictions.json", keyed));
    assert_adds_up(&session);
    assert_eq!(values(&session, 0, "exact_match"), [Some(1.0), Some(1.0)]);
    assert!(said(&session, Code::NullPrediction).is_empty());
    // An object without the member that the others have is compared as written.
    let keyed = r#"{"x": {"prediction": "ada"}, "z": {"prediction": "bob"}, "v": "x",
                    "y": {"text": "ada"}}"#;
    let session = scored("squad-v1", gold(""), File::predictions("predictions.json", keyed));
    assert_eq!(session.score().unwrap().evaluation.runs[0].states, [State::Answered; 2]);
    assert_eq!(said(&session, Code::ObjectPrediction)[0].column.as_deref(), Some("(value)"));
    // One whose prediction is null has none.
    let keyed = r#"{"x": {"prediction": "ada"}, "z": "bob", "y": {"prediction": null}}"#;
    let session = scored("squad-v1", gold(""), File::predictions("predictions.json", keyed));
    let states = &session.score().unwrap().evaluation.runs[0].states;
    assert_eq!(*states, [State::Answered, State::Missing]);
}

#[test]
fn answers_that_cannot_be_equal() {
    let doubted = |golds: [&str; 3], predictions: [&str; 3]| {
        let row = |name: &'static str, texts: [&str; 3]| {
            let rows = texts.iter().zip(["x1", "y5", "z3"]);
            lines(rows.map(|(text, id)| json!({ "id": id, name: text })).collect::<Vec<_>>())
        };
        let files = [
            File::gold("gold.jsonl", row("answer", golds)),
            File::predictions("predictions.jsonl", row("prediction", predictions)),
        ];
        let session = score(&files, as_preset("squad-v1")).unwrap();
        !said(&session, Code::DoubtfulAnswers).is_empty() && !provisional(&session).is_empty()
    };
    // Choices by number and by letter, and letters where nobody asked for them.
    assert!(doubted(["0", "2", "1"], ["A", "C", "B"]));
    assert!(doubted(["A", "C", "B"], ["(0)", "(2)", ""]));
    assert!(doubted(["Paris", "Rome", "7"], ["A", "B.", "C"]));
    // Letters and numbers among other answers, and whole texts about letters.
    assert!(!doubted(["A", "C", "B"], ["A", "C", "D"]));
    assert!(!doubted(["0", "2", "1"], ["0", "two", "B"]));
    assert!(!doubted(["A", "C", "B"], ["A: Paris", "C: Rome", "B: Oslo"]));
    assert!(!doubted(["Paris", "C", "7"], ["A", "C", "D"]));
    // Separators that look like lists, unless predictions have them too, or only at the end.
    assert!(doubted(["Paris|Paris, France", "Rome", "Oslo"], ["Paris", "Rome", "Oslo"]));
    assert!(doubted(["Paris; Lutetia", "Rome", "Oslo"], ["Paris", "Rome", "Oslo"]));
    assert!(!doubted(["a | b", "Rome", "Oslo"], ["a | c", "Rome", "Oslo"]));
    assert!(!doubted(["int x = 1;", "Rome;", "Oslo"], ["Paris", "Rome", "Oslo"]));
}

#[test]
fn replies_that_hold_no_text() {
    let reply = |text: &str| json!({ "body": { "choices": [{ "message": { "content": text } }] } });
    let file = |odd: serde_json::Value| {
        let replies =
            ["a", "b", "c", "d"].map(|text| json!({ "id": text, "response": reply(text) }));
        let rows = replies.into_iter().chain([json!({ "id": "e", "response": odd })]);
        File::predictions("batch.jsonl", lines(rows))
    };
    let golds = ["a", "b", "c", "d", "e"].map(|text| json!({ "id": text, "answer": text }));
    let gold = File::gold("gold.jsonl", lines(golds));
    // A failed request is no answer; an object of another form is one, compared as written.
    for (odd, state, code) in [
        (json!({ "body": { "error": { "code": 1 } } }), State::Missing, Code::NullPrediction),
        (json!({ "verdict": "e" }), State::Answered, Code::ObjectPrediction),
    ] {
        let session = scored("squad-v1", gold.clone(), file(odd));
        assert_adds_up(&session);
        assert_eq!(session.score().unwrap().evaluation.runs[0].states[4], state);
        assert_eq!(said(&session, code).len(), 1);
        let values = values(&session, 0, "exact_match");
        assert_eq!(values, [1.0, 1.0, 1.0, 1.0, 0.0].map(Some));
        assert!(provisional(&session).contains("wrapped_predictions"));
    }
}

#[test]
fn gold_objects_without_an_answer_are_named() {
    let predictions = || {
        let rows = (0..4).map(|id| json!({ "id": id, "prediction": format!("city {id}") }));
        File::predictions("predictions.jsonl", lines(rows))
    };
    let gold = |answer: fn(usize) -> serde_json::Value| {
        let rows = (0..4).map(|id| json!({ "id": id, "answers": answer(id) }));
        File::gold("gold.jsonl", lines(rows))
    };
    let object = |id: usize| json!({ "place": format!("city {id}"), "since": id });
    let session = scored("squad-v1", gold(object), predictions());
    let found = said(&session, Code::ObjectGold);
    assert_eq!(found.len(), 4);
    assert!(found[0].remedy.as_ref().unwrap().ends_with("--map gold.answers=answers.MEMBER"));
    let list = |id: usize| json!([{ "place": format!("city {id}") }]);
    assert_eq!(said(&scored("squad-v1", gold(list), predictions()), Code::ObjectGold).len(), 4);
    let known = |id: usize| json!([{ "text": format!("city {id}"), "answer_start": id }]);
    assert!(said(&scored("squad-v1", gold(known), predictions()), Code::ObjectGold).is_empty());
    // Records are compared as such.
    let session = scored("plain-exact", gold(object), predictions());
    assert!(said(&session, Code::ObjectGold).is_empty());
}
