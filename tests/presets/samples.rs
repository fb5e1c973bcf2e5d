//! The samples against the numbers worked out by hand in `samples/README.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::Reconciliation;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat, Reply};
use scoredrop::session::report;
use scoredrop_testing::{
    File, as_preset, assert_adds_up, codes, keys, mean, official, report, said, sample, score,
    score_again, score_running, values, with_settings,
};

fn near(ours: f64, by_hand: f64) -> bool {
    (ours - by_hand).abs() < 1e-15
}

/// Reads a number or a fraction for each question.
fn by_hand(numbers: &str) -> Vec<f64> {
    let read = |text: &str| text.parse::<f64>().unwrap();
    let number =
        |text: &str| text.split_once('/').map_or_else(|| read(text), |(a, b)| read(a) / read(b));
    numbers.split_whitespace().map(number).collect()
}

fn assert_values(session: &Session, run: usize, metric: &str, by_hand: &[f64], sum: f64) {
    let ours: Vec<f64> =
        values(session, run, metric).into_iter().map(|value| value.unwrap()).collect();
    assert_eq!(ours.len(), by_hand.len());
    for (row, (ours, by_hand)) in ours.iter().zip(by_hand).enumerate() {
        assert!(near(*ours, *by_hand), "{metric} of {}: {ours}", keys(session)[row]);
    }
    let n = by_hand.len() as f64;
    let mean = mean(session, run, metric);
    assert!((mean - sum / n).abs() < 1e-15, "mean {metric} of run {run}: {mean}");
}

#[test]
fn nq_terse() {
    let session = score(&sample("nq", "jsonl", "jsonl"), as_preset("nq")).unwrap();
    assert_eq!(session.joined().unwrap().runs[0].name, "terse");
    assert_values(
        &session,
        0,
        "exact_match",
        &by_hand("1 1 0 1 1 0 1 0 1 0 1 1 1 1 1 1 1 1 0 1 0 0 1 1"),
        17.0,
    );
    assert_values(
        &session,
        0,
        "f1",
        &by_hand("1 1 0 1 1 1 1 2/3 1 0 1 1 1 1 1 1 1 1 2/3 1 0 1/3 1 1"),
        59.0 / 3.0,
    );
    assert_values(
        &session,
        0,
        "contains_answer",
        &by_hand("1 1 0 1 1 1 1 1 1 0 0 1 1 0 1 1 1 1 1 1 0 0 1 1"),
        18.0,
    );
    assert!(near(mean(&session, 0, "precision"), 58.0 / 72.0));
    assert!(near(mean(&session, 0, "recall"), 61.0 / 72.0));
    assert_eq!(
        session.score().unwrap().reconciliations[0],
        Reconciliation {
            gold: 24,
            answered: 22,
            blank: 1,
            missing: 1,
            extra: 1,
            ..Reconciliation::default()
        }
    );
}

#[test]
fn nq_chatty() {
    let session = score(&sample("nq", "jsonl", "jsonl"), as_preset("nq")).unwrap();
    assert_eq!(session.joined().unwrap().runs[1].name, "chatty");
    assert_values(
        &session,
        1,
        "exact_match",
        &by_hand("0 0 1 0 0 1 0 1 1 0 0 1 0 0 0 0 0 1 1 0 1 1 0 0"),
        9.0,
    );
    assert_values(
        &session,
        1,
        "f1",
        &by_hand("0.5 2/3 1 0.4 0.5 1 4/7 1 1 0.8 2/3 1 0 0.8 0.5 0 0 1 1 0.4 1 1 2/3 0"),
        1083.0 / 70.0,
    );
    assert_values(
        &session,
        1,
        "contains_answer",
        &by_hand("1 1 1 1 0 1 1 1 1 1 1 1 0 1 0 0 1 1 1 0 1 1 1 0"),
        18.0,
    );
    assert!(near(mean(&session, 1, "precision"), 919.0 / 1440.0));
    assert!(near(mean(&session, 1, "recall"), 107.0 / 144.0));
    assert_eq!(
        session.score().unwrap().reconciliations[1],
        Reconciliation {
            gold: 24,
            answered: 24,
            duplicate_predictions: 1,
            ..Reconciliation::default()
        }
    );
}

