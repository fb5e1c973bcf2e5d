//! The pages of a column, one at a time.

use super::schema::{Chunk, Leaf};
use super::thrift::Reader;
use super::values::{self, Value, Values};
use super::{MOST_VALUES, Result, codec, damaged, problem, too_large};
use crate::base::diagnostic::Code;
use crate::table::container::Bytes;
use std::cell::Cell;
use std::rc::Rc;

/// Bytes that are read at a time; a page that is larger is read as a whole.
const PIECE: usize = 1 << 16;

/// A page header is no longer, whatever statistics stand in it.
const LONGEST_HEADER: usize = 1 << 24;

/// Bytes that the pages of all columns have together.
pub(super) type Budget = Rc<Cell<u64>>;

/// A page whose values are being taken.
#[derive(Debug)]
struct Page {
    /// Repetition levels; none where they are all 0.
    repeated: Vec<u32>,
    /// Definition levels; none where they are all the highest.
    defined: Vec<u32>,
    values: Values,
    /// How many levels it has.
    count: usize,
    /// The next level.
    at: usize,
    /// The next value.
    value: usize,
    _held: Held,
}

/// A share of the budget, given back when it is dropped.
#[derive(Debug)]
struct Held {
    budget: Budget,
    bytes: u64,
}

impl Held {
    fn take(budget: &Budget, bytes: u64) -> Result<Self> {
        let left = budget.get().checked_sub(bytes).ok_or_else(too_large)?;
        budget.set(left);
        Ok(Self { budget: Rc::clone(budget), bytes })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.set(self.budget.get() + self.bytes);
    }
}

/// A column of a row group.
#[derive(Debug)]
pub(super) struct Column {
    codec: i64,
    /// Where its next page begins, and where its last one ends.
    at: u64,
    end: u64,
    /// Levels that its pages still have to have.
    left: u64,
    dictionary: Option<(Rc<Values>, Held)>,
    page: Option<Page>,
    budget: Budget,
    /// Bytes that were read ahead, and where they lie.
    ahead: (u64, Vec<u8>),
}

/// What a page header says.
#[derive(Debug, Default)]
struct Header {
    kind: i64,
    unpacked: u64,
    packed: u64,
    values: u64,
    encoding: i64,
    /// The encodings of definition and repetition levels of the first version.
    levels: [i64; 2],
    /// The bytes of definition and repetition levels of the second version.
    level_bytes: [u64; 2],
    is_packed: bool,
}

