//! Escapes in JSON strings.

use std::borrow::Cow;

/// The text between the quotes of a JSON string with its escapes resolved, and whether a lone
/// surrogate was replaced by U+FFFD. Escapes that JSON does not know stay as they are.
pub fn unescape_into(inner: &str, out: &mut String) -> bool {
    out.clear();
    out.reserve(inner.len());
    let mut lone = false;
    let mut rest = inner;
    while let Some(place) = crate::find::byte(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..place]);
        let after = &rest[place + 1..];
        let plain = match after.as_bytes().first() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') if hex4(after, 1).is_some() => {
                let (character, used) = unicode(after);
                lone |= character.is_none();
                out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = &after[used..];
                continue;
            }
            _ => {
                out.push('\\');
                rest = after;
                continue;
            }
        };
        out.push(plain);
        rest = &after[1..];
    }
    out.push_str(rest);
    lone
}

fn hex4(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

/// Decodes `uXXXX` or `uXXXX\uXXXX`; returns the character and the bytes used.
fn unicode(after: &str) -> (Option<char>, usize) {
    let high = hex4(after, 1).unwrap_or(0);
    if (0xD800..0xDC00).contains(&high)
        && after.as_bytes().get(5..7) == Some(b"\\u")
        && let Some(low) = hex4(after, 7)
        && (0xDC00..0xE000).contains(&low)
    {
        return (char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)), 11);
    }
    (char::from_u32(high), 5)
}

/// The text of a raw JSON string (with its quotes); anything else is returned as it is.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(inner) = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Cow::Borrowed(raw);
    };
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut out = String::new();
    unescape_into(inner, &mut out);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_as_python_does() {
        for (raw, text) in [
            (r#""plain""#, "plain"),
            (r#""a\"b\\c\/d\n\t\r\b\f""#, "a\"b\\c/d\n\t\r\u{8}\u{c}"),
            (r#""\u00e9\ud83d\ude00""#, "é😀"),
            (r#""\ud83d x""#, "\u{fffd} x"),
            (r#""\ude00\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""""#, ""),
            ("12", "12"),
            ("\"", "\""),
        ] {
            assert_eq!(unescape(raw), text, "{raw}");
        }
        let mut out = String::new();
        assert!(unescape_into(r"\ud800", &mut out));
        assert!(!unescape_into(r"\ud83d\ude00", &mut out));
    }
}
