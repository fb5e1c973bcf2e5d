//! The judges of the graders: each takes the gold answer out of the gold text as its grader does.

use super::sympy::Equality;
use super::{evoagentx, hendrycks, minerva, prm800k};
use crate::base::diagnostic::Code;
use crate::score::extract::boxed;
use crate::score::metric::NO_MATCH;
use crate::score::metric::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown,
};

const NOTES: &[Note] = &[
    Note {
        code: Code::ReferenceMayDiffer,
        words: "the reference uses SymPy where Scoredrop only estimates, so its verdict may differ",
        remedy: "compare both answers yourself",
        doubt: false,
    },
    Note {
        code: Code::NoGoldBox,
        words: "the gold solution has no box that this scorer can read, so no output is right",
        remedy: "check that this column holds the gold solutions",
        doubt: true,
    },
];
const UNCERTAIN: u8 = 1;
const NO_GOLD: u8 = 2;

/// Equal as texts in the normal form of MATH's own grader.
pub const HENDRYCKS: AnswerComparison = AnswerComparison::new(
    "math(hendrycks)",
    "The answer and the last box of the gold solution are compared as texts, normalised as in \
     the MATH benchmark's own grader.",
    |_| Box::new(Grader::Hendrycks),
)
.noting(NOTES);

/// Equal in a normal form or, piece by piece, to `SymPy`.
pub const PRM800K: AnswerComparison = AnswerComparison::new(
    "math(prm800k)",
    "The answer and the last box of the gold solution are compared by PRM800K's grader: as texts \
     in two normal forms, then as expressions.",
    |_| Box::new(Grader::Prm800k),
)
.noting(NOTES);

/// Equal to `SymPy` in the normal form of Minerva.
pub const MINERVA: AnswerComparison = AnswerComparison::new(
    "math(minerva)",
    "The answer and the last box of the gold solution are compared as expressions, normalised as \
     in Minerva. A text that is not an expression equals nothing.",
    |_| Box::new(Grader::Minerva),
)
.noting(NOTES);

/// Equal as texts, as numbers within 0.001, or to `SymPy`.
pub const EVOAGENTX: AnswerComparison = AnswerComparison::new(
    "math(evoagentx)",
    "The answer and the last box of the gold solution are compared as EvoAgentX does: as \
              texts, as numbers within 0.001, as expressions.",
    |_| Box::new(Grader::EvoAgentX),
)
.noting(NOTES);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grader {
    Hendrycks,
    Prm800k,
    Minerva,
    EvoAgentX,
}

impl Grader {
    /// The answer in a gold text. One without any box is the answer itself.
    fn gold(self, text: &str) -> Option<&str> {
        if self == Self::EvoAgentX {
            return Some(boxed::last_shallow_or_sentence(text));
        }
        let has_box = text.contains("\\boxed") || text.contains("\\fbox");
        if !has_box {
            return Some(text);
        }
        if self == Self::Hendrycks {
            boxed::last_balanced(text)
        } else {
            boxed::last_balanced_or_bare(text)
        }
    }

    fn compare(self, answer: Option<&str>, gold: Option<&str>) -> Equality {
        let (answer, gold) = match (answer, gold) {
            (Some(answer), Some(gold)) => (answer, gold),
            // Two answers that were not found are equal to this one.
            (None, None) if self == Self::Hendrycks => return Equality::certain(true),
            _ => return Equality::certain(false),
        };
        match self {
            Self::Hendrycks => Equality::certain(hendrycks::is_equiv(Some(answer), Some(gold))),
            Self::Prm800k => prm800k::grade_answer(answer, gold),
            Self::Minerva => {
                minerva::is_equiv(&minerva::normal_form(answer), &minerva::normal_form(gold))
            }
            Self::EvoAgentX => evoagentx::math_equal(answer, gold),
        }
    }

    /// An answer as it is compared.
    fn form(self, answer: &str) -> String {
        match self {
            Self::Hendrycks => hendrycks::normal_form(answer).unwrap_or_else(|| answer.to_owned()),
            Self::Prm800k => prm800k::soft_form(answer),
            Self::Minerva => minerva::normal_form(answer),
            Self::EvoAgentX => answer.to_owned(),
        }
    }
}

impl Judge for Grader {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        if question.output.is_none() {
            return Judged::plain(false, NO_MATCH);
        }
        let mut notes = 0;
        for (place, gold) in (0..NO_MATCH).zip(question.golds) {
            let gold = self.gold(gold);
            let equality = self.compare(question.answer, gold);
            let note = if equality.certain { 0 } else { UNCERTAIN };
            if equality.equal {
                return Judged { notes: note, ..Judged::plain(true, place) };
            }
            notes |= note | if gold.is_none() { NO_GOLD } else { 0 };
        }
        Judged { notes, ..Judged::plain(false, NO_MATCH) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let grader = *self;
        let shown = |text: &str| Shown::plain(grader.form(text));
        let mut words = vec![
            match self {
                Self::Hendrycks => "Both are compared as texts, in this form.",
                Self::Prm800k => {
                    "Both are compared as texts, in this form and in a stricter one. Then SymPy \
                     decides whether their difference is 0."
                }
                Self::Minerva => {
                    "SymPy reads both as LaTeX and decides whether their difference is 0. A text \
                     that SymPy cannot read equals nothing."
                }
                Self::EvoAgentX => {
                    "Answers are equal if their texts are equal, if they are numbers within 0.001 \
                     of each other, or if SymPy finds that the difference of the expressions is \
                     within 0.001 of 0. SymPy does not read all LaTeX."
                }
            }
            .to_owned(),
        ];
        let judged = self.judge(question);
        if judged.notes & UNCERTAIN != 0 {
            words.push(
                "The reference may differ here, because SymPy may or may not know the identity \
                 needed."
                    .to_owned(),
            );
        }
        Reading {
            answer: question.answer.map(shown),
            golds: question
                .golds
                .iter()
                .map(|gold| match grader.gold(gold) {
                    Some(gold) => shown(gold),
                    None => Shown::plain("no box"),
                })
                .collect(),
            words,
            ..Reading::default()
        }
    }
}
