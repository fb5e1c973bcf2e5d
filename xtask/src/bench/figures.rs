//! What was measured, in rows: median, least and most, the goal, and whether it is met.

use crate::agreement::grouped;
use serde_json::{Value, json};

/// Where others keep more processors busy, wall time says nothing.
pub(super) const QUIET: f64 = 0.2;

/// How far a ratio may miss its goal before `--check` fails: what chance and other machines do.
const SLACK: f64 = 1.3;

/// What numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Seconds on the clock.
    Wall,
    /// Seconds of CPU.
    Cpu,
    /// CPU nanoseconds for a question.
    PerQuestion,
    /// One CPU time by another.
    Ratio,
    /// One wall time by another.
    WallRatio,
    Megabytes,
    Bytes,
    /// How many; the most counts, not the median.
    Count,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Wall => "s",
            Self::Cpu => "CPU s",
            Self::PerQuestion => "ns/question",
            Self::Ratio | Self::WallRatio => "times",
            Self::Megabytes => "MB",
            Self::Bytes => "bytes",
            Self::Count => "",
        }
    }

    fn is_wall(self) -> bool {
        matches!(self, Self::Wall | Self::WallRatio)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judged {
    Met,
    Missed,
    /// Wall time on a busy machine.
    Noisy,
    /// The goal is about more questions than were measured.
    Smaller,
    NotMeasured,
    /// There is no goal.
    None,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Number of the goal.
    pub(super) number: u8,
    pub(super) what: String,
    pub(super) unit: Unit,
    pub(super) values: Vec<f64>,
    pub(super) goal: Option<Goal>,
    /// Whether it was measured at the size that the goal is about.
    pub(super) at_size: bool,
    /// What has to be known of it; why nothing was measured.
    pub(super) note: Option<String>,
    /// How many processors others kept busy before and after.
    pub(super) others: [f64; 2],
}

impl Row {
    pub(super) fn new(number: u8, what: impl Into<String>, unit: Unit, values: Vec<f64>) -> Self {
        Self {
            number,
            what: what.into(),
            unit,
            values,
            goal: None,
            at_size: true,
            note: None,
            others: [f64::NAN; 2],
        }
    }

    /// A goal of which nothing is known, and why.
    pub(super) fn missing(number: u8, what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { note: Some(why.into()), ..Self::new(number, what, Unit::Count, Vec::new()) }
    }

    pub(super) fn at_most(self, most: f64) -> Self {
        Self { goal: Some(Goal::AtMost(most)), ..self }
    }

    pub(super) fn at_least(self, least: f64) -> Self {
        Self { goal: Some(Goal::AtLeast(least)), ..self }
    }

    pub(super) fn at_size(self, at_size: bool) -> Self {
        Self { at_size, ..self }
    }

    pub(super) fn note(self, words: impl Into<String>) -> Self {
        Self { note: Some(words.into()), ..self }
    }

    /// What is held against the goal.
    fn figure(&self) -> Option<f64> {
        let [median, _, most] = spread(&self.values)?;
        Some(if self.unit == Unit::Count { most } else { median })
    }

    pub(super) fn verdict(&self) -> Judged {
        let Some(figure) = self.figure() else { return Judged::NotMeasured };
        let Some(goal) = self.goal else { return Judged::None };
        let busy = !self.others.iter().all(|others| *others <= QUIET);
        if !self.at_size {
            Judged::Smaller
        } else if self.unit.is_wall() && busy {
            Judged::Noisy
        } else if goal.is_met(figure, 1.0) {
            Judged::Met
        } else {
            Judged::Missed
        }
    }

    /// Whether it fails `--check`: only a ratio of CPU times can, on whatever machine.
    pub(super) fn fails(&self) -> bool {
        let missed = |goal: Goal| self.figure().is_some_and(|figure| !goal.is_met(figure, SLACK));
        self.unit == Unit::Ratio && self.goal.is_some_and(missed)
    }

    pub(super) fn to_json(&self) -> Value {
        let [median, min, max] = spread(&self.values).map_or([None; 3], |spread| spread.map(Some));
        json!({
            "goal": self.number,
            "what": self.what,
            "unit": self.unit.name(),
            "median": median,
            "min": min,
            "max": max,
            "values": self.values,
            "at_most": match self.goal { Some(Goal::AtMost(most)) => Some(most), _ => None },
            "at_least": match self.goal { Some(Goal::AtLeast(least)) => Some(least), _ => None },
            "verdict": self.verdict().words(),
            "note": self.note,
            "others_before": self.others[0],
            "others_after": self.others[1],
        })
    }

    /// The line of the table, without its end.
    pub(super) fn line(&self) -> String {
        let shown = match spread(&self.values) {
            Some(spread) => {
                let [median, min, max] = spread.map(figure);
                format!("{median:>10}{min:>10}{max:>10}")
            }
            None => format!("{:>30}", ""),
        };
        let goal = match self.goal {
            Some(Goal::AtMost(most)) => format!("≤ {}", figure(most)),
            Some(Goal::AtLeast(least)) => format!("≥ {}", figure(least)),
            None => String::new(),
        };
        let unit = self.unit.name();
        let what =
            if unit.is_empty() { self.what.clone() } else { format!("{}, {unit}", self.what) };
        let words = self.verdict().words();
        format!("{:>2}  {what:<56}{shown}  {goal:<10}  {words}", self.number)
    }
}

impl Judged {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::Noisy => "noisy",
            Self::Smaller => "smaller",
            Self::NotMeasured => "not measured",
            Self::None => "",
        }
    }
}

