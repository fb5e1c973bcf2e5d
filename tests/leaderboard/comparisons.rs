//! Runs compared: laws for any runs, whole reports, and two real systems against a computation of
//! its own. `tests/command_line/conditions.rs` has what the command makes of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::json_report;
use proptest::prelude::*;
use scoredrop::aggregate::compare::{Comparison, Reason, Superiority, adjust, compare};
use scoredrop::aggregate::words::sentence;
use scoredrop::score::metric::{IntervalMethod, MetricInfo, metric};
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop_testing::{File, as_preset, json_lines, real, report, runs_of, score, values};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Values of two runs, and a cluster for each question.
#[derive(Clone, Debug)]
struct Pair {
    metric: &'static MetricInfo,
    rows: Vec<(f64, f64, u32)>,
    clustered: bool,
}

impl Pair {
    fn compared(&self) -> Comparison {
        let a: Vec<f64> = self.rows.iter().map(|row| row.0).collect();
        let b: Vec<f64> = self.rows.iter().map(|row| row.1).collect();
        let clusters: Vec<u32> = self.rows.iter().map(|row| row.2).collect();
        compare(&a, &b, self.clustered.then_some(&clusters), self.metric, 0)
    }
}

fn pair() -> impl Strategy<Value = Pair> {
    let right = prop_oneof![10 => Just(0.0), 10 => Just(1.0), 1 => Just(f64::NAN)];
    let graded = prop_oneof![
        5 => Just(0.0), 5 => Just(1.0), 5 => Just(2.0 / 3.0), 5 => 0.0..1.0_f64,
        1 => Just(f64::NAN)
    ];
    let error = prop_oneof![5 => Just(0.0), 5 => 0.0..1e6_f64, 1 => Just(f64::NAN)];
    let rows = |value: BoxedStrategy<f64>| {
        // Often the same value twice, so that few differ.
        let two = (value.clone(), value, 0..3_u8)
            .prop_map(|(a, b, same)| if same > 0 { (a, a) } else { (a, b) });
        prop::collection::vec((two, 0..6_u32), 0..60)
    };
    let kinds = prop_oneof![
        rows(right.boxed()).prop_map(|rows| ("exact_match", rows)),
        rows(graded.boxed()).prop_map(|rows| ("f1", rows)),
        rows(error.boxed()).prop_map(|rows| ("absolute_error", rows)),
    ];
    (kinds, any::<bool>()).prop_map(|((id, rows), clustered)| Pair {
        metric: metric(id).unwrap(),
        rows: rows.into_iter().map(|((a, b), cluster)| (a, b, cluster)).collect(),
        clustered,
    })
}

/// Equal but for rounding in sums of another order.
fn near(a: f64, b: f64) -> bool {
    a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-9 * (1.0 + a.abs())
}

fn assert_near(a: Option<f64>, b: Option<f64>) {
    assert!(near(a.unwrap_or(f64::NAN), b.unwrap_or(f64::NAN)), "{a:?} {b:?}");
}

fn ends(one: &Comparison) -> (Option<f64>, Option<f64>) {
    (one.interval.as_ref().map(|i| i.low), one.interval.as_ref().map(|i| i.high))
}

