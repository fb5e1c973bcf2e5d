//! Files as evaluation tools and editors write them: their answers or verdicts are found.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::types::Field;
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::exam::{N, answer, gold, id, lines, prediction, question};
use scoredrop_testing::{File, assert_adds_up, codes, mean, score};
use serde_json::{Value, json};

fn dropped(files: &[File]) -> Session {
    let session = score(files, Choices::default()).unwrap();
    assert_adds_up(&session);
    session
}

fn column(session: &Session, file: usize, field: Field) -> &str {
    session.plan().columns.maps[file].one(field).unwrap()
}

/// The score by which the exam's predictions are made.
const RIGHT: f64 = 0.9;

#[test]
fn reviews_of_evalscope_hold_both_sides() {
    let row = |i: usize| {
        json!({
            "index": i,
            "input": question(i),
            "target": answer(i),
            "sample_score": {
                "score": {
                    "value": {"acc": f64::from(u8::from(answer(i) == prediction(i)))},
                    "extracted_prediction": prediction(i),
                    "prediction": format!("Let me think about it. It is {}.", prediction(i)),
                    "explanation": null,
                    "metadata": {},
                    "main_score_name": "acc",
                },
                "sample_id": i,
                "group_id": i,
                "sample_metadata": {},
            },
        })
    };
    let text = lines((0..N).map(row).collect::<Vec<Value>>());
    let session = dropped(&[File::dropped("towns_default.jsonl", text)]);
    assert_eq!(column(&session, 0, Field::Answers), "target");
    let found = column(&session, 0, Field::Prediction);
    assert_eq!(found, "sample_score.score.extracted_prediction");
    assert_eq!(mean(&session, 0, "exact_match"), RIGHT);
}

#[test]
fn predictions_of_evalscope_are_the_models_last_words() {
    let row = |i: usize| {
        let said = json!({"role": "assistant", "content": prediction(i), "source": "generate"});
        json!({
            "index": i,
            "id": id(i),
            "model": "tiny",
            "model_output": {
                "model": "tiny",
                "choices": [{"message": said, "stop_reason": "stop"}],
                "usage": {"input_tokens": 9, "output_tokens": 2, "total_tokens": 11},
            },
            "messages": [{"role": "user", "content": question(i)}, said],
            "metadata": {},
        })
    };
    let text = lines((0..N).map(row).collect::<Vec<Value>>());
    let session = dropped(&[gold(), File::dropped("towns_predictions.jsonl", text)]);
    assert_eq!(mean(&session, 0, "exact_match"), RIGHT);
}

#[test]
fn assertions_of_promptfoo_that_a_model_graded_are_verdicts() {
    let row = |i: usize| {
        let pass = answer(i) == prediction(i);
        let score = f64::from(u8::from(pass));
        let rubric = json!({"type": "llm-rubric", "value": format!("names {}", answer(i))});
        let graded =
            json!({"pass": pass, "score": score, "reason": "as asked", "assertion": rubric});
        json!({
            "provider": {"id": "openai:tiny", "label": ""},
            "prompt": {"raw": question(i), "label": "{{question}}"},
            "vars": {"question": question(i)},
            "response": {"output": prediction(i), "tokenUsage": {"total": 20}},
            "success": pass,
            "score": score,
            "namedScores": {},
            "gradingResult": {
                "pass": pass, "score": score, "reason": "as asked", "componentResults": [graded],
            },
            "testCase": {"vars": {"question": question(i)}, "assert": [rubric]},
            "testIdx": i,
            "promptIdx": 0,
        })
    };
    let rows: Vec<Value> = (0..N).map(row).collect();
    let text =
        json!({"evalId": "eval-x", "results": {"version": 3, "results": rows}, "config": {}});
    let session = dropped(&[File::dropped("output.json", text.to_string())]);
    assert_eq!(column(&session, 0, Field::Prediction), "success");
    assert_eq!(mean(&session, 0, "accuracy"), RIGHT);
    assert_eq!(codes(&session), ["own_verdicts"]);
}

#[test]
fn what_is_pasted_from_a_spreadsheet_or_a_document_is_a_table() {
    let cells = |i: usize| [question(i), answer(i), prediction(i)];
    let sheet: String = (0..N).map(|i| cells(i).join("\t") + "\n").collect();
    let document: String = (0..N).map(|i| ["| ", &cells(i).join(" | "), " |\n"].concat()).collect();
    for text in [
        format!("Question\tGold answer\tModel answer\n{sheet}"),
        format!("| Question | Gold answer | Model answer |\n|---|---|---|\n{document}"),
    ] {
        let session = dropped(&[File::dropped("pasted.txt", text)]);
        assert_eq!(column(&session, 0, Field::Answers), "Gold answer");
        assert_eq!(mean(&session, 0, "exact_match"), RIGHT);
        assert_eq!(codes(&session), Vec::<&str>::new());
    }
}
