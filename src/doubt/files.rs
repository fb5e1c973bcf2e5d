//! Doubts about what files and columns are.

use super::{Kind, Remedy};
use crate::base::digits::about_percent;
use crate::base::types::ColumnChoice;

/// A report beside the files is provisional itself.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvisionalReport {
    pub(crate) file: String,
    pub(crate) reason: String,
}

impl Kind for ProvisionalReport {
    fn message(&self) -> String {
        format!("{} is provisional itself: {}", self.file, self.reason)
    }
}

/// Further files have gold answers of their own, to other questions.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherQuestions {
    /// The file that is scored.
    pub(crate) file: String,
    /// The first of the others.
    pub(crate) other: String,
    pub(crate) others: usize,
}

impl Kind for OtherQuestions {
    fn message(&self) -> String {
        let Self { file, other, others } = self;
        match others {
            1 => format!(
                "{other} has gold answers of its own, to other questions: only {file} is scored"
            ),
            count => format!(
                "{count} files have gold answers of their own, to other questions, such as {other}: only {file} is \
                 scored"
            ),
        }
    }
}

/// The rows of a file are a member that is named as a list of wrong answers.
#[derive(Clone, Debug, PartialEq)]
pub struct FailuresListed {
    pub(crate) file: String,
    pub(crate) member: String,
}

impl Kind for FailuresListed {
    fn message(&self) -> String {
        let Self { file, member } = self;
        format!(
            "the rows of {file} are those of {member}: a list of wrong answers alone says nothing of \
             all questions"
        )
    }
}

/// A file is taken for gold and predictions in one.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessedTable {
    pub(crate) file: String,
    pub(crate) reason: String,
}

impl Kind for GuessedTable {
    fn message(&self) -> String {
        let Self { file, reason } = self;
        format!(
            "{file} is taken for gold and predictions in one because {reason}; beside a gold file it \
             would be predictions"
        )
    }

    fn about(&self) -> Option<&str> {
        Some(&self.file)
    }
}

/// Hardly anything tells which file is gold.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessedRoles {
    pub(crate) gold: String,
    pub(crate) predictions: String,
}

impl Kind for GuessedRoles {
    fn message(&self) -> String {
        let Self { gold, predictions: run } = self;
        format!(
            "{gold} is taken for the gold file and {run} for the predictions, which names and columns \
             hardly tell; swapped, each answer of {run} is scored, and not each of {gold}"
        )
    }

    fn about(&self) -> Option<&str> {
        Some(&self.predictions)
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::Swap)
    }
}

/// A file looks as if it had another role than the one that it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct SwappedRoles {
    pub(crate) file: String,
    pub(crate) given: &'static str,
    pub(crate) looks: LooksLike,
}

/// What a file looks like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LooksLike {
    /// More like gold than this file does.
    MoreLikeGoldThan(String),
    /// Like another role, for a reason.
    Role(&'static str, String),
}

impl Kind for SwappedRoles {
    fn message(&self) -> String {
        let Self { file, given, looks } = self;
        match looks {
            LooksLike::MoreLikeGoldThan(gold) => {
                format!("{file} is given as {given} but looks more like gold than {gold}")
            }
            LooksLike::Role(other, reason) => {
                format!("{file} is given as {given} but looks like {other} ({reason})")
            }
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::Swap)
    }
}

/// Two files have the same columns, and nothing tells which is gold.
#[derive(Clone, Debug, PartialEq)]
pub struct AlikeFiles {
    pub(crate) gold: String,
    pub(crate) other: String,
}

impl Kind for AlikeFiles {
    fn message(&self) -> String {
        let Self { gold, other } = self;
        format!(
            "{gold} and {other} have the same columns, and nothing says which of them holds the gold answers: \
             {gold} is taken for it"
        )
    }
}

/// A column is guessed.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessedColumn {
    pub(crate) file: String,
    pub(crate) column: String,
    pub(crate) is_gold: bool,
    pub(crate) reason: String,
}

impl Kind for GuessedColumn {
    fn message(&self) -> String {
        let Self { file, column, is_gold, reason } = self;
        let what = if *is_gold { "gold answers" } else { "predictions" };
        format!("{column} of {file} is taken for the {what}: {reason}")
    }

    fn about(&self) -> Option<&str> {
        Some(&self.file)
    }
}

/// Another column may be meant.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherColumn {
    pub(crate) file: String,
    pub(crate) column: String,
    pub(crate) is_gold: bool,
    /// Share of the first rows that would be right.
    pub(crate) would_give: f64,
    pub(crate) choice: Option<ColumnChoice>,
}

impl Kind for OtherColumn {
    fn message(&self) -> String {
        let Self { file, column, is_gold, would_give, .. } = self;
        let what = if *is_gold { "the gold answers" } else { "the model's answers" };
        format!(
            "{column} of {file} may hold {what} instead: with it about {} would be right",
            about_percent(*would_give)
        )
    }

    fn remedy(&self) -> Option<Remedy> {
        self.choice.clone().map(Remedy::Take)
    }
}

/// Another version of the gold answers may be meant.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherVersion {
    pub(crate) column: String,
    /// The column that is taken.
    pub(crate) answers: String,
    /// Share of the first rows that would be right.
    pub(crate) would_give: f64,
    pub(crate) choice: Option<ColumnChoice>,
}

impl Kind for OtherVersion {
    fn message(&self) -> String {
        let Self { column, answers, would_give, .. } = self;
        format!(
            "{column} may hold the gold answers that are meant, and not {answers}: with it about {} would be right",
            about_percent(*would_give)
        )
    }

    fn remedy(&self) -> Option<Remedy> {
        self.choice.clone().map(Remedy::Take)
    }
}

/// A part of the key is found by its values alone.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnByValues {
    pub(crate) file: String,
    pub(crate) column: String,
    pub(crate) gold: String,
    pub(crate) gold_column: String,
}

impl Kind for ColumnByValues {
    fn message(&self) -> String {
        let Self { file, column, gold, gold_column } = self;
        format!("{column} of {file} is taken for {gold_column} of {gold}: its values are the same")
    }

    fn about(&self) -> Option<&str> {
        Some(&self.file)
    }
}

/// What the values of the files leave open.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading(pub(crate) crate::understand::reading::Open);

impl Kind for Reading {
    fn own_code(&self) -> Option<&'static str> {
        Some(self.0.code)
    }

    fn message(&self) -> String {
        self.0.words.clone()
    }
}
