//! The cells of a sheet.

use super::date;
use super::styles::{NumberFormat, Styles};
use super::xml::{Xml, XmlPart, attribute, is_true};
use crate::base::diagnostic::Diagnostic;
use crate::table::container::archive::{Archive, Packed};
use std::fmt::Write as _;
use std::ops::Range;

/// The last row and column that a sheet can have.
const LAST_ROW: u32 = 1_048_576;
const LAST_COLUMN: u32 = 16_384;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    Number,
    /// A number shown as per cent.
    Percent,
    /// A whole number with more digits than a spreadsheet keeps, which ends in zeros.
    Rounded,
    /// One that does not: a program wrote it.
    Long,
    Date,
    Boolean,
    Error,
    /// A formula whose value is not in the file.
    Unvalued,
}

/// A cell that is not blank.
pub(super) struct Cell {
    /// From 1.
    pub(super) row: u32,
    /// From 1.
    pub(super) column: u32,
    pub(super) kind: CellKind,
    text: Range<usize>,
}

/// The cells of a sheet by row and column, and what else stands in it.
#[derive(Default)]
pub(super) struct Grid {
    pub(super) cells: Vec<Cell>,
    texts: String,
    /// The first rows of areas of cells that are joined with others above or before them.
    pub(super) merged: Vec<u32>,
    /// Rows that are not shown, with the first.
    pub(super) hidden: (u64, u32),
}

/// Texts that cells share.
#[derive(Default)]
pub(super) struct Strings {
    texts: String,
    ends: Vec<usize>,
}

impl Strings {
    fn get(&self, index: usize) -> Option<&str> {
        let start = match index {
            0 => 0,
            index => *self.ends.get(index - 1)?,
        };
        self.texts.get(start..*self.ends.get(index)?)
    }
}

pub(super) fn strings(archive: &Archive, part: &Packed) -> Result<Strings, Diagnostic> {
    let mut strings = Strings::default();
    let mut text = Rich::default();
    let mut xml = Xml::open(archive, part)?;
    while let Some(part) = xml.next()? {
        if let XmlPart::End(end) = &part
            && end.local_name().as_ref() == "si"
        {
            strings.ends.push(strings.texts.len());
        }
        text.take(&part, &mut strings.texts);
    }
    Ok(strings)
}

/// Collects a text that may be cut into pieces of several looks. How it is pronounced is left out.
#[derive(Default)]
struct Rich {
    inside: bool,
    pronounced: bool,
}

impl Rich {
    fn take(&mut self, part: &XmlPart<'_>, text: &mut String) {
        match part {
            XmlPart::Start(start) => match start.local_name().as_ref() {
                "t" => self.inside = !self.pronounced,
                "rPh" => self.pronounced = true,
                _ => {}
            },
            XmlPart::End(end) => match end.local_name().as_ref() {
                "t" => self.inside = false,
                "rPh" => self.pronounced = false,
                _ => {}
            },
            XmlPart::Text(piece) if self.inside => text.push_str(piece),
            XmlPart::Text(_) => {}
        }
    }
}

/// What the first rows of a sheet look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// Fewer than two rows hold something.
    Empty,
    /// A column, of a table or of words about one.
    Narrow,
    /// At least two rows hold more than one cell.
    Wide,
}

