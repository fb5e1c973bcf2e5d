//! How often each member of records and calls is right: of answers that are compared as a whole, so that one member
//! stands for no other.

use super::Interval;
use super::interval::wilson;
use crate::base::types::State;
use crate::preset::Settings;
use crate::score::evaluate::Material;
use crate::text::records::values;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often a member of the gold records is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemberScore {
    /// Name of the member; of an argument of a call `arguments.` and its name.
    pub member: String,
    /// How many gold records that count have it.
    pub n: u64,
    /// To how many of these the answer has an equal value.
    pub right: u64,
    /// To how many the answer does not have it, or is no record.
    pub missing: u64,
    /// How many answers have it where the gold record does not.
    pub surplus: u64,
    /// `right` of `n`, 0 to 1; `None` where n is 0.
    pub mean: Option<f64>,
    /// Wilson's interval of the mean; `None` where n is 0, or where questions are held together.
    pub interval: Option<Interval>,
}

/// Counts of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MemberCounts {
    n: u64,
    right: u64,
    missing: u64,
    surplus: u64,
}

/// Counts by the name of the member.
pub(crate) type Members = BTreeMap<String, MemberCounts>;

/// Records with more members than this have free keys, of which none is a group.
const MOST: usize = 200;

impl MemberCounts {
    /// Adds the counts of other questions.
    pub(crate) fn add(&mut self, other: Self) {
        self.n += other.n;
        self.right += other.right;
        self.missing += other.missing;
        self.surplus += other.surplus;
    }
}

/// Counts the members of the answers of a run; of several gold answers the first counts. `None` unless records are
/// compared as a whole and every gold answer is one.
pub(crate) fn count_members(
    material: &Material<'_>,
    settings: &Settings,
    run: usize,
    states: &[State],
) -> Option<Members> {
    let is_record = |gold: &str| gold.trim_start().starts_with('{');
    let rows = 0..material.gold.table.rows();
    let mut golds = rows.clone().flat_map(|row| material.answers.of(row));
    if !settings.takes_records() || !golds.all(is_record) {
        return None;
    }
    let mut all = Members::new();
    for row in rows.filter(|row| states.get(*row) != Some(&State::Excluded)) {
        let Some(gold) = material.answers.of(row).next().and_then(values) else { continue };
        let said = material.prediction(run, row).and_then(|said| {
            let answer = settings.extractor.extract(&said).answer?;
            values(&settings.normalizer.form(answer))
        });
        let said = said.unwrap_or_default();
        for name in said.keys().filter(|name| !gold.contains_key(*name)) {
            all.entry(name.clone()).or_default().surplus += 1;
        }
        for (name, value) in gold {
            let one = all.entry(name.clone()).or_default();
            one.n += 1;
            match said.get(&name) {
                Some(own) if *own == value => one.right += 1,
                Some(_) => {}
                None => one.missing += 1,
            }
        }
    }
    Some(all)
}

/// Returns the means of counted members, with intervals unless questions are held together.
pub(crate) fn member_scores(counts: &Members, is_clustered: bool) -> Vec<MemberScore> {
    if counts.len() > MOST {
        return Vec::new();
    }
    let score = |(member, one): (&String, &MemberCounts)| MemberScore {
        member: member.clone(),
        n: one.n,
        right: one.right,
        missing: one.missing,
        surplus: one.surplus,
        mean: (one.n > 0).then(|| one.right as f64 / one.n as f64),
        interval: wilson(one.right as f64, one.n).filter(|_| !is_clustered),
    };
    counts.iter().map(score).collect()
}
