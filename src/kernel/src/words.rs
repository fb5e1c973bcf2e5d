//! A text as its words: its normal form, and what two of them share.

mod bag;
mod form;
mod wide;

pub use form::{Articles, WordForm, normal_plainly};
pub use wide::{Class, Letter, Letters};

use crate::lanes::WIDTH;
use bag::Bag;

/// Bytes behind a text that may be read and written, so that nobody has to look where it ends.
const MARGIN: usize = 2 * WIDTH;

/// Up to so many tokens are looked for one by one: a table of the others costs more.
const FEW: usize = 24;

/// The normal form of a text and the tokens between its spaces. Reused for one text after the other,
/// it allocates nothing once it is large enough.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The normal form and at least [`MARGIN`] more bytes.
    text: Vec<u8>,
    len: usize,
    /// Number of tokens.
    count: usize,
    /// For each token its bytes and their number, or from [`LONG`] bytes on a hash. There may be more
    /// of them than tokens, left over from other texts.
    keys: Vec<u64>,
    /// Where each token begins.
    starts: Vec<u32>,
    /// The key of the article that stood last, where no other token stands behind it, or 0.
    article: u64,
    /// The distinct tokens, once somebody has asked for them.
    bag: Bag,
    has_bag: bool,
}

/// Tokens from so many bytes on have a hash for a key.
const LONG: usize = 8;

/// Above the key of a long token, where a short one has the number of its bytes.
const HASHED: u64 = 0xff << 56;

/// The keys of the articles.
const ARTICLES: [u64; 3] = [
    1 << 56 | b'a' as u64,
    2 << 56 | (b'n' as u64) << 8 | b'a' as u64,
    3 << 56 | (b'e' as u64) << 16 | (b'h' as u64) << 8 | b't' as u64,
];

impl Words {
    /// The normal form.
    pub fn text(&self) -> &[u8] {
        &self.text[..self.len]
    }

    /// Number of tokens.
    pub fn count(&self) -> usize {
        self.count
    }

    fn clear(&mut self, room: usize) {
        if self.text.len() < room + MARGIN {
            self.text.resize(room + MARGIN, 0);
            // Each token has a byte of its own and one behind it.
            self.keys.resize(room / 2 + 1, 0);
            self.starts.resize(room / 2 + 1, 0);
        }
        (self.len, self.count, self.article) = (0, 0, 0);
        self.has_bag = false;
    }

    /// Takes a text that is in normal form already: its tokens are what stands between spaces.
    #[inline(never)]
    pub fn split(&mut self, text: &str) {
        self.clear(text.len());
        self.len = text.len();
        self.text[..text.len()].copy_from_slice(text.as_bytes());
        self.find_tokens();
    }

    fn find_tokens(&mut self) {
        let mut start = 0;
        while start < self.len {
            let rest = &self.text[start..self.len];
            let length = crate::find::byte(b' ', rest).unwrap_or(rest.len());
            if length > 0 {
                self.add(start, self.key(start, length));
            }
            start += length + 1;
        }
    }

