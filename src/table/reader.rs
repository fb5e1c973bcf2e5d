//! Reads a whole file as it comes, slice by slice.

use super::Table;
use super::decode::Decoder;
use super::delimited::Delimited;
use super::encoding::MARK;
use super::gzip::{Health, Unpacker, bomb};
use super::inspect::{Format, Inspection, inspect};
use super::json::Shape;
use super::json::document::Document;
use super::lines::{Line, Lines};
use super::rows::Rows;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::error::Error;

/// The most bytes that are read after unpacking (8 GiB).
const LARGEST: u64 = 8 << 30;

/// Bytes that [`read_all`] looks at first.
const HEAD: usize = 1 << 20;

/// A file as read.
#[derive(Clone, Debug)]
pub struct Read {
    /// Its rows, with the columns that were kept.
    pub table: Table,
    /// What was noticed.
    pub diagnostics: Diagnostics,
    /// Records that could not be read.
    pub unparseable: u64,
}

impl Read {
    /// The rows without those ahead of them and behind them that are none ([`Table::strays`]), each with a warning.
    #[must_use]
    pub fn without_strays(mut self, file: &str) -> Self {
        let ([first, last], rows) = (self.table.strays(), self.table.rows());
        if first + last == 0 {
            return self;
        }
        for row in (0..first).chain(rows - last..rows) {
            let number = self.table.row_number(row);
            let message = "the row has none of the columns of the other rows; it is left out";
            let note = Diagnostic::warning(Code::StrayRow, message).file(file).row(number);
            self.diagnostics.push(note);
        }
        self.table = self.table.of_rows(first..rows - last);
        self
    }
}

/// The reader of one format.
#[derive(Debug)]
pub(crate) enum Engine {
    Document(Box<Document>),
    Lines(Lines),
    Delimited(Box<Delimited>),
}

impl Engine {
    /// The reader for a file whose text begins at `offset`; `columns` are those of a delimited file.
    pub(crate) fn new(
        inspection: &Inspection,
        columns: &[String],
        offset: u64,
        rows: &mut Rows,
    ) -> Self {
        match inspection.format {
            Format::Json => {
                Self::Document(Box::new(Document::new(inspection.shape.clone(), offset)))
            }
            Format::JsonLines => Self::Lines(Lines::new(line_of(&inspection.shape), None, offset)),
            Format::Text => {
                let first = if inspection.header { Line::Header } else { Line::Text };
                let column = columns.first().and_then(|name| rows.column(name));
                Self::Lines(Lines::new(first, column, offset))
            }
            Format::Csv(_) | Format::Tsv => {
                Self::Delimited(Box::new(Delimited::new(inspection, columns, offset, rows)))
            }
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8], rows: &mut Rows) -> Result<(), Error> {
        match self {
            Self::Document(document) => document.push(bytes, rows),
            Self::Lines(lines) => lines.push(bytes, rows),
            Self::Delimited(delimited) => delimited.push(bytes, rows),
        }
    }

    pub(crate) fn finish(self, cut: bool, rows: &mut Rows) -> Result<(), Error> {
        match self {
            Self::Document(document) => document.finish(rows),
            Self::Lines(lines) => lines.finish(cut, rows),
            Self::Delimited(delimited) => delimited.finish(cut, rows),
        }
    }
}

/// The unpacked side of a reader.
#[derive(Debug)]
struct Text {
    decoder: Option<Decoder>,
    decoded: Decoded,
}

/// The side of a reader that has its text in UTF-8.
#[derive(Debug)]
struct Decoded {
    engine: Engine,
    rows: Rows,
    /// Set until the byte order mark was looked for.
    mark: Option<Vec<u8>>,
    bytes: u64,
}

impl Text {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.decoder {
            Some(decoder) => self.decoded.push(decoder.push(bytes).as_bytes()),
            None => self.decoded.push(bytes),
        }
    }

    /// Hands over what the decoder has left.
    fn end(mut self) -> Result<Decoded, Error> {
        if let Some(decoder) = &mut self.decoder {
            let rest = decoder.finish(&mut self.decoded.rows).to_owned();
            self.decoded.push(rest.as_bytes())?;
        }
        Ok(self.decoded)
    }
}

