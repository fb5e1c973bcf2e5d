//! Outcomes of which equal ones were folded into one row with a count.

use super::{Evaluation, RunScores, Scorer, twin};
use crate::preset::Settings;
use crate::score::metric::MetricInfo;

/// How many questions each row stands for: one, unless equal rows were folded into one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weights<'a>(Option<&'a [u64]>);

impl Weights<'_> {
    /// Returns how many questions a row stands for.
    #[inline]
    pub fn of(self, row: usize) -> u64 {
        self.0.map_or(1, |counts| counts[row])
    }

    /// Whether rows stand for several questions.
    #[inline]
    pub fn are_folded(self) -> bool {
        self.0.is_some()
    }

    /// Returns the same for some rows, or for all, in their order; `None` if each stands for itself.
    pub fn of_rows(self, rows: Option<&[u32]>) -> Option<Vec<u64>> {
        let counts = self.0?;
        let some = |rows: &[u32]| rows.iter().map(|row| counts[*row as usize]).collect();
        Some(rows.map_or_else(|| counts.to_vec(), some))
    }
}

/// The outcomes of folded rows.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// The metrics, headline first.
    pub metrics: Vec<&'static MetricInfo>,
    /// One per run, by row.
    pub runs: Vec<RunScores>,
    /// For each run which of the second rules it is scored by.
    pub twins: Vec<Option<u32>>,
    /// How many questions each row stands for.
    pub counts: Vec<u64>,
}

impl Evaluation {
    /// Takes outcomes as they are: nothing is left to be scored.
    pub fn folded(folded: Folded, settings: &Settings, rules: &[super::Twin]) -> Self {
        let Folded { metrics, runs, twins, counts } = folded;
        let lead = settings.preset.card.lead.as_str();
        let lead = metrics.iter().position(|metric| metric.id == lead).unwrap_or_default();
        let questions = counts.len();
        let mut evaluation = Self {
            first: 0,
            scorer: Scorer::new(settings.clone(), &metrics, None),
            processors: super::processors::Processors::default(),
            notices: None,
            lead,
            twins: twin::Twins::default(),
            needs: Vec::new(),
            fewest: Vec::new(),
            questions,
            next: questions * runs.len(),
            done: questions * runs.len(),
            counts: Some(counts),
            metrics,
            runs,
        };
        for run in &mut evaluation.runs {
            run.lead = lead;
        }
        evaluation.take_twins(twins, rules, None);
        evaluation
    }

    /// How many questions each row stands for.
    pub fn weights(&self) -> Weights<'_> {
        Weights(self.counts.as_deref())
    }

    /// Whether rows may stand for several questions.
    pub fn is_folded(&self) -> bool {
        self.counts.is_some()
    }

    /// How many questions some rows stand for, or all.
    pub fn count(&self, rows: Option<&[u32]>) -> u64 {
        match (&self.counts, rows) {
            (None, None) => self.questions as u64,
            (None, Some(rows)) => rows.len() as u64,
            (Some(counts), None) => counts.iter().sum(),
            (Some(counts), Some(rows)) => rows.iter().map(|row| counts[*row as usize]).sum(),
        }
    }
}
