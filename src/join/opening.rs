//! How the cells of a file become the texts of predictions.

use super::Side;
use crate::base::types::Field;
use crate::table::{Kind, json};
use crate::understand::schema::{likeliest, provenanced, unwrapped, without_end};

/// How the cells of a file become the texts of predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// As they are; a list of one text is that text.
    #[default]
    Plain,
    /// Every prediction is wrapped as JSON or Python writes a text, a list of one, or an object with an
    /// answer: the text within.
    Wrapped,
    /// Some are lists of several texts, most are texts: the first text of each list.
    Firsts,
}

/// After so many plain texts, where these are many, no more are looked at.
const PLAIN: usize = 50;

/// How the predictions of a file are opened. A single one says nothing.
#[inline(never)]
pub(super) fn opening(side: &Side<'_>) -> Opening {
    let Some(column) = side.map.index(side.table, Field::Prediction) else { return Opening::Plain };
    // Texts of which the first are plain are no lists, and not all wrapped.
    let mut kinds = (0..side.table.rows()).map(|row| side.table.kind(row, column));
    let texts = kinds.all(|kind| !matches!(kind, Kind::List | Kind::Object));
    let cells = (0..side.table.rows()).map(|row| side.table.cell(row, column));
    let (mut count, mut closed, mut plain, mut objects, mut lists) = (0, 0, 0, 0, 0);
    for cell in cells.filter(|cell| !cell.is_nothing() && !cell.text.trim().is_empty()) {
        count += 1;
        let text = cell.text.trim();
        let only = || json::elements(text).next()?.ok().map(|one| one.text().into_owned());
        let inner = if text.starts_with('[') { only() } else { None };
        let inner = inner.as_deref().unwrap_or(text).trim_start();
        let ended = without_end(text).is_some();
        let object = ended || (inner.starts_with(['{', '`']) && provenanced(text).is_none());
        // A list of one text is that text, and nothing wrapped.
        let opened = unwrapped(text).is_some()
            && (object || cell.kind == Kind::String || likeliest(text).is_some());
        objects += usize::from(object);
        closed += usize::from(!opened);
        plain += usize::from(!opened && !object);
        if texts && plain > PLAIN && plain * 5 > count {
            return Opening::Plain;
        }
        lists += usize::from(cell.kind == Kind::List && !opened && first_text(text).is_some());
    }
    // A single plain one tells of texts and lists that they are meant as they stand; of objects not.
    if count > 1 && closed * 5 <= count && (plain == 0 || objects * 5 >= count * 4) {
        Opening::Wrapped
    } else if lists > 0 && lists * 2 < count {
        Opening::Firsts
    } else {
        Opening::Plain
    }
}

/// The first of several texts of a list.
pub fn first_text(list: &str) -> Option<String> {
    let mut elements = json::elements(list);
    let first = elements.next()?.ok()?;
    let text = first.kind == Kind::String && elements.next().is_some();
    text.then(|| first.text().into_owned())
}
