//! A form of the report written piece by piece, for a driver that has other requests to answer
//! meanwhile. The bytes are those of [`forms::write`].

use super::forms::{self, Piece, Wanted};
use super::records::{Records, write_records};
use crate::base::types::Parts;
use crate::session::Session;
use crate::session::protocol::ExportFormat;
use std::io::{self, Write};
use std::vec::IntoIter;

/// Records that are written together where no text has to be read for them.
const AT_ONCE: usize = 1 << 12;

/// A form of the report on its way.
#[derive(Debug, Default)]
pub struct Writing {
    parts: Parts,
    /// Runs and rows of the per-question CSV; all where absent.
    rows: Option<Vec<(usize, usize)>>,
    /// What is left to be written.
    pieces: IntoIter<Piece>,
    /// The records that are being written, and how many of them were.
    records: Option<Records>,
    next: usize,
    out: Vec<u8>,
    /// How many records were written, of how many.
    done: u64,
    total: u64,
}

impl Writing {
    /// Begins with a form.
    ///
    /// # Errors
    /// Where texts that it shows cannot be read any more.
    pub fn new(session: &Session, format: ExportFormat, wanted: Wanted<'_>) -> io::Result<Self> {
        let pieces = forms::pieces(session, format, wanted)?;
        let rows = wanted.rows.map(<[_]>::to_vec);
        let mut writing = Self { parts: wanted.parts, rows, ..Self::default() };
        let count = |piece: &Piece| match piece {
            Piece::Records(records) => writing.questions(session, *records).count() as u64,
            Piece::Text(_) => 0,
        };
        writing.total = pieces.iter().map(count).sum();
        writing.pieces = pieces.into_iter();
        Ok(writing)
    }

    fn questions<'a>(
        &'a self,
        session: &'a Session,
        records: Records,
    ) -> Box<dyn Iterator<Item = (usize, usize)> + 'a> {
        match self.rows.as_ref().filter(|_| records == Records::Csv) {
            Some(rows) => Box::new(rows.iter().copied()),
            None => records.questions(session),
        }
    }

    /// Writes some more records; `true` once all is written.
    ///
    /// # Errors
    /// None: writing to memory cannot fail.
    pub fn advance(&mut self, session: &Session) -> io::Result<bool> {
        let mut out = std::mem::take(&mut self.out);
        let is_done = self.write(session, AT_ONCE, &mut out);
        self.out = out;
        is_done
    }

    /// Writes up to so many more records; `true` once all is written.
    pub(super) fn write(
        &mut self,
        session: &Session,
        count: usize,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let Some(records) = self.records else {
            match self.pieces.next() {
                None => return Ok(true),
                Some(Piece::Text(text)) => out.write_all(text.as_bytes())?,
                Some(Piece::Records(records)) => (self.records, self.next) = (Some(records), 0),
            }
            return Ok(false);
        };
        let mut questions = self.questions(session, records).skip(self.next).take(count);
        let written = write_records(session, records, self.parts, &mut questions, out)?;
        drop(questions);
        self.next += written;
        self.done += written as u64;
        if written == 0 {
            self.records = None;
        }
        Ok(false)
    }

    /// How many records were written, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.total)
    }

    /// The bytes, once all is written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.out
    }
}
