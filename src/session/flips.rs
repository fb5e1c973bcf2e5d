//! Two runs side by side: on which questions each is better, and on which their answers differ, by the
//! metric and over the questions that are used for comparing runs.

use super::Finished;
use super::sift::Way;
use crate::aggregate::agreement::Agreement;
use crate::aggregate::leaderboard::Scope;
use crate::aggregate::words::tested;
use crate::base::types::State;
use crate::report::model::Stripe;
use crate::score::evaluate::{Evaluation, Material};
use crate::score::metric::IntervalMethod;
use crate::session::protocol::{Against, By, Flip, FlipStripe, Pair};
use itertools::Itertools as _;

/// The metric by which two runs are compared, and the questions if these are not all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    pub(super) metric: usize,
    pub(super) rows: Option<&'a [u32]>,
}

/// The outcome of a question for two runs by a metric; `None` if either has no value.
fn flip(evaluation: &Evaluation, metric: usize, a: usize, b: usize, row: usize) -> Option<Flip> {
    let value = |run: usize| evaluation.runs.get(run)?.values.get(metric)?.get(row).copied();
    let metric = evaluation.metrics.get(metric)?;
    let (a, b) = (value(a)?, value(b)?);
    let difference = if metric.higher_is_better { a - b } else { b - a };
    let worst = if metric.higher_is_better { metric.range.0 } else { metric.range.1 };
    if !difference.is_finite() {
        return None;
    }
    Some(if difference.abs() >= crate::aggregate::paired::EQUAL {
        if difference > 0.0 { Flip::OnlyA } else { Flip::OnlyB }
    } else if a == worst && b == worst {
        Flip::Neither
    } else {
        Flip::Both
    })
}

/// Whether the answers extracted from the outputs of two runs differ for a question.
pub(super) fn differ(
    evaluation: &Evaluation,
    material: &Material<'_>,
    a: usize,
    b: usize,
    row: usize,
) -> bool {
    let taken = |run: usize| {
        let text = material.prediction(run, row)?;
        let settings = evaluation.settings_of(run);
        settings.extractor.extract(&text).answer.map(|answer| answer.trim().to_owned())
    };
    taken(a) != taken(b)
}

/// Whether a question is among those that a view of two runs asks for.
pub(super) fn is_against(
    against: Against,
    sight: Sight<'_>,
    evaluation: &Evaluation,
    material: &Material<'_>,
    (run, other): (usize, usize),
    row: usize,
) -> bool {
    let is_seen = sight.rows.is_none_or(|rows| rows.binary_search(&(row as u32)).is_ok());
    if other >= evaluation.runs.len() || !is_seen {
        return false;
    }
    let in_cell = match against.flip {
        None => true,
        Some(wanted) => match flip(evaluation, sight.metric, run, other, row) {
            Some(found) if wanted == Flip::Apart => matches!(found, Flip::OnlyA | Flip::OnlyB),
            found => found == Some(wanted),
        },
    };
    in_cell && (!against.different || differ(evaluation, material, run, other, row))
}

/// A comparison of two runs side by side that is in progress; see [`Finished::beside`].
#[derive(Debug)]
pub struct Beside {
    pair: Pair,
    way: Way,
}

impl Beside {
    /// How many questions were examined, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        self.way.progress()
    }
}

impl<'s> Finished<'s> {
    /// Two runs side by side with at most `stripes` stripes; `None` if there are no such runs.
    pub fn pair(&self, a: usize, b: usize, stripes: usize, by: &By) -> Option<Pair> {
        let mut beside = self.beside(a, b, stripes, by)?;
        while !self.look_beside(&mut beside, usize::MAX) {}
        Some(self.pair_of(beside))
    }

    /// Two runs side by side; [`Self::look_beside`] counts the answers that differ.
    pub fn beside(&self, a: usize, b: usize, stripes: usize, by: &By) -> Option<Beside> {
        let evaluation = &self.score.evaluation;
        let sight = self.sight(by);
        let metric = evaluation.metrics.get(sight.metric).copied()?;
        let rows = evaluation.runs.get(a.max(b))?.states.len();
        let rows: Vec<u32> = sight.rows.map_or_else(|| (0..rows as u32).collect(), <[u32]>::to_vec);
        let strips = [a, b].map(|run| self.stripes(run, stripes));
        let mut pair = Pair {
            a: a as u32,
            b: b as u32,
            by: by.clone(),
            metric: metric.id.to_owned(),
            graded: evaluation.method_of([a, b], sight.metric) == IntervalMethod::Bootstrap,
            ..Pair::default()
        };
        let empty = |one: &Stripe| FlipStripe { from: one.from, to: one.to, only_a: 0, only_b: 0 };
        pair.flips = strips[0].iter().map(empty).collect();
        let mut at = 0;
        for row in rows.iter().map(|row| *row as usize) {
            while pair.flips.get(at).is_some_and(|stripe| stripe.to <= row as u64) {
                at += 1;
            }
            let mut none = FlipStripe::default();
            let stripe = pair.flips.get_mut(at).unwrap_or(&mut none);
            match flip(evaluation, sight.metric, a, b, row) {
                None => pair.left_out += 1,
                Some(Flip::Both | Flip::Apart) => pair.both += 1,
                Some(Flip::Neither) => pair.neither += 1,
                Some(Flip::OnlyA) => {
                    pair.only_a += 1;
                    stripe.only_a += 1;
                }
                Some(Flip::OnlyB) => {
                    pair.only_b += 1;
                    stripe.only_b += 1;
                }
            }
        }
        [pair.strip_a, pair.strip_b] = strips;
        Some(Beside { pair, way: Way::new(rows) })
    }

