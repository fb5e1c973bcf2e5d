//! Keys that nearly meet: they differ in white space, case or the form of a number, path or accent
//! alone.

use super::rows::{key_columns, split_runs};
use super::{JoinedRun, NONE, Side};
use crate::base::digits::{by_number, counted, shortest};
use crate::base::types::JoinBy;
use crate::table::{Table, float, key_of, shown_key};
use crate::text::nfd::{decompose, decomposed};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Ids of predictions that nearly are gold ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    /// How many there are.
    pub(crate) ids: usize,
    /// One of a prediction and its gold id.
    pub(crate) example: [String; 2],
}

impl fmt::Display for Near {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ids, example: [theirs, ours] } = self;
        write!(
            formatter,
            "{} {} from gold ids only in white space, case, accents or the form of a number or \
             path, for example {theirs:?} and {ours:?}; such ids are not joined",
            counted(*ids, "id"),
            by_number(*ids, "differs", "differ")
        )
    }
}

/// Returns the ids of predictions that nearly are gold ids; `None` if there are none. Looks at rows of both sides that do not match as written.
pub(crate) fn near(gold: Side<'_>, rows: &[u32], other: Side<'_>, others: &[u32]) -> Option<Near> {
    if others.is_empty() {
        return None;
    }
    let (ours, theirs) = (key_columns(gold, JoinBy::Id)?, key_columns(other, JoinBy::Id)?);
    let mut loose: HashMap<Cow<'_, str>, u32> = HashMap::new();
    for row in rows {
        if let Some(key) = key_of(gold.table, *row as usize, &ours) {
            loose.insert(Cow::Owned(loosened(&key)), *row);
        }
    }
    let found = |row: &u32| {
        let key = key_of(other.table, *row as usize, &theirs)?;
        let gold_row = *loose.get(&Cow::Owned(loosened(&key)))?;
        Some((shown_key(&key), gold_row))
    };
    let mut all = others.iter().filter_map(found);
    let (theirs, row) = all.next()?;
    let count = 1 + all.count();
    let ours = shown_key(&key_of(gold.table, row as usize, &ours)?);
    Some(Near { ids: count, example: [theirs, ours] })
}

/// The columns of both sides by which keys nearly meet: ids, or else questions.
fn columns(gold: Side<'_>, other: Side<'_>) -> Option<(Vec<usize>, Vec<usize>, JoinBy)> {
    [JoinBy::Id, JoinBy::Question]
        .into_iter()
        .find_map(|by| Some((key_columns(gold, by)?, key_columns(other, by)?, by)))
}

/// Whether it is questions that nearly meet.
pub(super) fn is_by_question(gold: Side<'_>, files: &[Side<'_>]) -> bool {
    files.iter().any(|side| columns(gold, *side).is_some_and(|(.., by)| by == JoinBy::Question))
}

/// All runs of the files, joined on keys that nearly meet. Keys that are written alike go first, and a
/// key that nearly meets several finds none. Of several rows for one key the `first` counts, or the last.
pub(super) fn joined(gold: Side<'_>, files: &[Side<'_>], first: bool) -> Option<Vec<JoinedRun>> {
    let mut runs = Vec::new();
    for (file, side) in files.iter().enumerate() {
        let (ours, theirs, by) = columns(gold, *side)?;
        let [our_prefix, their_prefix] = match by {
            JoinBy::Id => prefixes((gold.table, &ours), (side.table, &theirs)),
            _ => <[String; 2]>::default(),
        };
        let form = |key: &str, prefix: &str| match by {
            JoinBy::Id => loosened(key.strip_prefix(prefix).unwrap_or(key)),
            _ => letters(key),
        };
        let mut exact: HashMap<String, u32> = HashMap::new();
        let mut loose: HashMap<String, u32> = HashMap::new();
        for row in 0..gold.table.rows() as u32 {
            let Some(key) = key_of(gold.table, row as usize, &ours) else { continue };
            loose.entry(form(&key, &our_prefix)).and_modify(|place| *place = NONE).or_insert(row);
            exact.entry(key.into_owned()).or_insert(row);
        }
        for (name, rows) in split_runs(side) {
            let mut run = JoinedRun::new(name, file, gold.table.rows());
            for row in rows {
                let place = key_of(side.table, row as usize, &theirs).and_then(|key| {
                    let near = || loose.get(&form(&key, &their_prefix)).copied();
                    exact.get(&*key).copied().or_else(near).filter(|place| *place != NONE)
                });
                match place {
                    None => run.extra.push(row),
                    Some(place) if first && run.rows[place as usize] != NONE => {
                        run.replaced.push(row);
                    }
                    Some(place) => run.put(place as usize, row),
                }
            }
            runs.push(run);
        }
    }
    Some(runs)
}

