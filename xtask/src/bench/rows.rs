//! Rows of the table of goals: median, least and most, the goal, and whether it is met.

use crate::agreement::grouped;
use serde::{Deserialize, Serialize};

/// If other programs keep more processors busy than this, wall time means nothing.
pub(super) const QUIET: f64 = 0.2;

/// By what factor a ratio may miss its goal before `--check` fails: allows for chance and for other
/// machines.
const SLACK: f64 = 1.3;

/// The unit of ratios of CPU times, which `--check` compares with their goals.
pub(super) const TIMES: &str = "times";
/// The unit of what one processor does.
pub(super) const PER_SECOND: &str = "questions/s";
/// The unit of wall time.
const SECONDS: &str = "s";

/// One line of the table. The browser's part writes the same as JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Row {
    /// Number of the goal.
    pub(super) goal: u8,
    pub(super) what: String,
    /// For counts, which have no unit, the maximum is compared with the goal, not the median.
    pub(super) unit: String,
    /// One for each round. There are none if nothing could be measured.
    pub(super) values: Vec<f64>,
    pub(super) at_most: Option<f64>,
    pub(super) at_least: Option<f64>,
    /// How many questions the goal requires, if it is about a number of questions.
    pub(super) questions: Option<f64>,
    /// What else the reader has to know, or why nothing was measured.
    pub(super) note: Option<String>,
    /// How many questions were measured.
    pub(super) measured: u64,
    /// How many processors other programs kept busy before and after.
    pub(super) others: [f64; 2],
}

impl Row {
    /// A row of a ratio of CPU times, or of counts.
    pub(super) fn new(what: impl Into<String>, unit: &str, values: Vec<f64>) -> Self {
        Self { what: what.into(), unit: unit.to_owned(), values, ..Self::default() }
    }

    /// A row for a goal that could not be measured, with the reason.
    pub(super) fn missing(why: String) -> Self {
        Self { note: Some(why), ..Self::default() }
    }

    fn is_met(&self, slack: f64) -> Option<bool> {
        let [median, _, most] = spread(&self.values)?;
        let figure = if self.unit.is_empty() { most } else { median };
        let below = self.at_most.map(|most| figure <= most * slack);
        below.or_else(|| self.at_least.map(|least| figure * slack >= least))
    }

    /// The verdict on the goal.
    fn verdict(&self) -> &'static str {
        let busy = !self.others.iter().all(|others| *others <= QUIET);
        match self.is_met(1.0) {
            _ if self.values.is_empty() => "not measured",
            None => "",
            Some(_) if self.questions.is_some_and(|about| (self.measured as f64) < about) => {
                "smaller"
            }
            Some(_) if self.unit == SECONDS && busy => "noisy",
            Some(true) => "met",
            Some(false) => "missed",
        }
    }

    /// Whether the row fails `--check`, on whatever machine.
    pub(super) fn fails(&self) -> bool {
        self.unit == TIMES && self.is_met(SLACK) == Some(false)
    }

    /// The line of the table.
    pub(super) fn line(&self) -> String {
        let values = spread(&self.values).map_or_else(
            || format!("{:>30}", ""),
            |values| values.map(|value| format!("{:>10}", figure(value))).concat(),
        );
        let most = self.at_most.map(|most| format!("≤ {}", figure(most)));
        let goal = most.or_else(|| self.at_least.map(|least| format!("≥ {}", figure(least))));
        let unit = if self.unit.is_empty() { "" } else { ", " };
        let what = format!("{}{unit}{}", self.what, self.unit);
        let note = self.note.as_ref().map_or(String::new(), |note| format!("\n    ({note})"));
        let (goal, verdict) = (goal.unwrap_or_default(), self.verdict());
        format!("{:>2}  {what:<56}{values}  {goal:<10}  {verdict}{note}", self.goal)
    }
}

/// Median, minimum and maximum.
fn spread(values: &[f64]) -> Option<[f64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = [sorted.len().checked_sub(1)? / 2, sorted.len() / 2].map(|place| sorted[place]);
    Some([f64::midpoint(middle[0], middle[1]), *sorted.first()?, *sorted.last()?])
}

/// About three digits.
pub(super) fn figure(value: f64) -> String {
    if value >= 1000.0 {
        #[allow(clippy::cast_sign_loss, reason = "times and sizes")]
        return grouped(value.round() as u64);
    }
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        0.1.. => 2,
        _ if value == 0.0 => 0,
        _ => 3,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(unit: &str, values: &[f64], others: f64) -> Row {
        let row = Row::new("x", unit, values.to_vec());
        Row { at_most: Some(1.0), measured: 10, others: [others; 2], ..row }
    }

    #[test]
    fn figures_are_short() {
        let shown = [0.0, 0.0123, 0.1234, 9.996, 12.34, 123.4, 54321.9].map(figure);
        assert_eq!(shown, ["0", "0.012", "0.12", "10.00", "12.3", "123", "54 322"]);
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some([2.0, 1.0, 3.0]));
        assert_eq!(spread(&[3.0, 1.0]), Some([2.0, 1.0, 3.0]));
        assert_eq!(spread(&[]), None);
    }

    #[test]
    fn goals_are_judged() {
        assert_eq!(at_most("CPU s", &[0.5, 0.9, 7.0], 9.0).verdict(), "met");
        assert_eq!(at_most("CPU s", &[1.5], 9.0).verdict(), "missed");
        assert_eq!(at_most("s", &[0.5], f64::NAN).verdict(), "noisy");
        assert_eq!(at_most("s", &[0.5], QUIET).verdict(), "met");
        assert_eq!(at_most("", &[0.0, 0.0, 2.0], 0.0).verdict(), "missed");
        assert_eq!(at_most("s", &[], 0.0).verdict(), "not measured");
        let of_more = Row { questions: Some(11.0), ..at_most("s", &[0.5], 0.0) };
        assert_eq!(of_more.verdict(), "smaller");
        assert_eq!(Row::new("x", "s", vec![1.0]).verdict(), "");
    }

    #[test]
    fn only_ratios_of_cpu_times_beyond_slack_fail() {
        assert!(at_most(TIMES, &[1.4], 0.0).fails());
        assert!(!at_most(TIMES, &[1.2], 0.0).fails());
        assert!(!at_most("s", &[9.0], 0.0).fails());
        let at_least = |value| Row { at_least: Some(40.0), ..Row::new("x", TIMES, vec![value]) };
        assert!(at_least(30.0).fails() && !at_least(31.0).fails());
    }
}
