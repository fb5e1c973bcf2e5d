//! The paired permutation test (Fisher 1935): if two runs are alike, each difference could as well
//! have been the other way round.

use super::draw;
use super::interval::DRAWS;
use super::paired::{Differences, MANY};
use super::resampling::WORK;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// Up to so many differences every way of turning them round is tried.
pub const ENUMERATED: u64 = 16;

/// A two-sided p value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permutation {
    /// Share of the ways of turning differences round whose sum is at least as far from 0.
    pub p: f64,
    /// How it was found.
    pub way: Way,
}

/// How a p value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Every way of turning differences round was tried.
    Tried,
    /// [`DRAWS`] of them were, and the one that happened counts among them, so that p is never too
    /// small on average; its standard error is sqrt(p (1 - p) / 10 000): 0.002 at 0.05.
    Drawn,
    /// There are so many differences ([`MANY`]) that their sum is normal, with a smaller error.
    Normal,
}

/// The test on differences that are not 0, under way. Draws come from xoshiro256++, seeded with `seed + 1`:
/// the bootstrap beside it has `seed`.
#[derive(Clone, Debug)]
pub(super) struct Permuting {
    /// Sizes of differences with their counts.
    sizes: Vec<(f64, u64)>,
    /// What a sum has to come to.
    observed: f64,
    /// The p value, where nothing has to be drawn.
    known: Option<Permutation>,
    bits: Bits,
    drawn: usize,
    hits: u64,
}

impl Permuting {
    pub(super) fn new(differences: &Differences, seed: u64) -> Self {
        let sizes: Vec<(f64, u64)> =
            differences.sizes.iter().map(|one| (one.size, one.plus + one.minus)).collect();
        // Sums in another order differ by rounding.
        let all: f64 = sizes.iter().map(|(size, count)| size * *count as f64).sum();
        let observed = differences.sum().abs() - 1e-11 * all;
        let count: u64 = sizes.iter().map(|(_, count)| count).sum();
        let known = if differences.effective() >= MANY {
            let squares: f64 = sizes.iter().map(|(size, count)| size * size * *count as f64).sum();
            let p = libm::erfc(differences.sum().abs() / libm::sqrt(2.0 * squares));
            Some(Permutation { p, way: Way::Normal })
        } else if count <= ENUMERATED {
            Some(Permutation { p: enumerated(&sizes, observed), way: Way::Tried })
        } else {
            None
        };
        let random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(1));
        let bits = Bits { random, word: 0, left: 0 };
        Self { sizes, observed, known, bits, drawn: 0, hits: 1 }
    }

    /// Turns differences round for some hundredths of a second; what came of it, once that is enough.
    pub(super) fn advance(&mut self) -> Option<Permutation> {
        if self.known.is_some() {
            return self.known;
        }
        let words: u64 = self.sizes.iter().map(|(_, count)| 2 + count.min(&8192) / 64).sum();
        let most = (WORK / words.max(1)).max(1) as usize;
        let end = DRAWS.min(self.drawn + most);
        for _ in self.drawn..end {
            let mut sum = 0.0;
            for (size, count) in &self.sizes {
                sum += size * (2.0 * self.bits.heads(*count) as f64 - *count as f64);
            }
            self.hits += u64::from(sum.abs() >= self.observed);
        }
        self.drawn = end;
        let p = self.hits as f64 / (DRAWS + 1) as f64;
        (end == DRAWS).then_some(Permutation { p, way: Way::Drawn })
    }
}

/// All sums, as those of two halves: none is made of many additions.
fn enumerated(sizes: &[(f64, u64)], observed: f64) -> f64 {
    let items: Vec<f64> = sizes
        .iter()
        .flat_map(|(size, count)| std::iter::repeat_n(*size, *count as usize))
        .collect();
    let (first, second) = items.split_at(items.len() / 2);
    let (first, second) = (signed_sums(first), signed_sums(second));
    let mut hits = 0_u64;
    for one in &first {
        hits += second.iter().filter(|other| (one + *other).abs() >= observed).count() as u64;
    }
    hits as f64 / (first.len() * second.len()) as f64
}

fn signed_sums(items: &[f64]) -> Vec<f64> {
    items.iter().fold(vec![0.0], |sums, item| {
        sums.iter().flat_map(|sum| [sum + item, sum - item]).collect()
    })
}

