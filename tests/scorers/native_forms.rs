//! Benchmarks whose gold files hold their questions within records: read in their own form, recognised,
//! joined and scored, with what the reference script prints. Expected values are those of the golden
//! cases and of the official evaluators; see `golden/README.md` and, for real data, `tests/real/real_data.rs`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::doubt::Doubt;
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::{
    File, agreed, assert_adds_up, json_lines, keys, official, real, score, values,
};
use serde_json::{Map, Value, json};

const ROWS: &str = include_str!("../golden/text-qa.jsonl");

/// Cases of a scorer that carry its own objects.
fn rows(scorer: &str, kind: &str) -> Vec<Value> {
    let rows: Vec<Value> = json_lines(ROWS.as_bytes())
        .into_iter()
        .filter(|row| row["scorer"] == scorer && row["kind"].as_str().unwrap().starts_with(kind))
        .filter(|row| row["expected"].get("error").is_none())
        .collect();
    assert!(!rows.is_empty());
    rows
}

/// Scores what was dropped, with nothing chosen.
fn dropped(gold: &Value, predictions: &Value) -> Session {
    let files = [
        File::dropped("gold.json", gold.to_string()),
        File::dropped("predictions.json", predictions.to_string()),
    ];
    let session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    session
}

fn preset(session: &Session) -> &str {
    &session.plan().preset.settings.as_ref().unwrap().preset.id
}

/// The official block as JSON.
fn block(session: &Session) -> Value {
    session.score().unwrap().official[0].clone().into()
}

fn same(session: &Session, metric: &str, rows: &[Value], name: &str) {
    for ((actual, row), key) in values(session, 0, metric).iter().zip(rows).zip(keys(session)) {
        assert_eq!(key, row["id"].as_str().unwrap());
        let (actual, expected) = (actual.unwrap(), row["expected"][name].as_f64().unwrap());
        assert!((actual - expected).abs() <= 1e-12, "{key}: {metric} {actual}, {expected}");
    }
}

#[test]
fn drop_in_its_own_form() {
    let rows = rows("drop", "s_");
    let passages: Map<String, Value> = rows
        .chunks(5)
        .enumerate()
        .map(|(index, rows)| {
            let pairs: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let golds = row["gold"].as_array().unwrap();
                    json!({
                        "question": format!("what is {}?", row["id"]),
                        "answer": golds[0],
                        "query_id": row["id"],
                        "validated_answers": golds[1..],
                    })
                })
                .collect();
            (format!("passage_{index}"), json!({"passage": "p", "qa_pairs": pairs}))
        })
        .collect();
    let predictions: Map<String, Value> =
        rows.iter().map(|row| (text(&row["id"]), row["pred"].clone())).collect();
    let session = dropped(&passages.into(), &predictions.into());
    assert_eq!(preset(&session), "drop");
    // Some cases have no gold answer on purpose.
    let without = |doubt: &Doubt| doubt.code() == "no_gold_answers";
    assert!(
        session.score().unwrap().provisional.iter().all(without),
        "{:?}",
        session.score().unwrap().provisional
    );
    same(&session, "exact_match", &rows, "em");
    same(&session, "f1", &rows, "f1");
    let lists: Vec<Value> = rows.iter().filter(|row| row["pred"].is_array()).cloned().collect();
    counted("drop", &lists);
    // numpy.mean of these: the order in which they are added up decides the last digit.
    let sum = |name: &str| -> f64 {
        rows.iter().map(|row| row["expected"][name].as_f64().unwrap()).sum()
    };
    for (key, name) in [("global_em", "em"), ("global_f1", "f1")] {
        let mean = sum(name) / rows.len() as f64;
        assert!((official(&session, 0, key).unwrap() - mean).abs() < 1e-15, "{key}");
    }
}

/// Tells of cases that other tests do not compare through the preset.
fn counted(preset: &str, rows: &[Value]) {
    for row in rows {
        agreed("golden", preset, 1, row["oracle"].as_str().unwrap());
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[test]
fn tatqa_in_its_own_form() {
    let rows = rows("tatqa", "s_");
    let questions = |rows: &[Value]| -> Vec<Value> {
        rows.iter()
            .map(|row| {
                let mut question = row["gold"].clone();
                question["uid"] = row["id"].clone();
                question["question"] = json!(format!("how much is {}?", row["id"]));
                question["answer_from"] = json!("table");
                question
            })
            .collect()
    };
    let gold: Vec<Value> = rows
        .chunks(7)
        .map(|rows| {
            json!({
                "table": {"uid": "t", "table": [["", "2019"]]},
                "paragraphs": [{"uid": "p", "order": 1, "text": "t"}],
                "questions": questions(rows),
            })
        })
        .collect();
    let predictions: Map<String, Value> =
        rows.iter().map(|row| (text(&row["id"]), row["pred"].clone())).collect();
    let session = dropped(&gold.into(), &predictions.into());
    assert_eq!(preset(&session), "tatqa");
    assert!(
        session.score().unwrap().provisional.is_empty(),
        "{:?}",
        session.score().unwrap().provisional
    );
    same(&session, "exact_match", &rows, "em");
    same(&session, "f1", &rows, "f1");
    same(&session, "scale", &rows, "scale_score");
    counted("tatqa", &rows);
}

#[test]
fn coqa_in_its_own_form() {
    let mut tried = 0;
    for row in rows("coqa", "f_") {
        let gold = json!({"version": "1.0", "data": row["gold"]});
        let session = dropped(&gold, &row["pred"]);
        assert_eq!(preset(&session), "coqa", "{}", row["id"]);
        assert_eq!(block(&session), row["expected"], "{}", row["id"]);
        counted("coqa", &[row]);
        tried += 1;
    }
    assert_eq!(tried, 3);
}

#[test]
fn triviaqa_in_its_own_form() {
    for row in rows("triviaqa", "f_") {
        let data: Vec<Value> = row["gold"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, answer)| {
                json!({"QuestionId": id, "Question": format!("who is {id}?"), "Answer": answer,
                    "EntityPages": [], "SearchResults": []})
            })
            .collect();
        let gold = json!({"Data": data, "Domain": "Wikipedia", "VerifiedEval": false});
        let session = dropped(&gold, &row["pred"]);
        assert_eq!(preset(&session), "triviaqa", "{}", row["id"]);
        let mut expected = row["expected"].clone();
        expected.as_object_mut().unwrap().shift_remove("oracle");
        let block = block(&session);
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(block[key].as_f64(), value.as_f64(), "{}: {key}", row["id"]);
        }
        assert_eq!(block.as_object().unwrap().len(), expected.as_object().unwrap().len());
        counted("triviaqa", &[row]);
    }
}

