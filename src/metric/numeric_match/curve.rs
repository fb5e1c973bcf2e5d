//! The share of matches over the tolerance, without scoring again.

use super::compare::SLACK;
use crate::order::sorted_by;

/// How many questions would match at which relative tolerance, the other rules as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The least tolerance at which each question matches, ascending; those that never do left out.
    misses: Vec<f64>,
    /// All questions.
    n: usize,
}

impl Curve {
    /// The curve of questions, each with the least relative tolerance at which it would match, or
    /// `None` where none is enough (see [`Outcome::miss`](super::Outcome::miss)).
    pub fn new(misses: impl IntoIterator<Item = Option<f64>>) -> Self {
        let mut curve = Self::default();
        for miss in misses {
            curve.n += 1;
            curve.misses.extend(miss.filter(|miss| miss.is_finite()));
        }
        curve.misses = sorted_by(curve.misses, |miss| *miss);
        curve
    }

    /// Questions, those that never match included.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The share of matches at a relative tolerance, 0 to 1. `None` without questions.
    pub fn rate(&self, tolerance: f64) -> Option<f64> {
        let most = tolerance * (1.0 + 10_f64.powi(SLACK));
        let matches = self.misses.partition_point(|miss| *miss <= most);
        (self.n > 0).then(|| matches as f64 / self.n as f64)
    }

    /// The tolerances at which the share changes, ascending, each with the share from there on.
    pub fn steps(&self) -> Vec<(f64, f64)> {
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for (index, miss) in self.misses.iter().enumerate() {
            let share = (index + 1) as f64 / self.n as f64;
            match steps.last_mut() {
                Some(last) if last.0 == *miss => last.1 = share,
                _ => steps.push((*miss, share)),
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_over_tolerances() {
        let curve = Curve::new([Some(0.0), Some(0.01), None, Some(0.01), Some(0.5)]);
        assert_eq!(curve.n(), 5);
        for (tolerance, rate) in [(0.0, 0.2), (0.009, 0.2), (0.01, 0.6), (0.4, 0.6), (9.0, 0.8)] {
            assert_eq!(curve.rate(tolerance), Some(rate));
        }
        assert_eq!(curve.steps(), [(0.0, 0.2), (0.01, 0.6), (0.5, 0.8)]);
        assert_eq!(Curve::new([]).rate(0.1), None);
    }
}
