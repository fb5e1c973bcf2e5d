//! The tokens of a text as a multiset: a hash table that keeps places in the text, so that it
//! outlives none and is reused for all.

/// The tokens of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag {
    /// Number of tokens.
    pub(super) len: usize,
    /// First entry of each bucket plus one, 0 for none; their number is a power of two.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
}

/// A distinct token.
#[derive(Clone, Copy, Debug)]
struct Entry {
    token: Token,
    /// How often it occurs.
    count: u32,
    /// Of these, not yet found in the other text.
    left: u32,
    /// Next entry of the bucket plus one, 0 for none.
    next: u32,
}

/// A token by its place in the text.
#[derive(Clone, Copy, Debug)]
struct Token {
    /// Up to 8 bytes: the bytes themselves. Longer: a hash.
    key: u64,
    start: usize,
    len: usize,
}

impl Bag {
    /// Replaces what was in the bag by the tokens of `text`.
    pub(super) fn fill(&mut self, text: &str) {
        let buckets = (text.len() / 4).clamp(8, 1 << 16).next_power_of_two();
        self.buckets.clear();
        self.buckets.resize(buckets, 0);
        self.entries.clear();
        self.len = 0;
        for_each_token(text, |token| {
            self.len += 1;
            if let Some(entry) = self.find(text, token, text) {
                self.entries[entry].count += 1;
                return;
            }
            let bucket = self.bucket(token);
            self.entries.push(Entry { token, count: 1, left: 0, next: self.buckets[bucket] });
            self.buckets[bucket] = self.entries.len() as u32;
        });
    }

    /// Size of the intersection with the tokens of `other`, and the number of those. `text` is what
    /// the bag was filled with.
    pub(super) fn shared(&mut self, text: &str, other: &str) -> (usize, usize) {
        for entry in &mut self.entries {
            entry.left = entry.count;
        }
        let (mut shared, mut len) = (0, 0);
        for_each_token(other, |token| {
            len += 1;
            if let Some(entry) = self.find(text, token, other) {
                let left = &mut self.entries[entry].left;
                shared += usize::from(*left > 0);
                *left = left.saturating_sub(1);
            }
        });
        (shared, len)
    }

    /// The entry that equals a token of `other`.
    fn find(&self, text: &str, token: Token, other: &str) -> Option<usize> {
        let mut next = self.buckets[self.bucket(token)];
        while next > 0 {
            let entry = &self.entries[next as usize - 1];
            let same = entry.token.key == token.key && entry.token.len == token.len;
            // Equal hashes are checked.
            if same && (token.len <= 8 || entry.token.bytes(text) == token.bytes(other)) {
                return Some(next as usize - 1);
            }
            next = entry.next;
        }
        None
    }

    fn bucket(&self, token: Token) -> usize {
        // Fibonacci hashing: the upper half of the product depends on every byte.
        let mixed = token.key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed as usize & (self.buckets.len() - 1)
    }
}

impl Token {
    fn bytes(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start..self.start + self.len]
    }
}

/// Calls `take` with what stands between spaces.
fn for_each_token(text: &str, mut take: impl FnMut(Token)) {
    let (mut start, mut key) = (0, 0u64);
    for (end, &byte) in text.as_bytes().iter().chain(b" ").enumerate() {
        if byte != b' ' {
            key = key.rotate_left(8) ^ u64::from(byte);
            continue;
        }
        if start < end {
            take(Token { key, start, len: end - start });
        }
        (start, key) = (end + 1, 0);
    }
}