/// Number, interval, counts and words say the same.
fn assert_consistent(one: &Comparison) {
    assert_eq!(one.only_a + one.only_b + one.both + one.neither, one.n);
    let text = sentence(one, "A", "B");
    if let Some(interval) = &one.interval {
        assert!(interval.low < interval.high, "{one:?}");
        let slack = 1e-12 * (1.0 + one.difference.abs());
        assert!(interval.low <= one.difference + slack, "{one:?}");
        assert!(one.difference <= interval.high + slack, "{one:?}");
    }
    let claimed = !matches!(one.verdict, Superiority::NotShown(_));
    assert_eq!(text.contains(" is better by "), claimed, "{text}");
    if claimed {
        let interval = one.interval.as_ref().unwrap();
        assert!(interval.low > 0.0 || interval.high < 0.0, "{one:?}");
        assert!(one.p.unwrap() <= 0.05 && one.p_adjusted.unwrap() <= 0.05);
        let more = (one.mean_a > one.mean_b) == one.metric.higher_is_better;
        assert_eq!(one.verdict, if more { Superiority::BetterA } else { Superiority::BetterB });
        assert_eq!(text.contains("A is better"), more, "{text}");
        // Of the printed interval neither end is 0, nor are both on two sides.
        let (_, rest) = text.split_once('(').unwrap();
        let (printed, _) = rest.split_once(')').unwrap();
        let (low, high) = printed.split_once(" to ").unwrap();
        assert!(low.parse::<f64>().unwrap() * high.parse::<f64>().unwrap() > 0.0, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_is_what_the_numbers_say(pair in pair()) {
        let one = pair.compared();
        assert_consistent(&one);
        prop_assert_eq!(one.n + one.left_out, pair.rows.len() as u64);
        prop_assert_eq!(format!("{one:?}"), format!("{:?}", pair.compared()));
    }

    #[test]
    fn swapping_the_runs_mirrors(pair in pair()) {
        let one = pair.compared();
        let rows = pair.rows.iter().map(|(a, b, cluster)| (*b, *a, *cluster)).collect();
        let other = Pair { rows, ..pair }.compared();
        prop_assert!(one.difference == -other.difference || one.n == 0);
        prop_assert_eq!((one.p, one.p_exact, one.test), (other.p, other.p_exact, other.test));
        prop_assert_eq!((one.only_a, one.only_b), (other.only_b, other.only_a));
        prop_assert_eq!((one.both, one.neither), (other.both, other.neither));
        let (low, high) = ends(&other);
        prop_assert_eq!(ends(&one), (high.map(|end| -end), low.map(|end| -end)));
        prop_assert_eq!(one.verdict, match other.verdict {
            Superiority::BetterA => Superiority::BetterB,
            Superiority::BetterB => Superiority::BetterA,
            same @ Superiority::NotShown(_) => same,
        });
    }

    #[test]
    fn the_order_of_questions_does_not_matter(pair in pair(), seed: u64) {
        let mut rows = pair.rows.clone();
        rows.sort_by_key(|row| (row.0.to_bits() ^ seed).wrapping_mul(seed | 1));
        let (one, other) = (pair.compared(), Pair { rows, ..pair.clone() }.compared());
        prop_assert!(near(one.mean_a, other.mean_a) && near(one.difference, other.difference));
        if !pair.clustered {
            prop_assert!(one.difference == other.difference || one.n == 0);
        }
        assert_near(one.p, other.p);
        let ((low, high), (other_low, other_high)) = (ends(&one), ends(&other));
        assert_near(low, other_low);
        assert_near(high, other_high);
        prop_assert_eq!(one.verdict, other.verdict);
    }

    #[test]
    fn equal_runs_have_no_difference(pair in pair()) {
        let rows = pair.rows.iter().map(|(a, _, cluster)| (*a, *a, *cluster)).collect();
        let one = Pair { rows, ..pair }.compared();
        if one.n > 0 {
            prop_assert_eq!((one.difference, one.p, one.p_adjusted), (0.0, Some(1.0), Some(1.0)));
            prop_assert_eq!(one.verdict, Superiority::NotShown(Reason::NoneDiffers));
        }
    }

    #[test]
    fn correction_takes_claims_away_and_adds_none(pairs in prop::collection::vec(pair(), 1..5)) {
        let alone: Vec<Comparison> = pairs.iter().map(Pair::compared).collect();
        let mut together = alone.clone();
        adjust(&mut together);
        for (one, other) in alone.iter().zip(&together) {
            assert_consistent(other);
            prop_assert!(other.p_adjusted >= one.p);
            let (before, after) = (one.verdict, other.verdict);
            prop_assert!(before == after || after == Superiority::NotShown(Reason::AmongSeveral));
        }
    }
}

#[test]
fn repeats_of_right_and_wrong_are_graded() {
    let exact = metric("exact_match").unwrap();
    assert_eq!(exact.interval, IntervalMethod::Wilson);
    let a = [1.0, 0.5, 0.25, 1.0, 0.75, 1.0];
    let one = compare(&a, &[0.0; 6], None, exact, 0);
    assert_eq!((one.test, one.p_exact), ("permutation_exact", None));
    assert_eq!(one.verdict, Superiority::BetterA);
}

#[test]
fn clusters_count_as_one_each() {
    // Eight documents of twenty questions; A is better throughout two of them.
    let of: Vec<u32> = (0..160).map(|row| row / 20).collect();
    let a: Vec<f64> = of.iter().map(|cluster| f64::from(u8::from(*cluster < 6))).collect();
    let b: Vec<f64> = of.iter().map(|cluster| f64::from(u8::from(*cluster < 4))).collect();
    let exact = metric("exact_match").unwrap();
    assert_eq!(compare(&a, &b, None, exact, 0).verdict, Superiority::BetterA);
    let one = compare(&a, &b, Some(&of), exact, 0);
    assert_eq!((one.clusters, one.differing, one.p), (Some(8), 2, Some(0.5)));
    assert_eq!(one.verdict, Superiority::NotShown(Reason::TooFewDiffer));
    assert!(sentence(&one, "A", "B").ends_with("only 2 clusters differ: too few to tell"));
    let one = compare(&a, &b, Some(&[7; 160]), exact, 0);
    assert_eq!((one.p, one.verdict), (None, Superiority::NotShown(Reason::OneCluster)));
}

/// An entry of the report.
fn entry<'a>(report: &'a Value, a: &str, metric: &str, group: Option<&str>) -> &'a Value {
    let entries = report["comparisons"].as_array().unwrap();
    let found = entries.iter().find(|one| {
        one["a"] == a && one["metric"] == metric && one["group"]["value"].as_str() == group
    });
    found.unwrap_or_else(|| panic!("{a} {metric} {group:?}"))
}

