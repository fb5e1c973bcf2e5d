//! Mathematical equality as a way to compare answers.

use super::super::compare::{AnswerComparison, Judge, Judged, Question, Reading, Shown};
use super::{Rule, equal_by, mathml, several};
use crate::score::extract::{math_answer, thoughts};

/// Answers compared as mathematics.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    "math",
    "Answers are read as mathematics and compared exactly by value.",
    |values| {
        Box::new(Equality {
            rounds: values("tolerance") == "gold_precision",
            thinks: values("thoughts") == "drop",
        })
    },
);

/// Compares answers by what they say as mathematics. Of a gold answer that is a whole solution, the last
/// box counts.
#[derive(Debug, Default)]
pub(crate) struct Equality {
    /// Whether numbers that round to each other are equal.
    rounds: bool,
    /// Whether outputs are looked at without their thoughts.
    thinks: bool,
}

impl Equality {
    /// The first gold answer all of whose parts an output gives, each by itself.
    fn in_parts(&self, question: &Question<'_>) -> Option<usize> {
        let output = question.output?;
        let output = if self.thinks { thoughts::without(output)? } else { output };
        let mut golds = question.golds.iter();
        golds.position(|gold| several::gives_all(in_box(gold), output, self.rounds))
    }

    /// The first gold answer that is equal, or the first of all, and what is said of it.
    fn best(&self, answer: &str, golds: &[&str]) -> Option<(usize, Rule)> {
        let judged = golds.iter().map(|gold| equal_by(in_box(gold), answer, self.rounds));
        let mut first = None;
        for (index, rule) in judged.enumerate() {
            if rule.equal() {
                return Some((index, rule));
            }
            first = first.or(Some((index, rule)));
        }
        first
    }
}

/// What is in the last box of a text, or the text.
fn in_box(text: &str) -> &str {
    math_answer::boxed(text).map_or(text, |found| found.0)
}

impl Judge for Equality {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let best = question.answer.and_then(|answer| self.best(answer, question.golds));
        let equal = best.filter(|(_, rule)| rule.equal()).map(|(place, _)| place);
        Judged::at(equal.or_else(|| self.in_parts(question)))
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let shown = |text: &str| Shown { text: text.to_owned(), mathml: mathml(text) };
        let best = question.answer.and_then(|answer| self.best(answer, question.golds));
        let in_parts =
            best.is_none_or(|(_, rule)| !rule.equal()) && self.in_parts(question).is_some();
        let words = best.map(|(_, rule)| {
            if in_parts {
                return "Equal: each part of the gold answer is in its own box or after its own letter.".to_owned();
            }
            let verdict = if rule.equal() { "Equal" } else { "Not equal" };
            format!("{verdict}: {}.", rule.words())
        });
        Reading {
            answer: question.answer.map(shown),
            golds: question.golds.iter().map(|gold| shown(in_box(gold))).collect(),
            words: words.into_iter().collect(),
            ..Reading::default()
        }
    }
}
