//! `cargo xtask bench math`: pairs of mathematical answers per second, ours and math-verify's, on the
//! same real pairs in the same run. A test of the core, built in release, measures ours.

use super::rows::figure;
use super::{load, target, write_json};
use crate::system::{command, listen, output};
use crate::{Result, tools};
use serde_json::{Value, json};
use std::path::Path;

/// How many times as fast as math-verify we promise to be.
const TIMES: f64 = 200.0;

/// Most seconds for a pair.
const MOST: f64 = 0.005;

/// The files of the project that Python is given.
const FOLDER: &str = "xtask/math-verify";

/// Measures both, prints, and writes `target/bench/math.json`; fails if a promise is not kept.
pub(crate) fn run() -> Result<()> {
    let folder = target()?.join("bench");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let pairs = folder.join("math-pairs.jsonl");
    let python = tools::python("math-verify", Some(&format!("{FOLDER}/requirements.txt")), None)?;
    let before = load();
    let ours = ours(&pairs)?;
    let theirs = theirs(&python, &pairs)?;
    let times = rate(&ours)? / rate(&theirs)?;
    let report = json!({
        "ours": ours, "math_verify": theirs, "times": times,
        "version": env!("CARGO_PKG_VERSION"), "load_before": before, "load_after": load(),
    });
    write_json(&folder.join("math.json"), &report)?;
    println!("\n{}", words(&report, [rate(&report["ours"])?, rate(&report["math_verify"])?]));
    kept(&report["ours"], times)
}

/// What is printed.
fn words(report: &Value, rates: [f64; 2]) -> String {
    let (ours, theirs) = (&report["ours"], &report["math_verify"]);
    let milliseconds = |one: &Value| figure(one["slowest"].as_f64().unwrap_or(f64::NAN) * 1000.0);
    let versions: Vec<String> = theirs["versions"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default()))
        .collect();
    let text = |key: &str| report[key].as_str().unwrap_or_default();
    let load = |key: &str| figure(report[key].as_f64().unwrap_or(f64::NAN));
    format!(
        "{} distinct real pairs of MATH, one process each; load average {} before and {} after\n\
         scoredrop {}: {} pairs/s, the slowest {} ms\n\
         math-verify: {} pairs/s, the slowest {} ms, {} verdicts as recorded ({})\n\
         {} times as fast",
        ours["pairs"],
        load("load_before"),
        load("load_after"),
        text("version"),
        figure(rates[0]),
        milliseconds(ours),
        figure(rates[1]),
        milliseconds(theirs),
        theirs["as_recorded"],
        versions.join(", "),
        figure(report["times"].as_f64().unwrap_or(f64::NAN)),
    )
}

fn kept(ours: &Value, times: f64) -> Result<()> {
    if times < TIMES {
        return Err(format!("{} times as fast, {TIMES} are promised", figure(times)));
    }
    match ours["slowest"].as_f64() {
        Some(slowest) if slowest <= MOST => Ok(()),
        slowest => Err(format!("the slowest pair took {slowest:?} s, {MOST} are promised")),
    }
}

fn rate(measured: &Value) -> Result<f64> {
    let number = |key: &str| measured[key].as_f64().filter(|number| *number > 0.0);
    let rate = number("pairs").zip(number("seconds")).map(|(pairs, seconds)| pairs / seconds);
    rate.ok_or_else(|| format!("nothing was measured: {measured}"))
}

/// Pairs and seconds of our engine; it writes the pairs to a file.
fn ours(pairs: &Path) -> Result<Value> {
    let test = ["test", "--quiet", "--release", "-p", "scoredrop", "--test", "math", "--"];
    let mut cargo = command("cargo", &test);
    cargo.args(["--ignored", "--nocapture", "--exact", "math::real_pairs_per_second"]);
    let mut measured = None;
    let hear = |line: &str| {
        if let Some(found) = line.split_once("measured: ").map(|(_, json)| json) {
            measured = serde_json::from_str(found).ok();
        }
    };
    if !listen(cargo.env("MATH_PAIRS_FILE", pairs), hear)? {
        return Err("the engine could not be measured".to_owned());
    }
    measured.ok_or_else(|| {
        "the real pairs are not there: ../shared/data/math/math_real_expected.jsonl, or \
         SCOREDROP_DATA names the folder of data"
            .to_owned()
    })
}

fn theirs(python: &Path, pairs: &Path) -> Result<Value> {
    let mut python = command(python, &[&format!("{FOLDER}/measure.py")]);
    let printed = output(python.arg(pairs)).ok_or("math-verify could not be measured")?;
    serde_json::from_str(&printed).map_err(|error| format!("math-verify: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_checked() {
        let ours = json!({ "pairs": 1000, "seconds": 0.5, "slowest": 0.004 });
        assert_eq!(rate(&ours), Ok(2000.0));
        assert!(rate(&json!({ "pairs": 0, "seconds": 1.0 })).is_err());
        assert_eq!(kept(&ours, 200.0), Ok(()));
        assert!(kept(&ours, 199.0).is_err());
        assert!(kept(&json!({ "slowest": 0.006 }), 1000.0).is_err());
        assert!(kept(&json!({}), 1000.0).is_err());
    }
}
