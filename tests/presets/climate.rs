//! The preset for climate finance against the numbers worked out by hand in
//! `samples/climate-finance/README.md`, and on the real benchmark's gold file.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::{Certainty, ColumnChoice, Field, Reconciliation, Role};
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat, View};
use scoredrop_testing::exam::{counts, lines, provisional};
use scoredrop_testing::{
    self, File, agreed, as_preset, assert_adds_up, keys, mean, quick_report, real, report, said,
    score, values, with_settings,
};
use serde_json::{Value, json};

fn sample() -> [File; 2] {
    scoredrop_testing::sample("climate-finance", "jsonl", "csv")
}

fn changed(key: &str, value: &str) -> Session {
    score(&sample(), with_settings("climate-finance", &[(key, value)])).unwrap()
}

/// Exact match, precision, recall, F1 and refusal of each question, as the README has them.
const CAREFUL: [[f64; 5]; 15] = [
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 1.0, 5.0 / 7.0, 5.0 / 6.0, 1.0],
    [0.0, 1.0, 1.0 / 3.0, 0.5, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 1.0, 0.75, 6.0 / 7.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.6, 3.0 / 11.0, 0.375, 1.0],
];
const EAGER: [[f64; 5]; 15] = [
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 0.75, 1.0, 6.0 / 7.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 2.0 / 3.0, 1.0, 0.8, 1.0],
    [0.0, 6.0 / 7.0, 1.0, 12.0 / 13.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 1.0, 0.1, 2.0 / 11.0, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.0, 0.625, 5.0 / 6.0, 5.0 / 7.0, 1.0],
    [0.0, 1.0 / 3.0, 1.0, 0.5, 1.0],
    [0.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 1.0 / 3.0, 0.5, 1.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
];
const METRICS: [&str; 5] = ["exact_match", "precision", "recall", "f1", "refusal"];

#[test]
fn by_hand() {
    let session = score(&sample(), as_preset("climate-finance")).unwrap();
    assert_adds_up(&session);
    let sums = [
        [6.0, 48.0 / 5.0, 7457.0 / 924.0, 1439.0 / 168.0, 11.0],
        [4.0, 517.0 / 56.0, 139.0 / 15.0, 42424.0 / 5005.0, 12.0],
    ];
    for (run, (by_hand, sums)) in [CAREFUL, EAGER].iter().zip(sums).enumerate() {
        for (place, (metric, sum)) in METRICS.into_iter().zip(sums).enumerate() {
            for (row, value) in values(&session, run, metric).into_iter().enumerate() {
                let expected = by_hand[row][place];
                let id = &keys(&session)[row];
                assert!((value.unwrap() - expected).abs() < 1e-15, "{metric} of {id}: {value:?}");
            }
            let mean = mean(&session, run, metric);
            assert!((mean - sum / 15.0).abs() < 1e-15, "mean {metric} of run {run}: {mean}");
        }
    }
    let names: Vec<&str> =
        session.joined().unwrap().runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["careful", "eager"]);
    assert_eq!(
        counts(&session),
        Reconciliation { gold: 15, answered: 13, blank: 1, missing: 1, ..Default::default() }
    );
    assert_eq!(provisional(&session), "");
    agreed("golden", "climate-finance", 30, "worked out by hand in samples/climate-finance");
}

