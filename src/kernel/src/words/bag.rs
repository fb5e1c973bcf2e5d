//! The distinct tokens of a text, in a hash table that keeps places in the text, so that it outlives
//! none and is reused for all.

use super::Words;

/// The distinct tokens of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag {
    /// First entry of each bucket plus one, 0 for none; their number is a power of two.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
}

/// A distinct token.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// The first token that it is.
    token: usize,
    /// How often it occurs.
    count: u32,
    /// Of these, not yet found in the other text.
    left: u32,
    /// Next entry of the bucket plus one, 0 for none.
    next: u32,
}

impl Bag {
    /// Replaces what was in the bag by the tokens of a text.
    #[allow(clippy::cast_possible_truncation, reason = "tokens are counted in 32 bits")]
    pub(super) fn fill(&mut self, words: &Words) {
        let buckets = words.count().clamp(8, 1 << 20).next_power_of_two();
        self.buckets.clear();
        self.buckets.resize(buckets, 0);
        self.entries.clear();
        for (token, key) in words.keys[..words.count].iter().enumerate() {
            if let Some(entry) = self.find(words, *key, words, token) {
                self.entries[entry].count += 1;
                continue;
            }
            let bucket = self.bucket(*key);
            let next = self.buckets[bucket];
            self.entries.push(Entry { key: *key, token, count: 1, left: 0, next });
            self.buckets[bucket] = self.entries.len() as u32;
        }
    }

    /// Size of the intersection with the tokens of `other`. `words` is what the bag was filled with.
    pub(super) fn shared(&mut self, words: &Words, other: &Words) -> usize {
        for entry in &mut self.entries {
            entry.left = entry.count;
        }
        let mut shared = 0;
        for (token, key) in other.keys[..other.count].iter().enumerate() {
            if let Some(entry) = self.find(words, *key, other, token) {
                let left = &mut self.entries[entry].left;
                shared += usize::from(*left > 0);
                *left = left.saturating_sub(1);
            }
        }
        shared
    }

    /// The entry that equals a token of `other`.
    fn find(&self, words: &Words, key: u64, other: &Words, token: usize) -> Option<usize> {
        let mut next = self.buckets[self.bucket(key)];
        while next > 0 {
            let entry = &self.entries[next as usize - 1];
            // Equal hashes are checked.
            if entry.key == key
                && (key < super::HASHED || words.bytes(entry.token) == other.bytes(token))
            {
                return Some(next as usize - 1);
            }
            next = entry.next;
        }
        None
    }

    fn bucket(&self, key: u64) -> usize {
        // Fibonacci hashing: the upper half of the product depends on every byte.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed as usize & (self.buckets.len() - 1)
    }
}
