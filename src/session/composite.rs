//! Ids that repeat: in the gold file, a second column that makes them unique on both sides; in predictions, a
//! column that distinguishes the runs.

use super::Source;
use crate::base::types::{Certainty, Field};
use crate::doubt::{ColumnByValues, Doubt};
use crate::join::repeated;
use crate::table::{Kind, Table, float};
use crate::understand::names::{canonical, is_of_people, words};
use crate::understand::schema::{ColumnMap, Guessed};
use itertools::Itertools as _;
use std::collections::{HashMap, HashSet};

/// The column whose values name the runs of a file: every question has one row for each value, with the same gold
/// answers if answers are compared. Works on the first rows.
pub(super) fn run_column(sample: &Table, map: &ColumnMap, compares: bool) -> Option<String> {
    let ids = map.indices(sample, Field::Id);
    let question: Vec<usize> = map.index(sample, Field::Question).into_iter().collect();
    // Ids may number the questions of each task anew.
    let keys = [ids, question].into_iter().filter(|keys| !keys.is_empty());
    keys.into_iter().find_map(|keys| run_column_by(sample, map, compares, &keys))
}

/// The same by the columns that identify a question.
fn run_column_by(
    sample: &Table,
    map: &ColumnMap,
    compares: bool,
    keys: &[usize],
) -> Option<String> {
    let key = |row: usize| -> String {
        keys.iter().map(|column| sample.cell(row, *column).text).join("\u{1f}")
    };
    // Failed calls have no output, and may have been repeated.
    let said = map.index(sample, Field::Prediction);
    let has_output =
        |row: &usize| said.is_none_or(|column| !sample.cell(*row, column).is_nothing());
    let rows: Vec<usize> = (0..sample.rows()).filter(has_output).collect();
    let rows = || rows.iter().copied();
    let mut counts: HashMap<String, usize> = HashMap::new();
    rows().for_each(|row| *counts.entry(key(row)).or_default() += 1);
    let most = counts.values().copied().max().unwrap_or(0);
    let full = counts.values().filter(|count| **count == most).count();
    if most < 2 || counts.len() < 3 || full * 5 < counts.len() * 4 {
        return None;
    }
    // Runs answer the same questions, so their gold answers are equal.
    if let Some(answers) = map.index(sample, Field::Answers).filter(|_| compares) {
        let mut golds: HashMap<String, &str> = HashMap::new();
        let mut same = |row: usize| {
            let text = sample.cell(row, answers).text;
            *golds.entry(key(row)).or_insert(text) == text
        };
        if !rows().all(&mut same) {
            return None;
        }
    }
    let known = map.one(Field::Run).and_then(|name| map.field_of(name));
    let chosen = known.is_some_and(|guess| guess.certainty == Certainty::Chosen);
    let values = |column: usize| -> HashSet<&str> {
        rows().map(|row| sample.cell(row, column).text).collect()
    };
    let parts = |column: usize| {
        let mut seen = HashSet::new();
        values(column).len() == most
            && rows().all(|row| {
                let cell = sample.cell(row, column);
                cell.kind == Kind::String
                    && (float(cell.text).is_none() || is_of_people(&sample.columns()[column]))
                    && cell.text.len() <= 80
                    && seen.insert([&key(row), cell.text].join("\u{1f}"))
            })
    };
    let of_run = map.index(sample, Field::Run);
    if chosen || of_run.is_some_and(|column| values(column).len() > 1) {
        return None;
    }
    let free = |name: &str| {
        let field = map.field_of(name).map(|guess| guess.field);
        !matches!(field, Some(Field::Id | Field::Question | Field::Answers | Field::Prediction))
    };
    let mut found = (0..sample.columns().len())
        .filter(|column| free(&sample.columns()[*column]) && parts(*column));
    let first = found.next()?;
    // There are two such columns, and nothing tells which of them names the runs.
    found.next().is_none().then(|| sample.columns()[first].clone())
}

