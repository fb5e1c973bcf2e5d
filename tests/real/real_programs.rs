//! Verdicts of real programs that the sandbox gave, against those of the references. The page's tests write
//! them to `target/verdicts` (`node run.mjs programs` in `tests/browser`); they count while they are those
//! of this very runner. Needs the folder `../shared/data`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop_testing::{
    File, agreed, as_preset, assert_adds_up, json_lines, real, score_again, score_running, skip,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Rows by model, task and number of the attempt at it, which is its place in the file.
fn by_attempt(rows: Vec<Value>) -> BTreeMap<(String, String, usize), Value> {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    let text = |row: &Value, names: [&str; 2]| match names.iter().find_map(|name| row.get(name)) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let keyed = |row: Value| {
        let name = (text(&row, ["model", "model_name"]), text(&row, ["question_id", "task_id"]));
        let place = seen.entry(name.clone()).or_insert(0);
        *place += 1;
        ((name.0, name.1, *place), row)
    };
    rows.into_iter().map(keyed).collect()
}

/// What the page saved of its last run, where there is one.
fn saved(name: &str) -> Option<Vec<Value>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/verdicts");
    let bytes = std::fs::read(folder.join(name)).ok();
    if bytes.is_none() {
        skip(&format!("target/verdicts/{name} is not there"));
    }
    bytes.map(|bytes| json_lines(&bytes))
}

/// Holds every verdict against the reference's, which `says` whether a program passed, or nothing where that
/// is by chance; how many were held so. `None` where there is nothing to hold.
fn compare(
    preset: &str,
    name: &str,
    [tasks, programs, expected]: [&str; 3],
    says: impl Fn(&Value) -> Option<bool>,
) -> Option<usize> {
    let (gold, answers) = (real(tasks)?, real(programs)?);
    let (expected, verdicts) = (real(expected)?, saved(name)?);
    let last = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let files = [File::gold(&last(tasks), gold), File::predictions(&last(programs), answers)];
    let mut session = score_running(&files, as_preset(preset)).unwrap();
    for line in &verdicts {
        let mut answer = line.clone();
        answer["verdict"] = line["category"].clone();
        // A verdict is known by the program, its tests and limits, and the runner.
        if session.take_verdict(line["key"].as_str().unwrap(), &answer.to_string()).is_err() {
            skip(&format!("target/verdicts/{name} is of another runner"));
            return None;
        }
    }
    assert_eq!(session.workshop().unwrap().ran.left(), 0);
    score_again(&mut session, usize::MAX).unwrap();
    assert_adds_up(&session);
    let (ours, theirs) = (by_attempt(verdicts), by_attempt(json_lines(&expected)));
    assert!(ours.keys().eq(theirs.keys()));
    let mut agree = 0;
    for (key, theirs) in &theirs {
        let ours = &ours[key];
        let lacks =
            ["interpreter_limit", "unsupported"].contains(&ours["category"].as_str().unwrap());
        let Some(passed) = says(theirs).filter(|_| !lacks) else { continue };
        assert_eq!(ours["passed"], passed, "{key:?}");
        agree += 1;
    }
    Some(agree)
}

fn counted(preset: &str, agree: Option<usize>) {
    if let Some(agree) = agree {
        agreed("real", preset, agree, "programs");
    }
}

#[test]
fn humaneval() {
    let of = |name: &str, model: &str| {
        let files = [
            "humaneval/HumanEval.jsonl.gz",
            &format!("humaneval/samples/{model}.jsonl"),
            &format!("humaneval/samples/{model}.expected.jsonl"),
        ];
        compare("humaneval", name, files, |row| row["passed"].as_bool())
    };
    let (one, three) =
        (of("humaneval.jsonl", "phi_1"), of("humaneval-mistral.jsonl", "mistral_first3"));
    counted("humaneval", one.zip(three).map(|(one, three)| one + three));
}

#[test]
fn mbpp() {
    let files = [
        "mbpp/sanitized-mbpp.json",
        "mbpp/samples/qwen3_instruct.jsonl",
        "mbpp/samples/qwen3_instruct.expected.jsonl",
    ];
    let plain = |row: &Value| Some(row["direct_asserts"] == "passed");
    counted("mbpp", compare("mbpp", "mbpp.jsonl", files, plain));
    let evoagentx = |row: &Value| Some(row["evoagentx_state"] == 0);
    let name = "mbpp-evoagentx.jsonl";
    counted("mbpp-evoagentx", compare("mbpp-evoagentx", name, files, evoagentx));
}

#[test]
fn livecodebench() {
    let files = [
        "livecodebench/codegen_items_public_tests.jsonl",
        "livecodebench/codegen_samples.jsonl",
        "livecodebench/codegen_samples.expected.jsonl",
    ];
    // Some verdicts of the reference depend on what else its machine did; one program is near the limit.
    let by_chance = |row: &Value| row["flaky"].is_string() || row["question_id"] == "abc363_c";
    let settled = |row: &Value| row["passed"].as_bool().filter(|_| !by_chance(row));
    let preset = "livecodebench-code-generation";
    counted(preset, compare(preset, "livecodebench-code-generation.jsonl", files, settled));
}
