//! The binary form of a part.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `\x89SDPART\n`, which no text begins with |
//! | 4 | version of the form, little-endian |
//! | 8 | how many bytes follow before the check, little-endian |
//! | | the body, in the format of `postcard`; empty for a part without questions |
//! | 8 | the first bytes of the SHA-256 of everything before |

use super::frame::Frame;
use super::rows::{Outcome, Row, Rows};
use super::{Body, Partial, Rest};
use crate::aggregate::Grouping;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::State;
use crate::score::metric::metric;
use crate::session::pairing::GroupedBy;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const MAGIC: &[u8; 8] = b"\x89SDPART\n";
/// Version of the form.
const VERSION: u32 = 2;
const HEAD: usize = 8 + 4 + 8;
const CHECK: usize = 8;
/// No more questions than floats can count exactly.
const MOST: u64 = 1 << 53;

/// The body, with each value stored once.
#[derive(Serialize, Deserialize)]
struct Wire {
    frame: Frame,
    rest: Rest,
    metrics: Vec<String>,
    by: Vec<(GroupedBy, String)>,
    groups: Vec<Option<Vec<String>>>,
    clusters: Vec<String>,
    /// The bits of all values, ascending.
    values: Vec<[u8; 8]>,
    rows: Vec<WireRow>,
}

#[derive(Serialize, Deserialize)]
struct WireRow {
    part: u8,
    groups: Vec<u16>,
    cluster: u32,
    /// For each run the state, and for each metric the index of its value.
    runs: Vec<(State, Vec<u32>)>,
    count: u64,
}

/// The SHA-256 of some bytes, as words.
pub(super) fn words(bytes: &[u8]) -> [u64; 4] {
    let digest = Sha256::digest(bytes);
    let mut words = [0; 4];
    for (word, eight) in words.iter_mut().zip(digest.chunks_exact(8)) {
        *word = eight.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    words
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    words(bytes)[0].to_be_bytes()
}

/// Whether bytes begin like a part.
pub fn looks_like_part(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl Partial {
    /// Writes the part in its binary form. Equal parts have equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Serialising our own plain data cannot fail.
        let body = self.body.as_deref().map(|body| postcard::to_allocvec(&Wire::new(body)));
        let body = body.and_then(Result::ok).unwrap_or_default();
        let mut bytes = Vec::with_capacity(HEAD + body.len() + CHECK);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        let check = check(&bytes);
        bytes.extend(check);
        bytes
    }

    /// Reads a part from its binary form.
    ///
    /// # Errors
    /// [`Code::BadPart`] if the bytes are not a part, are damaged or cut off, or were written by another
    /// version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes).map_err(Error::from)
    }
}

fn bad(message: impl Into<String>, remedy: &str) -> Diagnostic {
    Diagnostic::error(Code::BadPart, message).remedy(remedy)
}

fn read(bytes: &[u8]) -> Result<Partial, Diagnostic> {
    if !bytes.starts_with(MAGIC) {
        let remedy = "give a file that scoredrop score --partial has written";
        return Err(bad("this is not a partial result of Scoredrop", remedy));
    }
    let again = "write the part again";
    let cut_off = || bad("the partial result is cut off", again);
    let number = |from: usize, count: usize| -> Result<u64, Diagnostic> {
        let bytes = bytes.get(from..from + count).ok_or_else(cut_off)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    let version = number(8, 4)?;
    if version != u64::from(VERSION) {
        let message = format!(
            "the partial result has format {version}, but this version of Scoredrop reads format \
             {VERSION}"
        );
        return Err(bad(message, "score and merge all parts with one version of Scoredrop"));
    }
    let length = number(12, 8)?;
    let there = bytes.len().checked_sub(HEAD + CHECK).ok_or_else(cut_off)? as u64;
    if there < length {
        return Err(cut_off());
    }
    let damaged = || bad("the partial result is damaged", again);
    if there > length {
        return Err(damaged());
    }
    let (all, sum) = bytes.split_at(bytes.len() - CHECK);
    if check(all) != sum {
        return Err(damaged());
    }
    let body = &all[HEAD..];
    if body.is_empty() {
        return Ok(Partial::zero());
    }
    let (wire, rest) = postcard::take_from_bytes::<Wire>(body).map_err(|_| damaged())?;
    let body = Some(wire).filter(|_| rest.is_empty()).and_then(Wire::body).ok_or_else(damaged)?;
    Ok(Partial { body: Some(Box::new(body)) })
}

impl Wire {
    fn new(body: &Body) -> Self {
        let Body { frame, rows, rest } = body;
        let all = || rows.counts.keys().flat_map(|row| &row.runs).flat_map(|one| &one.values);
        let values: BTreeSet<u64> = all().copied().collect();
        let places: BTreeMap<u64, u32> = values.iter().copied().zip(0..).collect();
        let row = |(row, count): (&Row, &u64)| WireRow {
            part: row.part,
            groups: row.groups.clone(),
            cluster: row.cluster,
            runs: row
                .runs
                .iter()
                .map(|one| (one.state, one.values.iter().map(|value| places[value]).collect()))
                .collect(),
            count: *count,
        };
        Self {
            frame: frame.clone(),
            rest: rest.clone(),
            metrics: rows.metrics.clone(),
            by: rows.by.clone(),
            groups: rows.groups.clone(),
            clusters: rows.clusters.clone(),
            values: values.into_iter().map(u64::to_le_bytes).collect(),
            rows: rows.counts.iter().map(row).collect(),
        }
    }

    /// The body, if every index is valid.
    fn body(self) -> Option<Body> {
        let Self { frame, rest, metrics, by, groups, clusters, values, rows } = self;
        let is_sorted = |texts: &[String]| texts.is_sorted_by(|a, b| a < b);
        let fits = metrics.iter().all(|id| metric(id).is_some())
            && groups.len() == by.len()
            && groups.iter().flatten().all(|one| one.len() <= Grouping::MOST && is_sorted(one))
            && is_sorted(&clusters)
            && rest.runs.len() == frame.runs.len()
            && frame
                .runs
                .iter()
                .all(|run| run.twin.is_none_or(|twin| (twin as usize) < frame.twins.len()));
        if !fits {
            return None;
        }
        let values: Vec<u64> = values.into_iter().map(u64::from_le_bytes).collect();
        let mut counts = BTreeMap::new();
        let mut questions = 0_u64;
        for WireRow { part, groups: places, cluster, runs, count } in rows {
            let in_groups = places.len() == groups.len()
                && places.iter().zip(&groups).all(|(place, values)| {
                    usize::from(*place) < values.as_ref().map_or(1, Vec::len)
                });
            let in_cluster = (cluster as usize) < clusters.len().max(1);
            let complete = runs.len() == frame.runs.len()
                && runs.iter().all(|(_, values)| values.len() == metrics.len());
            questions = questions.checked_add(count).filter(|all| *all <= MOST)?;
            if !(in_groups && in_cluster && complete && count > 0) {
                return None;
            }
            let outcome = |(state, places): (State, Vec<u32>)| {
                let value = |place: u32| values.get(place as usize).copied();
                Some(Outcome {
                    state,
                    values: places.into_iter().map(value).collect::<Option<_>>()?,
                })
            };
            let runs = runs.into_iter().map(outcome).collect::<Option<_>>()?;
            if counts.insert(Row { part, groups: places, cluster, runs }, count).is_some() {
                return None;
            }
        }
        Some(Body { frame, rows: Rows { metrics, by, groups, clusters, counts }, rest })
    }
}
