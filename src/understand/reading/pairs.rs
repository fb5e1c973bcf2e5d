//! Which rows of two files belong together, by the values in their columns.

use super::values::{Column, Sort};
use super::{Candidate, Seen, UNNAMED};
use crate::understand::names::Says;
use std::collections::HashMap;

/// Rows that belong together, and by which columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub(super) rows: Vec<(usize, usize)>,
    /// Of the gold file and of the other one.
    pub(super) key: Option<(usize, usize)>,
    /// A second such column, if the first one does not distinguish rows.
    pub(super) second: Option<(usize, usize)>,
}

pub(super) fn pairs(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    gold: usize,
    run: usize,
) -> Pairs {
    if gold == run {
        return in_order(files[gold].rows());
    }
    let mut best: Option<(f64, Pairs)> = None;
    let has_keys = !(candidates[gold].key.is_empty() || candidates[run].key.is_empty());
    // A file with one column holds answers and no key.
    let lines = files[gold].columns.len() == 1 || files[run].columns.len() == 1;
    let columns = files[gold].columns.iter().enumerate().filter(|_| !lines);
    for (a, ours) in columns {
        // Keys are mostly unique, except in tables that repeat them for each run or gold answer.
        if ours.filled == 0 || ours.distinct * 10 < ours.filled * 7 || ours.sort == Sort::Object {
            continue;
        }
        let mut rows: HashMap<&str, usize> = HashMap::new();
        for (row, value) in ours.values.iter().enumerate() {
            if let Some(value) = value {
                rows.entry(value.raw.as_str()).or_insert(row);
            }
        }
        for (b, theirs) in files[run].columns.iter().enumerate() {
            if theirs.filled == 0 || theirs.distinct * 4 < theirs.filled {
                continue;
            }
            let found: Vec<(usize, usize)> = theirs
                .values
                .iter()
                .enumerate()
                .filter_map(|(row, value)| Some((*rows.get(value.as_ref()?.raw.as_str())?, row)))
                .collect();
            let share = found.len() as f64 / theirs.filled.min(ours.filled) as f64;
            let known =
                |file: usize, name: &str| candidates[file].key.iter().any(|key| key == name);
            let named = known(gold, &ours.name) && known(run, &theirs.name);
            // Row numbers occur everywhere, so equal numbers prove nothing, and answers are not keys.
            let same_name = ours.name.eq_ignore_ascii_case(&theirs.name);
            let weak = ours.counts || ours.sort == Sort::Number || ours.sort == Sort::Letter;
            // If both files have ids, other columns of numbers are not keys, even if both sides have
            // them; row numbers are, if the ids are not the same ones.
            let beside = has_keys && !(ours.counts && theirs.counts && same_name);
            // In a file of two columns without names, the first one is the key of the second.
            let nameless = theirs.name.starts_with(UNNAMED)
                && files[run].columns.len() == 2
                && b == 0
                && share >= 0.98;
            if share < 0.3 || (weak && !named && !nameless && (beside || !same_name)) {
                continue;
            }
            let answers = files[gold].says[a].gold > 1.0 || files[run].says[b].prediction > 1.0;
            // Equal answers in both files say nothing about the question.
            let is_answer = |says: &Says| says.gold.max(says.prediction) >= 1.2;
            if is_answer(&files[gold].says[a])
                && is_answer(&files[run].says[b])
                && ours.sort != Sort::Long
            {
                continue;
            }
            let worth = share + if named { 0.3 } else { 0.0 } + if same_name { 0.1 } else { 0.0 }
                - if answers || (has_keys && weak && !named) { 0.4 } else { 0.0 };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, Pairs { rows: found, key: Some((a, b)), second: None }));
            }
        }
    }
    // Without a key, files with equally many rows may have them in the same order.
    let rows = files[gold].rows();
    let rows = if rows == files[run].rows() { rows } else { 0 };
    let best = best.map(|(_, pairs)| pairs);
    best.or_else(|| pairs_by_two(files[gold], files[run], &candidates[gold].key).filter(|_| !lines))
        .unwrap_or_else(|| in_order(rows))
}

/// Pairs the first rows of both files by position.
fn in_order(rows: usize) -> Pairs {
    Pairs { rows: (0..rows).map(|row| (row, row)).collect(), ..Pairs::default() }
}

/// Pairs rows by two columns with the same names, if neither distinguishes rows by itself.
fn pairs_by_two(gold: &Seen, run: &Seen, known: &[String]) -> Option<Pairs> {
    const MOST: usize = 12;
    let is_free = |says: &Says| says.gold.max(says.prediction) < 1.0;
    let common = |(a, ours): (usize, &Column)| {
        let b = run.columns.iter().position(|theirs| theirs.name == ours.name)?;
        let whole = ours.filled == gold.rows() && run.columns[b].filled == run.rows();
        (whole && is_free(&gold.says[a]) && is_free(&run.says[b])).then_some((a, b))
    };
    let common = gold.columns.iter().enumerate().filter_map(common).take(MOST);
    // Columns that are named as ids come first.
    let is_known = |(a, _): &(usize, usize)| known.contains(&gold.columns[*a].name);
    let (ids, others): (Vec<_>, Vec<_>) = common.partition(is_known);
    let common = [ids, others].concat();
    let both = |seen: &Seen, columns: [usize; 2], row: usize| {
        let raw = |column: usize| Some(seen.columns[column].values.get(row)?.as_ref()?.raw.clone());
        Some([raw(columns[0])?, raw(columns[1])?])
    };
    for (place, first) in common.iter().enumerate() {
        for second in &common[place + 1..] {
            let ours = |row: &usize| both(gold, [first.0, second.0], *row);
            let rows: HashMap<[String; 2], usize> =
                (0..gold.rows()).filter_map(|row| Some((ours(&row)?, row))).collect();
            let found: Vec<(usize, usize)> = (0..run.rows())
                .filter_map(|row| Some((*rows.get(&both(run, [first.1, second.1], row)?)?, row)))
                .collect();
            let least = gold.rows().min(run.rows());
            if rows.len() == gold.rows() && found.len() * 2 >= least && found.len() > 2 {
                return Some(Pairs { rows: found, key: Some(*first), second: Some(*second) });
            }
        }
    }
    None
}
