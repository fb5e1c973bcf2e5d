//! Months, options and final numbers against the scorers of TimeBench and GSM8K: golden rows, and
//! answers of real systems where they are there.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::score::extract::Extractor;
use scoredrop::score::extract::number::Marker;
use scoredrop::score::metric::dates::{DateRule, compare};
use scoredrop::score::metric::gsm8k::{
    flexible, harness_form, is_close, last_value, official, strict,
};
use scoredrop::score::metric::letters::{self, Letters};
use scoredrop::text::date::{Now, Order};
use scoredrop_testing::{
    File, as_preset, golden_rows, json_lines, quick_report, real, said, score, values,
};
use serde_json::{Value, json};

/// Whether the official scorer takes an answer for right.
fn official_is_correct(answer: &str, gold: &str, marker: Marker) -> bool {
    official(gold, marker).is_some_and(|gold| official(answer, marker) == Some(gold))
}

const VALUES: &str = include_str!("../golden/values.jsonl");

fn text<'v>(row: &'v Value, name: &str) -> &'v str {
    row[name].as_str().unwrap()
}

fn extractor() -> Extractor {
    r#"after("Thus, the correct answer is:", "unanswerable")"#.parse().unwrap()
}

/// Compares a row of Date Arithmetic; whether the reference stops there.
fn date_row(row: &Value) -> bool {
    let now: Now = text(row, "now")[..10].parse().unwrap();
    let extractor = extractor();
    let answer = extractor.extract(text(row, "pred")).answer;
    let expected = &row["expected"];
    assert_eq!(expected["extracted"].as_str(), answer, "{row}");
    let verdict = compare(answer, text(row, "gold"), now, DateRule::Filled, Order::MonthFirst);
    assert_eq!(verdict.stops, expected.get("raises").is_some(), "{row}");
    assert_eq!(verdict.right, expected["exact_match"] == 1, "{row}");
    verdict.stops
}

#[test]
fn date_arithmetic() {
    let rows = golden_rows(VALUES, "timebench_date_arithmetic");
    assert_eq!((rows.len(), rows.iter().filter(|row| date_row(row)).count()), (187, 1));
}

#[test]
fn dates_of_real_systems() {
    let Some(bytes) = real("timebench/real_date_strings_expected.jsonl") else { return };
    let rows = json_lines(&bytes);
    assert_eq!((rows.len(), rows.iter().filter(|row| date_row(row)).count()), (1072, 0));
}

fn options_row(row: &Value) {
    let expected = &row["expected"];
    let extractor = extractor();
    let answer = extractor.extract(text(row, "pred")).answer;
    let [answer, gold] = [answer.unwrap_or(""), text(row, "gold")].map(Letters::of);
    let list = |letters: Letters| -> Value { letters.iter().map(String::from).collect() };
    if let Some(letters) = expected.get("pred_options") {
        assert_eq!(list(answer), *letters, "{row}");
    }
    let of_gold = expected.get("ref_options").unwrap_or(&row["ref_options"]);
    assert_eq!(list(gold), *of_gold, "{row}");
    let verdict = letters::compare(answer, gold);
    assert_eq!(json!(verdict.exact()), json!(expected["exact_match"].as_f64()), "{row}");
    assert_eq!(Some(verdict.overlap.f1), expected["f1"].as_f64(), "{row}");
}

#[test]
fn timedial() {
    let rows = golden_rows(VALUES, "timebench_timedial");
    assert_eq!(rows.len(), 34);
    rows.iter().for_each(options_row);
}

#[test]
fn timedial_on_its_data() {
    let Some(bytes) = real("timebench/timedial_synth_expected.jsonl") else { return };
    let rows = json_lines(&bytes);
    assert_eq!(rows.len(), 2000);
    rows.iter().for_each(options_row);
}

/// The letter form of a gold answer is made of options and labels.
#[test]
fn timedial_from_its_raw_form() {
    let (Some(raw), Some(scored)) = (
        real("timebench/timedial_f2_timebench.jsonl"),
        real("timebench/timedial_synth_expected.jsonl"),
    ) else {
        return;
    };
    let (raw, scored) = (json_lines(&raw), json_lines(&scored));
    for (row, scored) in raw.iter().zip(scored.chunks(4)) {
        let list = |name: &str| -> Vec<&str> {
            row[name].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
        };
        let gold = letters::gold_text(&list("options"), &list("labels")).unwrap();
        assert_eq!(gold, text(&scored[0], "gold"), "{row}");
    }
}

/// What a scorer of GSM8K finds in a text and what it says of it.
fn gsm8k(scorer: &str, pred: &str, gold: &str) -> (Value, f64) {
    let harness = |found: &str| harness_form(found) == harness_form(gold);
    let (found, right) = match scorer {
        "gsm8k_official" => {
            let found = official(pred, Marker::Hashes);
            (
                json!(found.as_deref().unwrap_or("[invalid]")),
                official_is_correct(pred, gold, Marker::Hashes),
            )
        }
        "gsm8k_evoagentx" => {
            let (pred, gold) = (last_value(pred), last_value(gold));
            (json!(pred), pred.zip(gold).is_some_and(|(pred, gold)| is_close(pred, gold)))
        }
        "gsm8k_lmeval_strict" => (json!(strict(pred)), harness(strict(pred))),
        "gsm8k_lmeval_flexible" => (json!(flexible(pred)), harness(flexible(pred))),
        _ => panic!("{scorer}"),
    };
    (found, f64::from(u8::from(right)))
}

