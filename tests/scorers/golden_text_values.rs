//! The scorers of text with rules of their own against what the real ones returned; see
//! `golden/README.md`.

// Helpers of tests are tests too; clippy sees only the functions with the attribute.
#![allow(clippy::unwrap_used)]

use scoredrop::score::metric::leave_one_out::leave_one_out;
use scoredrop::score::metric::token_f1::{EmptyRule, YesNoRule, token_f1};
use scoredrop::score::metric::{drop, tatqa};
use scoredrop::text::scaled_number::{Number, to_number};
use scoredrop::text::{Normalizer, Scratch, Step};
use scoredrop_testing::{golden_rows, json_lines, real};
use serde_json::{Value, json};

const ROWS: &str = include_str!("../golden/text-qa.jsonl");
const VALUES: &str = include_str!("../golden/values.jsonl");

fn normalizer(steps: &[&str]) -> Normalizer {
    let steps: Vec<Step> = steps.iter().map(|step| step.parse().unwrap()).collect();
    Normalizer::new(&steps)
}

const SQUAD: [&str; 4] =
    ["lowercase", "delete_punctuation", "delete_articles(re)", "collapse_whitespace"];
const TRIVIAQA: [&str; 5] = [
    "lowercase", "space_punctuation", "space(\"‘’´\")", "delete_articles(re)",
    "collapse_whitespace",
];
const DROP: [&str; 5] =
    ["lowercase", "space(\"-\")", "numbers(float)", "delete_articles(re)", "collapse_whitespace"];
const TATQA: [&str; 4] =
    ["lowercase", "numbers(tatqa)", "delete_articles(re)", "collapse_whitespace"];

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(text).collect()
}

fn number(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

/// Compares those fields that we have; the others must be `others`.
fn check(row: &Value, actual: &Value, others: &[&str]) {
    let id = &row["id"];
    let expected = row["expected"].as_object().unwrap();
    for (name, expected) in expected {
        let Some(actual) = actual.get(name) else {
            assert!(others.contains(&name.as_str()), "{id}: {name}");
            continue;
        };
        let close = match (expected.as_f64(), actual.as_f64()) {
            (Some(expected), Some(actual)) => (actual - expected).abs() <= 1e-12,
            _ => expected == actual,
        };
        assert!(close, "{id}: {name} is {actual}, the reference has {expected}");
    }
    assert!(actual.as_object().unwrap().keys().all(|name| expected.contains_key(name)), "{id}");
}

fn error(row: &Value) -> Option<&str> {
    row["expected"]["error"].as_str()
}

/// Exact match and F1 with each gold answer, by words.
fn by_words(
    normalizer: &Normalizer,
    golds: &[String],
    prediction: &str,
    empty: EmptyRule,
) -> Vec<(f64, f64)> {
    let mut scratch = Scratch::default();
    let prediction = normalizer.apply(prediction, &mut scratch).to_owned();
    golds
        .iter()
        .map(|gold| {
            let gold = normalizer.apply(gold, &mut scratch);
            let f1 = token_f1(&prediction, gold, empty, YesNoRule::Off).f1;
            (number(prediction == gold), f1)
        })
        .collect()
}

fn greatest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, f64::max)
}

#[test]
fn triviaqa() {
    let normalizer = normalizer(&TRIVIAQA);
    let score = |golds: &[String], prediction: &str| {
        let values = by_words(&normalizer, golds, prediction, EmptyRule::Zero);
        [greatest(values.iter().map(|one| one.0)), greatest(values.iter().map(|one| one.1))]
    };
    for row in golden_rows(ROWS, "triviaqa") {
        if let Some(prediction) = row["pred"].as_str() {
            let [exact, f1] = score(&texts(&row["gold"]), prediction);
            if error(&row).is_some() {
                assert_eq!((exact, f1), (0.0, 0.0), "{}", row["id"]);
            } else {
                check(&row, &json!({"exact_match": exact, "f1": f1}), &[]);
            }
            continue;
        }
        // The aliases of each question, and what the script counts beside the scores.
        let (golds, predictions) =
            (row["gold"].as_object().unwrap(), row["pred"].as_object().unwrap());
        let mut sums = [0.0; 2];
        for (id, prediction) in predictions {
            let mut answers = texts(&golds[id]["NormalizedAliases"]);
            answers.extend(golds[id].get("HumanAnswers").map(texts).unwrap_or_default());
            let values = score(&answers, prediction.as_str().unwrap());
            sums = [sums[0] + values[0], sums[1] + values[1]];
        }
        let mean = |sum: f64| 100.0 * sum / golds.len() as f64;
        let actual = json!({
            "exact_match": mean(sums[0]),
            "f1": mean(sums[1]),
            "common": predictions.len(),
            "denominator": golds.len(),
            "pred_len": predictions.len(),
            "gold_len": golds.len(),
        });
        check(&row, &actual, &["oracle"]);
    }
}

