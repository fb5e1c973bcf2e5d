//! Intervals of a mean. Pure and deterministic: the same values and seed give the same digits on
//! every platform.

#![allow(clippy::cast_sign_loss, reason = "counts are not negative")]

use super::Interval;
use super::distinct::distinct;
use super::resampling::Resampling;
use crate::base::order::sort_key;

/// Draws of the bootstrap.
pub const DRAWS: usize = 10_000;

/// 97.5 % quantile of the standard normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval (1927) at 95 % for `successes` of `n`; stays within 0 and 1. `None`
/// where n is 0.
pub fn wilson(successes: f64, n: u64) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let (low, high) = wilson_of(successes / n as f64, n as f64);
    Some(Interval { low, high, level: 0.95, method: "wilson".to_owned() })
}

/// The ends of the same for a share `p` of `n` questions, which may be a number with a fraction, above 0.
pub(super) fn wilson_of(p: f64, n: f64) -> (f64, f64) {
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
    // At the ends the formula is exact but for rounding.
    let low = if p == 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// Interval at 95 % of the F-score of `right` answers among `attempted` ones of `n` questions, 2 right / (n + attempted):
/// Wilson's with as many questions as would have the error that the delta method gives on their own. That error is
/// the one of a ratio of two means (Cochran 1977, *Sampling Techniques*, 6.4; Takahashi and others 2022, *Confidence
/// interval for micro-averaged F1 and macro-averaged F1 scores*). Without spread n questions count. Within 0 and 1;
/// `None` where n is 0.
pub fn f_of_attempted(right: f64, attempted: f64, n: u64) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let all = n as f64 + attempted;
    let f = 2.0 * right / all;
    let squares = right * (2.0 - 2.0 * f) * (2.0 - 2.0 * f)
        + (attempted - right) * (2.0 * f) * (2.0 * f)
        + (n as f64 - attempted) * f * f;
    let alone = f * (1.0 - f) * all * all / squares;
    let (low, high) = wilson_of(f, if alone.is_finite() && alone > 0.0 { alone } else { n as f64 });
    Some(Interval { low, high, level: 0.95, method: "delta_wilson".to_owned() })
}

/// Percentile bootstrap (Efron 1979) at 95 %: quantiles, linearly interpolated, of the means of
/// [`DRAWS`] resamples.
///
/// `None` where there are no values, and where all are equal, as a single one is: every resample
/// then has the same mean, and an interval without width would claim a certainty that resampling
/// does not give.
pub fn bootstrap(values: impl Iterator<Item = f64>, seed: u64) -> Option<Interval> {
    let mut resampling = Resampling::new(&distinct(values.map(|value| (value, 1))), seed)?;
    while !resampling.advance() {}
    Some(resampling.interval())
}

impl Resampling {
    /// The interval of the mean, once all resamples are there.
    pub fn interval(&self) -> Interval {
        let (low, high) = self.ends();
        Interval { low, high, level: 0.95, method: "bootstrap".to_owned() }
    }
}

/// The quantiles between which the middle 95 % of some values lie, linearly interpolated.
pub(super) fn middle(values: &[f64]) -> (f64, f64) {
    let end = values.len().saturating_sub(1);
    if values.is_empty() {
        return (f64::NAN, f64::NAN);
    }
    let last = end as f64;
    let mut order: Vec<(u64, u32)> = values.iter().map(|value| sort_key(*value)).zip(0..).collect();
    // As far from the greatest value as the lower one is from the least.
    let positions = [0.025 * last, last - 0.975 * last];
    match positions.map(|position| position as usize) {
        [below, above] if below == above => sort_ends(&mut order, below),
        _ => order.sort_unstable(),
    }
    let [low, high] = [1.0, -1.0].map(|sign| {
        let position = positions[usize::from(sign < 0.0)];
        let before = position as usize;
        let at = |place: usize| {
            let place = if sign > 0.0 { place.min(end) } else { end - place.min(end) };
            sign * values[order[place].1 as usize]
        };
        sign * (at(before) + (at(before + 1) - at(before)) * (position - before as f64))
    });
    (low, high)
}

/// Puts the values at a place from the least, at the place after it, and at the same places from the greatest where
/// they would stand if all were sorted: with thousands of runs, sorting all of them is what intervals cost.
fn sort_ends(order: &mut [(u64, u32)], place: usize) {
    let inner = order.len().saturating_sub(2 * (place + 2));
    if inner == 0 {
        return order.sort_unstable();
    }
    let (_, _, rest) = order.select_nth_unstable(place);
    let (_, _, rest) = rest.select_nth_unstable(0);
    let (rest, _, _) = rest.select_nth_unstable(inner + 1);
    rest.select_nth_unstable(inner);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bootstrap_agrees_with_the_normal_interval_of_many_values() {
        let values: Vec<f64> = (0..5000).map(|i| f64::from(i % 11) / 10.0).collect();
        let interval = bootstrap(values.iter().copied(), 0).unwrap();
        let mean = values.iter().sum::<f64>() / 5000.0;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 5000.0;
        let half = Z * libm::sqrt(variance / 5000.0);
        assert!((interval.low - (mean - half)).abs() < 3e-4, "{interval:?}");
        assert!((interval.high - (mean + half)).abs() < 3e-4, "{interval:?}");
        assert_eq!(bootstrap(values.iter().copied(), 0).unwrap(), interval);
        assert_ne!(bootstrap(values.iter().copied(), 1).unwrap(), interval);
    }

    #[test]
    fn ends_are_those_of_all_values_sorted() {
        let few = (1..130).map(|count| (count, 7));
        let many = [(10_000, 7919_u64), (10_000, 3), (400, 101), (401, 13), (3, 2), (1, 1)];
        for (count, spread) in many.into_iter().chain(few) {
            let values: Vec<f64> =
                (0..count).map(|i| ((i * 7919) % spread) as f64 / 13.0 - 40.0).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let quantile = |q: f64| {
                let position = q * (count - 1) as f64;
                let (below, above) = (sorted[position as usize], position.ceil() as usize);
                below + (sorted[above] - below) * position.fract()
            };
            let (low, high) = middle(&values);
            assert!((low - quantile(0.025)).abs() < 1e-12, "{count} {low}");
            assert!((high - quantile(0.975)).abs() < 1e-12, "{count} {high}");
        }
        assert!(middle(&[]).0.is_nan());
    }

    #[test]
    fn bootstrap_of_equal_values_knows_no_interval() {
        for n in [0, 1, 4, 40] {
            assert_eq!(bootstrap(std::iter::repeat_n(0.25, n), 0), None);
        }
        let nearly = [[0.25; 39].as_slice(), &[0.5]].concat();
        let interval = bootstrap(nearly.into_iter(), 0).unwrap();
        assert!(interval.low < interval.high, "{interval:?}");
    }
}
