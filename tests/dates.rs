//! Texts read as dates, against what python-dateutil made of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{json_lines, real};
use scoredrop::normalize::date::{DateTime, Failure, Now, parse};
use serde_json::Value;

const VALUES: &str = include_str!("golden/values.jsonl");
const STRINGS: &str = include_str!("golden/date-strings.jsonl");

fn now(row: &Value) -> Now {
    row["now"].as_str().unwrap()[..10].parse().unwrap()
}

/// Golden rows of a scorer. Rows of others hold numbers that are no JSON.
fn values(scorer: &str) -> Vec<Value> {
    let name = format!("\"scorer\": \"{scorer}\"");
    let lines = VALUES.lines().filter(|line| line.contains(&name));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the parser made of a row, in the words of the golden files.
fn compare(row: &Value, text: &str) {
    let expected = &row["expected"];
    let reading = parse(text, now(row));
    let status = match &reading.date {
        Ok(_) => "ok",
        Err(Failure::Rejected) => "ParserError",
        Err(Failure::Overflow) => "raises:OverflowError",
        Err(Failure::Precision) => "raises:InvalidOperation",
        Err(Failure::Digits) => "raises:ValueError",
    };
    assert_eq!(expected["status"], status, "{text:?}: {expected} {reading:?}");
    let Ok(date) = reading.date else { return };
    let offset = date.zone.as_ref().map(|zone| zone.seconds);
    let naive = DateTime { zone: None, ..date.clone() };
    if let Some(aware) = expected.get("tz_aware") {
        assert_eq!(date.to_string(), expected["parsed"], "{text:?}");
        assert_eq!(date.first_of_month().to_string(), expected["day1"], "{text:?}");
        assert_eq!(*aware, offset.is_some(), "{text:?}");
    } else {
        assert_eq!(naive.to_string(), expected["parsed"], "{text:?}");
        assert_eq!(expected.get("offset").and_then(Value::as_i64), offset, "{text:?}");
    }
}

#[test]
fn golden_texts() {
    let rows = values("timebench_date_parse");
    assert_eq!(rows.len(), 362);
    for row in rows {
        compare(&row, row["pred"].as_str().unwrap());
    }
}

#[test]
fn generated_texts() {
    let rows = json_lines(STRINGS.as_bytes());
    assert!(rows.len() >= 300);
    for row in rows {
        compare(&row, row["pred"].as_str().unwrap());
    }
}

/// More of them, made by the reference itself: a file named by `SCOREDROP_DATES`.
#[test]
#[ignore = "needs a file of generated texts"]
fn texts_of_a_file() {
    let path = std::env::var_os("SCOREDROP_DATES").expect("SCOREDROP_DATES names a file");
    let rows = json_lines(&std::fs::read(path).unwrap());
    for row in &rows {
        compare(row, row["pred"].as_str().unwrap());
    }
    eprintln!("{} texts agree", rows.len());
}

/// All gold answers of TimeBench Date Arithmetic are months: nothing of them is taken from now.
#[test]
fn gold_answers_of_date_arithmetic() {
    let Some(bytes) = real("timebench/timebench_date_arith_4000.jsonl") else { return };
    let rows = json_lines(&bytes);
    assert_eq!(rows.len(), 4000);
    for row in rows {
        let gold = row["answer"][0].as_str().unwrap();
        let (month, year) = gold.split_once(", ").unwrap();
        let place = "JanFebMarAprMayJunJulAugSepOctNovDec".find(month).unwrap() / 3 + 1;
        for day in [15, 31] {
            let reading = parse(gold, Now::new(2026, 1, day).unwrap());
            let date = reading.date.unwrap().first_of_month();
            assert_eq!(date.to_string(), format!("{year:0>4}-{place:02}-01T00:00:00"));
            assert!(!reading.from_now.decides_month());
        }
    }
}
