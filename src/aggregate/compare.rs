//! Two runs on the same questions: number, interval, test and verdict in one piece, so that they
//! cannot contradict each other.
//!
//! | values | interval | test |
//! |---|---|---|
//! | 0 or 1 | Tango's | `McNemar`'s, mid-p |
//! | graded | paired bootstrap, its limit for many differences | paired permutation, the same |
//! | either, in clusters | t of the clustered error | permutation of whole clusters |

use super::clustered::{Cluster, clustered_error, clustered_interval, sum_up};
use super::holm::holm;
use super::interval::Z;
use super::mcnemar::mcnemar;
use super::paired::{Differences, MANY};
use super::permutation::{Permuting, Way};
use super::resampling::Resampling;
use super::sum::Sum;
use super::tango::tango;
use super::{Interval, Rows};
use crate::score::metric::{IntervalMethod, MetricInfo};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A difference is claimed where p is not above it.
pub const LEVEL: f64 = 0.05;

/// 80 % quantile of the standard normal distribution: the chance to find what is there.
const Z_POWER: f64 = 0.841_621_233_572_914_3;

/// What came of comparing run A with run B. Members that are serialized stand so in reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What was measured.
    #[serde(skip)]
    pub metric: &'static MetricInfo,
    /// Questions for which both runs have a value.
    pub n: u64,
    /// Questions left out because either has none.
    pub left_out: u64,
    /// Mean of A over the `n` questions, in the unit of the metric; NaN without questions.
    pub mean_a: f64,
    /// Mean of B.
    pub mean_b: f64,
    /// A less B.
    pub difference: f64,
    /// Standard error of the difference: of independent questions, or clustered.
    pub standard_error: Option<f64>,
    /// Interval of the difference at 95 %: `tango`, `paired_bootstrap`, `paired_normal`; `None` where
    /// the method knows none.
    pub interval: Option<Interval>,
    /// `mcnemar_mid_p`, `permutation_exact`, `permutation`, `permutation_normal`, or `cluster_` and one
    /// of the permutations, two-sided.
    pub test: &'static str,
    /// Two-sided p value; `None` where there is nothing to test: no questions, or one cluster.
    pub p: Option<f64>,
    /// The p value of the exact test of `McNemar`, for metrics of right and wrong without clusters.
    pub p_exact: Option<f64>,
    /// How many comparisons are looked at together: those of a metric over all questions, or those of a
    /// metric over the values of one column.
    pub family: u64,
    /// p after Holm's correction for them, equal to it before [`adjust`].
    pub p_adjusted: Option<f64>,
    /// Questions on which A is better.
    pub only_a: u64,
    /// Questions on which B is better.
    pub only_b: u64,
    /// Questions on which both have the same value, and not the worst that there is. The four add up to
    /// `n`.
    pub both: u64,
    /// Questions on which both have the worst value.
    pub neither: u64,
    /// The true difference that 4 of 5 such comparisons would find; `None` where nothing differs, and
    /// where not even the largest possible one would be.
    pub smallest_detectable: Option<f64>,
    /// Whether every value is right or wrong.
    #[serde(skip)]
    pub binary: bool,
    /// Clusters, where questions come in such.
    #[serde(skip)]
    pub clusters: Option<u64>,
    /// Questions that differ, or clusters that do: what the test has to go by.
    #[serde(skip)]
    pub differing: u64,
    /// What may be said.
    #[serde(skip)]
    pub verdict: Superiority,
}

/// What may be said of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superiority {
    /// A is better: interval and test both show it.
    BetterA,
    /// B is better.
    BetterB,
    /// No difference is shown, and why.
    NotShown(Reason),
}

/// The verdict without its reason, as reports have it. Better is only what interval and corrected test both
/// show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// A is better.
    ABetter,
    /// B is better.
    BBetter,
    /// No difference is shown.
    NotShown,
}

/// Why no difference is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No question has a value in both runs.
    NothingCompared,
    /// The runs have the same value everywhere.
    NoneDiffers,
    /// So few answers differ that even if all of them spoke for one run the test would not show it.
    TooFewDiffer,
    /// All questions are in one cluster.
    OneCluster,
    /// All differences are the same: resampling knows no interval.
    NoInterval,
    /// The interval includes 0, and the test shows nothing.
    IncludesZero,
    /// The interval does not include 0, the test shows nothing.
    IntervalAlone,
    /// The test shows a difference, the interval includes 0.
    TestAlone,
    /// Both would show it, were this the only comparison.
    AmongSeveral,
}

impl Superiority {
    /// Returns the verdict without its reason.
    pub fn shown(self) -> Shown {
        match self {
            Self::BetterA => Shown::ABetter,
            Self::BetterB => Shown::BBetter,
            Self::NotShown(_) => Shown::NotShown,
        }
    }

