//! Standard errors and intervals of a mean; of questions that come in clusters, too: those that
//! share a document, a company or a template are right and wrong together, and say less than as many
//! questions on their own.

use super::Interval;
use super::student::t_975;
use super::sum::Sum;
use crate::base::order::ascending;

/// The questions of one cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// Sum of their values.
    pub sum: f64,
    /// How many they are.
    pub n: u64,
}

/// The clusters of some values, in the order of their numbers.
pub fn clusters(values: &[f64], cluster: &[u32]) -> Vec<Cluster> {
    sum_up(values.iter().zip(cluster).map(|(value, number)| (*value, 1, *number)))
}

/// A cluster that is being summed up.
#[derive(Clone, Debug, Default)]
struct Summing {
    sum: Sum,
    n: u64,
}

impl Summing {
    fn add(&mut self, value: f64, count: u64) {
        self.sum.add(value, count);
        self.n += count;
    }

    fn done(self) -> Cluster {
        Cluster { sum: self.sum.value(), n: self.n }
    }
}

/// The same of values, each with how often it occurs and the number of its cluster.
pub(super) fn sum_up(values: impl Iterator<Item = (f64, u64, u32)> + Clone) -> Vec<Cluster> {
    let (count, most) = values
        .clone()
        .fold((0_usize, 0), |(count, most), (_, _, number)| (count + 1, number.max(most)));
    // Numbers are places, unless somebody numbers otherwise.
    if (most as usize) < 8 * count + 1024 {
        let mut all = vec![Summing::default(); most as usize + 1];
        values.for_each(|(value, times, number)| all[number as usize].add(value, times));
        return all.into_iter().filter(|one| one.n > 0).map(Summing::done).collect();
    }
    let given: Vec<(f64, u64, u32)> = values.collect();
    let mut all: Vec<Summing> = Vec::new();
    let mut last = None;
    for place in ascending(given.iter().map(|(_, _, number)| f64::from(*number))) {
        let (value, times, number) = given[place as usize];
        if last != Some(number) {
            all.push(Summing::default());
            last = Some(number);
        }
        if let Some(now) = all.last_mut() {
            now.add(value, times);
        }
    }
    all.into_iter().map(Summing::done).collect()
}

/// Standard error of the mean over all questions of the clusters, which are independent of each
/// other; with the correction for few clusters, a factor of sqrt(C / (C - 1)). `None` for fewer than
/// two clusters.
pub fn clustered_error(clusters: &[Cluster]) -> Option<f64> {
    let count = clusters.len() as f64;
    (clusters.len() > 1).then(|| uncorrected_error(clusters) * libm::sqrt(count / (count - 1.0)))
}

/// The same without the correction: too small for few clusters, given beside it by other programs.
pub fn uncorrected_error(clusters: &[Cluster]) -> f64 {
    let n = clusters.iter().map(|one| one.n).sum::<u64>() as f64;
    let mean = clusters.iter().map(|one| one.sum).sum::<f64>() / n;
    let squares = clusters.iter().map(|one| {
        let deviation = one.sum - mean * one.n as f64;
        deviation * deviation
    });
    libm::sqrt(squares.sum::<f64>()) / n
}

/// Interval at 95 % of a mean over clusters: t with C - 1 degrees of freedom times the clustered
/// standard error, cut at the `range` of the mean. `None` for fewer than two clusters, and where
/// they show no variation at all.
pub fn clustered_interval(clusters: &[Cluster], range: (f64, f64)) -> Option<Interval> {
    let error = clustered_error(clusters).filter(|error| *error > 0.0)?;
    let n = clusters.iter().map(|one| one.n).sum::<u64>() as f64;
    let mean = clusters.iter().map(|one| one.sum).sum::<f64>() / n;
    let half = t_975(clusters.len() as u64 - 1) * error;
    let (low, high) = ((mean - half).max(range.0), (mean + half).min(range.1));
    Some(Interval { low, high, level: 0.95, method: "cluster_t".to_owned() })
}

/// Interval at 95 % of a share of right answers over clusters: Wilson's, with as many questions as
/// would have the clustered standard error on their own, at most all and, where the clusters show no
/// variation at all, one for each; and with t for C - 1 degrees of freedom in place of the normal
/// quantile. Within 0 and 1. `None` for fewer than two clusters.
pub fn clustered_share(clusters: &[Cluster]) -> Option<Interval> {
    let error = clustered_error(clusters)?;
    let all = clusters.iter().map(|one| one.n).sum::<u64>() as f64;
    let share = clusters.iter().map(|one| one.sum).sum::<f64>() / all;
    let alone = share * (1.0 - share) / (error * error);
    let n = if alone.is_finite() && alone > 0.0 { alone.min(all) } else { clusters.len() as f64 };
    let t = t_975(clusters.len() as u64 - 1);
    let square = t * t / n;
    let centre = (share + square / 2.0) / (1.0 + square);
    let half = libm::sqrt(square * (share * (1.0 - share) + square / 4.0)) / (1.0 + square);
    let (low, high) = ((centre - half).max(0.0).min(share), (centre + half).min(1.0).max(share));
    Some(Interval { low, high, level: 0.95, method: "cluster_wilson".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::paired::Differences;

    #[test]
    fn clusters_of_one_are_independent_questions() {
        let values = [1.0, 0.0, 0.5, 1.0, 0.25];
        let alone = clusters(&values, &[9, 1, 4_000_000_000, 0, 7]);
        assert_eq!(alone.len(), 5);
        let error = Differences::new(&values).standard_error().unwrap();
        assert!((clustered_error(&alone).unwrap() - error).abs() < 1e-15);
    }

    #[test]
    fn too_few_say_nothing() {
        assert_eq!(Differences::new(&[1.0]).standard_error(), None);
        let one = clusters(&[1.0, 0.0], &[3, 3]);
        assert_eq!((clustered_error(&one), clustered_interval(&one, (0.0, 1.0))), (None, None));
        assert_eq!(clustered_share(&one), None);
        let equal = clusters(&[1.0, 1.0], &[3, 4]);
        assert_eq!(clustered_interval(&equal, (0.0, 1.0)), None);
    }

    #[test]
    fn a_share_in_clusters_of_one_is_wilson_with_t() {
        let values: Vec<f64> = (0..4000).map(|i| f64::from(u8::from(i % 5 == 0))).collect();
        let alone: Vec<u32> = (0..4000).collect();
        let ours = clustered_share(&clusters(&values, &alone)).unwrap();
        let wilson = super::super::interval::wilson(800.0, 4000).unwrap();
        assert!((ours.low - wilson.low).abs() < 2e-5 && (ours.high - wilson.high).abs() < 2e-5);
        // Ten documents without a right answer are ten zeros, not a hundred.
        let none = clusters(&[0.0; 100], &alone.iter().map(|i| i / 10).collect::<Vec<_>>()[..100]);
        let interval = clustered_share(&none).unwrap();
        assert_eq!(interval.low, 0.0);
        assert!(interval.high > 0.3, "{interval:?}");
    }
}
