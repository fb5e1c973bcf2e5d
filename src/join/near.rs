//! Keys that nearly meet: they differ in white space, case or the form of a number, path or accent
//! alone.

use super::{Side, key_columns};
use crate::digits::shortest;
use crate::input::{float, key_of, shown_key};
use crate::normalize::nfd::nfd;
use crate::types::JoinBy;
use std::borrow::Cow;
use std::collections::HashMap;

/// Predictions whose ids nearly are gold ids, in a sentence with an example; `None` where there are
/// none. Looks at rows of both sides that do not match as written.
pub fn near(gold: Side<'_>, rows: &[u32], other: Side<'_>, others: &[u32]) -> Option<String> {
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
    Some(format!(
        "{count} ids differ from gold ids only in white space, case or the form of a number, path or \
         accent, such as {theirs:?} and {ours:?}; they are not joined"
    ))
}

/// A key without what people and programs change by accident. Numbers become floats, as in
/// spreadsheets and JavaScript, where whole numbers above 2^53 lose their last digits.
fn loosened(key: &str) -> String {
    let mut plain = String::new();
    key.split_whitespace().for_each(|part| nfd(&part.replace('\\', "/"), &mut plain));
    let key = plain.trim_matches(['\'', '"']);
    match float(key).filter(|number| number.is_finite()) {
        Some(number) => shortest(number),
        None => key.to_ascii_lowercase(),
    }
}
