//! Several runs, each compared with the baseline and ranked: one comparison at a time, or a part of
//! one, so that a driver can pause between them.

mod board;
mod pairs;

pub use pairs::Pairs;

use crate::aggregate::compare::{Comparer, Comparison, adjust};
use crate::aggregate::leaderboard::Scope;
use crate::aggregate::ranks::Ranking;
use crate::aggregate::{Finding, Group, Grouping, Interval, Rows, Sorted, known, total};
use crate::base::types::State;
use crate::score::evaluate::Evaluation;
use std::collections::{HashMap, VecDeque};

/// A run compared with the baseline: A is the run, B the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Index of the run.
    pub run: usize,
    /// Index of the baseline.
    pub baseline: usize,
    /// The group it is over; `None` for all questions.
    pub group: Option<Group>,
    /// The comparison itself.
    pub comparison: Comparison,
}

/// Comparisons done and still to be done.
#[derive(Debug, Default)]
pub(super) struct Comparing {
    baseline: usize,
    left: VecDeque<Task>,
    /// The first of these, if it has been started.
    now: Option<Box<Now>>,
    pub(super) done: Vec<Compared>,
    /// The index among these of each run's comparison by a metric over all questions.
    places: HashMap<(usize, usize), usize>,
    /// Ranks over all questions, by metric, followed by those over the common questions.
    rankings: Vec<Ranking>,
    /// Questions for which every run has a prediction; `None` if these are all questions that count.
    pub(super) common: Option<Vec<u32>>,
    /// By metric and run, the results on the common questions.
    on_common: Vec<Vec<OnCommon>>,
}

/// The result of a run on the common questions.
#[derive(Clone, Debug)]
struct OnCommon {
    mean: f64,
    n: u64,
    interval: Option<Interval>,
    /// The comparison with the baseline; `None` for the baseline itself.
    comparison: Option<Comparison>,
}

/// A step to do.
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
        for (column, grouping) in groupings.iter().enumerate() {
            for run in others.clone() {
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

    /// Whether any comparison over all or all common questions is still to be made.
    pub(super) fn totals_pending(&self) -> bool {
        !matches!(self.left.front(), None | Some(Task::Group { .. }))
    }

    /// Makes one comparison or a part of it; `false` once there is none left. p values are corrected
    /// within a family: the comparisons of a metric over all questions, over the common questions, or
    /// over the values of a column.
    pub(super) fn step(
        &mut self,
        evaluation: &Evaluation,
        groupings: &[Grouping],
        sorted: &mut Sorted,
        clusters: Option<&[u32]>,
        seed: u64,
    ) -> bool {
        let Some(task) = self.left.front().copied() else { return false };
        let mut now = self.now.take().unwrap_or_else(|| {
            let material = Material { evaluation, clusters, seed };
            Box::new(self.begin(&material, task, groupings, sorted))
        });
        if !now.advance() {
            self.now = Some(now);
            return true;
        }
        self.left.pop_front();
        self.finish(task, *now, evaluation, groupings);
        if self.left.is_empty() {
            for grouping in groupings {
                for metric in 0..evaluation.metrics.len() {
                    self.adjust(evaluation, metric, Some(&grouping.column));
                }
            }
            self.sort();
        }
        true
    }

    /// Sorts comparisons into the order of reports: run by run, each over all questions first.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.done.len()).collect();
        order.sort_by_key(|place| self.done[*place].run);
        let mut moved = vec![0; order.len()];
        for (new, old) in order.into_iter().enumerate() {
            moved[old] = new;
        }
        self.done.sort_by_key(|one| one.run);
        self.places.values_mut().for_each(|place| *place = moved[*place]);
    }

    fn begin(
        &mut self,
        material: &Material<'_>,
        task: Task,
        groupings: &[Grouping],
        sorted: &mut Sorted,
    ) -> Now {
        let baseline = self.baseline;
        let mut now = Now::default();
        now.comparer = match task {
            Task::Compare { run, metric } => Some(material.comparer(run, baseline, metric, None)),
            Task::Group { run, metric, column, value } => {
                let rows = sorted.rows(groupings, column, value);
                Some(material.comparer(run, baseline, metric, Some(rows)))
            }
            Task::Common { run, metric } => {
                let rows = self.common.as_deref();
                (now.mean, now.n) = material.mean(run, metric, rows);
                now.finding = Some(material.finding(run, metric, rows));
                (run != baseline).then(|| material.comparer(run, baseline, metric, rows))
            }
            Task::Rank { metric, scope } => {
                let place = Self::place(material.evaluation, metric, scope);
                let rows = self.common.as_deref().filter(|_| scope == Scope::Common);
                if self.rankings.len() <= place {
                    let runs = 0..material.evaluation.runs.len();
                    let means: Vec<f64> =
                        runs.map(|run| material.mean(run, metric, rows).0).collect();
                    let info = material.evaluation.metrics[metric];
                    self.rankings.push(Ranking::new(&means, info.higher_is_better));
                }
                let due = self.rankings[place].due();
                due.map(|(leader, other)| material.comparer(leader, other, metric, rows))
            }
        };
        now
    }

    fn finish(&mut self, task: Task, now: Now, evaluation: &Evaluation, groupings: &[Grouping]) {
        let baseline = self.baseline;
        match (task, now.comparison) {
            (Task::Compare { run, metric }, Some(comparison)) => {
                self.places.insert((run, metric), self.done.len());
                self.done.push(Compared { run, baseline, group: None, comparison });
                let next = self.left.front();
                if !matches!(next, Some(Task::Compare { metric: next, .. }) if *next == metric) {
                    self.adjust(evaluation, metric, None);
                }
            }
            (Task::Group { run, column, value, .. }, Some(comparison)) => {
                let Grouping { column, values, .. } = &groupings[column];
                let value = values[value as usize].clone();
                let group = Some(Group { column: column.clone(), value });
                self.done.push(Compared { run, baseline, group, comparison });
            }
            (Task::Common { metric, .. }, comparison) => {
                let (mean, n, interval) = (now.mean, now.n, now.interval);
                if self.on_common.len() <= metric {
                    self.on_common.push(Vec::new());
                }
                let runs = &mut self.on_common[metric];
                runs.push(OnCommon { mean, n, interval, comparison });
                if runs.len() == evaluation.runs.len() {
                    adjust(runs.iter_mut().filter_map(|one| one.comparison.as_mut()));
                }
            }
            (Task::Rank { metric, scope }, Some(comparison)) => {
                let ranking = &mut self.rankings[Self::place(evaluation, metric, scope)];
                ranking.take(comparison);
                if ranking.due().is_some() {
                    self.left.push_front(task);
                }
            }
            // Without values there is nothing to rank; every other metric has a comparison for each
            // run.
            (_, None) => {}
        }
    }

    fn adjust(&mut self, evaluation: &Evaluation, metric: usize, column: Option<&str>) {
        let id = evaluation.metrics[metric].id;
        let together = self.done.iter_mut().filter(|one| {
            let of = one.group.as_ref().map(|group| group.column.as_str());
            of == column && one.comparison.metric.id == id
        });
        adjust(together.map(|one| &mut one.comparison));
    }

    /// The index of a metric's ranks.
    fn place(evaluation: &Evaluation, metric: usize, scope: Scope) -> usize {
        metric + if scope == Scope::Common { evaluation.metrics.len() } else { 0 }
    }
}

