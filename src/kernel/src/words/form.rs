//! The normal form of ASCII text in one pass.

use super::{ARTICLES, Words};
use crate::lanes::{WIDTH, classes};

/// What is done to a text, in this order; at the end every run of white space becomes one space, and
/// none is left at either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordForm {
    /// Letters become small.
    pub lowercase: bool,
    /// ASCII punctuation is deleted.
    pub no_punctuation: bool,
    /// What is done to the words `a`, `an` and `the`, in small letters only.
    pub articles: Articles,
}

/// What is done to articles. They are deleted only where punctuation is deleted too: it would end a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Articles {
    /// They stay.
    Stay,
    /// They are deleted.
    Go,
    /// They are deleted where another word follows.
    GoBeforeWords,
}

/// Bytes whose classes are held in one number.
const BLOCK: usize = 64;

/// One bit for each byte of a block.
struct Block {
    /// What is kept.
    kept: u64,
    space: u64,
    /// The bytes as they are kept, and a margin.
    bytes: [u8; BLOCK + WIDTH],
}

impl Words {
    /// Takes the words of a text in a normal form; `false`, and no words, where the text has other
    /// than printable ASCII characters and white space.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    #[inline(never)]
    pub fn normal(&mut self, text: &str, form: WordForm) -> bool {
        // Each token is followed by one space.
        self.clear(text.len() + 1);
        let mut block = Block { kept: 0, space: 0, bytes: [0; BLOCK + WIDTH] };
        // Where the present token starts and ends.
        let (mut start, mut end) = (0, 0);
        for bytes in text.as_bytes().chunks(BLOCK) {
            if !block.sort(bytes, form) {
                self.clear(0);
                return false;
            }
            let mut kept = block.kept;
            let mut from = 0;
            while kept != 0 {
                let first = kept.trailing_zeros();
                if block.space & below(first) >> from << from != 0 {
                    (start, end) = self.close(start, end, form);
                }
                from = first + (!(kept >> first)).trailing_zeros();
                end = self.copy(&block.bytes, first as usize, from as usize, end);
                kept &= !below(from);
            }
            if from < 64 && block.space >> from != 0 {
                (start, end) = self.close(start, end, form);
            }
        }
        (start, end) = self.close(start, end, form);
        if form.articles == Articles::GoBeforeWords && self.article != 0 {
            let key = self.article;
            end = self.put_article(start) + 1;
            self.add(start, key);
        }
        // A space follows the last token.
        self.len = end.saturating_sub(1);
        true
    }

    /// Copies `first..after` of a block behind `end` of the text; returns the new end. What stands
    /// behind that is overwritten.
    #[inline]
    fn copy(
        &mut self,
        block: &[u8; BLOCK + WIDTH],
        first: usize,
        after: usize,
        end: usize,
    ) -> usize {
        let mut at = first;
        let mut to = end;
        // All at once where that is longer: the length of most is not known to the compiler.
        while at < after {
            if let (Some(to), Some(from)) =
                (self.text.get_mut(to..to + WIDTH), block.get(at..at + WIDTH))
            {
                to.copy_from_slice(from);
            }
            (at, to) = (at + WIDTH, to + WIDTH);
        }
        end + (after - first)
    }

    /// Ends a token and writes the space behind it; returns where the next one starts and ends.
    #[allow(clippy::inline_always, reason = "as a call it costs as much as what it does")]
    #[inline(always)]
    fn close(&mut self, start: usize, end: usize, form: WordForm) -> (usize, usize) {
        let key = self.key(start, end - start);
        // The key of nothing is 0.
        if key == 0 {
            return (start, start);
        }
        if form.articles != Articles::Stay && ARTICLES.contains(&key) {
            self.article = key;
            return (start, start);
        }
        self.article = 0;
        self.text[end] = b' ';
        self.add(start, key);
        (end + 1, end + 1)
    }
}

/// The bits below a place from 0 to 64.
#[inline]
fn below(place: u32) -> u64 {
    if place < 64 { !(u64::MAX << place) } else { u64::MAX }
}

