//! Parquet files: their rows as JSON Lines, as a program writes them that keeps what the columns mean.
//!
//! [`Rows`] reads the columns of one row group after the other, page by page. What a file claims about sizes is
//! not believed: no page has more than 512 MiB or 16 Mi values, all pages in memory at a time have no more than
//! 1 GiB, and what comes out is limited as of every container. No bytes make it panic.

mod codec;
mod column;
mod json;
mod schema;
mod thrift;
mod values;

use super::{Bytes, Limits, gib};
use crate::base::diagnostic::{Code, Diagnostic};
use column::{Budget, Column};
use json::Writer;
use schema::{Footer, Node, Repeated, Shape};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Diagnostic>;

/// How a Parquet file begins and ends.
pub(super) const MARK: &[u8] = b"PAR1";
/// How one ends whose footer is encrypted.
const SECRET: &[u8] = b"PARE";

/// Bytes of an unpacked page, at most.
const MOST_PAGE: usize = 512 << 20;
/// Values of a page, at most.
const MOST_VALUES: u64 = 16 << 20;
/// Bytes of all pages that are unpacked at a time, at most.
const MOST_PAGES: u64 = 1 << 30;
/// Output that nobody takes for a bomb.
const HARMLESS: u64 = 64 << 20;

fn problem(code: Code, message: &str) -> Diagnostic {
    Diagnostic::error(code, message)
}

fn damaged(why: &str) -> Diagnostic {
    let message = format!("the Parquet file is damaged: {why}");
    problem(Code::DamagedMember, &message).remedy("download or write the file again")
}

fn encrypted() -> Diagnostic {
    problem(Code::Unsupported, "the Parquet file is encrypted")
        .remedy("write it again without encryption")
}

fn too_large() -> Diagnostic {
    let message = "the Parquet file needs too much memory when unpacked";
    problem(Code::TooLarge, message)
        .remedy("write it again with smaller row groups, or with only the needed columns")
}

/// Reads bytes from a place; fewer at the end of the file.
fn bytes_at(bytes: &dyn Bytes, start: u64, length: usize) -> Result<Vec<u8>> {
    let left = usize::try_from(bytes.size().saturating_sub(start)).unwrap_or(usize::MAX);
    let mut found = vec![0; length.min(left)];
    let mut filled = 0;
    while filled < found.len() {
        match bytes.read_at(start + filled as u64, &mut found[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) => {
                let message = format!("the file cannot be read: {error}");
                return Err(problem(Code::Unreadable, &message)
                    .remedy("choose the file again; it may have moved or changed"));
            }
        }
    }
    found.truncate(filled);
    Ok(found)
}

fn footer(bytes: &dyn Bytes) -> Result<Footer> {
    const TAIL: u64 = 8;
    let size = bytes.size();
    let tail = bytes_at(bytes, size.saturating_sub(TAIL), TAIL as usize)?;
    let Some((length, mark)) = tail.split_first_chunk::<4>() else {
        return Err(damaged("its end is missing"));
    };
    match mark {
        MARK => {}
        SECRET => return Err(encrypted()),
        _ => return Err(damaged("its end is missing")),
    }
    let length = u64::from(u32::from_le_bytes(*length));
    let start = size.checked_sub(TAIL + length).filter(|start| *start >= MARK.len() as u64);
    let start = start.ok_or_else(|| damaged("its end is missing"))?;
    Footer::read(&bytes_at(bytes, start, usize::try_from(length).map_err(|_| too_large())?)?)
}

/// All rows of a file as JSON Lines, and what is to be said about them.
pub(super) fn rows(bytes: &dyn Bytes, limits: Limits) -> Result<(Vec<u8>, Vec<Diagnostic>)> {
    let footer = footer(bytes)?;
    let likely = bytes.size().saturating_mul(limits.ratio).max(HARMLESS);
    let mut rows = Rows {
        bytes,
        footer: &footer,
        columns: Vec::new(),
        writer: Writer::default(),
        most: limits.total.min(likely),
        left_out: BTreeSet::new(),
    };
    for group in &footer.groups {
        rows.group(group)?;
    }
    let mut notes = Vec::new();
    if !rows.left_out.is_empty() {
        let paths: Vec<&str> =
            rows.left_out.iter().map(|leaf| footer.leaves[*leaf].path.as_str()).collect();
        let message = format!("binary data is left out: {}", paths.join(", "));
        notes.push(Diagnostic::info(Code::UnreadMembers, message));
    }
    let text = rows.writer.text;
    if text.is_empty() {
        return Err(problem(Code::NoRows, "the Parquet file has no rows")
            .remedy("check how the file was exported"));
    }
    Ok((text, notes))
}

