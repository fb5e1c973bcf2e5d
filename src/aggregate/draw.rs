//! Heads of many coins at once. Deterministic: the same generator gives the same numbers on every
//! platform.

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

/// Heads of so many fair coins, at least some hundreds, by transformed rejection (BTRS of Hörmann 1993).
pub(super) fn heads(coins: u64, random: &mut Xoshiro256PlusPlus) -> u64 {
    let n = coins as f64;
    let spread = libm::sqrt(n * 0.25);
    let b = 1.15 + 2.53 * spread;
    let a = -0.0873 + 0.0248 * b + 0.005;
    let c = n * 0.5 + 0.5;
    let v_r = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * spread;
    let mode = libm::floor((n + 1.0) * 0.5);
    loop {
        let u = uniform(random) - 0.5;
        let v = uniform(random);
        let us = 0.5 - u.abs();
        let k = libm::floor((2.0 * a / us + b) * u + c);
        if k < 0.0 || k > n {
            continue;
        }
        if us >= 0.07 && v <= v_r {
            return k as u64;
        }
        let v = libm::log(v * alpha / (a / (us * us) + b));
        let bound = (mode + 0.5) * libm::log((mode + 1.0) / (n - mode + 1.0))
            + (n + 1.0) * libm::log((n - mode + 1.0) / (n - k + 1.0))
            + (k + 0.5) * libm::log((n - k + 1.0) / (k + 1.0))
            + stirling_tail(mode)
            + stirling_tail(n - mode)
            - stirling_tail(k)
            - stirling_tail(n - k);
        if v <= bound {
            return k as u64;
        }
    }
}

/// ln(k!) minus Stirling's approximation of it. Of small k it is rough, and those are refused by far.
fn stirling_tail(k: f64) -> f64 {
    let next = k + 1.0;
    let square = next * next;
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / next
}
