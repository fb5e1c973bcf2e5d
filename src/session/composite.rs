//! Ids that repeat in the gold file, and a column that makes them one of a kind on both sides.

use super::Source;
use crate::input::Table;
use crate::join::repeats;
use crate::protocol::Certainty;
use crate::schema::{ColumnMap, Field, Guessed, canonical};

/// Adds a column to the guessed id of all files where only both together tell questions apart;
/// returns the names that the gold file has for the two, and the doubts that come with it. In another
/// file the column has the same name, or else its values. Works on the first rows; joining sees them
/// all.
pub(super) fn complete_key(
    sources: &[Source],
    maps: &mut [ColumnMap],
    gold: usize,
    predictions: &[usize],
) -> Option<(String, String, Vec<String>)> {
    let sample = |index: usize| sources[index].inspection.as_ref().ok().map(|i| &i.sample);
    let id = |index: usize| -> Option<usize> {
        let mut ids = maps[index].columns.iter().filter(|guess| guess.field == Field::Id);
        let id = ids.next().filter(|guess| guess.certainty != Certainty::Chosen)?;
        if ids.next().is_some() { None } else { sample(index)?.column(&id.column) }
    };
    let own = sample(gold)?;
    if predictions.contains(&gold) || !repeats(own, &[id(gold)?]) {
        return None;
    }
    let free = |index: usize, name: &str| {
        maps[index].field_of(name).is_none_or(|guess| guess.field == Field::Group)
    };
    // Runs repeat the ids of a file, and do so rightly.
    let tells = |index: usize, column: usize| -> Option<bool> {
        let sample: &Table = sample(index)?;
        let mut key = vec![column, id(index)?];
        key.extend(maps[index].index(sample, Field::Run));
        Some(!repeats(sample, &key))
    };
    // The column of a file that stands for one of the gold file.
    let partner = |index: usize, name: &str| -> Option<usize> {
        let other = sample(index)?;
        if let Some(column) = other.column(name) {
            return tells(index, column)?.then_some(column);
        }
        let known = own.column(name)?;
        let texts = |row: usize, column| other.cell(row, column).text;
        let in_gold = |text: &str| (0..own.rows()).any(|row| own.cell(row, known).text == text);
        (0..other.columns().len()).find(|column| {
            free(index, &other.columns()[*column])
                && (0..other.rows()).all(|row| in_gold(texts(row, *column)))
                && tells(index, *column) == Some(true)
        })
    };
    let files = || std::iter::once(gold).chain(predictions.iter().copied());
    let mut names = own.columns().iter().filter(|name| free(gold, name));
    let (name, columns) = names.find_map(|name| {
        let columns: Option<Vec<usize>> = files().map(|index| partner(index, name)).collect();
        Some((name.clone(), columns?))
    })?;
    let first = maps[gold].one(Field::Id)?.to_owned();
    let found = files()
        .zip(columns)
        .map(|(index, column)| Some((index, sample(index)?.columns()[column].clone())));
    let mut doubts = Vec::new();
    for (index, column) in found.collect::<Option<Vec<_>>>()? {
        let columns = &mut maps[index].columns;
        let place = columns.iter().position(|guess| guess.field == Field::Id).unwrap_or(0);
        let reason = format!("{first} alone repeats");
        let certainty = Certainty::Guessed;
        if canonical(&column) != canonical(&name) {
            doubts.push(format!(
                "{column} of {} is taken for {name} of {}: its values are the same",
                sources[index].name, sources[gold].name
            ));
        }
        columns.insert(place, Guessed { field: Field::Id, column, certainty, reason });
    }
    Some((name, first, doubts))
}