/// Looks at the first rows of a sheet that hold something.
pub(super) fn look(archive: &Archive, part: &Packed) -> Result<Look, Diagnostic> {
    const ROWS: usize = 50;
    let mut xml = Xml::open(archive, part)?;
    // Rows with a cell, and with more than one.
    let (mut rows, mut wide, mut cells) = (0, 0, 0);
    let (mut inside, mut filled) = (false, false);
    while let Some(part) = xml.next()? {
        match part {
            XmlPart::Start(start) => match start.local_name().as_ref() {
                "row" => cells = 0,
                "c" => filled = false,
                "v" | "t" | "f" => inside = true,
                _ => {}
            },
            XmlPart::End(end) => match end.local_name().as_ref() {
                "v" | "t" | "f" => inside = false,
                "sheetData" => break,
                _ => {}
            },
            XmlPart::Text(text) if inside && !filled && !text.is_empty() => {
                filled = true;
                cells += 1;
                rows += usize::from(cells == 1);
                wide += usize::from(cells == 2);
                if wide == 2 || rows == ROWS {
                    break;
                }
            }
            XmlPart::Text(_) => {}
        }
    }
    Ok(match (rows, wide) {
        (_, 2..) => Look::Wide,
        (2.., _) => Look::Narrow,
        _ => Look::Empty,
    })
}

/// A cell as it is read.
#[derive(Default)]
struct Draft {
    form: String,
    style: usize,
    value: String,
    inline: String,
    formula: bool,
}

impl Grid {
    pub(super) fn read(
        archive: &Archive,
        part: &Packed,
        strings: &Strings,
        styles: &Styles,
    ) -> Result<Self, Diagnostic> {
        let mut grid = Self::default();
        let (mut row, mut column) = (0, 0);
        let mut draft = Draft::default();
        let mut inside_value = false;
        let mut text = Rich::default();
        let mut xml = Xml::open(archive, part)?;
        while let Some(part) = xml.next()? {
            text.take(&part, &mut draft.inline);
            match part {
                XmlPart::Start(start) => match start.local_name().as_ref() {
                    "row" => {
                        let number = attribute(&start, "r").and_then(|number| number.parse().ok());
                        row = number.unwrap_or(row + 1).clamp(1, LAST_ROW);
                        column = 0;
                        if attribute(&start, "hidden").is_some_and(|hidden| is_true(&hidden)) {
                            count(&mut grid.hidden, row);
                        }
                    }
                    "c" => {
                        let place = attribute(&start, "r").and_then(|name| column_of(&name));
                        column = place.unwrap_or(column + 1).min(LAST_COLUMN);
                        let style = attribute(&start, "s").and_then(|style| style.parse().ok());
                        draft = Draft {
                            form: attribute(&start, "t").unwrap_or_default(),
                            style: style.unwrap_or_default(),
                            ..Draft::default()
                        };
                    }
                    "v" => inside_value = true,
                    "f" => draft.formula = true,
                    "mergeCell" => {
                        let area = attribute(&start, "ref").unwrap_or_default();
                        let digits = area.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                        let first = digits.split(':').next().and_then(|row| row.parse().ok());
                        grid.merged.push(first.unwrap_or(1));
                    }
                    _ => {}
                },
                XmlPart::End(end) => match end.local_name().as_ref() {
                    "v" => inside_value = false,
                    "c" => grid.push(row.max(1), column.max(1), &draft, strings, styles),
                    _ => {}
                },
                XmlPart::Text(piece) if inside_value => draft.value.push_str(&piece),
                XmlPart::Text(_) => {}
            }
        }
        // Files may name rows and cells in any order, and twice.
        grid.cells.sort_by_key(|cell| (cell.row, cell.column));
        grid.cells.reverse();
        grid.cells.dedup_by_key(|cell| (cell.row, cell.column));
        grid.cells.reverse();
        Ok(grid)
    }

    pub(super) fn text(&self, cell: &Cell) -> &str {
        &self.texts[cell.text.clone()]
    }