impl Decoded {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes += bytes.len() as u64;
        if self.bytes > LARGEST {
            let message = "the file holds more than 8 GiB of text";
            let problem = Diagnostic::error(Code::TooLarge, message).remedy("split the file");
            return Err(problem.file(&self.rows.file).into());
        }
        let Some(start) = &mut self.mark else { return self.engine_push(bytes) };
        start.extend_from_slice(bytes);
        if start.len() < MARK.len() {
            return Ok(());
        }
        self.pass_mark()
    }

    fn engine_push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.engine.push(bytes, &mut self.rows).map_err(|mut error| {
            for problem in &mut error.problems {
                problem.file.get_or_insert_with(|| self.rows.file.clone());
            }
            error
        })
    }

    fn pass_mark(&mut self) -> Result<(), Error> {
        let start = self.mark.take().unwrap_or_default();
        self.engine_push(start.strip_prefix(MARK).unwrap_or(&start))
    }
}

/// Reads a file slice by slice. The result does not depend on where the slices are cut.
#[derive(Debug)]
pub struct Reader {
    unpacker: Option<Unpacker>,
    text: Text,
}

impl Reader {
    /// A reader for an inspected file that keeps the columns with these names. Names that the sample
    /// does not have are kept as well if they appear later.
    pub fn new(inspection: &Inspection, keep: &[String]) -> Self {
        let columns = inspection.sample.columns();
        let mut rows = Rows::new(&inspection.name, columns, Some(keep.to_vec()), usize::MAX);
        rows.take_apart(&inspection.beside);
        let engine = Engine::new(inspection, columns, inspection.start, &mut rows);
        let decoded = Decoded { engine, rows, mark: Some(Vec::new()), bytes: 0 };
        let text = Text { decoder: Decoder::new(inspection.decoding), decoded };
        Self { unpacker: inspection.gzip.then(Unpacker::new), text }
    }

    /// Bytes that are held for the rows so far.
    pub fn bytes(&self) -> usize {
        self.text.decoded.rows.table.bytes()
    }

    /// Reads on, from the bytes of the file as given.
    ///
    /// # Errors
    /// Where reading cannot go on: more than 8 GiB of text, more kept text than a table holds, or a
    /// record beyond 256 MiB. Everything else is a diagnostic.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.unpacker {
            Some(unpacker) => {
                unpacker.push(bytes, |text| self.text.push(text))?;
                if unpacker.is_bomb() {
                    return Err(bomb().file(&self.text.decoded.rows.file).into());
                }
                Ok(())
            }
            None => self.text.push(bytes),
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn finish(self) -> Result<Read, Error> {
        let mut text = self.text;
        let health = match self.unpacker {
            Some(unpacker) => unpacker.finish(|bytes| text.push(bytes))?,
            None => Health::Sound,
        };
        if health == Health::Bomb {
            return Err(bomb().file(&text.decoded.rows.file).into());
        }
        let mut text = text.end()?;
        text.pass_mark()?;
        let Decoded { engine, mut rows, .. } = text;
        if let Some(note) = health.note() {
            rows.note(note);
        }
        let cut = health == Health::Broken;
        engine.finish(cut, &mut rows)?;
        rows.end();
        Ok(Read { table: rows.table, diagnostics: rows.diagnostics, unparseable: rows.unparseable })
    }
}

/// Inspects and reads a file that is in memory. Without `keep`, all columns of the sample are kept.
///
/// # Errors
/// As [`inspect`] and [`Reader::push`].
pub fn read_all(
    name: &str,
    bytes: &[u8],
    keep: Option<&[String]>,
) -> Result<(Inspection, Read), Error> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let inspection = inspect(name, head, head.len() == bytes.len())?;
    let mut reader = Reader::new(&inspection, keep.unwrap_or(inspection.sample.columns()));
    reader.push(bytes)?;
    let read = reader.finish()?;
    Ok((inspection, read))
}

/// What the lines of a file with a JSON value a line are.
fn line_of(shape: &Shape) -> Line {
    match shape {
        Shape::Values => Line::Value,
        Shape::Keyed => Line::Keyed,
        Shape::Nested(nest) => Line::Nested(*nest),
        _ => Line::Object,
    }
}
