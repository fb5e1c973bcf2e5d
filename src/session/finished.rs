//! A finished score with the joined rows behind it: what everything that only looks at a score starts from.

use super::pairing::Pairing;
use super::plan::Plan;
use super::{Score, Session, Source};
use crate::base::types::Verdict;
use crate::doubt::Doubt;
use crate::programs::workshop::{Workshop, waits};
use crate::report::model::DoubtCard;
use crate::score::evaluate::Material;
use crate::session::protocol::Choices;

/// A finished score, with the files that it is of, and the choices and the plan that it was made by.
#[derive(Clone, Debug)]
pub struct Finished<'s> {
    pub(super) sources: &'s [Source],
    pub(super) choices: &'s Choices,
    pub(super) plan: &'s Plan,
    pub(super) pairing: &'s Pairing,
    /// The score.
    pub score: &'s Score,
    /// What was scored.
    pub material: Material<'s>,
}

impl Session {
    /// The score with what it is of, once it is finished.
    pub fn finished(&self) -> Option<Finished<'_>> {
        let Self { sources, choices, plan, .. } = self;
        let (score, material) = (self.score.as_ref()?, self.material()?);
        let pairing = self.pairing.as_ref()?;
        Some(Finished { sources, choices, plan, pairing, score, material })
    }
}

impl<'s> Finished<'s> {
    /// What a question of a run is marked as; while programs are left to be run, by those of its attempts
    /// that were, if all of them were.
    pub fn verdict(&self, run: usize, row: usize) -> Verdict {
        let Some(scores) = self.score.evaluation.runs.get(run) else { return Verdict::Unanswered };
        let so_far = || self.material.ran?.so_far(&self.material.joined.runs[run], row);
        let so_far = if scores.mark(row).is_nan() { so_far() } else { None };
        so_far.unwrap_or_else(|| scores.verdict(row))
    }

    /// Why the score is provisional, as it is now: programs that have been run since are not waited for.
    pub(super) fn reasons(&self) -> Vec<DoubtCard> {
        let mut reasons = self.score.reasons();
        let is_waiting = |doubt: &Doubt| matches!(doubt, Doubt::NotRun(_));
        if let Some(place) = self.score.provisional.iter().position(is_waiting) {
            let now = waits(&self.material).map(|now| DoubtCard::new(&now.into(), None));
            reasons.splice(place..=place, now);
        }
        reasons
    }

    /// The programs that are run here, if there are some.
    pub(super) fn workshop(&self) -> Option<Workshop<'s>> {
        Workshop::new(self.material.clone(), &self.score.settings)
    }
}
