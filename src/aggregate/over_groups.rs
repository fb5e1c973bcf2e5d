//! Means over groups: the mean of the groups' means, in which each group weighs the same whatever its size.
//!
//! The groups are fixed, and their questions are samples of their own, so the error is that of a stratified sample
//! with strata of equal weight: the root of Σ s² / n over the groups, divided by their number (Cochran 1977,
//! *Sampling Techniques*, 5.4). Small groups say little of their own spread, so each variance is moderated by the pooled
//! one of all groups as if that came from four more questions (Smyth 2004, *Linear models and empirical Bayes methods for
//! assessing differential expression*); a group of one question has the pooled one. For metrics of right or wrong answers the interval is Wilson's with as many questions as would have that
//! error on their own (Korn and Graubard 1998; Dean and Pagano 2015); for graded ones it is that of t with as many
//! degrees of freedom as there are questions beyond one a group. Of questions in clusters the error is the clustered
//! one, which holds for clusters that lie in several groups, too.

use super::clustered::{clustered_interval, clustered_share, sum_up};
use super::interval::wilson_of;
use super::student::t_975;
use super::sum::Sum;
use super::{Grouping, Interval, Rows};
use crate::score::evaluate::Weights;
use crate::score::metric::{IntervalMethod, MetricInfo};
use serde::{Deserialize, Serialize};

/// The mean of a metric over groups that weigh the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupMean {
    /// Id of the metric.
    pub metric: String,
    /// The column whose values the groups are.
    pub column: String,
    /// How many groups have a question with a value; at least two.
    pub groups: u64,
    /// How many questions these have.
    pub n: u64,
    /// The mean of the groups' means, in the unit of the metric.
    pub mean: f64,
    /// Its interval; `None` if the values show no spread, or no group has two questions with a value.
    pub interval: Option<Interval>,
}

/// Degrees of freedom that the pooled spread counts for in each group.
const PRIOR: f64 = 4.0;

/// What is known of one group.
#[derive(Clone, Debug, Default)]
struct Stratum {
    sum: Sum,
    squares: Sum,
    n: u64,
}

impl Stratum {
    fn mean(&self) -> f64 {
        self.sum.value() / self.n as f64
    }
}

/// Returns the mean over the groups of a column. `None` if fewer than two groups have values. Sums are exact, so that
/// neither the order of rows nor folding changes a digit.
#[inline(never)]
pub fn over_groups(
    values: &[f64],
    grouping: &Grouping,
    rows: Rows<'_>,
    metric: &MetricInfo,
) -> Option<GroupMean> {
    let known = || {
        let known = values.iter().enumerate().filter(|(_, value)| !value.is_nan());
        known.map(|(row, value)| (row, *value, rows.weights.of(row)))
    };
    let of_row = |row: usize| usize::from(grouping.of_row[row]);
    let mut strata = vec![Stratum::default(); grouping.values.len()];
    for (row, value, count) in known() {
        let one = &mut strata[of_row(row)];
        one.sum.add(value, count);
        one.n += count;
    }
    let means: Vec<f64> = strata.iter().map(Stratum::mean).collect();
    let has_values = |one: &&Stratum| one.n > 0;
    let groups = strata.iter().filter(has_values).count() as u64;
    if groups < 2 {
        return None;
    }
    let mut sum = Sum::default();
    means.iter().filter(|mean| !mean.is_nan()).for_each(|mean| sum.add(*mean, 1));
    let mean = sum.value() / groups as f64;
    let n: u64 = strata.iter().map(|one| one.n).sum();
    let interval = if let Some(clusters) = rows.clusters {
        // Values that have the mean over groups for their mean, and its error for theirs.
        let weighed = known().map(|(row, value, count)| {
            let place = of_row(row);
            let weight = n as f64 / (groups * strata[place].n) as f64;
            (mean + weight * (value - means[place]), count, clusters[row])
        });
        let clusters = sum_up(weighed);
        if metric.interval == IntervalMethod::Bootstrap {
            clustered_interval(&clusters, metric.range)
        } else {
            clustered_share(&clusters)
        }
    } else {
        for (row, value, count) in known() {
            let place = of_row(row);
            let apart = value - means[place];
            strata[place].squares.add(apart * apart, count);
        }
        strata.retain(|one| one.n > 0);
        stratified(&strata, mean, metric)
    };
    let (metric, column) = (metric.id.to_owned(), grouping.column.clone());
    Some(GroupMean { metric, column, groups, n, mean, interval })
}

