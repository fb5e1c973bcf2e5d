//! Rows of a table by their key.

use super::{JoinedRun, NONE};
use crate::input::{Table, key_of};
use crate::normalize::nfd::nfd;
use crate::protocol::JoinBy;
use std::borrow::Cow;
use std::collections::HashMap;

/// Whether rows of a table have the same key.
pub fn repeats(table: &Table, key: &[usize]) -> bool {
    !GoldIndex::new(table, key).duplicates().is_empty()
}

/// The key of a row; of texts every run of white space is one blank, and accents stand apart from
/// their letters.
fn key_in<'a>(texts: bool, table: &'a Table, row: usize, key: &[usize]) -> Option<Cow<'a, str>> {
    let key = key_of(table, row, key)?;
    let plain = |word: &str| !word.is_empty() && !word.bytes().any(|byte| byte < b'!');
    if !texts || (key.is_ascii() && key.split(' ').all(plain)) {
        return Some(key);
    }
    let mut text = String::new();
    for word in key.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        nfd(word, &mut text);
    }
    Some(Cow::Owned(text))
}

/// Gold rows by key; rows with the same key form a chain.
pub(super) struct GoldIndex<'a> {
    /// Whether keys are texts, which may differ in white space.
    texts: bool,
    first: HashMap<Cow<'a, str>, u32>,
    next: Vec<u32>,
}

impl<'a> GoldIndex<'a> {
    pub(super) fn new(table: &'a Table, key: &[usize]) -> Self {
        Self::by(JoinBy::Id, table, key)
    }

    /// Ids are taken as written, question texts by their words.
    pub(super) fn by(by: JoinBy, table: &'a Table, key: &[usize]) -> Self {
        let texts = by == JoinBy::Question;
        let mut first: HashMap<Cow<'a, str>, u32> = HashMap::with_capacity(table.rows());
        let mut next = vec![NONE; table.rows()];
        let mut last: Vec<u32> = (0..table.rows() as u32).collect();
        for row in 0..table.rows() {
            let Some(key) = key_in(texts, table, row, key) else { continue };
            match first.entry(key) {
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(row as u32);
                }
                std::collections::hash_map::Entry::Occupied(entry) => {
                    let head = *entry.get();
                    let tail = std::mem::replace(&mut last[head as usize], row as u32);
                    next[tail as usize] = row as u32;
                }
            }
        }
        Self { texts, first, next }
    }

    /// For each row the first with its key; itself where it has none.
    pub(super) fn firsts(&self) -> Vec<u32> {
        let mut firsts: Vec<u32> = (0..self.next.len() as u32).collect();
        for (row, next) in self.next.iter().enumerate().filter(|(_, next)| **next != NONE) {
            firsts[*next as usize] = firsts[row];
        }
        firsts
    }

    /// Rows whose key stood before, in file order.
    pub(super) fn duplicates(&self) -> Vec<u32> {
        let firsts = self.firsts();
        (0..firsts.len() as u32).filter(|row| firsts[*row as usize] != *row).collect()
    }

    /// The rows of a run beside their gold rows.
    pub(super) fn join(
        &self,
        name: String,
        file: usize,
        table: &Table,
        key: &[usize],
        rows: &[u32],
    ) -> JoinedRun {
        let mut run =
            JoinedRun { name, file, rows: vec![NONE; self.next.len()], ..JoinedRun::default() };
        for row in rows {
            let key = key_in(self.texts, table, *row as usize, key);
            let found = key.and_then(|key| self.first.get(&key));
            let Some(head) = found else {
                run.extra.push(*row);
                continue;
            };
            if run.rows[*head as usize] != NONE {
                run.replaced.push(run.rows[*head as usize]);
            }
            let mut gold = *head;
            while gold != NONE {
                run.rows[gold as usize] = *row;
                gold = self.next[gold as usize];
            }
        }
        run
    }
}