    /// Returns why no difference is shown; `None` if one is.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::NotShown(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Compares the values of two runs, question by question; NaN where there is none. `clusters` gives
/// the cluster of each question. Which interval and test are used is a matter of the metric, and not
/// of its values, but for one case: means over repeats of a metric of right and wrong are graded.
///
/// Resampling is by `seed`: the bootstrap has xoshiro256++ seeded with it, the permutation with
/// `seed + 1`, 10 000 draws each.
pub fn compare(
    a: &[f64],
    b: &[f64],
    clusters: Option<&[u32]>,
    metric: &'static MetricInfo,
    seed: u64,
) -> Comparison {
    let rows = Rows { clusters, ..Rows::default() };
    let mut comparer = Comparer::new([a, b], rows, (metric, metric.interval), seed);
    loop {
        if let Some(found) = comparer.advance() {
            return found;
        }
    }
}

/// What a list has for some rows, or all of it.
fn of_rows<'a, T: Copy>(list: &'a [T], rows: Option<&[u32]>) -> Cow<'a, [T]> {
    rows.map_or(Cow::Borrowed(list), |rows| rows.iter().map(|row| list[*row as usize]).collect())
}

/// A comparison under way; see [`compare`].
#[derive(Clone, Debug)]
pub struct Comparer {
    result: Comparison,
    differences: Differences,
    test: Option<Permuting>,
    resampling: Option<Resampling>,
}

impl Comparer {
    /// Prepares the comparison of two runs on rows by a metric. With `method` a bootstrap the values are graded,
    /// whatever they are in the place of. Values are looked at once: with many runs that is what comparisons cost.
    pub fn new(
        [a, b]: [&[f64]; 2],
        rows: Rows<'_>,
        (metric, method): (&'static MetricInfo, IntervalMethod),
        seed: u64,
    ) -> Self {
        let (a, b) = (of_rows(a, rows.some), of_rows(b, rows.some));
        let clusters = rows.clusters.map(|clusters| of_rows(clusters, rows.some));
        let weights = rows.weights.of_rows(rows.some);
        let limit = clusters.as_ref().map_or(usize::MAX, |clusters| clusters.len());
        let count = |place: usize| weights.as_ref().map_or(1, |weights| weights[place]);
        let all: u64 = match &weights {
            Some(weights) => weights.iter().sum(),
            None => a.len().max(b.len()) as u64,
        };
        let known = |(_, (a, b)): &(usize, (&f64, &f64))| (*a - *b).is_finite();
        let pairs = || {
            let known = a.iter().zip(&*b).take(limit).enumerate().filter(known);
            known.map(|(place, (a, b))| (*a, *b, count(place), place))
        };
        let worst = if metric.higher_is_better { metric.range.0 } else { metric.range.1 };
        let (mut n, mut neither) = (0_u64, 0_u64);
        let (mut sum_a, mut sum_b) = (Sum::default(), Sum::default());
        let (mut above, mut below, mut between) = (0, 0, 0_u64);
        for (a, b, count, _) in pairs() {
            n += count;
            sum_a.add(a, count);
            sum_b.add(b, count);
            neither += count * u64::from(a == worst) * u64::from(b == worst);
            above += count * u64::from(a > b);
            below += count * u64::from(a < b);
            // Only 0 and 1 are their own squares.
            between += u64::from(a * a != a) + u64::from(b * b != b);
        }
        let binary = method == IntervalMethod::Wilson && between == 0;
        let found = if binary {
            Differences::of_binary(above, below, n)
        } else {
            Differences::of(pairs().map(|(a, b, count, _)| (a - b, count)))
        };
        let (more, less) = (found.plus(), found.minus());
        let (only_a, only_b) = if metric.higher_is_better { (more, less) } else { (less, more) };
        let mut new = Self {
            result: Comparison {
                metric,
                n,
                left_out: all - n,
                mean_a: sum_a.value() / n as f64,
                mean_b: sum_b.value() / n as f64,
                difference: found.mean(),
                standard_error: found.standard_error(),
                interval: None,
                p: None,
                p_adjusted: None,
                family: 1,
                test: "",
                p_exact: None,
                binary,
                only_a,
                only_b,
                both: found.equal - neither,
                neither,
                clusters: None,
                differing: only_a + only_b,
                smallest_detectable: None,
                verdict: Superiority::NotShown(Reason::NothingCompared),
            },
            differences: found,
            test: None,
            resampling: None,
        };
        if let Some(of) = &clusters {
            let all = pairs().map(|(a, b, count, place)| (a - b, count, of[place]));
            new.by_cluster(&sum_up(all), seed);
        } else if binary {
            let test = mcnemar(more, less);
            new.result.test = "mcnemar_mid_p";
            new.result.p = Some(test.mid_p);
            new.result.p_exact = Some(test.exact);
            new.result.interval = tango(more, less, n);
        } else {
            new.test = Some(Permuting::new(&new.differences, seed));
            if new.differences.effective() >= MANY {
                new.result.interval = new.differences.limit();
            } else {
                new.resampling = new.differences.resampling(seed);
            }
        }
        new
    }

    fn by_cluster(&mut self, clusters: &[Cluster], seed: u64) {
        let range = self.result.metric.range;
        let width = range.1 - range.0;
        let found = Differences::of(clusters.iter().map(|one| (one.sum, 1)));
        self.result.clusters = Some(clusters.len() as u64);
        self.result.differing = found.plus() + found.minus();
        self.result.standard_error = clustered_error(clusters);
        self.result.interval = clustered_interval(clusters, (-width, width));
        self.test = Some(Permuting::new(&found, seed));
    }

    /// Works for some hundredths of a second; the comparison, once it is done.
    pub fn advance(&mut self) -> Option<Comparison> {
        let result = &mut self.result;
        if let Some(permuting) = &mut self.test {
            let test = permuting.advance()?;
            let names = match test.way {
                Way::Tried => ["permutation_exact", "cluster_permutation_exact"],
                Way::Drawn => ["permutation", "cluster_permutation"],
                Way::Normal => ["permutation_normal", "cluster_permutation_normal"],
            };
            result.test = names[usize::from(result.clusters.is_some())];
            let one_cluster = result.clusters.is_some_and(|count| count < 2);
            let none_differs = result.only_a + result.only_b == 0;
            result.p = Some(test.p).filter(|_| !one_cluster || none_differs);
            self.test = None;
            if test.way == Way::Drawn && self.resampling.is_some() {
                return None;
            }
        }
        if let Some(resampling) = &mut self.resampling {
            if !resampling.advance() {
                return None;
            }
            result.interval = Some(self.differences.drawn(resampling));
        }
        if result.n == 0 {
            (result.p, result.p_exact, result.interval) = (None, None, None);
        }
        let width = result.metric.range.1 - result.metric.range.0;
        result.p_adjusted = result.p;
        result.smallest_detectable = result
            .standard_error
            .filter(|_| result.differing > 0)
            .map(|error| (Z + Z_POWER) * error)
            .filter(|smallest| *smallest <= width);
        result.verdict = result.decide();
        Some(result.clone())
    }
}

impl Comparison {
    /// The least p value that so many differences can have.
    fn least_p(&self) -> f64 {
        let ways = libm::exp2(-(self.differing as f64));
        if self.p_exact.is_some() { ways } else { (2.0 * ways).min(1.0) }
    }