#[test]
fn drop_answers() {
    let normalizer = normalizer(&DROP);
    for row in golden_rows(ROWS, "drop") {
        let best = drop::best(
            &normalizer,
            &text(&row["pred"]),
            texts(&row["gold"]).iter().map(String::as_str),
        );
        let (exact, f1) = (number(best.score.exact), best.score.f1);
        if error(&row).is_some() {
            assert_eq!((exact, f1), (0.0, 0.0), "{}", row["id"]);
            continue;
        }
        let mut actual = json!({"em": exact, "f1": f1});
        if row["expected"].get("type").is_some() {
            actual["type"] = json!(best.kind.map_or("None", drop::AnswerType::name));
        }
        check(&row, &actual, &[]);
    }
}

/// Exact match, F1 and whether the scale is right.
fn tatqa_score(
    normalizer: &Normalizer,
    gold: &Value,
    prediction: &str,
    scale: Option<&str>,
) -> [f64; 3] {
    let kind = gold["answer_type"].as_str().unwrap();
    let gold_scale = gold["scale"].as_str().unwrap();
    let values = match &gold["answer"] {
        Value::Array(_) => texts(&gold["answer"]),
        one => vec![text(one)],
    };
    let gold = tatqa::gold_in_full(values.iter().map(String::as_str), kind, gold_scale);
    let answer = tatqa::Answer::read(prediction, scale);
    let (Some(gold), Some(answer)) = (gold, answer) else { return [0.0; 3] };
    let score = tatqa::score(normalizer, &tatqa::prediction_in_full(&answer), &gold, kind);
    [number(score.exact), score.f1, number(answer.scale.as_deref() == Some(gold_scale))]
}

#[test]
fn tatqa_answers() {
    let normalizer = normalizer(&TATQA);
    for row in golden_rows(ROWS, "tatqa") {
        let (gold, prediction) = (&row["gold"], &row["pred"]);
        let [exact, f1, scale] = if gold.is_object() {
            tatqa_score(&normalizer, gold, &text(prediction), None)
        } else {
            let gold = json!({"answer": gold, "answer_type": "span", "scale": ""});
            tatqa_score(&normalizer, &gold, &text(prediction), Some(""))
        };
        if error(&row).is_some() {
            // A count that Python's int does not read is compared as the number that it is.
            assert_eq!(row["id"], "tatqa.s_count_bad_gold.v");
            assert_eq!([exact, f1, scale], [1.0; 3]);
            continue;
        }
        let mut actual = json!({"em": exact, "f1": f1});
        if row["expected"].get("scale_score").is_some() {
            actual["scale_score"] = json!(scale);
        }
        check(&row, &actual, &[]);
    }
}

#[test]
fn tatqa_numbers() {
    for row in golden_rows(VALUES, "tatqa_to_number") {
        let expected = row["expected"]["value"].as_f64();
        let read = to_number(row["pred"].as_str().unwrap()).map(Number::float);
        assert_eq!(read, expected, "{}", row["id"]);
    }
}

#[test]
fn tatqa_sample_predictions() {
    let (Some(gold), Some(predictions), Some(expected)) = (
        real("tatqa/tatqa_dataset_dev.json"),
        real("tatqa/sample_prediction.json"),
        real("tatqa/expected/sample_prediction.tatqa_dataset_dev.per_question.jsonl"),
    ) else {
        return;
    };
    let gold: Value = serde_json::from_slice(&gold).unwrap();
    let predictions: Value = serde_json::from_slice(&predictions).unwrap();
    let expected = json_lines(&expected);
    let normalizer = normalizer(&TATQA);
    let tables = gold.as_array().unwrap().iter();
    let questions: Vec<&Value> =
        tables.flat_map(|table| table["questions"].as_array().unwrap()).collect();
    assert_eq!(questions.len(), expected.len());
    let mut scales = 0.0;
    for (question, expected) in questions.iter().zip(&expected) {
        let id = question["uid"].as_str().unwrap();
        assert_eq!(expected["id"], id);
        let [exact, f1, scale] = tatqa_score(&normalizer, question, &text(&predictions[id]), None);
        assert_eq!(
            (Some(exact), Some(f1)),
            (expected["em"].as_f64(), expected["f1"].as_f64()),
            "{id}"
        );
        scales += scale;
    }
    assert_eq!(scales / 1668.0, 0.909_472_422_062_350_1);
}

#[test]
fn coqa() {
    let normalizer = normalizer(&SQUAD);
    let score = |golds: &[String], prediction: &str| {
        let values = by_words(&normalizer, golds, prediction, EmptyRule::Equal);
        let of = |part: fn(&(f64, f64)) -> f64| {
            leave_one_out(&values.iter().map(part).collect::<Vec<_>>())
        };
        [of(|one| one.0), of(|one| one.1)]
    };
    for row in golden_rows(ROWS, "coqa") {
        let Some(prediction) = row["pred"].as_str() else { continue };
        let [exact, f1] = score(&texts(&row["gold"]), prediction);
        if error(&row).is_some() {
            assert_eq!((exact, f1), (0.0, 0.0), "{}", row["id"]);
        } else {
            check(&row, &json!({"em": exact, "f1": f1}), &[]);
        }
    }
}
