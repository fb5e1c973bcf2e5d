//! Skips the JSON values that hold no others, and names what is wrong with a text.

use super::Kind;
use crate::find::{either, special};

/// How deep lists and objects may lie in one another. Python gives up near 1000.
pub const DEEPEST: usize = 512;

/// Why a text is not one JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset in the text that was walked.
    pub at: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong at the place of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The text ends before the value does.
    Ends,
    /// Something else was expected here.
    Expected(&'static str),
    /// Lists and objects lie deeper in one another than [`DEEPEST`].
    TooDeep,
}

impl Fault {
    /// A fault at a place.
    pub const fn new(at: usize, reason: Reason) -> Self {
        Self { at, reason }
    }

    /// That something else was expected at a place, or that the text ends there.
    pub fn expected(raw: &[u8], at: usize, what: &'static str) -> Self {
        let reason = if at >= raw.len() { Reason::Ends } else { Reason::Expected(what) };
        Self { at, reason }
    }

    /// The fault in words, with what stands at its place in `raw`.
    pub fn describe(self, raw: &[u8]) -> String {
        match self.reason {
            Reason::Ends => "it ends before the value is complete".to_owned(),
            Reason::TooDeep => format!("it is nested deeper than {DEEPEST} levels"),
            Reason::Expected(what) => {
                let rest = raw.get(self.at..).unwrap_or_default();
                let text = String::from_utf8_lossy(&rest[..rest.len().min(24)]);
                let found: String = text.chars().take(12).collect();
                format!("expected {what}, found {found:?}")
            }
        }
    }

    /// The place as a person counts it in a line: characters from 1.
    pub fn column(self, raw: &[u8]) -> usize {
        let before = &raw[..self.at.min(raw.len())];
        before.iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1
    }
}

/// What was seen while a value was skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    const ESCAPED: u8 = 1;
    const CONTROL: u8 = 2;
    const NOT_JSON_NUMBER: u8 = 4;

    /// A string holds a backslash.
    pub fn escaped(self) -> bool {
        self.0 & Self::ESCAPED != 0
    }

    /// A string holds a raw control character, which Python's `json` refuses.
    pub fn control(self) -> bool {
        self.0 & Self::CONTROL != 0
    }

    /// A number is `NaN`, `Infinity` or `-Infinity`.
    pub fn not_json_number(self) -> bool {
        self.0 & Self::NOT_JSON_NUMBER != 0
    }
}

/// The first place at or after `at` that is not JSON white space.
#[inline]
pub fn skip_space(raw: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = raw.get(at) {
        at += 1;
    }
    at
}

/// Of so many bytes each is looked at for control characters as well as for marks.
const SHORT: usize = 64;

/// The next quote or backslash at or after `from`; notes control characters on the way.
#[inline]
fn next_special(raw: &[u8], from: usize, flags: &mut Flags) -> Option<usize> {
    let mut at = from;
    // Most strings are short and have no control character.
    for _ in 0..2 {
        let part = raw.get(at..raw.len().min(at + SHORT))?;
        let Some(found) = special(part) else {
            at += part.len();
            continue;
        };
        if part[found] >= 0x20 {
            return Some(at + found);
        }
        flags.0 |= Flags::CONTROL;
        at += found + 1;
    }
    let rest = raw.get(at..)?;
    let found = either(b'"', b'\\', rest)?;
    // A fold, because `any` stops early and so cannot be vectorised.
    if rest[..found].iter().fold(0, |seen, byte| seen | u8::from(*byte < 0x20)) != 0 {
        flags.0 |= Flags::CONTROL;
    }
    Some(at + found)
}

/// Skips a string whose opening quote stands at `at`; returns the place after the closing one.
///
/// # Errors
/// Where it does not end, or holds an escape that JSON does not know.
#[inline]
pub fn skip_string(raw: &[u8], at: usize, flags: &mut Flags) -> Result<usize, Fault> {
    let mut from = at + 1;
    loop {
        let Some(place) = next_special(raw, from, flags) else {
            return Err(Fault::new(raw.len(), Reason::Ends));
        };
        if raw[place] == b'"' {
            return Ok(place + 1);
        }
        flags.0 |= Flags::ESCAPED;
        from = match raw.get(place + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => place + 2,
            Some(b'u') => {
                for digit in place + 2..place + 6 {
                    if !raw.get(digit).is_some_and(u8::is_ascii_hexdigit) {
                        return Err(Fault::expected(raw, digit, "four hexadecimal digits"));
                    }
                }
                place + 6
            }
            _ => return Err(Fault::expected(raw, place + 1, "an escape such as \\n or \\u00e9")),
        };
    }
}

fn skip_digits(raw: &[u8], at: usize) -> Result<usize, Fault> {
    let count = raw[at.min(raw.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { Err(Fault::expected(raw, at, "a digit")) } else { Ok(at + count) }
}

fn skip_number(raw: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start + usize::from(raw[start] == b'-');
    at = if raw.get(at) == Some(&b'0') { at + 1 } else { skip_digits(raw, at)? };
    if raw.get(at) == Some(&b'.') {
        at = skip_digits(raw, at + 1)?;
    }
    if let Some(b'e' | b'E') = raw.get(at) {
        at += 1;
        at += usize::from(matches!(raw.get(at), Some(b'+' | b'-')));
        at = skip_digits(raw, at)?;
    }
    Ok(at)
}

const VALUE: &str = "a value";

fn skip_word(raw: &[u8], at: usize, word: &'static [u8]) -> Result<usize, Fault> {
    let rest = &raw[at..];
    if rest.starts_with(word) {
        Ok(at + word.len())
    } else if word.starts_with(rest) {
        Err(Fault::new(raw.len(), Reason::Ends))
    } else {
        Err(Fault::new(at, Reason::Expected(VALUE)))
    }
}

/// Skips a value that is not a list or object.
///
/// # Errors
/// Where there is none.
#[inline]
pub fn skip_scalar(raw: &[u8], at: usize, flags: &mut Flags) -> Result<(Kind, usize), Fault> {
    let Some(first) = raw.get(at) else { return Err(Fault::new(at, Reason::Ends)) };
    Ok(match first {
        b'"' => (Kind::String, skip_string(raw, at, flags)?),
        b't' => (Kind::Bool, skip_word(raw, at, b"true")?),
        b'f' => (Kind::Bool, skip_word(raw, at, b"false")?),
        b'n' => (Kind::Null, skip_word(raw, at, b"null")?),
        b'N' | b'I' => {
            flags.0 |= Flags::NOT_JSON_NUMBER;
            (Kind::Number, skip_word(raw, at, if *first == b'N' { b"NaN" } else { b"Infinity" })?)
        }
        b'-' if raw.get(at + 1) == Some(&b'I') => {
            flags.0 |= Flags::NOT_JSON_NUMBER;
            (Kind::Number, skip_word(raw, at, b"-Infinity")?)
        }
        b'-' | b'0'..=b'9' => (Kind::Number, skip_number(raw, at)?),
        _ => return Err(Fault::new(at, Reason::Expected(VALUE))),
    })
}
