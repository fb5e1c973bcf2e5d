//! Rows of a JSON document, by its shape.

use super::scan::{Fault, Flags};
use super::shape::Shape;
use super::split::{Ending, Found, Splitter, Step, Stray};
use super::unescape;
use super::walk::{self, Token, Walker};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::table::Kind;
use crate::table::rows::{Extra, Place, Rows, Source};
use crate::understand::names::{KEY, LIST, VALUE, is_listed_column};
use std::collections::HashMap;

/// Reads a document piece by piece.
#[derive(Debug)]
pub(crate) struct Document {
    splitter: Splitter,
    state: WalkState,
}

#[derive(Debug)]
struct WalkState {
    shape: Shape,
    /// Records so far, broken ones included.
    records: u64,
    ignored: Vec<String>,
    by_key: ByKey,
    lists: Vec<(String, u64)>,
    /// Names of the columns of [`Shape::Split`].
    names: Vec<String>,
}

impl Document {
    /// A document of this shape that begins at a byte offset of the stream.
    pub(crate) fn new(shape: Shape, position: u64) -> Self {
        let state = WalkState {
            shape,
            records: 0,
            ignored: Vec::new(),
            by_key: ByKey::default(),
            lists: Vec::new(),
            names: Vec::new(),
        };
        let is_stream = state.shape == Shape::Stream;
        let new = if is_stream { Splitter::of_stream } else { Splitter::new };
        Self { splitter: new(position), state }
    }

    pub(crate) fn push(&mut self, bytes: &[u8], rows: &mut Rows) -> Result<(), Error> {
        self.splitter.push(bytes, &mut Filler { state: &mut self.state, rows })
    }

    /// Says what the end of the file left open.
    ///
    /// # Errors
    /// Where lists that belong together differ in length.
    pub(crate) fn finish(self, rows: &mut Rows) -> Result<(), Error> {
        let next = self.state.records + 1;
        match self.splitter.ending() {
            Ending::Complete => {}
            Ending::InRecord if self.state.shape == Shape::Squad => {
                rows.cut(
                    "in the middle of an article, so the questions of this article are lost",
                    next,
                );
            }
            Ending::InRecord => rows.cut(&format!("in the middle of record {next}"), next),
            Ending::Between => rows.cut("before its JSON is closed", next),
        }
        if !self.state.ignored.is_empty() {
            let names = self.state.ignored.join(", ");
            let message = format!("members next to the records are ignored: {names}");
            rows.note(Diagnostic::info(Code::IgnoredMembers, message));
        }
        let lengths = self.state.lists;
        let ids = self.state.by_key.keys.len() as u64;
        let same = lengths.iter().all(|(_, length)| *length == lengths[0].1);
        if same && (lengths.is_empty() || ids == 0 || ids == lengths[0].1) {
            return Ok(());
        }
        let lengths: Vec<_> = lengths.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let lengths = lengths.join(", ");
        let message = if same {
            format!(
                "the lists have {ids} different ids in total, so they do not list the same \
                     questions: {lengths}"
            )
        } else {
            format!(
                "the lists have different lengths, so their elements do not correspond: {lengths}"
            )
        };
        let remedy = "give all lists the same length, with null for missing values, or write one \
                      list of objects";
        Err(Diagnostic::error(Code::ParallelLists, message).file(&rows.file).remedy(remedy).into())
    }
}

/// Takes what a [`Splitter`] finds.
pub(crate) struct Filler<'a> {
    state: &'a mut WalkState,
    rows: &'a mut Rows,
}

fn name(key: &[u8]) -> String {
    unescape(&String::from_utf8_lossy(key)).into_owned()
}