    /// The key of a token of the text.
    #[inline]
    fn key(&self, start: usize, length: usize) -> u64 {
        let first = self.eight(start);
        if length < LONG {
            return first & !(u64::MAX << (8 * length)) | (length as u64) << 56;
        }
        let last = self.eight(start + length - 8).rotate_left(29);
        (first ^ last ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8 | HASHED
    }

    /// Adds a token.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "texts are shorter than 4 GiB")]
    fn add(&mut self, start: usize, key: u64) {
        self.keys[self.count] = key;
        self.starts[self.count] = start as u32;
        self.count += 1;
    }

    /// Writes the article that stood last behind a text; returns the new end.
    fn put_article(&mut self, end: usize) -> usize {
        self.text[end..end + 8].copy_from_slice(&self.article.to_le_bytes());
        end + (self.article >> 56) as usize
    }

    /// Eight bytes of the text or of what is behind it.
    #[inline]
    fn eight(&self, at: usize) -> u64 {
        let bytes = self.text.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    }

    fn bytes(&self, token: usize) -> &[u8] {
        let rest = &self.text[self.starts[token] as usize..self.len];
        &rest[..crate::find::byte(b' ', rest).unwrap_or(rest.len())]
    }

    /// How many tokens are shared, as multisets: of each as many as both have.
    #[inline(never)]
    pub fn shared(&mut self, other: &Self) -> usize {
        if self.count().min(other.count()) > FEW {
            if !self.has_bag {
                self.has_bag = true;
                let mut bag = std::mem::take(&mut self.bag);
                bag.fill(self);
                self.bag = bag;
            }
            let mut bag = std::mem::take(&mut self.bag);
            let shared = bag.shared(self, other);
            self.bag = bag;
            return shared;
        }
        let own = &*self;
        let (few, many) = if own.count() < other.count() { (own, other) } else { (other, own) };
        let mut shared = 0;
        for (token, key) in few.keys[..few.count].iter().enumerate() {
            let found = many.equal(many.count(), *key, few, token);
            // Of equal tokens the first takes the first, and so on.
            shared += usize::from(found > 0 && found > few.equal(token, *key, few, token));
        }
        shared
    }

    /// How many of the first `count` tokens equal a token of `other`.
    #[inline]
    fn equal(&self, count: usize, key: u64, other: &Self, token: usize) -> usize {
        let keys = &self.keys[..count];
        // A sum, because it can be taken over several keys at a time.
        let equal: u64 = keys.iter().map(|own| u64::from(*own == key)).sum();
        if key < HASHED || equal == 0 {
            return equal as usize;
        }
        // Equal hashes are checked.
        let same = |place: &usize| keys[*place] == key && self.bytes(*place) == other.bytes(token);
        (0..count).filter(same).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The plain form of [`Words::shared`], for texts that are split at spaces.
    fn shared_plainly(one: &str, other: &str) -> usize {
        let tokens = |text: &'_ str| {
            text.split(' ').filter(|token| !token.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let mut left = tokens(one);
        let mut found = |token: &String| {
            let place = left.iter().position(|own| own == token);
            place.map(|place| left.swap_remove(place)).is_some()
        };
        tokens(other).iter().filter(|token| found(token)).count()
    }

    fn words(text: &str) -> Words {
        let mut words = Words::default();
        words.split("something that stood there before");
        words.split(text);
        words
    }

    #[test]
    fn tokens_stand_between_spaces() {
        let words = words("  a  bc é ");
        let tokens: Vec<&[u8]> = (0..words.count()).map(|token| words.bytes(token)).collect();
        assert_eq!(tokens, [&b"a"[..], b"bc", "é".as_bytes()]);
        assert_eq!(words.text(), "  a  bc é ".as_bytes());
        assert_eq!(self::words("").count(), 0);
    }

    #[test]
    fn hashes_that_meet_are_told_apart() {
        // Equal at both ends and of one length, so that the keys are equal.
        let (one, other) = ("intergovernmental", "intergovxrnmental");
        let (mut left, right) = (words(one), words(other));
        assert_eq!(left.keys[..1], right.keys[..1]);
        assert_eq!(left.shared(&right), 0);
        assert_eq!(left.shared(&words(one)), 1);
        let many = |text: &str| words(&[text].repeat(30).join(" "));
        assert_eq!(many(one).shared(&many(other)), 0);
        assert_eq!(many(one).shared(&many(one)), 30);
    }

    proptest! {
        #[test]
        fn every_size_counts_as_the_plain_form_does(
            one in prop::collection::vec("[ab]{1,3}|[a]{6,9}|é|intergov[ex]rnmental|", 0..80),
            other in prop::collection::vec("[ab]{1,3}|[a]{6,9}|é|intergov[ex]rnmental|", 0..80),
        ) {
            let (one, other) = (one.join(" "), other.join(" "));
            let (mut left, right) = (words(&one), words(&other));
            let shared = shared_plainly(&one, &other);
            prop_assert_eq!(left.shared(&right), shared);
            // The same once more, and against another one.
            prop_assert_eq!(left.shared(&right), shared);
            prop_assert_eq!(left.shared(&words("a b")), shared_plainly(&one, "a b"));
        }
    }
}
