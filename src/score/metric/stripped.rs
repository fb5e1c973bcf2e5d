//! Answers of `KILT`: compared by their words, and as they are written but for the white space around
//! them. `_calculate_metrics` of facebookresearch/KILT@2664322b `kilt/eval_downstream.py`.

use super::MatchScore;
use super::compare::{
    AnswerComparison, Judge, Judged, Question, Reading, Shown, empty_rule, matched, normalizer,
};
use super::token_f1::{EmptyRule, Overlap, YesNoRule, token_f1};
use crate::base::digits::fixed;
use crate::text::classes::strip;
use crate::text::{Normalizer, Scratch};

/// `stripped`: a gold answer without text is none, and an answer without text is wrong.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    "stripped",
    "Compares words; for accuracy, texts as written. Blank answers are wrong, and blank gold \
     answers do not count.",
    |values| Box::new(Stripped { normalizer: normalizer(values), empty: empty_rule(values) }),
);

#[derive(Debug)]
struct Stripped {
    normalizer: Normalizer,
    empty: EmptyRule,
}

impl Judge for Stripped {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let mut judged = Judged::NOTHING;
        judged.extras.accuracy = 0.0;
        let answer = strip(question.answer.unwrap_or(""));
        if answer.is_empty() {
            return judged;
        }
        let mut scratch = Scratch::default();
        let form = self.normalizer.apply(answer, &mut scratch).to_owned();
        let golds: Vec<(usize, &str)> = question
            .golds
            .iter()
            .map(|gold| strip(gold))
            .enumerate()
            .filter(|(_, gold)| !gold.is_empty())
            .collect();
        let (mut equal, mut closest, mut overlap) = (None, None, Overlap::ZERO);
        for (place, gold) in &golds {
            let gold = self.normalizer.apply(gold, &mut scratch);
            let found = token_f1(&form, gold, self.empty, YesNoRule::Off);
            if found.f1 > overlap.f1 {
                (closest, overlap) = (Some(*place), found);
            }
            if form == gold {
                equal.get_or_insert(*place);
            }
        }
        judged.verdict = MatchScore { exact_match: equal.is_some(), overlap };
        judged.matched = matched(equal.or(closest));
        judged.extras.accuracy = f64::from(u8::from(golds.iter().any(|(_, gold)| *gold == answer)));
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let judged = self.judge(question);
        let form = |text: &str| Shown::plain(self.normalizer.form(text));
        let words = |answer: &str| {
            if strip(answer).is_empty() {
                return "A blank answer is wrong here.".to_owned();
            }
            format!(
                "{} a gold answer in every character: accuracy {}. By words: exact match {}, F1 {}.",
                if judged.extras.accuracy == 1.0 { "It is" } else { "It is not" },
                judged.extras.accuracy,
                u8::from(judged.verdict.exact_match),
                fixed(judged.verdict.overlap.f1, 2)
            )
        };
        Reading::of(question, form, question.answer.map(words).into_iter().collect())
    }
}
