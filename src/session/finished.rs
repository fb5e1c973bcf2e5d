//! A finished score with its joined rows: everything that only reads a score starts from it.

use super::pairing::Pairing;
use super::plan::Plan;
use super::{Score, Session, Source};
use crate::base::types::Verdict;
use crate::doubt::Doubt;
use crate::programs::workshop::{Workshop, waits};
use crate::report::model::DoubtCard;
use crate::score::evaluate::Material;
use crate::session::protocol::Choices;

/// A finished score, with its files and the choices and the plan that produced it.
#[derive(Clone, Debug)]
pub struct Finished<'s> {
    pub(super) sources: &'s [Source],
    pub(super) choices: &'s Choices,
    pub(super) plan: &'s Plan,
    pub(super) pairing: &'s Pairing,
    /// The score.
    pub score: &'s Score,
    /// The joined rows that were scored.
    pub material: Material<'s>,
}

impl Session {
    /// The score with its joined rows, once it is finished.
    pub fn finished(&self) -> Option<Finished<'_>> {
        let Self { sources, choices, plan, .. } = self;
        let (score, material) = (self.score.as_ref()?, self.material()?);
        let pairing = self.pairing.as_ref()?;
        Some(Finished { sources, choices, plan, pairing, score, material })
    }
}

impl<'s> Finished<'s> {
    /// The verdict on a question of a run. While programs are still to be run, it follows from the attempts
    /// that were run, if these are all of the question's attempts.
    pub fn verdict(&self, run: usize, row: usize) -> Verdict {
        let Some(scores) = self.score.evaluation.runs.get(run) else { return Verdict::Unanswered };
        let so_far = || self.material.ran?.so_far(&self.material.joined.runs[run], row);
        let so_far = if scores.mark(row).is_nan() { so_far() } else { None };
        so_far.unwrap_or_else(|| scores.verdict(row))
    }

    /// Why the score is provisional now, without waiting for programs that have been run since.
    pub(super) fn reasons(&self) -> Vec<DoubtCard> {
        let mut reasons = self.score.reasons();
        let is_waiting = |doubt: &Doubt| matches!(doubt, Doubt::NotRun(_));
        if let Some(place) = self.score.provisional.iter().position(is_waiting) {
            let now = waits(&self.material).map(|now| DoubtCard::new(&now.into(), None));
            reasons.splice(place..=place, now);
        }
        reasons
    }

    /// The programs that are run here, if there are any.
    pub(super) fn workshop(&self) -> Option<Workshop<'s>> {
        Workshop::new(self.material.clone(), &self.score.settings)
    }
}
