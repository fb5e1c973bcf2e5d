//! A file as read: columns of cells that stay what they were in the source.

use super::arena::Arena;
pub use scoredrop_kernel::json::Kind;
use std::borrow::Cow;

const KINDS: [Kind; 7] =
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

/// Address in the arena and length with the kind in the low three bits: eight bytes a cell.
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: u32,
    length_and_kind: u32,
}

/// The rows of a file, restricted to the columns that were kept. All text lies in one arena.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<String>,
    slots: Vec<Slot>,
    arena: Arena,
    /// Source byte offset (of the unpacked stream) and row number of each row.
    places: Vec<(u64, u64)>,
}

impl Table {
    /// The longest cell in bytes (512 MiB − 1).
    pub const LONGEST_CELL: usize = (1 << 29) - 1;

    /// An empty table with these columns.
    pub fn new(columns: Vec<String>) -> Self {
        Self { columns, ..Self::default() }
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
        let width = self.columns.len();
        let mut slots = Vec::with_capacity(self.rows() * (width + 1));
        for row in 0..self.rows() {
            slots.extend_from_slice(&self.slots[row * width..(row + 1) * width]);
            slots.push(Slot { start: 0, length_and_kind: 0 });
        }
        self.slots = slots;
        self.columns.push(name.to_owned());
        width
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// Bytes held by the table.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.slots.capacity() * 8 + self.places.capacity() * 16
    }

    /// Starts a row: all its cells are absent until set. `offset` is the byte offset of the row in
    /// the unpacked stream; `number` the row as a person counts it, from 1 (the line number where
    /// the format has lines).
    pub fn push_row(&mut self, offset: u64, number: u64) {
        self.places.push((offset, number));
        let cells = self.rows() * self.columns.len();
        self.slots.resize(cells, Slot { start: 0, length_and_kind: 0 });
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
        if text.len() > Self::LONGEST_CELL {
            return false;
        }
        let Some(start) = self.arena.push(text) else { return false };
        self.slots[row * self.columns.len() + column] =
            Slot { start, length_and_kind: (text.len() as u32) << 3 | kind as u32 };
        true
    }

    /// A table of some of the rows, with their places.
    ///
    /// # Panics
    /// Where a row is out of range.
    #[must_use]
    pub fn of_rows(&self, rows: impl Iterator<Item = usize>) -> Self {
        let mut table = Self::new(self.columns.clone());
        for row in rows {
            let (offset, number) = self.places[row];
            table.push_row(offset, number);
            for column in 0..self.columns.len() {
                let cell = self.cell(row, column);
                // A part of an arena fits where the whole did.
                let _ = table.set(column, cell.kind, cell.text);
            }
        }
        table
    }

    /// A cell.
    ///
    /// # Panics
    /// Where the row or column is out of range.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        let slot = self.slots[row * self.columns.len() + column];
        let length = (slot.length_and_kind >> 3) as usize;
        Cell {
            kind: KINDS[(slot.length_and_kind & 7) as usize],
            text: self.arena.get(slot.start, length),
        }
    }

    /// Row as a person counts it, from 1; a line number where the format has lines.
    pub fn row_number(&self, row: usize) -> u64 {
        self.places[row].1
    }

    /// Byte offset of the row in the unpacked stream.
    pub fn offset(&self, row: usize) -> u64 {
        self.places[row].0
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
}