#[test]
fn several_runs_in_a_report() {
    let good = |index: usize| index % 10 != 7;
    let weak = |index: usize| index % 10 != 7 && index % 6 != 1;
    let runs: [(&str, &dyn Fn(usize) -> bool); 3] =
        [("a.jsonl", &good), ("b.jsonl", &weak), ("c.jsonl", &good)];
    let choices = as_preset("squad-v1");
    let report = json_report(&mut score(&runs_of(120, &runs), choices.clone()).unwrap());
    let one = entry(&report, "b.jsonl", "exact_match", None);
    assert_eq!(one["b"], "a.jsonl");
    assert_eq!((one["only_a"].as_u64(), one["only_b"].as_u64()), (Some(0), Some(16)));
    assert_eq!((one["both"].as_u64(), one["neither"].as_u64()), (Some(92), Some(12)));
    assert_eq!((&one["verdict"], &one["family"]), (&json!("b_better"), &json!(2)));
    assert_eq!(one["interval"]["method"], "tango");
    assert!(one["sentence"].as_str().unwrap().starts_with("b 76.7, a 90.0: a is"));
    let same = entry(&report, "c.jsonl", "f1", None);
    assert_eq!((&same["difference"], &same["p"]), (&json!(0.0), &json!(1.0)));
    assert_eq!((&same["verdict"], &same["reason"]), (&json!("not_shown"), &json!("none_differs")));
    // The order of the files does not matter, but for who the baseline is.
    let mut other = runs_of(120, &runs);
    other.swap(1, 3);
    let choices = Choices { baseline: Some("a.jsonl".to_owned()), ..choices };
    let other = json_report(&mut score(&other, choices).unwrap());
    assert_eq!(entry(&other, "b.jsonl", "exact_match", None), one);
    assert_eq!(entry(&other, "c.jsonl", "f1", None), same);
}

#[test]
fn one_run_is_compared_with_nothing() {
    let all = |_: usize| true;
    let mut session = score(&runs_of(9, &[("a.jsonl", &all)]), as_preset("squad-v1")).unwrap();
    assert_eq!(json_report(&mut session)["comparisons"], json!([]));
    assert!(!report(&mut session, ExportFormat::Markdown).contains("differ"));
}

/// The means of a report say what its comparisons say.
#[test]
fn means_and_comparisons_agree() {
    let first = |index: usize| index % 4 != 1;
    let second = |index: usize| index % 5 != 1;
    let runs: [(&str, &dyn Fn(usize) -> bool); 2] = [("a.jsonl", &first), ("b.jsonl", &second)];
    let report = json_report(&mut score(&runs_of(60, &runs), as_preset("nq")).unwrap());
    let compared = report["comparisons"].as_array().unwrap();
    assert!(!compared.is_empty());
    for one in compared {
        for (run, key) in [(1, "mean_a"), (0, "mean_b")] {
            let aggregates = report["runs"][run]["aggregates"].as_array().unwrap();
            let mean = aggregates
                .iter()
                .find(|mean| mean["metric"] == one["metric"] && mean["group"] == one["group"]);
            assert_eq!(mean.unwrap()["mean"], one[key], "{one}");
        }
    }
}

