//! Intervals and comparisons, which are worked out bit by bit after a score stands.

use super::Score;
use crate::aggregate::over_groups::{GroupMean, linear_f, over_groups};
use crate::aggregate::{Aggregate, Finding, Grouping, Rows, needs_resampling};
use crate::score::evaluate::Evaluation;
use crate::score::metric::F_OF_ATTEMPTED;
use std::borrow::Cow;

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

    /// Works out the means over groups of the next run that has none; `false` if all have them.
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

/// The values of a metric for each question; those of an F-score as far as a mean and its error go, within the
/// groups of a column or over all questions.
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
