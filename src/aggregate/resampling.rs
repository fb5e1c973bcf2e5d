//! Means of resamples: as many values as there are, drawn from them with replacement, again and again.
//!
//! How often each distinct value comes in a resample of n is multinomial. It is drawn in steps of which
//! none costs as much as n:
//!
//! 1. how many of the draws are not the most common value: a binomial number;
//! 2. how often each of the others comes: Poisson numbers with rates a little too low for that many.
//!    Given their total such numbers are multinomial. Where the total is too large all of them are drawn
//!    again, which depends on the total alone and so changes nothing of that;
//! 3. what is missing of them, value by value.
//!
//! Values that occur once or twice share a number of step 2, and so many of them are then drawn one by
//! one. Where single draws are no more work they are all there is.

#![allow(clippy::cast_sign_loss, reason = "counts are not negative")]

use super::alias::Table;
use super::interval::{DRAWS, middle};
use crate::base::order::ascending;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// A value that occurs less often is drawn by itself: quicker than a Poisson number.
const RARE: u64 = 3;

/// What a Poisson number costs, in single draws.
const NUMBER: f64 = 2.0;

/// Single draws in one go of [`Resampling::advance`], or as much work: some hundredths of a second.
pub(super) const WORK: u64 = 1 << 22;

/// Resamples drawn side by side, so that each table is used for many while it is near.
const SIDE_BY_SIDE: u64 = 128;

/// After so many tries, what is still too much is drawn value by value.
const TRIES: usize = 16;

/// Resampling under way.
#[derive(Clone, Debug)]
pub struct Resampling {
    /// How many values there are.
    n: u64,
    /// The most common value.
    common: f64,
    /// How many of n draws are other values.
    others: Table,
    /// The other values, each as often as it occurs.
    list: List,
    /// Those that are drawn by Poisson numbers, and the table of each.
    frequent: Vec<(f64, usize)>,
    tables: Vec<Table>,
    /// How many rare ones come, and these.
    rare: Option<(Table, List)>,
    random: Xoshiro256PlusPlus,
    /// The means of the resamples so far.
    means: Vec<f64>,
    /// What a resample costs, in single draws.
    cost: u64,
}

impl Resampling {
    /// Prepares the resampling of values, of which each is given once with its count, in an order that
    /// is theirs alone. `None` where there are not two distinct ones: every resample would have the
    /// same mean. Draws come from xoshiro256++, seeded with `seed`.
    pub(super) fn new(counts: &[(f64, u64)], seed: u64) -> Option<Self> {
        let order = ascending(counts.iter().map(|(_, count)| -(*count as f64)));
        let mut counts = order.into_iter().map(|place| counts[place as usize]);
        let (common, most) = counts.next()?;
        let counts: Vec<(f64, u64)> = counts.filter(|(_, count)| *count > 0).collect();
        if counts.is_empty() {
            return None;
        }
        let others: u64 = counts.iter().map(|(_, count)| count).sum();
        let n = most + others;
        let expected = others as f64;
        // The numbers of step 2 are to exceed that of step 1 in one of six cases.
        let spread = libm::sqrt(expected * (most as f64 / n as f64) + expected);
        let rate = 1.0 - spread / expected;
        let frequent = counts.iter().take_while(|(_, count)| *count >= RARE).count();
        let rare: u64 = counts[frequent..].iter().map(|(_, count)| count).sum();
        let by_rates =
            NUMBER * 1.2 * (frequent + 1) as f64 + 1.3 * spread + 1.2 * rate * rare as f64;
        let by_rates = Some(by_rates).filter(|cost| rate > 0.0 && *cost < expected);
        let mut new = Self {
            n,
            common,
            others: Table::binomial(n, others, most),
            list: List::new(&counts),
            frequent: Vec::new(),
            tables: Vec::new(),
            rare: None,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            means: Vec::with_capacity(DRAWS),
            cost: by_rates.unwrap_or(expected) as u64 + 8,
        };
        if by_rates.is_some() {
            let mut last = 0;
            for (value, count) in &counts[..frequent] {
                if *count != last {
                    new.tables.push(Table::poisson(*count as f64 * rate));
                    last = *count;
                }
                new.frequent.push((*value, new.tables.len() - 1));
            }
            if rare > 0 {
                let table = Table::poisson(rare as f64 * rate);
                new.rare = Some((table, List::new(&counts[frequent..])));
            }
        }
        Some(new)
    }

