//! Presets of mathematics over whole files: groups, the key that joins, and the rows that are marked.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::JoinBy;
use scoredrop::score::metric::math_graders::evoagentx;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, View};
use scoredrop_testing::exam::lines;
use scoredrop_testing::{
    File, as_preset, assert_adds_up, codes, mean, official, said, score, values,
};
use serde_json::{Value, json};

const VALUES: &str = include_str!("../golden/values.jsonl");

fn problem(i: usize) -> String {
    format!("What is the value of number {i} in the table?")
}

fn solution(i: usize) -> Value {
    json!(format!("It follows that it is $\\boxed{{{}}}$.", i + 3))
}

fn scored(preset: &str, join: Option<JoinBy>, gold: String, outputs: String) -> Session {
    let files = [File::gold("test.jsonl", gold), File::predictions("outputs.jsonl", outputs)];
    let session = score(&files, Choices { join, ..as_preset(preset) }).unwrap();
    assert_adds_up(&session);
    session
}

const PRESETS: [&str; 5] =
    ["math", "math-hendrycks", "math-prm800k", "math-minerva", "math-evoagentx"];

#[test]
fn levels_and_types_have_their_own_means() {
    let levels = ["Level 1", "Level 5", "Level ?"];
    let types = ["Algebra", "Geometry"];
    let gold = (0..24).map(|i| {
        json!({ "problem": problem(i), "solution": solution(i), "level": levels[i % 3],
                "type": types[i % 2] })
    });
    // Those of Level ? are wrong.
    let output = |i: usize| {
        let answer = if i % 3 == 2 { 0 } else { i + 3 };
        format!(
            "Final Answer: The final answer is ${answer}$. I hope it is correct.\n\\boxed{{{answer}}}"
        )
    };
    let outputs = (0..24).map(|i| json!({ "problem": problem(i), "output": output(i) }));
    let (gold, outputs) = (lines(gold), lines(outputs));
    for preset in PRESETS {
        let session = scored(preset, None, gold.clone(), outputs.clone());
        let groups: Vec<(String, String, Option<f64>, u64)> = session.score().unwrap().aggregates
            [0]
        .iter()
        .filter_map(|one| Some((one.group.as_ref()?, one.mean, one.n)))
        .map(|(group, mean, n)| (group.column.clone(), group.value.clone(), mean, n))
        .collect();
        let expected = [
            ("level", "Level 1", 1.0, 8),
            ("level", "Level 5", 1.0, 8),
            ("level", "Level ?", 0.0, 8),
            ("type", "Algebra", 2.0 / 3.0, 12),
            ("type", "Geometry", 2.0 / 3.0, 12),
        ];
        let expected =
            expected.map(|(column, value, mean, n)| (column.into(), value.into(), Some(mean), n));
        assert_eq!(groups, expected, "{preset}");
    }
}

/// The ids of some loaders count the files of a folder in the order in which it lists them.
#[test]
fn problems_join_and_numbers_of_files_do_not() {
    let order: Vec<usize> = (0..24).map(|i| (i * 7 + 2) % 24).collect();
    let id = |place: usize| format!("test-{place}");
    let gold = lines(
        (0..24).map(|i| json!({ "id": id(i), "problem": problem(i), "solution": solution(i) })),
    );
    let output = |i: usize| format!("\\boxed{{{}}}", i + 3);
    let with_problems = lines(order.iter().enumerate().map(
        |(place, i)| json!({ "id": id(place), "problem": problem(*i), "prediction": output(*i) }),
    ));
    let alone = lines(
        order
            .iter()
            .enumerate()
            .map(|(place, i)| json!({ "id": id(place), "prediction": output(*i) })),
    );
    for preset in ["math", "math-evoagentx", "math-hendrycks", "math-prm800k"] {
        let session = scored(preset, None, gold.clone(), with_problems.clone());
        assert_eq!(session.joined().unwrap().by.value, JoinBy::Question, "{preset}");
        assert_eq!(mean(&session, 0, "solve_rate"), 1.0, "{preset}");
        assert_eq!(said(&session, Code::KeysDisagree).len(), 1, "{preset}");
        // Where there is nothing else, what they prove is said to be nothing.
        let session = scored(preset, None, gold.clone(), alone.clone());
        assert!(codes(&session).contains(&"counting_ids"), "{preset}: {:?}", codes(&session));
    }
    let plain = lines((0..24).map(|i| json!({ "prediction": output(i) })));
    let session = scored("math-evoagentx", Some(JoinBy::Row), gold, plain);
    assert_eq!(official(&session, 0, "solve_rate"), Some(1.0));
}

/// `SymPy` is reproduced and not run: the rows that it may judge otherwise are named and can be shown.
#[test]
fn rows_that_sympy_may_judge_otherwise_are_marked() {
    let rows = VALUES.lines().filter(|line| line.contains("\"math_evoagentx_equal\""));
    let rows: Vec<Value> = rows.map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    // One level of braces at most can be read back from a box.
    let plain = |row: &&Value| !text(row, "gold").contains('{') && !text(row, "pred").contains('{');
    let sure = |row: &Value| evoagentx::math_equal(&text(row, "pred"), &text(row, "gold")).certain;
    let (sure, unsure): (Vec<&Value>, Vec<&Value>) =
        rows.iter().filter(plain).partition(|row| sure(row));
    assert!(!sure.is_empty() && !unsure.is_empty());
    let all: Vec<&Value> = unsure.iter().chain(sure.iter().take(20)).copied().collect();
    let boxed = |row: &Value, name: &str| format!("\\boxed{{{}}}", text(row, name));
    let gold = all.iter().enumerate();
    let gold =
        gold.map(|(i, row)| json!({ "problem": problem(i), "solution": boxed(row, "gold") }));
    let outputs = all.iter().enumerate();
    let outputs =
        outputs.map(|(i, row)| json!({ "problem": problem(i), "output": boxed(row, "pred") }));
    let session = scored("math-evoagentx", None, lines(gold), lines(outputs));
    let marked: Vec<u64> =
        said(&session, Code::ReferenceMayDiffer).iter().map(|one| one.row.unwrap()).collect();
    assert_eq!(marked, (1..=unsure.len() as u64).collect::<Vec<_>>());
    let view = View { note: Some(Code::ReferenceMayDiffer), ..View::default() };
    assert_eq!(
        session.finished().unwrap().view(&view),
        (0..unsure.len() as u32).collect::<Vec<_>>()
    );
    let limits = &session.score().unwrap().settings.preset.card.limits;
    assert!(limits.iter().any(|limit| limit.contains("reproduced, not run")), "{limits:?}");
    assert_eq!(values(&session, 0, "solve_rate").len(), all.len());
}