impl Header {
    fn read(reader: &mut Reader) -> Result<Self> {
        let mut header = Self { is_packed: true, ..Self::default() };
        reader.structure(|reader, id, _| {
            match id {
                1 => header.kind = reader.integer()?,
                2 => header.unpacked = reader.count()?,
                3 => header.packed = reader.count()?,
                5 => reader.structure(|reader, id, _| {
                    match id {
                        1 => header.values = reader.count()?,
                        2 => header.encoding = reader.integer()?,
                        3 => header.levels[0] = reader.integer()?,
                        4 => header.levels[1] = reader.integer()?,
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?,
                7 => reader.structure(|reader, id, _| {
                    if id == 1 {
                        header.values = reader.count()?;
                    }
                    Ok(id == 1)
                })?,
                8 => reader.structure(|reader, id, kind| {
                    match id {
                        1 => header.values = reader.count()?,
                        4 => header.encoding = reader.integer()?,
                        5 => header.level_bytes[0] = reader.count()?,
                        6 => header.level_bytes[1] = reader.count()?,
                        7 => header.is_packed = Reader::boolean(kind),
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(header)
    }
}

const RLE: i64 = 3;
const DATA: i64 = 0;
const DICTIONARY: i64 = 2;
const DATA_V2: i64 = 3;

impl Column {
    pub(super) fn new(chunk: &Chunk, size: u64, budget: &Budget) -> Result<Self> {
        let end = chunk.start.checked_add(chunk.length).filter(|end| *end <= size);
        Ok(Self {
            codec: chunk.codec,
            at: chunk.start,
            end: end.ok_or_else(|| damaged("a column reaches beyond its end"))?,
            left: chunk.values,
            dictionary: None,
            page: None,
            budget: Rc::clone(budget),
            ahead: (0, Vec::new()),
        })
    }

    /// Repetition and definition level of the next value or null; `None` at the end of the column.
    pub(super) fn level(&mut self, leaf: &Leaf, bytes: &dyn Bytes) -> Result<Option<[u16; 2]>> {
        loop {
            if let Some(page) = &self.page
                && page.at < page.count
            {
                let repeated = page.repeated.get(page.at).map_or(0, |level| *level as u16);
                let defined = page.defined.get(page.at).map_or(leaf.defined, |level| *level as u16);
                return Ok(Some([repeated, defined]));
            }
            self.page = None;
            if self.left == 0 || self.at >= self.end {
                return Ok(None);
            }
            self.next_page(leaf, bytes)?;
        }
    }

    /// Goes past the next value or null, and returns the value if it is there. [`Self::level`] was asked before.
    pub(super) fn take(&mut self, leaf: &Leaf) -> Result<Option<Value<'_>>> {
        let page = self.page.as_mut().ok_or_else(|| damaged("a column ends too early"))?;
        let defined = page.defined.get(page.at).is_none_or(|level| *level as u16 == leaf.defined);
        page.at += 1;
        if !defined {
            return Ok(None);
        }
        page.value += 1;
        let value = page.values.get(page.value - 1);
        value.map(Some).ok_or_else(|| damaged("a page ends too early"))
    }

    fn next_page(&mut self, leaf: &Leaf, bytes: &dyn Bytes) -> Result<()> {
        let (header, length) = self.header(bytes)?;
        self.at += length as u64;
        if header.packed > self.end - self.at {
            return Err(damaged("a page reaches beyond its column"));
        }
        let packed = usize::try_from(header.packed).map_err(|_| too_large())?;
        let unpacked = usize::try_from(header.unpacked).map_err(|_| too_large())?;
        if header.values > MOST_VALUES {
            let message = "the Parquet file holds too many values in one page";
            return Err(
                problem(Code::TooLarge, message).remedy("write it again with smaller row groups")
            );
        }
        let count = header.values as usize;
        match header.kind {
            DATA | DATA_V2 => {
                let held = Held::take(&self.budget, header.unpacked + header.values * 24)?;
                let page = self.read(bytes, packed)?;
                let page = match header.kind {
                    DATA => self.first_version(leaf, &header, &page, unpacked, held),
                    _ => self.second_version(leaf, &header, &page, unpacked, held),
                }?;
                if page.defined.iter().any(|level| *level > u32::from(leaf.defined))
                    || page.repeated.iter().any(|level| *level > u32::from(leaf.repeated))
                {
                    return Err(damaged("a level is too high"));
                }
                self.left = self.left.saturating_sub(count as u64);
                self.page = Some(page);
            }
            DICTIONARY => {
                let held = Held::take(&self.budget, header.unpacked + header.values * 24)?;
                let page = self.read(bytes, packed)?;
                let page = codec::unpack(self.codec, &page, unpacked)?;
                let values = values::plain(leaf.physical, page, count)?;
                self.dictionary = Some((Rc::new(values), held));
            }
            // An index says nothing about rows.
            _ => {}
        }
        self.at += header.packed;
        Ok(())
    }

    fn first_version(
        &self,
        leaf: &Leaf,
        header: &Header,
        packed: &[u8],
        unpacked: usize,
        held: Held,
    ) -> Result<Page> {
        let mut page = codec::unpack(self.codec, packed, unpacked)?;
        let mut rest = page.as_slice();
        let count = header.values as usize;
        let mut levels = |highest: u16, encoding: i64| {
            if highest == 0 {
                return Ok(Vec::new());
            }
            if encoding != RLE {
                let message = "the levels of the Parquet file are written in an outdated way";
                return Err(problem(Code::Unsupported, message)
                    .remedy("write the file again with a current program"));
            }
            let (length, behind) = rest.split_at_checked(4).ok_or_else(cut)?;
            let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
            let (runs, behind) = behind.split_at_checked(length).ok_or_else(cut)?;
            rest = behind;
            level_runs(runs, highest, count)
        };
        let repeated = levels(leaf.repeated, header.levels[1])?;
        let defined = levels(leaf.defined, header.levels[0])?;
        let levels = page.len() - rest.len();
        page.drain(..levels);
        self.page(leaf, header, [repeated, defined], page, held)
    }

    fn second_version(
        &self,
        leaf: &Leaf,
        header: &Header,
        packed: &[u8],
        unpacked: usize,
        held: Held,
    ) -> Result<Page> {
        let count = header.values as usize;
        let [defined, repeated] =
            header.level_bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let (runs, rest) = packed.split_at_checked(repeated).ok_or_else(cut)?;
        let repeated_levels = level_runs(runs, leaf.repeated, count)?;
        let (runs, rest) = rest.split_at_checked(defined).ok_or_else(cut)?;
        let defined_levels = level_runs(runs, leaf.defined, count)?;
        let size = unpacked.checked_sub(repeated + defined).ok_or_else(cut)?;
        // A page of nulls alone has nothing to unpack.
        let data = match size {
            0 => Vec::new(),
            _ if header.is_packed => codec::unpack(self.codec, rest, size)?,
            _ => rest.to_vec(),
        };
        self.page(leaf, header, [repeated_levels, defined_levels], data, held)
    }

    fn page(
        &self,
        leaf: &Leaf,
        header: &Header,
        [repeated, defined]: [Vec<u32>; 2],
        data: Vec<u8>,
        held: Held,
    ) -> Result<Page> {
        let count = header.values as usize;
        let there = match leaf.defined {
            0 => count,
            highest => defined.iter().filter(|level| **level == u32::from(highest)).count(),
        };
        let dictionary = self.dictionary.as_ref().map(|(values, _)| values);
        let values = values::read(header.encoding, leaf.physical, data, there, dictionary)?;
        Ok(Page { repeated, defined, values, count, at: 0, value: 0, _held: held })
    }

    /// Reads the next page header, and says how long it is.
    fn header(&mut self, bytes: &dyn Bytes) -> Result<(Header, usize)> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let mut length = PIECE.min(left);
        loop {
            let head = self.read(bytes, length)?;
            let mut reader = Reader::new(&head);
            match Header::read(&mut reader) {
                Ok(header) => return Ok((header, reader.consumed())),
                // Statistics may hold long texts.
                Err(_) if length < left.min(LONGEST_HEADER) => {
                    length = length.saturating_mul(16).min(left);
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    /// Reads so many bytes of the column from its present place on.
    fn read(&mut self, bytes: &dyn Bytes, length: usize) -> Result<Vec<u8>> {
        let (start, ahead) = &self.ahead;
        let known = self.at.checked_sub(*start).and_then(|from| {
            let from = usize::try_from(from).ok()?;
            ahead.get(from..from.checked_add(length)?)
        });
        if let Some(known) = known {
            return Ok(known.to_vec());
        }
        let end = self.end.min(self.at + length.max(PIECE) as u64);
        let mut found = super::bytes_at(bytes, self.at, (end - self.at) as usize)?;
        if found.len() <= PIECE {
            self.ahead = (self.at, found.clone());
        }
        if found.len() < length {
            return Err(cut());
        }
        found.truncate(length);
        Ok(found)
    }
}

fn cut() -> crate::base::diagnostic::Diagnostic {
    damaged("a page ends too early")
}

fn level_runs(runs: &[u8], highest: u16, count: usize) -> Result<Vec<u32>> {
    let mut levels = Vec::new();
    if highest > 0 {
        values::hybrid(runs, u16::BITS - highest.leading_zeros(), count, &mut levels)?;
    }
    Ok(levels)
}
