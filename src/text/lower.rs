//! Python's `str.lower()`, digit for digit as of Unicode 14 (`CPython` 3.11.7): the standard
//! library's is of another Unicode version with every compiler.

use super::classes::is_python_re_word;
use super::packed::Ranges;

/// What makes a sigma before or after it part of a word.
static CASED: Ranges = Ranges::new(include_bytes!("lower/cased.bin"));
/// What is passed over when a sigma's neighbours are looked for.
static CASE_IGNORABLE: Ranges = Ranges::new(include_bytes!("lower/case_ignorable.bin"));

/// The lower case of a character, by itself: İ as `i`, without the dot above that Python adds.
pub fn lower(c: char) -> char {
    let lower = c.to_lowercase().next().unwrap_or(c);
    // Letters that are newer than Python's Unicode have none to it. Circled letters are no words.
    let known = lower == c || is_python_re_word(c) || matches!(c, 'Ⓐ'..='Ⓩ');
    if known { lower } else { c }
}

/// Appends Python's `text.lower()` to `out`.
pub fn lowercase(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
        return;
    }
    for (place, c) in text.char_indices() {
        match c {
            'Σ' if is_final(&text[..place], &text[place + c.len_utf8()..]) => out.push('ς'),
            'İ' => out.push_str("i\u{307}"),
            _ => out.push(lower(c)),
        }
    }
}

/// Python's `text.lower()`.
pub fn lowered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    lowercase(text, &mut out);
    out
}

/// Whether a sigma ends a word: a cased character stands before it and none after it, past those
/// that do not count.
fn is_final(before: &str, after: &str) -> bool {
    let counts = |c: &char| !CASE_IGNORABLE.contain(*c);
    before.chars().rev().find(counts).is_some_and(|c| CASED.contain(c))
        && !after.chars().find(counts).is_some_and(|c| CASED.contain(c))
}
