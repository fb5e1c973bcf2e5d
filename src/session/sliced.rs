//! The user's breakdowns, clusters and second rules.

use super::Source;
use crate::aggregate::Grouping;
use crate::aggregate::slice::{Slice, clusters, numberless};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::join::{Joined, Side};
use crate::preset::Settings;
use crate::programs::workshop::run_alike;
use crate::report::model::Breakdown;
use crate::score::evaluate::Twin;
use crate::session::protocol::Choices;
use std::collections::BTreeMap;

/// The results of these choices for the joined questions.
#[derive(Debug, Default)]
pub(super) struct Sliced {
    /// The number of groupings without the requested ones.
    pub(super) own: usize,
    /// The breakdowns in words, each with the text of its request and the name of its groups.
    pub(super) cards: Vec<Breakdown>,
    pub(super) clusters: Option<Clusters>,
    /// Why some of them have no questions and what to do about it, by the request.
    pub(super) empty: BTreeMap<String, String>,
    /// The messages about them.
    pub(super) log: Diagnostics,
}

/// Clusters of questions by a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    /// The column.
    pub column: String,
    /// The number of the cluster of each question.
    pub of_row: Vec<u32>,
    /// How many clusters there are.
    pub count: u64,
}

impl Sliced {
    pub(super) fn new(own: usize) -> Self {
        Self { own, ..Self::default() }
    }
}

/// Breakdowns and comparisons, as far as the files allow them.
#[derive(Debug, Default)]
pub struct ComparedBy {
    /// Breakdowns.
    pub slices: Vec<Slice>,
    /// Second rules for runs.
    pub twins: Vec<Twin>,
}

impl ComparedBy {
    /// The second rules as text, presets with their versions.
    pub fn twin_texts(&self) -> Vec<String> {
        self.twins.iter().map(|twin| twin.text.clone()).collect()
    }
}

/// Reads breakdowns, clusters and second rules; those that are impossible are problems.
pub(super) fn compare_by(
    gold: Option<&Source>,
    settings: Option<&Settings>,
    choices: &Choices,
) -> (ComparedBy, Vec<Diagnostic>) {
    let mut compared = ComparedBy::default();
    let mut problems = Vec::new();
    if let Some(settings) = settings {
        for text in &choices.twins {
            match Twin::new(text, settings, &choices.set) {
                Ok(twin) if twin.settings().is_some_and(|own| !run_alike(own, settings)) => {
                    let message = format!("{text} changes which programs run, or how they run");
                    let remedy = "set it for all runs, and compare the two reports";
                    problems.push(Diagnostic::error(Code::Twin, message).remedy(remedy));
                }
                Ok(twin) => compared.twins.push(twin),
                Err(error) => problems.extend(error.problems),
            }
        }
    }
    let Some(source) = gold else { return (compared, problems) };
    let Ok(inspection) = &source.inspection else { return (compared, problems) };
    let columns = inspection.sample.columns();
    for text in &choices.slices {
        match Slice::read(text, columns) {
            Ok(slice) => compared.slices.push(slice),
            Err(reason) => {
                let message = format!("no breakdown by {text:?}: {reason}");
                let problem = Diagnostic::error(Code::Slice, message).file(&source.name);
                let remedy = "write COLUMN, COLUMN:EDGE,EDGE or NAME: COLUMN=VALUE&COLUMN>=NUMBER";
                problems.push(problem.remedy(remedy));
            }
        }
    }
    if let Some(column) = choices.cluster.as_ref().filter(|name| !columns.contains(name)) {
        let message = format!("there is no column {column:?} to cluster by");
        let problem = Diagnostic::error(Code::Cluster, message).file(&source.name);
        let remedy = format!("choose one of {}", columns.join(", "));
        problems.push(problem.remedy(remedy));
    }
    (compared, problems)
}

/// The runs, followed by the same runs by each second rule.
pub(super) fn with_twins(mut joined: Joined, twins: &[Twin]) -> Joined {
    let runs = joined.runs.len();
    for (place, twin) in (0..).zip(twins) {
        for run in 0..runs {
            joined.runs.push(joined.runs[run].twin(place, &twin.text));
        }
    }
    joined
}

