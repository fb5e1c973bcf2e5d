//! Walks one complete JSON value in memory without building a tree.
//!
//! Strict where Python's `json` is, with three exceptions that are reported instead of refused:
//! `NaN` and its kin, raw control characters in strings, and lone surrogate escapes. Nesting is
//! followed with one bit a level, never by recursion.

use super::Kind;
use super::scan::{DEEPEST, Fault, Flags, Reason, skip_scalar, skip_space, skip_string};

/// A value in a text: what it is and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What was seen in it.
    pub flags: Flags,
}

/// Which of the open containers are objects: one bit a level.
struct Nesting {
    objects: [u64; DEEPEST / 64],
    depth: usize,
}

impl Nesting {
    fn open(&mut self, at: usize, object: bool) -> Result<(), Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::new(at, Reason::TooDeep));
        }
        let bit = 1 << (self.depth % 64);
        let word = &mut self.objects[self.depth / 64];
        *word = if object { *word | bit } else { *word & !bit };
        self.depth += 1;
        Ok(())
    }

    fn in_object(&self) -> bool {
        let level = self.depth - 1;
        self.objects[level / 64] >> (level % 64) & 1 == 1
    }
}

/// Skips a key and its colon; returns where the key ends and where the value begins.
#[inline]
fn skip_key(raw: &[u8], at: usize, flags: &mut Flags) -> Result<(usize, usize), Fault> {
    if raw.get(at) != Some(&b'"') {
        return Err(Fault::expected(raw, at, "a name in quotes"));
    }
    let end = skip_string(raw, at, flags)?;
    let colon = skip_space(raw, end);
    if raw.get(colon) != Some(&b':') {
        return Err(Fault::expected(raw, colon, "a colon"));
    }
    Ok((end, skip_space(raw, colon + 1)))
}

/// The value whose first byte stands at `start`.
///
/// # Errors
/// Where there is none.
#[inline(never)]
pub fn value(raw: &[u8], start: usize) -> Result<Token, Fault> {
    let mut flags = Flags::default();
    let kind = match raw.get(start) {
        Some(b'{') => Kind::Object,
        Some(b'[') => Kind::List,
        _ => {
            let (kind, end) = skip_scalar(raw, start, &mut flags)?;
            return Ok(Token { kind, start, end, flags });
        }
    };
    let end = skip_nested(raw, start, &mut flags)?;
    Ok(Token { kind, start, end, flags })
}

fn skip_nested(raw: &[u8], start: usize, flags: &mut Flags) -> Result<usize, Fault> {
    let mut nesting = Nesting { objects: [0; DEEPEST / 64], depth: 0 };
    let mut at = start;
    loop {
        match raw.get(at) {
            Some(b'{') => {
                nesting.open(at, true)?;
                at = skip_space(raw, at + 1);
                if raw.get(at) != Some(&b'}') {
                    at = skip_key(raw, at, flags)?.1;
                    continue;
                }
                nesting.depth -= 1;
                at += 1;
            }
            Some(b'[') => {
                nesting.open(at, false)?;
                at = skip_space(raw, at + 1);
                if raw.get(at) != Some(&b']') {
                    continue;
                }
                nesting.depth -= 1;
                at += 1;
            }
            _ => at = skip_scalar(raw, at, flags)?.1,
        }
        loop {
            if nesting.depth == 0 {
                return Ok(at);
            }
            at = skip_space(raw, at);
            let object = nesting.in_object();
            match raw.get(at) {
                Some(b',') => {
                    at = skip_space(raw, at + 1);
                    if object {
                        at = skip_key(raw, at, flags)?.1;
                    }
                    break;
                }
                Some(b'}') if object => at += 1,
                Some(b']') if !object => at += 1,
                _ if object => return Err(Fault::expected(raw, at, "a comma or }")),
                _ => return Err(Fault::expected(raw, at, "a comma or ]")),
            }
            nesting.depth -= 1;
        }
    }
}

/// The one value of a text, which may have white space around it.
///
/// # Errors
/// Where there is none, or more than that.
pub fn only_value(raw: &[u8]) -> Result<Token, Fault> {
    let token = value(raw, skip_space(raw, 0))?;
    nothing_after(raw, token.end)?;
    Ok(token)
}

/// Nothing where only white space follows.
///
/// # Errors
/// Where something else does.
pub fn nothing_after(raw: &[u8], end: usize) -> Result<(), Fault> {
    let end = skip_space(raw, end);
    if end < raw.len() {
        return Err(Fault::new(end, Reason::Expected("the end of the record")));
    }
    Ok(())
}

/// A member as found: the range of the key between its quotes, whether the key holds an escape,
/// and the value.
#[derive(Clone, Copy, Debug)]
pub struct RawMember {
    /// Range of the key, without its quotes.
    pub key: (usize, usize),
    /// Whether the key holds an escape.
    pub key_escaped: bool,
    /// The value.
    pub value: Token,
}

