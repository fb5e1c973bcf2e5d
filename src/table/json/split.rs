//! Finds the records of a JSON document while its bytes pass by.
//!
//! Knows only brackets, quotes and commas and at most four open containers; what a record holds is
//! checked by whoever takes it. So one broken record does not end the reading.

use super::document::Filler;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use scoredrop_kernel::find;

/// The longest record that is buffered, in bytes.
const LONGEST_RECORD: usize = 256 << 20;

/// So many containers can be open around a record.
const DEEPEST: usize = 4;

/// What to do with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Look at its parts one by one.
    Enter,
    /// Hand it over whole.
    Emit,
    /// Pass over it without keeping it.
    Skip,
}

/// A value handed over. Keys have their quotes, and are empty in arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    pub(crate) raw: &'a [u8],
    pub(crate) offset: u64,
    pub(crate) key: &'a [u8],
    /// Key of the container that was entered; empty where none was.
    pub(crate) outer: &'a [u8],
    /// Key of the container around that one.
    pub(crate) around: &'a [u8],
}

/// What stands where it should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stray {
    TrailingComma,
    MissingComma,
    MissingValue,
    Unexpected,
    AfterEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Start,
    Key,
    InKey,
    Colon,
    Value,
    InValue,
    Comma,
    End,
    AfterEnd,
}

/// Where the bytes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// After the whole document.
    Complete,
    /// Inside a value that is handed over.
    InRecord,
    /// Elsewhere in the document.
    Between,
}

/// A resumable splitter; see the module.
#[derive(Debug)]
pub(crate) struct Splitter {
    at: At,
    position: u64,
    /// Whether each open container is an object.
    open: [bool; DEEPEST],
    level: usize,
    /// Whether the first container is not written.
    is_stream: bool,
    keys: [Vec<u8>; DEEPEST],
    comma: bool,
    junk: bool,
    step: Step,
    start: u64,
    buffer: Vec<u8>,
    scan: Scan,
}

/// How far into a value or key the bytes so far are.
#[derive(Clone, Copy, Debug, Default)]
struct Scan {
    scalar: bool,
    nested: u64,
    string: bool,
    escape: bool,
}

impl Splitter {
    /// Starts at the byte offset `position` of the stream.
    pub(crate) fn new(position: u64) -> Self {
        Self {
            at: At::Start,
            position,
            open: [false; DEEPEST],
            level: 0,
            is_stream: false,
            keys: Default::default(),
            comma: false,
            junk: false,
            step: Step::Skip,
            start: position,
            buffer: Vec::new(),
            scan: Scan::default(),
        }
    }

    /// Starts in a stream of values that have no list around them and no commas between them.
    pub(crate) fn of_stream(position: u64) -> Self {
        Self { at: At::Value, level: 1, is_stream: true, ..Self::new(position) }
    }

    /// Where the bytes so far end.
    pub(crate) fn ending(&self) -> Ending {
        match self.at {
            At::End | At::AfterEnd => Ending::Complete,
            At::Comma if self.is_stream && self.level == 1 => Ending::Complete,
            At::InValue if self.step == Step::Emit => Ending::InRecord,
            _ => Ending::Between,
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8], taker: &mut Filler<'_>) -> Result<(), Error> {
        let mut i = 0;
        while i < bytes.len() && !taker.full() {
            match self.at {
                At::InKey => {
                    let end = self.scan.in_string(bytes, i);
                    let key = &mut self.keys[self.level - 1];
                    key.extend_from_slice(&bytes[i..end.unwrap_or(bytes.len())]);
                    check_length(key.len())?;
                    if end.is_some() {
                        self.at = At::Colon;
                    }
                    i = end.unwrap_or(bytes.len());
                }
                At::InValue => i = self.in_value(bytes, i, taker)?,
                At::AfterEnd => break,
                _ if matches!(bytes[i], b' ' | b'\t' | b'\n' | b'\r') => i += 1,
                _ => {
                    let offset = self.position + i as u64;
                    if self.structure(bytes[i], offset, taker) {
                        i += 1;
                    }
                }
            }
        }
        self.position += bytes.len() as u64;
        Ok(())
    }

