//! Several runs, each compared with the baseline: one comparison at a time, so that a driver can
//! pause between them.

use super::Session;
use crate::aggregate::compare::{Comparison, adjust, compare};
use crate::aggregate::{Group, Grouping};
use crate::evaluate::Evaluation;
use crate::join::Joined;
use crate::report::comparisons::sentences;
use std::collections::VecDeque;

/// A run compared with the baseline: A is the run, B the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Index of the run.
    pub run: usize,
    /// Index of the baseline.
    pub baseline: usize,
    /// The group it is over; `None` for all questions.
    pub group: Option<Group>,
    /// What came of it.
    pub comparison: Comparison,
}

/// Comparisons done and still to be done.
#[derive(Debug, Default)]
pub(super) struct Comparing {
    baseline: usize,
    left: VecDeque<Place>,
    pub(super) done: Vec<Compared>,
}

/// A comparison to be made.
#[derive(Debug)]
struct Place {
    run: usize,
    metric: usize,
    /// Index of a grouping and of a value in it.
    group: Option<(usize, u16)>,
}

/// Index of the run that the others are compared with: the one of this name, else the first.
pub fn baseline(joined: &Joined, chosen: Option<&str>) -> usize {
    let named = |name: &str| joined.runs.iter().position(|run| run.name == name);
    chosen.and_then(named).unwrap_or_default()
}

impl Comparing {
    /// Lists what is to be compared: every metric over all questions, then by group, run by run.
    pub(super) fn new(evaluation: &Evaluation, groupings: &[Grouping], baseline: usize) -> Self {
        let mut left = VecDeque::new();
        let metrics = 0..evaluation.metrics.len();
        for run in (0..evaluation.runs.len()).filter(|run| *run != baseline) {
            left.extend(metrics.clone().map(|metric| Place { run, metric, group: None }));
            for (column, grouping) in groupings.iter().enumerate() {
                for metric in metrics.clone() {
                    let values = 0..grouping.values.len() as u16;
                    left.extend(values.map(|value| Place {
                        run,
                        metric,
                        group: Some((column, value)),
                    }));
                }
            }
        }
        Self { baseline, left, done: Vec::new() }
    }

    /// Makes one comparison; `false` once there is none left. With the last one all are corrected for
    /// being several: those of a metric over all questions together, and those of a metric and a
    /// column together.
    pub(super) fn step(
        &mut self,
        evaluation: &Evaluation,
        groupings: &[Grouping],
        seed: u64,
    ) -> bool {
        let Some(place) = self.left.pop_front() else { return false };
        let values = |run: usize| -> Vec<f64> {
            let values = &evaluation.runs[run].values[place.metric];
            match place.group {
                None => values.clone(),
                Some((column, value)) => {
                    let of_row = &groupings[column].of_row;
                    let inside = values.iter().zip(of_row).filter(|(_, of)| **of == value);
                    inside.map(|(value, _)| *value).collect()
                }
            }
        };
        let metric = evaluation.metrics[place.metric];
        let comparison = compare(&values(place.run), &values(self.baseline), None, metric, seed);
        let group = place.group.map(|(column, value)| Group {
            column: groupings[column].column.clone(),
            value: groupings[column].values[value as usize].clone(),
        });
        self.done.push(Compared { run: place.run, baseline: self.baseline, group, comparison });
        if self.left.is_empty() {
            self.adjust(evaluation, groupings);
        }
        true
    }

    fn adjust(&mut self, evaluation: &Evaluation, groupings: &[Grouping]) {
        let columns = groupings.iter().map(|grouping| Some(grouping.column.as_str()));
        for column in std::iter::once(None).chain(columns) {
            for metric in &evaluation.metrics {
                let together = self.done.iter_mut().filter(|one| {
                    let of = one.group.as_ref().map(|group| group.column.as_str());
                    of == column && one.comparison.metric.id == metric.id
                });
                adjust(together.map(|one| &mut one.comparison));
            }
        }
    }
}

impl Session {
    /// Every run but the baseline compared with it, in the order of runs: each metric over all
    /// questions, then by group. Complete once [`Session::resample_next`] has nothing left to do.
    pub fn comparisons(&self) -> &[Compared] {
        self.score.as_ref().map_or(&[], |score| &score.comparing.done)
    }

    /// The headline of each run against the baseline's, in sentences; none while comparisons are still
    /// to be made, for all of them are corrected together.
    pub(super) fn compared_words(&self) -> Vec<String> {
        let Some(score) = self.score.as_ref().filter(|score| score.comparing.left.is_empty())
        else {
            return Vec::new();
        };
        let headline = score.evaluation.metrics.first().map(|metric| metric.id);
        let sentences = sentences(self, &str::to_owned).into_iter();
        let of_headline = sentences.filter(|(metric, _)| Some(metric.id) == headline);
        of_headline.map(|(metric, words)| format!("{}: {words}.", metric.title)).collect()
    }

    /// Index of the run that the others are compared with, once files are joined.
    pub fn baseline(&self) -> Option<usize> {
        Some(baseline(self.joined()?, self.choices.baseline.as_deref()))
    }
}
