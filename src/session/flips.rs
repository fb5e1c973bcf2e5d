//! Two runs side by side: on which questions each is better, and where their answers differ.

use super::Session;
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
        let sides = self.prediction_sides();
        let (Some(score), Some(material)) = (self.score(), self.material(&sides)) else {
            return Ok(None);
        };
        let evaluation = &score.evaluation;
        let (Some(metric), Some(last)) =
            (evaluation.metrics.first().copied(), evaluation.runs.get(a.max(b)))
        else {
            return Ok(None);
        };
        let rows = last.states.len();
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
        let mut questions = (0..rows).map(|row| (a, row));
        self.in_batches(&material, &mut questions, Some(b), &mut |material, batch| {
            let differing =
                batch.iter().filter(|(_, row)| differ(evaluation, material, a, b, *row));
            pair.different += differing.count() as u64;
            Ok::<(), Error>(())
        })?;
        [pair.strip_a, pair.strip_b] = strips;
        let compared = self.comparisons().iter().find(|one| {
            one.run == a
                && one.baseline == b
                && one.group.is_none()
                && one.comparison.metric.id == metric.id
        });
        if let Some(one) = compared.filter(|_| !score.comparing.headline_pending()) {
            let [a, b] = [a, b].map(|run| material.joined.runs[run].short_name());
            pair.sentence = Some(sentence(&one.comparison, &a, &b));
            pair.detectable = detectable(&one.comparison);
            pair.tested = tested(&one.comparison);
        }
        Ok(Some(pair))
    }
}
