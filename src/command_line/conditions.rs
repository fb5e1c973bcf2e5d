//! `--fail-if` and `--baseline`: conditions under which the command fails in a pipeline.

use crate::aggregate::compare::Superiority;
use crate::aggregate::words::sentence;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::shortest;
use crate::base::error::Error;
use crate::score::metric::{METRICS, MetricInfo, metric};
use crate::session::Session;
use itertools::Itertools as _;
use std::str::FromStr;

/// A condition under which the command ends with code 3.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// The mean of a metric over all questions is beyond a limit, for any run.
    Limit { metric: &'static MetricInfo, sign: &'static str, limit: f64 },
    /// The share of questions on which another rule agrees is beyond a limit, for any run.
    Agreement { sign: &'static str, limit: f64 },
    /// Any run is clearly worse than the baseline by the headline metric.
    WorseThanBaseline,
}

/// Longer signs come first, because `<=` begins with `<`.
const SIGNS: [&str; 4] = ["<=", ">=", "<", ">"];

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "worse-than-baseline" {
            return Ok(Self::WorseThanBaseline);
        }
        let form = "write METRIC<LIMIT, for example exact_match<0.7, or worse-than-baseline";
        let found = SIGNS.into_iter().find_map(|sign| {
            let (name, limit) = text.split_once(sign)?;
            Some((name.trim(), sign, limit.trim()))
        });
        let (name, sign, limit) = found.ok_or(form)?;
        if name.is_empty() {
            return Err(format!("the metric before the limit is missing; {form}"));
        }
        if name == "agreement" {
            let limit: f64 = limit.parse().map_err(|_| form)?;
            if !(0.0..=1.0).contains(&limit) {
                return Err(
                    "agreement has values from 0 to 1; give a limit in this range".to_owned()
                );
            }
            return Ok(Self::Agreement { sign, limit });
        }
        let metric = metric(name).ok_or_else(|| {
            let known = METRICS.iter().map(|metric| metric.id);
            // There are many pass@K, which differ only in K.
            let known: Vec<&str> = known.filter(|id| !id.starts_with("pass@")).collect();
            let known = known.join(", ");
            format!("unknown metric {name}; choose {known}, pass@1 or another pass@K")
        })?;
        let limit: f64 = limit.parse().map_err(|_| form)?;
        let (least, most) = metric.range;
        if !limit.is_finite() || limit < least || limit > most {
            let range = if most.is_finite() {
                format!("from {least} to {most}")
            } else {
                format!("from {least} upwards")
            };
            return Err(format!("{name} has values {range}; give a limit in this range"));
        }
        Ok(Self::Limit { metric, sign, limit })
    }
}

fn holds(value: f64, sign: &str, limit: f64) -> bool {
    match sign {
        "<=" => value <= limit,
        ">=" => value >= limit,
        "<" => value < limit,
        _ => value > limit,
    }
}

/// Checks that exactly one run has the name of the chosen baseline.
///
/// # Errors
/// If no run or several runs have that name. Lists the names of all runs.
pub fn baseline(session: &Session) -> Result<(), Error> {
    let (Some(wanted), Some(joined)) = (&session.choices().baseline, session.joined()) else {
        return Ok(());
    };
    let count = joined.runs.iter().filter(|run| run.name == *wanted).count();
    if count == 1 {
        return Ok(());
    }
    let names = joined.runs.iter().map(|run| run.name.as_str()).join(", ");
    let message = match count {
        0 => format!("no run is named {wanted}"),
        _ => format!("{count} runs are named {wanted}"),
    };
    let remedy = format!("choose one of the runs {names}");
    Err(Diagnostic::error(Code::Baseline, message).remedy(remedy).into())
}

/// Returns a message for each condition that holds.
///
/// # Errors
/// If these files cannot decide a condition. Such a condition must not count as one that does not hold.
pub(crate) fn holding(conditions: &[Condition], session: &Session) -> Result<Vec<String>, Error> {
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Limit { metric, sign, limit } => {
                let all = joined.runs.iter().zip(&score.aggregates);
                // The score by a second rule is not the run's score.
                for (run, aggregates) in all.filter(|(run, _)| run.twin.is_none()) {
                    let (id, name) = (metric.id, run.name.clone());
                    let total =
                        aggregates.iter().find(|one| one.group.is_none() && one.metric == id);
                    let Some(mean) = total.and_then(|total| total.mean) else {
                        return Err(undecided(format!("{name} has no value of {id}")));
                    };
                    if holds(mean, sign, *limit) {
                        let [mean, limit] = [mean, *limit].map(shortest);
                        found.push(format!("failed: {id} of {name} is {mean} ({id}{sign}{limit})"));
                    }
                }
            }
            Condition::Agreement { sign, limit } => {
                let Some(against) = &score.against else {
                    return Err(undecided(
                        "there is no other rule; name one with --against".to_owned(),
                    ));
                };
                for run in &against.runs {
                    let (n, agree) = (run.agreement.n, run.agreement.agree);
                    if n == 0 {
                        return Err(undecided(format!("{} {}", run.run, run.words(&against.rule))));
                    }
                    if holds(agree as f64 / n as f64, sign, *limit) {
                        let limit = shortest(*limit);
                        let words = run.words(&against.rule);
                        found.push(format!("failed: {} {words} (agreement{sign}{limit})", run.run));
                    }
                }
            }
            Condition::WorseThanBaseline => {
                if joined.runs.iter().filter(|run| run.twin.is_none()).count() < 2 {
                    return Err(undecided(
                        "there is only one run, so there is nothing to compare".to_owned(),
                    ));
                }
                let headline = score.evaluation.metrics.first().map(|metric| metric.id);
                let worse = score.comparisons().iter().filter(|one| {
                    one.group.is_none()
                        && Some(one.comparison.metric.id) == headline
                        && joined.runs[one.run].twin.is_none()
                        && one.comparison.verdict == Superiority::BetterB
                });
                found.extend(worse.map(|one| {
                    let [a, b] =
                        [one.run, one.baseline].map(|run| joined.runs[run].short_name.clone());
                    let words = sentence(&one.comparison, &a, &b);
                    format!("failed: worse than the baseline: {words}")
                }));
            }
        }
    }
    Ok(found)
}

fn undecided(message: String) -> Error {
    Diagnostic::error(Code::FailIf, message)
        .remedy("choose a --fail-if condition that applies to these files")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let limit = |sign, limit| {
            let metric = metric("exact_match").unwrap();
            Ok(Condition::Limit { metric, sign, limit })
        };
        assert_eq!("exact_match<0.7".parse(), limit("<", 0.7));
        assert_eq!("exact_match <= 0.7".parse(), limit("<=", 0.7));
        assert_eq!("exact_match>.5".parse(), limit(">", 0.5));
        assert_eq!("exact_match>=1".parse(), limit(">=", 1.0));
        assert_eq!("worse-than-baseline".parse(), Ok(Condition::WorseThanBaseline));
        let agreement = Condition::Agreement { sign: "<", limit: 1.0 };
        assert_eq!("agreement<1".parse(), Ok(agreement));
        assert!("agreement<100".parse::<Condition>().is_err());
        for wrong in ["exact_match<70", "exact_match<", "exact_match", "em<0.5", "f1<nan", ""] {
            assert!(wrong.parse::<Condition>().is_err(), "{wrong}");
        }
        let nameless = "<0.4".parse::<Condition>().unwrap_err();
        assert!(
            nameless.starts_with("the metric before the limit is missing; write "),
            "{nameless}"
        );
    }
}