/// The interval of the mean of groups with questions of their own.
fn stratified(strata: &[Stratum], mean: f64, metric: &MetricInfo) -> Option<Interval> {
    let groups = strata.len() as f64;
    let freedom: u64 = strata.iter().map(|one| one.n - 1).sum();
    let is_graded = metric.interval == IntervalMethod::Bootstrap;
    let pooled = if freedom > 0 {
        strata.iter().map(|one| one.squares.value()).sum::<f64>() / freedom as f64
    } else if is_graded {
        return None;
    } else {
        // As much as right or wrong answers can have.
        mean * (1.0 - mean)
    };
    let of_group = |one: &Stratum| {
        let n = one.n as f64;
        (one.squares.value() + PRIOR * pooled) / (n - 1.0 + PRIOR) / n
    };
    let variance = strata.iter().map(of_group).sum::<f64>() / (groups * groups);
    if is_graded {
        let half = t_975(freedom) * libm::sqrt(variance);
        let (low, high) = ((mean - half).max(metric.range.0), (mean + half).min(metric.range.1));
        let method = "stratified_t".to_owned();
        return (half > 0.0).then_some(Interval { low, high, level: 0.95, method });
    }
    let alone = mean * (1.0 - mean) / variance;
    let equal = groups * groups / strata.iter().map(|one| 1.0 / one.n as f64).sum::<f64>();
    let n = if alone.is_finite() && alone > 0.0 { alone } else { equal };
    let (low, high) = wilson_of(mean, n);
    Some(Interval { low, high, level: 0.95, method: "stratified_wilson".to_owned() })
}

