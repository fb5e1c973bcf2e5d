//! Rows of files with one record a line: JSON Lines and plain text.

use super::Kind;
use super::json::document::describe;
use super::json::scan::{Fault, Reason, skip_space};
use super::json::shape::python_object;
use super::json::split::{Found, check_length};
use super::json::walk::{self, Token, Walker};
use super::json::{Nest, nested};
use super::rows::{Extra, Place, Rows, Source};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::{by_number, counted};
use crate::base::error::Error;
use crate::understand::names::{self, KEY, VALUE};
use scoredrop_kernel::find;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A JSON object.
    Object,
    /// A JSON value, a row of its own.
    Value,
    /// A JSON object with one member: a key and its value.
    Keyed,
    /// A JSON object that holds several rows.
    Nested(Nest),
    /// A text as it stands, blank ones too.
    Text,
    /// The name of the column of texts that follow.
    Header,
}

/// Reads lines piece by piece.
#[derive(Debug)]
pub(crate) struct Lines {
    kind: Line,
    /// Column of the table for texts, where it is kept.
    column: Option<usize>,
    pending: Vec<u8>,
    /// Whether some line was a dictionary of Python.
    python: bool,
    /// Offset of the line being read.
    offset: u64,
    line: u64,
    /// A blank line and the figures behind it: at the end of a file of texts they sum it up.
    held: Vec<(Vec<u8>, u64)>,
}

/// Whether a line of text names a figure and gives it, as in `F1 score: 0.39`.
fn is_figure(line: &[u8]) -> bool {
    let line = std::str::from_utf8(line).unwrap_or_default();
    line.split_once([':', '=']).is_some_and(|(name, figure)| {
        let figure = figure.trim().trim_end_matches('%');
        names::is_figure(name) && figure.trim_end().parse::<f64>().is_ok()
    })
}

impl Lines {
    /// Lines of a kind from a byte offset of the stream on; `column` is for texts.
    pub(crate) fn new(kind: Line, column: Option<usize>, offset: u64) -> Self {
        Self { kind, column, pending: Vec::new(), python: false, offset, line: 0, held: Vec::new() }
    }

    pub(crate) fn push(&mut self, mut bytes: &[u8], rows: &mut Rows) -> Result<(), Error> {
        while let Some(end) = find::byte(b'\n', bytes) {
            if rows.full() {
                return Ok(());
            }
            if self.pending.is_empty() {
                self.line(&bytes[..end], false, rows)?;
            } else {
                let mut line = std::mem::take(&mut self.pending);
                line.extend_from_slice(&bytes[..end]);
                self.line(&line, false, rows)?;
                line.clear();
                self.pending = line;
            }
            bytes = &bytes[end + 1..];
        }
        check_length(self.pending.len() + bytes.len())?;
        self.pending.extend_from_slice(bytes);
        Ok(())
    }

    /// Reads a last line that has no line feed; `cut` says that the file is known to be incomplete.
    pub(crate) fn finish(mut self, cut: bool, rows: &mut Rows) -> Result<(), Error> {
        let line = std::mem::take(&mut self.pending);
        if !rows.full() && !line.is_empty() {
            if cut && self.kind == Line::Text {
                let number = self.line + 1;
                rows.cut(&format!("in the middle of line {number}"), number);
            } else {
                self.line(&line, true, rows)?;
            }
        }
        let figures = self.held.iter().filter(|(line, _)| is_figure(line)).count();
        if figures > 0 {
            let message = format!(
                "{} at the end of the file {} the other lines and {} left out",
                counted(figures, "figure"),
                by_number(figures, "summarises", "summarise"),
                by_number(figures, "is", "are")
            );
            rows.note(Diagnostic::info(Code::SummaryLines, message));
        } else {
            self.release(rows)?;
        }
        if self.python {
            let message = "lines are Python dictionaries, not JSON; they are read as Python \
                           prints them";
            rows.note(Diagnostic::info(Code::PythonLines, message));
        }
        Ok(())
    }