    fn push(&mut self, row: u32, column: u32, draft: &Draft, strings: &Strings, styles: &Styles) {
        let start = self.texts.len();
        let value = draft.value.as_str();
        let shared = |index: &str| strings.get(index.trim().parse().ok()?);
        let (mut kind, text) = match draft.form.as_str() {
            "s" => (CellKind::Text, shared(value).unwrap_or_default()),
            "inlineStr" => (CellKind::Text, &*draft.inline),
            "str" => (CellKind::Text, value),
            "b" => (CellKind::Boolean, if is_true(value.trim()) { "TRUE" } else { "FALSE" }),
            "e" => (CellKind::Error, value),
            "d" => (CellKind::Date, value),
            _ => (number(value.trim(), styles.form(draft.style), styles, &mut self.texts), ""),
        };
        self.texts.push_str(text);
        if self.texts.len() == start {
            // A formula may well give the empty text; then there is a value, of its own form.
            if !(draft.formula && draft.form.is_empty()) {
                return;
            }
            kind = CellKind::Unvalued;
        }
        self.cells.push(Cell { row, column, kind, text: start..self.texts.len() });
    }
}

fn count(counted: &mut (u64, u32), row: u32) {
    if counted.0 == 0 {
        counted.1 = row;
    }
    counted.0 += 1;
}

/// The column of a cell's name, as in `AB12`.
fn column_of(name: &str) -> Option<u32> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic);
    let column = letters
        .take(4)
        .fold(0, |column, letter| column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    (1..=LAST_COLUMN).contains(&column).then_some(column)
}

pub(super) fn column_letters(mut column: u32) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        letters.push(char::from(b'A' + ((column - 1) % 26) as u8));
        column = (column - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Writes a number as its form says.
fn number(raw: &str, form: NumberFormat, styles: &Styles, out: &mut String) -> CellKind {
    let Ok(value) = raw.parse::<f64>() else {
        out.push_str(raw);
        return CellKind::Text;
    };
    let number = match form {
        NumberFormat::Plain => CellKind::Number,
        NumberFormat::Percent => CellKind::Percent,
        form => {
            if let Some(text) = date::text(value, form, styles.days_from_1904) {
                out.push_str(&text);
                return CellKind::Date;
            }
            CellKind::Number
        }
    };
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        out.push_str(raw);
        // A 64-bit float has at most 17 digits of its own.
        let own = digits.trim_end_matches('0').len();
        return match digits.len() {
            16.. if own < digits.len() && own <= 17 => CellKind::Rounded,
            16.. => CellKind::Long,
            _ => number,
        };
    }
    let size = value.abs();
    // Writing to a text cannot fail.
    if size != 0.0 && !(1e-7..1e21).contains(&size) {
        let _ = write!(out, "{value:e}");
    } else {
        let _ = write!(out, "{value}");
    }
    if (1e15..1e21).contains(&size) { CellKind::Rounded } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_as_stored() {
        for (raw, text, kind) in [
            ("2024", "2024", CellKind::Number),
            ("2024.0", "2024", CellKind::Number),
            ("2.2999999999999998", "2.3", CellKind::Number),
            ("0.30000000000000004", "0.30000000000000004", CellKind::Number),
            ("-0.5", "-0.5", CellKind::Number),
            ("1E-3", "0.001", CellKind::Number),
            ("1.2345678901234501E+18", "1234567890123450000", CellKind::Rounded),
            ("1234567890123450000", "1234567890123450000", CellKind::Rounded),
            ("1234567890123456789", "1234567890123456789", CellKind::Long),
            ("123456789012345", "123456789012345", CellKind::Number),
            ("1E+300", "1e300", CellKind::Number),
            ("007", "007", CellKind::Number),
        ] {
            let mut out = String::new();
            let found = number(raw, NumberFormat::Plain, &Styles::none(false), &mut out);
            assert_eq!((out.as_str(), found), (text, kind), "{raw}");
        }
    }

    #[test]
    fn columns_have_letters() {
        for (column, letters) in [(1, "A"), (26, "Z"), (27, "AA"), (703, "AAA"), (16_384, "XFD")] {
            assert_eq!(column_letters(column), letters);
            assert_eq!(column_of(&format!("{letters}7")), Some(column));
        }
        assert_eq!(column_of("ZZZZ1"), None);
        assert_eq!(column_of("1"), None);
    }
}
