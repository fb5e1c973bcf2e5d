//! Python's character classes, digit for digit: as of Unicode 14 (`CPython` 3.11.7) for `re` and
//! white space, of `regex` 2026.11.15 for that module. Neither `char::is_alphanumeric` nor the
//! `\w` of Rust's regex crate is the `\w` of Python's `re`, hence the tables.

use super::packed::Ranges;

/// `[\p{L}\p{N}\p{M}]` of the `regex` module.
static LETTER_NUMBER_MARK: Ranges = Ranges::new(include_bytes!("classes/letter_number_mark.bin"));
/// Where the other classes differ from it.
static PYTHON_RE_WORD: Ranges = Ranges::new(include_bytes!("classes/python_re_word.bin"));
static REGEX_MODULE_WORD: Ranges = Ranges::new(include_bytes!("classes/regex_module_word.bin"));
static NOT_SEPARATOR_OR_OTHER: Ranges =
    Ranges::new(include_bytes!("classes/not_separator_or_other.bin"));

/// `\w` of Python's `re` on text: letters, numbers of all kinds and `_`, no marks.
pub fn is_python_re_word(c: char) -> bool {
    if c.is_ascii() { is_ascii_word(c) } else { LETTER_NUMBER_MARK.but_for(&PYTHON_RE_WORD, c) }
}

/// `\w` of the third-party `regex` module: marks and all connectors too, not most superscripts.
pub fn is_regex_module_word(c: char) -> bool {
    if c.is_ascii() { is_ascii_word(c) } else { LETTER_NUMBER_MARK.but_for(&REGEX_MODULE_WORD, c) }
}

/// `[\p{L}\p{N}\p{M}]` of the `regex` module: letters, numbers and marks.
pub fn is_letter_number_mark(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { LETTER_NUMBER_MARK.contain(c) }
}

/// `[^\p{Z}\p{C}]` of the `regex` module: neither separator nor control, format or unassigned.
pub fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_graphic()
    } else {
        LETTER_NUMBER_MARK.but_for(&NOT_SEPARATOR_OR_OTHER, c)
    }
}

/// What Python's `str.split` and `str.strip` take for white space: Rust's plus U+001C to U+001F.
pub fn is_python_whitespace(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Python's `text.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_python_whitespace)
}

/// Python's `text.split()`.
pub fn split_whitespace(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_python_whitespace).filter(|token| !token.is_empty())
}

fn is_ascii_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
