//! Leaderboards of a score, made from its comparisons.

use super::{Compared, Comparing, Task};
use crate::aggregate::compare::Comparison;
use crate::aggregate::leaderboard::{Leaderboard, Scope, Standing, Versus};
use crate::aggregate::ranks::Ranking;
use crate::aggregate::words::{difference, sentence, told};
use crate::join::{Joined, short_names};
use crate::score::metric::{MetricInfo, in_text};
use crate::session::Score;
use itertools::Itertools as _;

impl Score {
    /// The name of a metric for some runs, which states if runs have another metric's values in its place:
    /// "Token F1 in place of exact match", or "Exact match, and token F1 in place of it" if only some have.
    pub fn title_for(&self, metric: &MetricInfo, runs: impl Iterator<Item = usize>) -> String {
        let evaluation = &self.evaluation;
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
                let taken = taken.into_iter().map(in_text).join(" and ");
                format!("{}, and {} in place of it", metric.title, taken)
            }
        }
    }

    /// Makes a leaderboard for every metric over all questions and, if some run has no prediction for some
    /// question, for every metric over the common questions. Leaves out leaderboards that are not computed yet.
    /// `names` are the names of the runs.
    pub fn leaderboards(&self, names: &[String]) -> Vec<Leaderboard> {
        let metrics = &self.evaluation.metrics;
        let of_scope = |scope| metrics.iter().map(move |metric| (scope, metric.id));
        let wanted = [Scope::All, Scope::Common].into_iter().flat_map(of_scope);
        wanted.filter_map(|(scope, id)| self.leaderboard(id, scope, names)).collect()
    }

    /// The runs in the order of the leaderboard of a metric; `None` until it is computed.
    pub(in crate::session) fn order(&self, id: &str, scope: Scope) -> Option<Vec<usize>> {
        let runs = self.evaluation.runs.len();
        Some(with_others(self.ranking(id, scope)?.order(), runs))
    }

    /// The ranks of the runs by a metric; `None` until they are computed.
    fn ranking(&self, id: &str, scope: Scope) -> Option<&Ranking> {
        let Self { comparing, evaluation, .. } = self;
        let metric = evaluation.metrics.iter().position(|one| one.id == id)?;
        let place = Comparing::place(evaluation, metric, scope);
        let pending = comparing.left.iter().find_map(|task| match task {
            Task::Rank { metric, scope } => Some(Comparing::place(evaluation, *metric, *scope)),
            _ => None,
        });
        comparing.rankings.get(place).filter(|_| pending.is_none_or(|next| place < next))
    }

    /// Makes the leaderboard of a metric; `None` until it is computed.
    pub fn leaderboard(&self, id: &str, scope: Scope, names: &[String]) -> Option<Leaderboard> {
        let Self { comparing, evaluation, .. } = self;
        let metric = evaluation.metrics.iter().position(|one| one.id == id)?;
        let ranking = self.ranking(id, scope)?;
        let baseline = self.baseline();
        let runs = with_others(ranking.order(), evaluation.runs.len());
        let comparisons: Vec<Option<&Comparison>> =
            runs.iter().map(|run| self.comparison(*run, id, scope)).collect();
        let short = short_names(names);
        let standing = |(run, comparison): (usize, Option<&Comparison>)| {
            let rank = ranking.ranks()[run];
            let mut totals = self.aggregates[run].iter();
            let total = totals.find(|one| one.group.is_none() && one.metric == id);
            let (mean, n, interval) = match (scope, total) {
                (Scope::Common, _) => {
                    let one = &comparing.on_common[metric][run];
                    (Some(one.mean).filter(|mean| !mean.is_nan()), one.n, one.interval.clone())
                }
                (Scope::All, Some(one)) => (one.mean, one.n, one.interval.clone()),
                (Scope::All, None) => (None, 0, None),
            };
            let versus = comparison.map(|compared| {
                let sentence = sentence(compared, &short[run], &short[baseline]);
                Versus::new(compared, difference(compared), sentence)
            });
            let (rank, leader, name) = (rank.rank, rank.leader, names[run].clone());
            Standing { run: run as u32, name, rank, leader, mean, interval, n, versus }
        };
        let standings: Vec<Standing> =
            runs.iter().copied().zip(comparisons.iter().copied()).map(standing).collect();
        let n = match scope {
            Scope::Common => self.common_questions().unwrap_or_default(),
            Scope::All => standings.iter().map(|one| one.n).max().unwrap_or(0),
        };
        let is_uneven = standings.iter().any(|one| one.n != n)
            || comparisons.iter().flatten().any(|compared| compared.n != n);
        let all = evaluation.count(None);
        Some(Leaderboard {
            metric: id.to_owned(),
            scope,
            words: scope.words(n, all, is_uneven),
            n,
            runs: standings,
            title: self.title_for(evaluation.metrics[metric], runs.into_iter()),
            is_uneven,
        })
    }

    /// Returns the comparison of a run with the baseline; `None` for the baseline, and until it is computed.
    pub fn comparison(&self, run: usize, id: &str, scope: Scope) -> Option<&Comparison> {
        let comparing = &self.comparing;
        match scope {
            Scope::Common => {
                let metric = self.evaluation.metrics.iter().position(|one| one.id == id)?;
                comparing.on_common.get(metric)?.get(run)?.comparison.as_ref()
            }
            Scope::All => {
                let metric = self.evaluation.metrics.iter().position(|one| one.id == id)?;
                let place = *comparing.places.get(&(run, metric))?;
                Some(&comparing.done[place].comparison)
            }
        }
    }

    /// How many questions every run has a prediction for; `None` if these are all questions that count.
    pub fn common_questions(&self) -> Option<u64> {
        Some(self.evaluation.count(Some(self.comparing.common.as_ref()?)))
    }

    /// Every run but the baseline compared with it, in the order of runs: each metric over all
    /// questions, then by group. Complete once there is nothing left to resample.
    pub fn comparisons(&self) -> &[Compared] {
        &self.comparing.done
    }

    /// Index of the run that the others are compared with.
    pub fn baseline(&self) -> usize {
        self.comparing.baseline
    }

    /// The result of comparing a run with the baseline, in a sentence without full stop that names metric and
    /// questions; `None` for the baseline.
    pub(in crate::session) fn sentence_of(
        &self,
        joined: &Joined,
        board: &Leaderboard,
        standing: &Standing,
    ) -> Option<String> {
        let run = standing.run as usize;
        let compared = self.comparison(run, &board.metric, board.scope)?;
        let runs = [run, self.baseline()];
        let [a, b] = runs.map(|run| joined.runs[run].short_name.clone());
        let title = self.title_for(compared.metric, runs.into_iter());
        // Only questions with a value in both runs are compared; the leaderboard may have more questions.
        let questions = if compared.n == board.n {
            board.words.clone()
        } else {
            let scope =
                if board.scope == Scope::Common { ", of those that all runs have" } else { "" };
            format!("the {} questions with a value in both{scope}", compared.n)
        };
        Some(format!("{title} over {questions}: {}", told(compared, &a, &b)))
    }
}

/// The runs with a rank, in order of rank, and then those without one.
fn with_others(ordered: &[usize], runs: usize) -> Vec<usize> {
    let mut is_ranked = vec![false; runs];
    for run in ordered {
        is_ranked[*run] = true;
    }
    let others = (0..runs).filter(|run| !is_ranked[*run]);
    ordered.iter().copied().chain(others).collect()
}