impl Goal {
    fn is_met(self, figure: f64, slack: f64) -> bool {
        match self {
            Self::AtMost(most) => figure <= most * slack,
            Self::AtLeast(least) => figure * slack >= least,
        }
    }
}

/// Median, least and most.
pub(super) fn spread(values: &[f64]) -> Option<[f64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 {
        *sorted.get(middle)?
    } else {
        f64::midpoint(*sorted.get(middle.checked_sub(1)?)?, *sorted.get(middle)?)
    };
    Some([median, *sorted.first()?, *sorted.last()?])
}

pub(super) fn median(values: &[f64]) -> f64 {
    spread(values).map_or(f64::NAN, |[median, ..]| median)
}

/// Each by its partner of the same round.
pub(super) fn ratios(of: &[f64], by: &[f64]) -> Vec<f64> {
    of.iter().zip(by).map(|(of, by)| of / by).collect()
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

    #[test]
    fn figures_are_short() {
        let shown = [0.0, 0.0123, 0.1234, 9.996, 12.34, 123.4, 54321.9].map(figure);
        assert_eq!(shown, ["0", "0.012", "0.12", "10.00", "12.3", "123", "54 322"]);
    }

    #[test]
    fn the_middle_is_found() {
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some([2.0, 1.0, 3.0]));
        assert_eq!(spread(&[3.0, 1.0]), Some([2.0, 1.0, 3.0]));
        assert_eq!(spread(&[]), None);
        assert_eq!(ratios(&[2.0, 9.0], &[1.0, 3.0]), [2.0, 3.0]);
    }

    #[test]
    fn goals_are_judged() {
        let row = |unit, values: &[f64], others| Row {
            others: [others; 2],
            ..Row::new(1, "x", unit, values.to_vec()).at_most(1.0)
        };
        assert_eq!(row(Unit::Cpu, &[0.5, 0.9, 7.0], 9.0).verdict(), Judged::Met);
        assert_eq!(row(Unit::Cpu, &[1.5], 9.0).verdict(), Judged::Missed);
        assert_eq!(row(Unit::Wall, &[0.5], 9.0).verdict(), Judged::Noisy);
        assert_eq!(row(Unit::Wall, &[0.5], f64::NAN).verdict(), Judged::Noisy);
        assert_eq!(row(Unit::Wall, &[0.5], QUIET).verdict(), Judged::Met);
        assert_eq!(row(Unit::Count, &[0.0, 0.0, 2.0], 0.0).verdict(), Judged::Missed);
        assert_eq!(row(Unit::Cpu, &[], 0.0).verdict(), Judged::NotMeasured);
        assert_eq!(row(Unit::Cpu, &[0.5], 0.0).at_size(false).verdict(), Judged::Smaller);
        let none = Row::new(1, "x", Unit::Cpu, vec![1.0]);
        assert_eq!(none.verdict(), Judged::None);
    }

    #[test]
    fn only_ratios_beyond_slack_fail() {
        let row = |unit, value| Row::new(1, "x", unit, vec![value]).at_most(1.0);
        assert!(row(Unit::Ratio, 1.4).fails());
        assert!(!row(Unit::Ratio, 1.2).fails());
        assert!(!row(Unit::WallRatio, 9.0).fails());
        assert!(Row::new(1, "x", Unit::Ratio, vec![30.0]).at_least(40.0).fails());
        assert!(!Row::new(1, "x", Unit::Ratio, vec![31.0]).at_least(40.0).fails());
    }
}
