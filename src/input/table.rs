//! A file as read: columns of cells that stay what they were in the source.

use super::cells::Cells;
use super::places::Places;
pub use scoredrop_kernel::json::Kind;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kinds by their numbers.
pub(super) const KINDS: [Kind; 7] =
    [Kind::Absent, Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::List, Kind::Object];

/// A cell: its kind and its text (see [`Kind`] for what the text is).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// What it is in the source.
    pub kind: Kind,
    /// Unescaped text for strings, source text for everything else.
    pub text: &'a str,
}

impl<'a> Cell<'a> {
    /// A cell that the row does not have.
    pub const ABSENT: Cell<'static> = Cell { kind: Kind::Absent, text: "" };

    /// Whether there is nothing to read: absent or null.
    pub fn is_nothing(self) -> bool {
        matches!(self.kind, Kind::Absent | Kind::Null)
    }

    /// The cell as an answer or id: strings as they are, numbers and booleans as written, nested
    /// values as raw JSON; `None` where there is nothing.
    pub fn as_text(self) -> Option<&'a str> {
        if self.is_nothing() { None } else { Some(self.text) }
    }
}

/// The rows of a file, restricted to the columns that were kept. The texts of some columns may be left
/// in the file: then [`Self::offset`] says where their record is found again.
#[derive(Debug, Default)]
pub struct Table {
    columns: Vec<String>,
    cells: Vec<Cells>,
    places: Places,
    /// How often a text was asked for here that was left in the file.
    missed: AtomicU64,
}

impl Clone for Table {
    fn clone(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            cells: self.cells.clone(),
            places: self.places.clone(),
            missed: AtomicU64::new(self.missed()),
        }
    }
}

impl Table {
    /// The longest cell in bytes (512 MiB − 1).
    pub const LONGEST_CELL: usize = (1 << 29) - 1;

    /// An empty table with these columns.
    pub fn new(columns: Vec<String>) -> Self {
        let cells = columns.iter().map(|_| Cells::default()).collect();
        Self { columns, cells, ..Self::default() }
    }

    /// Names of the columns, in source order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Index of a column by its exact name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// Adds a column that the rows so far do not have; returns its index.
    pub fn add_column(&mut self, name: &str) -> usize {
        self.columns.push(name.to_owned());
        self.cells.push(Cells::default());
        self.columns.len() - 1
    }

    /// Leaves the texts of a column in the file, but for empty ones: what else stands in it is kept.
    /// Any cells that it has are forgotten.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn leave(&mut self, column: usize) {
        self.cells[column] = Cells::left();
    }

    /// Whether the text of a cell was left in the file. It is a [`Kind::String`] then, and not empty.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn is_left(&self, row: usize, column: usize) -> bool {
        self.kept(row, column).is_none()
    }

    /// A cell, where its text was not left in the file.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn kept(&self, row: usize, column: usize) -> Option<Cell<'_>> {
        self.cells[column].get(row)
    }

    /// What kind of cell it is: a quicker question than for the cell itself.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn kind(&self, row: usize, column: usize) -> Kind {
        self.cells[column].kind(row)
    }

    /// Whether the texts of a column are left in the file.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn leaves(&self, column: usize) -> bool {
        self.cells[column].leaves_texts()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// Bytes held by the table.
    pub fn bytes(&self) -> usize {
        self.cells.iter().map(Cells::bytes).sum::<usize>() + self.places.bytes()
    }

    /// Bytes held by a column.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn column_bytes(&self, column: usize) -> usize {
        self.cells[column].bytes()
    }

    /// Forgets the cells of a column: [`Self::cell`] has none of them any more.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn forget(&mut self, column: usize) {
        self.cells[column] = Cells::forgotten();
    }

    /// Starts a row: all its cells are absent until set. `offset` is the byte offset of the row in
    /// the unpacked stream; `number` the row as a person counts it, from 1 (the line number where
    /// the format has lines).
    pub fn push_row(&mut self, offset: u64, number: u64) {
        self.places.push(offset, number);
    }

    /// Sets a cell of the last row. Setting one twice keeps the later value, as Python's JSON does.
    /// Returns `false`, and changes nothing, where the cell is too long or the arena is full.
    #[must_use]
    pub fn set(&mut self, column: usize, kind: Kind, text: &str) -> bool {
        self.set_in(self.rows() - 1, column, kind, text)
    }

    /// As [`Self::set`], for any row.
    ///
    /// # Panics
    /// Where the row or column is out of range.
    #[must_use]
    pub fn set_in(&mut self, row: usize, column: usize, kind: Kind, text: &str) -> bool {
        assert!(row < self.rows(), "there is no row {row}");
        text.len() <= Self::LONGEST_CELL && self.cells[column].set(row, kind, text)
    }

    /// A table of some of the rows, with their places.
    ///
    /// # Panics
    /// Where a row is out of range.
    #[must_use]
    pub fn of_rows(&self, rows: impl Iterator<Item = usize>) -> Self {
        let mut table = Self::new(self.columns.clone());
        for column in (0..self.columns.len()).filter(|column| self.leaves(*column)) {
            table.leave(column);
        }
        for (place, row) in rows.enumerate() {
            table.push_row(self.offset(row), self.row_number(row));
            for (own, cells) in table.cells.iter_mut().zip(&self.cells) {
                match cells.get(row) {
                    // A part of an arena fits where the whole did.
                    Some(cell) => {
                        let _ = cell.kind != Kind::Absent && own.set(place, cell.kind, cell.text);
                    }
                    None => own.set_left(place),
                }
            }
        }
        table
    }

    /// A cell. One of which the text was left in the file is a text like no other, and the mistake to
    /// ask for it here is counted: see [`Self::missed`].
    ///
    /// # Panics
    /// Where the row or column is out of range.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        assert!(row < self.rows(), "there is no row {row}");
        self.cells[column].get(row).unwrap_or_else(|| {
            self.missed.fetch_add(1, Ordering::Relaxed);
            Cell { kind: Kind::String, text: NOT_READ }
        })
    }

    /// How often [`Self::cell`] was asked for a text that was left in the file. Whatever was made of
    /// the answer is void.
    pub fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }

    /// Row as a person counts it, from 1; a line number where the format has lines.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn row_number(&self, row: usize) -> u64 {
        self.places.number(row)
    }

    /// Byte offset of the row in the unpacked stream.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn offset(&self, row: usize) -> u64 {
        self.places.offset(row)
    }
}

