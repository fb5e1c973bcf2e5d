//! What spreadsheets do to data, pointed out: one note for each column and kind of damage.

use super::csv::Layout;
use super::sheet::{Cell, CellKind, Grid};
use crate::base::diagnostic::{Code, Diagnostic, Severity};
use crate::base::digits::grouped;

/// As many characters a cell can hold; longer texts are cut.
const LONGEST_CELL: usize = 32_767;

const WARNING: Severity = Severity::Warning;

/// What can have happened to a cell, in the order in which it is said: code, severity, what happened to
/// one cell and to several, the rest of the sentence, and the remedy.
const HARMS: [(Code, Severity, [&str; 2], &str, &str); 9] = [
    (
        Code::RoundedNumber,
        WARNING,
        ["a whole number has", "whole numbers have"],
        "more than 15 digits; spreadsheets keep only 15",
        "format the column as text before you paste or import the ids",
    ),
    (
        Code::ExponentForm,
        WARNING,
        ["a text has", "texts have"],
        "a form such as 1.23E+15, which loses digits",
        "copy the ids again from their source",
    ),
    (
        Code::BecameDate,
        WARNING,
        [
            "a cell in a column of texts or numbers is a date;",
            "cells in a column of texts or numbers are dates;",
        ],
        "spreadsheets turn values such as 1-2 or MARCH1 into dates",
        "format the column as text before you enter the values",
    ),
    (
        Code::BecameNumber,
        Severity::Info,
        ["a cell in a column of texts is a number;", "cells in a column of texts are numbers;"],
        "leading zeros, commas and signs are lost",
        "if they matter, format the column as text",
    ),
    (
        Code::PercentNumber,
        WARNING,
        ["a number is shown", "numbers are shown"],
        "as a percentage but read as stored: 25\u{202f}% is 0.25",
        "if answers say 25\u{202f}%, format the column as text",
    ),
    (
        Code::FormulaError,
        WARNING,
        ["a cell holds an error", "cells hold errors"],
        "such as #REF!, read as text",
        "correct the formulas",
    ),
    (
        Code::NoCachedValue,
        WARNING,
        [
            "a formula has no stored value, so its cell is",
            "formulas have no stored value, so their cells are",
        ],
        "blank",
        "open the file in a spreadsheet program and save it",
    ),
    (
        Code::CellLimit,
        WARNING,
        [
            "a text has 32\u{202f}767 characters, the maximum of a cell, and was",
            "texts have 32\u{202f}767 characters, the maximum of a cell, and were",
        ],
        "probably cut",
        "copy the texts again from their source",
    ),
    (
        Code::CodedCharacters,
        Severity::Info,
        ["a text holds", "texts hold"],
        "codes such as _x000D_, which spreadsheets show as line breaks; they are read as written, \
         as in Python's libraries",
        "remove them if they affect the score",
    ),
];

#[derive(Clone, Copy, Default)]
struct Content {
    texts: u64,
    numbers: u64,
    dates: u64,
    rounded: u64,
    /// Long numbers that a spreadsheet has not rounded.
    long: u64,
}

/// Adds a note for each column and kind of damage, and for what of the sheet is not as it seems.
pub(super) fn look(grid: &Grid, layout: &Layout, notes: &mut Vec<Diagnostic>) {
    let place =
        |cell: &Cell| layout.columns.binary_search_by_key(&cell.column, |(column, _)| *column).ok();
    let data = || grid.cells[layout.first..].iter().filter(|cell| cell.row > layout.header);
    let mut contents = vec![Content::default(); layout.columns.len()];
    for cell in data() {
        let Some(content) = place(cell).map(|column| &mut contents[column]) else { continue };
        match cell.kind {
            CellKind::Text => content.texts += 1,
            CellKind::Number | CellKind::Percent | CellKind::Rounded | CellKind::Long => {
                content.numbers += 1;
                content.rounded += u64::from(cell.kind == CellKind::Rounded);
                content.long += u64::from(cell.kind == CellKind::Long);
            }
            CellKind::Date => content.dates += 1,
            CellKind::Boolean | CellKind::Error | CellKind::Unvalued => {}
        }
    }
    let mut found = vec![[(0u64, 0u32); HARMS.len()]; layout.columns.len()];
    for cell in data() {
        let Some(column) = place(cell) else { continue };
        let Some(harm) = harm(cell, grid.text(cell), contents[column]) else { continue };
        let kind = HARMS.iter().position(|known| known.0 == harm).unwrap_or_default();
        let (count, first) = &mut found[column][kind];
        if *count == 0 {
            *first = cell.row;
        }
        *count += 1;
    }
    for (column, found) in found.iter().enumerate() {
        for ((code, severity, [one, several], rest, remedy), (count, row)) in
            HARMS.iter().zip(found)
        {
            if *count == 0 {
                continue;
            }
            let message = match count {
                1 => format!("{one} {rest}"),
                count => format!("{} {several} {rest}", grouped(*count as usize)),
            };
            let note = Diagnostic::new(*severity, *code, message).row(u64::from(*row));
            notes.push(note.column(layout.columns[column].1.as_str()).remedy(*remedy));
        }
    }
    look_around(grid, layout, notes);
}

