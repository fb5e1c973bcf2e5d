//! Rows of a table by their key.

use super::{Attempts, JoinedRun, NONE, Rules};
use crate::input::{Table, key_of};
use crate::metric::compare::VALUES;
use crate::normalize::nfd::nfd;
use crate::protocol::JoinBy;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

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

/// The first row of each key, found by a hash of it; the keys themselves stay in their table.
struct Heads {
    /// Rows, or [`NONE`], each at the place of its hash or after it; at most half of them are taken.
    rows: Vec<u32>,
}

impl Heads {
    fn new(rows: usize) -> Self {
        Self { rows: vec![NONE; (rows * 2).next_power_of_two()] }
    }

    /// The row of a key, or else the place where it belongs.
    fn find(&self, key: &str, is_of: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let last = self.rows.len() - 1;
        let mut place = hasher.finish() as usize & last;
        loop {
            match self.rows[place] {
                NONE => return Err(place),
                row if is_of(row) => return Ok(row),
                _ => place = (place + 1) & last,
            }
        }
    }
}

/// Gold rows by key; rows with the same key form a chain.
pub(super) struct GoldIndex<'a> {
    by: JoinBy,
    table: &'a Table,
    key: Vec<usize>,
    /// Keys of questions that are not as [`question_key`] has them, by that; [`NONE`] for several.
    loose: HashMap<Cow<'a, str>, u32>,
    heads: Heads,
    next: Vec<u32>,
    prefixes: &'a [String],
}

impl<'a> GoldIndex<'a> {
    pub(super) fn new(table: &'a Table, key: &[usize]) -> Self {
        Self::by(JoinBy::Id, table, key, Rules::default())
    }

    /// Keys are taken as written; questions that none equals are found by their words.
    pub(super) fn by(by: JoinBy, table: &'a Table, key: &[usize], rules: Rules<'a>) -> Self {
        let prefixes = if by == JoinBy::Id { rules.id_prefixes } else { &[] };
        let mut index = Self {
            by,
            table,
            key: key.to_vec(),
            loose: HashMap::new(),
            heads: Heads::new(table.rows()),
            next: vec![NONE; table.rows()],
            prefixes,
        };
        // The last row of each chain, by its head.
        let mut last: HashMap<u32, u32> = HashMap::new();
        for row in 0..table.rows() as u32 {
            let Some(key) = index.key_of(row) else { continue };
            match index.heads.find(&key, |other| index.is_of(other, &key)) {
                Err(place) => {
                    index.heads.rows[place] = row;
                    if by == JoinBy::Question
                        && let Cow::Owned(words) = question_key(Cow::Borrowed(&key))
                    {
                        let several = |place: &mut u32| *place = NONE;
                        index.loose.entry(Cow::Owned(words)).and_modify(several).or_insert(row);
                    }
                }
                Ok(head) => {
                    let tail = last.insert(head, row).unwrap_or(head);
                    index.next[tail as usize] = row;
                }
            }
        }
        index
    }

    /// The key of a row, without what it may begin with.
    fn key_of(&self, row: u32) -> Option<Cow<'a, str>> {
        Some(bare(key_of(self.table, row as usize, &self.key)?, self.prefixes))
    }

    fn is_of(&self, row: u32, key: &str) -> bool {
        self.key_of(row).is_some_and(|own| own == key)
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

    /// The first gold row of a key.
    fn head(&self, key: Cow<'_, str>) -> Option<u32> {
        let find = |key: &str| self.heads.find(key, |row| self.is_of(row, key)).ok();
        let key = bare(key, self.prefixes);
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
        for row in rows {
            let key = key_of(table, *row as usize, key);
            let Some(head) = key.and_then(|key| self.head(key)) else {
                run.extra.push(*row);
                continue;
            };
            if VALUES && attempts {
                found.push((head, *row));
                if run.rows[head as usize] != NONE {
                    continue;
                }
            } else if run.rows[head as usize] != NONE {
                run.replaced.push(run.rows[head as usize]);
                run.contested += u32::from(self.next[head as usize] != NONE);
            }
            let mut gold = head;
            while gold != NONE {
                run.rows[gold as usize] = *row;
                gold = self.next[gold as usize];
            }
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
