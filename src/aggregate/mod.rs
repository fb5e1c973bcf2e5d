//! Means over questions, with n, interval and groups; and runs compared with each other.

pub mod agreement;
mod alias;
use serde::{Deserialize, Serialize};

pub mod clustered;
pub mod compare;
mod distinct;
mod draw;
pub mod holm;
pub mod interval;
pub mod leaderboard;
pub mod mcnemar;
pub mod members;
pub mod official;
pub mod over_groups;
pub mod paired;
pub mod permutation;
pub mod ranks;
mod resampling;
pub mod slice;
pub mod student;
pub mod sum;
pub mod tango;
pub mod thresholds;
pub mod words;

pub(crate) use interval::DRAWS;
pub use resampling::Resampling;

use crate::base::types::State;
use crate::score::evaluate::{RunScores, Weights};
use crate::score::metric::{F_OF_ATTEMPTED, IntervalMethod, MetricInfo};
use std::collections::BTreeMap;
use sum::Sum;

/// Groups of fewer questions than this are marked as small: it is the least number for which the
/// coverage of intervals is shown by simulation, and at a share of a half Wilson's interval is wider
/// than 13 points to either side.
pub const SMALL: u64 = 50;

/// What the mark of small groups means.
pub fn small_words() -> String {
    format!(
        "† fewer than {SMALL} questions: too few to say much; the coverage of intervals was \
         simulated only for {SMALL} or more."
    )
}

/// A mean over questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aggregate {
    /// Id of the metric.
    pub metric: String,
    /// The group it is over; `None` for all questions.
    pub group: Option<Group>,
    /// Mean, 0 to 1 (errors apart). `None` where no question has a value.
    pub mean: Option<f64>,
    /// Gold questions but the excluded.
    pub n: u64,
    /// Of these, questions with a prediction.
    pub n_scored: u64,
    /// How the reference prints it: 1 or 100.
    pub scale: f64,
    /// Interval of the mean; `None` where it is not known yet, or where resampling knows none: there
    /// are no values, or all are equal.
    pub interval: Option<Interval>,
}

/// The questions of one value of a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Group {
    /// Name of the column.
    pub column: String,
    /// The value.
    pub value: String,
}

/// An interval of a mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end, in the unit of the mean.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Confidence level, such as 0.95.
    pub level: f64,
    /// `wilson` or `bootstrap`, of an F-score `delta_wilson`; over clusters `cluster_wilson` or `cluster_t`; of a mean over
    /// groups `stratified_wilson` or `stratified_t`.
    pub method: String,
}

/// The rows of a table sorted into the values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouping {
    /// Name of the column.
    pub column: String,
    /// The values, sorted.
    pub values: Vec<String>,
    /// For each row the index of its value.
    pub of_row: Vec<u16>,
}

impl Grouping {
    /// More values than this are not groups but another id.
    pub const MOST: usize = 200;

    /// Sorts rows by the text of `value_of`; `None` beyond [`Self::MOST`] values.
    #[inline(never)]
    pub fn new<'a>(
        column: &str,
        rows: usize,
        value_of: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Self> {
        // A blank cell of a table is a null of JSON.
        let value_of = |row| value_of(row).filter(|text| !text.is_empty()).unwrap_or("(none)");
        let mut places: BTreeMap<&str, u16> = BTreeMap::new();
        for row in 0..rows {
            places.entry(value_of(row)).or_default();
            if places.len() > Self::MOST {
                return None;
            }
        }
        for (place, own) in (0..).zip(places.values_mut()) {
            *own = place;
        }
        Some(Self {
            column: column.to_owned(),
            of_row: (0..rows).map(|row| places[value_of(row)]).collect(),
            values: places.into_keys().map(str::to_owned).collect(),
        })
    }

    /// Whether at least a tenth of the questions have another value than most.
    pub fn is_mixed(&self, weights: Weights<'_>) -> bool {
        let mut counts = vec![0_u64; self.values.len()];
        for (row, value) in self.of_row.iter().enumerate() {
            counts[usize::from(*value)] += weights.of(row);
        }
        let all: u64 = counts.iter().sum();
        let most = counts.into_iter().max().unwrap_or(0);
        (all - most) * 10 >= all.max(1)
    }

    /// Index of a value.
    pub fn index(&self, value: &str) -> Option<u16> {
        self.values.iter().position(|other| other == value).map(|index| index as u16)
    }
}

/// The rows that a statistic is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows<'a> {
    /// Some of them; `None` for all.
    pub some: Option<&'a [u32]>,
    /// The number of each row's cluster, where questions come in such.
    pub clusters: Option<&'a [u32]>,
    /// How many questions each row stands for.
    pub weights: Weights<'a>,
}