fn number(value: &Value) -> f64 {
    value.as_bool().map_or_else(|| value.as_f64().unwrap(), |right| f64::from(u8::from(right)))
}

const SCORERS: [(&str, &str); 4] = [
    ("gsm8k_official", "correct"),
    ("gsm8k_evoagentx", "solve_rate"),
    ("gsm8k_lmeval_strict", "exact_match"),
    ("gsm8k_lmeval_flexible", "exact_match"),
];

#[test]
fn gsm8k_golden() {
    for (scorer, name) in SCORERS {
        let rows = golden_rows(VALUES, scorer);
        assert_eq!(rows.len(), 50, "{scorer}");
        for row in rows {
            let expected = &row["expected"];
            let (found, score) = gsm8k(scorer, text(&row, "pred"), text(&row, "gold"));
            assert_eq!(found, expected["extracted"], "{row}");
            if let Some(of_gold) = expected.get("gold_extracted") {
                assert_eq!(gsm8k(scorer, text(&row, "gold"), "").0, *of_gold, "{row}");
            }
            if expected.get("raises").is_none() {
                assert_eq!(score, number(&expected[name]), "{row}");
            }
        }
    }
}

#[test]
fn gsm8k_of_real_systems() {
    let (Some(outputs), Some(expected)) =
        (real("gsm8k/gsm8k_real_outputs.jsonl"), real("gsm8k/gsm8k_real_expected.jsonl"))
    else {
        return;
    };
    let outputs: std::collections::HashMap<(String, u64), Value> = json_lines(&outputs)
        .into_iter()
        .map(|row| ((text(&row, "source").to_owned(), row["index"].as_u64().unwrap()), row))
        .collect();
    let expected = json_lines(&expected);
    assert_eq!(expected.len(), 13_190);
    for row in &expected {
        let source = text(row, "source");
        let plain = source.trim_end_matches(" (A:->####)");
        let output = &outputs[&(plain.to_owned(), row["index"].as_u64().unwrap())];
        let mut pred = text(output, "pred").to_owned();
        let gold = text(output, "gold");
        if plain != source {
            let either = official_is_correct(&pred, gold, Marker::HashesOrAnswer);
            assert_eq!(either, row["published_correct"], "{row}");
            pred = pred.replace("\nA: ", "\n#### ");
        }
        for (scorer, _) in SCORERS {
            let (found, score) = gsm8k(scorer, &pred, gold);
            assert_eq!(found, row["extracted"][scorer], "{scorer} {row}");
            assert_eq!(score, number(&row["expected"][scorer]), "{scorer} {row}");
        }
    }
}

/// The traps of the reference are in its number, are named, and can be switched off.
#[test]
fn traps_of_dates_are_named() {
    let marked = |answer: &str| format!("Thus, the correct answer is: {answer}");
    let rows = [
        ("Jan, 1987", marked("1987")),
        ("no date", marked("none either")),
        ("Mar, 1987", marked("99999999999999999999999")),
        ("Mar, 1987", marked("March 1987")),
        ("Mar, 1987", marked("Mar-87")),
    ];
    let lines = |line: &dyn Fn(usize) -> Value| -> String {
        (0..rows.len()).map(|row| line(row).to_string() + "\n").collect()
    };
    let files = [
        File::gold(
            "gold.jsonl",
            lines(&|row| json!({ "id": format!("q{row}x"), "answer": rows[row].0 })),
        ),
        File::predictions(
            "runs.jsonl",
            lines(&|row| json!({ "id": format!("q{row}x"), "prediction": rows[row].1 })),
        ),
    ];
    let scored = |set: &[(&str, &str)]| {
        let mut choices = as_preset("timebench-date-arithmetic");
        for (key, value) in set {
            choices.set.insert((*key).to_owned(), (*value).to_owned());
        }
        score(&files, choices).unwrap()
    };
    let wrong_and_right = |session, expected: [f64; 5]| {
        assert_eq!(values(session, 0, "exact_match"), expected.map(Some));
    };
    let session = scored(&[]);
    wrong_and_right(&session, [1.0, 1.0, 0.0, 1.0, 1.0]);
    for code in [Code::DependsOnNow, Code::NeitherIsADate, Code::ReferenceStops] {
        assert_eq!(said(&session, code).len(), 1, "{code}");
    }
    assert_eq!(session.score().unwrap().provisional.len(), 3);
    assert_eq!(scoredrop_testing::official(&session, 0, "exact_match"), Some(0.8));
    // The day is written down wherever the number stands, and another day is no other rule.
    let signature = |session| quick_report(session)["signature"].as_str().unwrap().to_owned();
    assert!(signature(&session).contains("now:2026-01-15"), "{}", signature(&session));
    let march = scored(&[("now", "2026-03-31")]);
    wrong_and_right(&march, [0.0, 1.0, 0.0, 1.0, 1.0]);
    assert_eq!(scoredrop_testing::official(&march, 0, "exact_match"), Some(0.6));
    assert!(signature(&march).contains("now:2026-03-31"));
    let as_said = scored(&[("dates", "as_said")]);
    wrong_and_right(&as_said, [0.0, 0.0, 0.0, 1.0, 1.0]);
    assert_eq!(scoredrop_testing::official(&as_said, 0, "exact_match"), None);
    let explained = session.finished().unwrap().explain(0, 0).unwrap();
    assert!(explained.why.iter().any(|why| why.contains("2026-01-15")), "{:?}", explained.why);
}
