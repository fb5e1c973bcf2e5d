//! Texts as they stand in a link.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is not as it is beside letters and digits.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@')
    .remove(b':')
    .remove(b'|')
    .remove(b',')
    .remove(b'+')
    .remove(b'!')
    .remove(b'*');

pub(super) fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

pub(super) fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
