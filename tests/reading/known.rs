//! Well-known gold files are recognised whatever their order, and changed ones are not.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::{Field, JoinBy, Role};
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop::understand::known::{KNOWN, fingerprint};
use scoredrop::understand::schema::AnswerLists;
use scoredrop_testing::{File, codes, real, said, score};

/// Where a known file stands, and its name.
const FILES: &[(&str, &str)] = &[
    ("squad_v1/dev-v1.1.json", "SQuAD 1.1, dev"),
    ("squad_v2/dev-v2.0.json", "SQuAD 2.0, dev"),
    ("nq_open/NQ-open.dev.jsonl", "NQ-open, dev (the test set of DPR)"),
    ("nq_open/nq-test.qa.csv", "Natural Questions, test as DPR has it"),
    ("nq_open/nq-test.tokenized-csvquoted.csv", "Natural Questions, test as DPR has it, tokenised"),
    ("nq_open/NQ-open.efficientqa.dev.1.1.jsonl", "EfficientQA, dev 1.1"),
    ("nq_open/NQ-open.efficientqa.test.1.1.jsonl", "EfficientQA, test 1.1"),
    ("hotpotqa/hotpot_dev_answers_7405.json", "HotpotQA, dev"),
    ("hotpotqa/hotpotqa_validate.jsonl", "HotpotQA, the validation set of AFlow and EvoAgentX"),
    ("gsm8k/gsm8k_test.jsonl", "GSM8K, test"),
    ("math/math500.jsonl", "MATH-500"),
    ("timebench/tempreason_l1_timebench.jsonl", "TimeBench TempReason L1"),
    ("timebench/tempreason_l2_timebench.jsonl", "TimeBench TempReason L2"),
    ("timebench/tempreason_l3_timebench.jsonl", "TimeBench TempReason L3"),
    ("timebench/timeqa_easy_timebench.jsonl", "TimeBench TimeQA, easy"),
    ("timebench/timeqa_hard_timebench.jsonl", "TimeBench TimeQA, hard"),
    ("timebench/menatqa_scope_timebench.jsonl", "TimeBench MenatQA, scope"),
    ("timebench/menatqa_order_timebench.jsonl", "TimeBench MenatQA, order"),
    ("timebench/menatqa_counterfactual_timebench.jsonl", "TimeBench MenatQA, counterfactual"),
    ("climate_finance_bench/Climate Finance Bench - Dataset.json", "Climate Finance Bench"),
    ("humaneval/HumanEval.jsonl.gz", "HumanEval"),
    ("mbpp/sanitized-mbpp.json", "MBPP, sanitised"),
    ("financebench/financebench_open_source.jsonl", "FinanceBench, open sample"),
];

/// A session in which a file is the gold side; predictions are made of its row count.
fn as_gold(path: &str, bytes: Vec<u8>) -> Option<Session> {
    let name = path.rsplit('/').next().unwrap();
    let rows = {
        let mut session = Session::new();
        let head = |length: u64| -> Result<_, std::convert::Infallible> {
            Ok(bytes[..bytes.len().min(length as usize)].to_vec())
        };
        session.add(0, name, bytes.len() as u64, head);
        session.choose(Choices { roles: [(0, Role::Gold)].into(), ..Choices::default() });
        session.understand();
        let mut reader = session.reader(0)?;
        reader.push(&bytes).unwrap();
        session.finish_reading(0, reader).unwrap();
        session.sources()[0].read.as_ref().unwrap().table.rows()
    };
    // Of programs only verdicts are scored.
    let line = if path.starts_with("humaneval/") || path.starts_with("mbpp/") {
        "{\"task_id\": 0, \"result\": \"passed\", \"passed\": true}\n"
    } else {
        "{\"prediction\": \"x\"}\n"
    };
    let files =
        [File::gold(name, bytes), File::predictions("predictions.jsonl", line.repeat(rows))];
    let choices = Choices { join: Some(JoinBy::Row), ..Choices::default() };
    Some(score(&files, choices).unwrap())
}

#[test]
fn every_known_file_is_recognised() {
    for (path, name) in FILES {
        let Some(bytes) = real(path) else { continue };
        let session = as_gold(path, bytes).unwrap();
        let found =
            session.pairing().and_then(|pairing| pairing.known).unwrap_or_else(|| panic!("{path}"));
        assert_eq!(found.known.name, *name);
        assert!(found.same_answers, "{path}");
        let said_once =
            said(&session, Code::KnownGold).len() + said(&session, Code::OtherBenchmark).len();
        assert_eq!(said_once, 1, "{path}");
    }
    // One is known by its ids alone.
    assert_eq!(KNOWN.len(), FILES.len() + 1);
}

