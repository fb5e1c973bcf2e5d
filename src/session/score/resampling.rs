//! Intervals and comparisons, which are worked out bit by bit after a score stands.

use super::Score;
use crate::aggregate::{Aggregate, Finding, Grouping, Rows, needs_resampling};
use crate::score::evaluate::Evaluation;

/// What intervals and comparisons are being worked out; see
/// [`Session::resample_next`](crate::session::Session::resample_next).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Runs are compared by the headline metric.
    Headline,
    /// Intervals of means over all questions.
    Totals,
    /// Runs are compared by the other metrics, and on the questions that all have.
    Runs,
    /// All that is by group, or nothing any more.
    Groups,
}

impl Score {
    /// Works on intervals that are still missing and on comparisons of runs, for some hundredths of a second at
    /// most; `false` once all is there. First come comparisons by the headline, then intervals over all questions,
    /// those of the headline first, then what else is over all questions, and then the groups. If all values are
    /// equal, there is no interval to be found. `clusters` has the number of the cluster of each question.
    #[inline(never)]
    pub(in crate::session) fn resample_next(
        &mut self,
        groupings: &[Grouping],
        clusters: Option<&[u32]>,
        seed: u64,
    ) -> bool {
        let stage = self.stage();
        if matches!(stage, Stage::Headline | Stage::Runs) || self.to_resample.is_empty() {
            let sorted = &mut self.sorted;
            return self.comparing.step(&self.evaluation, groupings, sorted, clusters, seed);
        }
        let Some((run, place)) = self.to_resample.last().copied() else { return false };
        let aggregate = &mut self.aggregates[run][place];
        let found = self.finding.get_or_insert_with(|| {
            let metrics = &self.evaluation.metrics;
            let of = metrics.iter().position(|metric| metric.id == aggregate.metric);
            let rows = aggregate.group.as_ref().and_then(|group| {
                let column = groupings.iter().position(|one| one.column == group.column)?;
                let value = groupings[column].index(&group.value)?;
                Some(self.sorted.rows(groupings, column, value))
            });
            let of = of.unwrap_or_default();
            let values = &self.evaluation.runs[run].values[of];
            let rows = Rows { some: rows, clusters, weights: self.evaluation.weights() };
            Finding::new(values, rows, self.evaluation.metric_of(run, of), seed)
        });
        if let Some(interval) = found.advance() {
            aggregate.interval = interval;
            self.finding = None;
            self.to_resample.pop();
        }
        true
    }

    /// How far intervals and comparisons are; a driver tells the page where this changes.
    pub fn stage(&self) -> Stage {
        if self.comparing.headline_pending() {
            return Stage::Headline;
        }
        let total = |(run, place): &(usize, usize)| self.aggregates[*run][*place].group.is_none();
        if self.to_resample.last().is_some_and(total) {
            return Stage::Totals;
        }
        if self.comparing.totals_pending() {
            return Stage::Runs;
        }
        Stage::Groups
    }
}

/// What has no interval yet, `all` of it or what needs resampling.
#[inline(never)]
pub(super) fn to_resample(
    aggregates: &[Vec<Aggregate>],
    evaluation: &Evaluation,
    all: bool,
) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let most = aggregates.iter().map(Vec::len).max().unwrap_or_default();
    for totals in [true, false] {
        for place in 0..most {
            for (run, aggregates) in aggregates.iter().enumerate() {
                let Some(aggregate) = aggregates.get(place) else { continue };
                let wanted = if all {
                    aggregate.mean.is_some()
                } else {
                    let mut metrics = evaluation.metrics.iter();
                    let of = metrics.position(|metric| metric.id == aggregate.metric);
                    of.is_some_and(|of| needs_resampling(aggregate, evaluation.metric_of(run, of)))
                };
                let wanted = wanted && aggregate.interval.is_none();
                if aggregate.group.is_none() == totals && wanted {
                    places.push((run, place));
                }
            }
        }
    }
    places.reverse();
    places
}
