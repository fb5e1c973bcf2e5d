//! Rows of JSON Lines: one value a line.

use super::document::{VALUE, describe};
use super::scan::{Reason, skip_space};
use super::split::check_length;
use super::walk;
use crate::error::Error;
use crate::input::rows::{Extra, Place, Rows, Source};
use memchr::memchr;

/// Reads JSON Lines piece by piece.
#[derive(Debug)]
pub(crate) struct Lines {
    /// Whether values that are no objects are rows of their own.
    values: bool,
    pending: Vec<u8>,
    /// Offset of the line being read.
    offset: u64,
    line: u64,
}

impl Lines {
    /// Lines of objects, or of any values, from a byte offset of the stream on.
    pub(crate) fn new(values: bool, offset: u64) -> Self {
        Self { values, pending: Vec::new(), offset, line: 0 }
    }

    /// Reads on.
    pub(crate) fn push(&mut self, mut bytes: &[u8], rows: &mut Rows) -> Result<(), Error> {
        while let Some(end) = memchr(b'\n', bytes) {
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

    /// Reads a last line that has no line feed.
    pub(crate) fn finish(mut self, rows: &mut Rows) -> Result<(), Error> {
        let line = std::mem::take(&mut self.pending);
        if rows.full() { Ok(()) } else { self.line(&line, true, rows) }
    }

    fn line(&mut self, line: &[u8], last: bool, rows: &mut Rows) -> Result<(), Error> {
        check_length(line.len())?;
        self.line += 1;
        let start = skip_space(line, 0);
        let place = Place { offset: self.offset + start as u64, number: self.line };
        self.offset += line.len() as u64 + 1;
        if start == line.len() {
            return Ok(());
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let fault = if line[start] == b'{' && !self.values {
            match rows.object(line, start, place, &[], Source::Line)? {
                Ok(_) => return Ok(()),
                Err(fault) => fault,
            }
        } else {
            match walk::only_value(line) {
                Ok(token) if self.values => {
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
            rows.cut(&format!("inside line {}", self.line), self.line);
        } else {
            let (column, words) = (fault.column(line), fault.describe(line));
            let number = self.line;
            rows.bad(
                place,
                format!("line {number} is not valid JSON at character {column}: {words}"),
            );
        }
        Ok(())
    }
}
