//! Whole numbers drawn from a fixed distribution, each at the price of one random number: Walker's
//! alias tables (1977), built as Vose does (1991). Only additions, multiplications and divisions go
//! into a table, so it is the same on every platform.

#![allow(clippy::cast_sign_loss, reason = "counts and weights are not negative")]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;

/// Bits of a column's entry that name the other number of the column.
const OTHER: u32 = 24;

/// Numbers rarer than this beside the likeliest one are left out: together they would come less than
/// once in 10^15 draws.
const LEAST: f64 = 1e-18;

/// A table of columns of equal chance. Each holds a number of its own and another one; what is drawn
/// is off by less than 2^-40 of a column.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The number of the first column.
    first: u64,
    /// 2 to this power are the columns.
    bits: u32,
    /// The upper 40 bits: how much of the column is its own number's. The lower 24: the other number.
    columns: Vec<u64>,
}

impl Table {
    /// Poisson numbers with this mean.
    pub(super) fn poisson(mean: f64) -> Self {
        Self::around(mean as u64, |number| mean / (number + 1.0))
    }

    /// Hits in `n` tries, of which each hits with a chance of `hits` to `misses`.
    pub(super) fn binomial(n: u64, hits: u64, misses: u64) -> Self {
        let odds = hits as f64 / misses as f64;
        let mode = (n + 1) as f64 * (hits as f64 / (hits + misses) as f64);
        Self::around((mode as u64).min(n), |number| (n as f64 - number) / (number + 1.0) * odds)
    }

    /// A distribution of which `mode` is a likely number, and `next` how much likelier the number
    /// after one is than itself.
    fn around(mode: u64, next: impl Fn(f64) -> f64) -> Self {
        let most = 1_usize << (OTHER - 1);
        let mut weights = Vec::new();
        let (mut number, mut weight) = (mode, 1.0);
        while number > 0 && weight > LEAST && weights.len() < most {
            number -= 1;
            weight /= next(number as f64);
            weights.push(weight);
        }
        weights.reverse();
        let first = mode - weights.len() as u64;
        let (mut number, mut weight) = (mode, 1.0);
        while weight > LEAST && weights.len() < 2 * most {
            weights.push(weight);
            weight *= next(number as f64);
            number += 1;
        }
        Self::new(first, weights)
    }

    /// `weights` are those of the numbers from `first` on; at most 2^24.
    fn new(first: u64, mut weights: Vec<f64>) -> Self {
        let bits = weights.len().next_power_of_two().trailing_zeros().max(1);
        let count = 1_usize << bits;
        weights.resize(count, 0.0);
        let scale = count as f64 / weights.iter().fold(0.0, |sum, weight| sum + weight);
        for weight in &mut weights {
            *weight *= scale;
        }
        let whole = (1_u64 << (64 - OTHER)) - 1;
        let entry = |own: u64, other: usize| own << OTHER | other as u64;
        let mut columns: Vec<u64> = (0..count).map(|column| entry(whole, column)).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|column| weights[*column] < 1.0);
        while let (Some(less), Some(more)) = (small.pop(), large.last().copied()) {
            let own = weights[less] * (whole + 1) as f64;
            columns[less] = entry((own as u64).min(whole), more);
            weights[more] -= 1.0 - weights[less];
            if weights[more] < 1.0 {
                large.pop();
                small.push(more);
            }
        }
        Self { first, bits, columns }
    }

    /// Draws a number.
    #[inline]
    pub(super) fn draw(&self, random: &mut Xoshiro256PlusPlus) -> u64 {
        let word = random.next_u64();
        let column = word >> (64 - self.bits);
        let entry = self.columns[column as usize];
        let own = (word << self.bits) >> OTHER < entry >> OTHER;
        self.first + if own { column } else { entry & ((1 << OTHER) - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance of each number as the table has it.
    fn chances(table: &Table) -> Vec<f64> {
        let whole = (1_u64 << (64 - OTHER)) as f64;
        let mut chances = vec![0.0; table.columns.len()];
        for (column, entry) in table.columns.iter().enumerate() {
            let own = (entry >> OTHER) as f64 / whole;
            chances[column] += own;
            chances[(entry & ((1 << OTHER) - 1)) as usize] += 1.0 - own;
        }
        chances.iter().map(|chance| chance / table.columns.len() as f64).collect()
    }

    fn assert_near(table: &Table, chance: impl Fn(f64) -> f64) {
        let found = chances(table);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (place, found) in found.iter().enumerate() {
            let expected = chance((table.first + place as u64) as f64);
            assert!((found - expected).abs() < 1e-11, "{place}: {found}, expected {expected}");
        }
    }

    #[test]
    fn chances_are_those_of_the_distribution() {
        for mean in [0.001, 0.7, 3.0, 41.5, 2000.25] {
            assert_near(&Table::poisson(mean), |k| {
                libm::exp(k * libm::log(mean) - mean - libm::lgamma(k + 1.0))
            });
        }
        for (n, hits, misses) in [(1, 1, 1), (2, 1, 1), (20, 1, 9), (300, 299, 1), (7000, 2, 5)] {
            let p = f64::from(hits) / f64::from(hits + misses);
            let ways = |n: f64, k: f64| {
                libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0)
            };
            assert_near(&Table::binomial(n, hits as u64, misses as u64), |k| {
                let n = n as f64;
                let inside = k <= n;
                let log = ways(n, k) + k * libm::log(p) + (n - k) * libm::log1p(-p);
                if inside { libm::exp(log) } else { 0.0 }
            });
        }
    }
}
