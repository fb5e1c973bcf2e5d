//! Canonical decomposition (Unicode NFD) by small tables of its own: a general library's tables,
//! with composition and compatibility forms that no scorer asks for, weigh as much as a third of
//! the whole scorer.

mod tables;

use super::packed::Numbers;
use std::sync::LazyLock;
use tables::{CLASSES, DECOMPOSITIONS, PIECES};

/// Characters that decompose and where their pieces lie.
static DECOMPOSING: LazyLock<Vec<(u32, &str)>> = LazyLock::new(|| {
    let (mut numbers, mut list) = (Numbers(DECOMPOSITIONS), Vec::new());
    let (mut code, mut start) = (0, 0);
    while let (Some(gap), Some(length)) = (numbers.next(), numbers.next()) {
        code += gap;
        let end = start + length as usize;
        list.push((code, PIECES.get(start..end).unwrap_or_default()));
        start = end;
    }
    list
});

/// First and last of each range of combining marks, and their class.
static COMBINING: LazyLock<Vec<(u32, u32, u8)>> = LazyLock::new(|| {
    let (mut numbers, mut list, mut next) = (Numbers(CLASSES), Vec::new(), 0);
    while let (Some(gap), Some(length), Some(class)) =
        (numbers.next(), numbers.next(), numbers.next())
    {
        list.push((next + gap, next + gap + length, class as u8));
        next += gap + length + 1;
    }
    list
});

/// Hangul syllables decompose by arithmetic (Unicode Standard, section 3.12).
mod hangul {
    pub(super) const FIRST: u32 = 0xAC00;
    pub(super) const COUNT: u32 = 11_172;
    pub(super) const LEADING: u32 = 0x1100;
    pub(super) const VOWEL: u32 = 0x1161;
    pub(super) const TRAILING: u32 = 0x11A7;
    pub(super) const VOWELS: u32 = 21;
    pub(super) const TRAILERS: u32 = 28;
}

/// Appends the canonical decomposition of `text` to `out`.
pub fn nfd(text: &str, out: &mut String) {
    let mut marks: Vec<(u8, char)> = Vec::new();
    let mut push = |character: char, out: &mut String| {
        let class = combining_class(character);
        if class == 0 {
            settle(&mut marks, out);
            out.push(character);
        } else {
            // Marks are few: each goes behind the last one that may stand before it.
            let place = marks.iter().rposition(|mark| mark.0 <= class).map_or(0, |last| last + 1);
            marks.insert(place, (class, character));
        }
    };
    for character in text.chars() {
        let code = character as u32;
        if code < 0xC0 {
            push(character, out);
        } else if (hangul::FIRST..hangul::FIRST + hangul::COUNT).contains(&code) {
            let index = code - hangul::FIRST;
            let parts = [
                hangul::LEADING + index / hangul::TRAILERS / hangul::VOWELS,
                hangul::VOWEL + index / hangul::TRAILERS % hangul::VOWELS,
                hangul::TRAILING + index % hangul::TRAILERS,
            ];
            let count = if parts[2] == hangul::TRAILING { 2 } else { 3 };
            for part in parts[..count].iter().filter_map(|part| char::from_u32(*part)) {
                push(part, out);
            }
        } else {
            match decomposition(code) {
                Some(pieces) => pieces.chars().for_each(|piece| push(piece, out)),
                None => push(character, out),
            }
        }
    }
    settle(&mut marks, out);
}

/// The combining marks between two base characters, which stand in the order of their classes.
fn settle(marks: &mut Vec<(u8, char)>, out: &mut String) {
    out.extend(marks.drain(..).map(|(_, mark)| mark));
}

/// What a character decomposes to, all the way; `None` where it stays.
fn decomposition(code: u32) -> Option<&'static str> {
    let index = DECOMPOSING.binary_search_by_key(&code, |entry| entry.0).ok()?;
    Some(DECOMPOSING[index].1)
}

fn combining_class(character: char) -> u8 {
    let code = character as u32;
    if code < 0x300 {
        return 0;
    }
    let index = COMBINING.partition_point(|range| range.1 < code);
    COMBINING.get(index).filter(|range| range.0 <= code).map_or(0, |range| range.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

    fn ours(text: &str) -> String {
        let mut out = String::new();
        nfd(text, &mut out);
        out
    }

    #[test]
    fn every_character_decomposes_as_in_the_library() {
        for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let text = character.to_string();
            assert_eq!(ours(&text), text.nfd().collect::<String>(), "{:x}", character as u32);
            assert_eq!(combining_class(character), canonical_combining_class(character));
        }
    }

    proptest! {
        #[test]
        fn marks_are_ordered_as_in_the_library(
            text in "[a\u{e9}\u{ac01}\u{300}-\u{345}\u{5b0}-\u{5bd}\u{1e69}\u{f73}]{0,12}"
        ) {
            prop_assert_eq!(ours(&text), text.nfd().collect::<String>());
        }
    }

    /// Writes `tables.rs` anew: `cargo test --lib nfd -- --ignored`.
    #[test]
    #[ignore = "writes a source file"]
    fn write_tables() {
        fn push(bytes: &mut Vec<u8>, mut number: u32) {
            while number > 0x7f {
                bytes.push((number & 0x7f) as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        let (mut entries, mut pieces, mut before) = (Vec::new(), String::new(), 0);
        let mut classes: Vec<(u32, u32, u8)> = Vec::new();
        for character in (0xC0..=0x10_FFFF).filter_map(char::from_u32) {
            let code = character as u32;
            let class = canonical_combining_class(character);
            if class > 0 {
                match classes.last_mut() {
                    Some(last) if last.1 + 1 == code && last.2 == class => last.1 = code,
                    _ => classes.push((code, code, class)),
                }
            }
            let parts: String = character.to_string().nfd().collect();
            if !(0xAC00..0xD7A4).contains(&code) && parts != character.to_string() {
                push(&mut entries, code - before);
                push(&mut entries, parts.len() as u32);
                before = code;
                pieces.push_str(&parts);
            }
        }
        let (mut ranges, mut next) = (Vec::new(), 0);
        for (first, last, class) in classes {
            push(&mut ranges, first - next);
            push(&mut ranges, last - first);
            push(&mut ranges, u32::from(class));
            next = last + 1;
        }
        let text = format!(
            "//! Generated by `cargo test --lib nfd -- --ignored` from unicode-normalization.\n\n\
             /// Gap to the character before and length of its pieces, for each that decomposes.\n\
             #[rustfmt::skip]\npub(super) static DECOMPOSITIONS: &[u8] = &{entries:?};\n\n\
             /// What they decompose to, one after the other.\n\
             pub(super) static PIECES: &str = \"{}\";\n\n\
             /// Gap, length less one and class of each range of combining marks.\n\
             #[rustfmt::skip]\npub(super) static CLASSES: &[u8] = &{ranges:?};\n",
            pieces.escape_unicode()
        );
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/normalize/nfd/tables.rs"), text)
            .unwrap();
    }
}
