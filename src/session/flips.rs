//! Two runs side by side: on which questions each is better, and where their answers differ.

use super::Session;
use super::tour::{Texts, Tour};
use crate::aggregate::words::{detectable, sentence, tested};
use crate::error::Error;
use crate::evaluate::{Evaluation, Material};
use crate::metric::IntervalMethod;
use crate::protocol::{Against, Flip, FlipStripe, Pair};

/// What the headline metric says of a question of two runs; `None` where either has no value.
pub(super) fn flip(evaluation: &Evaluation, a: usize, b: usize, row: usize) -> Option<Flip> {
    let metric = evaluation.metrics.first()?;
    let value = |run: usize| evaluation.runs.get(run)?.values.first()?.get(row).copied();
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

/// Whether the answers that are taken from the outputs of two runs for a question differ.
fn differ(
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

/// Whether a question of a run is among those that a view asks for with regard to another run.
pub(super) fn is_against(
    against: Against,
    evaluation: &Evaluation,
    material: &Material<'_>,
    run: usize,
    row: usize,
) -> bool {
    let other = against.run as usize;
    if other >= evaluation.runs.len() {
        return false;
    }
    let in_cell = match against.flip {
        None => true,
        Some(wanted) => match flip(evaluation, run, other, row) {
            Some(found) if wanted == Flip::Apart => matches!(found, Flip::OnlyA | Flip::OnlyB),
            found => found == Some(wanted),
        },
    };
    in_cell && (!against.different || differ(evaluation, material, run, other, row))
}

/// Two runs side by side that are being looked at; see [`Session::beside`].
#[derive(Debug)]
pub struct Beside {
    pair: Pair,
    tour: Tour,
}

impl Beside {
    /// How many questions were looked at, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        self.tour.progress()
    }
}

impl Session {
    /// Two runs side by side in at most `stripes` stripes; `None` where there are no such runs, or their
    /// texts cannot be read again: [`Self::try_pair`] says why.
    pub fn pair(&self, a: usize, b: usize, stripes: usize) -> Option<Pair> {
        self.try_pair(a, b, stripes).ok()?
    }

    /// Two runs side by side in at most `stripes` stripes; `None` where there are no such runs.
    ///
    /// # Errors
    /// Where a file cannot be read any more in which texts were left.
    pub fn try_pair(&self, a: usize, b: usize, stripes: usize) -> Result<Option<Pair>, Error> {
        let Some(mut beside) = self.beside(a, b, stripes) else { return Ok(None) };
        while !self.look_beside(&mut beside, usize::MAX)? {}
        Ok(Some(self.pair_of(beside)))
    }

    /// Two runs side by side, but for how many answers differ: [`Self::look_beside`] counts these while
    /// the score stays.
    pub fn beside(&self, a: usize, b: usize, stripes: usize) -> Option<Beside> {
        let sides = self.prediction_sides();
        let material = self.material(&sides)?;
        let evaluation = &self.score()?.evaluation;
        let metric = evaluation.metrics.first().copied()?;
        let rows = evaluation.runs.get(a.max(b))?.states.len();
        let strips = [a, b].map(|run| self.stripes(run, stripes));
        let mut pair = Pair {
            a: a as u32,
            b: b as u32,
            metric: metric.id.to_owned(),
            graded: metric.interval == IntervalMethod::Bootstrap,
            ..Pair::default()
        };
        pair.flips = strips[0]
            .iter()
            .map(|stripe| FlipStripe { from: stripe.from, to: stripe.to, only_a: 0, only_b: 0 })
            .collect();
        let mut at = 0;
        for row in 0..rows {
            while pair.flips.get(at).is_some_and(|stripe| stripe.to <= row as u64) {
                at += 1;
            }
            let stripe = pair.flips.get_mut(at);
            match flip(evaluation, a, b, row) {
                None => pair.left_out += 1,
                Some(Flip::Both | Flip::Apart) => pair.both += 1,
                Some(Flip::Neither) => pair.neither += 1,
                Some(Flip::OnlyA) => {
                    pair.only_a += 1;
                    if let Some(stripe) = stripe {
                        stripe.only_a += 1;
                    }
                }
                Some(Flip::OnlyB) => {
                    pair.only_b += 1;
                    if let Some(stripe) = stripe {
                        stripe.only_b += 1;
                    }
                }
            }
        }
        [pair.strip_a, pair.strip_b] = strips;
        let all = (0..rows as u32).collect();
        Some(Beside { pair, tour: Tour::new(&material, Texts::Both(a, b), all) })
    }

    /// Looks at the answers to up to `count` more questions, and at no more of them than take well under
    /// a tenth of a second; `true` once all are counted.
    ///
    /// # Errors
    /// Where a file cannot be read any more in which texts were left.
    pub fn look_beside(&self, beside: &mut Beside, count: usize) -> Result<bool, Error> {
        let sides = self.prediction_sides();
        let (Some(score), Some(material)) = (self.score(), self.material(&sides)) else {
            return Ok(true);
        };
        let [a, b] = [beside.pair.a, beside.pair.b].map(|run| run as usize);
        let (rows, again) = self.go_on(&material, &mut beside.tour, count)?;
        let material = material.with(&again);
        let is_other = |row: &&u32| differ(&score.evaluation, &material, a, b, **row as usize);
        beside.pair.different += rows.iter().filter(is_other).count() as u64;
        Ok(rows.is_empty())
    }

    /// The two runs with all that is known of them now.
    pub fn pair_of(&self, beside: Beside) -> Pair {
        let mut pair = beside.pair;
        let [a, b] = [pair.a, pair.b].map(|run| run as usize);
        let Some((score, joined)) = self.score().zip(self.joined()) else { return pair };
        let compared = self.comparisons().iter().find(|one| {
            one.run == a
                && one.baseline == b
                && one.group.is_none()
                && one.comparison.metric.id == pair.metric
        });
        if let Some(one) = compared.filter(|_| !score.comparing.headline_pending()) {
            let [a, b] = [a, b].map(|run| joined.runs[run].short_name());
            pair.sentence = Some(sentence(&one.comparison, &a, &b));
            pair.detectable = detectable(&one.comparison);
            pair.tested = tested(&one.comparison);
        }
        pair
    }
}
