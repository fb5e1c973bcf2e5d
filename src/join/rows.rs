//! The key of a row, and the rows of a run.

use super::Side;
use crate::base::diagnostic::cut_middle;
use crate::base::types::{Field, JoinBy};
use std::collections::HashMap;

pub(super) fn key_columns(side: Side<'_>, by: JoinBy) -> Option<Vec<usize>> {
    let field = if by == JoinBy::Id { Field::Id } else { Field::Question };
    let columns = side.map.indices(side.table, field);
    (!columns.is_empty()).then_some(columns)
}

/// Most characters of a run's name that comes out of a cell.
const LONGEST_NAME: usize = 200;

/// The rows of each run of a file, in the order in which the runs first appear.
#[inline(never)]
pub(super) fn split_runs(side: &Side<'_>) -> Vec<(String, Vec<u32>)> {
    let all = 0..side.table.rows() as u32;
    let Some(column) = side.map.index(side.table, Field::Run).filter(|_| side.run.is_none()) else {
        return vec![(side.run.unwrap_or(side.name).to_owned(), all.collect())];
    };
    let name = |row: u32| side.table.cell(row as usize, column);
    let first = all.clone().next().map(name).filter(|first| !first.is_nothing());
    if let Some(first) = first
        && all.clone().all(|row| name(row).text == first.text)
    {
        return vec![(cut_middle(first.text, LONGEST_NAME), all.collect())];
    }
    let mut runs: Vec<(String, Vec<u32>)> = Vec::new();
    // Rows without a name are one run, whatever others are called.
    let mut known: HashMap<Option<&str>, usize> = HashMap::new();
    let mut last = None;
    for row in all {
        let name = side.table.cell(row as usize, column).as_text();
        // Most rows are of the run of the row before.
        let place = match last {
            Some((before, place)) if before == name => place,
            _ => *known.entry(name).or_insert_with(|| {
                runs.push((cut_middle(name.unwrap_or(side.name), LONGEST_NAME), Vec::new()));
                runs.len() - 1
            }),
        };
        last = Some((name, place));
        runs[place].1.push(row);
    }
    // What names each row tells rows apart, not runs.
    if runs.len() > 2 && runs.len() == side.table.rows() {
        return vec![(side.name.to_owned(), (0..side.table.rows() as u32).collect())];
    }
    runs
}
