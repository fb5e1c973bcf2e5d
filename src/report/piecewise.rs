//! A form of the report written piece by piece, for a driver that has other requests to answer
//! meanwhile. The bytes are those of [`forms::write`].

use super::forms::{self, Records, Wanted, write_records};
use crate::protocol::ExportFormat;
use crate::session::Session;
use crate::types::Parts;
use std::cell::RefCell;
use std::io::{self, Write};

/// Records that are written together where no text has to be read for them.
const AT_ONCE: usize = 1 << 12;

/// A form of the report on its way.
#[derive(Debug, Default)]
pub struct Writing {
    parts: Parts,
    /// Runs and rows of the per-question CSV; all where absent.
    rows: Option<Vec<(usize, usize)>>,
    /// Everything but the records.
    frame: Vec<u8>,
    /// Where in it which records belong; those that are written go.
    gaps: Vec<(usize, Records)>,
    /// How much of the frame was written, and how many records of the first gap.
    at: usize,
    next: usize,
    out: Vec<u8>,
    /// How many records were written, of how many.
    done: u64,
    total: u64,
}

impl Writing {
    /// Begins with a form: all but its records is written at once.
    ///
    /// # Errors
    /// Where texts that it shows cannot be read any more.
    pub fn new(session: &Session, format: ExportFormat, wanted: Wanted<'_>) -> io::Result<Self> {
        let frame = RefCell::new(Vec::new());
        let mut gaps = Vec::new();
        forms::write_with(session, format, wanted, &mut Shared(&frame), &mut |records, _| {
            gaps.push((frame.borrow().len(), records));
            Ok(())
        })?;
        let mut writing = Self {
            parts: wanted.parts,
            rows: wanted.rows.map(<[_]>::to_vec),
            frame: frame.into_inner(),
            ..Self::default()
        };
        let counts = gaps.iter().map(|(_, records)| writing.count(session, *records) as u64);
        writing.total = counts.sum();
        writing.gaps = gaps;
        Ok(writing)
    }

    fn count(&self, session: &Session, records: Records) -> usize {
        let rows = self.rows.as_deref().filter(|_| records == Records::Csv);
        rows.map_or_else(|| records.questions(session).count(), <[_]>::len)
    }

    /// Writes some more records; `true` once all is written.
    ///
    /// # Errors
    /// Where texts cannot be read any more.
    pub fn advance(&mut self, session: &Session) -> io::Result<bool> {
        let Some((place, records)) = self.gaps.first().copied() else {
            self.out.extend_from_slice(&self.frame[self.at..]);
            self.at = self.frame.len();
            return Ok(true);
        };
        self.out.extend_from_slice(&self.frame[self.at..place]);
        self.at = place;
        let most = if session.leaves_texts() { usize::MAX } else { AT_ONCE };
        let mut own = self.rows.iter().flatten().copied().skip(self.next);
        let mut all = records.questions(session).skip(self.next);
        let chosen = self.rows.is_some() && records == Records::Csv;
        let questions: &mut dyn Iterator<Item = _> = if chosen { &mut own } else { &mut all };
        let out = &mut self.out;
        let written =
            write_records(session, records, self.parts, &mut questions.take(most), true, out)?;
        self.next += written;
        self.done += written as u64;
        if written == 0 {
            self.gaps.remove(0);
            self.next = 0;
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

/// Bytes of which the number is looked at while they are written.
struct Shared<'b>(&'b RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
