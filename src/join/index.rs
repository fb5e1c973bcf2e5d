//! Rows of a table by their key.

use super::{Attempts, JoinedRun, NONE, Rules};
use crate::base::types::JoinBy;
use crate::table::{Table, key_of};
use crate::text::nfd::decompose;
use scoredrop_kernel::keys::Keys;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::Range;

/// Rows that are looked up together: see [`GoldIndex::fetch`].
const BATCH: usize = 64;

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
        decompose(word, &mut key);
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
    first: Keys,
    /// For each row whether it is one of these.
    is_first: Vec<bool>,
    next: Vec<u32>,
    prefixes: &'a [String],
    /// Whether the first of several rows for a key counts.
    keeps_first: bool,
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
            keeps_first: rules.first,
            prefixes: if by == JoinBy::Id { rules.id_prefixes } else { &[] },
        };
        let mut last: Vec<u32> = (0..rows as u32).collect();
        for start in (0..rows).step_by(BATCH) {
            index.add(start..rows.min(start + BATCH), &mut last);
        }
        index
    }

    /// Takes in the next rows; `last` has the last row of each chain, by its first. A function of its own:
    /// a browser optimises one when it is called again, and never while it runs.
    #[inline(never)]
    fn add(&mut self, batch: Range<usize>, last: &mut [u32]) {
        let keys: Vec<_> = batch.clone().map(|row| self.key_at(row)).collect();
        let hashes = self.fetch(&keys);
        for ((row, key), hash) in batch.zip(keys).zip(hashes) {
            let Some(key) = key else { continue };
            if let Some(head) = self.with_key(&key, hash) {
                let tail = std::mem::replace(&mut last[head as usize], row as u32);
                self.next[tail as usize] = row as u32;
                continue;
            }
            self.first.insert(hash, row as u32);
            self.is_first[row] = true;
            if self.by == JoinBy::Question
                && let Cow::Owned(words) = question_key(Cow::Borrowed(&*key))
            {
                let several = |place: &mut u32| *place = NONE;
                self.loose.entry(Cow::Owned(words)).and_modify(several).or_insert(row as u32);
            }
        }
    }

    /// The key of a row, as it is compared.
    fn key_at(&self, row: usize) -> Option<Cow<'a, str>> {
        key_of(self.table, row, &self.key).map(|key| bare(key, self.prefixes))
    }

    /// The hashes of up to [`BATCH`] keys; 0 where there is none. Looks at all places in memory at which
    /// they will be looked up, none of which depends on another: a processor waits for several of them at
    /// once then, and not for one after the other.
    fn fetch(&self, keys: &[Option<Cow<'_, str>>]) -> [u64; BATCH] {
        let (mut hashes, mut heads) = ([0; BATCH], [None; BATCH]);
        for (hash, key) in hashes.iter_mut().zip(keys) {
            *hash = key.as_ref().map_or(0, |key| self.first.hash(key.as_bytes()));
        }
        for (head, hash) in heads.iter_mut().zip(&hashes[..keys.len()]) {
            *head = self.first.candidate(*hash, &mut 0);
        }
        let own = heads.iter().flatten().filter_map(|row| self.key_at(*row as usize));
        // Nobody needs the sum; without it the compiler would look at nothing.
        black_box(own.map(|key| key.bytes().next().map_or(0, u64::from)).sum::<u64>());
        hashes
    }

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

    /// The first gold row of a key, and of its hash where that is known; `expected` is where it may well
    /// stand.
    fn head(&self, key: Cow<'_, str>, hash: Option<u64>, expected: usize) -> Option<u32> {
        if self.is_first.get(expected) == Some(&true)
            && self.key_at(expected).is_some_and(|own| own == key)
        {
            return Some(expected as u32);
        }
        let hash_of = |key: &str| self.first.hash(key.as_bytes());
        if let Some(head) = self.with_key(&key, hash.unwrap_or_else(|| hash_of(&key))) {
            return Some(head);
        }
        if self.by != JoinBy::Question {
            return None;
        }
        let words = question_key(key);
        let head = self.with_key(&words, hash_of(&words));
        let head = head.or_else(|| self.loose.get(&*words).copied());
        head.filter(|head| *head != NONE)
    }

    /// Calls `each` with rows of a predictions file and the first gold row of the key of each. Most files
    /// have the order of the gold file, where nothing has to be looked up: `order` says where it is, and
    /// whether this one has it so far. Apart for the reason of [`Self::add`].
    #[inline(never)]
    fn heads(
        &self,
        (table, key): (&Table, &[usize]),
        batch: &[u32],
        order: &mut (usize, bool),
        each: &mut dyn FnMut(u32, Option<u32>),
    ) {
        let of_row = |row: &u32| Some(bare(key_of(table, *row as usize, key)?, self.prefixes));
        let keys: Vec<_> = batch.iter().map(of_row).collect();
        let (expected, is_ordered) = order;
        let hashes = if *is_ordered { None } else { Some(self.fetch(&keys)) };
        *is_ordered = true;
        for (place, (row, key)) in batch.iter().zip(keys).enumerate() {
            let hash = hashes.as_ref().map(|hashes| hashes[place]);
            let head = key.and_then(|key| self.head(key, hash, *expected));
            if let Some(head) = head {
                *is_ordered &= head as usize == *expected;
                *expected = head as usize + 1;
            }
            each(*row, head);
        }
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
        let mut run = JoinedRun::new(name, file, self.next.len());
        let mut found = Vec::new();
        let mut take = |row, head: Option<u32>| {
            let Some(head) = head else { return run.extra.push(row) };
            let place = head as usize;
            if attempts {
                found.push((head, row));
                if run.rows[place] != NONE {
                    return;
                }
            } else if self.keeps_first && run.rows[place] != NONE {
                run.contested += u32::from(self.next[place] != NONE);
                return run.replaced.push(row);
            } else if run.rows[place] != NONE {
                run.replaced.push(run.rows[place]);
                run.contested += u32::from(self.next[place] != NONE);
            }
            run.rows[place] = row;
        };
        let mut order = (0, true);
        for batch in rows.chunks(BATCH) {
            self.heads((table, key), batch, &mut order, &mut take);
        }
        // Rows with one key share its prediction; each stands behind the one before.
        for (row, next) in self.next.iter().enumerate().filter(|(_, next)| **next != NONE) {
            run.rows[*next as usize] = run.rows[row];
        }
        if attempts {
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
    let fits = |prefix: &&String| key.starts_with(prefix.as_str());
    let Some(prefix) = prefixes.iter().find(fits) else {
        return key;
    };
    match key {
        Cow::Borrowed(key) => Cow::Borrowed(&key[prefix.len()..]),
        Cow::Owned(key) => Cow::Owned(key[prefix.len()..].to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;
    use proptest::prelude::*;

    fn table(keys: &[u32]) -> Table {
        let mut table = Table::new(vec!["id".to_owned()]);
        for (row, key) in (0..).zip(keys) {
            table.push_row(row + 1);
            // Every seventh number is no key at all.
            let text = format!("q{key}");
            assert!(key % 7 == 6 || table.set(0, Kind::String, &text));
        }
        table
    }

    proptest! {
        #[test]
        fn rows_find_their_keys_whatever_their_order(
            gold in prop::collection::vec(0..400_u32, 0..300),
            strays in prop::collection::vec((0..400_usize, 0..400_u32), 0..90),
        ) {
            // In the order of the gold file, but for some.
            let mut predictions = gold.clone();
            for (place, key) in strays {
                predictions.insert(place.min(predictions.len()), key);
            }
            let (ours, theirs) = (table(&gold), table(&predictions));
            let rows: Vec<u32> = (0..predictions.len() as u32).collect();
            let run = GoldIndex::new(&ours, &[0]).join(String::new(), 0, &theirs, &[0], &rows, false);
            let is_key = |key: u32| key % 7 != 6;
            let last = |key: &u32| predictions.iter().rposition(|other| other == key);
            let found = |key: &u32| last(key).filter(|_| is_key(*key)).map_or(NONE, |row| row as u32);
            prop_assert_eq!(run.rows, gold.iter().map(found).collect::<Vec<_>>());
            let is_extra = |row: &&u32| {
                let key = predictions[**row as usize];
                !is_key(key) || !gold.contains(&key)
            };
            prop_assert_eq!(run.extra, rows.iter().filter(is_extra).copied().collect::<Vec<_>>());
        }
    }
}
