//! Doubts about gold answers.

use super::Kind;
use crate::base::digits::{by_number, counted, grouped, part};

/// Lists of gold answers have texts without a comma between them.
#[derive(Clone, Debug, PartialEq)]
pub struct AdjacentTexts {
    pub(crate) rows: usize,
}

impl Kind for AdjacentTexts {
    fn message(&self) -> String {
        format!(
            "{} of gold answers {} texts without a comma between them, which are read as one \
             text, as in Python; NumPy prints several answers in this way",
            counted(self.rows, "list"),
            by_number(self.rows, "has", "have")
        )
    }

    rows!(rows);
}

/// Gold answers look like several in one text.
#[derive(Clone, Debug, PartialEq)]
pub struct ListsInGold {
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for ListsInGold {
    fn message(&self) -> String {
        format!(
            "{} gold answers {} like lists, for example {:?}; each is compared as one answer",
            part(self.rows, self.all),
            by_number(self.rows, "looks", "look"),
            self.example
        )
    }

    rows!(rows);
}

/// Nothing of gold answers is left once articles and punctuation are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct EmptiedGold {
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for EmptiedGold {
    fn message(&self) -> String {
        format!(
            "{} gold answers {} only of articles and punctuation, for example {:?}; the preset \
             ignores both, so a blank prediction equals the gold answer",
            part(self.rows, self.all),
            by_number(self.rows, "consists", "consist"),
            self.example
        )
    }

    rows!(rows);
}

/// All answers of one side are single letters, and none of the other is.
#[derive(Clone, Debug, PartialEq)]
pub struct LettersOnOneSide;

impl Kind for LettersOnOneSide {
    fn message(&self) -> String {
        "all answers on one side are single letters, but none on the other; the two sides may name \
         choices differently"
            .to_owned()
    }
}

/// Gold answers are marks of data sets for no label.
#[derive(Clone, Debug, PartialEq)]
pub struct NoLabelInGold {
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) mark: String,
}

impl Kind for NoLabelInGold {
    fn message(&self) -> String {
        format!(
            "{} gold answers {} {:?}, which datasets use for a missing label; these rows count as questions",
            part(self.rows, self.all),
            by_number(self.rows, "is", "are"),
            self.mark
        )
    }

    rows!(rows);
}

/// Some gold answers have no scale.
#[derive(Clone, Debug, PartialEq)]
pub struct NoGoldScale {
    pub(crate) rows: usize,
    pub(crate) all: usize,
}

impl Kind for NoGoldScale {
    fn message(&self) -> String {
        format!(
            "{} gold answers {} no scale, although others have one; no scale is expected there",
            part(self.rows, self.all),
            by_number(self.rows, "has", "have")
        )
    }

    rows!(rows);
}

/// Some gold answers are of another type than the others.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedGold {
    pub(crate) rows: usize,
    pub(crate) all: usize,
}

impl Kind for MixedGold {
    fn message(&self) -> String {
        format!(
            "{} gold answers {}, unlike the others",
            part(self.rows, self.all),
            by_number(
                self.rows,
                "is true, false or a list of lists",
                "are true, false or lists of lists"
            )
        )
    }

    rows!(rows);
}

/// Questions have no gold answer.
#[derive(Clone, Debug, PartialEq)]
pub struct NoGoldAnswers {
    pub(crate) rows: usize,
    pub(crate) all: usize,
    /// Whether they score 0, or are left out.
    pub(crate) counted: bool,
}

impl Kind for NoGoldAnswers {
    fn message(&self) -> String {
        let [have, score, are] = by_number(
            self.rows,
            ["has", "and scores 0", "and is not scored"],
            ["have", "and score 0", "and are not scored"],
        );
        let end = if self.counted { score } else { are };
        format!("{} questions {have} no gold answer {end}", part(self.rows, self.all))
    }

    rows!(rows);
}

/// Gold questions have a blank answer or id.
#[derive(Clone, Debug, PartialEq)]
pub struct BlankGold {
    pub(crate) what: &'static str,
    pub(crate) rows: usize,
}

impl Kind for BlankGold {
    fn message(&self) -> String {
        match self.rows {
            1 => format!("1 gold question has a blank {}", self.what),
            rows => format!("{} gold questions have a blank {}", grouped(rows), self.what),
        }
    }

    rows!(rows);
}

/// Questions are left out because the preset does not know their part.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownParts {
    pub(crate) rows: usize,
    pub(crate) column: String,
    /// The parts that the preset knows.
    pub(crate) known: String,
}

impl Kind for UnknownParts {
    fn message(&self) -> String {
        let Self { rows, column, known } = self;
        match rows {
            1 => format!("1 question is left out because its {column} is not one of {known}"),
            rows => format!(
                "{} questions are left out because their {column} is not one of {known}",
                grouped(*rows)
            ),
        }
    }

    rows!(rows);
}

/// The last row looks like a summary of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryRow {
    pub(crate) file: String,
    pub(crate) word: String,
}

impl Kind for SummaryRow {
    fn message(&self) -> String {
        let Self { file, word } = self;
        format!(
            "the last row of {file} contains {word:?} and looks like a summary of the other rows"
        )
    }

    fn rows(&self) -> Option<usize> {
        Some(1)
    }
}
