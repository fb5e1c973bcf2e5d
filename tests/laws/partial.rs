//! Parts of the questions, merged, have the numbers of one machine: however the questions are divided, in whatever
//! order and tree the parts are merged. Damaged parts are refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use super::laws_of_parts::{difference, divide, whole_and_merged};
use proptest::prelude::*;
use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::Role;
use scoredrop::session::protocol::Choices;
use scoredrop::{ExportFormat, Partial};
use scoredrop_testing::exam::lines;
use scoredrop_testing::{File, as_preset, in_memory};
use serde_json::{Value, json};

/// A question with what two runs answer.
#[derive(Clone, Debug)]
struct Question {
    golds: Vec<String>,
    kind: u8,
    length: Option<u8>,
    runs: [Option<String>; 2],
    /// A second prediction of the first run.
    again: Option<String>,
}

fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "the", "a", "Paris", "Rome", "1969", "1,969", "42", "0.5", "yes", "no", "é", "x", "y",
    ]);
    prop::collection::vec(word, 0..5).prop_map(|words| words.join(" "))
}

fn question() -> impl Strategy<Value = Question> {
    let runs = [prop::option::weighted(0.9, text()), prop::option::weighted(0.8, text())];
    let golds = prop::collection::vec(text(), 1..3);
    (golds, 0..3_u8, prop::option::of(0..40_u8), runs, prop::option::weighted(0.1, text()))
        .prop_map(|(golds, kind, length, runs, again)| Question {
            golds,
            kind,
            length,
            runs,
            again,
        })
}

fn id(index: usize) -> String {
    format!("q{:x}", (index * 40_503 + 977) % 65_536)
}

/// The files of some questions, and predictions for others that there are not.
fn files(questions: &[(usize, &Question)], extra: &[usize]) -> Vec<File> {
    let gold = questions.iter().map(|(index, one)| {
        let kind = ["open", "closed", "other"][usize::from(one.kind)];
        json!({
            "id": id(*index),
            "question": format!("which is {index}, and why"),
            "answers": one.golds,
            "type": kind,
            "length": one.length,
            "document": format!("d{}", index / 2),
        })
    });
    let run = |run: usize| -> Vec<Value> {
        let own = |(index, one): &(usize, &Question)| -> Vec<Value> {
            let again = one.again.as_ref().filter(|_| run == 0);
            let answers = one.runs[run].iter().chain(again);
            answers.map(|text| json!({ "id": id(*index), "prediction": text })).collect()
        };
        let others = extra.iter().filter(|index| *index % 2 == run);
        let others = others.map(|index| json!({"id": format!("extra{index}"), "prediction": "x"}));
        questions.iter().flat_map(own).chain(others).collect()
    };
    vec![
        File::gold("gold.jsonl", lines(gold)),
        File::predictions("one.jsonl", lines(run(0))),
        File::predictions("two.jsonl", lines(run(1))),
    ]
}

fn choices(preset: &str, more: u8) -> Choices {
    let mut choices = as_preset(preset);
    choices.join = Some(scoredrop::base::types::JoinBy::Id);
    for (role, field, column) in [
        ("gold", "id", "id"),
        ("gold", "answers", "answers"),
        ("gold", "group", "type"),
        ("predictions", "id", "id"),
        ("predictions", "prediction", "prediction"),
    ] {
        choices.columns.push(scoredrop::base::types::ColumnChoice {
            role: role.parse().unwrap(),
            field: field.parse().unwrap(),
            column: column.to_owned(),
        });
    }
    if more & 1 > 0 {
        choices.slices = vec!["length:10,20".to_owned(), "long: length>=20&type=open".to_owned()];
    }
    if more & 2 > 0 {
        choices.cluster = Some("document".to_owned());
    }
    if more & 4 > 0 {
        choices.set.insert("missing".to_owned(), "exclude".to_owned());
    }
    if more & 8 > 0 {
        choices.baseline = Some("two.jsonl".to_owned());
        choices.seed = 7;
    }
    choices
}