/// Both systems on `SQuAD` 1.1: the difference from the values that the official script gave, the
/// interval as mean and standard error of the differences have it, which at 10 570 questions has to
/// be near, and p from the binomial distribution added up in another way.
#[test]
fn two_real_systems() {
    let Some(gold) = real("squad_v1/dev-v1.1.json") else { return };
    let mut all = vec![File::gold("dev-v1.1.json", gold)];
    let mut expected: Vec<HashMap<String, (f64, f64)>> = Vec::new();
    for name in ["bert", "logistic_regression_baseline"] {
        let Some(bytes) = real(&format!("squad_v1/preds/{name}.json")) else { return };
        let path = format!("squad_v1/expected/{name}.per_question.jsonl");
        let Some(lines) = real(&path) else { return };
        all.push(File::predictions(&format!("{name}.json"), bytes));
        let lines = json_lines(&lines).into_iter().map(|line| {
            let value = |key: &str| line[key].as_f64().unwrap_or_default();
            (line["id"].as_str().unwrap().to_owned(), (value("exact_match"), value("f1")))
        });
        expected.push(lines.collect());
    }
    let session = score(&all, as_preset("squad-v1")).unwrap();
    let value = |run: usize, id: &str, graded: bool| {
        expected[run].get(id).map_or(0.0, |pair| if graded { pair.1 } else { pair.0 })
    };
    let ids: Vec<&String> = expected[0].keys().collect();
    for (id, graded) in [("exact_match", false), ("f1", true)] {
        let [a, b] = [0, 1].map(|run| -> Vec<f64> {
            values(&session, run, id).into_iter().map(Option::unwrap).collect()
        });
        let one = compare(&a, &b, None, metric(id).unwrap(), 0);
        let differences: Vec<f64> =
            ids.iter().map(|id| value(0, id, graded) - value(1, id, graded)).collect();
        let n = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let squares = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>();
        let error = (squares / (n - 1.0) / n).sqrt();
        assert_eq!((one.n, one.left_out), (10_570, 0));
        assert!((one.difference - mean).abs() < 1e-12, "{one:?}");
        assert!((one.standard_error.unwrap() - error).abs() < 1e-12, "{one:?}");
        let interval = one.interval.as_ref().unwrap();
        assert!((interval.low - (mean - 1.959_964 * error)).abs() < 0.05 * error, "{one:?}");
        assert!((interval.high - (mean + 1.959_964 * error)).abs() < 0.05 * error, "{one:?}");
        let count = |sign: f64| differences.iter().filter(|d| **d * sign > 1e-12).count() as u64;
        assert_eq!((one.only_a, one.only_b), (count(1.0), count(-1.0)));
        // Far beyond what chance does.
        assert!(one.p.unwrap() < 1e-100, "{one:?}");
        assert_eq!(one.verdict, Superiority::BetterA);
        let test = if graded { "permutation_normal" } else { "mcnemar_mid_p" };
        assert_eq!(one.test, test);
    }

    // On so few questions that p is no longer next to 0: the same by adding up.
    let exact = metric("exact_match").unwrap();
    let mut sorted = ids.clone();
    sorted.sort();
    let few = &sorted[..60];
    let values = |run: usize| -> Vec<f64> { few.iter().map(|id| value(run, id, false)).collect() };
    let one = compare(&values(0), &values(1), None, exact, 0);
    let coins = one.only_a + one.only_b;
    let ways = |k: u64| (1..=k).fold(1.0, |ways, i| ways * (coins - k + i) as f64 / i as f64);
    let tail: f64 =
        (0..=one.only_a.min(one.only_b)).map(ways).sum::<f64>() / 2.0_f64.powi(coins as i32);
    assert!((one.p_exact.unwrap() / (2.0 * tail).min(1.0) - 1.0).abs() < 1e-9, "{one:?}");
}
