//! A file with gold and predictions side by side that holds several runs repeats each question:
//! the questions are its gold file, and the runs are joined with them.

use super::index::GoldIndex;
use super::rows::{key_columns, split_runs};
use super::{Rules, Side};
use crate::base::types::{Field, JoinBy};
use crate::table::Table;
use std::collections::HashMap;

/// The questions of a file with several runs.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The first row of each question.
    pub table: Table,
    /// Rows, as a person counts them, whose gold answers differ from those of the first row.
    pub other_gold: Vec<u64>,
}

/// The questions of a file that holds several runs beside their gold answers, or several attempts at a
/// question; `None` where there is one run without attempts, or where nothing tells which rows are of
/// one question.
pub fn questions(side: Side<'_>, rules: Rules<'_>) -> Option<Questions> {
    if split_runs(&side).len() < 2 && !(rules.attempts) {
        return None;
    }
    let mut keys = [JoinBy::Id, JoinBy::Question].into_iter();
    if keys.clone().all(|by| key_columns(side, by).is_none()) {
        return in_one_order(side);
    }
    // Ids may number the rows of all runs; then the question tells.
    let (firsts, repeated) = keys.find_map(|by| {
        let index = GoldIndex::by(by, side.table, &key_columns(side, by)?, rules);
        let repeated = index.duplicates();
        // Every question may have one attempt.
        (!repeated.is_empty() || rules.attempts).then(|| (index.firsts(), repeated))
    })?;
    let answers = side.map.index(side.table, Field::Answers);
    let has_answer =
        |row: usize| answers.is_none_or(|answers| !side.table.cell(row, answers).is_nothing());
    // A call that failed may have left its row without the gold answer that other rows of the question have.
    let mut best: HashMap<u32, usize> = HashMap::new();
    for row in (0..side.table.rows()).filter(|row| has_answer(*row)) {
        best.entry(firsts[row]).or_insert(row);
    }
    let of_question = |first: u32| best.get(&first).copied().unwrap_or(first as usize);
    let distinct = (0..side.table.rows()).filter(|row| firsts[*row] as usize == *row);
    let table = side.table.of_rows(distinct.map(|row| of_question(row as u32)));
    let mut other_gold = Vec::new();
    if let Some(answers) = answers {
        let answer = |row: usize| side.table.cell(row, answers);
        let other = |row: usize| answer(row) != answer(of_question(firsts[row]));
        let differs = |row: &&u32| has_answer(**row as usize) && other(**row as usize);
        let rows = repeated.iter().filter(differs);
        other_gold.extend(rows.map(|row| side.table.row_number(*row as usize)));
    }
    Some(Questions { table, other_gold })
}

/// The questions of a file without ids and question texts: those of its first run, where all others have as many
/// rows with the same gold answers and groups, one after another. Without gold answers nothing is compared, and
/// as many rows are enough.
fn in_one_order(side: Side<'_>) -> Option<Questions> {
    let runs = split_runs(&side);
    let ((_, first), others) = runs.split_first()?;
    let cell = |row: u32, column: usize| side.table.cell(row as usize, column);
    // What is the same in all rows of a run is about the run.
    let varies =
        |column: &usize| first.iter().any(|row| cell(*row, *column) != cell(first[0], *column));
    let columns: Vec<usize> = [Field::Answers, Field::Group]
        .into_iter()
        .flat_map(|field| side.map.of(field))
        .filter_map(|name| side.table.column(name))
        .filter(varies)
        .collect();
    let is_compared = side.map.index(side.table, Field::Answers).is_some();
    let alike = |ours: u32, theirs: u32| {
        !is_compared || columns.iter().all(|column| cell(ours, *column) == cell(theirs, *column))
    };
    let follows = |(_, rows): &(String, Vec<u32>)| {
        rows.len() == first.len()
            && first.iter().zip(rows).all(|(ours, theirs)| alike(*ours, *theirs))
    };
    (first.len() > 1 && !others.is_empty() && others.iter().all(follows)).then(|| Questions {
        table: side.table.of_rows(first.iter().map(|row| *row as usize)),
        other_gold: Vec::new(),
    })
}
