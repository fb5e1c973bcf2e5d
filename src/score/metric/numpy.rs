//! Sums and rounding as numpy has them: their last digits differ from Python's own.

/// Numbers that are added one after the other, in eight columns.
const BLOCK: usize = 128;

/// `numpy.sum`: pairwise summation of halves, down to blocks of 128 numbers.
pub(crate) fn sum(numbers: &[f64]) -> f64 {
    if numbers.len() > BLOCK {
        let half = numbers.len() / 2;
        let (first, second) = numbers.split_at(half - half % 8);
        return sum(first) + sum(second);
    }
    let rows = numbers.chunks_exact(8);
    let rest = rows.remainder();
    let columns = rows.fold(None, |columns: Option<[f64; 8]>, row| {
        let columns = columns.map_or([0.0; 8], |columns| columns);
        Some(std::array::from_fn(|index| columns[index] + row[index]))
    });
    let start =
        columns.map_or(0.0, |[a, b, c, d, e, f, g, h]| ((a + b) + (c + d)) + ((e + f) + (g + h)));
    rest.iter().fold(start, |sum, number| sum + number)
}

/// `numpy.round(number, 2)`: a tie of the product, not of the number, goes to the even digit, so that
/// 0.175 becomes 0.18 where Python's `round` gives 0.17.
pub(crate) fn round2(number: f64) -> f64 {
    (number * 100.0).round_ties_even() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMS: [(u32, f64); 9] = [
        (0, 0.0),
        (7, 2.592_857_142_857_142_5),
        (8, 2.717_857_142_857_142_5),
        (9, 2.828_968_253_968_253_7),
        (127, 5.425_334_592_589_172),
        (129, 5.440_899_030_573_669),
        (250, 6.100_675_249_432_579),
        (1668, 7.996_895_978_060_015_5),
        (9536, 9.740_097_486_176_168),
    ];

    #[test]
    fn sums_have_the_digits_of_numpy() {
        // numpy 2.4.6: numpy.sum([1 / (i + 1) for i in range(n)]).
        for (n, expected) in SUMS {
            let numbers: Vec<f64> = (0..n).map(|i| 1.0 / f64::from(i + 1)).collect();
            assert_eq!(sum(&numbers), expected, "{n}");
        }
    }

    #[test]
    fn rounding_is_that_of_numpy() {
        for (number, rounded) in [(0.175, 0.18), (0.125, 0.12), (2.0 / 3.0, 0.67), (0.285, 0.28)] {
            assert_eq!(round2(number), rounded);
        }
    }
}