/// The same in a file without a known column for its id or question: the column of runs, and a column named as an
/// id in which every question has one row for each run.
pub(super) fn run_column_by_id(
    sample: &Table,
    map: &ColumnMap,
    compares: bool,
) -> Option<(String, String)> {
    if map.one(Field::Id).is_some() || map.one(Field::Question).is_some() {
        return None;
    }
    let is_id = |name: &&String| {
        let words = words(name);
        let field = map.field_of(name).map(|guess| guess.field);
        let last = words.last().map_or("", String::as_str);
        matches!(last, "id" | "ids" | "uid" | "idx" | "index" | "no" | "nr" | "number" | "key")
            && field.is_none_or(|field| field == Field::Group)
    };
    sample.columns().iter().filter(is_id).find_map(|id| {
        let mut with_id = map.clone();
        with_id.columns.retain(|guess| guess.column != *id);
        with_id.columns.push(Guessed::proven(Field::Id, id.as_str(), "named as an id"));
        Some((run_column(sample, &with_id, compares)?, id.clone()))
    })
}

/// Adds a column to the guessed id of all files if only both together distinguish questions. Returns the names of
/// both in the gold file, and the doubts about this. In another file the column has the same name, or otherwise
/// the same values. Works on the first rows; joining checks all rows.
pub(super) fn complete_key(
    sources: &[Source],
    maps: &mut [ColumnMap],
    gold: usize,
    predictions: &[usize],
) -> Option<(String, String, Vec<Doubt>)> {
    let sample = |index: usize| sources[index].sample();
    let id = |index: usize| -> Option<usize> {
        let mut ids = maps[index].columns.iter().filter(|guess| guess.field == Field::Id);
        let id = ids.next().filter(|guess| guess.certainty != Certainty::Chosen)?;
        if ids.next().is_some() { None } else { sample(index)?.column(&id.column) }
    };
    let own = sample(gold)?;
    if predictions.contains(&gold) || repeated(own, &[id(gold)?]).is_empty() {
        return None;
    }
    let free = |index: usize, name: &str| {
        maps[index].field_of(name).is_none_or(|guess| guess.field == Field::Group)
    };
    // The runs of a file rightly repeat its ids.
    let tells = |index: usize, column: usize| -> Option<bool> {
        let sample: &Table = sample(index)?;
        let mut key = vec![column, id(index)?];
        key.extend(maps[index].index(sample, Field::Run));
        Some(repeated(sample, &key).is_empty())
    };
    // The column of a file that corresponds to one of the gold file.
    let partner = |index: usize, name: &str| -> Option<&String> {
        let other = sample(index)?;
        let known = own.column(name)?;
        let same = other.columns().iter().any(|column| column == name);
        other.columns().iter().enumerate().find_map(|(place, column)| {
            let values = || {
                free(index, column)
                    && (0..other.rows()).all(|row| {
                        let text = other.cell(row, place).text;
                        (0..own.rows()).any(|row| own.cell(row, known).text == text)
                    })
            };
            let fits = if same { column == name } else { values() };
            (fits && tells(index, place) == Some(true)).then_some(column)
        })
    };
    let first = maps[gold].one(Field::Id)?.to_owned();
    let mut found: Vec<(usize, String)> = Vec::new();
    let name = own.columns().iter().find(|name| {
        found.clear();
        free(gold, name)
            && std::iter::once(&gold).chain(predictions).all(|index| {
                let column = partner(*index, name);
                found.extend(column.map(|column| (*index, column.to_owned())));
                column.is_some()
            })
    })?;
    let mut doubts = Vec::new();
    for (index, column) in found {
        if canonical(&column) != canonical(name) {
            let [file, gold] = [index, gold].map(|file| sources[file].name.clone());
            let (column, gold_column) = (column.clone(), name.clone());
            doubts.push(ColumnByValues { file, column, gold, gold_column }.into());
        }
        let columns = &mut maps[index].columns;
        let place = columns.iter().position(|guess| guess.field == Field::Id).unwrap_or(0);
        let reason = format!("{first} alone repeats");
        let certainty = Certainty::Guessed;
        columns.insert(place, Guessed { field: Field::Id, column, certainty, reason });
    }
    Some((name.clone(), first, doubts))
}