    /// Handles a byte between values; `false` where it must be looked at again.
    fn structure(&mut self, byte: u8, offset: u64, taker: &mut Filler<'_>) -> bool {
        let object = self.level > 0 && self.open[self.level - 1];
        match (self.at, byte) {
            (At::Start, b'{' | b'[') => self.enter(byte == b'{'),
            (At::End, _) => {
                taker.stray(offset, Stray::AfterEnd);
                self.at = At::AfterEnd;
            }
            (At::Key, b'"') => {
                let key = &mut self.keys[self.level - 1];
                key.clear();
                key.push(b'"');
                (self.at, self.junk) = (At::InKey, false);
            }
            (At::Colon, b':') => self.at = At::Value,
            (At::Comma, b',') => {
                (self.comma, self.junk) = (true, false);
                self.at = if object { At::Key } else { At::Value };
            }
            (At::Key | At::Comma, b'}') if object => self.leave(offset, taker),
            (At::Value | At::Comma, b']') if !object => self.leave(offset, taker),
            (At::Value, b',' | b'}' | b']') | (At::Colon, b',' | b'}') => {
                taker.stray(offset, Stray::MissingValue);
                self.at = At::Comma;
                // A comma or the right bracket is looked at again; the wrong one is dropped.
                return byte != b',' && (byte == b'}') != object;
            }
            (At::Value, _) => {
                self.begin_value(byte, offset, taker);
                // Scalars and strings are scanned from their first byte, containers after it.
                return self.at != At::InValue;
            }
            (At::Comma, b'"' | b'{' | b'[' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-') => {
                if !(self.is_stream && self.level == 1) {
                    taker.stray(offset, Stray::MissingComma);
                }
                self.at = if object { At::Key } else { At::Value };
                return false;
            }
            _ => {
                if !self.junk {
                    taker.stray(offset, Stray::Unexpected);
                    self.junk = true;
                }
            }
        }
        true
    }

    fn enter(&mut self, object: bool) {
        self.open[self.level] = object;
        self.level += 1;
        self.keys[self.level - 1].clear();
        (self.comma, self.junk) = (false, false);
        self.at = if object { At::Key } else { At::Value };
    }

    fn leave(&mut self, offset: u64, taker: &mut Filler<'_>) {
        if self.comma && self.at != At::Comma {
            taker.stray(offset, Stray::TrailingComma);
        }
        self.level -= 1;
        (self.comma, self.junk) = (false, false);
        self.at = if self.level == 0 { At::End } else { At::Comma };
    }

    fn begin_value(&mut self, byte: u8, offset: u64, taker: &mut Filler<'_>) {
        let container = matches!(byte, b'{' | b'[');
        (self.comma, self.junk) = (false, false);
        self.step = taker.step(self.level, &self.keys[self.level - 1], byte);
        if self.step == Step::Enter && container && self.level < DEEPEST {
            self.enter(byte == b'{');
            return;
        }
        self.start = offset;
        self.buffer.clear();
        self.scan = Scan { scalar: !container && byte != b'"', ..Scan::default() };
        self.at = At::InValue;
    }

    fn in_value(
        &mut self,
        bytes: &[u8],
        from: usize,
        taker: &mut Filler<'_>,
    ) -> Result<usize, Error> {
        let end = self.scan.end(bytes, from);
        let part = &bytes[from..end.unwrap_or(bytes.len())];
        if self.step == Step::Emit {
            check_length(self.buffer.len() + part.len())?;
            if end.is_none() || !self.buffer.is_empty() {
                self.buffer.extend_from_slice(part);
            }
        }
        let Some(end) = end else { return Ok(bytes.len()) };
        self.at = At::Comma;
        if self.step == Step::Emit {
            taker.take(Found {
                raw: if self.buffer.is_empty() { part } else { &self.buffer },
                offset: self.start,
                key: &self.keys[self.level - 1],
                outer: if self.level > 1 { &self.keys[self.level - 2] } else { &[] },
                around: if self.level > 2 { &self.keys[self.level - 3] } else { &[] },
            })?;
            self.buffer.clear();
        }
        Ok(end)
    }
}

impl Scan {
    /// The place after the value that `bytes[from..]` continues.
    fn end(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        if self.scalar { scalar_end(bytes, from) } else { self.nested_end(bytes, from) }
    }

    /// The place after the quote that closes the string which `bytes[from..]` continues.
    fn in_string(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut i = from;
        if self.escape {
            self.escape = false;
            i += 1;
        }
        loop {
            let place = i + find::either(b'"', b'\\', bytes.get(i..)?)?;
            if bytes[place] == b'"' {
                return Some(place + 1);
            }
            i = place + 2;
            self.escape = i > bytes.len();
        }
    }

    fn nested_end(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut i = from;
        loop {
            if self.string {
                i = self.in_string(bytes, i)?;
                self.string = false;
                if self.nested == 0 {
                    return Some(i);
                }
            }
            let rest = bytes.get(i..)?;
            i += rest.iter().position(|b| matches!(b, b'"' | b'{' | b'}' | b'[' | b']'))?;
            match bytes[i] {
                b'"' => self.string = true,
                b'{' | b'[' => self.nested += 1,
                _ => self.nested -= 1,
            }
            i += 1;
            if self.nested == 0 && !self.string {
                return Some(i);
            }
        }
    }
}

fn scalar_end(bytes: &[u8], from: usize) -> Option<usize> {
    let ends = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}');
    bytes[from..].iter().position(ends).map(|at| from + at)
}

/// Refuses to buffer more than one record can be.
pub(crate) fn check_length(length: usize) -> Result<(), Error> {
    if length <= LONGEST_RECORD {
        return Ok(());
    }
    let message = "a record is longer than 256 MiB, or a quote or bracket in it is never closed";
    Err(Diagnostic::error(Code::RecordTooLong, message)
        .remedy(
            "check the quotes and brackets of \
                                                              the file",
        )
        .into())
}
