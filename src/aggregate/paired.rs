//! The differences between two runs on the same questions, and the interval of their mean.

use super::Interval;
use super::distinct::distinct;
use super::interval::Z;
use super::resampling::Resampling;
use crate::base::order::ascending;

/// Values nearer to each other than this are equal: what is left of one formula in two orders.
pub const EQUAL: f64 = 1e-12;

/// From so many effective differences on ([`Differences::effective`]) sums are normal to a thousandth
/// of their spread, and 10 000 draws would only add an error of a fortieth.
pub const MANY: f64 = 2000.0;

/// How much two runs differ on so many questions, sorted by the size of the difference: whatever the
/// order of the questions was, and whichever run is the first, sums over it are the same to the bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Differences {
    /// Distinct sizes, the least first.
    pub sizes: Vec<Size>,
    /// Questions without a difference.
    pub equal: u64,
}

/// Differences of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The size, above 0.
    pub size: f64,
    /// How many are positive.
    pub plus: u64,
    /// How many are negative.
    pub minus: u64,
}

impl Differences {
    /// Sorts differences.
    pub fn new(differences: &[f64]) -> Self {
        Self::of(differences.iter().map(|difference| (*difference, 1)))
    }

    /// The same of what a list need not be made of, each as often as it occurs.
    pub(super) fn of(differences: impl Iterator<Item = (f64, u64)>) -> Self {
        let mut found = Self::default();
        let different = differences.filter(|(difference, count)| {
            let differs = difference.abs() >= EQUAL;
            found.equal += if differs { 0 } else { *count };
            differs
        });
        let counts = distinct(different);
        for place in ascending(counts.iter().map(|(difference, _)| difference.abs())) {
            let (difference, count) = counts[place as usize];
            let size = difference.abs();
            if found.sizes.last().is_none_or(|last| size - last.size >= EQUAL) {
                found.sizes.push(Size { size, plus: 0, minus: 0 });
            }
            if let Some(last) = found.sizes.last_mut() {
                *if difference > 0.0 { &mut last.plus } else { &mut last.minus } += count;
            }
        }
        found
    }

    /// The same of `n` values that are 0 or 1, of which so many pairs differ.
    pub(super) fn of_binary(plus: u64, minus: u64, n: u64) -> Self {
        let sizes = Some(Size { size: 1.0, plus, minus }).filter(|_| plus + minus > 0);
        Self { sizes: sizes.into_iter().collect(), equal: n - plus - minus }
    }

    /// Questions on which the first run has more.
    pub fn plus(&self) -> u64 {
        self.sizes.iter().map(|one| one.plus).sum()
    }

    /// Questions on which the second run has more.
    pub fn minus(&self) -> u64 {
        self.sizes.iter().map(|one| one.minus).sum()
    }

    /// All questions.
    pub fn n(&self) -> u64 {
        self.equal + self.plus() + self.minus()
    }

    /// Sum of the differences.
    pub fn sum(&self) -> f64 {
        let sums = self.sizes.iter().map(|one| one.size * (one.plus as f64 - one.minus as f64));
        // The library's sum of nothing is -0.
        sums.fold(0.0, |all, sum| all + sum)
    }

    /// Mean of the differences; NaN without questions.
    pub fn mean(&self) -> f64 {
        self.sum() / self.n() as f64
    }

    /// Standard error of the mean. `None` for fewer than two questions.
    pub fn standard_error(&self) -> Option<f64> {
        let n = self.n() as f64;
        let mean = self.mean();
        let square = |value: f64| (value - mean) * (value - mean);
        let squares: f64 = self
            .sizes
            .iter()
            .map(|one| one.plus as f64 * square(one.size) + one.minus as f64 * square(-one.size))
            .sum();
        (n > 1.0).then(|| libm::sqrt((squares + self.equal as f64 * square(0.0)) / (n - 1.0) / n))
    }

    /// How many differences of one size would be as normal in their sum as these are: (Σd²)² / Σd⁴,
    /// which a few large ones keep low. 0 without differences.
    pub fn effective(&self) -> f64 {
        let power = |one: &Size, exponent: i32| {
            let square = one.size * one.size;
            (one.plus + one.minus) as f64 * if exponent == 2 { square } else { square * square }
        };
        let sum =
            |exponent| self.sizes.iter().map(|one| power(one, exponent)).fold(0.0, |a, b| a + b);
        let squares = sum(2);
        if squares > 0.0 { squares / sum(4) * squares } else { 0.0 }
    }

    /// What the quantiles of the bootstrap tend to: those of the normal distribution, shifted for the
    /// skewness of the differences (Cornish and Fisher 1938).
    pub(super) fn limit(&self) -> Option<Interval> {
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        let mean = self.mean();
        let n = self.n() as f64;
        let cube = |value: f64| {
            let deviation = (value - mean) / (error * n);
            deviation * deviation * deviation
        };
        let both =
            |one: &Size| one.plus as f64 * cube(one.size) + one.minus as f64 * cube(-one.size);
        let skewness =
            self.sizes.iter().map(both).fold(self.equal as f64 * cube(0.0), |a, b| a + b);
        let shift = mean + error * (Z * Z - 1.0) * skewness / 6.0;
        let (low, high) = (shift - Z * error, shift + Z * error);
        Some(Interval { low, high, level: 0.95, method: "paired_normal".to_owned() })
    }

