//! The joint metrics of `HotpotQA`: `eval` of hotpotqa/hotpot@36358534 `hotpot_evaluate_v1.py`.

use super::MatchScore;
use super::token_f1::Overlap;

/// Answer and supporting facts together: both exact, and the products of their precisions and
/// recalls. Only for questions that have both; the reference adds 0 for the others.
pub fn joint(answer: &MatchScore, facts: &MatchScore) -> MatchScore {
    MatchScore {
        exact_match: answer.exact_match && facts.exact_match,
        overlap: Overlap::from_precision_and_recall(
            answer.overlap.precision * facts.overlap.precision,
            answer.overlap.recall * facts.overlap.recall,
        ),
    }
}
