//! Intervals of a mean. Pure and deterministic: the same values and seed give the same digits on
//! every platform.

#![allow(
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    reason = "counts are not negative, and the letters are those of the paper"
)]

use super::Interval;
use crate::order::ascending;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// Draws of the bootstrap.
pub const DRAWS: usize = 10_000;

/// 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

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
    let drawn: Vec<f64> = (0..DRAWS).map(|_| resampled_mean(&counts, n, &mut random)).collect();
    let means: Vec<f64> =
        ascending(drawn.iter().copied()).into_iter().map(|place| drawn[place as usize]).collect();
    Some(Interval {
        low: quantile(&means, 0.025),
        high: quantile(&means, 0.975),
        level: 0.95,
        method: "bootstrap".to_owned(),
    })
}

fn resampled_mean(counts: &[(f64, u64)], n: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
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
    sum / n as f64
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    let position = q * (sorted.len() - 1) as f64;
    let below = position as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
}

/// Uniform in [0, 1) with 53 random bits.
fn uniform(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A binomial variate: by inversion where few hits are expected, else by transformed rejection
/// (BTRS of Hörmann 1993).
fn binomial(n: u64, p: f64, random: &mut Xoshiro256PlusPlus) -> u64 {
    if p > 0.5 {
        return n - binomial(n, 1.0 - p, random);
    }
    if n as f64 * p < 10.0 { by_inversion(n, p, random) } else { by_rejection(n, p, random) }
}

fn by_inversion(n: u64, p: f64, random: &mut Xoshiro256PlusPlus) -> u64 {
    let odds = p / (1.0 - p);
    let none = libm::exp(n as f64 * libm::log1p(-p));
    let (mut hits, mut chance, mut left) = (0, none, uniform(random));
    while left > chance {
        left -= chance;
        hits += 1;
        if hits > n {
            // Rounding left a crumb beyond the last term: draw again.
            (hits, chance, left) = (0, none, uniform(random));
            continue;
        }
        chance *= odds * (n - hits + 1) as f64 / hits as f64;
    }
    hits
}

fn by_rejection(n: u64, p: f64, random: &mut Xoshiro256PlusPlus) -> u64 {
    let n_real = n as f64;
    let spread = libm::sqrt(n_real * p * (1.0 - p));
    let b = 1.15 + 2.53 * spread;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n_real * p + 0.5;
    let v_r = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * spread;
    let mode = libm::floor((n_real + 1.0) * p);
    loop {
        let u = uniform(random) - 0.5;
        let v = uniform(random);
        let us = 0.5 - u.abs();
        let k = libm::floor((2.0 * a / us + b) * u + c);
        if k < 0.0 || k > n_real {
            continue;
        }
        if us >= 0.07 && v <= v_r {
            return k as u64;
        }
        let v = libm::log(v * alpha / (a / (us * us) + b));
        let bound = (mode + 0.5)
            * libm::log((mode + 1.0) / (p / (1.0 - p) * (n_real - mode + 1.0)))
            + (n_real + 1.0) * libm::log((n_real - mode + 1.0) / (n_real - k + 1.0))
            + (k + 0.5) * libm::log(p / (1.0 - p) * (n_real - k + 1.0) / (k + 1.0))
            + stirling_tail(mode)
            + stirling_tail(n_real - mode)
            - stirling_tail(k)
            - stirling_tail(n_real - k);
        if v <= bound {
            return k as u64;
        }
    }
}

/// ln(k!) minus Stirling's approximation of it.
fn stirling_tail(k: f64) -> f64 {
    const SMALL: [f64; 10] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_29,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_09,
        0.016_644_691_189_821_19,
        0.013_876_128_823_070_75,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_09,
        0.009_255_462_182_712_73,
        0.008_330_563_433_362_87,
    ];
    if k < 10.0 {
        return SMALL[k as usize];
    }
    let next = k + 1.0;
    let square = next * next;
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / next
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

    #[test]
    fn binomials_have_their_mean_and_variance() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for (n, p) in [(20, 0.1), (1000, 0.004), (60, 0.4), (100_000, 0.37), (500, 0.93)] {
            let draws: Vec<f64> = (0..20_000).map(|_| binomial(n, p, &mut random) as f64).collect();
            let mean = draws.iter().sum::<f64>() / 20_000.0;
            let variance = draws.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / 20_000.0;
            let (expected, spread) = (n as f64 * p, n as f64 * p * (1.0 - p));
            assert!(
                (mean - expected).abs() < 5.0 * libm::sqrt(spread / 20_000.0),
                "{n} {p} {mean}"
            );
            assert!((variance / spread - 1.0).abs() < 0.06, "{n} {p} {variance}");
        }
    }
}