impl Filler<'_> {
    /// Decides about a value by the number of open containers (1 to 4), its key and first byte.
    pub(super) fn step(&mut self, level: usize, key: &[u8], first: u8) -> Step {
        let shape = &self.state.shape;
        let outer = shape.outer();
        let within = level - usize::from(outer.is_some());
        if within > if matches!(shape, Shape::RunsIn { .. }) { 2 } else { 1 } {
            return Step::Emit;
        }
        let wanted = match shape {
            _ if within == 0 => first == b'{' && outer.is_some_and(|outer| name(key) == *outer),
            Shape::RunsIn { member, .. } if within == 2 => first == b'[' && name(key) == *member,
            Shape::WrappedIn { member, .. } | Shape::Wrapped { member } => {
                first == b'[' && name(key) == *member
            }
            Shape::KeyedIn { member } => first == b'{' && name(key) == *member,
            Shape::Lists { .. } => first == b'[',
            Shape::Squad => first == b'[' && name(key) == "data",
            Shape::Nested(nest) => match nest.wrapper() {
                Some((wrapper, begins)) => first == begins && name(key) == wrapper,
                None => return Step::Emit,
            },
            Shape::KeyedColumns | Shape::RunsIn { .. } | Shape::RunsByKey { .. } => first == b'{',
            Shape::Parallel { .. } => first == b'[' && is_listed_column(&name(key)),
            Shape::Split => first == b'[' && matches!(key, b"\"columns\"" | b"\"data\""),
            _ => return Step::Emit,
        };
        if wanted {
            return Step::Enter;
        }
        if matches!(first, b'{' | b'[') && self.state.ignored.len() < 20 {
            self.state.ignored.push(name(key));
        }
        Step::Skip
    }

    /// Takes a value.
    pub(super) fn take(&mut self, found: Found<'_>) -> Result<(), Error> {
        let number = match self.state.shape {
            Shape::Squad => return self.article(found),
            Shape::Nested(nest) => {
                let number = &mut self.state.records;
                let count = super::nested::Count { number, step: 1 };
                return super::nested::take(nest, found, count, self.rows);
            }
            // Another build reads them.
            Shape::KeyedColumns => return self.keyed_cell(found),
            Shape::Parallel { .. } => return self.listed_cell(found),
            Shape::Split if found.outer == b"\"columns\"" => {
                let mut name = name(found.raw);
                while self.state.names.contains(&name) {
                    name.push_str(" (2)");
                }
                self.state.names.push(name);
                return Ok(());
            }
            _ => {
                self.state.records += 1;
                self.state.records
            }
        };
        let place = Place { offset: found.offset, number };
        let mut extras = Vec::new();
        if self.state.shape == Shape::Split {
            let mut walker = Walker::new(found.raw, 0);
            let mut names = self.state.names.iter();
            loop {
                // What is no list has no elements.
                let element = if found.raw[0] == b'[' { walker.element() } else { Ok(None) };
                match (element, names.next()) {
                    (Ok(Some(token)), Some(name)) => {
                        extras.push(Extra::new(name, found.raw, token));
                    }
                    (Ok(None), None) => return self.rows.extras(place, &extras),
                    (Err(fault), _) => {
                        self.rows.fault(found.raw, place, fault);
                        return Ok(());
                    }
                    _ => break,
                }
            }
            self.rows
                .bad(place, format!("record {number} does not have one value for each column"));
            return Ok(());
        }
        let list = match self.state.shape {
            Shape::Lists { .. } | Shape::RunsByKey { .. } => Some(found.outer),
            Shape::RunsIn { .. } => Some(found.around),
            _ => None,
        };
        let by_key = matches!(
            self.state.shape,
            Shape::Keyed | Shape::KeyedIn { .. } | Shape::RunsByKey { .. }
        );
        if let Some(list) = list {
            // A list of something else beside them is none of them.
            if found.raw.first() != Some(&b'{') && !by_key {
                return Ok(());
            }
            let Some(token) = self.rows.token(list, place) else { return Ok(()) };
            extras.push(Extra::new(LIST, list, token));
        }
        if by_key {
            let Some(token) = self.rows.token(found.key, place) else { return Ok(()) };
            extras.push(Extra::new(KEY, found.key, token));
        }
        if found.raw.first() == Some(&b'{') && self.state.shape != Shape::Values {
            // Where other values are no objects, one that is stands beside them as written.
            if self.state.shape == Shape::Keyed && self.rows.keeps_known(VALUE) {
                let (kind, flags) = (Kind::Object, Flags::default());
                extras.push(Extra { name: VALUE, kind, flags, raw: found.raw });
            }
            if let Err(fault) = self.rows.object(found.raw, 0, place, &extras, Source::Document)? {
                self.rows.fault(found.raw, place, fault);
            }
            return Ok(());
        }
        let Some(token) = self.rows.token(found.raw, place) else { return Ok(()) };
        if matches!(self.state.shape, Shape::Records | Shape::Stream) {
            let message = format!("record {number} is {}, not an object", describe(token.kind));
            self.rows.bad(place, message);
            return Ok(());
        }
        extras.push(Extra::new(VALUE, found.raw, token));
        self.rows.extras(place, &extras)
    }

    /// Hears of something out of place.
    pub(super) fn stray(&mut self, offset: u64, stray: Stray) {
        let number = self.state.records + 1;
        let place = Place { offset, number };
        match stray {
            Stray::MissingValue => {
                self.state.records += 1;
                // What follows in a list keeps its place.
                if let Some((_, length)) = self.state.lists.last_mut() {
                    *length += 1;
                }
                let message = format!("record {number} is empty: no value at byte {offset}");
                self.rows.bad(place, message);
            }
            Stray::AfterEnd => {
                self.rows.unparseable += 1;
                let message = format!(
                    "text after the end of the JSON document, from byte \
                                       {offset}, is not read"
                );
                let remedy = "write one value on each line (JSON Lines), or put all values into \
                              one list";
                self.rows.note(Diagnostic::error(Code::TextAfterEnd, message).remedy(remedy));
            }
            Stray::TrailingComma | Stray::MissingComma | Stray::Unexpected => {
                let what = match stray {
                    Stray::TrailingComma => "an extra comma before the closing bracket",
                    Stray::MissingComma => "a missing comma",
                    _ => "an unexpected character",
                };
                let message =
                    format!("{what} at byte {offset}; the rest of the file was still read");
                let remedy = "write the file with a JSON library";
                let note = Diagnostic::warning(Code::NotStrictJson, message);
                self.rows.note(note.row(number).remedy(remedy));
            }
        }
    }

    /// Whether no more is wanted.
    pub(super) fn full(&self) -> bool {
        // Later columns of the rows that are there must still be seen.
        self.rows.full()
            && !matches!(self.state.shape, Shape::KeyedColumns | Shape::Parallel { .. })
    }
}