/// The code of what happened to a cell of a column with this content.
fn harm(cell: &Cell, text: &str, content: Content) -> Option<Code> {
    match cell.kind {
        // Among long numbers of all digits some end in zeros by themselves.
        CellKind::Rounded if content.rounded > content.long => Some(Code::RoundedNumber),
        CellKind::Error => Some(Code::FormulaError),
        CellKind::Unvalued => Some(Code::NoCachedValue),
        CellKind::Date if content.texts + content.numbers > content.dates => Some(Code::BecameDate),
        CellKind::Percent => Some(Code::PercentNumber),
        CellKind::Number if content.texts > content.numbers => Some(Code::BecameNumber),
        CellKind::Text if exponent_form(text) => Some(Code::ExponentForm),
        CellKind::Text if text.len() >= LONGEST_CELL => {
            (text.encode_utf16().count() >= LONGEST_CELL).then_some(Code::CellLimit)
        }
        CellKind::Text if holds_code(text) => Some(Code::CodedCharacters),
        _ => None,
    }
}

/// Whether a text holds a character that is written as `_x` and four digits (ECMA-376 part 1,
/// 22.9.2.19).
fn holds_code(text: &str) -> bool {
    let code = |rest: &str| {
        let rest = rest.as_bytes();
        rest.get(4) == Some(&b'_') && rest[..4].iter().all(u8::is_ascii_hexdigit)
    };
    text.split("_x").skip(1).any(code)
}

/// Whether a text is a number as a narrow cell shows it: `1.23E+15`.
fn exponent_form(text: &str) -> bool {
    let Some((digits, exponent)) = text.trim().split_once("E+") else { return false };
    let whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    first.len() == 1 && whole(first) && whole(fraction) && exponent.len() == 2 && whole(exponent)
}

/// What of the sheet is not as it seems.
fn look_around(grid: &Grid, layout: &Layout, notes: &mut Vec<Diagnostic>) {
    if let Some(title) = grid.cells[..layout.first].first() {
        let message =
            format!("the cells above the column names in row {} are not read", layout.header);
        notes.push(Diagnostic::info(Code::TitleRows, message).row(u64::from(title.row)));
    }
    if !layout.unnamed.is_empty() {
        let message = format!(
            "columns without a name in the header row are named after their position: {}",
            layout.unnamed.join(", ")
        );
        let note = Diagnostic::info(Code::UnnamedColumn, message).row(u64::from(layout.header));
        notes.push(note.remedy("give each column a name in the first row"));
    }
    // Titles above the table may be as wide as it is.
    let mut merged = grid.merged.iter().copied().filter(|row| *row >= layout.header);
    if let Some(row) = merged.next() {
        let message = match merged.count() + 1 {
            1 => "an area of merged cells: all cells but the first are blank".to_owned(),
            merged => format!(
                "{} areas of merged cells: all cells but the first of each area are blank",
                grouped(merged)
            ),
        };
        let note = Diagnostic::warning(Code::MergedCells, message).row(u64::from(row));
        notes.push(note.remedy("unmerge the cells and fill in the values"));
    }
    let (hidden, row) = grid.hidden;
    if hidden > 0 {
        let message = match hidden {
            1 => "a hidden row is also read".to_owned(),
            hidden => format!("{} hidden rows are also read", grouped(hidden as usize)),
        };
        notes.push(Diagnostic::info(Code::HiddenRows, message).row(u64::from(row)));
    }
}