/// Breaks the questions of a gold file down, in addition to the preset's `own` groupings, and clusters them
/// by the column for this.
pub(super) fn slice(
    gold: Side<'_>,
    own: &[Grouping],
    slices: &[Slice],
    cluster: Option<&str>,
) -> (Vec<Grouping>, Sliced) {
    let Side { name, table, .. } = gold;
    let mut sliced = Sliced::new(own.len());
    let mut groupings = own.to_vec();
    for slice in slices {
        // The preset's own breakdowns are already there, in an order of their own.
        let is_own = |column| own.iter().any(|one: &Grouping| one.column == column);
        if slice.whole_column().is_some_and(is_own) {
            continue;
        }
        let Some(found) = slice.of(table) else {
            let (slice, most) = (&slice.text, Grouping::MOST);
            let message = format!(
                "{slice} has more than {most} values, so there is no \
                                   breakdown by it"
            );
            let warning = Diagnostic::warning(Code::TooManyGroups, message).file(name);
            let remedy = "give edges (COLUMN:10,20) or a condition (COLUMN=VALUE)";
            sliced.log.push(warning.remedy(remedy));
            continue;
        };
        let (mut grouping, mut words) = (found.grouping, found.words);
        if let Some(empty) = slice.empty(table) {
            let said = format!("no question is in the breakdown {}: ", slice.text);
            let both = [&*empty.reason, &*empty.remedy].join("; ");
            sliced.empty.insert(slice.text.clone(), both);
            let remark = Diagnostic::warning(Code::EmptySlice, said + &empty.reason);
            sliced.log.push(remark.file(name).column(empty.column).remedy(empty.remedy));
            words += "; no question is in it";
        }
        for (column, count) in slice.numberless(table) {
            let said = format!("{} of the breakdown {}", numberless(&column, count), slice.text);
            let remark = Diagnostic::warning(Code::NoNumber, said).file(name).column(column);
            sliced.log.push(remark.remedy("fill in a number if the question belongs to a group"));
        }
        // The same breakdown may have been requested already.
        if groupings.contains(&grouping) {
            continue;
        }
        grouping.column = free_name(slice, &groupings);
        sliced.cards.push(Breakdown {
            slice: slice.text.clone(),
            column: grouping.column.clone(),
            words,
        });
        groupings.push(grouping);
    }
    let held = cluster.and_then(|column| Some((column, clusters(table, column)?)));
    if let Some((column, (of_row, blank))) = held {
        let count = of_row.iter().max().map_or(0, |most| u64::from(*most) + 1);
        let rows = of_row.len();
        for remark in cluster_remarks(column, count, rows as u64, blank) {
            sliced.log.push(remark.file(name).column(column));
        }
        sliced.clusters = Some(Clusters { column: column.to_owned(), of_row, count });
    }
    (groupings, sliced)
}

/// The name of the groups of a breakdown, if there are other groups.
pub(super) fn free_name(slice: &Slice, others: &[Grouping]) -> String {
    let known = |name: &str| others.iter().any(|one| one.column == name);
    let names = [slice.name.clone(), slice.text.clone()].into_iter();
    let mut names = names.chain((2..).map(|count| format!("{} ({count})", slice.name)));
    names.find(|name| !known(name)).unwrap_or_default()
}

/// Warns if questions lack a cluster, if each has a cluster of its own, or if there are few clusters.
pub(super) fn cluster_remarks(
    column: &str,
    clusters: u64,
    questions: u64,
    blank: u64,
) -> Vec<Diagnostic> {
    let mut remarks = Vec::new();
    let mut warn = |message: String, remedy: &str| {
        remarks.push(Diagnostic::warning(Code::Clusters, message).remedy(remedy));
    };
    if blank > 0 {
        let message = format!("questions without a {column} ({blank}) count as one cluster");
        warn(message, "fill in the column");
    }
    if clusters == questions && questions > 1 {
        let message =
            format!("every question has a different {column}, so every cluster has one question");
        warn(message, "choose a column whose values several questions share");
    } else if clusters < FEW {
        let message = format!(
            "there are only {clusters} clusters by {column}; their intervals are wide, and \
             intervals of fewer than {FEW} clusters were not tested"
        );
        warn(message, "treat the intervals as rough");
    }
    remarks
}

/// The fewest clusters that `cargo xtask honesty` tries.
const FEW: u64 = 10;
