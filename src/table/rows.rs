//! Collects rows into a [`Table`]: knows the columns, checks each cell and notes what is odd.

use super::json::scan::Flags;
use super::json::walk::{self, Token, Walker};
use super::json::{Fault, Turn, elements, turn, unescape, unescape_into};
use super::{Kind, Table, float};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::digits::grouped;
use crate::base::error::Error;
use scoredrop_kernel::find;
use std::borrow::Cow;
use std::collections::HashMap;

/// More columns than this are not kept; a file that has them is keyed by something else.
const MOST_COLUMNS: usize = 1024;

/// The column that numbers the elements of lists side by side.
pub(crate) const PLACE: &str = "(place)";

/// A name seen in the records, and where its cells go, if anywhere.
#[derive(Debug)]
struct Slot {
    name: Box<[u8]>,
    column: Option<usize>,
}

/// A column that is a part of an object or a chat within each record: `outer.inner`, `outer[user]`.
#[derive(Debug)]
struct Inner {
    outer: Box<[u8]>,
    part: InnerPart,
    column: usize,
}

/// What of an object or a chat is a column.
#[derive(Debug)]
enum InnerPart {
    Member(Box<[u8]>),
    Turn(Turn),
}

/// Where a turn of a chat stands.
fn turn_in(raw: &[u8], list: Token, whose: Turn) -> Option<Token> {
    let text = std::str::from_utf8(&raw[list.start..list.end]).ok()?;
    let found = turn(text, whose)?.raw;
    let token = walk::only_value(found.as_bytes()).ok()?;
    let start = list.start + (found.as_ptr().addr() - text.as_ptr().addr());
    Some(Token { start: start + token.start, end: start + token.end, ..token })
}

/// Where a record lies, for people (`number`, from 1) and for programs (`offset`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) number: u64,
}

/// Where an object comes from, which decides what is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A line of its own: nothing may follow it.
    Line,
    /// An element or member of a document.
    Document,
    /// A question of an article: of its lists and objects only those with known names are columns.
    Question,
}

/// A cell that comes from outside the record: a key, a title.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: Kind,
    pub(crate) flags: Flags,
    pub(crate) raw: &'a [u8],
}

impl<'a> Extra<'a> {
    pub(crate) fn new(name: &'a str, raw: &'a [u8], token: Token) -> Self {
        let Token { kind, start, end, flags } = token;
        Self { name, kind, flags, raw: &raw[start..end] }
    }
}

/// The table being filled, and what was noticed on the way.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) file: String,
    pub(crate) table: Table,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) unparseable: u64,
    /// The names of the columns that are kept; `None` where every one that appears is.
    keep: Option<Vec<String>>,
    limit: usize,
    slots: Vec<Slot>,
    /// Columns that are members of objects within a record.
    inner: Vec<Inner>,
    /// Columns of lists of which each element is a row.
    beside: Vec<usize>,
    index: HashMap<Box<[u8]>, usize>,
    /// How many names the sample had.
    known: usize,
    late: Vec<String>,
    late_more: u64,
    cells: Vec<(usize, Token)>,
    text: String,
    /// Per column one more than the row that last set it.
    set_by: Vec<usize>,
}

impl Rows {
    /// Rows of a file whose `known` columns were seen in its sample, with the columns to `keep` or all;
    /// at most `limit` of them.
    pub(crate) fn new(
        file: &str,
        known: &[String],
        keep: Option<Vec<String>>,
        limit: usize,
    ) -> Self {
        let mut rows = Self { file: file.to_owned(), keep, limit, ..Self::default() };
        for name in known {
            rows.find(name.as_bytes(), usize::MAX);
        }
        rows.known = rows.slots.len();
        rows.find_inner(known);
        rows.late.clear();
        rows.late_more = 0;
        rows
    }

    /// Makes a row of each element of these lists, which stand side by side within a record, and numbers them
    /// in [`PLACE`].
    pub(crate) fn take_apart(&mut self, lists: &[String]) {
        self.beside = lists.iter().filter_map(|name| self.column(name)).collect();
    }

    /// Finds out which of the known columns are members of objects in another one.
    fn find_inner(&mut self, known: &[String]) {
        for name in known {
            let turn = Turn::ALL
                .into_iter()
                .find_map(|turn| Some((name.strip_suffix(turn.suffix())?, InnerPart::Turn(turn))));
            let member = || {
                let (outer, inner) = name.split_once('.')?;
                Some((outer, InnerPart::Member(inner.as_bytes().into())))
            };
            let Some((outer, part)) = turn.or_else(member) else { continue };
            let Some(column) = self.column(name) else { continue };
            if known.iter().any(|known| known == outer) {
                self.inner.push(Inner { outer: outer.as_bytes().into(), part, column });
            }
        }
    }

