//! Planted errors where values are compared instead of words: a preset that reads the gold file wrongly,
//! shifted predictions, outputs that no rule reads, decimal commas. Each must be said, not scored.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::session::Session;
use scoredrop_testing::exam::{N, id, lines, provisional, question};
use scoredrop_testing::{File, as_preset, assert_adds_up, doubts, mean, said, score};
use serde_json::{Value, json};

/// Questions with a whole solution each, and outputs.
fn scored(
    preset: &str,
    gold: &dyn Fn(usize) -> String,
    output: &dyn Fn(usize) -> String,
) -> Session {
    let gold = |i: usize| json!({ "id": id(i), "problem": question(i), "solution": gold(i) });
    let predictions = |i: usize| json!({ "id": id(i), "prediction": output(i) });
    let files = [
        File::gold("gold.jsonl", lines((0..N).map(gold))),
        File::predictions("runs.jsonl", lines((0..N).map(predictions))),
    ];
    let session = score(&files, as_preset(preset)).unwrap();
    assert_adds_up(&session);
    session
}

fn boxed(i: usize) -> String {
    format!("Of 3 ways one is left, so it is $\\boxed{{{}}}$.", i * 7 + 1)
}

fn hashes(i: usize) -> String {
    format!("3 and more make it.\n#### {}", i * 7 + 1)
}

#[test]
fn solutions_need_a_preset_that_reads_them() {
    for (form, own, others) in [
        (
            &boxed as &dyn Fn(usize) -> String,
            ["math", "math-hendrycks", "math-evoagentx", "math-prm800k"].as_slice(),
            ["gsm8k", "gsm8k-lm-eval", "financebench-numeric", "squad-v1", "multiple-choice"],
        ),
        (
            &hashes,
            ["gsm8k", "gsm8k-official", "gsm8k-lm-eval"].as_slice(),
            ["math", "math-evoagentx", "financebench-numeric", "nq", "multiple-choice"],
        ),
    ] {
        // Answers that are the gold ones to the letter would be doubted as a copy.
        let answered = |i: usize| form(i) + " ";
        for preset in own {
            let session = scored(preset, form, &answered);
            assert_eq!(session.score().unwrap().aggregates[0][0].mean, Some(1.0), "{preset}");
            assert_eq!(provisional(&session), "", "{preset}");
        }
        for preset in others {
            let session = scored(preset, form, form);
            assert_eq!(said(&session, Code::PresetMismatch).len(), 1, "{preset}");
            let found = provisional(&session);
            assert!(found.contains("preset_mismatch"), "{preset}: {found}");
            let words = format!("looks like {}", own[0]);
            assert!(doubts(&session).iter().any(|one| one.contains(&words)), "{preset}");
        }
    }
    // Gold answers alone may be of anything.
    let session = scored("gsm8k", &|i| (i * 7).to_string(), &|i| format!("It is {}.", i * 7));
    assert_eq!((mean(&session, 0, "solve_rate"), provisional(&session)), (1.0, String::new()));
}

#[test]
fn values_shifted_with_ids_intact() {
    for (preset, form) in [
        ("math", &boxed as &dyn Fn(usize) -> String),
        ("math-hendrycks", &boxed),
        ("gsm8k", &hashes),
        ("gsm8k-lm-eval", &hashes),
    ] {
        for step in [1, N - 1] {
            let session = scored(preset, form, &|i| form((i + step) % N));
            assert_eq!(said(&session, Code::Shifted).len(), 1, "{preset} {step}");
            assert!(provisional(&session).contains("shifted"), "{preset}");
        }
    }
    let amount = |i: usize| format!("{} million", i * 7 + 1);
    let session = scored("financebench-numeric", &amount, &|i| amount((i + 1) % N));
    assert!(provisional(&session).contains("shifted"), "{}", provisional(&session));
}

#[test]
fn outputs_in_which_nothing_is_found() {
    let told = "nothing_extracted (40)";
    for (preset, gold) in [
        ("gsm8k-official", &hashes as &dyn Fn(usize) -> String),
        ("gsm8k-lm-eval", &hashes),
        ("timebench-date-arithmetic", &|_| "Aug, 1987".to_owned()),
    ] {
        let session = scored(preset, gold, &|i| format!("It is {i}."));
        assert!(provisional(&session).contains(told), "{preset}: {}", provisional(&session));
        // One that is read shows that the form is known.
        let marked = |i: usize| match i {
            0 => "#### 1\nThus, the correct answer is: August 1987.".to_owned(),
            _ => format!("It is {i}."),
        };
        let session = scored(preset, gold, &marked);
        assert!(!provisional(&session).contains("nothing_extracted"), "{preset}");
    }
}