    /// How far apart two runs are on a question: by the difference of their relative errors if there are
    /// any, otherwise of the first graded metric, otherwise of the leading metric.
    pub(super) fn apart(&self, run: usize, other: usize) -> impl Fn(usize) -> f64 + use<'s> {
        let evaluation = &self.score.evaluation;
        let of = |id: &str| evaluation.metrics.iter().position(|metric| metric.id == id);
        let graded = ["relative_error", "f1", "rouge_l"].into_iter().find_map(of);
        let place = graded.unwrap_or(evaluation.lead);
        move |row| {
            let value = |run: usize| Some(*evaluation.runs.get(run)?.values.get(place)?.get(row)?);
            match (value(run), value(other)) {
                (Some(one), Some(other)) => (one - other).abs(),
                _ => f64::NAN,
            }
        }
    }

    /// The metric and the questions that are requested.
    pub(super) fn sight(&self, by: &By) -> Sight<'s> {
        let score = self.score;
        let mut metrics = score.evaluation.metrics.iter();
        let wanted = by.metric.as_deref().filter(|id| metrics.clone().any(|one| one.id == *id));
        let wanted = wanted.or(score.lead());
        let place = metrics.position(|metric| Some(metric.id) == wanted);
        let rows = score.comparing.common.as_deref();
        let rows = rows.filter(|rows| by.common && !rows.is_empty());
        Sight { metric: place.unwrap_or_default(), rows }
    }

    /// Compares the answers to up to `count` more questions; `true` once all are counted.
    pub fn look_beside(&self, beside: &mut Beside, count: usize) -> bool {
        let Self { score, material, .. } = self;
        let [a, b] = [beside.pair.a, beside.pair.b].map(|run| run as usize);
        let rows = beside.way.next(count);
        let is_other = |row: &&u32| differ(&score.evaluation, material, a, b, **row as usize);
        beside.pair.different += rows.iter().filter(is_other).count() as u64;
        rows.is_empty()
    }

    /// The two runs with everything that is known so far.
    pub fn pair_of(&self, beside: Beside) -> Pair {
        let mut pair = beside.pair;
        let Self { score, material, .. } = self;
        let has_common = score.common_questions().is_some_and(|questions| questions > 0);
        let scope = if pair.by.common && has_common { Scope::Common } else { Scope::All };
        let board = score.leaderboard(&pair.metric, scope, &material.joined.names());
        let runs = [pair.a, pair.b].map(|run| run as usize);
        if let Some(board) = board.as_ref().filter(|_| score.baseline() == runs[1])
            && let Some(standing) = board.runs.iter().find(|one| one.run == pair.a)
            && let Some(comparison) = score.comparison(runs[0], &pair.metric, scope)
        {
            pair.sentence = score.sentence_of(material.joined, board, standing);
            pair.tested = tested(comparison);
        }
        let agree = self.rules_agree(runs).map(|words| format!("the two rules agree on {words}"));
        let words = pair.tested.take().into_iter().chain(agree).join("; ");
        pair.tested = Some(words).filter(|words| !words.is_empty());
        pair
    }

    /// How far two rules agree on the verdicts of one run; `None` for two runs.
    fn rules_agree(&self, [a, b]: [usize; 2]) -> Option<String> {
        let all = &self.material.joined.runs;
        let once = all.iter().filter(|run| run.twin.is_none()).count();
        let states = [a, b].map(|run| self.score.evaluation.runs.get(run).map(|run| &run.states));
        let [Some(one), Some(other)] = states else { return None };
        let is_one = a != b && a % once == b % once;
        let count = |row: &usize| [one, other].iter().all(|all| all[*row] != State::Excluded);
        let pairs = (0..one.len()).filter(count);
        let pairs = pairs.map(|row| (self.verdict(a, row), self.verdict(b, row)));
        is_one.then(|| Agreement::new(pairs)).filter(|all| all.n > 0).map(|all| all.words())
    }
}
