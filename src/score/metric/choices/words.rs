//! Texts as words: those of a choice's text, and those between which a letter may stand.

use crate::text::lower::lowered;

/// Marks that are no part of a word at its ends.
const MARKS: &[char] = &[
    '.', ',', ';', ':', '!', '?', '"', '\'', '(', ')', '[', ']', '{', '}', '*', '`', '_', '“', '”',
];

/// The words of a text without marks at their ends, in lower case. A text of nothing but marks is one
/// word as it is.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches(MARKS))
        .filter(|word| !word.is_empty())
        .map(lowered)
        .collect();
    if words.is_empty() { text.split_whitespace().map(str::to_owned).collect() } else { words }
}

/// A word as it stands in an output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    /// Without marks at its ends.
    pub(super) plain: &'t str,
    /// What stood before and after it.
    pub(super) before: &'t str,
    pub(super) after: &'t str,
}

impl Word<'_> {
    /// Whether it is this word, in any case.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.plain.eq_ignore_ascii_case(word))
    }
}

/// The words of an output. A colon, a slash and an equals sign end a word.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let ends = |c: char| matches!(c, ':' | '/' | '=');
    let mut words = Vec::new();
    for piece in text.split_whitespace().flat_map(|piece| piece.split_inclusive(ends)) {
        let start = piece.len() - piece.trim_start_matches(MARKS).len();
        let plain = piece[start..].trim_end_matches(|c| MARKS.contains(&c) || ends(c));
        let end = start + plain.len();
        words.push(Word { plain, before: &piece[..start], after: &piece[end..] });
    }
    words
}