#[test]
fn a_thousand_may_have_been_read_as_one() {
    let amount =
        |i: usize| if i.is_multiple_of(2) { format!("{i},5 t") } else { format!("{i}.250 t") };
    let plain =
        |i: usize| if i.is_multiple_of(2) { format!("{i}.5 t") } else { format!("{i}250 t") };
    let session = scored("financebench-numeric", &amount, &plain);
    assert!(provisional(&session).contains("decimal_mark"), "{}", provisional(&session));
    let english =
        |i: usize| if i.is_multiple_of(2) { format!("{i}.5 t") } else { format!("{i}.250 t") };
    let session = scored("financebench-numeric", &english, &|i| english(i) + " ");
    assert_eq!(provisional(&session), "");
}

#[test]
fn the_ids_of_financebench_are_ids() {
    let row = |i: usize, column: &str| -> Value {
        json!({ "financebench_id": format!("financebench_id_{:05}", i * 37), column: format!("{i} million") })
    };
    let files = [
        File::gold("gold.jsonl", lines((0..N).map(|i| row(i, "answer")))),
        File::predictions("runs.jsonl", lines((0..N).rev().map(|i| row(i, "model_answer")))),
    ];
    let session = score(&files, as_preset("financebench-numeric")).unwrap();
    assert_eq!(mean(&session, 0, "numeric_match"), 1.0);
}

/// What a judge has to say of every question is a doubt about all of them.
#[test]
fn gold_and_outputs_that_name_no_option() {
    let date = |i: usize| format!("Thus, the correct answer is: {}", 1900 + i);
    let session = scored("timebench-timedial", &|i| format!("Aug, {i}"), &date);
    assert_eq!(mean(&session, 0, "exact_match"), 1.0, "as the reference has it");
    assert!(provisional(&session).contains("no_gold_option (40)"));
    let choices = |outputs: &dyn Fn(usize) -> String| {
        let gold = |i: usize| json!({ "id": id(i), "choices": ["x", "y", "z"], "answer": i % 3 });
        let predictions = |i: usize| json!({ "id": id(i), "prediction": outputs(i) });
        let files = [
            File::gold("gold.jsonl", lines((0..N).map(gold))),
            File::predictions("runs.jsonl", lines((0..N).map(predictions))),
        ];
        provisional(&score(&files, as_preset("multiple-choice")).unwrap())
    };
    assert!(choices(&|_| "?".to_owned()).contains("invalid_choice"));
    let some = |count: usize| choices(&|i| if i < count { "none" } else { "A" }.to_owned());
    assert_eq!(some(4), "");
    assert!(some(5).contains("invalid_choice (5)"));
}

#[test]
fn questions_without_gold_answers() {
    let row =
        |i: usize, output: Value| json!({ "id": id(i), "input": question(i), "output": output });
    let session = |with: usize| {
        let gold = |i: usize| {
            let answer = json!({ "answer": "b", "provenance": [] });
            row(i, if i < with { json!([answer]) } else { json!([{ "provenance": [] }]) })
        };
        let predictions = |i: usize| json!({ "id": id(i), "prediction": "b" });
        let files = [
            File::gold("gold.jsonl", lines((0..N).map(gold))),
            File::predictions("runs.jsonl", lines((0..N).map(predictions))),
        ];
        provisional(&score(&files, as_preset("kilt")).unwrap())
    };
    assert!(session(10).contains("no_gold_answers (30)"), "{}", session(10));
    assert_eq!(session(36), "");
}

/// As some files write the gold answers of DROP.
#[test]
fn gold_answers_joined_by_a_bar() {
    for preset in ["drop", "triviaqa", "kilt"] {
        let session = scored(preset, &|i| format!("a{i}|b{i}"), &|i| format!("b{i}"));
        assert!(provisional(&session).contains("lists_in_gold"), "{}", provisional(&session));
        let session = scored(preset, &|i| format!("b{i}"), &|i| format!(" b{i}"));
        assert_eq!((mean(&session, 0, "exact_match"), provisional(&session)), (1.0, String::new()));
    }
}