pub(crate) fn describe(kind: Kind) -> &'static str {
    match kind {
        Kind::Absent => "nothing",
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::String => "a text",
        Kind::List => "a list",
        Kind::Object => "an object",
    }
}

/// Rows of a document whose columns come one after another, each keyed by id.
#[derive(Debug, Default)]
struct ByKey {
    rows: HashMap<Box<[u8]>, usize>,
    /// Per row: its key, and the last column (by its turn) that had it.
    keys: Vec<(Box<[u8]>, u32)>,
    column: Vec<u8>,
    turn: u32,
    /// Where the next key is expected: columns mostly have their keys in the same order.
    next: usize,
}

impl ByKey {
    /// The row of a key if it has one.
    fn find(&mut self, key: &[u8]) -> Option<usize> {
        let row = match self.keys.get(self.next) {
            Some((expected, _)) if **expected == *key => self.next,
            _ => *self.rows.get(key)?,
        };
        self.next = row + 1;
        Some(row)
    }
}

impl Filler<'_> {
    /// An element of a list that is a column.
    fn listed_cell(&mut self, found: Found<'_>) -> Result<(), Error> {
        let name = name(found.outer);
        let lists = &mut self.state.lists;
        if lists.last().is_none_or(|(last, _)| *last != name) {
            lists.push((name.clone(), 0));
        }
        let Some((_, length)) = lists.last_mut() else { return Ok(()) };
        let row = *length as usize;
        *length += 1;
        let number = *length;
        if found.raw[0] == b'{' {
            let inner = if name == "predictions" { "prediction_text" } else { "answers" };
            if let Ok(([Some(id), Some(inner)], _)) = two_members(found.raw, 0, ["id", inner]) {
                let part = |token: Token| &found.raw[token.start..token.end];
                return self.keyed_cell(Found { key: part(id), raw: part(inner), ..found });
            }
        }
        if row >= self.rows.table.rows() && self.rows.full() {
            return Ok(());
        }
        let place = Place { offset: found.offset, number };
        let column = self.rows.column(&name);
        if row >= self.rows.table.rows() {
            self.rows.table.push_row(number);
        }
        let token = self.rows.token(found.raw, place);
        if let (Some(token), Some(column)) = (token, column) {
            self.rows.set(row, column, &Extra::new("", found.raw, token), number)?;
        }
        Ok(())
    }

    fn keyed_cell(&mut self, found: Found<'_>) -> Result<(), Error> {
        let by_key = &mut self.state.by_key;
        if by_key.turn == 0 || by_key.column != found.outer {
            found.outer.clone_into(&mut by_key.column);
            by_key.turn += 1;
            by_key.next = 0;
        }
        let turn = by_key.turn;
        let known = by_key.find(found.key);
        if known.is_none() && self.rows.full() {
            return Ok(());
        }
        let number = known.unwrap_or(by_key.keys.len()) as u64 + 1;
        let place = Place { offset: found.offset, number };
        let Some(key) = self.rows.token(found.key, place) else { return Ok(()) };
        let Some(token) = self.rows.token(found.raw, place) else { return Ok(()) };
        let column = self.rows.column(&name(found.outer));
        let row = if let Some(row) = known {
            row
        } else {
            self.rows.extras(place, &[Extra::new(KEY, found.key, key)])?;
            let by_key = &mut self.state.by_key;
            let row = by_key.keys.len();
            by_key.rows.insert(found.key.into(), row);
            by_key.keys.push((found.key.into(), 0));
            by_key.next = row + 1;
            row
        };
        if std::mem::replace(&mut self.state.by_key.keys[row].1, turn) == turn
            && let Some(column) = column
        {
            self.rows.duplicate_key(column, number);
        }
        if let Some(column) = column {
            self.rows.set(row, column, &Extra::new("", found.raw, token), number)?;
        }
        Ok(())
    }

    /// The questions of one article of a `SQuAD` file.
    fn article(&mut self, found: Found<'_>) -> Result<(), Error> {
        let raw = found.raw;
        let place = Place { offset: found.offset, number: self.state.records + 1 };
        if raw[0] != b'{' {
            self.rows.bad(place, "an article is not an object");
            return Ok(());
        }
        match self.questions(raw, place) {
            Ok(result) => result,
            Err(fault) => {
                let at = place.offset + fault.at as u64;
                let words = fault.describe(raw);
                let message = format!("an article has invalid JSON at byte {at}: {words}");
                self.rows.bad(place, format!("{message}; its questions are lost"));
                Ok(())
            }
        }
    }

    /// Reads an article. Each level is gone over once on the way down, so a fault can only show in
    /// the first pass, before any row was added.
    fn questions(&mut self, raw: &[u8], place: Place) -> Result<Result<(), Error>, Fault> {
        let ([title, paragraphs], end) = two_members(raw, 0, ["title", "paragraphs"])?;
        walk::nothing_after(raw, end)?;
        let Some(paragraphs) = paragraphs.filter(|found| found.kind == Kind::List) else {
            self.rows.bad(place, "an article has no list of paragraphs");
            return Ok(Ok(()));
        };
        let title = title.filter(|title| title.kind == Kind::String);
        let mut paragraphs = Walker::new(raw, paragraphs.start);
        while let Some(start) = paragraphs.enter()? {
            if raw[start] != b'{' {
                paragraphs.resume(walk::value(raw, start)?.end);
                self.rows.bad(place, "a paragraph is not an object");
                continue;
            }
            let ([context, qas], end) = two_members(raw, start, ["context", "qas"])?;
            paragraphs.resume(end);
            let Some(qas) = qas.filter(|found| found.kind == Kind::List) else {
                self.rows.bad(place, "a paragraph has no list of questions (qas)");
                continue;
            };
            let mut extras: Vec<Extra<'_>> = Vec::with_capacity(2);
            extras.extend(title.map(|title| Extra::new("title", raw, title)));
            // The same passage stands beside each of its questions, so only a wish brings it in.
            if let Some(context) = context
                && self.rows.keeps("context")
            {
                extras.push(Extra::new("context", raw, context));
            }
            let mut qas = Walker::new(raw, qas.start);
            while let Some(start) = qas.enter()? {
                if self.rows.full() {
                    return Ok(Ok(()));
                }
                self.state.records += 1;
                let number = self.state.records;
                let place = Place { offset: place.offset + start as u64, number };
                if raw[start] != b'{' {
                    let other = walk::value(raw, start)?;
                    qas.resume(other.end);
                    let what = describe(other.kind);
                    self.rows.bad(place, format!("a question is {what}, not an object"));
                    continue;
                }
                match self.rows.object(raw, start, place, &extras, Source::Question) {
                    Ok(end) => qas.resume(end?),
                    Err(error) => return Ok(Err(error)),
                }
            }
        }
        Ok(Ok(()))
    }
}

/// The last members of two names of the object that begins at `start`, and where it ends.
fn two_members(
    raw: &[u8],
    start: usize,
    wanted: [&str; 2],
) -> Result<([Option<Token>; 2], usize), Fault> {
    let mut walker = Walker::new(raw, start);
    let mut found = [None; 2];
    while let Some(member) = walker.member()? {
        let key = &raw[member.key.0..member.key.1];
        for (name, slot) in wanted.iter().zip(&mut found) {
            if key == name.as_bytes() {
                *slot = Some(member.value);
            }
        }
    }
    Ok((found, walker.end()))
}
