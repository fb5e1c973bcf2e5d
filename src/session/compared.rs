//! Several runs, each compared with the baseline and ranked: one comparison at a time, so that a
//! driver can pause between them.

mod board;

use super::Session;
use crate::aggregate::compare::{Comparison, adjust, compare};
use crate::aggregate::ranks::{Ranking, mean};
use crate::aggregate::{Group, Grouping, Interval, interval_of};
use crate::evaluate::Evaluation;
use crate::join::Joined;
use crate::report::State;
use crate::report::comparisons::sentences;
use std::collections::VecDeque;

pub use board::{Board, Scope, Standing};

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
    left: VecDeque<Task>,
    pub(super) done: Vec<Compared>,
    /// Ranks over all questions, by metric, and of the common ones behind them.
    rankings: Vec<Ranking>,
    /// Questions for which every run has a prediction, where those are not all that count.
    common: Option<Vec<u32>>,
    /// By metric and run, what there is on the common questions.
    on_common: Vec<Vec<OnCommon>>,
}

/// A run on the common questions.
#[derive(Clone, Debug)]
struct OnCommon {
    mean: f64,
    n: u64,
    interval: Option<Interval>,
    /// Against the baseline; `None` for itself.
    comparison: Option<Comparison>,
}

/// A step to be made.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// A run and the baseline by a metric over all questions.
    Compare { run: usize, metric: usize },
    /// The ranks of all runs by a metric.
    Rank { metric: usize, scope: Scope },
    /// A run on the common questions.
    Common { run: usize, metric: usize },
    /// A run and the baseline on a value of a grouping.
    Group { run: usize, metric: usize, column: usize, value: u16 },
}

/// Index of the run that the others are compared with: the one of this name, else the first.
pub fn baseline(joined: &Joined, chosen: Option<&str>) -> usize {
    let named = |name: &str| joined.runs.iter().position(|run| run.name == name);
    chosen.and_then(named).unwrap_or_default()
}

impl Comparing {
    /// Lists what is to be compared: over all questions by the headline, then by every other metric,
    /// then on the common questions, then by group.
    pub(super) fn new(evaluation: &Evaluation, groupings: &[Grouping], baseline: usize) -> Self {
        let mut all = Self { baseline, ..Self::default() };
        if evaluation.runs.len() < 2 {
            return all;
        }
        all.common = common(evaluation);
        let metrics = 0..evaluation.metrics.len();
        let others = (0..evaluation.runs.len()).filter(|run| *run != baseline);
        for metric in metrics.clone() {
            all.left.extend(others.clone().map(|run| Task::Compare { run, metric }));
            all.left.push_back(Task::Rank { metric, scope: Scope::All });
        }
        if all.common.as_ref().is_some_and(|rows| !rows.is_empty()) {
            for metric in metrics.clone() {
                let runs = 0..evaluation.runs.len();
                all.left.extend(runs.map(|run| Task::Common { run, metric }));
                all.left.push_back(Task::Rank { metric, scope: Scope::Common });
            }
        }
        for run in others {
            for (column, grouping) in groupings.iter().enumerate() {
                for metric in metrics.clone() {
                    let values = 0..grouping.values.len() as u16;
                    all.left.extend(values.map(|value| Task::Group { run, metric, column, value }));
                }
            }
        }
        all
    }

    /// Whether runs are still to be compared by the headline.
    pub(super) fn headline_pending(&self) -> bool {
        matches!(
            self.left.front(),
            Some(Task::Compare { metric: 0, .. } | Task::Rank { metric: 0, scope: Scope::All })
        )
    }

    /// Whether anything over all or all common questions is still to be compared.
    pub(super) fn totals_pending(&self) -> bool {
        !matches!(self.left.front(), None | Some(Task::Group { .. }))
    }

    /// Makes one comparison; `false` once there is none left. Those that are looked at together are
    /// corrected together: those of a metric over all questions, over the common ones, and over the
    /// values of a column.
    pub(super) fn step(
        &mut self,
        evaluation: &Evaluation,
        groupings: &[Grouping],
        clusters: Option<&[u32]>,
        seed: u64,
    ) -> bool {
        let Some(task) = self.left.pop_front() else { return false };
        let material = Material { evaluation, clusters, seed };
        match task {
            Task::Compare { run, metric } => {
                let comparison = material.compare(run, self.baseline, metric, None);
                let baseline = self.baseline;
                self.done.push(Compared { run, baseline, group: None, comparison });
                if !matches!(self.left.front(), Some(Task::Compare { metric: next, .. }) if *next == metric)
                {
                    self.adjust(evaluation, metric, None);
                }
            }
            Task::Rank { metric, scope } => {
                if !self.rank(&material, metric, scope) {
                    self.left.push_front(task);
                }
            }
            Task::Common { run, metric } => self.take_common(&material, run, metric),
            Task::Group { run, metric, column, value } => {
                let grouping = &groupings[column];
                let inside = |row: &u32| grouping.of_row[*row as usize] == value;
                let rows: Vec<u32> = (0..grouping.of_row.len() as u32).filter(inside).collect();
                let comparison = material.compare(run, self.baseline, metric, Some(&rows));
                let group = Group {
                    column: grouping.column.clone(),
                    value: grouping.values[value as usize].clone(),
                };
                let baseline = self.baseline;
                self.done.push(Compared { run, baseline, group: Some(group), comparison });
            }
        }
        if self.left.is_empty() {
            for grouping in groupings {
                for metric in 0..evaluation.metrics.len() {
                    self.adjust(evaluation, metric, Some(&grouping.column));
                }
            }
            // In reports run by run, each over all questions first.
            self.done.sort_by_key(|one| one.run);
        }
        true
    }