    /// Whether no more rows are wanted.
    pub(crate) fn full(&self) -> bool {
        self.table.rows() >= self.limit
    }

    /// Index of the slot of a name, new ones included; `expected` is where it stood last time.
    #[inline]
    fn find(&mut self, name: &[u8], expected: usize) -> Option<usize> {
        if let Some(slot) = self.slots.get(expected)
            && *slot.name == *name
        {
            return Some(expected);
        }
        if let Some(found) = self.index.get(name) {
            return Some(*found);
        }
        self.add(name)
    }

    fn add(&mut self, name: &[u8]) -> Option<usize> {
        let text = String::from_utf8_lossy(name).into_owned();
        let keep = self.keep.as_ref().is_none_or(|names| names.contains(&text));
        if !keep {
            if self.late.len() < 8 {
                self.late.push(text);
            } else {
                self.late_more += 1;
            }
        }
        if self.slots.len() >= MOST_COLUMNS {
            return None;
        }
        let column = keep.then(|| self.table.add_column(&String::from_utf8_lossy(name)));
        if column.is_some() {
            self.set_by.push(0);
        }
        self.slots.push(Slot { name: name.into(), column });
        self.index.insert(name.into(), self.slots.len() - 1);
        Some(self.slots.len() - 1)
    }

    /// The column of a name if it is kept; adds it where it is wanted and new.
    pub(crate) fn column(&mut self, name: &str) -> Option<usize> {
        let slot = self.find(name.as_bytes(), usize::MAX)?;
        self.slots[slot].column
    }

    /// Whether a column of this name would be kept because it was asked for or seen.
    pub(crate) fn keeps(&self, name: &str) -> bool {
        match &self.keep {
            None => self.index.contains_key(name.as_bytes()),
            Some(names) => names.iter().any(|known| known == name),
        }
    }

    /// As [`Self::keeps`], but not where the name was asked for and the sample did not have it.
    pub(crate) fn keeps_known(&self, name: &str) -> bool {
        let known = |slot: &usize| self.keep.is_none() || *slot < self.known;
        self.keeps(name) && self.index.get(name.as_bytes()).is_some_and(known)
    }

