//! Answers of several people to one question, each of which counts: how many of them an answer agrees
//! with, as visual question answering is scored. Antol et al. 2015, "VQA: Visual Question Answering";
//! the normal form is our own.

use super::MatchScore;
use super::compare::{
    AnswerComparison, Judge, Judged, Question, Reading, Shown, matched, normalizer,
};
use crate::text::Normalizer;

/// The share of three people who gave the answer.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    "votes",
    "Each gold answer comes from one person. An answer that at least three of the others gave is \
     right; an answer that fewer gave is partly right.",
    |values| Box::new(Votes { normalizer: normalizer(values) }),
);

/// So many people who say the same make an answer right.
const ENOUGH: f64 = 3.0;

#[derive(Debug)]
struct Votes {
    normalizer: Normalizer,
}

impl Votes {
    /// The first person who gave the answer, how many did, and the mean over all people of how right the
    /// others make it.
    fn count(&self, question: &Question<'_>) -> (Option<usize>, usize, f64) {
        let Some(answer) = question.answer.map(|answer| self.normalizer.form(answer)) else {
            return (None, 0, 0.0);
        };
        let same: Vec<bool> =
            question.golds.iter().map(|gold| self.normalizer.form(gold) == answer).collect();
        let votes = same.iter().filter(|same| **same).count();
        let others = |own: &bool| (votes - usize::from(*own)) as f64;
        let right = same.iter().map(|own| (others(own) / ENOUGH).min(1.0)).sum::<f64>();
        let mean = if same.is_empty() { 0.0 } else { right / same.len() as f64 };
        (same.iter().position(|same| *same), votes, mean)
    }
}

impl Judge for Votes {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let (first, _, mean) = self.count(question);
        let mut judged = Judged { verdict: MatchScore::UNGRADED, ..Judged::NOTHING };
        judged.verdict.exact_match = mean == 1.0;
        judged.extras.accuracy = mean;
        judged.matched = matched(first);
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let (_, votes, _) = self.count(question);
        let words = format!(
            "{votes} of {} people gave this answer. Each person is left out in turn; the answer \
             then scores a third for each of the others who gave it, up to 1. The score is the \
             mean.",
            question.golds.len()
        );
        Reading::of(question, |text| Shown::plain(self.normalizer.form(text)), vec![words])
    }
}