    /// A line of text, which is a row even where nothing stands in it.
    fn text(&mut self, line: &[u8], rows: &mut Rows) -> Result<(), Error> {
        if self.kind == Line::Header {
            self.kind = Line::Text;
            return Ok(());
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let blank = line.trim_ascii().is_empty();
        if blank || (!self.held.is_empty() && is_figure(line)) {
            self.held.push((line.to_vec(), self.line));
            return Ok(());
        }
        self.release(rows)?;
        Self::row(line, self.line, self.column, rows)
    }

    /// Makes rows of lines that stood back.
    fn release(&mut self, rows: &mut Rows) -> Result<(), Error> {
        let held = std::mem::take(&mut self.held);
        held.iter().try_for_each(|(line, number)| Self::row(line, *number, self.column, rows))
    }

    fn row(line: &[u8], number: u64, column: Option<usize>, rows: &mut Rows) -> Result<(), Error> {
        rows.table.push_row(number);
        column.map_or(Ok(()), |column| rows.text(column, line, number))
    }

    /// A line with an object of one member: its name is the key.
    fn keyed(
        line: &[u8],
        start: usize,
        place: Place,
        rows: &mut Rows,
    ) -> Result<Result<(), Fault>, Error> {
        let mut walker = Walker::new(line, start);
        let mut extras = Vec::with_capacity(2);
        loop {
            let member = match walker.member() {
                Ok(Some(member)) if extras.is_empty() => member,
                Ok(None) if !extras.is_empty() => {
                    let rest = walk::nothing_after(line, walker.end());
                    return if rest.is_ok() {
                        rows.extras(place, &extras).map(Ok)
                    } else {
                        Ok(rest)
                    };
                }
                Ok(_) => {
                    rows.bad(
                        place,
                        "a line does not have exactly one member, but the other lines \
                                     do",
                    );
                    return Ok(Ok(()));
                }
                Err(fault) => return Ok(Err(fault)),
            };
            let quoted = &line[member.key.0 - 1..=member.key.1];
            let Some(key) = rows.token(quoted, place) else { return Ok(Ok(())) };
            extras.push(Extra::new(KEY, quoted, key));
            extras.push(Extra::new(VALUE, line, member.value));
        }
    }

    fn line(&mut self, line: &[u8], last: bool, rows: &mut Rows) -> Result<(), Error> {
        check_length(line.len())?;
        self.line += 1;
        if matches!(self.kind, Line::Text | Line::Header) {
            let done = self.text(line, rows);
            self.offset += line.len() as u64 + 1;
            return done;
        }
        let start = skip_space(line, 0);
        let place = Place { offset: self.offset + start as u64, number: self.line };
        self.offset += line.len() as u64 + 1;
        if start == line.len() {
            return Ok(());
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Line::Nested(nest) = self.kind
            && let Ok(token @ Token { kind: Kind::Object, .. }) = walk::only_value(line)
        {
            let raw = &line[token.start..token.end];
            let found = Found { raw, offset: place.offset, key: b"", outer: b"", around: b"" };
            let mut number = place.number;
            let count = nested::Count { number: &mut number, step: 0 };
            return nested::take(nest, found, count, rows);
        }
        let fault = if line[start] == b'{' && self.kind == Line::Keyed {
            match Self::keyed(line, start, place, rows)? {
                Ok(()) => return Ok(()),
                Err(fault) => fault,
            }
        } else if line[start] == b'{' && self.kind == Line::Object {
            match rows.object(line, start, place, &[], Source::Line)? {
                Ok(_) => return Ok(()),
                Err(fault) => {
                    if let Some(json) = python_object(line)
                        && rows.object(json.as_bytes(), 0, place, &[], Source::Line)?.is_ok()
                    {
                        self.python = true;
                        return Ok(());
                    }
                    fault
                }
            }
        } else {
            match walk::only_value(line) {
                Ok(token) if self.kind == Line::Value => {
                    return rows.extras(place, &[Extra::new(VALUE, line, token)]);
                }
                Ok(token) => {
                    let what = describe(token.kind);
                    let message = format!("line {} is {what}, not an object", self.line);
                    rows.bad(place, message);
                    return Ok(());
                }
                Err(fault) => fault,
            }
        };
        if last && fault.reason == Reason::Ends {
            rows.cut(&format!("in the middle of line {}", self.line), self.line);
        } else {
            let (column, words) = (fault.column(line), fault.describe(line));
            let number = self.line;
            rows.bad(place, format!("line {number} has invalid JSON at column {column}: {words}"));
        }
        Ok(())
    }
}
