//! Answers as models write them, in cases that were worked out by hand, one table for each kind.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::session::protocol::ExportFormat;
use scoredrop_testing::{File, as_preset, exam, json_lines, said, score, values};
use serde_json::{Value, json};

const TABLES: [(&str, &str); 14] = [
    ("attempts", include_str!("../golden/answers/attempts.jsonl")),
    ("closed", include_str!("../golden/answers/closed.jsonl")),
    ("dates", include_str!("../golden/answers/dates.jsonl")),
    ("formulas", include_str!("../golden/answers/formulas.jsonl")),
    ("letters", include_str!("../golden/answers/letters.jsonl")),
    ("no-answer", include_str!("../golden/answers/no-answer.jsonl")),
    ("numbers", include_str!("../golden/answers/numbers.jsonl")),
    ("parts", include_str!("../golden/answers/parts.jsonl")),
    ("patterns", include_str!("../golden/answers/patterns.jsonl")),
    ("programs-as-text", include_str!("../golden/answers/programs-as-text.jsonl")),
    ("records", include_str!("../golden/answers/records.jsonl")),
    ("sets", include_str!("../golden/answers/sets.jsonl")),
    ("texts", include_str!("../golden/answers/texts.jsonl")),
    ("thoughts", include_str!("../golden/answers/thoughts.jsonl")),
];

fn lines(rows: impl IntoIterator<Item = Value>) -> String {
    rows.into_iter().map(|row| row.to_string() + "\n").collect()
}

/// What a case gives besides what it should give; nothing if it is right.
fn wrong(case: &Value) -> Option<String> {
    let gold = match case["gold"].as_array() {
        Some(golds) => golds.clone(),
        None => vec![case["gold"].clone()],
    };
    let first = match case["choices"].as_array() {
        Some(choices) => json!({"id": "q-1x", "choices": choices, "answer": gold[0]}),
        None => json!({"id": "q-1x", "answers": gold}),
    };
    let others = case["others"].as_array().into_iter().flatten().enumerate();
    let others =
        others.map(|(place, other)| json!({"id": format!("o-{place}x"), "answers": [other]}));
    let output = lines([json!({"id": "q-1x", "prediction": case["output"]})]);
    let files = [
        File::gold("gold.jsonl", lines(std::iter::once(first).chain(others))),
        File::predictions("run.jsonl", output),
    ];
    let mut choices = as_preset(case["preset"].as_str().unwrap());
    for setting in case["set"].as_array().into_iter().flatten() {
        let (key, value) = setting.as_str().unwrap().split_once('=').unwrap();
        choices.set.insert(key.to_owned(), value.to_owned());
    }
    let session = score(&files, choices).unwrap();
    let leading = session.score().unwrap().aggregates[0][0].metric.clone();
    let metric = case["metric"].as_str().unwrap_or(&leading);
    let value = values(&session, 0, metric)[0];
    let right = value.is_some_and(|value| (value - case["right"].as_f64().unwrap()).abs() < 1e-9);
    let counts = exam::counts(&session);
    let found = case["found"].as_bool();
    let counted = found.is_none_or(|found| found == (counts.not_extracted + counts.blank == 0));
    (!right || !counted).then(|| format!("{case}: {metric} {value:?}, {counts:?}"))
}