const PRESETS: [&str; 8] = [
    "squad-v1", "squad-v2", "nq", "triviaqa", "climate-finance", "gsm8k", "hotpotqa-evoagentx",
    "plain-text",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn merged_parts_have_the_numbers_of_one_machine(
        questions in prop::collection::vec(question(), 4..30),
        extra in prop::collection::vec(0..100_usize, 0..4),
        divided in divide(),
        preset in prop::sample::select(PRESETS.to_vec()),
        more in 0..16_u8,
    ) {
        prop_assume!(questions.iter().any(|one| one.runs.iter().all(Option::is_some)));
        let numbered: Vec<(usize, &Question)> = questions.iter().enumerate().collect();
        let choices = choices(preset, more);
        let of_part = |part: usize| {
            let own: Vec<_> =
                numbered.iter().filter(|(index, _)| divided.part(*index) == part).copied().collect();
            let extra: Vec<usize> =
                extra.iter().filter(|index| divided.part(**index) == part).copied().collect();
            files(&own, &extra)
        };
        let all = files(&numbered, &extra);
        let [whole, merged] = whole_and_merged(&all, &choices, &divided, of_part);
        prop_assert_eq!(difference(&whole, &merged, ""), None);
    }
}

fn part(gold: &str, predictions: &str, preset: &str) -> Result<Partial, scoredrop::Error> {
    let files = [
        File::gold("gold.jsonl", gold.as_bytes().to_vec()),
        File::predictions("run.jsonl", predictions.as_bytes().to_vec()),
    ];
    let choices = as_preset(preset);
    Partial::score(&in_memory(&files, &choices), choices)
}

/// A part whose questions have the same few outcomes in turn.
fn repetitive(from: usize, to: usize) -> Partial {
    let rows = || from..to;
    let gold = lines(rows().map(|row| {
        json!({"id": format!("q{row}"), "answers": ["the city of Rome"], "type": (["open", "closed"][row % 2])})
    }));
    let said = ["Rome", "city of Rome", "Oslo", "", "the city of Rome and Milan"];
    let run =
        lines(rows().map(|row| json!({"id": format!("q{row}"), "prediction": said[row % 5]})));
    part(&gold, &run, "squad-v1").unwrap()
}

/// More questions with outcomes that a part has already make its counts larger and nothing else. Another part adds the
/// names and hashes of its files.
#[test]
fn size_does_not_grow_with_questions() {
    const FILES: usize = 3 * 2 * 100;
    // From here on, the hashes of keys are as many as a part keeps.
    let sizes = [5_000, 20_000, 80_000].map(|count| repetitive(0, count).to_bytes().len());
    let most = sizes[0] + sizes[0] / 50;
    assert!(sizes.iter().all(|size| *size <= most), "{sizes:?}");
    let mut merged = repetitive(0, 20_000);
    for part in 1..4 {
        merged.merge(repetitive(part * 20_000, (part + 1) * 20_000)).unwrap();
    }
    let size = merged.to_bytes().len();
    assert!(size <= most + FILES, "{sizes:?}, merged {size}");
}

fn small(id: &str) -> Partial {
    let gold = json!({"id": id, "answers": ["Paris"]}).to_string();
    let prediction = json!({"id": id, "prediction": "in Paris"}).to_string();
    part(&gold, &prediction, "squad-v1").unwrap()
}

#[test]
fn damaged_parts_are_refused() {
    let bytes = small("a").to_bytes();
    assert_eq!(Partial::from_bytes(&bytes).unwrap().to_bytes(), bytes);
    let refused = |bytes: &[u8]| {
        let error = Partial::from_bytes(bytes).unwrap_err();
        assert_eq!(error.problems[0].code, Code::BadPart, "{error}");
        error.to_string()
    };
    for end in 0..bytes.len() {
        refused(&bytes[..end]);
    }
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut other = bytes.clone();
            other[place] ^= 1 << bit;
            refused(&other);
        }
    }
    assert!(refused(&[&bytes[..], b"x"].concat()).contains("damaged"));
    assert!(refused(b"{\"schema\": 2}").contains("not a partial result"));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(refused(&newer).contains("format 9"));
    assert_eq!(Partial::from_bytes(&Partial::zero().to_bytes()).unwrap(), Partial::zero());
}