/// Coins.
#[derive(Clone, Debug)]
struct Bits {
    random: Xoshiro256PlusPlus,
    word: u64,
    left: u64,
}

impl Bits {
    /// Heads of so many coins.
    fn heads(&mut self, mut coins: u64) -> u64 {
        if coins > 8192 {
            return draw::heads(coins, &mut self.random);
        }
        let mut heads = 0;
        while coins >= 64 {
            heads += u64::from(self.random.next_u64().count_ones());
            coins -= 64;
        }
        if coins > self.left {
            heads += u64::from(self.word.count_ones());
            coins -= self.left;
            (self.word, self.left) = (self.random.next_u64(), 64);
        }
        heads += u64::from((self.word & ((1 << coins) - 1)).count_ones());
        self.word >>= coins;
        self.left -= coins;
        heads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(values: &[f64]) -> Permutation {
        let mut permuting = Permuting::new(&Differences::new(values), 0);
        loop {
            if let Some(found) = permuting.advance() {
                return found;
            }
        }
    }

    #[test]
    fn few_differences_by_hand() {
        assert_eq!(p(&[]), Permutation { p: 1.0, way: Way::Tried });
        assert_eq!(p(&[0.0, 0.0]).p, 1.0);
        assert_eq!(p(&[0.3]).p, 1.0);
        // All of one sign: two of the 32 ways.
        assert_eq!(p(&[0.1, 0.2, 0.3, 0.4, 0.5]).p, 2.0 / 32.0);
        // Sums as far from 0 as 4: 1 + 1 + 2 + 2, and 2 + 2 with one 1 turned round, on both sides.
        assert_eq!(p(&[1.0, 2.0, 2.0, -1.0]).p, 6.0 / 16.0);
        // What rounding leaves is no difference between sums.
        assert_eq!(p(&[0.1, 0.2, -0.3]).p, 1.0);
    }

    #[test]
    fn drawn_agrees_with_tried() {
        let values: Vec<f64> =
            (1..=16).map(|i| f64::from(i) * if i % 4 == 0 { -0.1 } else { 0.1 }).collect();
        let tried = p(&values);
        // A seventeenth too small to matter.
        let drawn = p(&[values, vec![1e-9]].concat());
        assert_eq!((tried.way, drawn.way), (Way::Tried, Way::Drawn));
        let error = libm::sqrt(tried.p * (1.0 - tried.p) / 1e4);
        assert!((tried.p - drawn.p).abs() < 4.0 * error, "{tried:?} {drawn:?}");
    }

    #[test]
    fn many_differences_agree_with_drawn_ones() {
        let values = |n: i32| -> Vec<f64> {
            (0..n)
                .map(|i| f64::from(i % 11 - 5) / 7.0 + if i % 100 < 7 { 0.2 } else { 0.0 })
                .collect()
        };
        // On both sides of the number from which on they are many.
        let (below, above) = (values(3400), values(3900));
        let (drawn, normal) = (p(&below), p(&above));
        assert_eq!((drawn.way, normal.way), (Way::Drawn, Way::Normal));
        let differences = Differences::new(&below);
        let squares: f64 = below.iter().map(|d| d * d).sum();
        let expected = libm::erfc(differences.sum().abs() / libm::sqrt(2.0 * squares));
        let error = libm::sqrt(expected * (1.0 - expected) / 1e4);
        assert!((drawn.p - expected).abs() < 4.0 * error + 1e-4, "{drawn:?} {expected}");
        assert!(normal.p < drawn.p && normal.p > 0.0, "{normal:?} {drawn:?}");
    }

    #[test]
    fn coins_are_fair_and_none_is_tossed_twice() {
        let random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut bits = Bits { random, word: 0, left: 0 };
        for coins in [1, 5, 63, 64, 65, 200, 8192, 9000, 100_000] {
            let heads: Vec<f64> = (0..4000).map(|_| bits.heads(coins) as f64).collect();
            let (mean, n) = (heads.iter().sum::<f64>() / 4000.0, coins as f64);
            let variance = heads.iter().map(|h| (h - mean) * (h - mean)).sum::<f64>() / 4000.0;
            assert!((mean - n / 2.0).abs() < 5.0 * libm::sqrt(n / 4.0 / 4000.0), "{coins} {mean}");
            assert!((variance / (n / 4.0) - 1.0).abs() < 0.12, "{coins} {variance}");
        }
    }
}
