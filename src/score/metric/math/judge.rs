//! Mathematical equality as a way to compare answers.

use super::super::compare::{AnswerComparison, Judge, Judged, Question, Reading, Shown};
use super::{Rule, equal_by, mathml};
use crate::score::extract::math_answer;

/// Answers compared as mathematics.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    "math",
    "Answers are read as mathematics and compared exactly by value.",
    |values| Box::new(Equality { rounds: values("tolerance") == "gold_precision" }),
);

/// Compares answers by what they say as mathematics. Of a gold answer that is a whole solution, the last
/// box counts.
#[derive(Debug, Default)]
pub(crate) struct Equality {
    /// Whether numbers that round to each other are equal.
    rounds: bool,
}

impl Equality {
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
        Judged::at(best.filter(|(_, rule)| rule.equal()).map(|(place, _)| place))
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let shown = |text: &str| Shown { text: text.to_owned(), mathml: mathml(text) };
        let best = question.answer.and_then(|answer| self.best(answer, question.golds));
        let words = best.map(|(_, rule)| {
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