#[test]
fn nq_says_what_is_odd_and_nothing_is_provisional() {
    let session = score(&sample("nq", "jsonl", "jsonl"), as_preset("nq")).unwrap();
    assert_adds_up(&session);
    assert_eq!(codes(&session), [""; 0]);
    let rows = |code: Code| -> Vec<u64> {
        said(&session, code).iter().map(|one| one.row.unwrap()).collect()
    };
    assert_eq!(rows(Code::BlankPrediction), [10]);
    assert_eq!(rows(Code::MissingPrediction), [21]);
    assert_eq!(rows(Code::ExtraPrediction), [24]);
    assert_eq!(rows(Code::DuplicatePrediction), [40]);
    // The groups of the gold file.
    let groups = &session.pairing().unwrap().groupings[0];
    assert_eq!(groups.column, "type");
    assert_eq!(groups.values, ["how many", "what", "when", "where", "who", "yes or no"]);
    let of_type = |value: &str| {
        let all = &session.score().unwrap().aggregates[0];
        let of = |group: &scoredrop::aggregate::Group| group.value == value;
        let found = all.iter().find(|one| one.metric == "f1" && one.group.as_ref().is_some_and(of));
        let found = found.unwrap();
        (found.mean.unwrap(), found.n, found.n_scored)
    };
    // (1 + 2/3 + 1 + 1) / 4
    assert!(near(of_type("how many").0, 11.0 / 12.0));
    assert_eq!((of_type("where").1, of_type("where").2), (4, 3));
    // (1 + 1 + 0 + 1 + 1 + 1/3) / 6
    assert!(near(of_type("who").0, 13.0 / 18.0));
}

#[test]
fn nq_dropped_without_any_choice_is_scored() {
    let dropped = sample("nq", "jsonl", "jsonl").map(|file| File::dropped(&file.name, file.bytes));
    let session = score(&dropped, scoredrop::session::protocol::Choices::default()).unwrap();
    assert_adds_up(&session);
    assert!(near(mean(&session, 0, "exact_match"), 17.0 / 24.0));
    // By the plain comparison every question scores the same, so the guess decides nothing.
    assert_eq!(codes(&session), [""; 0]);
}

#[test]
fn squad_by_hand() {
    let session = score(&sample("squad", "json", "json"), as_preset("squad-v1")).unwrap();
    assert_adds_up(&session);
    assert_values(&session, 0, "exact_match", &[1., 1., 0., 0., 0., 0., 0., 0.], 2.0);
    let (two, six) = (2.0 / 3.0, 6.0 / 7.0);
    assert_values(&session, 0, "precision", &[1., 1., 1., 1., 0., 0., 0., 0.75], 4.75);
    assert_values(&session, 0, "recall", &[1., 1., two, 1., 0., 0., 0., 1.], 14.0 / 3.0);
    assert_values(&session, 0, "f1", &[1., 1., 0.8, 1., 0., 0., 0., six], 163.0 / 35.0);
    assert_eq!(official(&session, 0, "exact_match"), Some(25.0));
    let f1 = official(&session, 0, "f1").unwrap();
    assert!((f1 - 58.214_285_714_285_71).abs() < 1e-12, "{f1}");
    assert_eq!(
        session.score().unwrap().reconciliations[0],
        Reconciliation {
            gold: 8,
            answered: 6,
            blank: 1,
            missing: 1,
            extra: 1,
            duplicate_predictions: 1,
            ..Reconciliation::default()
        }
    );
    assert_eq!(codes(&session), [""; 0]);
}

