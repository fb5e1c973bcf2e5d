//! Doubts about the form of predictions: what of a cell is scored.

use super::{Kind, Remedy};
use crate::base::digits::{by_number, part};

/// Predictions are log-likelihoods of the choices.
#[derive(Clone, Debug, PartialEq)]
pub struct LikeliestChoices {
    pub(crate) file: String,
}

impl Kind for LikeliestChoices {
    fn message(&self) -> String {
        format!(
            "the predictions in {} are log-likelihoods of the choices; the number of the likeliest \
             choice, counted from 0, is scored",
            self.file
        )
    }

    about!(file);
}

/// Predictions begin with a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedPredictions {
    pub(crate) file: String,
}

impl Kind for GradedPredictions {
    fn message(&self) -> String {
        format!(
            "the predictions in {} begin with a verdict such as [PASS]; the text after it is scored",
            self.file
        )
    }

    about!(file);
}

/// Predictions end with the token that ends outputs of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct EndTokens {
    pub(crate) file: String,
}

impl Kind for EndTokens {
    fn message(&self) -> String {
        format!(
            "predictions in {} end with a model's end token, such as </s>; the token is removed",
            self.file
        )
    }

    about!(file);
}

/// Predictions stand in quotes, brackets or objects.
#[derive(Clone, Debug, PartialEq)]
pub struct WrappedPredictions {
    pub(crate) file: String,
    /// Whether all do.
    pub(crate) all: bool,
}

impl Kind for WrappedPredictions {
    fn message(&self) -> String {
        format!(
            "{} prediction in {} is wrapped in quotes, brackets or an object; the text inside is scored",
            if self.all { "every" } else { "nearly every" },
            self.file
        )
    }

    about!(file);
}

/// Some predictions look wrapped and cannot be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct UnopenedPredictions {
    pub(crate) file: String,
    pub(crate) rows: usize,
    pub(crate) all: usize,
}

impl Kind for UnopenedPredictions {
    fn message(&self) -> String {
        format!(
            "{} predictions in {} {} wrapped like the others but without text; they are scored as \
             written",
            part(self.rows, self.all),
            self.file,
            by_number(self.rows, "looks", "look")
        )
    }

    rows!(rows);
    about!(file);
}

/// Predictions are lists of several texts.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstOfLists {
    pub(crate) file: String,
    pub(crate) lists: usize,
    pub(crate) all: usize,
}

impl Kind for FirstOfLists {
    fn message(&self) -> String {
        let Self { file, lists, all } = self;
        let are = by_number(*lists, "is a list", "are lists");
        format!(
            "{} predictions in {file} {are} of several texts; the first text of each list is scored",
            part(*lists, *all)
        )
    }

    rows!(lists);
    about!(file);
}

/// Most predictions are lists or objects.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedPredictions {
    pub(crate) run: String,
    pub(crate) nested: usize,
    pub(crate) all: usize,
}

impl Kind for NestedPredictions {
    fn message(&self) -> String {
        let Self { run, nested, all } = self;
        let are = by_number(*nested, "is a list or an object", "are lists or objects");
        let part = part(*nested, *all);
        format!("{part} predictions of {run} {are}; they are compared as written")
    }

    rows!(nested);
    about!(run);
}

/// Some predictions are lists in another form than the others.
#[derive(Clone, Debug, PartialEq)]
pub struct ListAsText {
    pub(crate) run: String,
    pub(crate) rows: usize,
    pub(crate) filled: usize,
    pub(crate) how: OddLists,
}

/// What is odd about lists among predictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OddLists {
    /// The other predictions are no lists.
    Alone,
    /// They hold lists.
    Nested,
    /// They cannot be read.
    Broken,
}

impl Kind for ListAsText {
    fn message(&self) -> String {
        let (part, run) = (part(self.rows, self.filled), &self.run);
        let are = by_number(self.rows, "is a list", "are lists");
        let [contain, break_off] =
            by_number(self.rows, ["contains", "breaks off"], ["contain", "break off"]);
        match self.how {
            OddLists::Alone => format!(
                "{part} predictions of {run} {are} written as text, while the others are not lists; \
                 they are compared as written"
            ),
            OddLists::Nested => {
                format!("{part} predictions of {run} {are} that {contain} lists")
            }
            OddLists::Broken => {
                format!("{part} predictions of {run} {are} that {break_off} or cannot be read")
            }
        }
    }

    rows!(rows);
    about!(run);
}

/// Values that should be probabilities of no answer are beyond 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct NoProbabilities {
    pub(crate) file: String,
    pub(crate) beyond: usize,
    pub(crate) all: usize,
}

impl Kind for NoProbabilities {
    fn message(&self) -> String {
        let Self { file, beyond, all } = self;
        let are = by_number(*beyond, "is", "are");
        format!(
            "{} values in {file} {are} not between 0 and 1; they may be log odds instead of \
             probabilities; an answer counts as withheld if its value is above the threshold, which is \
             1 by default",
            part(*beyond, *all)
        )
    }

    rows!(beyond);

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::WithholdNone)
    }
}

/// Predictions have no supporting facts, which are scored.
#[derive(Clone, Debug, PartialEq)]
pub struct NoSupportingFacts {
    pub(crate) run: String,
    pub(crate) rows: usize,
    pub(crate) filled: usize,
}

impl Kind for NoSupportingFacts {
    fn message(&self) -> String {
        format!(
            "{} predictions of {} {} 0 for them",
            part(self.rows, self.filled),
            self.run,
            by_number(
                self.rows,
                "has no supporting facts and scores",
                "have no supporting facts and score"
            )
        )
    }

    rows!(rows);
    about!(run);
}
