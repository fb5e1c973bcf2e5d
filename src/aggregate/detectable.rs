//! How small a difference so many questions can show.

use super::interval::Z;

/// 80 % quantile of the standard normal distribution: the chance to find what is there.
const Z_POWER: f64 = 0.841_621_233_572_914_3;

/// The smallest difference that a test at 5 % finds in 4 of 5 cases, from the standard error of the
/// difference; in its unit.
pub fn smallest(standard_error: f64) -> f64 {
    (Z + Z_POWER) * standard_error
}