#[test]
fn hotpot_by_hand() {
    let session = score(&sample("hotpot", "json", "json"), as_preset("hotpotqa")).unwrap();
    assert_adds_up(&session);
    let two = 2.0 / 3.0;
    for (metric, by_hand, sum) in [
        ("exact_match", [1., 1., 0., 0., 0., 0., 1., 0.], 3.0),
        ("precision", [1., 1., 0.5, 0., 0., 0., 1., 0.5], 4.0),
        ("recall", [1., 1., 1., 0., 0., 0., 1., 1.], 5.0),
        ("f1", [1., 1., two, 0., 0., 0., 1., two], 13.0 / 3.0),
        ("supporting_facts_exact_match", [1., 0., 0., 1., 0., 0., 0., 0.], 2.0),
        ("supporting_facts_precision", [1., 0.5, two, 1., 0., 0., 0., 1.], 25.0 / 6.0),
        ("supporting_facts_recall", [1., 0.5, 1., 1., 0., 0., 0., 0.5], 4.0),
        ("supporting_facts_f1", [1., 0.5, 0.8, 1., 0., 0., 0., two], 119.0 / 30.0),
        ("joint_exact_match", [1., 0., 0., 0., 0., 0., 0., 0.], 1.0),
        ("joint_precision", [1., 0.5, 1.0 / 3.0, 0., 0., 0., 0., 0.5], 7.0 / 3.0),
        ("joint_recall", [1., 0.5, 1., 0., 0., 0., 0., 0.5], 3.0),
        ("joint_f1", [1., 0.5, 0.5, 0., 0., 0., 0., 0.5], 2.5),
    ] {
        assert_values(&session, 0, metric, &by_hand, sum);
    }
    assert_eq!(official(&session, 0, "em"), Some(0.375));
    assert_eq!(official(&session, 0, "joint_f1"), Some(0.3125));
    assert_eq!(
        session.score().unwrap().reconciliations[0],
        Reconciliation {
            gold: 8,
            answered: 6,
            blank: 1,
            missing: 1,
            extra: 1,
            ..Reconciliation::default()
        }
    );
    assert_eq!(said(&session, Code::DuplicateKey).len(), 1);
    assert_eq!(codes(&session), [""; 0]);
}

/// The tasks of `samples/humaneval` with answers to them.
fn humaneval(name: &str, answers: &'static str) -> [File; 2] {
    [
        File::gold("tasks.jsonl", include_bytes!("../../samples/humaneval/tasks.jsonl")),
        File::predictions(name, answers),
    ]
}

const SAMPLES: &str = include_str!("../../samples/humaneval/samples.jsonl");
const VERDICTS: &str = include_str!("../../samples/humaneval/verdicts.jsonl");

fn assert_passes(session: &Session) {
    assert_adds_up(session);
    assert_values(session, 0, "pass@1", &[1., 1., 0.5, 1., 0.5, 0., 1., 0.5], 5.5);
    assert_values(session, 1, "pass@1", &[1., 0., 0., 0.5, 0., 0.5, 0., 0.5], 2.5);
    let names = session.joined().unwrap().runs.iter().map(|run| run.name.clone());
    assert_eq!(names.collect::<Vec<_>>(), ["steady", "hasty"]);
    // Two attempts are fewer than ten.
    let aggregates = &session.score().unwrap().aggregates[0];
    assert!(!aggregates.iter().any(|one| one.metric == "pass@10" && one.mean.is_some()));
    let counts = &session.score().unwrap().reconciliations;
    assert_eq!((counts[0].answered, counts[0].missing), (8, 0));
    assert_eq!((counts[1].answered, counts[1].missing), (7, 1));
    let words = scoredrop::report::words::setting_words(&session.score().unwrap().settings);
    assert_eq!(words[0], "the whole answer run");
    assert!(codes(session).iter().all(|code| *code == "read_verdicts"));
}

#[test]
fn humaneval_by_the_verdicts_of_the_sandbox() {
    let mut session =
        score(&humaneval("verdicts.jsonl", VERDICTS), as_preset("humaneval")).unwrap();
    assert_passes(&session);
    assert_eq!(session.score().unwrap().reconciliations[1].extra, 0);
    // Whatever ran them is named in every form for readers.
    for format in [
        ExportFormat::Json,
        ExportFormat::Markdown,
        ExportFormat::Latex,
        ExportFormat::Html,
        ExportFormat::Methods,
    ] {
        let text = report(&mut session, format);
        assert!(text.contains("3.14.2"), "{format:?}");
    }
}

