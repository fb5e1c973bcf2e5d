//! Intervals of a mean. Pure and deterministic: the same values and seed give the same digits on
//! every platform.

#![allow(clippy::cast_sign_loss, reason = "counts are not negative")]

use super::Interval;
use super::draw::binomial;
use crate::order::ascending;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

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
    let n = n as f64;
    let p = successes / n;
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
    // At the ends the formula is exact but for rounding.
    let low = if successes == 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Some(Interval { low, high, level: 0.95, method: "wilson".to_owned() })
}

/// Percentile bootstrap (Efron 1979) at 95 %: quantiles, linearly interpolated, of the means of
/// [`DRAWS`] resamples. A resample is drawn as a multinomial over the distinct values, which is the
/// same distribution and costs their number instead of n.
///
/// `None` where there are no values, and where all are equal, as a single one is: every resample
/// then has the same mean, and an interval without width would claim a certainty that resampling
/// does not give.
pub fn bootstrap(values: impl Iterator<Item = f64>, seed: u64) -> Option<Interval> {
    let given: Vec<f64> = values.collect();
    let n = given.len() as u64;
    let first = given.first()?;
    if given.iter().all(|value| value == first) {
        return None;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut values: Vec<(f64, u64)> = Vec::new();
    for place in ascending(given.iter().copied()) {
        let value = given[place as usize];
        match values.last_mut() {
            Some(last) if last.0 == value => last.1 += 1,
            _ => values.push((value, 1)),
        }
    }
    // Frequent values first: the rest of a draw is then soon used up.
    let counts: Vec<(f64, u64)> = ascending(values.iter().map(|(_, count)| -(*count as f64)))
        .into_iter()
        .map(|place| values[place as usize])
        .collect();
    let drawn: Vec<f64> =
        (0..DRAWS).map(|_| resampled_sum(&counts, n, &mut random).0 / n as f64).collect();
    let (low, high) = middle(&drawn);
    Some(Interval { low, high, level: 0.95, method: "bootstrap".to_owned() })
}

/// The sum of so many draws with replacement from `n` values, of which `counts` lists the distinct
/// ones, and how many of the draws fell on values that it does not list.
pub(super) fn resampled_sum(
    counts: &[(f64, u64)],
    n: u64,
    random: &mut Xoshiro256PlusPlus,
) -> (f64, u64) {
    let (mut draws, mut weight, mut sum) = (n, n, 0.0);
    for (value, count) in counts {
        if draws == 0 {
            break;
        }
        let hits = if *count == weight {
            draws
        } else {
            binomial(draws, *count as f64 / weight as f64, random)
        };
        sum += value * hits as f64;
        draws -= hits;
        weight -= count;
    }
    (sum, draws)
}

/// The quantiles between which the middle 95 % of some values lie.
pub(super) fn middle(values: &[f64]) -> (f64, f64) {
    let order = ascending(values.iter().copied());
    let sorted: Vec<f64> = order.into_iter().map(|place| values[place as usize]).collect();
    (quantile(&sorted, 0.025), quantile(&sorted, 0.975))
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    let position = q * (sorted.len() - 1) as f64;
    let below = position as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
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
    fn bootstrap_of_equal_values_knows_no_interval() {
        for n in [0, 1, 4, 40] {
            assert_eq!(bootstrap(std::iter::repeat_n(0.25, n), 0), None);
        }
        let nearly = [[0.25; 39].as_slice(), &[0.5]].concat();
        let interval = bootstrap(nearly.into_iter(), 0).unwrap();
        assert!(interval.low < interval.high, "{interval:?}");
    }
}