/// Match, absolute and relative error of each numeric question, as the README has them.
#[test]
fn numbers_by_hand() {
    let session = score(&sample(), as_preset("climate-finance")).unwrap();
    let careful = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.005, 1.0 / 180.0]];
    let eager = [[1.0, 0.0, 0.0], [0.0, 31.5, 9.0], [1.0, 0.0, 0.0], [0.0, 0.05, 1.0 / 18.0]];
    let means = [[1.0, 0.00125, 1.0 / 720.0], [0.5, 7.8875, 163.0 / 72.0]];
    let metrics = ["numeric_match", "absolute_error", "relative_error"];
    for (run, (by_hand, means)) in [careful, eager].iter().zip(means).enumerate() {
        for (place, metric) in metrics.into_iter().enumerate() {
            let values = values(&session, run, metric);
            let numeric = keys(&session).into_iter().zip(values).filter(|(_, one)| one.is_some());
            let (ids, found): (Vec<String>, Vec<Option<f64>>) = numeric.unzip();
            assert_eq!(ids, ["nw-scope1", "ab-loans", "vf-power", "vf-energy"]);
            for (found, by_hand) in found.iter().zip(by_hand) {
                assert!((found.unwrap() - by_hand[place]).abs() < 1e-15, "{metric}: {found:?}");
            }
            let all = &session.score().unwrap().aggregates[run];
            let all = all.iter().find(|one| one.metric == metric && one.group.is_none()).unwrap();
            assert_eq!(all.n, 4);
            assert!((mean(&session, run, metric) - means[place]).abs() < 1e-14, "{metric}");
        }
    }
    assert_eq!(
        said(&session, Code::NumericQuestions)[0].message,
        "numeric match covers 4 of 15 questions: 4 because answer_type marks them as numeric and the \
         gold answer has a number"
    );
    let left_out: Vec<Option<u64>> =
        said(&session, Code::GoldWithoutNumber).iter().map(|one| one.row).collect();
    assert_eq!(left_out[..2], [Some(4), Some(11)]);
    let why = session.finished().unwrap().explain(0, 12).unwrap().why.join(" ");
    assert!(why.contains("unit converted, within tolerance"), "{why}");
    // A setting moves what it is about, and nothing else.
    let wide = changed("relative_tolerance", "0.06");
    assert_eq!(mean(&wide, 1, "numeric_match"), 0.75);
    assert_eq!(mean(&wide, 1, "exact_match"), mean(&session, 1, "exact_match"));
    assert_eq!(mean(&changed("units", "ignore"), 0, "numeric_match"), 0.75);
    assert!(wide.score().unwrap().settings.modified());
    assert!(!changed("relative_tolerance", "1e-2").score().unwrap().settings.modified());
    let squad = score(&sample(), as_preset("squad-v1")).unwrap();
    assert!(quick_report(&squad)["settings"].get("relative_tolerance").is_none());
}

#[test]
fn which_questions_are_numeric_without_a_type() {
    let golds = [
        "12.5 %",
        "In 2021 it was 5 t, in 2022 it was 6 t",
        "2045",
        "about 7 million tonnes",
        "no",
        "5 to 6",
    ];
    let gold = golds.iter().enumerate();
    let gold =
        gold.map(|(id, gold)| json!({"question_id": format!("q{id}"), "gold_answers": gold}));
    let outputs = (0..golds.len())
        .map(|id| json!({"question_id": format!("q{id}"), "predicted_answer": "It is 12.5 %."}));
    let files = [File::gold("g.jsonl", lines(gold)), File::predictions("p.jsonl", lines(outputs))];
    let session = score(&files, as_preset("climate-finance")).unwrap();
    let numeric = values(&session, 0, "numeric_match");
    assert_eq!(numeric, [Some(1.0), None, None, Some(0.0), None, Some(0.0)]);
    let said = &said(&session, Code::NumericQuestions)[0].message;
    assert!(
        said.starts_with(
            "numeric match covers 3 of 6 questions: 3 because of their gold answers ("
        ),
        "{said}"
    );
}

#[test]
fn numbers_that_can_be_read_in_two_ways_are_said() {
    let row = |id: &str, gold: &str| json!({"question_id": id, "gold_answers": gold});
    let gold = lines([row("a", "1.234 t"), row("b", "87,54 t"), row("c", "0,5 t")]);
    let prediction = |id: &str| json!({"question_id": id, "predicted_answer": "1234 t"});
    let predictions = lines(["a", "b", "c"].map(prediction));
    let files = [File::gold("g.jsonl", gold), File::predictions("p.jsonl", predictions)];
    let session = score(&files, as_preset("climate-finance")).unwrap();
    let [one] = said(&session, Code::DecimalMark)[..] else { panic!("one finding") };
    assert_eq!(
        one.message,
        "the point in 1 number, for example 1.234, may separate thousands; it is read as a decimal point, \
         but 2 numbers of the file have a decimal comma"
    );
    assert_eq!(values(&session, 0, "numeric_match")[0], Some(0.0));
    let mut choices = as_preset("climate-finance");
    choices.set.insert("decimal_mark".to_owned(), "comma".to_owned());
    let session = score(&files, choices).unwrap();
    assert!(said(&session, Code::DecimalMark).is_empty());
    assert_eq!(values(&session, 0, "numeric_match")[0], Some(1.0));
}

