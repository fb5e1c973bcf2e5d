//! Files with a JSON value a line, read by several readers: each reads the lines that begin in its part
//! of the bytes, and the first one takes what the others have read, in the order of the file.
//!
//! What was noticed names rows by their number in the file, which the reader of a part does not know. So
//! a part in which anything was noticed is not taken over: the first reader reads it again, and says what
//! it says of any file.

use super::inspect::{Format, Inspection};
use super::json::Shape;
use super::lines::{Line, Lines};
use super::rows::{Keep, Rows};
use super::table::KINDS;
use super::{Cell, Encoding, Table};
use crate::error::Error;
use crate::json_text::{Members, json_text};
use crate::json_tree::Json;
use crate::wire::{Reader, Writer};
use scoredrop_kernel::find;
use std::ops::Range;

/// Bits for what kind of cell it is; the others of its word are the length of its text.
const KIND_BITS: u32 = 3;
/// What stands for a text that is left in the file, beside the numbers of [`KINDS`].
const LEFT: u32 = 7;

/// The names of the forms of a line.
const LINES: [(&str, Line); 3] =
    [("object", Line::Object), ("value", Line::Value), ("keyed", Line::Keyed)];

/// What somebody has to know to read parts of a file.
#[derive(Clone, Debug)]
pub struct Cut {
    columns: Vec<String>,
    keep: Vec<String>,
    left: Vec<String>,
    line: Line,
}

impl Cut {
    /// How to read parts of an inspected file, with the columns in `keep` and the texts of those in `left`
    /// left in the file; `None` where it can only be read from its beginning on.
    pub fn new(inspection: &Inspection, keep: Vec<String>, left: Vec<String>) -> Option<Self> {
        let plain = inspection.format == Format::JsonLines
            && inspection.decoding == Encoding::Utf8
            && !inspection.gzip
            // A line holds several rows, and one is told apart by those before it.
            && !matches!(inspection.shape, Shape::Nested(_));
        plain.then(|| Self {
            columns: inspection.sample.columns().to_vec(),
            keep,
            left,
            line: line_of(&inspection.shape),
        })
    }

    /// Reads rows from an offset of the file on, of which nothing has to be said that was not said before;
    /// `None` where that cannot be.
    pub fn read_rows(&self, offset: u64, bytes: &[u8]) -> Option<Table> {
        let mut rows = Rows::new("", &self.columns, Keep::Named(self.keep.clone()), usize::MAX);
        let mut lines = Lines::new(self.line, None, offset);
        lines.push(bytes, &mut rows).ok()?;
        lines.finish(false, &mut rows).ok()?;
        Some(rows.table)
    }

    /// The text that [`Self::from_text`] reads.
    pub fn to_text(&self) -> String {
        let name = LINES.iter().find(|(_, line)| *line == self.line).map(|(name, _)| *name);
        json_text(&Members(&[
            ("columns", &self.columns),
            ("keep", &self.keep),
            ("left", &self.left),
            ("line", &name.unwrap_or_default()),
        ]))
    }

    /// Reads what [`Self::to_text`] wrote; `None` for anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut json = Json::parse(text).ok()?;
        let name: String = json.take("line")?;
        let line = LINES.iter().find(|known| known.0 == name)?.1;
        Some(Self {
            columns: json.take("columns")?,
            keep: json.take("keep")?,
            left: json.take("left")?,
            line,
        })
    }
}

/// What the lines of a file with a JSON value a line are.
pub(crate) fn line_of(shape: &Shape) -> Line {
    match shape {
        Shape::Values => Line::Value,
        Shape::Keyed => Line::Keyed,
        #[cfg(feature = "values")]
        Shape::Nested(nest) => Line::Nested(*nest),
        _ => Line::Object,
    }
}

/// Reads the lines that begin in a part of a file.
#[derive(Debug)]
pub struct PieceReader {
    lines: Lines,
    rows: Rows,
    /// How many names the rows knew at the beginning.
    known: usize,
    /// The first byte of the part, behind the first of the file, and the first one behind it.
    part: Range<u64>,
    /// Where to read on.
    at: u64,
    /// Where the first line begins, once it is known.
    first: Option<u64>,
}

impl PieceReader {
    /// A reader of a part that does not begin with the file.
    pub fn new(cut: &Cut, part: Range<u64>) -> Self {
        let mut rows = Rows::new("", &cut.columns, Keep::Named(cut.keep.clone()), usize::MAX);
        rows.leave(&cut.left);
        Self {
            lines: Lines::new(cut.line, None, part.start),
            known: rows.names().count(),
            rows,
            // The byte before tells whether a line begins with the first one.
            at: part.start.saturating_sub(1),
            part,
            first: None,
        }
    }

