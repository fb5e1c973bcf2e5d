//! Texts as they stand in a link.

use std::fmt::Write as _;

/// Letters, digits and a few signs as they are, every other byte in hexadecimal digits.
pub(super) fn escape(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@:|,+!*".contains(&byte) {
            out.push(char::from(byte));
        } else {
            hexadecimal(&[byte], out);
        }
    }
}

pub(super) fn hexadecimal(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(out, "%{byte:02X}");
    }
}

pub(super) fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}