    /// Draws for some hundredths of a second; `true` once all [`DRAWS`] resamples are there.
    pub(super) fn advance(&mut self) -> bool {
        let side_by_side = (WORK / self.cost).clamp(1, SIDE_BY_SIDE) as usize;
        let mut work = 0;
        while self.means.len() < DRAWS && work < WORK {
            let count = side_by_side.min(DRAWS - self.means.len());
            self.resample(count);
            work += count as u64 * self.cost;
        }
        self.means.len() == DRAWS
    }

    /// The ends between which the middle 95 % of the means lie.
    pub(super) fn ends(&self) -> (f64, f64) {
        middle(&self.means)
    }

    /// Draws so many resamples.
    fn resample(&mut self, count: usize) {
        let Self { n, common, others, list, frequent, tables, rare, random, means, .. } = self;
        let mut take = |others: u64, sum: f64| {
            means.push((sum + *common * (*n - others) as f64) / *n as f64);
        };
        let mut wanted: Vec<u64> = (0..count).map(|_| others.draw(random)).collect();
        let tries = if tables.is_empty() && rare.is_none() { 0 } else { TRIES };
        for _ in 0..tries {
            let mut drawn = vec![(0_u64, 0.0_f64); wanted.len()];
            for (value, table) in &*frequent {
                let table = &tables[*table];
                for (total, sum) in &mut drawn {
                    let hits = table.draw(random);
                    *total += hits;
                    *sum += *value * hits as f64;
                }
            }
            if let Some((table, list)) = rare {
                for (total, sum) in &mut drawn {
                    let hits = table.draw(random);
                    *total += hits;
                    *sum += list.sum_of(hits, random);
                }
            }
            let mut again = Vec::new();
            for (wanted, (total, sum)) in wanted.into_iter().zip(drawn) {
                match wanted.checked_sub(total) {
                    Some(missing) => take(wanted, sum + list.sum_of(missing, random)),
                    None => again.push(wanted),
                }
            }
            wanted = again;
        }
        for wanted in wanted {
            take(wanted, list.sum_of(wanted, random));
        }
    }
}

/// Up to so many values stand in a list one by one, which is quickest.
const LISTED: u64 = 1 << 24;

/// Values to be drawn from one by one.
#[derive(Clone, Debug)]
struct List {
    /// The values, each as often as it occurs; or each once, where there are very many.
    values: Vec<f64>,
    /// Of very many, how many there are of each and all before it.
    ends: Vec<u64>,
    total: u64,
    /// Products whose lower half is below this are drawn again: without that some values would be
    /// likelier than others (Lemire 2019).
    unfair: u64,
}

impl List {
    /// Each value as often as it occurs; at least one.
    fn new(counts: &[(f64, u64)]) -> Self {
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let (mut values, mut ends) = (Vec::new(), Vec::new());
        if total <= LISTED {
            // Grown step by step, it would take three times as much in between.
            values.reserve_exact(total as usize);
            for (value, count) in counts {
                values.extend(std::iter::repeat_n(*value, *count as usize));
            }
        } else {
            values.extend(counts.iter().map(|(value, _)| *value));
            ends.extend(counts.iter().scan(0, |end, (_, count)| {
                *end += count;
                Some(*end)
            }));
        }
        Self { unfair: (1 << 32) % total, values, ends, total }
    }

    /// The value at a place among all of them.
    #[inline]
    fn at(&self, place: u64) -> f64 {
        if self.ends.is_empty() {
            return self.values[place as usize];
        }
        self.values[self.ends.partition_point(|end| *end <= place)]
    }

    /// The same as [`Self::sum_of`] where half a word has too few digits for a place.
    fn sum_of_many(&self, count: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let unfair = self.total.wrapping_neg() % self.total;
        let mut sum = 0.0;
        let mut left = count;
        while left > 0 {
            let product = u128::from(random.next_u64()) * u128::from(self.total);
            if product as u64 >= unfair {
                sum += self.at((product >> 64) as u64);
                left -= 1;
            }
        }
        sum
    }

    /// The sum of so many values, drawn with replacement.
    fn sum_of(&self, count: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
        const HALF: u64 = u32::MAX as u64;
        if self.total > HALF {
            return self.sum_of_many(count, random);
        }
        let mut sums = [0.0; 2];
        let mut left = count;
        while left > 0 {
            let word = random.next_u64();
            for (sum, half) in sums.iter_mut().zip([word & HALF, word >> 32]) {
                let product = half * self.total;
                if left > 0 && product & HALF >= self.unfair {
                    *sum += self.at(product >> 32);
                    left -= 1;
                }
            }
        }
        sums[0] + sums[1]
    }
}

#[cfg(test)]
mod tests;
