//! Binomial numbers of any number of tries. Deterministic: the same
//! generator gives the same numbers on every platform.

#![allow(
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    reason = "counts are not negative, and the letters are those of the paper"
)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;

/// Uniform in [0, 1) with 53 random bits.
fn uniform(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A binomial variate: by inversion where few hits are expected, else by transformed rejection
/// (BTRS of Hörmann 1993).
pub(super) fn binomial(n: u64, p: f64, random: &mut Xoshiro256PlusPlus) -> u64 {
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
        0.081_061_466_795_327_26, 0.041_340_695_955_409_29, 0.027_677_925_684_998_34,
        0.020_790_672_103_765_09, 0.016_644_691_189_821_19, 0.013_876_128_823_070_75,
        0.011_896_709_945_891_77, 0.010_411_265_261_972_09, 0.009_255_462_182_712_73,
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
    use rand_xoshiro::rand_core::SeedableRng;

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
