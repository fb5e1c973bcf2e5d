//! Doubts about outputs that are no answers.

use super::{Kind, Remedy, quoted};
use crate::base::diagnostic::Code;
use crate::base::digits::{by_number, counted, grouped};
use crate::score::metric::compare::Note;

/// Outputs stop while the model thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct CutThoughts {
    pub(crate) run: String,
    pub(crate) outputs: usize,
    /// How many of them count as right.
    pub(crate) right: usize,
}

impl Kind for CutThoughts {
    fn message(&self) -> String {
        let Self { run, outputs, right } = self;
        let cut = format!(
            "{} of {run} {} before the model has finished thinking",
            counted(*outputs, "output"),
            by_number(*outputs, "ends", "end"),
        );
        let verb = by_number(*right, "counts", "count");
        match right {
            0 => cut,
            _ => format!("{cut}; {} of them {verb} as right because of a thought", grouped(*right)),
        }
    }

    rows!(outputs);
    about!(run);
}

/// Outputs are messages of errors.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorMessages {
    pub(crate) run: String,
    pub(crate) outputs: usize,
    /// How many of them count as right.
    pub(crate) right: usize,
    pub(crate) example: String,
}

impl Kind for ErrorMessages {
    fn message(&self) -> String {
        let Self { run, outputs, right, example } = self;
        let counts = match right {
            0 => "none counts".to_owned(),
            right => format!("{} {}", grouped(*right), by_number(*right, "counts", "count")),
        };
        format!(
            "{} of {run} {}, for example {}; {} scored as an answer, and {counts} as right",
            counted(*outputs, "output"),
            by_number(*outputs, "looks like an error message", "look like error messages"),
            quoted(example),
            by_number(*outputs, "it is", "each is"),
        )
    }

    rows!(outputs);
    about!(run);
}

/// Outputs go on with further questions.
#[derive(Clone, Debug, PartialEq)]
pub struct FurtherQuestions {
    pub(crate) run: String,
    pub(crate) outputs: usize,
}

impl Kind for FurtherQuestions {
    fn message(&self) -> String {
        format!(
            "{} of {} {} further questions, from the prompt or made up, and the extracted answer is not \
             the one before the first of these questions",
            counted(self.outputs, "output"),
            self.run,
            by_number(self.outputs, "contains", "contain")
        )
    }

    rows!(outputs);
    about!(run);
}

/// No answer is found in any prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct NothingExtracted {
    pub(crate) run: String,
    pub(crate) predictions: usize,
}

impl Kind for NothingExtracted {
    fn message(&self) -> String {
        format!(
            "no answer was found in any of the {} predictions of {}; this scorer may expect \
             answers in another form",
            grouped(self.predictions),
            self.run
        )
    }

    rows!(predictions);
    about!(run);
}

/// No prediction has a number, while gold answers are numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct NoNumbers {
    pub(crate) run: String,
    pub(crate) answers: usize,
}

impl Kind for NoNumbers {
    fn message(&self) -> String {
        format!(
            "none of the {} predictions of {} contains a number, although the gold answers are \
             numbers",
            grouped(self.answers),
            self.run
        )
    }

    rows!(answers);
    about!(run);
}

/// No answer has the scale that its question asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherScale {
    pub(crate) run: String,
    pub(crate) answers: usize,
}

impl Kind for OtherScale {
    fn message(&self) -> String {
        format!(
            "none of {} answers of {} has the scale that its question asks for, such as million or \
             percent; they count as wrong for this reason alone",
            grouped(self.answers),
            self.run
        )
    }

    rows!(answers);
    about!(run);
}

/// A run is named as a list of what went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct OnlyFailures {
    pub(crate) run: String,
}

impl Kind for OnlyFailures {
    fn message(&self) -> String {
        format!(
            "the name of {} suggests a list of failures, and none of its answers is right; wrong answers \
             alone do not show the score on all questions",
            self.run
        )
    }

    about!(run);
}

/// A judge noticed something about many questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    pub(crate) note: &'static Note,
    pub(crate) questions: usize,
}

impl Kind for Judged {
    fn own_code(&self) -> Option<&'static str> {
        Some(self.note.code.name())
    }

    fn message(&self) -> String {
        match self.questions {
            1 => format!("1 question: {}", self.note.words),
            count => format!("{} questions: {}", grouped(count), self.note.words),
        }
    }

    rows!(questions);

    fn remedy(&self) -> Option<Remedy> {
        (self.note.code == Code::NoVerdict).then_some(Remedy::LeaveOutBlank)
    }
}
