//! Predictions scored by a second rule beside the first.

use crate::{RUNS, json_report, partly_right};
use scoredrop::session::protocol::{Against, By, Choices, ExportFormat, Flip, View};
use scoredrop_testing::{File, as_preset, complete, runs_of, score};
use serde_json::{Value, json};

/// A second rule is a run of its own, and has the values that the rule gives alone.
#[test]
fn twins_are_the_same_predictions_by_another_rule() {
    let gold = "{\"id\": 1, \"answers\": [\"the sea\"]}\n{\"id\": 2, \"answers\": [\"a b\"]}\n";
    let predictions =
        "{\"id\": 1, \"prediction\": \"sea\"}\n{\"id\": 2, \"prediction\": \"a b\"}\n";
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
    let choices = Choices { twins: vec!["articles=keep".to_owned()], ..as_preset("squad-v1") };
    let mut session = score(&files, choices).unwrap();
    let report = json_report(&mut session);
    assert_eq!(report["twins"], json!(["articles=keep"]));
    assert_eq!(report["runs"][1]["name"], "p.jsonl (articles=keep)");
    let mut alone = as_preset("squad-v1");
    alone.set.insert("articles".to_owned(), "keep".to_owned());
    let alone = json_report(&mut score(&files, alone).unwrap());
    assert_eq!(report["runs"][1]["records"], alone["runs"][0]["records"]);
    // It has no official block, and its predictions are not counted twice.
    assert_eq!(report["runs"][1]["official"], json!({}));
    assert_eq!(report["reconciliation"]["gold"], 2);
    let against = Some(Against { flip: Some(Flip::OnlyB), different: false });
    assert_eq!(session.finished().unwrap().view(&View { run: 1, against, ..View::default() }), [0]);
    assert_eq!(
        session.finished().unwrap().preview(1, session.choices()).err().unwrap(),
        "p.jsonl (articles=keep) has its own rule"
    );
    let told = session.finished().unwrap().explain(1, 0).unwrap();
    assert_eq!(told.golds[0].normalised, "the sea");
    assert_eq!(session.finished().unwrap().explain(0, 0).unwrap().golds[0].normalised, "sea");
}

/// Two rules that are two metrics of one preset.
#[test]
fn strict_and_flexible_extraction_side_by_side() {
    let gold = "{\"question\": \"a\", \"answer\": \"#### 72\"}\n{\"question\": \"b\", \"answer\": \"#### 5\"}\n";
    let predictions = "{\"question\": \"a\", \"prediction\": \"so 72\"}\n{\"question\": \"b\", \"prediction\": \"#### 5\"}\n";
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
    let twins = vec!["strict_match=flexible_extract".to_owned()];
    let choices = Choices { twins, ..as_preset("gsm8k-lm-eval") };
    let session = complete(&files, choices);
    let pair = session.finished().unwrap().pair(1, 0, 10, &By::default()).unwrap();
    assert_eq!((pair.both, pair.only_a, pair.only_b), (1, 1, 0));
    let apart = Some(Against { flip: Some(Flip::Apart), different: false });
    assert_eq!(
        session.finished().unwrap().view(&View { run: 1, against: apart, ..View::default() }),
        [0]
    );
}

