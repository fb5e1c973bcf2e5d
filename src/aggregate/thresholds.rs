//! The no-answer thresholds of `SQuAD` 2.0: rajpurkar/SQuAD-explorer@eee5fdbf `evaluate-v2.0.py`.

use crate::base::order::ascending;

/// A question with a prediction, as the threshold search needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered {
    /// Whether the gold list is non-empty as given. `is_impossible` is not asked, and a question
    /// whose only gold is "the" has an answer.
    pub has_answer: bool,
    /// Whether the prediction is the empty string as given; a blank is not empty.
    pub prediction_is_empty: bool,
    /// Exact match before any threshold, 0 or 1.
    pub exact: f64,
    /// F1 before any threshold, 0 to 1.
    pub f1: f64,
    /// Probability that there is no answer; 0 where no file of probabilities is given.
    pub na_prob: f64,
}

/// The best scores that any threshold reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestThresholds {
    /// `best_exact`, 0 to 100.
    pub exact: f64,
    /// `best_exact_thresh`: the probability of the question at which it is reached first, else 0.
    pub exact_threshold: f64,
    /// `best_f1`, 0 to 100.
    pub f1: f64,
    /// `best_f1_thresh`.
    pub f1_threshold: f64,
}

/// `find_all_best_thresh` over the scored questions *in the order of the probability file*, which
/// decides between equal probabilities. `None` without questions. Where a question has no prediction
/// the reference crashes, so that these are all there are. Probabilities are finite.
pub fn best_thresholds(questions: &[Answered]) -> Option<BestThresholds> {
    if questions.is_empty() {
        return None;
    }
    let ascending: Vec<&Answered> = ascending(questions.iter().map(|one| one.na_prob))
        .into_iter()
        .map(|place| &questions[place as usize])
        .collect();
    let (exact, exact_threshold) = best_threshold(&ascending, |one| one.exact);
    let (f1, f1_threshold) = best_threshold(&ascending, |one| one.f1);
    Some(BestThresholds { exact, exact_threshold, f1, f1_threshold })
}

/// `find_best_thresh`: starts with everything unanswered and lets one question after the other be
/// answered. The maximum is looked for inside ties too.
fn best_threshold(ascending: &[&Answered], value: impl Fn(&Answered) -> f64) -> (f64, f64) {
    let without_answer = ascending.iter().filter(|one| !one.has_answer).count();
    let mut score = without_answer as f64;
    let (mut best, mut threshold) = (score, 0.0);
    for one in ascending {
        score += match (one.has_answer, one.prediction_is_empty) {
            (true, _) => value(one),
            (false, false) => -1.0,
            (false, true) => 0.0,
        };
        if score > best {
            (best, threshold) = (score, one.na_prob);
        }
    }
    (100.0 * best / ascending.len() as f64, threshold)
}
