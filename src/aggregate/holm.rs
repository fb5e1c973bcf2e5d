//! Correction for several comparisons.

use crate::base::order::ascending;

/// Holm's step-down adjustment (1979): p values to be compared with the level as it is, so that the
/// chance of any false finding among all of them stays below it, whatever their dependence. In the
/// order given; at most 1. What is not a number stays so and is not counted.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let order = ascending(p.iter().copied());
    let count = p.iter().filter(|p| !p.is_nan()).count();
    let mut adjusted = p.to_vec();
    let mut least = 0.0_f64;
    let known = order.into_iter().filter(|place| !p[*place as usize].is_nan());
    for (rank, place) in known.enumerate() {
        least = least.max(p[place as usize] * (count - rank) as f64).min(1.0);
        adjusted[place as usize] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn one_comparison_stays_as_it_is_and_unknown_ones_do_not_count() {
        assert_eq!(holm(&[0.04]), [0.04]);
        assert!(holm(&[]).is_empty());
        let some = holm(&[f64::NAN, 0.03, 0.02]);
        assert!(some[0].is_nan());
        assert_eq!(some[1..], [0.04, 0.04]);
    }
}
