//! A file as read: columns of cells that stay what they were in the source.

use super::cells::Cells;
use super::places::Places;
pub use scoredrop_kernel::json::Kind;
use std::borrow::Cow;

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

/// The rows of a file, restricted to the columns that were kept.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<String>,
    cells: Vec<Cells>,
    places: Places,
}

impl Table {
    /// The longest cell in bytes (512 MiB − 1).
    pub const LONGEST_CELL: usize = (1 << 29) - 1;

    /// An empty table with these columns.
    pub fn new(columns: Vec<String>) -> Self {
        let cells = columns.iter().map(|_| Cells::default()).collect();
        Self { columns, cells, places: Places::default() }
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

    /// What kind of cell it is: a quicker question than for the cell itself.
    ///
    /// # Panics
    /// Where the column is out of range.
    pub fn kind(&self, row: usize, column: usize) -> Kind {
        self.cells[column].kind(row)
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

    /// Starts a row: all its cells are absent until set. `number` is the row as a person counts it, from
    /// 1 (the line number where the format has lines).
    pub fn push_row(&mut self, number: u64) {
        self.places.push(number);
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
        for (place, row) in rows.enumerate() {
            table.push_row(self.row_number(row));
            for (own, cells) in table.cells.iter_mut().zip(&self.cells) {
                let cell = cells.get(row);
                // A part of an arena fits where the whole did.
                let _ = cell.kind != Kind::Absent && own.set(place, cell.kind, cell.text);
            }
        }
        table
    }

    /// How many rows at the beginning and how many at the end have none of the two or more columns that the rows
    /// between them have: a prompt, settings, or a summary.
    pub fn strays(&self) -> [usize; 2] {
        const MOST: usize = 2;
        const LOOKED_AT: usize = 64;
        let rows = self.rows();
        if rows < 3 * MOST + 1 {
            return [0; 2];
        }
        let inner = || (MOST..rows - MOST).step_by((rows / LOOKED_AT).max(1));
        let has = |row: usize, column: usize| self.kind(row, column) != Kind::Absent;
        let usual: Vec<usize> =
            (0..self.columns.len()).filter(|column| inner().all(|row| has(row, *column))).collect();
        let is_stray = |row: &usize| !usual.iter().any(|column| has(*row, *column));
        if usual.len() < 2 {
            return [0; 2];
        }
        [
            (0..MOST).take_while(is_stray).count(),
            (rows - MOST..rows).rev().take_while(is_stray).count(),
        ]
    }

    /// A cell.
    ///
    /// # Panics
    /// Where the row or column is out of range.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        assert!(row < self.rows(), "there is no row {row}");
        self.cells[column].get(row)
    }

    /// Row as a person counts it, from 1; a line number where the format has lines.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn row_number(&self, row: usize) -> u64 {
        self.places.number(row)
    }
}

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
        table.push_row(1);
        assert!(table.set(0, Kind::Number, "0010"));
        assert!(table.set(1, Kind::String, "one"));
        assert!(table.set(1, Kind::String, "two"));
        table.push_row(2);
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
}
