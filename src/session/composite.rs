//! Ids that repeat in the gold file, and a column that makes them one of a kind on both sides.

use super::Source;
use crate::input::Table;
use crate::join::repeats;
use crate::protocol::Certainty;
use crate::schema::{ColumnMap, Field, Guessed};

/// Adds a column to the guessed id of all files where only both together tell questions apart;
/// returns the two names. Works on the first rows; joining sees them all.
pub(super) fn complete_key(
    sources: &[Source],
    maps: &mut [ColumnMap],
    gold: usize,
    predictions: &[usize],
) -> Option<(String, String)> {
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
    // Runs repeat the ids of a file, and do so rightly.
    let tells = |index: usize, name: &str| -> Option<bool> {
        let sample: &Table = sample(index)?;
        let mut key = vec![sample.column(name)?, id(index)?];
        key.extend(maps[index].index(sample, Field::Run));
        Some(!repeats(sample, &key))
    };
    let free =
        |name: &&String| maps[gold].field_of(name).is_none_or(|guess| guess.field == Field::Group);
    let partner = own.columns().iter().filter(free).find(|name| {
        let mut files = std::iter::once(gold).chain(predictions.iter().copied());
        files.all(|index| tells(index, name) == Some(true))
    })?;
    let first = maps[gold].one(Field::Id)?.to_owned();
    for index in std::iter::once(gold).chain(predictions.iter().copied()) {
        let columns = &mut maps[index].columns;
        let place = columns.iter().position(|guess| guess.field == Field::Id).unwrap_or(0);
        let part = Guessed {
            field: Field::Id,
            column: partner.clone(),
            certainty: Certainty::Guessed,
            reason: format!("{first} alone repeats"),
        };
        columns.insert(place, part);
    }
    Some((partner.clone(), first))
}
