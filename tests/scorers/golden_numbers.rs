//! Numbers in texts against cases labelled by hand: `numeric_extract_recommended` and
//! `numeric_match_recommended` of `tests/golden/values.jsonl`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::score::metric::numeric_match::{
    HalfUnit, ImpliedScale, NumberRules, PercentRule, numeric_match,
};
use scoredrop::text::number::{Decimal, Locale, Standing, read};
use scoredrop_testing::{File, agreed, as_preset, golden_rows, score, values};
use serde_json::Value;

const VALUES: &str = include_str!("../golden/values.jsonl");

/// What `financebench-numeric` says of a pair with the strict rules and a tolerance.
fn by_preset(row: &Value) -> Option<bool> {
    let mut choices = as_preset("financebench-numeric");
    for (key, value) in [
        ("half_unit", "off"),
        ("implied_scale", "off"),
        ("relative_tolerance", &row["rel_tol"].to_string()),
        ("absolute_tolerance", &row["abs_tol"].to_string()),
    ] {
        choices.set.insert(key.to_owned(), value.to_owned());
    }
    let line = |key: &str| serde_json::json!({"id": "a", "answer": row[key]}).to_string();
    let files = [File::gold("g.jsonl", line("gold")), File::predictions("p.jsonl", line("pred"))];
    let session = score(&files, choices).unwrap();
    values(&session, 0, "numeric_match")[0].map(|value| value == 1.0)
}

fn decimal(number: &Value) -> Decimal {
    Decimal::of_text(&number.to_string()).unwrap()
}

#[test]
fn numbers_in_a_text() {
    let rows = golden_rows(VALUES, "numeric_extract_recommended");
    assert_eq!(rows.len(), 72);
    let mut wrong = Vec::new();
    for row in rows {
        let text = row["pred"].as_str().unwrap();
        let expected: Vec<Decimal> =
            row["expected"]["values"].as_array().unwrap().iter().map(decimal).collect();
        let numbers = read(text, Locale::Auto);
        let quantities = numbers.iter().filter(|number| number.standing == Standing::Quantity);
        let found: Vec<Decimal> = quantities.map(|number| number.value).collect();
        if found != expected {
            wrong.push(format!("{} {text:?}: {numbers:?}, not {expected:?}", row["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn numbers_that_match() {
    let rows = golden_rows(VALUES, "numeric_match_recommended");
    assert_eq!(rows.len(), 30);
    let mut wrong = Vec::new();
    let mut open = Vec::new();
    for row in rows {
        let [gold, pred] = ["gold", "pred"].map(|key| row[key].as_str().unwrap());
        let strict = NumberRules {
            relative_tolerance: decimal(&row["rel_tol"]),
            absolute_tolerance: decimal(&row["abs_tol"]),
            ..NumberRules::default()
        };
        let matched = |rules: &NumberRules| {
            numeric_match(Some(pred), &[gold], rules).map(|outcome| outcome.matched)
        };
        if row["expected"]["option_dependent"] == true {
            let financial = NumberRules {
                half_unit: HalfUnit::On,
                implied_scale: ImpliedScale::OneSide,
                ..strict
            };
            let exact = NumberRules { percent: PercentRule::Strict, ..strict };
            let note = row["note"].as_str().unwrap().to_owned();
            open.push((note, [matched(&strict), matched(&financial), matched(&exact)]));
        } else if [matched(&strict), by_preset(&row)] != [row["expected"]["match"].as_bool(); 2] {
            wrong.push(format!("{row}: {:?}", numeric_match(Some(pred), &[gold], &strict)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected = [
        ("bare vs percent", [Some(true), Some(true), Some(false)]),
        ("rounding half ulp option", [Some(false), Some(true), Some(false)]),
        ("no numeric gold", [None, None, None]),
    ];
    agreed("golden", "financebench-numeric", 30 - open.len(), "pairs labelled by hand");
    assert_eq!(open, expected.map(|(note, matched)| (note.to_owned(), matched)));
}