/// Sum and counts of one aggregate.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sum: f64,
    n: u64,
    n_scored: u64,
    /// Of an F-score how many answers are right and how many are attempted.
    of_f: [f64; 2],
}

/// Means of one run: every metric over all questions, then every metric by group. Values are added in
/// file order, as the reference scripts add them; of folded rows, which have no order, the sum is exact. Intervals are by the metrics `taken`, whose values the run has in the places of
/// `metrics`. Wilson intervals are there at once, those that need resampling with [`Finding`].
#[inline(never)]
pub fn aggregate(
    metrics: &[&'static MetricInfo],
    taken: &[&'static MetricInfo],
    (scores, weights): (&RunScores, Weights<'_>),
    groupings: &[Grouping],
    scale: f64,
) -> Vec<Aggregate> {
    let mut aggregates = Vec::new();
    let of = |values: &[f64], groups: usize, of_row: &dyn Fn(usize) -> usize| {
        tally(values, &scores.states, weights, groups, of_row)
    };
    let place = |id: &str| metrics.iter().position(|metric| metric.id == id);
    // F comes of two counts: of right answers, and of attempted ones.
    let f_of = |groups: usize, of_row: &dyn Fn(usize) -> usize| -> Option<Vec<Tally>> {
        let right = of(&scores.values[place("accuracy")?], groups, of_row);
        let tried = of(&scores.values[place("attempted")?], groups, of_row);
        let both = right.into_iter().zip(tried).map(|(right, tried)| Tally {
            sum: if right.n == 0 {
                0.0
            } else {
                2.0 * right.sum * right.n as f64 / (right.n as f64 + tried.sum)
            },
            of_f: [right.sum, tried.sum],
            ..right
        });
        Some(both.collect())
    };
    let tallies = |metric: usize, groups: usize, of_row: &dyn Fn(usize) -> usize| {
        let f = (metrics[metric].id == F_OF_ATTEMPTED).then(|| f_of(groups, of_row)).flatten();
        f.unwrap_or_else(|| of(&scores.values[metric], groups, of_row))
    };
    let push = |aggregates: &mut Vec<Aggregate>, metric: usize, group, tally: Tally| {
        let mean = (tally.n > 0).then(|| tally.sum / tally.n as f64);
        let interval = match taken[metric].interval {
            IntervalMethod::Wilson => interval::wilson(tally.sum, tally.n),
            IntervalMethod::Ratio => {
                interval::f_of_attempted(tally.of_f[0], tally.of_f[1], tally.n)
            }
            IntervalMethod::Bootstrap => None,
        };
        aggregates.push(Aggregate {
            metric: metrics[metric].id.to_owned(),
            group,
            mean,
            n: tally.n,
            n_scored: tally.n_scored,
            scale,
            interval,
        });
    };
    for metric in 0..scores.values.len() {
        let tally = tallies(metric, 1, &|_| 0)[0];
        push(&mut aggregates, metric, None, tally);
        if let (Some(whole), Some(one)) = (scores.whole.get(metric), aggregates.last_mut()) {
            let counts = |state: &&State| **state != State::Excluded;
            let answered = |state: &&State| !matches!(state, State::Excluded | State::Missing);
            one.mean = Some(*whole).filter(|whole| whole.is_finite());
            one.n = scores.states.iter().filter(counts).count() as u64;
            one.n_scored = scores.states.iter().filter(answered).count() as u64;
            one.interval = None;
        }
    }
    for grouping in groupings {
        for metric in 0..scores.values.len() {
            let of_row = |row: usize| grouping.of_row[row] as usize;
            let tallies = tallies(metric, grouping.values.len(), &of_row);
            for (value, tally) in grouping.values.iter().zip(tallies) {
                let group = Group { column: grouping.column.clone(), value: value.clone() };
                push(&mut aggregates, metric, Some(group), tally);
            }
        }
    }
    aggregates
}

#[inline(never)]
fn tally(
    values: &[f64],
    states: &[State],
    weights: Weights<'_>,
    groups: usize,
    group_of: impl Fn(usize) -> usize,
) -> Vec<Tally> {
    let mut tallies = vec![(Sum::default(), Tally::default()); groups];
    for (row, (value, state)) in values.iter().zip(states).enumerate() {
        if value.is_nan() {
            continue;
        }
        let (sum, tally) = &mut tallies[group_of(row)];
        let count = weights.of(row);
        if weights.are_folded() {
            sum.add(*value, count);
        } else {
            tally.sum += value;
        }
        tally.n += count;
        tally.n_scored += if *state == State::Missing { 0 } else { count };
    }
    let summed = |(sum, tally): (Sum, Tally)| Tally { sum: tally.sum + sum.value(), ..tally };
    tallies.into_iter().map(summed).collect()
}

/// Whether an aggregate has values whose interval is computed by resampling; `metric` is the one that
/// they are values of.
pub fn needs_resampling(aggregate: &Aggregate, metric: &MetricInfo) -> bool {
    aggregate.mean.is_some() && metric.interval == IntervalMethod::Bootstrap
}

/// Of some rows, or of all of them, those with a value.
pub fn known<'a>(
    values: &'a [f64],
    rows: Option<&'a [u32]>,
) -> impl Iterator<Item = (usize, f64)> + Clone + 'a {
    let (all, some) = rows.map_or((values.len(), &[][..]), |some| (0, some));
    let rows = (0..all).chain(some.iter().map(|row| *row as usize));
    rows.filter_map(move |row| Some((row, values[row])).filter(|(_, value)| !value.is_nan()))
}

/// The exact sum of values, each as often as it occurs, and how many they are.
pub fn total(values: impl Iterator<Item = (f64, u64)>) -> (f64, u64) {
    let (mut sum, mut n) = (Sum::default(), 0);
    values.for_each(|(value, count)| {
        sum.add(value, count);
        n += count;
    });
    (sum.value(), n)
}

/// The interval of a mean under way.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It needs no resampling.
    Found(Option<Interval>),
    /// It is being drawn.
    Drawn(Box<Resampling>),
}