/// The verdicts are those of the samples, in their order.
#[test]
fn humaneval_run() {
    let files = humaneval("samples.jsonl", SAMPLES);
    let mut session = score_running(&files, as_preset("humaneval")).unwrap();
    let mut lines: Vec<serde_json::Value> =
        VERDICTS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((session.workshop().unwrap().ran.left(), lines.len()), (30, 30));
    // The page reads what it is told before any number is there.
    while session.resample_next() {}
    let told = Reply::Summary(Box::new(report::summary(&session, &[], &[], true)));
    assert_eq!(Reply::from_bytes(&told.to_bytes()), Some(told));
    let (jobs, _) = session.workshop().unwrap().to_run(0, usize::MAX);
    for (line, one) in lines.iter_mut().zip(jobs) {
        let job: serde_json::Value = serde_json::from_str(&one.job).unwrap();
        let program = job["program"][0].as_str().unwrap();
        assert!(program.contains(line["completion"].as_str().unwrap()), "{program}");
        line["verdict"] = line["category"].clone();
        session.take_verdict(&one.key, &line.to_string()).unwrap();
    }
    score_again(&mut session, usize::MAX).unwrap();
    assert_passes(&session);
    assert_eq!(session.score().unwrap().reconciliations[1].extra, 1);
    let ends = |run: usize| -> Vec<(String, u64)> {
        session
            .workshop()
            .unwrap()
            .ran
            .categories(&session.joined().unwrap().runs[run])
            .iter()
            .map(|(name, count)| (name.clone(), *count))
            .collect()
    };
    let of = |name: &str, count: u64| (name.to_owned(), count);
    assert_eq!(
        ends(0),
        [of("failed", 3), of("passed", 11), of("runtime_error", 1), of("timeout", 1)]
    );
    assert_eq!(
        ends(1),
        [of("failed", 6), of("passed", 5), of("runtime_error", 2), of("syntax_error", 1)]
    );
}

/// An answer that programs are taken out of is not said to be run whole, and nothing else is run.
#[test]
fn what_is_run_is_not_said_to_be_compared() {
    let words = |files: &[File], preset: &str, set: &[(&str, &str)]| {
        let session = score(files, with_settings(preset, set)).unwrap();
        scoredrop::report::words::setting_words(&session.score().unwrap().settings).swap_remove(0)
    };
    let verdicts = humaneval("verdicts.jsonl", VERDICTS);
    let block = [("extract", "last_code_block")];
    assert_eq!(words(&verdicts, "humaneval", &block), "the last block of code run");
    assert_eq!(words(&sample("nq", "jsonl", "jsonl"), "nq", &[]), "the whole answer compared");
}

#[test]
fn math() {
    let files = sample("math", "jsonl", "jsonl");
    let session = score(&files, as_preset("math")).unwrap();
    let by_hand = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0];
    assert_values(&session, 0, "solve_rate", &by_hand, 6.0);
}

/// Numbers with units, thousands and millions written out, and a tolerance.
#[test]
fn numbers() {
    let files = sample("numbers", "jsonl", "jsonl");
    let careful = [1., 1., 1., 1., 1., 1., 1., 1., 0., 1., 1., 1., 1., 0., 1., 0.];
    let quick = [0., 1., 1., 0., 0., 1., 0., 0., 1., 1., 1., 0., 1., 1., 0., 1.];
    // The files alone say what they are.
    for choices in [as_preset("plain-number"), Choices::default()] {
        let session = score(&files, choices).unwrap();
        assert_values(&session, 0, "numeric_match", &careful, 13.0);
        assert_values(&session, 1, "numeric_match", &quick, 9.0);
        assert_eq!(codes(&session), [""; 0]);
    }
    let wide = with_settings("plain-number", &[("relative_tolerance", "0.05")]);
    let session = score(&files, wide).unwrap();
    let mut right = careful;
    right[8] = 1.0;
    assert_values(&session, 0, "numeric_match", &right, 14.0);
    let mut right = quick;
    for place in [0, 4, 7] {
        right[place] = 1.0;
    }
    assert_values(&session, 1, "numeric_match", &right, 12.0);
}

/// Letters alone, and letters within sentences.
#[test]
fn choices() {
    let files = sample("choices", "jsonl", "jsonl");
    // The files alone say what they are.
    for choices in [as_preset("multiple-choice"), Choices::default()] {
        let session = score(&files, choices).unwrap();
        assert_adds_up(&session);
        let metric = "accuracy";
        assert_values(&session, 0, metric, &[1., 1., 1., 0., 1., 1., 0., 1., 1., 1., 1., 0.], 9.0);
        assert_values(&session, 1, metric, &[1., 0., 1., 1., 0., 1., 1., 1., 0., 1., 0., 1.], 8.0);
        let counts = &session.score().unwrap().reconciliations;
        // One output of the second run names no choice.
        let counts = counts.iter().map(|one| (one.gold, one.answered, one.not_extracted));
        assert!(counts.eq([(12, 12, 0), (12, 11, 1)]));
    }
}
