//! Why gold and predictions cannot be joined, and what could be done about it.

use super::{Side, attempt, evidence, in_one_file, keys, split_runs};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::protocol::{JoinBy, JoinCandidate};
use crate::schema::Field;
use std::fmt::Write as _;

/// Files that cannot be joined as asked.
#[derive(Clone, Debug)]
pub struct NoJoin {
    /// Why, with the remedy.
    pub error: Error,
    /// The keys that could be chosen, with what speaks for each.
    pub candidates: Vec<JoinCandidate>,
}

impl From<NoJoin> for Error {
    fn from(no: NoJoin) -> Self {
        no.error
    }
}

impl NoJoin {
    pub(super) fn new(gold: Side<'_>, files: &[Side<'_>], chosen: Option<JoinBy>) -> Self {
        let all = keys(gold, files).iter();
        let tries: Vec<_> = all.filter_map(|by| attempt(gold, files, *by)).collect();
        let candidates = evidence(&tries);
        let problem = problem(gold, files, chosen, &candidates);
        let file = files.first().map_or(gold.name, |side| side.name);
        Self { error: problem.file(file).into(), candidates }
    }
}

fn problem(
    gold: Side<'_>,
    files: &[Side<'_>],
    chosen: Option<JoinBy>,
    candidates: &[JoinCandidate],
) -> Diagnostic {
    if in_one_file(gold, files) {
        let names: Vec<String> = files.iter().flat_map(split_runs).map(|run| run.0).collect();
        let message = format!(
            "the rows hold {} runs ({}), so each question stands in several rows",
            names.len(),
            names.join(", ")
        );
        return Diagnostic::error("several_runs", message).remedy(
            "split the file by run and score the parts one by one, or give the gold answers once \
             in a file of their own",
        );
    }
    if chosen == Some(JoinBy::SameRow) {
        let message = "gold and predictions stand in different files, so no row holds both";
        return Diagnostic::error("not_one_file", message)
            .remedy("join on id, question or row, or give one file that holds both (--table)");
    }
    let by_row = |rows: usize, name: &str| format!("{name} has {rows} rows");
    let without_key = candidates.iter().all(|candidate| candidate.by == JoinBy::Row);
    if (without_key && chosen.is_none()) || chosen == Some(JoinBy::Row) {
        let counts: Vec<String> = files
            .iter()
            .flat_map(split_runs)
            .map(|(name, rows)| by_row(rows.len(), &name))
            .collect();
        let message = format!(
            "without an id or question on both sides, rows can only be joined by their order, but \
             {} and {}",
            by_row(gold.table.rows(), gold.name),
            counts.join(", ")
        );
        return Diagnostic::error("row_counts", message).remedy(
            "look for a header line, lost or broken lines, or give both files an id or the \
             question; say which columns hold them if they are there",
        );
    }
    let example = |side: &Side<'_>| {
        let field = if chosen == Some(JoinBy::Question) { Field::Question } else { Field::Id };
        let column = side
            .map
            .index(side.table, field)
            .or_else(|| side.map.index(side.table, Field::Question))?;
        (side.table.rows() > 0).then(|| shorten(side.table.cell(0, column).text))
    };
    let message = match (example(&gold), files.first().and_then(example)) {
        (Some(ours), Some(theirs)) => format!(
            "no prediction belongs to a gold question: {} has keys like {ours:?}, {} like {theirs:?}",
            gold.name,
            files.first().map_or("the other file", |side| side.name)
        ),
        _ => "gold and predictions have no key in common".to_owned(),
    };
    let mut remedy =
        "check that both files are of the same dataset and split, or say which columns \
                      hold the id or the question"
            .to_owned();
    let other = |candidate: &&JoinCandidate| {
        candidate.matched > 0 && candidate.by != JoinBy::Row && Some(candidate.by) != chosen
    };
    if let Some(other) = candidates.iter().find(other) {
        let name = other.by.name();
        let _ = write!(remedy, "; {} do match (--join {name})", other.by.plural());
    } else if candidates.iter().any(|candidate| candidate.by == JoinBy::Row) {
        remedy.push_str(
            "; both have as many rows, so their order could join them (--join row), but every \
             score is wrong if one of them was sorted, shuffled or cut",
        );
    }
    Diagnostic::error("no_match", message).remedy(remedy)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
