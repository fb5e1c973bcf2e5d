//! Doubts about answers that count as wrong and may be right.

use super::{Kind, Remedy, quoted};
use crate::base::digits::{by_number, counted, grouped, percent};

/// Outputs say more than the gold answers.
#[derive(Clone, Debug, PartialEq)]
pub struct LongerOutputs {
    pub(crate) run: String,
    /// Share of the gold answers' words in the outputs.
    pub(crate) recall: f64,
    /// Share of the outputs' words in the gold answers.
    pub(crate) precision: f64,
}

impl Kind for LongerOutputs {
    fn message(&self) -> String {
        format!(
            "outputs of {} are longer than the gold answers: they contain {} of the gold answers' words, \
             but only {} of the outputs' words are in the gold answers; exact match counts an answer \
             inside a longer text as wrong, so another extraction rule may change the score",
            self.run,
            percent(self.recall),
            percent(self.precision)
        )
    }

    about!(run);
}

/// Answers that count as wrong have all words of a gold answer in them.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerWithin {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
    pub(crate) gold: String,
}

impl Kind for AnswerWithin {
    fn message(&self) -> String {
        format!(
            "{} of {} {} all words of the gold answer, for example {} for {}; exact match allows no \
             other words",
            counted(self.answers, "answer"),
            self.run,
            by_number(
                self.answers,
                "counts as wrong although it contains",
                "count as wrong although they contain"
            ),
            quoted(&self.said),
            quoted(&self.gold)
        )
    }

    rows!(answers);
    about!(run);
}

/// Answers have the words of a gold answer in another order.
#[derive(Clone, Debug, PartialEq)]
pub struct ReorderedWords {
    pub(crate) run: String,
    pub(crate) answers: usize,
}

impl Kind for ReorderedWords {
    fn message(&self) -> String {
        let [them, sets, they] =
            by_number(self.answers, ["it", "a set", "it"], ["them", "sets", "they"]);
        format!(
            "{} of {} {} exactly the words of a gold answer in another order; exact match counts \
             {them} as wrong, but as {sets} {they} would be right",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "has", "have"),
        )
    }

    rows!(answers);
    about!(run);
}

/// No answer of a run is right.
#[derive(Clone, Debug, PartialEq)]
pub struct NoneRight {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) gold: String,
    pub(crate) said: String,
}

impl Kind for NoneRight {
    fn message(&self) -> String {
        format!(
            "none of the {} answers of {} is right: gold answers look like {}, but its answers look like {}",
            grouped(self.answers),
            self.run,
            quoted(&self.gold),
            quoted(&self.said)
        )
    }

    rows!(answers);
    about!(run);
}

/// One side counts choices or labels from 0, and the other from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedFromAnother {
    pub(crate) run: String,
    /// The first number of the run.
    pub(crate) theirs: u8,
    /// The first number of the gold answers.
    pub(crate) ours: u8,
    /// Share of answers that would be right.
    pub(crate) would_give: f64,
    /// Share of answers that are right.
    pub(crate) gives: f64,
}

impl Kind for CountedFromAnother {
    fn message(&self) -> String {
        let Self { run, theirs, ours, would_give, gives } = self;
        format!(
            "{run} may count from {theirs} while the gold answers count from {ours}; if so, {} would be \
             right instead of {}",
            percent(*would_give),
            percent(*gives)
        )
    }

    about!(run);
}

/// Answers differ from a gold answer in accents, marks and spaces alone.
#[derive(Clone, Debug, PartialEq)]
pub struct NearlyEqual {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
}

impl Kind for NearlyEqual {
    fn message(&self) -> String {
        format!(
            "{} of {} {} from a gold answer only in accents, quotation marks, dashes or spaces and {} \
             as wrong, for example {}",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "differs", "differ"),
            by_number(self.answers, "counts", "count"),
            quoted(&self.said),
        )
    }

    rows!(answers);
    about!(run);
}

/// Answers are the number or day of a gold answer, written in another way.
#[derive(Clone, Debug, PartialEq)]
pub struct RewrittenValues {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
}

impl Kind for RewrittenValues {
    fn message(&self) -> String {
        format!(
            "{} of {} {} the number or date of a gold answer in another form and {} as wrong, for \
             example {}; answers are compared as texts",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "gives", "give"),
            by_number(self.answers, "counts", "count"),
            quoted(&self.said),
        )
    }

    rows!(answers);
    about!(run);

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::CompareByKind)
    }
}

/// Answers are a gold answer in another form.
#[derive(Clone, Debug, PartialEq)]
pub struct AnotherForm {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
    pub(crate) gold: String,
}

impl Kind for AnotherForm {
    fn message(&self) -> String {
        format!(
            "{} of {} {} a gold answer in another form and {} as wrong, for example {} for {}",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "is", "are"),
            by_number(self.answers, "counts", "count"),
            quoted(&self.said),
            quoted(&self.gold)
        )
    }

    rows!(answers);
    about!(run);
}

/// Answers say by another word than the gold answer that there is nothing to say.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherWordForNothing {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
    pub(crate) gold: String,
}

impl Kind for OtherWordForNothing {
    fn message(&self) -> String {
        format!(
            "{} of {} {} \"no answer\" in other words than the gold answer and {} as wrong, for example \
             {} for {}",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "expresses", "express"),
            by_number(self.answers, "counts", "count"),
            quoted(&self.said),
            quoted(&self.gold),
        )
    }

    rows!(answers);
    about!(run);
}

/// Outputs that count as wrong have the gold answer, too.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideAnother {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) said: String,
    pub(crate) gold: String,
}

impl Kind for BesideAnother {
    fn message(&self) -> String {
        format!(
            "{} of {} {} the gold answer next to another answer, for example {} for {}; the \
             verdict depends on which of the two is extracted",
            counted(self.answers, "answer"),
            self.run,
            by_number(
                self.answers,
                "counts as wrong although it contains",
                "count as wrong although they contain"
            ),
            quoted(&self.said),
            quoted(&self.gold),
        )
    }

    rows!(answers);
    about!(run);
}