    fn decide(&self) -> Superiority {
        let (Some(p), Some(p_adjusted)) = (self.p, self.p_adjusted) else {
            let reason = if self.n == 0 { Reason::NothingCompared } else { Reason::OneCluster };
            return Superiority::NotShown(reason);
        };
        if self.only_a + self.only_b == 0 {
            return Superiority::NotShown(Reason::NoneDiffers);
        }
        if self.least_p() > LEVEL {
            return Superiority::NotShown(Reason::TooFewDiffer);
        }
        let Some(interval) = &self.interval else {
            return Superiority::NotShown(Reason::NoInterval);
        };
        let clear = if self.difference > 0.0 { interval.low > 0.0 } else { interval.high < 0.0 };
        match (clear, p <= LEVEL) {
            (false, false) => Superiority::NotShown(Reason::IncludesZero),
            (true, false) => Superiority::NotShown(Reason::IntervalAlone),
            (false, true) => Superiority::NotShown(Reason::TestAlone),
            (true, true) if p_adjusted > LEVEL => Superiority::NotShown(Reason::AmongSeveral),
            (true, true) if (self.difference > 0.0) == self.metric.higher_is_better => {
                Superiority::BetterA
            }
            (true, true) => Superiority::BetterB,
        }
    }
}

/// Corrects comparisons that are looked at together, by Holm's method: the chance of any false
/// "better" among them is at most 5 %.
pub fn adjust<'a>(family: impl IntoIterator<Item = &'a mut Comparison>) {
    let mut family: Vec<&mut Comparison> = family.into_iter().collect();
    let p: Vec<f64> = family.iter().map(|one| one.p.unwrap_or(f64::NAN)).collect();
    let count = p.iter().filter(|p| !p.is_nan()).count() as u64;
    for (one, adjusted) in family.iter_mut().zip(holm(&p)) {
        one.p_adjusted = Some(adjusted).filter(|p| !p.is_nan());
        one.family = count.max(1);
        one.verdict = one.decide();
    }
}
