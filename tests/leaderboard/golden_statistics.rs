//! Statistics against those of scipy and statsmodels.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::aggregate::clustered::{clustered_error, clusters, uncorrected_error};
use scoredrop::aggregate::compare::{Comparison, Superiority, compare};
use scoredrop::aggregate::holm::holm;
use scoredrop::aggregate::interval::wilson;
use scoredrop::aggregate::mcnemar::mcnemar;
use scoredrop::aggregate::paired::Differences;
use scoredrop::aggregate::student::t_975;
use scoredrop::aggregate::tango::tango;
use scoredrop::score::metric::metric;
use scoredrop::score::metric::passes::{all_of_k, pass_at_k};
use serde_json::Value;
use std::sync::LazyLock;

static GOLDEN: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../golden/statistics.json")).unwrap());

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect()
}

fn rows(value: &'static Value) -> impl Iterator<Item = &'static Value> {
    value.as_array().unwrap().iter()
}

fn count(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap()
}

#[track_caller]
fn near(ours: f64, theirs: &Value, tolerance: f64) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() <= tolerance, "{ours}, expected {theirs}");
}

fn compared(row: &Value, id: &str) -> Comparison {
    compare(&floats(&row["a"]), &floats(&row["b"]), None, metric(id).unwrap(), 0)
}

#[test]
fn proportions() {
    for row in rows(&GOLDEN["proportion_ci_95"]) {
        let interval = wilson(count(row, "k") as f64, count(row, "n")).unwrap();
        near(interval.low, &row["wilson"][0], 1e-9);
        near(interval.high, &row["wilson"][1], 1e-9);
    }
}

#[test]
fn tests_of_right_and_wrong() {
    for row in rows(&GOLDEN["mcnemar"]) {
        let test = mcnemar(count(row, "b"), count(row, "c"));
        near(test.exact, &row["exact"], 1e-9);
        if row["b"] == row["c"] {
            // This table counts half of the point mass where both counts are equal, and none where
            // both are 0; the table below has 1 for any equal counts, and so have we.
            assert_eq!(test.mid_p, 1.0);
        } else {
            near(test.mid_p, &row["midp"], 1e-9);
        }
    }
}

#[test]
fn differences_of_right_and_wrong() {
    for row in rows(&GOLDEN["paired_proportions_tango_95"]["rows"]) {
        let (a, b, n) = (count(row, "only_a"), count(row, "only_b"), count(row, "n"));
        let interval = tango(a, b, n).unwrap();
        near(interval.low, &row["tango_low"], 1e-9);
        near(interval.high, &row["tango_high"], 1e-9);
        let test = mcnemar(a, b);
        near(test.exact, &row["mcnemar_exact"], 1e-9);
        near(test.mid_p, &row["mcnemar_mid_p"], 1e-9);
        near((a as f64 - b as f64) / n as f64, &row["difference"], 1e-15);
    }
}

#[test]
fn errors_of_means() {
    let row = &GOLDEN["mean_se"];
    near(
        Differences::new(&floats(&row["scores"])).standard_error().unwrap(),
        &row["se_sample"],
        1e-9,
    );
    near(t_975(9), &row["t_975"], 1e-9);
    let row = &GOLDEN["clustered_se"];
    let cluster: Vec<u32> =
        row["cluster"].as_array().unwrap().iter().map(|one| one.as_u64().unwrap() as u32).collect();
    let found = clusters(&floats(&row["scores"]), &cluster);
    near(clustered_error(&found).unwrap(), &row["se_with_C_over_Cminus1"], 1e-9);
    near(uncorrected_error(&found), &row["se_no_correction"], 1e-9);
}

#[test]
fn a_paired_difference() {
    let row = &GOLDEN["paired_difference"];
    let found = compared(row, "exact_match");
    near(found.difference, &row["mean_diff"], 1e-9);
    near(found.standard_error.unwrap(), &row["se_paired"], 1e-9);
    near(found.p_exact.unwrap(), &row["mcnemar_exact"], 1e-9);
    assert_eq!((found.only_a, found.only_b), (2, 0));
}

#[test]
fn turning_differences_round() {
    let row = &GOLDEN["sign_flip_permutation"];
    let found = compared(row, "f1");
    near(found.p.unwrap(), &row["p_exact_two_sided"], 1e-9);
    assert_eq!(found.test, "permutation_exact");
}

#[test]
fn several_comparisons() {
    let row = &GOLDEN["multiple_comparisons"];
    let adjusted = holm(&floats(&row["p"]));
    for (ours, theirs) in adjusted.iter().zip(row["holm"].as_array().unwrap()) {
        near(*ours, theirs, 1e-9);
    }
}

#[test]
fn attempts() {
    for row in rows(&GOLDEN["pass_at_k"]) {
        let (n, c, k) = (count(row, "n"), count(row, "c"), count(row, "k"));
        match pass_at_k(n, c, k) {
            Some(ours) => {
                near(ours, &row["pass_at_k"], 1e-9);
                near(all_of_k(n, c, k).unwrap(), &row["pass_hat_k_all_k_correct"], 1e-9);
            }
            None => assert!(row["pass_at_k"].is_null() && all_of_k(n, c, k).is_none(), "{row}"),
        }
    }
}

#[test]
fn the_border_case() {
    let row = &GOLDEN["paired_bootstrap_target"];
    let found = compared(row, "exact_match");
    near(found.difference, &row["mean_diff"], 1e-9);
    near(found.p_exact.unwrap(), &row["mcnemar_exact"], 1e-9);
    assert_eq!((found.only_a, found.only_b), (26, 13));
    assert_eq!(found.verdict, Superiority::BetterA);
    // The same as if it were graded: resampled, with an interval near the reference's.
    let graded = compared(row, "f1");
    let interval = graded.interval.unwrap();
    let tolerance = row["tolerance"].as_f64().unwrap();
    near(interval.low, &row["percentile_95_at_200k"][0], tolerance);
    near(interval.high, &row["percentile_95_at_200k"][1], tolerance);
}