/// Another preset as the second rule gives what it gives alone, and says how far the two agree.
#[test]
fn another_preset_is_a_second_rule() {
    let sample = |name: &str| {
        std::fs::read_to_string(format!("{}/samples/nq/{name}", env!("CARGO_MANIFEST_DIR")))
            .unwrap()
    };
    let files = [
        File::gold("gold.jsonl", sample("gold.jsonl")),
        File::predictions("predictions.jsonl", sample("predictions.jsonl")),
    ];
    let others = [
        "nq-open", "squad-v1", "squad-v2", "triviaqa", "hotpotqa", "drop", "plain-contained",
        "plain-text", "plain-mixed", "plain-exact", "plain-set", "timebench-timeqa", "coqa",
    ];
    for other in others {
        let rule = format!("preset={other}");
        let choices = Choices { twins: vec![rule.clone()], ..as_preset("nq") };
        let mut session = complete(&files, choices);
        let report = json_report(&mut session);
        let pinned = report["twins"][0].as_str().unwrap();
        assert!(pinned.starts_with(&format!("{rule}@")), "{pinned}");
        assert_eq!(report["runs"][2]["name"], format!("terse ({pinned})"));
        let alone = json_report(&mut complete(&files, as_preset(other)));
        let means = |report: &Value, run: usize| {
            let aggregates = report["runs"][run]["aggregates"].as_array().unwrap();
            let total = aggregates.iter().find(|one| one["group"].is_null()).unwrap();
            (total["mean"].clone(), total["n"].clone(), total["interval"].clone())
        };
        for run in 0..2 {
            assert_eq!(means(&report, 2 + run), means(&alone, run), "{other}");
            assert_eq!(report["runs"][2 + run]["official"], json!({}));
        }
        let pair = session.finished().unwrap().pair(2, 0, 10, &By::default()).unwrap();
        let of = pair.both + pair.neither;
        let words = if of == 24 { "all 24".to_owned() } else { format!("{of} of 24") };
        let tested = pair.tested.unwrap();
        assert!(tested.contains(&format!("the two rules agree on {words} questions")), "{tested}");
    }
}

/// Values of F1 in the place of exact match have the intervals and tests of F1, and its name.
#[test]
fn graded_values_in_the_place_of_right_and_wrong_are_graded() {
    let files = partly_right();
    let twins = vec!["exact_match=f1".to_owned()];
    for cluster in [None, Some("doc".to_owned())] {
        let own = if cluster.is_some() { "cluster_t" } else { "bootstrap" };
        let choices = Choices {
            twins: twins.clone(),
            cluster,
            baseline: Some("a.jsonl (exact_match=f1)".to_owned()),
            ..as_preset("squad-v1")
        };
        let mut session = score(&files, choices).unwrap();
        let report = json_report(&mut session);
        let total = |run: usize, metric: &str| {
            let found = report["runs"][run]["aggregates"].as_array().unwrap().iter();
            found.clone().find(|one| one["metric"] == metric).unwrap().clone()
        };
        for run in [2, 3] {
            let (taken, f1) = (total(run, "exact_match"), total(run, "f1"));
            assert_eq!((&taken["interval"], &taken["mean"]), (&f1["interval"], &f1["mean"]));
            assert_eq!(taken["interval"]["method"], own);
        }
        assert!(
            total(0, "exact_match")["interval"]["method"].as_str().unwrap().ends_with("wilson")
        );
        // Both with F1: the comparison is that of F1, and so are the cells.
        let compared = |run: &str, metric: &str| {
            let mut found = report["comparisons"].as_array().unwrap().iter();
            found.find(|one| one["a"] == run && one["metric"] == metric).unwrap().clone()
        };
        let second = "b.jsonl (exact_match=f1)";
        let (taken, f1) = (compared(second, "exact_match"), compared(second, "f1"));
        for key in ["interval", "test", "p", "p_exact", "only_a", "only_b", "both", "neither"] {
            assert_eq!(taken[key], f1[key], "{key}");
        }
        for run in [0, 1, 3] {
            let pair = session.finished().unwrap().pair(run, 2, 10, &By::default()).unwrap();
            assert!(pair.graded, "{run}");
        }
        assert!(!session.finished().unwrap().pair(1, 0, 10, &By::default()).unwrap().graded);
        let words =
            session.finished().unwrap().pair(3, 2, 10, &By::default()).unwrap().sentence.unwrap();
        assert!(words.starts_with("Token F1 in place of exact match over "), "{words}");
        let words =
            session.finished().unwrap().pair(0, 2, 10, &By::default()).unwrap().sentence.unwrap();
        assert!(words.starts_with("Exact match, and token F1 in place of it over "), "{words}");
        for format in [ExportFormat::Markdown, ExportFormat::Latex, ExportFormat::Html] {
            let text = scoredrop_testing::report(&mut session, format);
            assert!(text.contains("Token F1 in place of exact match"), "{format:?}");
        }
        let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
        assert!(markdown.contains("### Exact match, and token F1 in place of it, "), "{markdown}");
        assert!(markdown.contains("| run | Exact match |"), "{markdown}");
        let methods = scoredrop_testing::report(&mut session, ExportFormat::Methods);
        assert!(methods.contains("graded metrics"), "{methods}");
    }
}