    /// 1 or -1, and the opposite for the same differences with the runs swapped; 0 where that makes
    /// no difference.
    fn direction(&self) -> f64 {
        let first = self.sizes.iter().rev().find(|one| one.plus != one.minus);
        first.map_or(0.0, |one| if one.plus > one.minus { 1.0 } else { -1.0 })
    }

    /// The percentile bootstrap at 95 % of the mean difference, to be drawn piece by piece: questions are
    /// drawn with replacement, each with the values of both runs. `None` where no two questions differ in
    /// their difference. It is of the differences, or of their opposites where those are the ones that are
    /// drawn whichever run is the first: swapping the runs mirrors it exactly.
    pub(super) fn resampling(&self, seed: u64) -> Option<Resampling> {
        let turned = self.direction() < 0.0;
        let mut counts: Vec<(f64, u64)> = vec![(0.0, self.equal)];
        for one in &self.sizes {
            let (with, against) =
                if turned { (one.minus, one.plus) } else { (one.plus, one.minus) };
            counts.extend([(one.size, with), (-one.size, against)]);
        }
        Resampling::new(&counts, seed)
    }

    /// The interval that was drawn.
    pub(super) fn drawn(&self, resampling: &Resampling) -> Interval {
        let (low, high) = resampling.ends();
        let (low, high) = match self.direction() {
            0.0 => (f64::midpoint(low, -high), f64::midpoint(high, -low)),
            1.0 => (low, high),
            _ => (-high, -low),
        };
        Interval { low, high, level: 0.95, method: "paired_bootstrap".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bootstrap(values: &[f64], seed: u64) -> Option<Interval> {
        let differences = Differences::new(values);
        let mut resampling = differences.resampling(seed)?;
        while !resampling.advance() {}
        Some(differences.drawn(&resampling))
    }

    #[test]
    fn sorted_by_size() {
        let found = Differences::new(&[0.5, -0.25, 1e-17, 0.5 + 1e-15, -0.5, 0.0]);
        let size = |size, plus, minus| Size { size, plus, minus };
        assert_eq!(found.sizes, [size(0.25, 0, 1), size(0.5, 2, 1)]);
        assert_eq!((found.equal, found.plus(), found.minus(), found.n()), (2, 2, 2, 6));
        assert!((found.mean() - 0.25 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn common_and_rare_differences_are_drawn_alike() {
        // The same values, once as they are, once each in a size of its own, drawn one by one.
        let grouped: Vec<f64> = (0..400).map(|i| f64::from(i % 7 - 2) / 4.0).collect();
        let apart: Vec<f64> =
            grouped.iter().enumerate().map(|(i, d)| d + i as f64 * 1e-8).collect();
        let [one, other] = [grouped, apart].map(|values| bootstrap(&values, 3).unwrap());
        assert!((one.low - other.low).abs() < 0.002, "{one:?} {other:?}");
        assert!((one.high - other.high).abs() < 0.002, "{one:?} {other:?}");
    }

    #[test]
    fn many_differences_have_the_interval_that_drawing_tends_to() {
        let skewed: Vec<f64> =
            (0..9000)
                .map(|i| {
                    if i % 10 == 0 {
                        f64::from(i % 7 + 1) / 7.0
                    } else {
                        f64::from(i % 3 - 1) / 8.0
                    }
                })
                .collect();
        let found = Differences::new(&skewed);
        let (limit, drawn) = (found.limit().unwrap(), bootstrap(&skewed, 0).unwrap());
        let error = found.standard_error().unwrap();
        // Four standard errors of a quantile of 10 000 draws.
        assert!((limit.low - drawn.low).abs() < 4.0 * 0.027 * error, "{limit:?} {drawn:?}");
        assert!((limit.high - drawn.high).abs() < 4.0 * 0.027 * error, "{limit:?} {drawn:?}");
        // One size: as many as they are. One that outweighs all: one.
        assert_eq!(Differences::new(&vec![0.5; 3000]).effective(), 3000.0);
        let heavy = [vec![0.5; 3000], vec![1e9]].concat();
        assert!((Differences::new(&heavy).effective() - 1.0).abs() < 1e-9);
        assert_eq!(Differences::new(&[0.0]).effective(), 0.0);
    }

    #[test]
    fn swapping_mirrors_to_the_bit() {
        for values in [vec![0.5, -0.25, 0.0, 1.0, 0.0], vec![0.5, -0.5, 0.0, 0.25, -0.25]] {
            let swapped: Vec<f64> = values.iter().map(|value| -value).collect();
            let [one, other] = [values, swapped].map(|values| bootstrap(&values, 0).unwrap());
            assert_eq!((one.low, one.high), (-other.high, -other.low));
        }
        let many: Vec<f64> = (0..5000).map(|i| f64::from(i % 13 - 5) / 9.0).collect();
        let swapped: Vec<f64> = many.iter().map(|value| -value).collect();
        let [one, other] = [many, swapped].map(|values| Differences::new(&values).limit().unwrap());
        assert_eq!(one.method, "paired_normal");
        assert_eq!((one.low, one.high), (-other.high, -other.low));
        assert_eq!(bootstrap(&[0.0, 0.0], 0), None);
        assert_eq!(bootstrap(&[0.5, 0.5], 0), None);
        assert_eq!(bootstrap(&[], 0), None);
    }
}