#[test]
fn several_gold_numbers_are_named_and_can_be_settled() {
    let row = |value: Option<&str>| {
        let gold = "7,496,232 t (market-based) or 14,067,104 t (location-based)";
        let mut row = json!({"question_id": "q", "answer_type": "numeric", "gold_answers": gold});
        if let Some(value) = value {
            row["gold_value"] = json!(value);
        }
        row
    };
    let other = json!({"question_id": "r", "answer_type": "logical", "gold_answers": "yes"});
    let prediction = lines([
        json!({"question_id": "q", "predicted_answer": "7.5 Mt"}),
        json!({"question_id": "r", "predicted_answer": "no"}),
    ]);
    for (value, matched, named) in
        [(None, 1.0, 1), (Some("14,067,104 t"), 0.0, 0), (Some("7.4962 Mt"), 1.0, 0)]
    {
        let files = [
            File::gold("g.jsonl", lines([row(value), other.clone()])),
            File::predictions("p.jsonl", prediction.clone()),
        ];
        let session = score(&files, as_preset("climate-finance")).unwrap();
        assert_eq!(mean(&session, 0, "numeric_match"), matched, "{value:?}");
        assert_eq!(said(&session, Code::SeveralGoldNumbers).len(), named);
    }
    // The user may settle it, too: of what the explanation offers.
    let files = [
        File::gold("g.jsonl", lines([row(None), other])),
        File::predictions("p.jsonl", prediction),
    ];
    let open = score(&files, as_preset("climate-finance")).unwrap();
    let offered = open.finished().unwrap().explain(0, 0).unwrap().candidates;
    assert_eq!(offered, ["7,496,232 t", "14,067,104 t"]);
    let shown = open
        .finished()
        .unwrap()
        .view(&View { note: Some(Code::SeveralGoldNumbers), ..View::default() });
    assert_eq!(shown, [0]);
    for (candidate, matched) in offered.into_iter().zip([1.0, 0.0]) {
        let mut choices = as_preset("climate-finance");
        choices.settled.insert("q".to_owned(), candidate.clone());
        let session = score(&files, choices).unwrap();
        assert_eq!(mean(&session, 0, "numeric_match"), matched, "{candidate}");
        let why = session.finished().unwrap().explain(0, 0).unwrap().why.join(" ");
        assert!(why.contains(&format!("taken from gold_value: {candidate}")), "{why}");
    }
}

#[test]
fn macro_averages_by_group_are_those_worked_out_by_hand() {
    let session = score(&sample(), as_preset("climate-finance")).unwrap();
    let columns: Vec<&str> =
        session.pairing().unwrap().groupings.iter().map(|one| one.column.as_str()).collect();
    assert_eq!(columns, ["answerability", "document", "answer_type"]);
    for (run, group, n, exact, f1, refusal) in [
        (0, "extractive", 5, 0.4, 4.0 / 7.0, 0.6),
        (0, "numeric", 6, 0.5, 7.0 / 12.0, 5.0 / 6.0),
        (0, "logical", 4, 0.25, 53.0 / 96.0, 0.75),
        (0, "has_answer", 11, 5.0 / 11.0, 281.0 / 462.0, 8.0 / 11.0),
        (0, "no_answer", 4, 0.25, 15.0 / 32.0, 0.75),
        (1, "extractive", 5, 0.4, 549.0 / 650.0, 1.0),
        (1, "numeric", 6, 1.0 / 6.0, 43.0 / 84.0, 5.0 / 6.0),
        (1, "logical", 4, 0.25, 13.0 / 44.0, 0.5),
        (1, "has_answer", 11, 4.0 / 11.0, 38849.0 / 55055.0, 1.0),
        (1, "no_answer", 4, 0.0, 5.0 / 28.0, 0.25),
    ] {
        for (metric, expected) in [("exact_match", exact), ("f1", f1), ("refusal", refusal)] {
            let all = &session.score().unwrap().aggregates[run];
            let found = all.iter().find(|one| {
                one.metric == metric && one.group.as_ref().is_some_and(|g| g.value == group)
            });
            let found = found.unwrap();
            assert_eq!(found.n, n);
            assert!((found.mean.unwrap() - expected).abs() < 1e-15, "{group} {metric}: {found:?}");
        }
    }
}

