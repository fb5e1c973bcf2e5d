//! Doubts about what files and columns are.

use super::{Kind, Remedy};
use crate::base::digits::{about_percent, grouped};
use crate::base::types::ColumnChoice;

/// A report beside the files is provisional itself.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvisionalReport {
    pub(crate) file: String,
    pub(crate) reason: String,
}

impl Kind for ProvisionalReport {
    fn message(&self) -> String {
        format!("{} is itself provisional: {}", self.file, self.reason)
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
                "{other} has its own gold answers, to other questions; only {file} is scored"
            ),
            count => format!(
                "{} files, such as {other}, have their own gold answers, to other questions; only {file} \
                 is scored",
                grouped(*count)
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
            "{file} is read from its member {member}, which lists only wrong answers; these alone do not \
             show the score on all questions"
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
            "{file} is read as one file that holds both gold answers and predictions, because {reason}; \
             next to a gold file, it would be read as predictions"
        )
    }

    about!(file);
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
            "names and columns hardly show which file is gold: {gold} is read as gold and {run} as \
             predictions; if the files are swapped, {run} gives the questions"
        )
    }

    about!(predictions);

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
            "{gold} and {other} have the same columns, and nothing shows which one holds the gold \
             answers; {gold} is read as gold"
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
        format!("column {column} of {file} is read as the {what}: {reason}")
    }

    about!(file);
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
            "column {column} of {file} may hold {what} instead; with it, about {} of the answers would \
             be right",
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
            "column {column} may hold the intended gold answers instead of {answers}; with it, about {} \
             of the answers would be right",
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
        format!(
            "column {column} of {file} is matched to {gold_column} of {gold} only because their \
                 values are equal"
        )
    }

    about!(file);
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
