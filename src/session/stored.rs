//! Verdicts that files of predictions have of their own, held against ours.

use super::Session;
use crate::digits::{part, percent};
use crate::evaluate::{Evaluation, Material};
use crate::join::NONE;
use crate::reading::verdict;
use crate::types::{State, Stored};

/// Files disagree with the score where more than one in so many verdicts does.
const TOLERATED: u64 = 20;

impl Session {
    /// The verdicts of each run's file, where it has any of its own.
    pub(super) fn stored(
        &self,
        material: &Material<'_>,
        scores: &Evaluation,
    ) -> Vec<Option<Stored>> {
        let of_run = |run: usize| {
            let joined = &material.joined.runs[run];
            let file = *self.plan.predictions.get(joined.file)?;
            let name = self.plan.verdicts.get(&file).filter(|_| joined.twin.is_none())?;
            let table = material.files[joined.file].table;
            let column = table.column(name)?;
            let ours = scores.runs[run].values.first()?;
            let (mut right, mut n, mut agrees) = (0_u64, 0_u64, 0_u64);
            for (row, at) in joined.rows.iter().enumerate().filter(|(_, at)| **at != NONE) {
                if scores.runs[run].states[row] == State::Excluded || ours[row].is_nan() {
                    continue;
                }
                let Some(said) = verdict(table.cell(*at as usize, column).text) else { continue };
                n += 1;
                right += u64::from(said);
                agrees += u64::from(said == (ours[row] >= 1.0));
            }
            let mean = right as f64 / n.max(1) as f64;
            (n > 0).then(|| Stored { column: name.clone(), mean, n, agrees })
        };
        (0..scores.runs.len()).map(of_run).collect()
    }

    /// What there is to doubt where files say otherwise than the score, by a metric that is right or
    /// wrong.
    pub(super) fn stored_doubts(material: &Material<'_>, stored: &[Option<Stored>]) -> Vec<String> {
        let disagree = |(run, stored): (usize, &Option<Stored>)| {
            let stored = stored.as_ref()?;
            let other = stored.n - stored.agrees;
            (other * TOLERATED > stored.n).then(|| {
                format!(
                    "{}: its own verdicts in {} say {} right, and differ from this score in {} questions",
                    material.joined.runs[run].short_name(),
                    stored.column,
                    percent(stored.mean),
                    part(other as usize, stored.n as usize)
                )
            })
        };
        stored.iter().enumerate().filter_map(disagree).collect()
    }
}
