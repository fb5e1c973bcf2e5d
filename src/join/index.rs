//! Rows of a table by their key.

use super::{Attempts, JoinedRun, NONE, Rules};
use crate::input::{Table, key_of};
use crate::metric::compare::VALUES;
use crate::normalize::nfd::nfd;
use crate::protocol::JoinBy;
use scoredrop_kernel::keys::Keys;
use std::borrow::Cow;
use std::collections::HashMap;

/// Rows of a table whose key stood before.
pub fn repeated(table: &Table, key: &[usize]) -> Vec<u32> {
    GoldIndex::new(table, key).duplicates()
}

/// A question's text by which it is found: every run of white space is one blank, and accents stand
/// apart from their letters.
fn question_key(text: Cow<'_, str>) -> Cow<'_, str> {
    let plain = |word: &str| !word.is_empty() && !word.bytes().any(|byte| byte < b'!');
    if text.is_ascii() && text.split(' ').all(plain) {
        return text;
    }
    let mut key = String::new();
    for word in text.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        nfd(word, &mut key);
    }
    Cow::Owned(key)
}

/// Gold rows by key; rows with the same key form a chain.
pub(super) struct GoldIndex<'a> {
    by: JoinBy,
    table: &'a Table,
    key: Vec<usize>,
    /// Keys of questions that are not as [`question_key`] has them, by that; [`NONE`] for several.
    loose: HashMap<Cow<'a, str>, u32>,
    /// The first row of each key.
    first: Keys,
    /// For each row whether it is one of these.
    is_first: Vec<bool>,
    next: Vec<u32>,
    prefixes: &'a [String],
}

impl<'a> GoldIndex<'a> {
    pub(super) fn new(table: &'a Table, key: &[usize]) -> Self {
        Self::by(JoinBy::Id, table, key, Rules::default())
    }

    /// Keys are taken as written; questions that none equals are found by their words.
    pub(super) fn by(by: JoinBy, table: &'a Table, key: &[usize], rules: Rules<'a>) -> Self {
        let rows = table.rows();
        let mut index = Self {
            by,
            table,
            key: key.to_vec(),
            loose: HashMap::new(),
            first: Keys::with_room(rows),
            is_first: vec![false; rows],
            next: vec![NONE; rows],
            prefixes: if by == JoinBy::Id { rules.id_prefixes } else { &[] },
        };
        let mut last: Vec<u32> = (0..rows as u32).collect();
        for row in 0..rows {
            let Some(key) = index.key_at(row) else { continue };
            let hash = index.first.hash(key.as_bytes());
            if let Some(head) = index.with_key(&key, hash) {
                let tail = std::mem::replace(&mut last[head as usize], row as u32);
                index.next[tail as usize] = row as u32;
                continue;
            }
            index.first.insert(hash, row as u32);
            index.is_first[row] = true;
            if by == JoinBy::Question
                && let Cow::Owned(words) = question_key(Cow::Borrowed(&*key))
            {
                let several = |place: &mut u32| *place = NONE;
                index.loose.entry(Cow::Owned(words)).and_modify(several).or_insert(row as u32);
            }
        }
        index
    }

    /// The key of a row, as it is compared.
    fn key_at(&self, row: usize) -> Option<Cow<'a, str>> {
        key_of(self.table, row, &self.key).map(|key| bare(key, self.prefixes))
    }

    /// The first row with a key.
    fn with_key(&self, key: &str, hash: u64) -> Option<u32> {
        let mut cursor = 0;
        loop {
            let row = self.first.candidate(hash, &mut cursor)?;
            if self.key_at(row as usize).is_some_and(|own| own == key) {
                return Some(row);
            }
        }
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

    /// The first gold row of a key; `expected` is where it may well stand.
    fn head(&self, key: Cow<'_, str>, expected: usize) -> Option<u32> {
        let key = bare(key, self.prefixes);
        if self.is_first.get(expected) == Some(&true)
            && self.key_at(expected).is_some_and(|own| own == key)
        {
            return Some(expected as u32);
        }
        let find = |key: &str| self.with_key(key, self.first.hash(key.as_bytes()));
        if let Some(head) = find(&key) {
            return Some(head);
        }
        if self.by != JoinBy::Question {
            return None;
        }
        let words = question_key(key);
        let head = find(&words).or_else(|| self.loose.get(&*words).copied());
        head.filter(|head| *head != NONE)
    }

    /// The rows of a run beside their gold rows.
    pub(super) fn join(
        &self,
        name: String,
        file: usize,
        table: &Table,
        key: &[usize],
        rows: &[u32],
        attempts: bool,
    ) -> JoinedRun {
        let mut run =
            JoinedRun { name, file, rows: vec![NONE; self.next.len()], ..JoinedRun::default() };
        let mut found = Vec::new();
        // Most files have the order of the gold file.
        let mut expected = 0;
        for row in rows {
            let key = key_of(table, *row as usize, key);
            let Some(head) = key.and_then(|key| self.head(key, expected)) else {
                run.extra.push(*row);
                continue;
            };
            expected = head as usize + 1;
            if VALUES && attempts {
                found.push((head, *row));
                if run.rows[head as usize] != NONE {
                    continue;
                }
            } else if run.rows[head as usize] != NONE {
                run.replaced.push(run.rows[head as usize]);
                run.contested += u32::from(self.next[head as usize] != NONE);
            }
            run.rows[head as usize] = *row;
        }
        // Rows with one key share its prediction; each stands behind the one before.
        for (row, next) in self.next.iter().enumerate().filter(|(_, next)| **next != NONE) {
            run.rows[*next as usize] = run.rows[row];
        }
        if VALUES && attempts {
            // In file order for each question.
            found.sort_by_key(|(head, _)| *head);
            let firsts = self.firsts();
            run.attempts = Some(Attempts::new(&firsts, &found));
        }
        run
    }
}

/// An id without what the preset says that it may begin with: `Mbpp/11` is 11.
fn bare<'k>(key: Cow<'k, str>, prefixes: &[String]) -> Cow<'k, str> {
    let fits = |prefix: &&String| VALUES && key.starts_with(prefix.as_str());
    let Some(prefix) = prefixes.iter().find(fits) else {
        return key;
    };
    match key {
        Cow::Borrowed(key) => Cow::Borrowed(&key[prefix.len()..]),
        Cow::Owned(key) => Cow::Owned(key[prefix.len()..].to_owned()),
    }
}