impl Block {
    /// Sorts up to [`BLOCK`] bytes; `false` where some are in no class.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    #[inline]
    fn sort(&mut self, bytes: &[u8], form: WordForm) -> bool {
        (self.kept, self.space) = (0, 0);
        let (lanes, rest) = bytes.as_chunks::<WIDTH>();
        for (place, lane) in lanes.iter().enumerate() {
            if !self.sort_lane(place, lane, form) {
                return false;
            }
        }
        rest.is_empty() || self.sort_lane(lanes.len(), &lane_of(rest), form)
    }

    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    #[inline]
    fn sort_lane(&mut self, place: usize, lane: &[u8; WIDTH], form: WordForm) -> bool {
        let (classes, lower) = classes(lane);
        if classes.word | classes.punctuation | classes.space != 0xffff {
            return false;
        }
        let (kept_bytes, _) = self.bytes.as_chunks_mut::<WIDTH>();
        if let Some(kept) = kept_bytes.get_mut(place) {
            *kept = if form.lowercase { lower } else { *lane };
        }
        let more = if form.no_punctuation { 0 } else { classes.punctuation };
        self.kept |= u64::from(classes.word | more) << (place * WIDTH);
        self.space |= u64::from(classes.space) << (place * WIDTH);
        true
    }
}

/// Fewer bytes than a lane has, with spaces behind them. Without a loop, of which a compiler would
/// make a call that costs more than all this.
#[inline]
fn lane_of(bytes: &[u8]) -> [u8; WIDTH] {
    let mut number = 0u128;
    let (mut rest, mut shift) = (bytes, 0);
    if let Some((eight, after)) = rest.split_first_chunk::<8>() {
        number = u128::from(u64::from_le_bytes(*eight));
        (rest, shift) = (after, 64);
    }
    let mut low = 0u64;
    let mut bits = 0;
    if let Some((four, after)) = rest.split_first_chunk::<4>() {
        low = u64::from(u32::from_le_bytes(*four));
        (rest, bits) = (after, 32);
    }
    if let Some((two, after)) = rest.split_first_chunk::<2>() {
        low |= u64::from(u16::from_le_bytes(*two)) << bits;
        (rest, bits) = (after, bits + 16);
    }
    if let Some(one) = rest.first() {
        low |= u64::from(*one) << bits;
        bits += 8;
    }
    number |= u128::from(low) << shift;
    let spaces = u128::from_le_bytes([b' '; WIDTH]);
    (number | spaces << (shift + bits)).to_le_bytes()
}

/// The plain form of [`Words::normal`].
pub fn normal_plainly(text: &str, form: WordForm) -> Option<String> {
    let known = |byte: u8| byte.is_ascii_graphic() || matches!(byte, b'\t'..=b'\r' | 0x1c..=b' ');
    if !text.bytes().all(known) {
        return None;
    }
    let mut text = text.to_owned();
    if form.lowercase {
        text.make_ascii_lowercase();
    }
    if form.no_punctuation {
        text.retain(|c| !c.is_ascii_punctuation());
    }
    let space = |c: char| c.is_ascii_whitespace() || ('\u{b}'..='\u{1f}').contains(&c);
    let article =
        |word: &str| form.articles != Articles::Stay && matches!(word, "a" | "an" | "the");
    let words: Vec<&str> = text.split(space).filter(|word| !word.is_empty()).collect();
    let last = words.len().wrapping_sub(1);
    let stays = |place: usize| {
        !article(words[place]) || (form.articles == Articles::GoBeforeWords && place == last)
    };
    let kept = (0..words.len()).filter(|place| stays(*place)).map(|place| words[place]);
    Some(kept.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_fast_form_is_the_plain_form(
            text in "(([aAnNtThHeE]{0,3}|the|an|[ \t-]|[a-z]{60,70}|[ ,]{10,90}){0,40}|[\u{0}-\u{7f}]{0,9}|\\PC{0,9}){1,2}",
            lowercase: bool,
            no_punctuation: bool,
            articles in 0..3_usize,
        ) {
            let articles = if no_punctuation { articles } else { 0 };
            let articles = [Articles::Stay, Articles::Go, Articles::GoBeforeWords][articles];
            let form = WordForm { lowercase, no_punctuation, articles };
            let mut words = Words::default();
            // What stood there before does not matter.
            words.split(&"x".repeat(400));
            let known = words.normal(&text, form);
            let plain = normal_plainly(&text, form);
            prop_assert_eq!(known, plain.is_some());
            let plain = plain.unwrap_or_default();
            prop_assert_eq!(std::str::from_utf8(words.text()).ok(), Some(plain.as_str()));
            let tokens: Vec<&[u8]> = (0..words.count()).map(|token| words.bytes(token)).collect();
            let expected: Vec<&str> = plain.split(' ').filter(|token| !token.is_empty()).collect();
            prop_assert_eq!(tokens, expected.iter().map(|token| token.as_bytes()).collect::<Vec<_>>());
            let mut again = Words::default();
            again.split(&plain);
            prop_assert_eq!(&again.keys[..again.count], &words.keys[..words.count]);
        }
    }
}
