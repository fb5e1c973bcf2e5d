//! Why gold and predictions cannot be joined, and what could be done about it.

use super::near::near;
use super::rows::split_runs;
use super::{Rules, Side, attempt, evidence, in_one_file, keys};
use crate::base::diagnostic::{Code, Diagnostic, ON_PAGE, cut};
use crate::base::error::Error;
use crate::base::types::{Field, JoinBy, JoinCandidate};
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

impl From<Error> for NoJoin {
    fn from(error: Error) -> Self {
        Self { error, candidates: Vec::new() }
    }
}

impl NoJoin {
    pub(super) fn new(
        gold: Side<'_>,
        files: &[Side<'_>],
        chosen: Option<JoinBy>,
        rules: Rules<'_>,
    ) -> Self {
        let all = keys(gold, files).iter();
        let tries: Vec<_> = all.filter_map(|by| attempt(gold, files, *by, rules)).collect();
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
    let error =
        |code: Code, message: String, remedy: &str| Diagnostic::error(code, message).remedy(remedy);
    if chosen == Some(JoinBy::SameRow) && !in_one_file(gold, files) {
        let message = "gold answers and predictions are in different files, so no row holds both";
        return error(
            Code::NotOneFile,
            message.to_owned(),
            "choose another key, or give one file \
                                                          that holds both",
        );
    }
    let without_key = candidates.iter().all(|candidate| candidate.by == JoinBy::Row);
    if without_key || chosen == Some(JoinBy::Row) {
        let mut counts = format!("{} has {} rows", gold.name, gold.table.rows());
        for (name, rows) in files.iter().flat_map(split_runs) {
            let _ = write!(counts, ", {name} has {}", rows.len());
        }
        let message = format!(
            "rows can only be joined by their order, but the files have \
                               different numbers of rows: {counts}"
        );
        let remedy = "check for a header line and for lost or broken lines, or add ids or questions to both files and choose their columns";
        return error(Code::RowCounts, message, remedy);
    }
    let field = if chosen == Some(JoinBy::Question) { Field::Question } else { Field::Id };
    let example = |side: &Side<'_>| {
        let column = [field, Field::Question]
            .into_iter()
            .find_map(|field| side.map.index(side.table, field))
            .filter(|_| side.table.rows() > 0);
        column.map_or_else(String::new, |column| cut(side.table.cell(0, column).text, 60))
    };
    let mut message = "no prediction matches a gold question".to_owned();
    for side in std::iter::once(&gold).chain(files.first()) {
        let _ = if side.table.rows() == 0 {
            write!(message, "; {} has a header but no rows", side.name)
        } else {
            write!(message, "; {} has keys like {:?}", side.name, example(side))
        };
    }
    if let Some(side) = files.first().filter(|_| field == Field::Id) {
        let rows = |side: &Side<'_>| (0..side.table.rows() as u32).collect::<Vec<_>>();
        if let Some(words) = near(gold, &rows(&gold), *side, &rows(side)) {
            let remedy = "write the ids in the same way in both files";
            return error(Code::NoMatch, format!("{message}: {words}"), remedy);
        }
    }
    let mut remedy =
        "check that both files belong to the same dataset and split, or choose the columns that hold the ids or questions"
            .to_owned();
    let possible =
        |candidate: &&JoinCandidate| candidate.matched > 0 && Some(candidate.by) != chosen;
    if let Some(other) = candidates.iter().find(possible) {
        let _ = write!(remedy, "; you can join by {}", other.by.plural());
        // The page has them to choose from beneath.
        if !ON_PAGE {
            let _ = write!(remedy, " (--join {})", other.by.name());
        }
        if other.by == JoinBy::Row {
            remedy.push_str(", but the score is wrong if a file was sorted, shuffled or cut");
        }
    }
    error(Code::NoMatch, message, &remedy)
}
