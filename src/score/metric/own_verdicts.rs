//! What a file says itself of its answers: whether somebody or something found them right. Nothing is
//! compared here; the definition is our own.

use super::NO_MATCH;
use super::compare::{AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, no_verdict};
use crate::base::diagnostic::Code;
use crate::understand::names::{graded, is_graded_unattempted};

pub(crate) const COMPARISON: AnswerComparison = AnswerComparison {
    notes: &[Note {
        code: Code::NoVerdict,
        words: "an answer has no readable verdict; it counts as wrong",
        remedy: "write right or wrong in the column of verdicts, or choose another column",
        doubt: true,
    }],
    verdicts: true,
    ..AnswerComparison::new(
        "own_verdicts",
        "An answer is right if the file itself says so; nothing is compared.",
        |_| Box::new(OwnVerdicts),
    )
};

#[derive(Debug)]
struct OwnVerdicts;

impl Judge for OwnVerdicts {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        match question.answer.and_then(graded) {
            Some(right) => {
                let tried = right || !question.answer.is_some_and(is_graded_unattempted);
                let mut judged = Judged::plain(right, NO_MATCH);
                judged.extras.attempted = f64::from(u8::from(tried));
                judged
            }
            None => Judged { notes: no_verdict(question), ..Judged::plain(false, NO_MATCH) },
        }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let (answer, words) = match question.answer.and_then(graded) {
            Some(true) => (Some("right"), "The file says that this answer is right."),
            Some(false) if question.answer.is_some_and(is_graded_unattempted) => {
                (Some("not attempted"), "The file says that no answer was attempted.")
            }
            Some(false) => (Some("wrong"), "The file says that this answer is wrong."),
            None => {
                (None, "The file does not say whether this answer is right, so it counts as wrong.")
            }
        };
        let answer = answer.map(Shown::plain);
        Reading { answer, words: vec![words.to_owned()], ..Reading::default() }
    }
}
