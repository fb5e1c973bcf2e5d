//! Runs of a known kind: questions, shares and clusters as a simulation wants them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use rayon::prelude::*;
use scoredrop::aggregate::clustered::{clustered_share, clusters};
use scoredrop::aggregate::compare::{Comparison, Superiority, adjust, compare};
use scoredrop::aggregate::interval::{bootstrap, f_of_attempted, wilson};
use scoredrop::aggregate::over_groups::over_groups;
use scoredrop::aggregate::tango::tango;
use scoredrop::aggregate::{Grouping, Interval, Rows};
use scoredrop::score::metric::metric;

/// Two runs have the same outcome by the same luck so often, and a question that of its cluster.
const TOGETHER: f64 = 0.5;
/// Questions of a cluster.
pub(crate) const CLUSTER: usize = 5;

/// An interval and what it is to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Model {
    /// Of a share.
    Wilson,
    /// Of the difference of two shares, which are so far apart.
    Tango { apart: f64 },
    /// Of the mean of graded values.
    Bootstrap,
    /// Of the difference of two such means.
    PairedBootstrap,
    /// Of a share of questions in clusters.
    ClusterMean,
    /// Of the difference of two such shares.
    ClusterDifference,
    /// Of the mean over five groups of unequal size, of right or wrong answers.
    OverGroups,
    /// Of the same of graded values.
    GradedOverGroups,
    /// Of the F-score of answers of which half of the wrong ones are not attempted.
    OfAttempted,
}

/// One line of the table of intervals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coverage {
    pub(crate) model: Model,
    pub(crate) n: u64,
    /// The true share, or mean.
    pub(crate) share: f64,
}

impl Coverage {
    /// How often the interval holds the true value, 0 to 1: counted, or of so many draws.
    pub(crate) fn measured(&self, draws: u32) -> f64 {
        match self.model {
            Model::Wilson => wilson_coverage(self.n, self.share),
            Model::Tango { apart } => tango_coverage(self.n, self.share, apart),
            _ => {
                let mut luck = Luck::new(self.n, self.share, 1);
                // Where no interval is given, none is wrong and none is right.
                let given: Vec<bool> = (0..draws).filter_map(|_| self.holds(&mut luck)).collect();
                let held = given.iter().filter(|held| **held).count();
                held as f64 / given.len() as f64
            }
        }
    }

    /// `None` where there is no interval.
    fn holds(&self, luck: &mut Luck) -> Option<bool> {
        let n = self.n as usize;
        let (truth, interval) = match self.model {
            Model::Bootstrap => {
                let values = luck.graded(n, self.share);
                (self.share, bootstrap(values.into_iter(), luck.seed()))
            }
            Model::PairedBootstrap => {
                let (a, b) = (luck.graded(n, self.share), luck.graded(n, self.share));
                (0.0, compare(&a, &b, None, metric("f1").unwrap(), luck.seed()).interval)
            }
            Model::OverGroups | Model::GradedOverGroups => {
                // A half of the questions in one group, and the others in four.
                let of_row: Vec<u16> =
                    (0..n).map(|row| [0, 1, 0, 2, 0, 3, 0, 4][row % 8]).collect();
                let values = (0..5).map(|_| String::new()).collect();
                let groups = Grouping { column: String::new(), values, of_row };
                let graded = self.model == Model::GradedOverGroups;
                let values =
                    if graded { luck.graded(n, self.share) } else { luck.right(n, self.share) };
                let metric = metric(if graded { "f1" } else { "exact_match" }).unwrap();
                let found = over_groups(&values, &groups, Rows::default(), metric).unwrap();
                (self.share, found.interval)
            }
            Model::OfAttempted => {
                let right = luck.right(n, self.share);
                let wrong = luck.right(n, 0.5);
                let right_ones: f64 = right.iter().sum();
                let tried = right.iter().zip(wrong).map(|(right, wrong)| right.max(wrong));
                let interval = f_of_attempted(right_ones, tried.sum(), n as u64);
                let tried = self.share + (1.0 - self.share) / 2.0;
                (2.0 * self.share / (1.0 + tried), interval)
            }
            Model::ClusterMean => {
                let (values, of) = luck.clustered(n, self.share, CLUSTER);
                (self.share, clustered_share(&clusters(&values, &of)))
            }
            _ => {
                let (a, of) = luck.clustered(n, self.share, CLUSTER);
                let (b, _) = luck.clustered(n, self.share, CLUSTER);
                let exact = metric("exact_match").unwrap();
                (0.0, compare(&a, &b, Some(&of), exact, 0).interval)
            }
        };
        interval.map(|interval| holds(&interval, truth))
    }