#[test]
fn parts_of_other_scores_are_refused() {
    let gold = r#"{"id": "b", "answers": ["Rome"]}"#;
    let prediction = r#"{"id": "b", "prediction": "Rome"}"#;
    let mut one = small("a");
    let before = one.clone();
    let error = one.merge(part(gold, prediction, "nq").unwrap()).unwrap_err();
    assert!(error.problems.iter().all(|problem| problem.code == Code::PartsDiffer), "{error}");
    assert!(error.to_string().contains("squad-v1") && error.to_string().contains("nq"));
    let renamed = gold.replace("answers", "answer");
    let error = one.merge(part(&renamed, prediction, "squad-v1").unwrap()).unwrap_err();
    assert!(error.to_string().contains("answers=answer"), "{error}");
    let error = one.merge(small("a")).unwrap_err();
    assert_eq!(error.problems[0].code, Code::RepeatedPart);
    assert_eq!(one, before);
    assert_eq!(Partial::zero().finish().unwrap_err().problems[0].code, Code::NoPart);
}

#[test]
fn questions_in_several_parts_are_noticed() {
    let gold = |answer: &str| json!({"id": "a", "answers": [answer]}).to_string();
    let prediction = r#"{"id": "a", "prediction": "Rome"}"#;
    let mut both = part(&gold("Rome"), prediction, "squad-v1").unwrap();
    both.merge(part(&gold("Milan"), prediction, "squad-v1").unwrap()).unwrap();
    let report = both.finish().unwrap();
    assert!(report.doubts().iter().any(|doubt| doubt.code == "repeated_part"));
    let mut torn = part(&gold("Rome"), "", "squad-v1").unwrap();
    torn.merge(part("", prediction, "squad-v1").unwrap()).unwrap();
    // A run without a prediction for any question has no score at all.
    assert_eq!(torn.finish().unwrap_err().problems[0].code, Code::NoMatch);
    torn.merge(small("b")).unwrap();
    let report = torn.finish().unwrap();
    assert!(report.doubts().iter().any(|doubt| doubt.code == "torn_part"));
    assert_eq!((report.reconciliation.missing, report.reconciliation.extra), (1, 1));
}

#[test]
fn merged_reports_have_every_form_without_questions() {
    let mut all = small("a");
    all.merge(small("b")).unwrap();
    let report = all.finish().unwrap();
    let form = |format| report.without_records(format, scoredrop::report::forms::Wanted::default());
    let json: Value = serde_json::from_str(&form(ExportFormat::Json).unwrap()).unwrap();
    assert_eq!(json["merged"]["parts"], 2);
    assert_eq!(json["merged"]["rows"], 1);
    assert_eq!(json["runs"][0]["records"], json!([]));
    for format in [ExportFormat::Markdown, ExportFormat::Latex, ExportFormat::Methods] {
        assert!(form(format).unwrap().contains("SQuAD"), "{format:?}");
    }
    for format in [ExportFormat::Csv, ExportFormat::Html, ExportFormat::Inspect] {
        assert_eq!(form(format).unwrap_err().problems[0].code, Code::NoSuchForm);
    }
    assert_eq!(Role::Gold.name(), json["sources"][0]["role"]);
}

/// Members of records are counted, and parts add the counts up.
#[test]
fn members_of_records_merge() {
    let record = |city: &str, days: u8| json!({"city": city, "days": days}).to_string();
    let rows = [
        ("q1x", record("Rome", 2), record("Rome", 2)),
        ("q2x", record("Oslo", 3), record("Oslo", 4)),
        ("q3x", record("Bonn", 1), "none".to_owned()),
        ("q4x", record("Lima", 5), json!({"city": "Lima", "unit": "C"}).to_string()),
    ];
    let scored = |rows: &[(&str, String, String)]| {
        let gold = rows.iter().map(|(id, gold, _)| json!({"id": id, "answers": [gold]}));
        let said = rows.iter().map(|(id, _, said)| json!({"id": id, "prediction": said}));
        part(&lines(gold), &lines(said), "plain-exact").unwrap()
    };
    let members = |part: Partial| {
        let form = scoredrop::report::forms::Wanted::default();
        let json = part.finish().unwrap().without_records(ExportFormat::Json, form).unwrap();
        let json: Value = serde_json::from_str(&json).unwrap();
        json["runs"][0]["members"].clone()
    };
    let mut merged = scored(&rows[..1]);
    for row in &rows[1..] {
        let next = scored(std::slice::from_ref(row));
        merged.merge(Partial::from_bytes(&next.to_bytes()).unwrap()).unwrap();
    }
    let whole = members(scored(&rows));
    assert_eq!(whole[0]["right"], 3);
    assert_eq!(whole[1]["missing"], 2);
    assert_eq!(whole[2]["surplus"], 1);
    assert_eq!(members(merged), whole);
}
