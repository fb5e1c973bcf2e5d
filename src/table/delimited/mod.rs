//! CSV, TSV and their kin, row by row.
//!
//! Quotes are read as Python's `csv` does: a quote opens a quoted cell only at its beginning, two
//! quotes inside stand for one, and text after the closing quote is kept.

mod guess;
mod whole;

pub(crate) use guess::{NO_SEPARATOR, first_rows, no_header, separator, separator_line, titles};

use super::inspect::Inspection;
use super::rows::{Place, Rows};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::grouped;
use crate::base::error::Error;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use scoredrop_kernel::find;
use std::collections::HashMap;

/// The longest row that is buffered, in bytes.
const LONGEST_ROW: usize = 256 << 20;

/// Reads a delimited file piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Delimited {
    reader: Reader,
    separator: u8,
    names: Vec<String>,
    /// Column of the table of each column of the file.
    columns: Vec<Option<usize>>,
    /// Rows that are still to be passed over.
    header: usize,
    /// Whether the file names its columns.
    headed: bool,
    /// Rows are numbered by record, not by line.
    by_record: bool,
    /// Rows that are the names of the columns once more: how many, and the first of them.
    headers: (u64, u64),
    /// Lines without a bar beside a table between bars: how many, and the first of them.
    beside: (u64, u64),
    /// Rows without any text that may be the last.
    empty: Vec<Place>,
    output: Vec<u8>,
    written: usize,
    ends: Vec<usize>,
    cells: usize,
    /// Where the row being read begins, once its first byte was seen.
    begun: Option<Place>,
    offset: u64,
    line: u64,
    carriage: bool,
    blank: u64,
    blank_before: u64,
}

impl Delimited {
    /// A file with these columns; the rows before its data are passed over.
    pub(crate) fn new(
        inspection: &Inspection,
        names: &[String],
        offset: u64,
        rows: &mut Rows,
    ) -> Self {
        let separator = inspection.format.separator();
        let mut reader = ReaderBuilder::new().delimiter(separator).build();
        // The first read of csv-core strips a byte order mark if it gets all of it at once; ours is
        // gone already, and a second one must not depend on how the bytes are sliced.
        let _ = reader.read_record(b"\n", &mut [0; 4], &mut [0; 4]);
        let columns = names.iter().map(|name| rows.column(name)).collect();
        Self {
            reader,
            separator,
            names: names.to_vec(),
            columns,
            header: usize::from(inspection.header) + inspection.before,
            headed: inspection.header,
            by_record: inspection.by_record,
            output: vec![0; 1 << 12],
            ends: vec![0; names.len() + 16],
            offset,
            line: 1,
            ..Self::default()
        }
    }

    pub(crate) fn push(&mut self, mut bytes: &[u8], rows: &mut Rows) -> Result<(), Error> {
        while !bytes.is_empty() && !rows.full() {
            let first = self.begun.is_none();
            if first {
                let breaks = bytes.iter().take_while(|b| matches!(b, b'\n' | b'\r')).count();
                let line = self.line;
                self.advance(&bytes[..breaks]);
                self.blank_before += self.line - line;
                bytes = &bytes[breaks..];
                if bytes.is_empty() {
                    break;
                }
                self.carriage = false;
                self.blank += std::mem::take(&mut self.blank_before);
                self.begun = Some(Place { offset: self.offset, number: self.line });
            }
            let read = self.feed(bytes, first, rows)?;
            bytes = &bytes[read..];
        }
        Ok(())
    }

