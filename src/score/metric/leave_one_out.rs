//! The scores of an answer where people gave several gold answers, and each of those is scored against
//! the others as well: `_compute_turn_score` of stanfordnlp/coqa-baselines@693d05b3
//! `scripts/evaluate-v1.0.py`.

use super::compare::{
    AnswerComparison, Judge, Judged, Question, Reading, Shown, empty_rule, matched, normalizer,
};
use super::token_f1::{EmptyRule, YesNoRule, token_f1};
use crate::base::digits::fixed;
use crate::text::{Normalizer, Scratch};

/// The mean over gold answers of the best value among the others; of one gold answer its value. 0
/// without any, where the reference stops.
///
/// `values` are those of the comparison with each gold answer, in their order.
pub fn leave_one_out(values: &[f64]) -> f64 {
    if let [] | [_] = values {
        return values.first().copied().unwrap_or(0.0);
    }
    let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
    let best = greatest(&mut values.iter().copied());
    let place = values.iter().position(|value| *value == best).unwrap_or(0);
    let others = values.iter().enumerate().filter(|(index, _)| *index != place);
    let second = greatest(&mut others.map(|(_, value)| *value));
    // Added up one by one, for the last digit.
    let sum =
        (0..values.len()).fold(0.0, |sum, left| sum + if left == place { second } else { best });
    sum / values.len() as f64
}

/// `leave_one_out`: see [`leave_one_out`].
pub const COMPARISON: AnswerComparison = AnswerComparison {
    shares: true,
    ..AnswerComparison::new(
        "leave_one_out",
        "Compares words. Each gold answer is left out once, so that people can be scored in the \
         same way.",
        |values| {
            Box::new(LeaveOneOut { normalizer: normalizer(values), empty: empty_rule(values) })
        },
    )
};

#[derive(Debug)]
struct LeaveOneOut {
    normalizer: Normalizer,
    empty: EmptyRule,
}

impl LeaveOneOut {
    /// Exact match and F1 with each gold answer.
    fn values(&self, question: &Question<'_>) -> (Vec<f64>, Vec<f64>) {
        let mut scratch = Scratch::default();
        let answer = self.normalizer.apply(question.answer.unwrap_or(""), &mut scratch).to_owned();
        let mut value = |gold: &&str| {
            let gold = self.normalizer.apply(gold, &mut scratch);
            let overlap = token_f1(&answer, gold, self.empty, YesNoRule::Off);
            (f64::from(u8::from(answer == gold)), overlap.f1)
        };
        question.golds.iter().map(&mut value).unzip()
    }
}

impl Judge for LeaveOneOut {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let (exact, f1) = match question.answer {
            Some(_) => self.values(question),
            None => (Vec::new(), Vec::new()),
        };
        let place = |values: &[f64]| {
            let best = values.iter().copied().fold(0.0, f64::max);
            values.iter().position(|value| best > 0.0 && *value == best)
        };
        let matched = matched(place(&exact).or_else(|| place(&f1)));
        let share = leave_one_out(&exact);
        let mut judged = Judged::graded(share == 1.0, leave_one_out(&f1), matched);
        judged.extras.exact_share = share;
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let form = |text: &str| Shown::plain(self.normalizer.form(text));
        let (exact, f1) = self.values(question);
        let words = |_| match question.golds.len() {
            0 => "The question has no gold answer: it scores 0.".to_owned(),
            1 => "There is only one gold answer, so the output is compared with it.".to_owned(),
            count => format!(
                "It is compared {count} times, each time without one of the {count} gold answers. \
                 The best of the others counts: exact match {}, F1 {} on average.",
                fixed(leave_one_out(&exact), 3),
                fixed(leave_one_out(&f1), 3)
            ),
        };
        Reading::of(question, form, question.answer.map(words).into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gold_answer_is_left_out_once() {
        for (values, expected) in [
            (&[][..], 0.0),
            (&[0.25], 0.25),
            (&[1.0, 0.0], 0.5),
            (&[1.0, 0.0, 1.0], 1.0),
            (&[0.0, 0.5, 1.0, 0.0], (1.0 + 1.0 + 0.5 + 1.0) / 4.0),
        ] {
            assert_eq!(leave_one_out(values), expected);
        }
    }
}
