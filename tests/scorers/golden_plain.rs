//! The plain comparisons on cases that were worked out by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::preset::preset;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::{File, agreed, as_preset, json_lines, score, values};
use serde_json::{Value, json};

const CASES: &str = include_str!("../golden/plain.jsonl");

/// A number, or a fraction as people write it.
fn number(value: &Value) -> f64 {
    let Some(text) = value.as_str() else { return value.as_f64().unwrap() };
    let (above, below) = text.split_once('/').unwrap();
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

#[test]
fn cases_worked_out_by_hand() {
    for case in json_lines(CASES.as_bytes()) {
        let id = case["preset"].as_str().unwrap();
        let mut gold = vec![json!({"id": "q", "answers": case["golds"]})];
        let others = case["others"].as_array().into_iter().flatten().enumerate();
        gold.extend(
            others.map(|(place, other)| json!({"id": place.to_string(), "answers": [other]})),
        );
        let lines: String = gold.iter().map(|row| row.to_string() + "\n").collect();
        let prediction = json!({"id": "q", "prediction": case["prediction"]}).to_string();
        let files = [File::gold("gold.jsonl", lines), File::predictions("run.jsonl", prediction)];
        let session = score(&files, as_preset(id)).unwrap();
        for metric in [
            "exact_match", "f1", "rouge_l", "numeric_match", "absolute_error", "accuracy",
            "vqa_accuracy", "pass@1", "majority", "pass@2", "pass@3", "pass@4", "all@2", "all@3",
            "all@4", "g_pass_50@4", "g_pass_75@4",
        ] {
            if case[metric].is_null() {
                continue;
            }
            let found = values(&session, 0, metric)[0];
            assert!(
                (found.unwrap() - number(&case[metric])).abs() < 1e-12,
                "{case}: {metric} {found:?}"
            );
        }
        agreed("golden", id, 1, "worked out by hand");
    }
}

#[test]
fn cards_count_the_cases() {
    let cases = json_lines(CASES.as_bytes());
    for id in [
        "plain-text", "plain-mixed", "plain-votes", "plain-verdicts", "plain-contained",
        "plain-long-text", "plain-number", "plain-closed", "plain-date", "plain-set",
        "plain-attempts", "plain-exact",
    ] {
        let own = cases.iter().filter(|case| case["preset"] == id).count();
        assert_eq!(preset(id).unwrap().card.golden_cases as usize, own, "{id}");
    }
}

#[test]
fn mixed_kinds_are_broken_down_and_another_form_is_doubted() {
    let rows = [
        ("How many keys?", "12", "12.0"),
        ("How many doors?", "7.2", "72"),
        ("Is it shut?", "yes", "Yes"),
        ("When was it built?", "4 March 2020", "2020-03-04"),
        ("Who built it?", "Ida Marlow", "Ida Marlow"),
        ("Where does it stand?", "by the old mill", "the new mill"),
    ];
    let lines = |row: &dyn Fn(usize) -> Value| -> String {
        (0..rows.len()).map(|place| row(place).to_string() + "\n").collect()
    };
    let gold = lines(
        &|place| json!({"id": format!("q-{place}x"), "question": rows[place].0, "answer": rows[place].1}),
    );
    let said = lines(&|place| {
        let (question, _, said) = rows[place];
        json!({"id": format!("q-{place}x"), "question": question, "prediction": said})
    });
    let files = [File::dropped("gold.jsonl", gold), File::dropped("run.jsonl", said)];
    // Compared by their kinds, 12.0 is 12, and a date is a date however it is written.
    let session = score(&files, as_preset("plain-mixed")).unwrap();
    assert_eq!(session.score().unwrap().aggregates[0][0].mean, Some(4.0 / 6.0));
    let session = score(&files, Choices::default()).unwrap();
    let score = session.score().unwrap();
    let exact = score.aggregates[0].iter().filter(|one| one.metric == "exact_match");
    let means: Vec<(Option<&str>, f64)> = exact
        .map(|one| (one.group.as_ref().map(|group| group.value.as_str()), one.mean.unwrap()))
        .collect();
    // By hand: 12.0 is another text than 12, 7.2 is not 72, and one date is written in another way.
    assert_eq!(
        means,
        [
            (None, 2.0 / 6.0),
            (Some("date"), 0.0),
            (Some("number"), 0.0),
            (Some("text"), 0.5),
            (Some("yes or no"), 1.0)
        ]
    );
    let [repair] = &score.repairs[..] else { panic!("{:?}", score.repairs) };
    assert_eq!(
        (repair.option.as_str(), repair.would_give),
        ("--preset plain-mixed", Some(4.0 / 6.0))
    );
    let [doubt] = &score.provisional[..] else { panic!("{:?}", score.provisional) };
    assert_eq!((doubt.code(), doubt.rows()), ("rewritten_values", Some(2)));
    assert!(doubt.message().contains("\"12.0\""), "{doubt}");
}

#[test]
fn three_grades_give_the_figures_of_simpleqa() {
    // Right, attempted of all, and by hand: right given attempted, and the harmonic mean of both shares.
    for (grades, figures) in [
        (
            ["CORRECT", "CORRECT", "INCORRECT", "NOT_ATTEMPTED", "NOT_ATTEMPTED", "CORRECT"],
            [0.5, 4.0 / 6.0, 0.75, 0.6],
        ),
        (
            ["correct", "incorrect", "incorrect", "not attempted", "wrong", "correct"],
            [2.0 / 6.0, 5.0 / 6.0, 0.4, 4.0 / 11.0],
        ),
    ] {
        let rows = grades.iter().enumerate().map(|(place, grade)| {
            json!({"id": format!("q-{place}x"), "target": "x", "response": "y", "grade": grade})
        });
        let lines: String = rows.map(|row| row.to_string() + "\n").collect();
        let session = score(&[File::dropped("grades.jsonl", lines)], Choices::default()).unwrap();
        let aggregates = &session.score().unwrap().aggregates[0];
        let of = |id: &str| aggregates.iter().find(|one| one.metric == id).unwrap().mean.unwrap();
        let found = ["accuracy", "attempted", "correct_given_attempted", "f_of_attempted"].map(of);
        for (found, wanted) in found.iter().zip(figures) {
            assert!((found - wanted).abs() < 1e-12, "{grades:?}: {found} is not {wanted}");
        }
        // Of n questions with the F-score, where some are right, wrong and not attempted, the delta method gives the
        // squared error (right (2 - 2F)^2 + wrong (2F)^2 + none F^2) / (2 right + 2 wrong + none)^2; Wilson's interval is for
        // F (1 - F) over that.
        let [right, wrong, none] =
            if figures[0] == 0.5 { [3.0, 1.0, 2.0] } else { [2.0, 3.0, 1.0] };
        let share: f64 = figures[3];
        let all: f64 = 2.0 * right + 2.0 * wrong + none;
        let squares = right * (2.0 - 2.0 * share).powi(2)
            + wrong * (2.0 * share).powi(2)
            + none * share * share;
        let count = share * (1.0 - share) * all * all / squares;
        let square = 1.959_963_984_540_054_f64.powi(2) / count;
        let centre = (share + square / 2.0) / (1.0 + square);
        let spread = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
        let half = spread / (1.0 + square);
        let last = aggregates.iter().find(|one| one.metric == "f_of_attempted").unwrap();
        let interval = last.interval.as_ref().unwrap();
        assert!((interval.low - (centre - half)).abs() < 1e-12, "{interval:?}");
        assert!((interval.high - (centre + half)).abs() < 1e-12, "{interval:?}");
    }
    // Without a third grade there is nothing to add.
    let rows = ["correct", "incorrect", "correct", "incorrect"].iter().enumerate();
    let lines: String = rows
        .map(|(place, grade)| {
            json!({"id": format!("q-{place}x"), "grade": grade}).to_string() + "\n"
        })
        .collect();
    let session = score(&[File::dropped("grades.jsonl", lines)], Choices::default()).unwrap();
    assert_eq!(session.score().unwrap().aggregates[0].len(), 1);
}

#[test]
fn attempts_in_rows_vote_as_attempts_in_lists_do() {
    let gold = "{\"id\": \"q-1x\", \"answer\": \"16\"}\n{\"id\": \"q-2x\", \"answer\": \"204\"}\n";
    let said = [
        ["\\boxed{16}", "\\boxed{15}", "\\boxed{016}", "\\boxed{16}"],
        ["\\boxed{204}", "\\boxed{3}", "\\boxed{3.0}", "\\boxed{3}"],
    ];
    let rows: String = said
        .iter()
        .enumerate()
        .flat_map(|(place, all)| {
            all.iter().map(move |said| {
                json!({"id": format!("q-{}x", place + 1), "prediction": said}).to_string() + "\n"
            })
        })
        .collect();
    let lists: String = said
        .iter()
        .enumerate()
        .map(|(place, all)| {
            json!({"id": format!("q-{}x", place + 1), "prediction": all}).to_string() + "\n"
        })
        .collect();
    for predictions in [rows, lists] {
        let files = [File::gold("gold.jsonl", gold), File::predictions("run.jsonl", predictions)];
        let session = score(&files, as_preset("plain-attempts")).unwrap();
        for (metric, wanted) in [
            ("pass@1", [0.75, 0.25]),
            ("majority", [1.0, 0.0]),
            ("pass@2", [1.0, 0.5]),
            ("all@2", [0.5, 0.0]),
            ("pass@4", [1.0, 1.0]),
        ] {
            let found = values(&session, 0, metric);
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found.unwrap() - wanted).abs() < 1e-12, "{metric}: {found:?}");
            }
        }
    }
}