/// Answers that a reference counts as wrong and a person might call right are said, and no others.
#[test]
fn what_a_person_would_judge_otherwise_is_said() {
    let cases = json_lines(include_bytes!("../golden/answers/otherwise.jsonl"));
    let is_wrong = |case: &&Value| {
        let files = [
            File::gold("gold.jsonl", lines([json!({"id": "q-1x", "answers": [case["gold"]]})])),
            File::predictions(
                "run.jsonl",
                lines([json!({"id": "q-1x", "prediction": case["output"]})]),
            ),
        ];
        let session = score(&files, as_preset(case["preset"].as_str().unwrap())).unwrap();
        said(&session, Code::JudgedOtherwise).is_empty() == case["said"].as_bool().unwrap()
            || values(&session, 0, &session.score().unwrap().aggregates[0][0].metric)[0]
                != Some(0.0)
    };
    let failed: Vec<String> = cases.iter().filter(is_wrong).map(Value::to_string).collect();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

/// Records are right as a whole; beside that stands how often each member is right, and rows name what differs.
#[test]
fn members_of_records_are_counted() {
    let gold =
        |city: &str, days: u8| json!({"name": "f", "arguments": {"city": city, "days": days}});
    let rows = [
        (gold("Rome", 2), "f(city='Rome', days=2.0)".to_owned()),
        (gold("Oslo", 3), json!({"name": "f", "arguments": {"city": "Oslo"}}).to_string()),
        (gold("Bonn", 4), "f(city='Bonn', days=5, unit='C')".to_owned()),
        (gold("Lima", 1), "I would ask for the weather.".to_owned()),
    ];
    let id = |place: usize| format!("q-{place}x");
    let golds = rows
        .iter()
        .enumerate()
        .map(|(place, (gold, _))| json!({"id": id(place), "answers": [gold.to_string()]}));
    let outputs = rows
        .iter()
        .enumerate()
        .map(|(place, (_, said))| json!({"id": id(place), "prediction": said}));
    let files =
        [File::gold("gold.jsonl", lines(golds)), File::predictions("run.jsonl", lines(outputs))];
    let mut session = score(&files, as_preset("plain-exact")).unwrap();
    assert_eq!(session.score().unwrap().aggregates[0][0].mean, Some(0.25));
    let why = |row: usize| session.finished().unwrap().explain(0, row).unwrap().why.join(" ");
    assert!(why(1).contains("The record lacks arguments.days."), "{}", why(1));
    let words = "The record also has arguments.unit; it has 5 in arguments.days, not 4.";
    assert!(why(2).contains(words), "{}", why(2));
    let json: Value =
        serde_json::from_str(&scoredrop_testing::report(&mut session, ExportFormat::Json)).unwrap();
    let found: Vec<Value> = json["runs"][0]["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            json!([
                one["member"], one["n"], one["right"], one["missing"], one["surplus"], one["mean"]
            ])
        })
        .collect();
    let wanted = [
        json!(["arguments.city", 4, 3, 1, 0, 0.75]),
        json!(["arguments.days", 4, 1, 2, 0, 0.25]),
        json!(["arguments.unit", 0, 0, 0, 1, null]),
        json!(["name", 4, 3, 1, 0, 0.75]),
    ];
    assert_eq!(found, wanted);
    assert_eq!(json["runs"][0]["members"][2]["interval"], Value::Null);
    let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
    assert!(markdown.contains("| arguments.days | 25.0 (4.6–69.9) | 2 | 0 | 4 |"), "{markdown}");
    let csv = scoredrop_testing::report(&mut session, ExportFormat::AggregatesCsv);
    assert!(csv.contains("run.jsonl,exact_match,(member),arguments.unit,,,,,,0,0\r\n"), "{csv}");
    // Of texts there are none.
    let files = [
        File::gold(
            "gold.jsonl",
            lines([
                json!({"id": "a-1x", "answers": ["{x}"]}),
                json!({"id": "a-2x", "answers": ["y"]}),
            ]),
        ),
        File::predictions("run.jsonl", lines([json!({"id": "a-1x", "prediction": "{x}"})])),
    ];
    let session = score(&files, as_preset("plain-exact")).unwrap();
    assert!(session.score().unwrap().member_scores(0, false).is_empty());
}

#[test]
fn answers_are_taken_as_people_mean_them() {
    let mut all = 0;
    let mut failed = Vec::new();
    for (kind, table) in TABLES {
        let cases = json_lines(table.as_bytes());
        all += cases.len();
        failed.extend(cases.iter().filter_map(wrong).map(|wrong| format!("{kind}: {wrong}")));
    }
    assert!(failed.is_empty(), "{} of {all} cases:\n{}", failed.len(), failed.join("\n"));
}
