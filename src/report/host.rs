//! What a report says of the hosted scorer that made it: which one, what differs from the host's settings,
//! and what is wrong with the submission.

use crate::base::diagnostic::cut_middle;
use crate::base::digits::{counted, grouped};
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// So many characters of a value are shown.
const SHOWN: usize = 60;

/// The hosted scorer of a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostCard {
    /// Title of the benchmark.
    pub title: String,
    /// Name of the track; empty if the benchmark has only one without a name.
    pub track: String,
    /// SHA-256 of everything that the host has written, in hexadecimal digits.
    pub digest: String,
    /// Whether the score can be compared with other submissions: nothing is modified.
    pub comparable: bool,
    /// What differs from the host's settings.
    pub modified: Vec<Difference>,
    /// What came of checking the predictions.
    pub submission: Submission,
}

/// A setting that differs from the host's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Key of the setting, or `preset`, `join`, `columns`, `cluster`, `seed`, `settled`, `gold`.
    pub what: String,
    /// Its value in the hosted scorer; empty if it has none.
    pub host: String,
    /// Its value here; empty if there is none.
    pub here: String,
}

/// What came of checking predictions before they are submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Whether the benchmark accepts them as they are.
    pub accepted: bool,
    /// Whether there is a score: a script may not have run yet.
    pub scored: bool,
    /// Everything that is wrong, and what the benchmark lets pass.
    pub faults: Vec<FaultCard>,
}

/// Predictions that are wrong in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultCard {
    /// In which way.
    pub fault: Fault,
    /// Whether the benchmark refuses predictions for it.
    pub refused: bool,
    /// Name of the run.
    pub run: String,
    /// How many rows or questions are concerned.
    pub count: u64,
    /// The first of them.
    pub first: Vec<FaultyRow>,
    /// What is the case, without a full stop.
    pub message: String,
    /// What to do about it, without a full stop.
    pub remedy: String,
}

/// A row of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultyRow {
    /// Its number in the file of predictions, from 1; `None` if the file has no such row.
    pub row: Option<u64>,
    /// The id of the question.
    pub id: String,
}

/// A way in which predictions can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    /// Rows that cannot be read.
    Unreadable,
    /// Questions without a prediction.
    Missing,
    /// Predictions for questions that the benchmark does not have.
    Extra,
    /// Several predictions for a question.
    Duplicate,
    /// Predictions that are lists or objects, where one value is expected.
    WrongType,
    /// Outputs in which no answer is found.
    NoAnswer,
    /// Answers that are none of the labels of the benchmark.
    WrongLabel,
    /// Blank predictions.
    Empty,
}

impl Fault {
    /// The name that scripts read.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is a fault of the file. How models write, scorers judge.
    pub fn is_formal(self) -> bool {
        self != Self::NoAnswer
    }
}

impl FaultCard {
    /// Returns the message with the first rows: "2 ids are missing: q7, q9".
    pub fn words(&self) -> String {
        let name = |one: &FaultyRow| match one.row {
            Some(row) if one.id.is_empty() => format!("row {row}"),
            Some(row) => format!("{} (row {row})", one.id),
            None => one.id.clone(),
        };
        let mut words = self.message.clone();
        if !self.first.is_empty() {
            words += ": ";
            words += &self.first.iter().map(name).join(", ");
        }
        let more = self.count.saturating_sub(self.first.len() as u64);
        if more > 0 && !self.first.is_empty() {
            words.extend([" and ", &grouped(more as usize), " more"]);
        }
        words
    }
}

impl Submission {
    /// Returns the faults for which the benchmark refuses the predictions.
    pub fn refused(&self) -> impl Iterator<Item = &FaultCard> {
        self.faults.iter().filter(|card| card.refused)
    }
}

impl HostCard {
    /// Returns the title with the track: "Tides, hard".
    pub fn name(&self) -> String {
        let parts = [self.title.as_str(), &self.track];
        parts.into_iter().filter(|part| !part.is_empty()).join(", ")
    }

    /// Whether the benchmark takes the score: it accepts the predictions, and nothing is modified.
    pub fn is_accepted(&self) -> bool {
        self.comparable && self.submission.accepted
    }

    /// Returns what came of the check in a sentence, without a full stop.
    pub fn sentence(&self) -> String {
        match self.submission.refused().count() {
            0 if !self.comparable => "This score will not be accepted".to_owned(),
            0 if !self.submission.scored => "The check finds no problem".to_owned(),
            0 => "This file will be accepted".to_owned(),
            count => format!("This file will not be accepted: {}", counted(count, "problem")),
        }
    }

    /// Returns what makes the score incomparable, without a full stop; `None` if nothing does.
    pub fn modified_words(&self) -> Option<String> {
        let shown = |value: &str| match value {
            "" => "not set".to_owned(),
            value => cut_middle(value, SHOWN),
        };
        let one = |one: &Difference| {
            format!(
                "{}: {} here, {} in the benchmark",
                one.what,
                shown(&one.here),
                shown(&one.host)
            )
        };
        (!self.comparable).then(|| {
            format!("Modified, not comparable: {}", self.modified.iter().map(one).join("; "))
        })
    }
}
