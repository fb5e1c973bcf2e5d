//! Reads rows of a file again whose texts were left in it.

use super::decode::Encoding;
use super::inspect::{Format, Inspection};
use super::json::Shape;
use super::reader::Engine;
use super::rows::{Keep, Rows};
use super::table::{Cell, Table};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use std::ops::Range;

/// Whether the records of a file can be read again by their offsets alone: they are lines or rows of
/// plain UTF-8.
pub fn can_be_found_again(inspection: &Inspection) -> bool {
    let by_record = match inspection.format {
        // A line that holds several rows has one offset for all of them.
        Format::JsonLines => !matches!(inspection.shape, Shape::Nested(_)),
        Format::Tsv | Format::Text => true,
        // Tables between bars have a line below their names that only their place tells from a row.
        Format::Csv(separator) => separator != b'|',
        Format::Json => false,
    };
    by_record && inspection.decoding == Encoding::Utf8 && !inspection.gzip
}

/// Reads the columns named in `keep` of the records in `bytes`, of which the first begins at `offset`
/// of the file. What is to be said of them was said when they were read first.
///
/// # Errors
/// As for [`super::Reader::push`].
pub fn read_part(
    inspection: &Inspection,
    keep: &[String],
    offset: u64,
    bytes: &[u8],
) -> Result<Table, Error> {
    let columns = inspection.sample.columns();
    let mut rows = Rows::new(&inspection.name, columns, Keep::Named(keep.to_vec()), usize::MAX);
    let mut engine = Engine::new(&inspection.of_rows_alone(), columns, offset, &mut rows);
    engine.push(bytes, &mut rows)?;
    engine.finish(false, &mut rows)?;
    Ok(rows.table)
}

/// Rows one after the other that were read again.
#[derive(Clone, Debug, Default)]
pub struct Part {
    first: usize,
    table: Table,
}

impl Part {
    /// Reads the rows of a table again that stand in `bytes`: from the offset of the first to that
    /// of the first after them, or to the end of the file.
    ///
    /// # Errors
    /// `changed` where these are not the records that were there before, and as [`read_part`].
    pub fn read(
        inspection: &Inspection,
        keep: &[String],
        known: &Table,
        rows: Range<usize>,
        bytes: &[u8],
    ) -> Result<Self, Error> {
        let first = rows.start;
        let offset = if rows.is_empty() { 0 } else { known.offset(first) };
        let table = read_part(inspection, keep, offset, bytes)?;
        let left: Vec<(usize, Option<usize>)> = (0..known.columns().len())
            .filter(|column| known.leaves(*column))
            .map(|column| (column, table.column(&known.columns()[column])))
            .collect();
        // Rows in which nothing stands may be wanting at the end.
        let is_same = |row: usize| {
            let place = row - first;
            let is_there = place < table.rows();
            (!is_there || table.offset(place) == known.offset(row))
                && left.iter().all(|(column, own)| {
                    let is_text =
                        own.is_some_and(|own| is_there && !table.cell(place, own).text.is_empty());
                    !known.is_left(row, *column) || is_text
                })
        };
        if table.rows() > rows.len() || !rows.clone().all(is_same) {
            let message = "the file has changed since it was read";
            return Err(Diagnostic::error("changed", message)
                .file(&inspection.name)
                .remedy("choose the file again")
                .into());
        }
        Ok(Self { first, table })
    }

    /// The rows, by their places in the whole table.
    pub fn rows(&self) -> Range<usize> {
        self.first..self.first + self.table.rows()
    }

    /// A cell by its row in the whole table and the name of its column; `None` where it is not here.
    pub fn cell(&self, row: usize, column: &str) -> Option<Cell<'_>> {
        let place = row.checked_sub(self.first).filter(|place| *place < self.table.rows())?;
        Some(self.table.cell(place, self.table.column(column)?))
    }
}

/// Parts of one file, in its order.
#[derive(Clone, Debug, Default)]
pub struct Page {
    parts: Vec<Part>,
}

impl Page {
    /// A page of parts in the order of the file.
    pub fn new(parts: Vec<Part>) -> Self {
        Self { parts }
    }

    /// A cell by its row in the whole table and the name of its column; `None` where it is not here.
    pub fn cell(&self, row: usize, column: &str) -> Option<Cell<'_>> {
        let after = self.parts.partition_point(|part| part.first <= row);
        self.parts.get(after.checked_sub(1)?)?.cell(row, column)
    }
}