/// Graded values remain so where a sample of them happens to be 0 or 1, and other way round.
#[test]
fn what_decides_is_the_metric_and_not_the_values() {
    let files = runs_of(60, &RUNS[..2]);
    let twins = vec!["f1=exact_match".to_owned(), "exact_match=f1".to_owned()];
    let report =
        json_report(&mut score(&files, Choices { twins, ..as_preset("squad-v1") }).unwrap());
    let method = |run: &str, metric: &str| {
        let mut runs = report["runs"].as_array().unwrap().iter();
        let run = runs.find(|one| one["name"] == run).unwrap();
        let mut found = run["aggregates"].as_array().unwrap().iter();
        found.find(|one| one["metric"] == metric).unwrap()["interval"]["method"].clone()
    };
    assert_eq!(method("best.jsonl (f1=exact_match)", "f1"), "wilson");
    assert_eq!(method("best.jsonl (exact_match=f1)", "exact_match"), "bootstrap");
    assert_eq!(method("best.jsonl (exact_match=f1)", "f1"), "bootstrap");
    let mut compared = report["comparisons"].as_array().unwrap().iter();
    let graded = compared
        .find(|one| one["a"] == "near.jsonl (exact_match=f1)" && one["metric"] == "exact_match")
        .unwrap();
    assert!(graded["test"].as_str().unwrap().starts_with("permutation"), "{graded}");
    assert_eq!(graded["p_exact"], Value::Null);
}

#[test]
fn second_rules_that_cannot_be_are_told_apart() {
    let files = partly_right();
    let climate = "climate-finance";
    for (preset, text, message) in [
        (
            "squad-v1",
            "exact_match=exact_match",
            "exact_match=exact_match replaces a metric by itself",
        ),
        (
            "squad-v1",
            "exact_match=accuracy",
            "squad-v1 has no metric \"accuracy\" that could replace exact_match",
        ),
        ("squad-v1", "preset=squad-v1", "squad-v1 is the preset of the score itself"),
        (
            "squad-v1",
            "preset=plain-verdicts",
            "plain-verdicts compares no outputs with gold answers",
        ),
        ("squad-v1", "preset=squad", "unknown preset \"squad\""),
        (
            climate,
            "exact_match=absolute_error",
            "absolute_error cannot replace exact_match: its unit differs, or lower values of it are better",
        ),
    ] {
        let choices = Choices { twins: vec![text.to_owned()], ..as_preset(preset) };
        let error = score(&files, choices).unwrap_err();
        assert!(error.problems.iter().any(|one| one.message == message), "{text}: {error:?}");
    }
}

/// Who stood by the guesses still does where a second rule is added, and not where a setting changes.
#[test]
fn a_second_rule_guesses_nothing_anew() {
    let before = Choices { confirmed: true, ..as_preset("squad-v1") };
    let twins = vec!["exact_match=f1".to_owned()];
    assert!(before.same_guesses(&Choices { twins, ..before.clone() }));
    assert!(before.same_guesses(&Choices { seed: 7, ..before.clone() }));
    let mut other = before.clone();
    other.set.insert("missing".to_owned(), "exclude".to_owned());
    assert!(!before.same_guesses(&other));
}