    /// The coverage of counts near by, which come in other steps.
    pub(crate) fn near(&self) -> Option<f64> {
        let shares = (-4..=4).map(|step| self.share + f64::from(step) * 0.005);
        let near = |of: &dyn Fn(f64) -> f64| shares.clone().map(of).sum::<f64>() / 9.0;
        match self.model {
            Model::Wilson => Some(near(&|share| wilson_coverage(self.n, share))),
            Model::Tango { apart } => Some(near(&|share| tango_coverage(self.n, share, apart))),
            _ => None,
        }
    }

    /// The line of the table.
    pub(crate) fn line(&self, draws: u32) -> String {
        let found = self.measured(draws);
        let name = match self.model {
            Model::Wilson => "Wilson, one share".to_owned(),
            Model::Tango { apart } => format!("Tango, shares {apart} apart"),
            Model::Bootstrap => "bootstrap, graded mean".to_owned(),
            Model::PairedBootstrap => "bootstrap, paired difference".to_owned(),
            Model::ClusterMean => format!("Wilson, share in clusters of {CLUSTER}"),
            Model::ClusterDifference => format!("t, difference in clusters of {CLUSTER}"),
            Model::OverGroups => "Wilson, mean over five groups".to_owned(),
            Model::GradedOverGroups => "t, graded mean over five groups".to_owned(),
            Model::OfAttempted => "Wilson, F-score of attempted".to_owned(),
        };
        let how = if self.near().is_some() { "counted" } else { "simulated" };
        // The error of a simulation is no fault of the interval.
        let slack = if self.near().is_some() { 0.0 } else { 0.01 };
        let note =
            if (0.94 - slack..=0.96 + slack).contains(&found) { String::new() } else { self.why() };
        format!(
            "{name:34} n {:5}  share {:4}  {:5.1} {how:10}{note}",
            self.n,
            self.share,
            100.0 * found
        )
    }

    /// Why it is not between 94 and 96.
    fn why(&self) -> String {
        let rare = self.n as f64 * self.share.min(1.0 - self.share);
        let clusters = self.n as usize / CLUSTER;
        let reason = match (self.model, self.near()) {
            (_, Some(near)) if (0.94..=0.96).contains(&near) => format!(
                "counts are whole, one more is a step; {:.1} on average near by",
                100.0 * near
            ),
            (_, Some(_)) => {
                format!(
                    "{rare:.1} answers unlike the rest, whole counts: kept wide rather than narrow"
                )
            }
            (Model::ClusterMean | Model::ClusterDifference, None) => {
                format!("{rare:.1} answers unlike the rest, in {clusters} clusters")
            }
            (Model::OverGroups | Model::GradedOverGroups | Model::OfAttempted, None) => {
                format!("{rare:.1} answers unlike the rest")
            }
            _ => format!(
                "{rare:.1} answers unlike the rest: resampling cannot know what else there is"
            ),
        };
        format!("  outside: {reason}")
    }
}

fn holds(interval: &Interval, truth: f64) -> bool {
    interval.low <= truth && truth <= interval.high
}

fn wilson_coverage(n: u64, share: f64) -> f64 {
    let held = |k: &u64| holds(&wilson(*k as f64, n).unwrap(), share);
    (0..=n).filter(held).map(|k| chance(k, n, share)).sum()
}

/// Over all counts of questions that one run alone has right.
fn tango_coverage(n: u64, share: f64, apart: f64) -> f64 {
    let other = if share > 0.5 { share - apart } else { share + apart };
    let alone = |x: f64, y: f64| TOGETHER * (x - y).max(0.0) + (1.0 - TOGETHER) * x * (1.0 - y);
    let (a, b) = (alone(share, other), alone(other, share));
    let mut held = 0.0;
    for only_a in 0..=n {
        let outer = chance(only_a, n, a);
        if outer < 1e-9 {
            continue;
        }
        for only_b in 0..=n - only_a {
            let inner = chance(only_b, n - only_a, b / (1.0 - a));
            if inner > 1e-9 && holds(&tango(only_a, only_b, n).unwrap(), share - other) {
                held += outer * inner;
            }
        }
    }
    held
}

/// Chance of k hits in n, each with chance p.
fn chance(k: u64, n: u64, p: f64) -> f64 {
    let ln = |n: u64| libm::lgamma(n as f64 + 1.0);
    let hits = if k == 0 { 0.0 } else { k as f64 * libm::log(p) };
    let misses = if k == n { 0.0 } else { (n - k) as f64 * libm::log1p(-p) };
    libm::exp(ln(n) - ln(k) - ln(n - k) + hits + misses)
}

/// One line of the table of false findings: runs that are alike, the first of them the baseline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) graded: bool,
    pub(crate) n: u64,
    pub(crate) share: f64,
    pub(crate) runs: usize,
    pub(crate) slices: usize,
    /// Questions of a cluster; 1 for none.
    pub(crate) cluster: usize,
}

