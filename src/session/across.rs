//! How all runs do on one question: whether none or every run is right, and whether they agree on an answer
//! that the gold file does not have.

use super::Finished;
use super::flips::differ;
use crate::base::types::Verdict;
use crate::session::protocol::Across;
use std::collections::BTreeMap;

/// Two runs are compared side by side; from this many on, it is informative how all of them do on a
/// question.
const FEWEST: usize = 3;

impl Finished<'_> {
    /// Counts the questions on which all runs do the same. Empty for fewer than three runs.
    pub fn across(&self) -> BTreeMap<Across, u64> {
        let mut counts = BTreeMap::new();
        let evaluation = &self.score.evaluation;
        let rows = evaluation.runs.first().map_or(0, |run| run.states.len());
        for row in 0..rows {
            for across in self.across_of(row) {
                *counts.entry(across).or_insert(0) += 1;
            }
        }
        counts
    }

    /// In which of these ways all runs do the same on a question; empty for fewer than three runs.
    pub(super) fn across_of(&self, row: usize) -> impl Iterator<Item = Across> {
        let counts =
            !self.score.settings.preset.takes_programs() && self.own_runs().count() >= FEWEST;
        let all = [Across::EveryRight, Across::NoneRight, Across::SameAnswer].into_iter();
        all.filter(move |across| counts && self.is_across(*across, row))
    }

    /// Whether all runs do in this way on a question.
    pub(super) fn is_across(&self, across: Across, row: usize) -> bool {
        let verdict = |run| self.verdict(run, row);
        let mut runs = self.own_runs();
        match across {
            Across::EveryRight => runs.all(|run| verdict(run) == Verdict::Right),
            // On a question that does not count, no run is wrong.
            Across::NoneRight => {
                runs.all(|run| matches!(verdict(run), Verdict::Wrong | Verdict::Partly))
            }
            Across::SameAnswer => {
                let (evaluation, material) = (&self.score.evaluation, &self.material);
                let Some(first) = runs.next().filter(|_| self.is_across(Across::NoneRight, row))
                else {
                    return false;
                };
                material.prediction(first, row).is_some_and(|said| !said.trim().is_empty())
                    && runs.all(|run| !differ(evaluation, material, first, run, row))
            }
        }
    }

    /// The runs, without second rules for the same predictions.
    fn own_runs(&self) -> impl Iterator<Item = usize> {
        let runs = &self.material.joined.runs;
        (0..runs.len()).filter(|run| runs[*run].twin.is_none())
    }
}
