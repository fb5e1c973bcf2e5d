//! Leaderboards: where every run stands by a metric, on all questions or on those that all have.

use super::super::Session;
use super::{Compared, Comparing, Task};
use crate::aggregate::Interval;
use crate::aggregate::compare::Comparison;
use crate::base::digits::{grouped, part};
use crate::score::metric::{MetricInfo, in_text};
use strum::IntoStaticStr;

/// Which questions runs are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Scope {
    /// All that count: a missing prediction is what the preset says it is.
    All,
    /// Those for which every run has a prediction, blank ones and such without an answer included.
    Common,
}

impl Scope {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Where every run stands by a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The metric.
    pub metric: &'static MetricInfo,
    /// On which questions.
    pub scope: Scope,
    /// How many these are.
    pub questions: u64,
    /// How many there are in the gold file.
    pub of: u64,
    /// The runs, from the best mean to the worst; those without values last.
    pub standings: Vec<Standing>,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Index of the run.
    pub run: usize,
    /// 1 for the best; runs share it that are not shown to be worse than the first of them.
    pub rank: u32,
    /// The first of those that share the rank, to which it was compared.
    pub leader: usize,
    /// Mean over the questions.
    pub mean: Option<f64>,
    /// Questions with a value.
    pub n: u64,
    /// Interval of the mean.
    pub interval: Option<Interval>,
    /// The run as A compared with the baseline as B; `None` for the baseline.
    pub comparison: Option<Comparison>,
}

impl Board {
    /// Whether means or differences are over fewer questions than the board: some run has no value for
    /// some of them.
    pub fn is_uneven(&self) -> bool {
        let compared = |one: &Standing| one.comparison.as_ref().map_or(self.questions, |own| own.n);
        self.standings.iter().any(|one| [one.n, compared(one)] != [self.questions; 2])
    }

    /// The questions in words.
    pub fn words(&self) -> String {
        let (all, part) =
            (grouped(self.of as usize), part(self.questions as usize, self.of as usize));
        match self.scope {
            Scope::All if self.is_uneven() => {
                format!("each run's own questions with a value, of {all}")
            }
            Scope::All if self.questions == self.of => format!("all {all} questions"),
            Scope::All => format!("{part} questions, those that count"),
            Scope::Common => {
                format!("{part} questions, those for which every run has a prediction")
            }
        }
    }
}

impl Session {
    /// The name of a metric for some runs, which says where those have another's values in its place:
    /// "Token F1 in place of exact match", or "Exact match, and token F1 in place of it" where only some have.
    pub fn title_for(&self, metric: &MetricInfo, runs: impl Iterator<Item = usize>) -> String {
        let Some(score) = &self.score else { return metric.title.to_owned() };
        let evaluation = &score.evaluation;
        let Some(place) = evaluation.metrics.iter().position(|one| one.id == metric.id) else {
            return metric.title.to_owned();
        };
        let (mut taken, mut plain) = (Vec::new(), false);
        for own in runs.map(|run| evaluation.metric_of(run, place)) {
            plain |= own.id == metric.id;
            if own.id != metric.id && !taken.contains(&own.title) {
                taken.push(own.title);
            }
        }
        match (plain, taken.as_slice()) {
            (_, []) => metric.title.to_owned(),
            (false, _) => format!("{} in place of {}", taken.join(" and "), in_text(metric.title)),
            (true, _) => {
                let taken: Vec<String> = taken.into_iter().map(in_text).collect();
                format!("{}, and {} in place of it", metric.title, taken.join(" and "))
            }
        }
    }

    /// A board for every metric over all questions, and behind them for every metric over the common
    /// ones where these are others. What is not there yet is left out.
    pub fn boards(&self) -> Vec<Board> {
        let Some(score) = &self.score else { return Vec::new() };
        let comparing = &score.comparing;
        let evaluation = &score.evaluation;
        let of = evaluation.runs.first().map_or(0, |run| run.states.len()) as u64;
        let scopes = [Scope::All, Scope::Common].into_iter();
        let wanted = scopes
            .flat_map(|scope| (0..evaluation.metrics.len()).map(move |metric| (scope, metric)));
        let pending = comparing.left.iter().find_map(|task| match task {
            Task::Rank { metric, scope } => Some(Comparing::place(evaluation, *metric, *scope)),
            _ => None,
        });
        let there = |scope, metric| {
            let place = Comparing::place(evaluation, metric, scope);
            comparing.rankings.get(place).filter(|_| pending.is_none_or(|next| place < next))
        };
        wanted
            .filter_map(|(scope, metric)| {
                let ranking = there(scope, metric)?;
                let info = evaluation.metrics[metric];
                let standing = |run: usize| {
                    let rank = ranking.ranks()[run];
                    let total = || {
                        let mut totals = score.aggregates[run].iter();
                        totals.find(|one| one.group.is_none() && one.metric == info.id)
                    };
                    let is_it = |one: &&Compared| {
                        one.run == run && one.group.is_none() && one.comparison.metric.id == info.id
                    };
                    let compared = || comparing.done.iter().find(is_it).map(|one| &one.comparison);
                    let (mean, n, interval, comparison) = match scope {
                        Scope::Common => {
                            let one = &comparing.on_common[metric][run];
                            let mean = Some(one.mean).filter(|mean| !mean.is_nan());
                            (mean, one.n, one.interval.as_ref(), one.comparison.as_ref())
                        }
                        Scope::All => match total() {
                            Some(one) => (one.mean, one.n, one.interval.as_ref(), compared()),
                            None => (None, 0, None, compared()),
                        },
                    };
                    let (interval, comparison) = (interval.cloned(), comparison.cloned());
                    let (rank, leader) = (rank.rank, rank.leader as usize);
                    Standing { run, rank, leader, mean, n, interval, comparison }
                };
                let ordered = ranking.order();
                let others = (0..evaluation.runs.len()).filter(|run| !ordered.contains(run));
                let standings: Vec<Standing> =
                    ordered.iter().copied().chain(others).map(standing).collect();
                let questions = match scope {
                    Scope::Common => comparing.common.as_ref().map_or(0, |rows| rows.len() as u64),
                    Scope::All => standings.iter().map(|one| one.n).max().unwrap_or(0),
                };
                Some(Board { metric: info, scope, questions, of, standings })
            })
            .collect()
    }

    /// How many questions every run has a prediction for, where those are not all that count.
    pub fn common_questions(&self) -> Option<u64> {
        Some(self.score.as_ref()?.comparing.common.as_ref()?.len() as u64)
    }
}