    fn adjust(&mut self, evaluation: &Evaluation, metric: usize, column: Option<&str>) {
        let id = evaluation.metrics[metric].id;
        let together = self.done.iter_mut().filter(|one| {
            let of = one.group.as_ref().map(|group| group.column.as_str());
            of == column && one.comparison.metric.id == id
        });
        adjust(together.map(|one| &mut one.comparison));
    }

    /// Makes one comparison for the ranks; `true` once they are there.
    fn rank(&mut self, material: &Material<'_>, metric: usize, scope: Scope) -> bool {
        let place = Self::place(material.evaluation, metric, scope);
        let rows = self.common.as_deref().filter(|_| scope == Scope::Common);
        if self.rankings.len() <= place {
            let runs = 0..material.evaluation.runs.len();
            let means: Vec<f64> =
                runs.map(|run| mean(&material.values(run, metric, rows))).collect();
            let info = material.evaluation.metrics[metric];
            self.rankings.push(Ranking::new(&means, info.higher_is_better));
        }
        let Some((leader, other)) = self.rankings[place].due() else { return true };
        let comparison = material.compare(leader, other, metric, rows);
        self.rankings[place].take(comparison);
        self.rankings[place].due().is_none()
    }

    /// Where the ranks of a metric stand.
    fn place(evaluation: &Evaluation, metric: usize, scope: Scope) -> usize {
        metric + if scope == Scope::Common { evaluation.metrics.len() } else { 0 }
    }

    fn take_common(&mut self, material: &Material<'_>, run: usize, metric: usize) {
        let rows = self.common.as_deref();
        let values = material.values(run, metric, rows);
        let known: Vec<usize> = (0..values.len()).filter(|row| !values[*row].is_nan()).collect();
        let clusters = material.clusters_of(rows);
        let of_known: Option<Vec<u32>> =
            clusters.map(|clusters| known.iter().map(|row| clusters[*row]).collect());
        let numbers: Vec<f64> = known.iter().map(|row| values[*row]).collect();
        let info = material.evaluation.metrics[metric];
        let interval = interval_of(&numbers, of_known.as_deref(), info, material.seed);
        let comparison =
            (run != self.baseline).then(|| material.compare(run, self.baseline, metric, rows));
        let one = OnCommon { mean: mean(&values), n: known.len() as u64, interval, comparison };
        if self.on_common.len() <= metric {
            self.on_common.push(Vec::new());
        }
        let runs = &mut self.on_common[metric];
        runs.push(one);
        if runs.len() == material.evaluation.runs.len() {
            adjust(runs.iter_mut().filter_map(|one| one.comparison.as_mut()));
        }
    }
}

/// What comparisons are made of.
struct Material<'a> {
    evaluation: &'a Evaluation,
    clusters: Option<&'a [u32]>,
    seed: u64,
}

impl Material<'_> {
    /// The values of a run, of some rows or of all.
    fn values(&self, run: usize, metric: usize, rows: Option<&[u32]>) -> Vec<f64> {
        let values = &self.evaluation.runs[run].values[metric];
        match rows {
            None => values.clone(),
            Some(rows) => rows.iter().map(|row| values[*row as usize]).collect(),
        }
    }

    fn clusters_of(&self, rows: Option<&[u32]>) -> Option<Vec<u32>> {
        let clusters = self.clusters?;
        Some(match rows {
            None => clusters.to_vec(),
            Some(rows) => rows.iter().map(|row| clusters[*row as usize]).collect(),
        })
    }

    fn compare(&self, a: usize, b: usize, metric: usize, rows: Option<&[u32]>) -> Comparison {
        let [a, b] = [a, b].map(|run| self.values(run, metric, rows));
        let clusters = self.clusters_of(rows);
        compare(&a, &b, clusters.as_deref(), self.evaluation.metrics[metric], self.seed)
    }
}

/// The questions for which every run has a prediction; `None` where those are all that count.
fn common(evaluation: &Evaluation) -> Option<Vec<u32>> {
    let rows = evaluation.runs.first()?.states.len();
    let has = |state: State| !matches!(state, State::Missing | State::Excluded);
    let all = |row: usize| evaluation.runs.iter().all(|run| has(run.states[row]));
    let out = |row: usize| evaluation.runs.iter().all(|run| run.states[row] == State::Excluded);
    if (0..rows).all(|row| all(row) || out(row)) {
        return None;
    }
    Some((0..rows).filter(|row| all(*row)).map(|row| row as u32).collect())
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
        let Some(score) = self.score.as_ref().filter(|score| !score.comparing.headline_pending())
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
