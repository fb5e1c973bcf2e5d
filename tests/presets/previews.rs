//! What a change would do is said before it is made, and is what it does.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::preset::SETTINGS;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, Effect};
use scoredrop_testing::exam::lines;
use scoredrop_testing::{File, as_preset, mean, score};
use serde_json::json;

fn files(golds: &[&str], outputs: &[&str]) -> [File; 2] {
    let rows = |name: &str, texts: &[&str]| {
        let row = |(i, text): (usize, &&str)| json!({ "id": format!("q{i}x"), name: text });
        lines(texts.iter().enumerate().map(row))
    };
    [
        File::gold("gold.jsonl", rows("answer", golds)),
        File::predictions("runs.jsonl", rows("prediction", outputs)),
    ]
}

fn with(choices: &Choices, key: &str, value: &str) -> Choices {
    let mut choices = choices.clone();
    choices.set.insert(key.to_owned(), value.to_owned());
    choices
}

fn effect(session: &Session, choices: &Choices) -> Effect {
    let choices = Choices { roles: session.choices().roles.clone(), ..choices.clone() };
    let mut preview = session.finished().unwrap().preview(0, &choices).unwrap();
    while !session.finished().unwrap().advance_preview(&mut preview, 2) {}
    session.finished().unwrap().effect(&preview)
}

fn options(key: &str) -> Vec<&'static str> {
    let info = SETTINGS.iter().find(|info| info.key == key).unwrap();
    info.options.iter().map(|option| option.0).collect()
}

/// The means over the values of the tolerance are a curve that never falls, and each is what scoring
/// with that value gives; any other value can be typed.
#[test]
fn the_curve_over_the_tolerance_is_what_each_tolerance_gives() {
    let golds = ["100 t"; 8];
    let outputs = ["100 t", "100.05 t", "100.4 t", "100.9 t", "101.7 t", "96 t", "108 t", "250 t"];
    let files = files(&golds, &outputs);
    let choices = as_preset("financebench-numeric");
    let session = score(&files, choices.clone()).unwrap();
    let choices = with(&with(&choices, "half_unit", "off"), "implied_scale", "off");
    let session_of = |choices: &Choices| score(&files, choices.clone()).unwrap();
    let tolerances = options("relative_tolerance");
    let curve: Vec<f64> = tolerances
        .iter()
        .map(|tolerance| {
            let choices = with(&choices, "relative_tolerance", tolerance);
            let told = effect(&session, &choices).mean.unwrap();
            assert_eq!(told, mean(&session_of(&choices), 0, "numeric_match"), "{tolerance}");
            told
        })
        .collect();
    assert_eq!(curve, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0].map(|count| count / 8.0));
    let typed = with(&choices, "relative_tolerance", "1.5");
    assert_eq!(effect(&session, &typed).mean, Some(1.0));
    let wrong = with(session.choices(), "relative_tolerance", "a lot");
    assert!(
        session.finished().unwrap().preview(0, &wrong).unwrap_err().contains("relative_tolerance")
    );
}

/// The corrected rule for dates: how many verdicts it changes is counted.
#[test]
fn the_corrected_rule_for_dates_says_what_it_changes() {
    let golds = ["Jan, 1987", "no date", "Mar, 1987", "May, 2001"];
    let outputs = ["1987", "none either", "March 1987", "06/2001"]
        .map(|date| format!("Thus, the correct answer is: {date}"));
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    let choices = with(&as_preset("timebench-date-arithmetic"), "now", "2026-01-15");
    let session = score(&files(&golds, &outputs), choices.clone()).unwrap();
    assert_eq!(mean(&session, 0, "exact_match"), 0.75);
    let told = effect(&session, &with(&choices, "dates", "as_said"));
    assert_eq!((told.changed, told.mean, told.difference), (2, Some(0.25), Some(-0.5)));
}

/// Every value of every setting has words for the sentence and a sentence of help.
#[test]
fn every_value_is_explained() {
    for info in SETTINGS {
        assert!(!info.label.is_empty() && (info.free.is_some() || info.options.len() > 1));
        for (value, words, help) in info.options {
            assert!(!words.is_empty() && words != value, "{} {value}", info.key);
            assert!(
                help.trim_end_matches('”').ends_with('.') && help.contains(' '),
                "{} {value}: {help}",
                info.key
            );
        }
    }
}
