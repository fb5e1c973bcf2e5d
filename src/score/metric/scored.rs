//! What came of one question: where every metric finds its value.

use super::MatchScore;
use super::compare::Extras;
use super::passes::{all_of_k, pass_at_k, share_of_k};
use super::refusal::Refusal;
use super::token_f1::Overlap;
use crate::base::types::{PartOf, State};

/// What came of one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The state of the question.
    pub state: State,
    /// Index of the gold answer that the score comes from, or [`NO_MATCH`](super::NO_MATCH).
    pub matched: u16,
    /// Whether a gold equals the answer, and the overlap with the closest gold.
    pub answer: MatchScore,
    /// Whether a gold answer is contained in the prediction.
    pub contains: bool,
    /// The supporting facts, where both files have them.
    pub facts: Option<MatchScore>,
    /// Whether this prediction names any.
    pub has_predicted_facts: bool,
    /// Exact match and F1 before the threshold of the probability of no answer.
    pub raw: (f64, f64),
    /// Whether it was right to refuse or to answer; `None` where refusals are not told from answers,
    /// or there is neither.
    pub refusal: Option<Refusal>,
    /// The part of the benchmark that the question belongs to.
    pub part: PartOf,
    /// What a judge gives beside its verdict.
    pub extras: Extras,
    /// What a judge has to say: see [`Judged::notes`](super::compare::Judged::notes).
    pub notes: u8,
    /// How many predictions there are of the question.
    pub attempts: u32,
    /// How many of them equal a gold answer, or pass.
    pub passed: u32,
}

impl Scored {
    /// A value, or exact match where there is none.
    pub(super) fn or_exact(&self, own: f64) -> f64 {
        if own.is_nan() { self.answer.exact() } else { own }
    }

    /// Chance that one of so many attempts passes; NaN where there are fewer. One that is missing did
    /// not pass, nor did any where the reference leaves out all.
    pub(super) fn pass_at(&self, k: u64) -> f64 {
        if k == 1 && self.attempts == 0 {
            return 0.0;
        }
        let [attempts, passed] = [self.attempts, self.passed].map(u64::from);
        pass_at_k(attempts, passed, k).unwrap_or(f64::NAN)
    }

    /// Chance that all of so many attempts pass; NaN where there are fewer.
    pub(super) fn all_of(&self, k: u64) -> f64 {
        let [attempts, passed] = [self.attempts, self.passed].map(u64::from);
        all_of_k(attempts, passed, k).unwrap_or(f64::NAN)
    }

    /// Chance that of so many attempts the one with the highest score passes; NaN where there are fewer, or no scores.
    pub(super) fn best_of(&self, k: u64) -> f64 {
        let place = super::BEST_OF.iter().position(|one| *one == k);
        place.map_or(f64::NAN, |place| self.extras.best[place + 1])
    }

    /// How right the majority of so many attempts is on average; NaN where there are fewer.
    pub(super) fn votes_of(&self, k: u64) -> f64 {
        let place = super::VOTES_OF.iter().position(|one| *one == k);
        place.map_or(f64::NAN, |place| self.extras.votes[place])
    }

    /// Chance that at least half of so many attempts pass; NaN where there are fewer.
    pub(super) fn half_of(&self, k: u64) -> f64 {
        self.share_of(k, k.div_ceil(2))
    }

    /// Chance that at least three quarters of so many attempts pass; NaN where there are fewer.
    pub(super) fn most_of(&self, k: u64) -> f64 {
        self.share_of(k, (3 * k).div_ceil(4))
    }

    fn share_of(&self, k: u64, least: u64) -> f64 {
        let [attempts, passed] = [self.attempts, self.passed].map(u64::from);
        share_of_k(attempts, passed, k, least).unwrap_or(f64::NAN)
    }

    /// Takes a later attempt at the same question in.
    pub fn add(&mut self, later: &Self) {
        self.attempts += later.attempts;
        self.passed += later.passed;
        self.answer.exact_match &= later.answer.exact_match;
        self.notes |= later.notes;
        let rank = |state: State| match state {
            State::Answered => 0,
            State::Blank => 1,
            State::NotExtracted => 2,
            State::Missing | State::Excluded => 3,
        };
        if rank(later.state) < rank(self.state) {
            self.state = later.state;
        }
    }

    /// Answer and supporting facts together; 0 where either is missing.
    pub(super) fn joint(&self) -> Option<MatchScore> {
        let facts = self.facts?;
        let both = self.state != State::Missing && self.has_predicted_facts;
        Some(if both { joint(&self.answer, &facts) } else { MatchScore::NONE })
    }
}

/// Answer and supporting facts together: both exact, and the products of their precisions and
/// recalls. Only for questions that have both; the reference adds 0 for the others. `eval` of
/// hotpotqa/hotpot@36358534 `hotpot_evaluate_v1.py`.
pub fn joint(answer: &MatchScore, facts: &MatchScore) -> MatchScore {
    MatchScore {
        exact_match: answer.exact_match && facts.exact_match,
        overlap: Overlap::from_precision_and_recall(
            answer.overlap.precision * facts.overlap.precision,
            answer.overlap.recall * facts.overlap.recall,
        ),
    }
}