/// Returns for each question a value whose mean, over all questions or those of its group, is the F-score of them and
/// whose error is that of the F-score by the delta method: F + (2 r - F (1 + a)) / D, where r is 1 for a right answer, a
/// is 1 for an attempted one, and D is the mean of 1 + a.
pub fn linear_f(
    [right, attempted]: [&[f64]; 2],
    weights: Weights<'_>,
    groups: usize,
    of_row: impl Fn(usize) -> usize,
) -> Vec<f64> {
    let mut counts = vec![[0.0_f64; 3]; groups];
    let known = |row: usize| !(right[row].is_nan() || attempted[row].is_nan());
    for row in (0..right.len()).filter(|row| known(*row)) {
        let count = weights.of(row) as f64;
        let [rights, tries, all] = &mut counts[of_row(row)];
        *rights += right[row] * count;
        *tries += attempted[row] * count;
        *all += count;
    }
    let value = |row: usize| {
        if !known(row) {
            return f64::NAN;
        }
        let [rights, tries, all] = counts[of_row(row)];
        let f = 2.0 * rights / (all + tries);
        f + (2.0 * right[row] - f * (1.0 + attempted[row])) * all / (all + tries)
    };
    (0..right.len()).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::metric::metric;

    fn grouping(of_row: &[u16]) -> Grouping {
        let groups = of_row.iter().max().map_or(0, |most| most + 1);
        Grouping {
            column: "subject".to_owned(),
            values: (0..groups).map(|one| one.to_string()).collect(),
            of_row: of_row.to_vec(),
        }
    }

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
    }

    #[test]
    fn groups_weigh_the_same() {
        // 3 of 4 and 1 of 2: (0.75 + 0.5) / 2. Squares 3/4 and 1/2 over 3 + 1 degrees of freedom: pooled 5/16, four times
        // that 5/4. Variances (3/4 + 5/4) / 7 = 2/7 and (1/2 + 5/4) / 5 = 7/20, of the means 1/14 and 7/40, of their mean a
        // quarter of 69/280.
        let values = [1.0, 1.0, 1.0, 0.0, 1.0, 0.0];
        let groups = grouping(&[0, 0, 0, 0, 1, 1]);
        let exact = metric("exact_match").unwrap();
        let found = over_groups(&values, &groups, Rows::default(), exact).unwrap();
        assert_eq!((found.groups, found.n), (2, 6));
        near(found.mean, 0.625);
        let variance = 69.0 / 280.0 / 4.0;
        let (low, high) = wilson_of(0.625, 0.625 * 0.375 / variance);
        let interval = found.interval.unwrap();
        near(interval.low, low);
        near(interval.high, high);
        assert_eq!(interval.method, "stratified_wilson");
        // Graded: t with 6 - 2 degrees of freedom, cut at the range.
        let graded = over_groups(&values, &groups, Rows::default(), metric("f1").unwrap()).unwrap();
        let interval = graded.interval.unwrap();
        assert_eq!((interval.high, &*interval.method), (1.0, "stratified_t"));
        near(interval.low, (0.625 - 2.776_445_105 * libm::sqrt(variance)).max(0.0));
    }

    #[test]
    fn a_group_of_one_takes_the_spread_of_the_others() {
        // 1 of 1, 1 of 2: pooled 0.5 over one degree of freedom, which is that of both; variance (0.5 + 0.25) / 4.
        let found = over_groups(
            &[1.0, 1.0, 0.0],
            &grouping(&[0, 1, 1]),
            Rows::default(),
            metric("exact_match").unwrap(),
        )
        .unwrap();
        near(found.mean, 0.75);
        let interval = found.interval.unwrap();
        let (low, high) = wilson_of(0.75, 0.75 * 0.25 / (0.75 / 4.0));
        near(interval.low, low);
        near(interval.high, high);
    }

    #[test]
    fn what_says_nothing_has_no_mean_or_no_interval() {
        let exact = metric("exact_match").unwrap();
        let one = over_groups(&[1.0, 0.0], &grouping(&[0, 0]), Rows::default(), exact);
        assert_eq!(one, None);
        let blank = over_groups(&[1.0, f64::NAN], &grouping(&[0, 1]), Rows::default(), exact);
        assert_eq!(blank, None);
        let f1 = metric("f1").unwrap();
        let alone = over_groups(&[0.5, 1.0], &grouping(&[0, 1]), Rows::default(), f1).unwrap();
        assert_eq!((alone.mean, alone.interval), (0.75, None));
        // All right: as sure as so many right answers make it.
        let all = over_groups(&[1.0; 4], &grouping(&[0, 0, 1, 1]), Rows::default(), exact).unwrap();
        let interval = all.interval.unwrap();
        near(interval.low, super::super::interval::wilson(4.0, 4).unwrap().low);
        near(interval.high, 1.0);
    }

    #[test]
    fn clusters_of_one_give_nearly_the_stratified_interval() {
        let values: Vec<f64> = (0..600).map(|i| f64::from(u8::from(i % 7 < 3 + i % 3))).collect();
        let groups = grouping(&(0..600).map(|i| i % 3).collect::<Vec<_>>());
        let clusters: Vec<u32> = (0..600).collect();
        let exact = metric("exact_match").unwrap();
        let plain = over_groups(&values, &groups, Rows::default(), exact).unwrap();
        let rows = Rows { clusters: Some(&clusters), ..Rows::default() };
        let found = over_groups(&values, &groups, rows, exact).unwrap();
        near(plain.mean, found.mean);
        let [plain, found] = [plain, found].map(|one| one.interval.unwrap());
        assert!((plain.low - found.low).abs() < 2e-3 && (plain.high - found.high).abs() < 2e-3);
        assert_eq!(found.method, "cluster_wilson");
    }

    #[test]
    fn linear_values_have_the_mean_and_the_error_of_f() {
        // 3 right, 1 wrong, 2 not attempted: F = 6 / 10, D = 10 / 6.
        let right = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0];
        let attempted = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        let values = linear_f([&right, &attempted], Weights::default(), 1, |_| 0);
        near(values.iter().sum::<f64>() / 6.0, 0.6);
        near(values[0], 0.6 + 0.8 * 0.6);
        near(values[3], 0.6 - 1.2 * 0.6);
        near(values[4], 0.6 - 0.6 * 0.6);
        let squares: f64 = values.iter().map(|value| (value - 0.6) * (value - 0.6)).sum();
        let interval = super::super::interval::f_of_attempted(3.0, 4.0, 6).unwrap();
        let (low, high) = wilson_of(0.6, 0.24 / (squares / 36.0));
        near(interval.low, low);
        near(interval.high, high);
    }
}