/// Joins predictions by the number in ids that a program made of the line of a gold file without ids, such
/// as `test-1` for its first; `None` unless all ids of a file are numbers of gold rows after one word. They count from 0 where one of them is 0, and from 1 otherwise.
pub(super) fn numbered(gold: Side<'_>, files: &[Side<'_>]) -> Option<Vec<JoinedRun>> {
    let rows = gold.table.rows();
    let mut runs = Vec::new();
    for (file, side) in files.iter().enumerate() {
        let key = key_columns(*side, JoinBy::Id)?;
        let mut word = None;
        let mut numbers = Vec::with_capacity(side.table.rows());
        for row in 0..side.table.rows() {
            let id = key_of(side.table, row, &key)?;
            let start = id.trim_end_matches(|c: char| c.is_ascii_digit());
            let number: usize = id[start.len()..].parse().ok()?;
            if *word.get_or_insert_with(|| start.to_owned()) != start {
                return None;
            }
            numbers.push(number);
        }
        let first = usize::from(!numbers.contains(&0));
        if numbers.iter().any(|number| *number >= rows + first) {
            return None;
        }
        for (name, of_run) in split_runs(side) {
            let mut run = JoinedRun::new(name, file, rows);
            for row in of_run {
                run.put(numbers[row as usize] - first, row);
            }
            runs.push(run);
        }
    }
    Some(runs)
}

/// What stands before the number in every id of one side, where the ids of the other side are these
/// numbers alone, and all of them: `dev_7` and `7`.
fn prefixes(ours: (&Table, &[usize]), theirs: (&Table, &[usize])) -> [String; 2] {
    let [ours, theirs] = [ours, theirs].map(|(table, columns)| -> Vec<Cow<'_, str>> {
        (0..table.rows()).filter_map(|row| key_of(table, row, columns)).collect()
    });
    let before = |keys: &[Cow<'_, str>]| -> Option<String> {
        let first = keys.first()?.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbered = |key: &Cow<'_, str>| {
            key.strip_prefix(first).is_some_and(|rest| {
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        keys.iter().all(numbered).then(|| first.to_owned())
    };
    let none = <[String; 2]>::default();
    let (Some(our), Some(their)) = (before(&ours), before(&theirs)) else { return none };
    if our.is_empty() == their.is_empty() {
        return none;
    }
    let numbers = |keys: &[Cow<'_, str>], prefix: &str| -> HashSet<String> {
        keys.iter().map(|key| loosened(&key[prefix.len()..])).collect()
    };
    if numbers(&ours, &our) == numbers(&theirs, &their) { [our, their] } else { none }
}

/// Keys of two rows as messages show them, theirs first; `None` where they are written alike.
pub(super) fn example(
    gold: Side<'_>,
    row: usize,
    other: Side<'_>,
    other_row: usize,
) -> Option<[String; 2]> {
    let (ours, theirs, _) = columns(gold, other)?;
    let ours = key_of(gold.table, row, &ours)?;
    let theirs = key_of(other.table, other_row, &theirs)?;
    (ours != theirs).then(|| [shown_key(&theirs), shown_key(&ours)])
}

fn letters(question: &str) -> String {
    decomposed(question)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A key without what people and programs change by accident. Numbers become floats, as in
/// spreadsheets and JavaScript, where whole numbers above 2^53 lose their last digits.
fn loosened(key: &str) -> String {
    let mut plain = String::new();
    key.split_whitespace().for_each(|part| decompose(&part.replace('\\', "/"), &mut plain));
    let key = plain.trim_matches(['\'', '"']);
    let key = without_extension(key);
    match float(key).filter(|number| number.is_finite()) {
        Some(number) => shortest(number),
        None => without_zeros(&key.to_ascii_lowercase()),
    }
}

/// A name of a file without its extension, where that is one of a picture, a sound, a text or a table.
fn without_extension(key: &str) -> &str {
    let known = [
        "png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff", "wav", "mp3", "flac", "ogg",
        "mp4", "txt", "pdf", "json", "xml", "html", "csv", "md",
    ];
    let parts = key.rsplit_once('.').filter(|(name, _)| !name.is_empty());
    let is_known = |extension: &str| known.iter().any(|one| extension.eq_ignore_ascii_case(one));
    parts.filter(|(_, extension)| is_known(extension)).map_or(key, |(name, _)| name)
}

/// A key whose numbers are not filled up with zeros: `q007` as `q7`.
fn without_zeros(key: &str) -> String {
    let mut plain = String::with_capacity(key.len());
    let mut within = false;
    let mut chars = key.chars().peekable();
    while let Some(c) = chars.next() {
        let more = chars.peek().is_some_and(char::is_ascii_digit);
        if c == '0' && !within && more {
            continue;
        }
        within = c.is_ascii_digit();
        plain.push(c);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_keys_are_not_filled_up() {
        for (key, plain) in
            [("q007", "q7"), ("q0", "q0"), ("a-00-b-010", "a-0-b-10"), ("100", "100")]
        {
            assert_eq!(without_zeros(key), plain);
        }
    }
}