    /// Counts lines: LF, CR LF and CR each end one.
    fn advance(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| find::either(b'\n', b'\r', rest))
        {
            let place = from + found;
            let follows = if place > 0 { bytes[place - 1] == b'\r' } else { self.carriage };
            if bytes[place] == b'\r' || !follows {
                self.line += 1;
            }
            from = place + 1;
        }
        if let Some(last) = bytes.last() {
            self.carriage = *last == b'\r';
        }
    }

    /// Feeds bytes of one row, the first or more; returns how many were used.
    fn feed(&mut self, bytes: &[u8], first: bool, rows: &mut Rows) -> Result<usize, Error> {
        let (result, read, written, ended) = self.split(bytes, first);
        if self.by_record {
            self.offset += read as u64;
            self.line += u64::from(matches!(result, ReadRecordResult::Record));
        } else {
            self.advance(&bytes[..read]);
        }
        self.written += written;
        self.cells += ended;
        match result {
            ReadRecordResult::OutputFull => {
                if self.output.len() >= LONGEST_ROW {
                    return Err(self.too_long(rows));
                }
                self.output.resize(self.output.len() * 2, 0);
            }
            ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            ReadRecordResult::Record => self.row(rows)?,
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
        }
        Ok(read)
    }

    /// Splits what is there of a row, of which these are the first bytes or more.
    fn split(&mut self, bytes: &[u8], first: bool) -> (ReadRecordResult, usize, usize, usize) {
        let (text, ends) = (&mut self.output[self.written..], &mut self.ends[self.cells..]);
        if first && let Some(row) = whole::split(bytes, self.separator, text, ends) {
            return (ReadRecordResult::Record, row.read, row.written, row.cells);
        }
        self.reader.read_record(bytes, text, ends)
    }

    /// Ends the last row with a line break of our own, which only inside quotes does not end it.
    fn end_row(&mut self, place: Place, rows: &mut Rows) -> Result<(), Error> {
        let lines = self.line - place.number;
        let mut line_break: &[u8] = b"\n";
        while !line_break.is_empty() {
            let read = self.feed(line_break, false, rows)?;
            line_break = &line_break[read..];
        }
        if self.begun.is_some() {
            rows.unparseable += 1;
            let message = format!(
                "the row that begins on line {} opens a quote and never closes it, so the row \
                 includes the {lines} line breaks up to the end of the file",
                place.number
            );
            let remedy = "close the quote, and double any quote inside a quoted cell";
            let unclosed = Diagnostic::error(Code::UnclosedQuote, message);
            rows.note(unclosed.row(place.number).remedy(remedy));
        }
        Ok(())
    }

    fn too_long(&self, rows: &Rows) -> Error {
        let row = self.begun.map_or(self.line, |place| place.number);
        let message = "a row is longer than 256 MiB; it probably opens a quote and never closes it";
        let remedy = "close the quote, and double any quote inside a quoted cell";
        Diagnostic::error(Code::UnclosedQuote, message)
            .file(&rows.file)
            .row(row)
            .remedy(remedy)
            .into()
    }

    fn row(&mut self, rows: &mut Rows) -> Result<(), Error> {
        let place = self.begun.take().unwrap_or(Place { offset: self.offset, number: self.line });
        let cells = std::mem::take(&mut self.cells);
        self.written = 0;
        self.blank_before = 0;
        if self.header > 0 {
            self.header -= 1;
            return Ok(());
        }
        let line = &self.output[..self.ends[..cells].last().map_or(0, |end| *end)];
        let edge = |cell: usize| {
            let start = if cell == 0 { 0 } else { self.ends[cell - 1] };
            self.output[start..self.ends[cell]].trim_ascii().is_empty()
        };
        let framed = self.between_bars() && cells > 2 && edge(0) && edge(cells - 1);
        // The line below the names.
        let rule = |byte: &u8| matches!(byte, b'-' | b':' | b' ');
        if framed && rows.table.rows() == 0 && line.contains(&b'-') && line.iter().all(rule) {
            return Ok(());
        }
        // Tables that were put one below the other, perhaps with a column more.
        let named = |place: &usize| {
            let start = if *place == 0 { 0 } else { self.ends[*place - 1] };
            self.output[start..self.ends[*place]].trim_ascii() == self.names[*place].as_bytes()
        };
        if self.headed
            && cells > 1
            && cells == self.names.len()
            && named(&0)
            && (1..cells).filter(named).count() * 5 + 5 >= cells * 4
        {
            let (count, first) = self.headers;
            self.headers = (count + 1, if count == 0 { place.number } else { first });
            return Ok(());
        }
        // Words of the document around its table.
        if self.between_bars() && cells == 1 && self.columns.len() > 2 {
            let (count, first) = self.beside;
            self.beside = (count + 1, if count == 0 { place.number } else { first });
            return Ok(());
        }
        // What a spreadsheet leaves below its table.
        if cells > 1 && line.is_empty() {
            self.empty.push(place);
            return Ok(());
        }
        for place in self.empty.drain(..) {
            rows.table.push_row(place.number);
            for column in self.columns.iter().flatten() {
                rows.text(*column, b"", place.number)?;
            }
        }
        if cells != self.columns.len() {
            let expected = self.columns.len();
            let fate =
                if cells > expected { "the rest are ignored" } else { "the rest are missing" };
            let message = format!("the row has {cells} cells instead of {expected}; {fate}");
            let remedy = "put quotes around cells that contain the separator";
            // What is ignored is lost, and what stands before it may be in the wrong column.
            let mut ends = self.ends[..cells].iter().copied();
            let surplus = ends.nth(expected.saturating_sub(1)).filter(|_| cells > expected);
            let is_lost = surplus.is_some_and(|from| {
                !self.output[from..self.ends[cells - 1]].trim_ascii().is_empty()
            });
            let ragged = if is_lost {
                Diagnostic::error(Code::RaggedRow, message)
            } else {
                Diagnostic::warning(Code::RaggedRow, message)
            };
            rows.note(ragged.row(place.number).remedy(remedy));
        }
        rows.table.push_row(place.number);
        let mut start = 0;
        for (column, end) in self.columns.iter().zip(&self.ends[..cells]) {
            if let Some(column) = column {
                let cell = &self.output[start..*end];
                rows.text(*column, if framed { cell.trim_ascii() } else { cell }, place.number)?;
            }
            start = *end;
        }
        Ok(())
    }

    /// Whether rows may stand between bars, as Markdown writes tables.
    fn between_bars(&self) -> bool {
        self.separator == b'|'
    }

    /// Reads a last row that has no line break; `cut` says that the file is known to be incomplete.
    pub(crate) fn finish(mut self, cut: bool, rows: &mut Rows) -> Result<(), Error> {
        if let Some(place) = self.begun
            && !rows.full()
        {
            if cut {
                rows.cut(
                    &format!("in the middle of the row on line {}", place.number),
                    place.number,
                );
            } else {
                self.end_row(place, rows)?;
            }
        }
        if let Some(place) = self.empty.first() {
            let message = match self.empty.len() {
                1 => "a row at the end of the file has no text; it is left out".to_owned(),
                count => {
                    let count = grouped(count);
                    format!("{count} rows at the end of the file have no text; they are left out")
                }
            };
            let note = Diagnostic::warning(Code::EmptyRows, message);
            rows.note(note.row(place.number).remedy("delete these rows from the table"));
        }
        if self.headers.0 > 0 {
            let message = match self.headers.0 {
                1 => "a row repeats the column names; it is left out".to_owned(),
                count => format!(
                    "{} rows repeat the column names; they are left out",
                    grouped(count as usize)
                ),
            };
            rows.note(Diagnostic::warning(Code::RepeatedHeader, message).row(self.headers.1));
        }
        if self.beside.0 > 0 {
            let message = match self.beside.0 {
                1 => "1 line outside the table is left out".to_owned(),
                count => {
                    format!("{} lines outside the table are left out", grouped(count as usize))
                }
            };
            rows.note(Diagnostic::warning(Code::LinesBeside, message).row(self.beside.1));
        }
        if self.blank > 0 {
            let message = match self.blank {
                1 => "1 blank line between rows is skipped".to_owned(),
                count => {
                    format!("{} blank lines between rows are skipped", grouped(count as usize))
                }
            };
            let note = if self.names.len() == 1 {
                Diagnostic::warning(Code::BlankLines, message)
                    .remedy("if a blank line is an empty answer, write it as \"\"")
            } else {
                Diagnostic::info(Code::BlankLines, message)
            };
            rows.note(note);
        }
        Ok(())
    }
}

/// Names for the columns of a file: those of its header with repeats told apart, and
/// `column 1`, `column 2` where there are none.
pub(crate) fn column_names(row: &[String], header: bool) -> (Vec<String>, Vec<String>) {
    let mut names: Vec<String> = Vec::with_capacity(row.len());
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut repeated = Vec::new();
    for (index, cell) in row.iter().enumerate() {
        let cell = cell.trim();
        if !header || cell.is_empty() {
            names.push(format!("column {}", index + 1));
            continue;
        }
        let mut name = cell.to_owned();
        if let Some(last) = counts.get(cell).copied() {
            repeated.push(cell.to_owned());
            let mut count = last;
            while counts.contains_key(&name) {
                count += 1;
                name = format!("{cell} ({count})");
            }
            counts.insert(cell.to_owned(), count);
        }
        counts.insert(name.clone(), 1);
        names.push(name);
    }
    (names, repeated)
}