/// False findings of so many families.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) hits: u32,
    pub(crate) of: u32,
}

impl Found {
    pub(crate) fn rate(self) -> f64 {
        f64::from(self.hits) / f64::from(self.of)
    }

    pub(crate) fn error(self) -> f64 {
        libm::sqrt(self.rate() * (1.0 - self.rate()) / f64::from(self.of))
    }

    /// Whether it is above a level by more than three standard errors.
    pub(crate) fn above(self, level: f64) -> bool {
        self.rate() > level + 3.0 * libm::sqrt(level * (1.0 - level) / f64::from(self.of))
    }
}

impl Rate {
    pub(crate) fn measured(&self, families: u32) -> Found {
        let mut luck = Luck::new(self.n, self.share, 2 + self.runs as u64 * 8 + self.slices as u64);
        let comparisons = ((self.runs - 1) * self.slices) as u32;
        // Without resampling a family costs next to nothing.
        let of = if self.graded { (families / comparisons).max(1) } else { families * 10 };
        let hits = (0..of).filter(|_| self.finds(&mut luck)).count() as u32;
        Found { hits, of }
    }

    /// Whether any of the comparisons looked at together claims a difference.
    fn finds(&self, luck: &mut Luck) -> bool {
        let n = self.n as usize;
        let metric = metric(if self.graded { "f1" } else { "exact_match" }).unwrap();
        let mut cluster = None;
        let runs: Vec<Vec<f64>> = (0..self.runs)
            .map(|_| {
                if self.cluster > 1 {
                    let (mut values, of) = luck.clustered(n, self.share, self.cluster);
                    if self.graded {
                        for value in &mut values {
                            *value *= luck.graded(1, 0.5)[0];
                        }
                    }
                    cluster = Some(of);
                    values
                } else if self.graded {
                    luck.graded(n, self.share)
                } else {
                    luck.right(n, self.share)
                }
            })
            .collect();
        let part = |run: &[f64], slice: usize| -> Vec<f64> {
            run.iter().skip(slice).step_by(self.slices).copied().collect()
        };
        let seed = luck.seed();
        let mut family: Vec<Comparison> = Vec::new();
        for run in &runs[1..] {
            for slice in 0..self.slices {
                let (a, b) = (part(run, slice), part(&runs[0], slice));
                family.push(compare(&a, &b, cluster.as_deref(), metric, seed));
            }
        }
        adjust(&mut family);
        family.iter().any(|one| !matches!(one.verdict, Superiority::NotShown(_)))
    }

    pub(crate) fn line(&self, found: Found) -> String {
        let kind = if self.graded { "graded" } else { "right or wrong" };
        let clusters = if self.cluster > 1 {
            format!("  clusters of {}", self.cluster)
        } else {
            String::new()
        };
        format!(
            "{kind:15} n {:5}  share {:4}  runs {}  slices {}  {:4.1} ± {:.1}{clusters}",
            self.n,
            self.share,
            self.runs,
            self.slices,
            100.0 * found.rate(),
            196.0 * found.error()
        )
    }
}

/// Values by chance, the same ones each time.
struct Luck(Xoshiro256PlusPlus);

impl Luck {
    fn new(n: u64, share: f64, kind: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(n << 8 ^ kind ^ share.to_bits()))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn right(&mut self, n: usize, share: f64) -> Vec<f64> {
        (0..n).map(|_| f64::from(u8::from(self.uniform() < share))).collect()
    }

    /// Zeros, ones and tenths between, with a mean of `share`.
    fn graded(&mut self, n: usize, share: f64) -> Vec<f64> {
        let between = share.min(1.0 - share);
        let value = |_| {
            let u = self.uniform();
            if u < between {
                (1.0 + libm::floor(self.uniform() * 9.0)) / 10.0
            } else {
                f64::from(u8::from(u < share + between / 2.0))
            }
        };
        (0..n).map(value).collect()
    }

    /// Right and wrong answers, each with its cluster.
    fn clustered(&mut self, n: usize, share: f64, size: usize) -> (Vec<f64>, Vec<u32>) {
        let of: Vec<u32> = (0..n).map(|question| (question / size) as u32).collect();
        let shared = self.right(n.div_ceil(size), share);
        let values = of.iter().map(|cluster| {
            let own = self.right(1, share)[0];
            if self.uniform() < TOGETHER { shared[*cluster as usize] } else { own }
        });
        (values.collect(), of)
    }
}

/// The results of independent cases in their order, on all processors.
pub(crate) fn in_parallel<C: Sync, T: Send>(
    cases: &[C],
    work: impl Fn(&C) -> T + Sync + Send,
) -> Vec<T> {
    cases.par_iter().map(work).collect()
}