/// The rows of a file while they are written.
struct Rows<'a> {
    bytes: &'a dyn Bytes,
    footer: &'a Footer,
    /// The columns of the present row group.
    columns: Vec<Column>,
    writer: Writer,
    /// Bytes that may come out of it.
    most: u64,
    /// Columns with values that are no text.
    left_out: BTreeSet<usize>,
}

impl Rows<'_> {
    fn group(&mut self, group: &schema::Group) -> Result<()> {
        let budget: Budget = Rc::new(Cell::new(MOST_PAGES));
        let size = self.bytes.size();
        let columns = group.chunks.iter().map(|chunk| Column::new(chunk, size, &budget));
        self.columns = columns.collect::<Result<_>>()?;
        let footer = self.footer;
        for _ in 0..group.rows {
            // Every column begins the row anew, or they have come apart.
            for leaf in 0..self.columns.len() {
                if self.level(leaf)?[0] != 0 {
                    return Err(damaged("its columns have different numbers of rows"));
                }
            }
            self.members(&footer.columns)?;
            self.writer.text.push(b'\n');
        }
        Ok(())
    }

    /// Repetition and definition level of the next value of a column.
    fn level(&mut self, leaf: usize) -> Result<[u16; 2]> {
        self.level_if_any(leaf)?.ok_or_else(|| damaged("a column ends too early"))
    }

    fn level_if_any(&mut self, leaf: usize) -> Result<Option<[u16; 2]>> {
        self.columns[leaf].level(&self.footer.leaves[leaf], self.bytes)
    }

    fn members(&mut self, members: &[(String, Node)]) -> Result<()> {
        self.writer.text.push(b'{');
        for (place, (name, node)) in members.iter().enumerate() {
            if place > 0 {
                self.writer.text.extend_from_slice(b", ");
            }
            self.writer.string(name);
            self.writer.text.extend_from_slice(b": ");
            self.node(node)?;
        }
        self.writer.text.push(b'}');
        Ok(())
    }

    fn node(&mut self, node: &Node) -> Result<()> {
        if self.writer.text.len() as u64 > self.most {
            let message = format!("the Parquet file has more than {} rows", gib(self.most));
            return Err(problem(Code::TooLarge, &message)
                .remedy("write it again with only the needed columns, or in parts"));
        }
        let first = node.leaves[0];
        if self.level(first)?[1] < node.defined {
            self.writer.text.extend_from_slice(b"null");
            return self.pass(node);
        }
        match &node.shape {
            Shape::Value => self.value(first),
            Shape::Object(members) => self.members(members),
            Shape::List(repeat) => {
                self.writer.text.push(b'[');
                self.repeat(node, repeat.level, |rows| rows.node(&repeat.element))?;
                self.writer.text.push(b']');
                Ok(())
            }
            Shape::Map(pair, level) => {
                let [key, value] = &**pair;
                self.writer.text.push(b'{');
                self.repeat(node, *level, |rows| {
                    rows.key(key)?;
                    rows.node(value)
                })?;
                self.writer.text.push(b'}');
                Ok(())
            }
        }
    }

    /// Writes the elements of a list, if it has any.
    fn repeat(
        &mut self,
        node: &Node,
        level: Repeated,
        mut element: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let first = node.leaves[0];
        if self.level(first)?[1] < level.any {
            return self.pass(node);
        }
        loop {
            element(self)?;
            match self.level_if_any(first)? {
                Some([repeated, _]) if repeated == level.again => {
                    self.writer.text.extend_from_slice(b", ");
                }
                _ => return Ok(()),
            }
        }
    }

    /// Writes the key of a map, which JSON has as text.
    fn key(&mut self, key: &Node) -> Result<()> {
        let from = self.writer.text.len();
        self.node(key)?;
        if self.writer.text.get(from) != Some(&b'"') {
            let key = self.writer.text.split_off(from);
            self.writer.string(&String::from_utf8_lossy(&key));
        }
        self.writer.text.extend_from_slice(b": ");
        Ok(())
    }

    fn value(&mut self, leaf: usize) -> Result<()> {
        let known = &self.footer.leaves[leaf];
        match self.columns[leaf].take(known)? {
            None => self.writer.text.extend_from_slice(b"null"),
            Some(value) => {
                if !self.writer.value(value, known) {
                    self.left_out.insert(leaf);
                }
            }
        }
        Ok(())
    }

    /// Goes past what is not there: in each of its columns one null.
    fn pass(&mut self, node: &Node) -> Result<()> {
        for leaf in node.leaves[0]..node.leaves[1] {
            self.level(leaf)?;
            self.columns[leaf].take(&self.footer.leaves[leaf])?;
        }
        Ok(())
    }
}