/// Goes over the parts of a list or object. After a fault it yields nothing more.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    raw: &'a [u8],
    at: usize,
    first: bool,
    done: bool,
}

impl<'a> Walker<'a> {
    /// Starts at the opening bracket, which must stand at `at`.
    pub fn new(raw: &'a [u8], at: usize) -> Self {
        Self { raw, at: at + 1, first: true, done: false }
    }

    /// Where the container ends (after its bracket), once everything was gone over.
    pub fn end(&self) -> usize {
        self.at
    }

    /// Moves to the next part; `false` at the closing bracket.
    #[inline]
    fn step(&mut self, close: u8) -> Result<bool, Fault> {
        if self.done {
            return Ok(false);
        }
        self.at = skip_space(self.raw, self.at);
        match self.raw.get(self.at) {
            Some(byte) if *byte == close => {
                self.at += 1;
                self.done = true;
                return Ok(false);
            }
            Some(b',') if !self.first => self.at = skip_space(self.raw, self.at + 1),
            _ if self.first => {}
            _ if close == b'}' => {
                return Err(Fault::expected(self.raw, self.at, "a comma or }"));
            }
            _ => return Err(Fault::expected(self.raw, self.at, "a comma or ]")),
        }
        self.first = false;
        Ok(true)
    }

    /// The next member of an object.
    ///
    /// # Errors
    /// Where the text is no JSON from here on.
    #[inline(never)]
    pub fn member(&mut self) -> Result<Option<RawMember>, Fault> {
        let result = self.member_inner();
        self.done |= result.is_err();
        result
    }

    #[inline]
    fn member_inner(&mut self) -> Result<Option<RawMember>, Fault> {
        if !self.step(b'}')? {
            return Ok(None);
        }
        let key_start = self.at;
        let mut flags = Flags::default();
        let (key_end, start) = skip_key(self.raw, key_start, &mut flags)?;
        let value = value(self.raw, start)?;
        self.at = value.end;
        Ok(Some(RawMember {
            key: (key_start + 1, key_end - 1),
            key_escaped: flags.escaped(),
            value,
        }))
    }

    /// Where the next element of a list begins; go on with [`Self::resume`] where it ends.
    ///
    /// # Errors
    /// As [`Self::member`].
    pub fn enter(&mut self) -> Result<Option<usize>, Fault> {
        let more = self.step(b']');
        self.done |= more.is_err();
        Ok(more?.then_some(self.at))
    }

    /// Goes on after an element that was entered.
    pub fn resume(&mut self, end: usize) {
        self.at = end;
    }

    /// The next element of a list.
    ///
    /// # Errors
    /// As [`Self::member`].
    #[inline(never)]
    pub fn element(&mut self) -> Result<Option<Token>, Fault> {
        let result = self.step(b']').and_then(|more| {
            if !more {
                return Ok(None);
            }
            let value = value(self.raw, self.at)?;
            self.at = value.end;
            Ok(Some(value))
        });
        self.done |= result.is_err();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_python_ends_them() {
        for (text, kind) in [
            (" {\"a\": [1, {\"b\": []}], \"c\": -0.5e+3} ", Kind::Object),
            ("[]", Kind::List),
            ("\"a\\\"b\\u00e9\"", Kind::String),
            ("-Infinity", Kind::Number),
            ("true", Kind::Bool),
            ("null", Kind::Null),
        ] {
            assert_eq!(only_value(text.as_bytes()).unwrap().kind, kind, "{text}");
        }
    }

    #[test]
    fn faults_have_a_place_and_words() {
        for (text, at, words) in [
            ("{\"id\": 1, \"x\": }", 15, "expected a value, found \"}\""),
            ("{\"id\" 1}", 6, "expected a colon, found \"1}\""),
            ("[1 2]", 3, "expected a comma or ], found \"2]\""),
            ("[1,]", 3, "expected a value, found \"]\""),
            ("{\"a\": 1} x", 9, "expected the end of the record, found \"x\""),
            ("[1, 2", 5, "it ends before the value is complete"),
            ("[1}", 2, "expected a comma or ], found \"}\""),
            ("tru", 3, "it ends before the value is complete"),
            ("01", 1, "expected the end of the record, found \"1\""),
        ] {
            let fault = only_value(text.as_bytes()).unwrap_err();
            assert_eq!((fault.at, fault.describe(text.as_bytes()).as_str()), (at, words), "{text}");
        }
    }

    #[test]
    fn depth_is_limited_not_the_stack() {
        let deep = "[".repeat(100_000);
        assert_eq!(only_value(deep.as_bytes()).unwrap_err().reason, Reason::TooDeep);
        let fine = format!("{}{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST));
        assert!(only_value(fine.as_bytes()).is_ok());
    }
}