#[test]
fn every_kind_of_refusal_is_said() {
    let mut session = score(&sample(), as_preset("climate-finance")).unwrap();
    let messages: Vec<&str> =
        said(&session, Code::Refusals).iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "careful: of 4 questions without an answer, it declines 3 and answers 0; of 11 questions with \
             an answer, it declines 2",
            "eager: of 4 questions without an answer, it declines 1 and answers 3; of 11 questions with an \
             answer, it declines 0",
        ]
    );
    for (run, row, words) in [
        (0, 3, "It declines to answer, and the question has no answer: a right refusal."),
        (0, 4, "It declines to answer, but the question has an answer: a false refusal."),
        (1, 3, "It answers, but the question has no answer."),
        (0, 0, "It answers, and the question has an answer."),
    ] {
        let why = session.finished().unwrap().explain(run, row).unwrap().why;
        assert_eq!(why.last().unwrap(), words);
    }
    // There is no other scorer whose output could be printed.
    assert!(session.score().unwrap().official[0].is_empty());
    let reason = &said(&session, Code::NoOfficialBlock)[0].message;
    assert!(reason.ends_with("this preset is our own definition, so there is no reference"));
    let text = report(&mut session, ExportFormat::Markdown);
    assert!(text.contains("This preset is our own definition"), "{text}");
}

#[test]
fn each_step_of_the_normal_form_is_a_switch() {
    let exact = |session: &Session, run| (mean(session, run, "exact_match") * 15.0).round();
    let plain = score(&sample(), as_preset("climate-finance")).unwrap();
    assert_eq!((exact(&plain, 0), exact(&plain, 1)), (6.0, 4.0));
    // ab-plan loses "the".
    assert_eq!(exact(&changed("articles", "ignore"), 0), 7.0);
    // ab-loans is no longer 35 on both sides; nw-scope1, nw-sector, ab-loans and ab-intensity differ in commas and dots.
    let kept = changed("punctuation", "keep");
    assert_eq!((exact(&kept, 0), exact(&kept, 1)), (3.0, 2.0));
    // All answers that match are written in the gold's case.
    assert_eq!(exact(&changed("case", "keep"), 0), 6.0);
    // Deleting % from "3.5 %" leaves a blank at its end, but not from "3.5%".
    assert_eq!(exact(&changed("whitespace", "keep"), 0), 5.0);
    // What refuses is a question of meaning, not of the normal form.
    for step in ["punctuation", "case", "whitespace"] {
        let session = changed(step, "keep");
        assert_eq!(values(&session, 0, "refusal"), values(&plain, 0, "refusal"));
        assert!(session.score().unwrap().settings.modified());
    }
    let report = quick_report(&plain);
    assert_eq!(report["settings"]["whitespace"], "ignore");
    let squad = score(&sample(), as_preset("squad-v1")).unwrap();
    assert!(quick_report(&squad)["settings"].get("whitespace").is_none());
}

#[test]
fn the_criteria_of_the_request() {
    for (golds, prediction, exact, f1) in [
        (json!(["x", "12 t CO2"]), "12 T co2.", 1.0, Some(1.0)),
        (json!(["!"]), "?", 1.0, Some(1.0)),
        (json!("alpha beta"), "gamma", 0.0, Some(0.0)),
        (json!(["alpha beta", "alpha"]), "alpha delta", 0.0, Some(2.0 / 3.0)),
        (json!([]), "gamma", 0.0, Some(0.0)),
    ] {
        let files = [
            File::gold("g.jsonl", lines([json!({"question_id": "a7", "gold_answers": golds})])),
            File::predictions(
                "p.jsonl",
                lines([json!({"question_id": "a7", "predicted_answer": prediction})]),
            ),
        ];
        let session = score(&files, as_preset("climate-finance")).unwrap();
        assert_eq!(mean(&session, 0, "exact_match"), exact, "{prediction}");
        assert_eq!(values(&session, 0, "f1")[0], f1, "{prediction}");
        let bare = golds.as_array().is_some_and(Vec::is_empty);
        assert_eq!(said(&session, Code::NoGoldAnswer).len(), usize::from(bare));
    }
}