impl Finding {
    /// Begins with the values of rows by the method of their metric: over clusters, where each row has the
    /// number of its own, and otherwise Wilson's or a bootstrap by `seed`.
    #[inline(never)]
    pub fn new(values: &[f64], rows: Rows<'_>, metric: &MetricInfo, seed: u64) -> Self {
        let known = known(values, rows.some);
        let weighed = known.clone().map(|(row, value)| (value, rows.weights.of(row)));
        if let Some(of) = rows.clusters {
            let clusters =
                clustered::sum_up(known.map(|(row, value)| (value, rows.weights.of(row), of[row])));
            return Self::Found(match metric.interval {
                IntervalMethod::Wilson | IntervalMethod::Ratio => {
                    clustered::clustered_share(&clusters)
                }
                IntervalMethod::Bootstrap => clustered::clustered_interval(&clusters, metric.range),
            });
        }
        match metric.interval {
            IntervalMethod::Wilson => {
                let (sum, n) = total(weighed);
                Self::Found(interval::wilson(sum, n))
            }
            // What comes of counts has its interval with its mean.
            IntervalMethod::Ratio => Self::Found(None),
            IntervalMethod::Bootstrap => {
                let counts = distinct::distinct(weighed);
                let resampling = Resampling::new(&counts, seed);
                resampling.map_or(Self::Found(None), |drawn| Self::Drawn(Box::new(drawn)))
            }
        }
    }

    /// Works for some hundredths of a second at most; what there is of an interval, once it is known.
    pub fn advance(&mut self) -> Option<Option<Interval>> {
        match self {
            Self::Found(interval) => Some(interval.take()),
            Self::Drawn(resampling) => resampling.advance().then(|| Some(resampling.interval())),
        }
    }
}

/// The rows of a grouping by value: they are sorted once for all that is asked of one column in turn.
#[derive(Debug, Default)]
pub struct Sorted {
    column: Option<usize>,
    /// Where the rows of each value begin; behind the last value where they end.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Sorted {
    /// The rows of a value of one of the groupings, in their order.
    pub fn rows(&mut self, groupings: &[Grouping], column: usize, value: u16) -> &[u32] {
        let grouping = &groupings[column];
        if self.column != Some(column) {
            self.column = Some(column);
            self.starts = vec![0; grouping.values.len() + 1];
            for value in &grouping.of_row {
                self.starts[*value as usize + 1] += 1;
            }
            for value in 1..self.starts.len() {
                self.starts[value] += self.starts[value - 1];
            }
            let mut next = self.starts.clone();
            self.rows = vec![0; grouping.of_row.len()];
            for (row, value) in (0..).zip(&grouping.of_row) {
                let place = &mut next[*value as usize];
                self.rows[*place as usize] = row;
                *place += 1;
            }
        }
        let ends = [value, value + 1].map(|value| self.starts[value as usize] as usize);
        &self.rows[ends[0]..ends[1]]
    }
}