    /// Offset of the bytes that are wanted next.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Reads on; `false` once nothing more is wanted. What is wanted may lie behind the part: its last
    /// line goes on there.
    ///
    /// # Errors
    /// As [`Reader::push`](super::Reader::push).
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<bool, Error> {
        if self.first.is_none() {
            let Some(end) = find::byte(b'\n', bytes) else {
                self.at += bytes.len() as u64;
                return Ok(self.at < self.part.end);
            };
            self.at += end as u64 + 1;
            if self.at >= self.part.end {
                return Ok(false);
            }
            bytes = &bytes[end + 1..];
            self.first = Some(self.at);
            self.lines = Lines::new(self.lines.kind(), None, self.at);
        }
        // The last byte of the part may be the end of its last line.
        let sure = (self.part.end - 1).saturating_sub(self.at).min(bytes.len() as u64) as usize;
        let end = find::byte(b'\n', &bytes[sure..]).map(|end| sure + end + 1);
        let wanted = &bytes[..end.unwrap_or(bytes.len())];
        self.at += wanted.len() as u64;
        self.lines.push(wanted, &mut self.rows)?;
        Ok(end.is_none())
    }

    /// Ends the reading, where there are no more lines in the part or bytes in the file: what
    /// [`Piece::new`] reads. `None` where somebody else has to read the part: no line begins in it, or
    /// something was noticed.
    pub fn finish(self) -> Option<Vec<u8>> {
        let Self { lines, mut rows, known, at, first, .. } = self;
        let (first, count) = (first?, lines.count() + u64::from(lines.is_pending()));
        lines.finish(false, &mut rows).ok()?;
        if rows.unparseable > 0 || !rows.diagnostics.is_empty() {
            return None;
        }
        let text = |name: &[u8]| Some(std::str::from_utf8(name).ok()?.to_owned());
        let names = rows.names().skip(known).map(text).collect::<Option<Vec<_>>>()?;
        let table = rows.table;
        let mut out = Writer::default();
        for number in [first, at, count] {
            out.long(number);
        }
        for names in [&names[..], table.columns()] {
            out.word(names.len() as u32);
            for name in names {
                out.text(name);
            }
        }
        for row in 0..table.rows() {
            out.word(u32::try_from(table.offset(row) - first).ok()?);
            out.word(u32::try_from(table.row_number(row)).ok()?);
            for column in 0..table.columns().len() {
                let Some(cell) = table.kept(row, column) else {
                    out.word(LEFT);
                    continue;
                };
                let length = u32::try_from(cell.text.len()).ok()?;
                if length.leading_zeros() < KIND_BITS {
                    return None;
                }
                out.word(cell.kind as u32 | length << KIND_BITS);
                out.append(cell.text);
            }
        }
        Some(out.finish())
    }
}

/// The lines that begin in a part of a file, as somebody else has read them.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    first: u64,
    end: u64,
    lines: u64,
    /// Names that the sample did not have, in the order in which they first came.
    names: Vec<&'a str>,
    columns: Vec<&'a str>,
    rows: Reader<'a>,
}

impl<'a> Piece<'a> {
    /// Reads what [`PieceReader::finish`] wrote; `None` for anything else.
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut read = Reader::new(bytes)?;
        let [first, end, lines] = [read.long()?, read.long()?, read.long()?];
        let mut list = || -> Option<Vec<&'a str>> {
            let count = read.count(1)?;
            (0..count).map(|_| read.text()).collect()
        };
        let (names, columns) = (list()?, list()?);
        let piece = Self { first, end, lines, names, columns, rows: read };
        // From here on nothing is amiss.
        let mut rows = piece.rows();
        while rows.rest.has_words() {
            rows.place()?;
            for _ in &piece.columns {
                rows.next()?;
            }
        }
        rows.rest.is_empty().then_some(piece)
    }

    /// Offset of its first line.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Offset behind its last line.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// How many lines they are.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    pub(super) fn names(&self) -> &[&'a str] {
        &self.names
    }

    pub(super) fn columns(&self) -> &[&'a str] {
        &self.columns
    }

    pub(super) fn rows(&self) -> PieceRows<'a> {
        PieceRows { first: self.first, rest: self.rows }
    }
}

/// The rows of a piece: for each its place, and then the cell of each column.
#[derive(Debug)]
pub(super) struct PieceRows<'a> {
    /// Offset of the first line.
    first: u64,
    rest: Reader<'a>,
}

impl<'a> PieceRows<'a> {
    /// Offset and number of the next row.
    pub(super) fn place(&mut self) -> Option<(u64, u64)> {
        let [offset, number] = [self.rest.word()?, self.rest.word()?];
        Some((self.first.checked_add(offset.into())?, number.into()))
    }

    /// The next cell, or `None` where its text was left in the file.
    pub(super) fn cell(&mut self) -> Option<Cell<'a>> {
        match self.next()? {
            Stored::Kept(cell) => Some(cell),
            Stored::Left => None,
        }
    }

    fn next(&mut self) -> Option<Stored<'a>> {
        let word = self.rest.word()?;
        if word == LEFT {
            return Some(Stored::Left);
        }
        let kind = *KINDS.get((word & ((1 << KIND_BITS) - 1)) as usize)?;
        Some(Stored::Kept(Cell { kind, text: self.rest.take((word >> KIND_BITS) as usize)? }))
    }
}

/// A cell of a piece.
enum Stored<'a> {
    /// It came along.
    Kept(Cell<'a>),
    /// It is a text, and in the file alone.
    Left,
}
