//! A file that holds gold answers and predictions next to each other: which column is which.
//!
//! A bare `answer` is ambiguous: next to `prediction` it is mostly the gold answer, but a file of
//! predictions may name its own output so, or have both.

use super::columns::{named, share};
use crate::base::types::{Certainty, Field};
use crate::table::{Kind, Table};
use crate::understand::names::{
    LOOSE_ANSWERS, LOOSE_PREDICTION, are_of_one_output, canonical, is_name_of,
};

/// Gold answers and predictions of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) answers: String,
    pub(super) prediction: String,
    /// Whether the names leave a doubt about which is which.
    pub(super) certainty: Certainty,
    /// Whether a file on its own may equally be one of predictions.
    pub(super) alone: Certainty,
    /// Whether both have known names.
    pub(super) named: bool,
}

/// The pair that the names of `free` columns suggest.
fn by_name(free: &[&str]) -> Option<Pair> {
    let gold = named(free, Field::Answers, LOOSE_ANSWERS);
    let prediction = named(free, Field::Prediction, LOOSE_PREDICTION);
    let sure = prediction.is_some();
    let (answers, prediction) = match (gold, prediction) {
        (Some(gold), Some(prediction)) => (gold, prediction),
        (None, Some(prediction)) => (named(free, Field::Answers, &[])?, prediction),
        (Some(gold), None) => (gold, named(free, Field::Prediction, &[])?),
        (None, None) => (
            named(free, Field::Answers, &[])?,
            named(free, Field::Prediction, &["answer_text", "answer"])?,
        ),
    };
    let guessed = |doubt| if doubt { Certainty::Guessed } else { Certainty::Proven };
    Some(Pair {
        certainty: guessed(!sure),
        alone: guessed(!sure || canonical(&answers) == "answer"),
        answers,
        prediction,
        named: true,
    })
}

/// The pair in a file that the user says holds both: by name, or the gold answers and the only other
/// column of text, which may be named after the model.
pub(super) fn of_table(sample: &Table, free: &[&str]) -> Option<Pair> {
    by_name(free).or_else(|| {
        let answers = named(free, Field::Answers, &[])?;
        let text = |name: &str| share(sample, name, |kind, _| kind == Kind::String) > 0.9;
        let mut others = free.iter().filter(|name| {
            **name != answers
                && text(name)
                && !is_name_of(name, Field::Answers)
                && !is_name_of(name, Field::Group)
                && !are_of_one_output(&answers, name)
        });
        let prediction = (*others.next()?).to_owned();
        let (certainty, alone) = (Certainty::Guessed, Certainty::Guessed);
        if others.next().is_some() {
            return None;
        }
        Some(Pair { answers, prediction, certainty, alone, named: false })
    })
}
