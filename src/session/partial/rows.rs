//! Rows of outcomes; equal rows are counted.

use crate::aggregate::Grouping;
use crate::base::types::{PartOf, State};
use crate::session::pairing::GroupedBy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The outcome of a question, without the question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Row {
    /// The part of the benchmark: see [`part_number`].
    pub(super) part: u8,
    /// For each grouping, the index of its value.
    pub(super) groups: Vec<u16>,
    /// The index of its cluster; 0 if there are none.
    pub(super) cluster: u32,
    /// By run.
    pub(super) runs: Vec<Outcome>,
}

/// The outcome of a question for a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub(super) state: State,
    /// For each metric, the bits of its value.
    pub(super) values: Vec<u64>,
}

/// The bits of a value. There is only one NaN, and zero has no sign.
pub(super) fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() }
}

/// A part of the benchmark as a number.
pub(super) fn part_number(part: PartOf) -> u8 {
    match part {
        PartOf::Whole => 0,
        PartOf::Known(place) => u8::try_from(place + 1).unwrap_or(OTHER),
        PartOf::Other => OTHER,
    }
}

/// The part of the benchmark with this number.
pub(super) fn part_of(number: u8) -> PartOf {
    match number {
        0 => PartOf::Whole,
        OTHER => PartOf::Other,
        known => PartOf::Known(usize::from(known) - 1),
    }
}

const OTHER: u8 = u8::MAX;

/// Rows with their counts, and the texts that they refer to by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rows {
    /// Ids of the metrics, headline first.
    pub(super) metrics: Vec<String>,
    /// What the questions are grouped by.
    pub(super) by: Vec<(GroupedBy, String)>,
    /// For each grouping its values, sorted; `None` if there are too many for a breakdown.
    pub(super) groups: Vec<Option<Vec<String>>>,
    /// The clusters, sorted.
    pub(super) clusters: Vec<String>,
    pub(super) counts: BTreeMap<Row, u64>,
}

impl Rows {
    /// How many questions there are.
    pub(super) fn questions(&self) -> u64 {
        self.counts.values().fold(0, |all, count| all.saturating_add(*count))
    }

    /// Counts one question.
    pub(super) fn add(&mut self, row: Row) {
        *self.counts.entry(row).or_default() += 1;
    }

    /// Adds the rows of another part. A part without questions has neither metrics nor groups.
    pub(super) fn absorb(&mut self, mut other: Self) {
        if other.counts.is_empty() {
            return;
        }
        if self.counts.is_empty() {
            *self = other;
            return;
        }
        let metrics: Vec<String> =
            self.metrics.iter().filter(|id| other.metrics.contains(id)).cloned().collect();
        let mut ours = Moves::metrics(&self.metrics, &metrics);
        let mut theirs = Moves::metrics(&other.metrics, &metrics);
        self.metrics = metrics;
        for (place, own) in self.groups.iter_mut().enumerate() {
            let both = own.take().zip(other.groups.get_mut(place).and_then(Option::take));
            let (all, moved) = match both.map(|(a, b)| union(a, &b)) {
                Some((all, moved)) if all.len() <= Grouping::MOST => (Some(all), moved),
                _ => (None, [Moved::All, Moved::All]),
            };
            *own = all;
            let [a, b] = moved;
            ours.groups.push(a);
            theirs.groups.push(b);
        }
        let (clusters, [a, b]) = union(std::mem::take(&mut self.clusters), &other.clusters);
        self.clusters = clusters;
        (ours.cluster, theirs.cluster) = (a, b);
        if !ours.is_none() {
            let before = std::mem::take(&mut self.counts);
            self.take(before, &ours);
        }
        self.take(other.counts, &theirs);
    }

    fn take(&mut self, rows: BTreeMap<Row, u64>, moves: &Moves) {
        for (mut row, count) in rows {
            moves.apply(&mut row);
            let counted = self.counts.entry(row).or_default();
            *counted = counted.saturating_add(count);
        }
    }
}

/// How indices change when lists of texts grow.
enum Moved {
    /// They stay.
    Not,
    /// All become 0: groups are no longer distinguished.
    All,
    /// Each index changes to its own new one.
    To(Vec<u32>),
}

impl Moved {
    fn of(&self, place: u32) -> u32 {
        match self {
            Self::Not => place,
            Self::All => 0,
            Self::To(places) => places.get(place as usize).copied().unwrap_or_default(),
        }
    }
}

/// Merges two sorted lists, and returns how the indices of each change.
fn union(a: Vec<String>, b: &[String]) -> (Vec<String>, [Moved; 2]) {
    if a == b {
        return (a, [Moved::Not, Moved::Not]);
    }
    let mut all: Vec<String> = a.iter().chain(b).cloned().collect();
    all.sort_unstable();
    all.dedup();
    let moved = |own: &[String]| {
        if all.starts_with(own) {
            return Moved::Not;
        }
        let place = |text: &String| all.binary_search(text).unwrap_or_default() as u32;
        Moved::To(own.iter().map(place).collect())
    };
    let both = [moved(&a), moved(b)];
    (all, both)
}

/// How rows change when they are merged with those of another part.
struct Moves {
    /// The metrics that remain, by their earlier indices; `None` if all remain.
    metrics: Option<Vec<usize>>,
    groups: Vec<Moved>,
    cluster: Moved,
}

impl Moves {
    fn metrics(before: &[String], after: &[String]) -> Self {
        let place = |id: &String| before.iter().position(|one| one == id);
        let metrics = (before != after).then(|| after.iter().filter_map(place).collect());
        Self { metrics, groups: Vec::new(), cluster: Moved::Not }
    }

    fn is_none(&self) -> bool {
        let stays = |moved: &Moved| matches!(moved, Moved::Not);
        self.metrics.is_none() && self.groups.iter().all(stays) && stays(&self.cluster)
    }

    fn apply(&self, row: &mut Row) {
        for (place, moved) in row.groups.iter_mut().zip(&self.groups) {
            *place = moved.of(u32::from(*place)) as u16;
        }
        row.cluster = self.cluster.of(row.cluster);
        if let Some(metrics) = &self.metrics {
            for outcome in &mut row.runs {
                outcome.values = metrics.iter().map(|place| outcome.values[*place]).collect();
            }
        }
    }
}

/// The smallest hashes of a set of keys, each with the number of parts that have the key. This sample does not
/// depend on the order of merging, and samples of different parts contain the same keys if both parts have them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Sample(BTreeMap<u64, u64>);

impl Sample {
    /// At most this many hashes are kept.
    const MOST: usize = 1024;

    /// Adds a key of one part.
    pub(super) fn add(&mut self, key: &str) {
        self.0.insert(hash(key), 1);
        self.shorten();
    }

    pub(super) fn absorb(&mut self, other: Self) {
        for (hash, parts) in other.0 {
            *self.0.entry(hash).or_default() += parts;
        }
        self.shorten();
    }

    fn shorten(&mut self) {
        while self.0.len() > Self::MOST {
            self.0.pop_last();
        }
    }

    /// How many keys of the sample are in several parts, and how many keys it has.
    pub(super) fn repeated(&self) -> (u64, u64) {
        let repeated = self.0.values().filter(|parts| **parts > 1).count();
        (repeated as u64, self.0.len() as u64)
    }

    /// How many keys are in both samples.
    pub(super) fn shared(&self, other: &Self) -> u64 {
        self.0.keys().filter(|key| other.0.contains_key(key)).count() as u64
    }
}

/// FNV-1a, followed by the mixing of `SplitMix64`, so that keys with the smallest hashes are a random sample.
fn hash(key: &str) -> u64 {
    let mut hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}
