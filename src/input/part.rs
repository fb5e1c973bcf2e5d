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
use super::{Encoding, Table};
use crate::error::Error;
use crate::json_text::{Members, json_text};
use crate::json_tree::Json;
use crate::wire;
use memchr::memchr;
use std::ops::Range;

/// The names of the forms of a line.
const LINES: [(&str, Line); 3] =
    [("object", Line::Object), ("value", Line::Value), ("keyed", Line::Keyed)];

/// What somebody has to know to read parts of a file.
#[derive(Clone, Debug)]
pub struct Cut {
    columns: Vec<String>,
    keep: Vec<String>,
    line: Line,
}

impl Cut {
    /// How to read parts of an inspected file, with the columns of these names; `None` where it can only
    /// be read from its beginning on.
    pub fn new(inspection: &Inspection, keep: &[String]) -> Option<Self> {
        let plain = inspection.format == Format::JsonLines
            && inspection.decoding == Encoding::Utf8
            && !inspection.gzip;
        plain.then(|| Self {
            columns: inspection.sample.columns().to_vec(),
            keep: keep.to_vec(),
            line: line_of(&inspection.shape),
        })
    }

    /// The text that [`Self::from_text`] reads.
    pub fn to_text(&self) -> String {
        let name = LINES.iter().find(|(_, line)| *line == self.line).map(|(name, _)| *name);
        json_text(&Members(&[
            ("columns", &self.columns),
            ("keep", &self.keep),
            ("line", &name.unwrap_or_default()),
        ]))
    }

    /// Reads what [`Self::to_text`] wrote; `None` for anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut json = Json::parse(text).ok()?;
        let name: String = json.take("line")?;
        let line = LINES.iter().find(|known| known.0 == name)?.1;
        Some(Self { columns: json.take("columns")?, keep: json.take("keep")?, line })
    }
}

/// What the lines of a file with a JSON value a line are.
pub(crate) fn line_of(shape: &Shape) -> Line {
    match shape {
        Shape::Values => Line::Value,
        Shape::Keyed => Line::Keyed,
        _ => Line::Object,
    }
}

/// Reads the lines that begin in a part of a file.
#[derive(Debug)]
pub struct PartReader {
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

impl PartReader {
    /// A reader of a part that does not begin with the file.
    pub fn new(cut: &Cut, part: Range<u64>) -> Self {
        let rows = Rows::new("", &cut.columns, Keep::Named(cut.keep.clone()), usize::MAX);
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
            let Some(end) = memchr(b'\n', bytes) else {
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
        let end = memchr(b'\n', &bytes[sure..]).map(|end| sure + end + 1);
        let wanted = &bytes[..end.unwrap_or(bytes.len())];
        self.at += wanted.len() as u64;
        self.lines.push(wanted, &mut self.rows)?;
        Ok(end.is_none())
    }

    /// Ends the reading, where there are no more lines in the part or bytes in the file. `None` where
    /// somebody else has to read the part: no line begins in it, or something was noticed.
    pub fn finish(self) -> Option<Part> {
        let Self { lines, mut rows, known, at, first, .. } = self;
        let (first, count) = (first?, lines.count() + u64::from(lines.is_pending()));
        lines.finish(false, &mut rows).ok()?;
        if rows.unparseable > 0 || !rows.diagnostics.is_empty() || rows.is_full_of_names() {
            return None;
        }
        let text = |name: &[u8]| Some(std::str::from_utf8(name).ok()?.to_owned());
        let names = rows.names().skip(known).map(text).collect::<Option<_>>()?;
        Some(Part { first, end: at, lines: count, names, table: rows.table })
    }
}

/// The lines of a part of a file, as read.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) first: u64,
    pub(super) end: u64,
    pub(super) lines: u64,
    /// Names that the sample did not have, in the order in which they first came.
    pub(super) names: Vec<String>,
    pub(super) table: Table,
}

impl Part {
    /// Offset of its first line.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Offset behind its last line.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// In bytes, the texts apart.
    pub fn pack(self) -> (Vec<u8>, Vec<String>) {
        let mut out = wire::Writer::default();
        for number in [self.first, self.end, self.lines] {
            out.long(number);
        }
        out.word(self.names.len() as u32);
        self.names.iter().for_each(|name| out.text(name));
        let texts = self.table.pack(&mut out);
        (out.finish(), texts)
    }

    /// Reads what [`Self::pack`] wrote; `None` for anything else.
    pub fn unpack(bytes: &[u8], texts: Vec<String>) -> Option<Self> {
        let mut read = wire::Reader::new(bytes)?;
        let [first, end, lines] = [read.long()?, read.long()?, read.long()?];
        let mut names = Vec::new();
        for _ in 0..read.count(1)? {
            names.push(read.text()?.to_owned());
        }
        let table = Table::unpack(&mut read, texts)?;
        read.is_empty().then_some(Self { first, end, lines, names, table })
    }
}
