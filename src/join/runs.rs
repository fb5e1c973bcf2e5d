//! A file with gold and predictions side by side that holds several runs repeats each question:
//! the questions are its gold file, and the runs are joined with them.

use super::{Side, key_columns, split_runs};
use crate::input::{Table, key_of};
use crate::protocol::JoinBy;
use crate::schema::Field;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The questions of a file with several runs.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The first row of each question.
    pub table: Table,
    /// Rows, as a person counts them, whose gold answers differ from those of the first row.
    pub other_gold: Vec<u64>,
}

/// The questions of a file that holds several runs beside their gold answers; `None` where there is
/// one run, or where nothing tells which rows are of one question.
pub fn questions(side: Side<'_>) -> Option<Questions> {
    if split_runs(&side).len() < 2 {
        return None;
    }
    // Ids may number the rows of all runs; then the question tells.
    let firsts = [JoinBy::Id, JoinBy::Question].into_iter().find_map(|by| {
        let firsts = firsts(side.table, &key_columns(side, by)?);
        (firsts.iter().enumerate().any(|(row, first)| row != *first)).then_some(firsts)
    })?;
    let rows = firsts.iter().enumerate().filter(|(row, first)| row == *first);
    let table = side.table.of_rows(rows.map(|(row, _)| row));
    let mut other_gold = Vec::new();
    if let Some(answers) = side.map.index(side.table, Field::Answers) {
        for (row, first) in firsts.iter().enumerate() {
            if side.table.cell(row, answers) != side.table.cell(*first, answers) {
                other_gold.push(side.table.row_number(row));
            }
        }
    }
    Some(Questions { table, other_gold })
}

/// For each row the first with its key; itself where it has none.
fn firsts(table: &Table, key: &[usize]) -> Vec<usize> {
    let mut first = HashMap::new();
    let of = |row| match key_of(table, row, key).map(|key| first.entry(key)) {
        Some(Entry::Occupied(entry)) => *entry.get(),
        Some(Entry::Vacant(entry)) => *entry.insert(row),
        None => row,
    };
    (0..table.rows()).map(of).collect()
}