/// What stands where a text should that was left in the file.
const NOT_READ: &str = "\u{fffd}text left in the file\u{fffd}";

/// Stands between the parts of a key while rows are joined, where no text has it.
const BETWEEN: char = '\u{1f}';

/// The key of a row as people and reports see it: its parts joined by `" / "`.
pub fn shown_key(key: &str) -> String {
    key.replace(BETWEEN, " / ")
}

/// The key of a row over one or more columns, as text; see [`shown_key`] for people. `None` where
/// any part is absent or null.
pub fn key_of<'a>(table: &'a Table, row: usize, columns: &[usize]) -> Option<Cow<'a, str>> {
    if let [column] = columns {
        return table.cell(row, *column).as_text().map(Cow::Borrowed);
    }
    let mut key = String::new();
    for (index, column) in columns.iter().enumerate() {
        if index > 0 {
            key.push(BETWEEN);
        }
        key.push_str(table.cell(row, *column).as_text()?);
    }
    Some(Cow::Owned(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_what_they_were() {
        let mut table = Table::new(vec!["id".into(), "answer".into()]);
        table.push_row(0, 1);
        assert!(table.set(0, Kind::Number, "0010"));
        assert!(table.set(1, Kind::String, "one"));
        assert!(table.set(1, Kind::String, "two"));
        table.push_row(20, 2);
        assert_eq!(table.cell(0, 0), Cell { kind: Kind::Number, text: "0010" });
        assert_eq!(table.cell(0, 1).text, "two");
        assert_eq!(table.cell(1, 1), Cell::ABSENT);
        let late = table.add_column("late");
        assert_eq!(table.cell(0, late), Cell::ABSENT);
        assert_eq!(table.cell(0, 1).text, "two");
        assert_eq!(
            key_of(&table, 0, &[0, 1]).as_deref().map(shown_key).as_deref(),
            Some("0010 / two")
        );
        assert_eq!(key_of(&table, 1, &[0]), None);
    }

    #[test]
    fn a_text_that_was_left_is_no_empty_one() {
        let mut table = Table::new(vec!["id".into(), "output".into()]);
        table.leave(1);
        table.push_row(0, 1);
        assert!(table.set(0, Kind::String, "a") && table.set(1, Kind::String, "long"));
        table.push_row(40, 2);
        assert!(table.set(1, Kind::String, ""));
        assert_eq!((table.is_left(0, 1), table.is_left(1, 1), table.missed()), (true, false, 0));
        let part = table.of_rows([1, 0].into_iter());
        assert_eq!((part.is_left(0, 1), part.is_left(1, 1)), (false, true));
        assert_eq!((part.offset(0), part.cell(1, 0).text), (40, "a"));
        assert_eq!((part.cell(0, 1).text, part.missed()), ("", 0));
        assert_ne!(part.cell(1, 1).text, "");
        assert_eq!((part.missed(), table.missed()), (1, 0));
    }
}