/// A step under way.
#[derive(Debug, Default)]
struct Now {
    finding: Option<Finding>,
    comparer: Option<Comparer>,
    /// A run on the common questions.
    mean: f64,
    n: u64,
    /// The result.
    interval: Option<Interval>,
    comparison: Option<Comparison>,
}

impl Now {
    /// Works for some hundredths of a second; `true` once everything is there.
    fn advance(&mut self) -> bool {
        if let Some(finding) = &mut self.finding {
            let Some(interval) = finding.advance() else { return false };
            (self.interval, self.finding) = (interval, None);
        }
        let Some(comparer) = &mut self.comparer else { return true };
        self.comparison = comparer.advance();
        self.comparison.is_some()
    }
}

/// The data that comparisons need.
struct Material<'a> {
    evaluation: &'a Evaluation,
    clusters: Option<&'a [u32]>,
    seed: u64,
}

impl Material<'_> {
    fn values(&self, run: usize, metric: usize) -> &[f64] {
        &self.evaluation.runs[run].values[metric]
    }

    fn rows<'r>(&'r self, some: Option<&'r [u32]>) -> Rows<'r> {
        Rows { some, clusters: self.clusters, weights: self.evaluation.weights() }
    }

    /// The mean of a run's values on some rows or on all, NaN if there are none, and the number of
    /// these values.
    fn mean(&self, run: usize, metric: usize, rows: Option<&[u32]>) -> (f64, u64) {
        let weights = self.evaluation.weights();
        let known = known(self.values(run, metric), rows);
        let (sum, n) = total(known.map(|(row, value)| (value, weights.of(row))));
        (sum / n as f64, n)
    }

    fn finding(&self, run: usize, metric: usize, rows: Option<&[u32]>) -> Finding {
        let values = self.values(run, metric);
        let taken = self.evaluation.metric_of(run, metric);
        Finding::new(values, self.rows(rows), taken, self.seed)
    }

    fn comparer(&self, a: usize, b: usize, metric: usize, rows: Option<&[u32]>) -> Comparer {
        let method = self.evaluation.method_of([a, b], metric);
        let runs = [a, b].map(|run| self.values(run, metric));
        let metric = self.evaluation.metrics[metric];
        Comparer::new(runs, self.rows(rows), (metric, method), self.seed)
    }
}

/// The questions for which every run has a prediction; `None` if these are all questions that count.
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
