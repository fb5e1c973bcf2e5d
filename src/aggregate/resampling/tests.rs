//! Resamples against the ordinary bootstrap, and against chances that add up.

use super::*;
use crate::aggregate::distinct::distinct;
use proptest::prelude::*;
use rand_xoshiro::rand_core::RngCore;

fn drawn(values: &[f64], seed: u64) -> Vec<f64> {
    let mut resampling =
        Resampling::new(&distinct(values.iter().map(|value| (*value, 1))), seed).unwrap();
    while !resampling.advance() {}
    resampling.means
}

/// The ordinary bootstrap, readable: a place for each question of each resample.
fn plainly(values: &[f64], seed: u64) -> Vec<f64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let n = values.len();
    let mut place = || (random.next_u64() as f64 / 2_f64.powi(64) * n as f64) as usize;
    let mut mean = || (0..n).map(|_| values[place().min(n - 1)]).sum::<f64>() / n as f64;
    (0..DRAWS).map(|_| mean()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of a power of the deviations.
fn moment(values: &[f64], power: i32) -> f64 {
    let middle = mean(values);
    values.iter().map(|value| (value - middle).powi(power)).sum::<f64>() / values.len() as f64
}

/// The share of `values` below a limit, half of those at it counted.
fn below(values: &[f64], limit: f64) -> f64 {
    let half = |value: &f64| {
        let apart = value - limit;
        if apart.abs() < 1e-9 { 1 } else { 2 * i32::from(apart < 0.0) }
    };
    f64::from(values.iter().map(half).sum::<i32>()) / 2.0 / values.len() as f64
}

/// Values of every kind: few or many distinct ones, of equal and of very different counts.
fn values() -> impl Strategy<Value = Vec<f64>> {
    let kind = (1_u32..60, 1..400_usize, 0..4_i32, 0..60_usize);
    kind.prop_flat_map(|(distinct, n, bend, singles)| {
        let value = move |u: f64| (u.powi(1 + bend) * f64::from(distinct)).floor() / 8.0;
        prop::collection::vec((0.0..1.0_f64).prop_map(value), n).prop_map(move |mut values| {
            values.extend((0..singles).map(|i| -0.01 - i as f64 / 64.0));
            values
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 12, ..ProptestConfig::default()
    })]

    #[test]
    fn means_are_distributed_as_those_of_the_ordinary_bootstrap(
        values in values(),
        seed: u64,
    ) {
        prop_assume!(values.iter().any(|value| *value != values[0]));
        let n = values.len() as f64;
        let ours = drawn(&values, seed);
        prop_assert_eq!(ours.len(), DRAWS);
        // Six standard errors: of a mean, of a variance, of the third moment.
        let spread = (moment(&values, 2) / n).sqrt();
        prop_assert!((mean(&ours) - mean(&values)).abs() < 6.0 * spread / 100.0);
        let fourth = 3.0 + (moment(&values, 4) / moment(&values, 2).powi(2) - 3.0) / n;
        let error = (fourth - 1.0).sqrt() / 100.0;
        prop_assert!((moment(&ours, 2) / spread.powi(2) - 1.0).abs() < 6.0 * error + 1e-3);
        let skew = moment(&values, 3) / n.powi(2);
        let error = spread.powi(3) * (4.0 * fourth.powi(2) / 100.0).max(0.06);
        prop_assert!((moment(&ours, 3) - skew).abs() < 6.0 * error);
        let plain = plainly(&values, !seed);
        for limit in [-2.5, -1.96, -1.0, 0.0, 0.5, 1.5, 1.96, 3.0] {
            let limit = mean(&values) + limit * spread;
            let (one, other) = (below(&ours, limit), below(&plain, limit));
            let both = f64::midpoint(one, other);
            let error = (both * (1.0 - both) * 2.0 / DRAWS as f64).sqrt();
            prop_assert!((one - other).abs() < 6.0 * error + 2e-3, "{} {}", one, other);
        }
    }

    #[test]
    fn resamples_do_not_depend_on_the_order_of_rows(
        values in values(),
        seed: u64,
    ) {
        prop_assume!(values.iter().any(|value| *value != values[0]));
        let mut turned = values.clone();
        turned.reverse();
        prop_assert_eq!(drawn(&values, seed), drawn(&turned, seed));
    }
}

/// Chi-square of whole numbers against their chances, and its degrees of freedom.
fn chi_square(found: &[u64], chance: impl Fn(u64) -> f64) -> (f64, f64) {
    let all = found.len() as f64;
    let most = found.iter().max().copied().unwrap_or_default();
    let (mut chi, mut freedom) = (0.0, -1.0);
    let (mut count, mut expected) = (0.0, 0.0);
    for number in 0..=most + 1 {
        count += found.iter().filter(|one| **one == number).count() as f64;
        expected += all * chance(number);
        if expected >= 20.0 {
            chi += (count - expected).powi(2) / expected;
            freedom += 1.0;
            (count, expected) = (0.0, 0.0);
        }
    }
    (chi, freedom)
}

#[test]
fn sums_have_the_chances_that_add_up_to_them() {
    for counts in [
        vec![(0.0, 9_u64), (1.0, 12), (2.0, 3)],
        vec![(0.0, 150), (1.0, 90), (3.0, 40), (8.0, 11)],
        vec![(0.0, 300), (1.0, 1), (2.0, 4), (7.0, 2), (5.0, 90)],
    ] {
        let n: u64 = counts.iter().map(|(_, count)| count).sum();
        let mut resampling = Resampling::new(&counts, n).unwrap();
        while !resampling.advance() {}
        // The chance of every sum: of one draw, of two, and so on.
        let mut chances = vec![1.0];
        for _ in 0..n {
            let mut more = vec![0.0; chances.len() + 8];
            for (value, count) in &counts {
                for (sum, chance) in chances.iter().enumerate() {
                    more[sum + *value as usize] += chance * *count as f64 / n as f64;
                }
            }
            chances = more;
        }
        let mut drawn = vec![0_u32; chances.len()];
        resampling.means.iter().for_each(|mean| drawn[(mean * n as f64).round() as usize] += 1);
        let (mut up_to, mut exactly, mut furthest) = (0.0, 0.0, 0.0_f64);
        for (drawn, chance) in drawn.iter().zip(&chances) {
            up_to += f64::from(*drawn) / DRAWS as f64;
            exactly += chance;
            furthest = furthest.max((up_to - exactly).abs());
        }
        // Kolmogorov's distance: beyond 1.95 in one of a thousand cases.
        assert!(furthest * (DRAWS as f64).sqrt() < 1.95, "{counts:?} {furthest}");
    }
}

#[test]
fn counts_are_multinomial() {
    // A value says how often it was drawn: ones and thousands of a sum.
    let counts = [(0.0, 200_u64), (1.0, 150), (1000.0, 50)];
    let mut resampling = Resampling::new(&counts, 8).unwrap();
    assert_eq!(resampling.tables.len(), 2);
    while !resampling.advance() {}
    let sums = resampling.means.iter().map(|mean| (mean * 400.0).round() as u64);
    let (ones, thousands): (Vec<u64>, Vec<u64>) = sums.map(|sum| (sum % 1000, sum / 1000)).unzip();
    let chance = |n: f64, p: f64, k: f64| {
        let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
        libm::exp(ways + k * libm::log(p) + (n - k) * libm::log1p(-p))
    };
    let both: Vec<u64> = ones.iter().zip(&thousands).map(|(a, b)| a + b).collect();
    for (found, p) in [(&ones, 0.375), (&thousands, 0.125), (&both, 0.5)] {
        let (chi, freedom) = chi_square(found, |k| chance(400.0, p, k as f64));
        assert!(freedom > 20.0, "{freedom}");
        assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "{p}: {chi} of {freedom}");
    }
    // Of those that are not 0, three of four are ones, however many they are.
    for part in [0..195, 195..205, 205..400] {
        let some = ones.iter().zip(&both).filter(|(_, both)| part.contains(*both));
        let apart: Vec<f64> = some
            .map(|(ones, both)| {
                let both = *both as f64;
                (*ones as f64 - 0.75 * both) / (both * 0.1875).sqrt()
            })
            .collect();
        let n = apart.len() as f64;
        assert!(mean(&apart).abs() < 4.0 / n.sqrt(), "{part:?} {}", mean(&apart));
        assert!((moment(&apart, 2) - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{part:?}");
    }
}

#[test]
fn each_way_of_drawing_is_taken_where_it_is_less_work() {
    let new = |counts: &[(f64, u64)]| Resampling::new(counts, 0).unwrap();
    let same = |count: u64, of: u64| -> Vec<(f64, u64)> {
        (0..count).map(|value| (value as f64, of)).collect()
    };
    assert!(new(&same(30, 2)).tables.is_empty());
    let (common, every) = (new(&same(100, 1000)), new(&same(100_000, 1)));
    assert_eq!((common.tables.len(), common.frequent.len()), (1, 99));
    assert!(common.rare.is_none() && common.cost < 1000, "{}", common.cost);
    assert!(every.tables.is_empty() && every.rare.is_none());
    let mixed = new(&[same(900, 1), vec![(-1.0, 500), (-2.0, 600)]].concat());
    assert_eq!((mixed.tables.len(), mixed.rare.unwrap().1.values.len()), (1, 900));
    assert!(Resampling::new(&same(1, 9), 0).is_none());
    assert!(Resampling::new(&[(0.0, 0), (1.0, 9)], 0).is_none());
    assert!(Resampling::new(&[], 0).is_none());
    // Nearly all equal: a resample may well have none of the others.
    let rare = drawn(&[[0.0; 40].as_slice(), &[1.0]].concat(), 1);
    let none = rare.iter().filter(|mean| **mean == 0.0).count() as f64 / DRAWS as f64;
    assert!((none - (40.0_f64 / 41.0).powi(41)).abs() < 0.02, "{none}");
}

#[test]
fn places_of_very_many_values_are_those_of_a_list() {
    let counts = [(0.5, 3), (0.25, 1), (1.0, 5)];
    let listed = List::new(&counts);
    let mut counted = listed.clone();
    counted.values = counts.iter().map(|(value, _)| *value).collect();
    counted.ends = vec![3, 4, 9];
    for place in 0..9 {
        assert_eq!(counted.at(place), listed.at(place));
    }
    let random = || Xoshiro256PlusPlus::seed_from_u64(3);
    assert_eq!(counted.sum_of(1000, &mut random()), listed.sum_of(1000, &mut random()));
    // Counts of a billion and more neither take memory nor lean to one side.
    let many = List::new(&[(1.0, 3_000_000_000), (0.0, 3_000_000_000)]);
    let mean = many.sum_of(10_000, &mut random()) / 10_000.0;
    assert!(many.values.len() == 2 && (mean - 0.5).abs() < 0.02, "{mean}");
}
