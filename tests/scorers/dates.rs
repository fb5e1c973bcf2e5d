//! Texts read as dates, against what python-dateutil made of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::text::date::{DateTime, Failure, Now, Order, parse};
use scoredrop_testing::any_text::dates::check;
use scoredrop_testing::{golden_rows, json_lines, real, seeds};
use serde_json::Value;

const VALUES: &str = include_str!("../golden/values.jsonl");
const STRINGS: &str = include_str!("../golden/date-strings.jsonl");

fn now(row: &Value) -> Now {
    row["now"].as_str().unwrap()[..10].parse().unwrap()
}

/// What the parser made of a row, in the words of the golden files.
fn compare(row: &Value, text: &str) {
    let expected = &row["expected"];
    let reading = parse(text, now(row), Order::MonthFirst);
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
    let rows = golden_rows(VALUES, "timebench_date_parse");
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

/// Texts of the parts of dates, in any order, from a seed.
fn generated(seed: u64) -> impl Iterator<Item = String> {
    const PARTS: &[&str] = &[
        " ",
        " ",
        " ",
        "-",
        "/",
        ".",
        ",",
        ":",
        "+",
        "(",
        ")",
        "'",
        "\0",
        "Mon",
        "Jan",
        "sept",
        "of",
        "am",
        "p",
        "h",
        "m",
        "s",
        "T",
        "Z",
        "UTC",
        "EST",
        "0",
        "1",
        "12",
        "29",
        "31",
        "68",
        "100",
        "1987",
        "20260115",
        "99999999999",
        "9999999999999999999999999999999",
        "0.5",
        "12.34.56",
        "10:30",
        "+99:00",
        "nan",
        "é",
        "\u{ff11}",
        "\u{b2}",
        "\u{301}",
        "\u{1d7d8}",
        "\u{2009}",
    ];
    let mut state = seed | 1;
    let mut next = move |limit: usize| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % limit
    };
    std::iter::repeat_with(move || {
        (0..=next(12)).map(|_| PARTS[next(PARTS.len())]).collect::<String>()
    })
}

#[test]
fn any_text_has_a_reading() {
    generated(20_260_115).take(40_000).for_each(|text| check(&text));
    for long in ["1", "a", ".", "1.", "Jan ", "1:", "+", "\u{ff11}", "9,"] {
        check(&long.repeat(20_000));
    }
    for bytes in seeds("dates") {
        check(&String::from_utf8_lossy(&bytes));
    }
}

/// The same for as many minutes as `SCOREDROP_FUZZ_MINUTES` says, ten where it does not.
#[test]
#[ignore = "takes ten minutes"]
#[allow(clippy::disallowed_methods, reason = "it ends by the clock")]
fn any_text_has_a_reading_for_minutes() {
    let minutes = std::env::var("SCOREDROP_FUZZ_MINUTES").ok().and_then(|text| text.parse().ok());
    let end = std::time::Duration::from_secs(60 * minutes.unwrap_or(10));
    let start = std::time::Instant::now();
    let mut count = 0u64;
    for (seed, text) in (1..).zip(generated(std::process::id().into())) {
        check(&text);
        // Mutations: one character taken out, one doubled.
        let middle = text.chars().count() / 2;
        let cut: String =
            text.chars().enumerate().filter(|it| it.0 != middle).map(|it| it.1).collect();
        check(&cut);
        check(&(text.clone() + &cut));
        count += 3;
        if seed % 1000 == 0 && start.elapsed() > end {
            break;
        }
    }
    eprintln!("{count} texts");
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
            let reading = parse(gold, Now::new(2026, 1, day).unwrap(), Order::MonthFirst);
            let date = reading.date.unwrap().first_of_month();
            assert_eq!(date.to_string(), format!("{year:0>4}-{place:02}-01T00:00:00"));
            let open = reading.from_now;
            assert!(!(open.year || open.month || open.century || open.weekday));
        }
    }
}