#[test]
fn triviaqa_by_document() {
    let (Some(gold), Some(predictions)) =
        (real("triviaqa/triviaqa_sample.json"), real("triviaqa/sample_predictions.json"))
    else {
        return;
    };
    let files = [
        File::gold("triviaqa_sample.json", gold),
        File::predictions("predictions.json", predictions),
    ];
    let session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(keys(&session), ["tc_33--Andrew_Lloyd_Webber.txt", "tc_33--35/35_995.txt"]);
    let expected = json!({"exact_match": 50.0, "f1": 50.0, "common": 1, "denominator": 2,
        "pred_len": 1, "gold_len": 2});
    assert_eq!(block(&session), expected);
}

#[test]
fn kilt_in_its_own_form() {
    let line = |id: &str, output: Value| {
        json!({"id": id, "input": format!("what is {id}?"), "output": output}).to_string() + "\n"
    };
    let source = json!([{"wikipedia_id": "1"}]);
    let gold = [
        line("a", json!([{"answer": "the end", "provenance": source}, {"provenance": source}])),
        line("b", json!([{"answer": "Paris"}, {"answer": " "}, {"provenance": source}])),
    ];
    let predictions = [
        line("a", json!([{"answer": "end", "provenance": source}])),
        line("b", json!([{"answer": " Paris ", "provenance": []}])),
    ];
    let files = [
        File::gold("nq-dev-kilt.jsonl", gold.concat()),
        File::predictions("guess.jsonl", predictions.concat()),
    ];
    let session = score(&files, Choices::default()).unwrap();
    assert_eq!(preset(&session), "kilt");
    let expected = json!({"downstream": {"accuracy": 0.5, "em": 1.0, "f1": 1.0}});
    assert_eq!(block(&session), expected);
    let list: Vec<f64> = values(&session, 0, "accuracy").into_iter().flatten().collect();
    assert_eq!(list, [0.0, 1.0]);
}

#[test]
fn tatqa_sample_predictions() {
    let (Some(gold), Some(predictions), Some(expected), Some(aggregate)) = (
        real("tatqa/tatqa_dataset_dev.json"),
        real("tatqa/sample_prediction.json"),
        real("tatqa/expected/sample_prediction.tatqa_dataset_dev.per_question.jsonl"),
        real("tatqa/expected/sample_prediction.tatqa_dataset_dev.aggregate.json"),
    ) else {
        return;
    };
    let files = [
        File::dropped("tatqa_dataset_dev.json", gold),
        File::dropped("sample_prediction.json", predictions),
    ];
    let session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(preset(&session), "tatqa");
    assert!(
        session.score().unwrap().provisional.is_empty(),
        "{:?}",
        session.score().unwrap().provisional
    );
    let lines = json_lines(&expected);
    assert_eq!(keys(&session).len(), lines.len());
    same(&session, "exact_match", &lines_as_rows(&lines), "em");
    same(&session, "f1", &lines_as_rows(&lines), "f1");
    let expected = json!({"Exact-match accuracy": 45.92, "F1 score": 58.88, "Scale score": 90.95});
    assert_eq!(block(&session), expected);
    // The tables of the script: means by answer_type and answer_from, and by both.
    let aggregate: Value = serde_json::from_slice(&aggregate).unwrap();
    let exact = values(&session, 0, "exact_match");
    let f1 = values(&session, 0, "f1");
    let mut cells = 0;
    for (table, values, name) in [("em_detail", &exact, "em"), ("f1_detail", &f1, "f1")] {
        for from in ["table", "table-text", "text"] {
            let column = &aggregate[table][format!("('{name}', '{from}')")];
            for (kind, expected) in column.as_object().unwrap() {
                let inside = lines.iter().zip(values).filter(|(line, _)| {
                    line["answer_type"] == *kind && line["answer_from"] == from
                });
                let inside: Vec<f64> = inside.filter_map(|(_, value)| *value).collect();
                let mean = inside.iter().sum::<f64>() / (inside.len() as f64).max(1.0);
                let expected = expected.as_f64().unwrap();
                assert!((mean - expected).abs() < 1e-9, "{table}, {from}, {kind}: {mean}");
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 24);
    // Of each column by itself our report has the means.
    let groups = ["answer_type", "answer_from"].map(|column| {
        let aggregates = &session.score().unwrap().aggregates[0];
        let of_column = aggregates.iter().filter(|one| {
            one.metric == "exact_match"
                && one.group.as_ref().is_some_and(|group| group.column == column)
        });
        of_column.count()
    });
    assert_eq!(groups, [4, 3]);
    agreed("real", "tatqa", lines.len(), "sample_prediction");
}

fn lines_as_rows(lines: &[Value]) -> Vec<Value> {
    lines.iter().map(|line| json!({"id": line["id"], "expected": line})).collect()
}
