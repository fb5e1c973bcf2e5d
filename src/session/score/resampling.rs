//! Intervals and comparisons, which are computed step by step after the score is there.

use super::Score;
use crate::aggregate::over_groups::{GroupMean, linear_f, over_groups};
use crate::aggregate::{Aggregate, Finding, Grouping, Rows, needs_resampling};
use crate::score::evaluate::Evaluation;
use crate::score::metric::F_OF_ATTEMPTED;
use std::borrow::Cow;

/// Which intervals and comparisons are being computed; see
/// [`Session::resample_next`](crate::session::Session::resample_next).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Runs are compared by the headline metric.
    Headline,
    /// Intervals of means over all questions.
    Totals,
    /// Runs are compared by the other metrics, and on the questions that all runs answer.
    Runs,
    /// Everything by group, or nothing is left.
    Groups,
}

impl Score {
    /// Works on missing intervals and comparisons of runs, for some hundredths of a second at most; `false` once
    /// everything is there. The order: comparisons by the headline, intervals over all questions (the headline's
    /// first), everything else over all questions, then groups. If all values are equal, there is no interval to
    /// compute. `clusters` has the number of the cluster of each question.
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
            return self.comparing.step(&self.evaluation, groupings, sorted, clusters, seed)
                || self.average_groups(groupings, clusters);
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
            let grouping = aggregate
                .group
                .as_ref()
                .and_then(|group| groupings.iter().find(|one| one.column == group.column));
            let values = &values_of(&self.evaluation, run, of, grouping);
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

    /// Computes the means over groups of the next run without them; `false` if all runs have them.
    fn average_groups(&mut self, groupings: &[Grouping], clusters: Option<&[u32]>) -> bool {
        let run = self.over_groups.len();
        if run == self.evaluation.runs.len() || groupings.is_empty() {
            return false;
        }
        let evaluation = &self.evaluation;
        let rows = Rows { some: None, clusters, weights: evaluation.weights() };
        let of = |place: usize, grouping: &Grouping| -> Option<GroupMean> {
            let metric = evaluation.metric_of(run, place);
            let named = evaluation.metrics[place].id;
            let values = values_of(evaluation, run, place, Some(grouping));
            let found = over_groups(&values, grouping, rows, metric)?;
            Some(GroupMean { metric: named.to_owned(), ..found })
        };
        let places = 0..evaluation.metrics.len();
        let of_column =
            |grouping| places.clone().filter_map(move |place| of(place, grouping)).collect();
        let found: Vec<Vec<GroupMean>> = groupings.iter().map(of_column).collect();
        self.over_groups.push(found.concat());
        true
    }

    /// The stage of intervals and comparisons; a driver tells the page when it changes.
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

/// The values of a metric for each question; for an F-score, linearised values with the same mean and error,
/// within the groups of a column or over all questions.
fn values_of<'e>(
    evaluation: &'e Evaluation,
    run: usize,
    place: usize,
    grouping: Option<&Grouping>,
) -> Cow<'e, [f64]> {
    let values = &evaluation.runs[run].values;
    let of = |id: &str| evaluation.metrics.iter().position(|metric| metric.id == id);
    let is_f = evaluation.metrics[place].id == F_OF_ATTEMPTED;
    let parts = of("accuracy").zip(of("attempted")).filter(|_| is_f);
    let Some((right, tried)) = parts else { return Cow::Borrowed(&values[place]) };
    let both = [&*values[right], &*values[tried]];
    let weights = evaluation.weights();
    Cow::Owned(match grouping {
        Some(one) => linear_f(both, weights, one.values.len(), |row| usize::from(one.of_row[row])),
        None => linear_f(both, weights, 1, |_| 0),
    })
}

/// The aggregates without an interval: `all` of them, or those that need resampling.
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
