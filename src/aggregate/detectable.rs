//! How small a difference so many questions can show, and how many a difference needs.

use super::interval::Z;

/// 80 % quantile of the standard normal distribution: the chance to find what is there.
const Z_POWER: f64 = 0.841_621_233_572_914_3;

/// The smallest difference that a test at 5 % finds in 4 of 5 cases, from the standard error of the
/// difference; in its unit.
pub fn smallest(standard_error: f64) -> f64 {
    (Z + Z_POWER) * standard_error
}

/// The smallest difference between two runs of which only the share right is known, each on `n`
/// questions of its own: pairing finds smaller ones. `None` where n is 0.
pub fn unpaired(share: f64, n: u64) -> Option<f64> {
    (n > 0).then(|| smallest(libm::sqrt(2.0 * share * (1.0 - share) / n as f64)))
}

/// How many questions show a difference in 4 of 5 cases, from the variance of the differences
/// between the two runs' values (Miller 2024); not rounded. `None` for a difference of 0.
pub fn questions_needed(difference: f64, variance: f64) -> Option<f64> {
    if difference == 0.0 {
        return None;
    }
    let factor = (Z + Z_POWER) / difference;
    Some(factor * factor * variance)
}