    pub(crate) fn note(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.file(&self.file));
    }

    pub(crate) fn bad(&mut self, place: Place, message: impl Into<String>) {
        self.unparseable += 1;
        let remedy = "correct the record, or write the file with a JSON library";
        let bad = Diagnostic::error(Code::BadRow, message).row(place.number).remedy(remedy);
        self.note(bad);
    }

    /// Notes that the file is cut: `place` is where it ends, in words.
    pub(crate) fn cut(&mut self, place: &str, number: u64) {
        self.unparseable += 1;
        let rows = self.table.rows();
        let before = match rows {
            0 => "there is no complete record before this place".to_owned(),
            1 => "the 1 complete record before this place was read".to_owned(),
            rows => format!("the {} complete records before this place were read", grouped(rows)),
        };
        let message = format!("the file is cut off {place}; {before}");
        let cut =
            Diagnostic::error(Code::Truncated, message).row(number).remedy("export the file again");
        self.note(cut);
    }

    /// Adds the object that begins at `start` of `raw` as a row; returns where it ends. On a fault
    /// nothing is added.
    ///
    /// # Errors
    /// The outer one when the table is full, the inner one when the record is no valid object.
    pub(crate) fn object(
        &mut self,
        raw: &[u8],
        start: usize,
        place: Place,
        extras: &[Extra<'_>],
        source: Source,
    ) -> Result<Result<usize, Fault>, Error> {
        let mut walker = Walker::new(raw, start);
        self.cells.clear();
        // Extras are the first names a keyed record meets, so its members follow them.
        let mut expected = extras.len();
        loop {
            let member = match walker.member() {
                Ok(Some(member)) => member,
                Ok(None) => break,
                Err(fault) => return Ok(Err(fault)),
            };
            let mut key = Cow::Borrowed(&raw[member.key.0..member.key.1]);
            if member.key_escaped {
                let quoted = String::from_utf8_lossy(&raw[member.key.0 - 1..=member.key.1]);
                key = Cow::Owned(unescape(&quoted).into_owned().into_bytes());
            }
            let nested = matches!(member.value.kind, Kind::List | Kind::Object);
            if nested && !self.inner.is_empty() {
                self.inner_cells(raw, &key, member.value);
            }
            if source == Source::Question
                && nested
                && self.keep.is_none()
                && !self.index.contains_key(&*key)
            {
                continue;
            }
            if let Some(slot) = self.find(&key, expected) {
                expected = slot + 1;
                if let Some(column) = self.slots[slot].column {
                    self.cells.push((column, member.value));
                }
            }
        }
        if source == Source::Line
            && let Err(fault) = walk::nothing_after(raw, walker.end())
        {
            return Ok(Err(fault));
        }
        let cells = std::mem::take(&mut self.cells);
        let count = self.beside(raw, &cells);
        for element in 0..count.unwrap_or(1) {
            self.row(raw, place, extras, &cells, count.map(|_| element))?;
        }
        self.cells = cells;
        Ok(Ok(walker.end()))
    }

    /// How many elements each of the lists side by side has; `None` where they are no such lists.
    fn beside(&self, raw: &[u8], cells: &[(usize, Token)]) -> Option<usize> {
        let lists = cells.iter().filter(|(column, _)| self.beside.contains(column));
        let mut count = None;
        for (_, token) in lists {
            if token.kind != Kind::List {
                return None;
            }
            let text = std::str::from_utf8(&raw[token.start..token.end]).ok()?;
            let own = elements(text).map_while(Result::ok).count();
            if *count.get_or_insert(own) != own {
                return None;
            }
        }
        count
    }

    /// Adds a row of the cells of a record, or of one element of its lists side by side.
    fn row(
        &mut self,
        raw: &[u8],
        place: Place,
        extras: &[Extra<'_>],
        cells: &[(usize, Token)],
        element: Option<usize>,
    ) -> Result<(), Error> {
        self.table.push_row(place.number);
        let row = self.table.rows() - 1;
        for extra in extras {
            if let Some(column) = self.column(extra.name) {
                self.set(row, column, extra, place.number)?;
                self.set_by[column] = row + 1;
            }
        }
        if let Some(element) = element
            && let Some(column) = self.column(PLACE)
        {
            self.store(row, column, Kind::Number, &(element + 1).to_string())?;
        }
        for (column, token) in cells {
            if self.set_by[*column] == row + 1 {
                self.duplicate_key(*column, place.number);
            }
            self.set_by[*column] = row + 1;
            let whole = Extra::new("", raw, *token);
            let own = element.filter(|_| self.beside.contains(column));
            let part = own.and_then(|own| {
                let list = std::str::from_utf8(whole.raw).ok()?;
                let part = elements(list).nth(own)?.ok()?.raw.as_bytes();
                Some(Extra::new("", part, walk::only_value(part).ok()?))
            });
            self.set(row, *column, &part.unwrap_or(whole), place.number)?;
        }
        Ok(())
    }

    /// Takes the parts that are columns out of an object or a chat within a record.
    fn inner_cells(&mut self, raw: &[u8], outer: &[u8], nested: Token) {
        let own = |inner: &&Inner| *inner.outer == *outer;
        if !self.inner.iter().any(|inner| own(&inner)) {
            return;
        }
        if nested.kind == Kind::List {
            for inner in self.inner.iter().filter(own) {
                let InnerPart::Turn(whose) = inner.part else { continue };
                let token = turn_in(raw, nested, whose);
                self.cells.extend(token.map(|token| (inner.column, token)));
            }
            return;
        }
        self.member_cells(raw, outer, &[], nested);
    }

    /// The cells of the members of an object, which stands in `outer` under this path.
    fn member_cells(&mut self, raw: &[u8], outer: &[u8], path: &[u8], object: Token) {
        let mut walker = Walker::new(raw, object.start);
        while let Ok(Some(member)) = walker.member() {
            let path = [path, &raw[member.key.0..member.key.1]].concat();
            let own = self.inner.iter().filter(|inner| *inner.outer == *outer);
            let mut own = own.filter_map(|inner| match &inner.part {
                InnerPart::Member(own) => Some((inner.column, own)),
                InnerPart::Turn(_) => None,
            });
            if let Some((column, _)) = own.clone().find(|(_, own)| ***own == *path) {
                self.cells.push((column, member.value));
            }
            let inside = [&path[..], b"."].concat();
            if member.value.kind == Kind::Object && own.any(|(_, own)| own.starts_with(&inside)) {
                self.member_cells(raw, outer, &inside, member.value);
            }
        }
    }

    pub(crate) fn extras(&mut self, place: Place, extras: &[Extra<'_>]) -> Result<(), Error> {
        let columns: Vec<_> = extras.iter().map(|extra| self.column(extra.name)).collect();
        self.table.push_row(place.number);
        for (extra, column) in extras.iter().zip(columns) {
            if let Some(column) = column {
                self.set(self.table.rows() - 1, column, extra, place.number)?;
            }
        }
        Ok(())
    }

    /// Notes a name that stands twice in a record.
    pub(crate) fn duplicate_key(&mut self, column: usize, number: u64) {
        let message = "the record has this name twice; the last value counts, as in Python";
        self.odd(Code::DuplicateKey, column, number, message);
    }

    fn odd(&mut self, code: Code, column: usize, number: u64, message: &str) {
        let name = self.table.columns()[column].clone();
        self.note(Diagnostic::warning(code, message).row(number).column(name));
    }

    pub(crate) fn set(
        &mut self,
        row: usize,
        column: usize,
        cell: &Extra<'_>,
        number: u64,
    ) -> Result<(), Error> {
        if cell.flags.control() {
            let message = "a string contains a raw control character, which Python's json module \
                           refuses";
            self.odd(Code::ControlCharacter, column, number, message);
        }
        let mut raw = cell.raw;
        match cell.kind {
            Kind::String => {
                raw = &raw[1..raw.len() - 1];
                if cell.flags.escaped() {
                    let inner = self.utf8(raw, column, number);
                    let mut text = std::mem::take(&mut self.text);
                    if unescape_into(&inner, &mut text) {
                        let message = "an escape of half a surrogate pair was replaced by U+FFFD";
                        self.odd(Code::LoneSurrogate, column, number, message);
                    }
                    let result = self.store(row, column, Kind::String, &text);
                    self.text = text;
                    return result;
                }
            }
            Kind::Number if cell.flags.not_json_number() => {}
            Kind::Number => {
                let text = std::str::from_utf8(raw).unwrap_or_default();
                let long = raw.len() > 300 || find::either(b'e', b'E', raw).is_some();
                if long && float(text).is_some_and(f64::is_infinite) {
                    let message = "the number is too large for a 64-bit float; it is kept as \
                                   written";
                    self.odd(Code::NumberOutOfRange, column, number, message);
                }
            }
            _ => {}
        }
        if cell.flags.not_json_number() {
            let name = self.table.columns()[column].clone();
            let message = "NaN and Infinity are not valid JSON; they are read as Python reads them";
            self.note(Diagnostic::info(Code::NotJsonNumber, message).row(number).column(name));
        }
        let text = self.utf8(raw, column, number);
        if matches!(cell.kind, Kind::List | Kind::Object)
            && find::byte(b'\r', text.as_bytes()).is_some()
        {
            return self.store(row, column, cell.kind, &text.replace("\r\n", "\n"));
        }
        self.store(row, column, cell.kind, &text)
    }

    fn utf8<'a>(&mut self, raw: &'a [u8], column: usize, number: u64) -> Cow<'a, str> {
        if let Ok(text) = std::str::from_utf8(raw) {
            return Cow::Borrowed(text);
        }
        let message = "bytes that are not UTF-8 were replaced by U+FFFD";
        self.odd(Code::InvalidUtf8, column, number, message);
        String::from_utf8_lossy(raw)
    }

    /// Sets a text cell of a delimited file in the last row.
    pub(crate) fn text(&mut self, column: usize, raw: &[u8], number: u64) -> Result<(), Error> {
        let text = self.utf8(raw, column, number);
        self.store(self.table.rows() - 1, column, Kind::String, &text)
    }

    fn store(&mut self, row: usize, column: usize, kind: Kind, text: &str) -> Result<(), Error> {
        if self.table.set_in(row, column, kind, text) {
            return Ok(());
        }
        let message = "the columns needed hold more than 4 GiB of text, or one cell of more than \
                       512 MiB";
        Err(Diagnostic::error(Code::TooLarge, message)
            .file(&self.file)
            .row(self.table.row_number(row))
            .remedy("split the file, or remove columns")
            .into())
    }

    /// Notes what can only be said at the end.
    pub(crate) fn end(&mut self) {
        if self.slots.len() >= MOST_COLUMNS {
            let message = format!(
                "the file has more than {MOST_COLUMNS} column names; the rest \
                                   are ignored"
            );
            let remedy = "check that the file has one record for each question";
            self.note(Diagnostic::warning(Code::TooManyColumns, message).remedy(remedy));
        }
        if !self.late.is_empty() {
            let more = match self.late_more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = self.late.join(", ");
            let message = format!("these columns first appear far into the file: {names}{more}");
            self.note(Diagnostic::info(Code::LateColumn, message));
        }
        if self.table.rows() == 0 && self.unparseable == 0 {
            let message = "the file has no rows";
            self.note(Diagnostic::warning(Code::NoRows, message).remedy(
                "check how the file was \
                                                                      exported",
            ));
        }
    }

    /// A value with nothing around it; `None`, with the problem noted, where it is not valid.
    pub(crate) fn token(&mut self, raw: &[u8], place: Place) -> Option<Token> {
        walk::only_value(raw).map_err(|fault| self.fault(raw, place, fault)).ok()
    }

    /// Notes a fault in a record of a document.
    pub(crate) fn fault(&mut self, raw: &[u8], place: Place, fault: Fault) {
        let at = place.offset + fault.at as u64;
        let words = fault.describe(raw);
        self.bad(place, format!("record {} has invalid JSON at byte {at}: {words}", place.number));
    }
}