/// All of MBPP by its ids, and releases of `LiveCodeBench` by their size and days.
#[test]
fn files_that_are_known_without_their_contents() {
    let tasks = |count: u32| -> String {
        let line = |task: u32| {
            format!(
                "{{\"task_id\": {task}, \"text\": \"?\", \"code\": \"\", \"test_list\": [\"\"]}}\n"
            )
        };
        (1..=count).map(line).collect()
    };
    let session = as_gold("mbpp/mbpp.jsonl", tasks(974).into_bytes()).unwrap();
    let words = &said(&session, Code::KnownGold)[0].message;
    assert_eq!(words, "the gold file is MBPP, all, 974 of 974 questions");
    assert_eq!(
        as_gold("mbpp/mbpp.jsonl", tasks(973).into_bytes()).unwrap().pairing().unwrap().known,
        None
    );
    let said_of = |count: u32, last: &str| {
        let line = |task: u32| {
            let date = if task == 7 { last } else { "2023-05-13" };
            format!(
                "{{\"question_id\": \"q{task}\", \"contest_date\": \"{date}T00:00:00\", \
                 \"public_test_cases\": \"[]\"}}\n"
            )
        };
        let items: String = (0..count).map(line).collect();
        let results = |task: u32| {
            format!("{{\"question_id\": \"q{task}\", \"result\": \"passed\", \"passed\": true}}\n")
        };
        let files = [
            File::gold("items.jsonl", items),
            File::predictions("results.jsonl", (0..count).map(results).collect::<String>()),
        ];
        let session = score(&files, Choices::default()).unwrap();
        assert_eq!(session.score().unwrap().settings.preset.id, "livecodebench-code-generation");
        said(&session, Code::KnownRelease).first().map(|one| one.message.clone())
    };
    assert_eq!(
        said_of(511, "2024-05-30").as_deref(),
        Some(
            "the gold file has 511 contest tasks from 2023-05 to 2024-05, like release_v2 of \
             LiveCodeBench"
        )
    );
    assert_eq!((said_of(511, "2024-06-01"), said_of(510, "2024-05-30")), (None, None));
}

#[test]
fn order_does_not_matter_and_answers_do() {
    let Some(bytes) = real("nq_open/NQ-open.dev.jsonl") else { return };
    let text = String::from_utf8(bytes).unwrap();
    let turned: String = text.lines().rev().map(|line| line.to_owned() + "\n").collect();
    let found = as_gold("turned.jsonl", turned.clone().into_bytes())
        .unwrap()
        .pairing()
        .unwrap()
        .known
        .unwrap();
    assert!(found.same_answers);
    let revised = turned.replacen("[\"", "[\"revised ", 1);
    let session = as_gold("revised.jsonl", revised.into_bytes()).unwrap();
    assert!(!session.pairing().and_then(|pairing| pairing.known).unwrap().same_answers);
    assert!(
        said(&session, Code::KnownGold)[0]
            .message
            .contains("with answers that differ from the release")
    );
    let shorter: String = turned.lines().skip(1).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(
        as_gold("shorter.jsonl", shorter.into_bytes()).unwrap().pairing().unwrap().known,
        None
    );
}

#[test]
fn a_file_of_one_benchmark_alone_proves_it() {
    let doubts = |path: &str, name: &str| {
        let session = as_gold(name, real(path)?).unwrap();
        Some((codes(&session), session))
    };
    if let Some((provisional, session)) = doubts("gsm8k/gsm8k_test.jsonl", "gsm8k_test.jsonl") {
        assert!(provisional.contains(&"several_benchmarks"), "{provisional:?}");
        assert_eq!(said(&session, Code::KnownGold).len(), 1);
    }
    let path = "climate_finance_bench/Climate Finance Bench - Dataset.json";
    if let Some((provisional, _)) = doubts(path, "gold.json") {
        assert!(!provisional.contains(&"guessed_benchmark"), "{provisional:?}");
    }
    if let Some((provisional, _)) = doubts("nq_open/NQ-open.dev.jsonl", "gold.jsonl") {
        assert!(provisional.contains(&"several_benchmarks"), "{provisional:?}");
    }
}

#[test]
#[ignore = "prints the table"]
#[allow(clippy::print_stdout, reason = "made to print")]
fn print_the_table() {
    for (path, name) in FILES {
        let Some(bytes) = real(path) else { continue };
        let session = as_gold(path, bytes).unwrap();
        let source = &session.sources()[0];
        let table = &source.read.as_ref().unwrap().table;
        let plan = session.plan();
        let map = &plan.columns.maps[0];
        let column = map.index(table, Field::Answers);
        let answers = AnswerLists::read(table, column, path.ends_with("csv"));
        let (keys, contents) = fingerprint(table, map, &answers).unwrap();
        println!(
            "{name:?}: questions: {}, keys: {keys:#018x}, answers: {contents:#018x}",
            table.rows(),
        );
    }
}
