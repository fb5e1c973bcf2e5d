//! Compares every run with every other by one metric.

use super::Material;
use crate::aggregate::compare::{Comparer, Comparison, adjust};
use crate::aggregate::known;
use crate::aggregate::leaderboard::Versus;
use crate::aggregate::words::{difference, sentence};
use crate::base::order::ascending;
use crate::session::Finished;
use crate::session::protocol::{By, Matrix, PairCell};

/// With more runs, a table of pairs is too large to read.
const MOST: usize = 24;

/// Pairs of runs that are being compared; see [`Finished::pairs`].
#[derive(Debug)]
pub struct Pairs {
    by: By,
    metric: usize,
    /// The runs from the best mean to the worst.
    order: Vec<usize>,
    /// Indices in `order` of the pairs, the better mean first.
    both: Vec<(usize, usize)>,
    now: Option<Box<Comparer>>,
    done: Vec<Comparison>,
}

impl Pairs {
    /// How many pairs are compared, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.len() as u64, self.both.len() as u64)
    }
}

impl Finished<'_> {
    /// Prepares to compare every run with every other, the best means first; `None` if fewer than two runs have
    /// values. Only the best 24 runs are compared.
    pub fn pairs(&self, by: &By) -> Option<Pairs> {
        let sight = self.sight(by);
        let evaluation = &self.score.evaluation;
        let metric = evaluation.metrics.get(sight.metric)?;
        let means: Vec<f64> = evaluation
            .runs
            .iter()
            .map(|run| {
                let known = known(&run.values[sight.metric], sight.rows);
                let (sum, n) =
                    known.fold((0.0, 0.0), |(sum, n), (_, value)| (sum + value, n + 1.0));
                sum / n
            })
            .collect();
        let sign = if metric.higher_is_better { -1.0 } else { 1.0 };
        let order = ascending(means.iter().map(|mean| sign * mean)).into_iter();
        let order: Vec<usize> = order
            .map(|place| place as usize)
            .filter(|run| !means[*run].is_nan())
            .take(MOST)
            .collect();
        let both: Vec<(usize, usize)> =
            (0..order.len()).flat_map(|a| (a + 1..order.len()).map(move |b| (a, b))).collect();
        let (by, metric) = (by.clone(), sight.metric);
        (!both.is_empty()).then(|| Pairs { by, metric, order, both, now: None, done: Vec::new() })
    }

    /// Compares for some hundredths of a second; `true` once all pairs are done.
    pub fn pair_off(&self, pairs: &mut Pairs) -> bool {
        let Some((a, b)) = pairs.both.get(pairs.done.len()).copied() else { return true };
        let evaluation = &self.score.evaluation;
        let clusters = self.pairing.sliced.clusters.as_ref().map(|clusters| &*clusters.of_row);
        let material = Material { evaluation, clusters, seed: self.choices.seed };
        let rows = self.sight(&pairs.by).rows;
        let [a, b] = [a, b].map(|place| pairs.order[place]);
        let mut now = pairs
            .now
            .take()
            .unwrap_or_else(|| Box::new(material.comparer(a, b, pairs.metric, rows)));
        match now.advance() {
            Some(comparison) => pairs.done.push(comparison),
            None => pairs.now = Some(now),
        }
        pairs.done.len() == pairs.both.len()
    }

    /// The table of the pairs, with p corrected for all of them.
    pub fn matrix(&self, mut pairs: Pairs) -> Matrix {
        adjust(&mut pairs.done);
        let name = |place: usize| &self.material.joined.runs[pairs.order[place]].short_name;
        let cells = pairs.both.iter().zip(&pairs.done);
        let cells = cells.map(|(&(a, b), comparison)| {
            let sentence = sentence(comparison, name(a), name(b));
            let [a, b] = [a, b].map(|place| place as u32);
            PairCell { a, b, versus: Versus::new(comparison, difference(comparison), sentence) }
        });
        let cells = cells.collect();
        let metric = self.score.evaluation.metrics[pairs.metric].id.to_owned();
        let runs = pairs.order.iter().map(|run| *run as u32).collect();
        Matrix { by: pairs.by, metric, runs, cells }
    }
}