#[test]
fn answer_types_speak_for_it() {
    let dropped = sample().map(|file| File::dropped(&file.name, file.bytes));
    let session = score(&dropped, Choices::default()).unwrap();
    let guess = session.plan().preset.id.as_ref().unwrap();
    assert_eq!((guess.value.as_str(), guess.certainty), ("climate-finance", Certainty::Guessed));
    assert!(provisional(&session).starts_with("guessed_benchmark"), "{}", provisional(&session));
    let words = session.score().unwrap().provisional[0].message();
    let figures = ["Climate finance QA", "15 questions", "40.0\u{202f}%", "46.7\u{202f}%"];
    assert!(figures.iter().all(|figure| words.contains(figure)), "{words}");
}

/// Climate Finance Bench itself: its sentinels, its types, its key of two columns.
#[test]
fn climate_finance_bench() {
    let Some(bytes) = real("climate_finance_bench/Climate Finance Bench - Dataset.json") else {
        return;
    };
    let rows: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
    let names = ["Company's name", "Question ID"];
    // Refuses every second question and copies the gold answer of the others.
    let outputs = lines(rows.iter().enumerate().map(|(index, row)| {
        let text = if index % 2 == 0 { json!("Not disclosed.") } else { row["Answer"].clone() };
        json!({ names[0]: row[names[0]], names[1]: row[names[1]], "predicted_answer": text })
    }));
    let choice =
        |role, column: &str| ColumnChoice { role, field: Field::Id, column: column.into() };
    let columns = [Role::Gold, Role::Predictions]
        .iter()
        .flat_map(|role| names.map(|name| choice(*role, name)))
        .collect();
    let files = [File::gold("cfb.json", bytes), File::predictions("outputs.jsonl", outputs)];
    let session = score(&files, Choices { columns, ..Choices::default() }).unwrap();
    assert_adds_up(&session);
    let guess = session.plan().preset.id.as_ref().unwrap();
    assert_eq!((guess.value.as_str(), guess.certainty), ("climate-finance", Certainty::Proven));
    let n = |group: &str| {
        let all = &session.score().unwrap().aggregates[0];
        let of = |one: &&scoredrop::aggregate::Aggregate| {
            one.group.as_ref().is_some_and(|found| found.value == group)
        };
        all.iter().find(of).unwrap().n
    };
    assert_eq!((n("no_answer"), n("has_answer")), (89, 241));
    assert_eq!((n("extractive"), n("numeric"), n("logical")), (99, 66, 165));
    let sentinel = |row: &Value| row["Answer"].as_str().unwrap().starts_with("Not available");
    let right = rows.iter().enumerate().filter(|(index, row)| index % 2 == 1 || sentinel(row));
    assert_eq!((mean(&session, 0, "refusal") * 330.0).round(), right.count() as f64);
    assert_eq!(mean(&session, 0, "exact_match"), 0.5);
    // 48 of the 66 numeric questions are not available.
    let numeric = values(&session, 0, "numeric_match");
    assert_eq!(numeric.iter().filter(|value| value.is_some()).count(), 18);
    for (index, value) in numeric.iter().enumerate() {
        assert!(value.is_none_or(|value| value == f64::from(u8::from(index % 2 == 1))), "{index}");
    }
    let several: Vec<Option<u64>> =
        said(&session, Code::SeveralGoldNumbers).iter().map(|one| one.row).collect();
    assert_eq!(several, [6, 150, 198, 222, 294, 328].map(Some));
}

#[test]
fn answers_that_are_right_as_numbers_are_not_called_wrong() {
    let golds = (0..12).map(|id| json!({ "id": id, "answer": format!("{} million", 100 + id) }));
    let says = |id: i32| format!("The revenue of firm {id} was {} million dollars.", 100 + id);
    let outputs = (0..12).map(|id| json!({ "id": id, "prediction": says(id) }));
    let files = [
        File::gold("gold.jsonl", lines(golds)),
        File::predictions("outputs.jsonl", lines(outputs)),
    ];
    let session = score(&files, as_preset("climate-finance")).unwrap();
    assert_eq!((mean(&session, 0, "numeric_match"), mean(&session, 0, "exact_match")), (1.0, 0.0));
    assert!(said(&session, Code::NoneRight).is_empty());
}
