//! Python writes `NaN` and `Infinity`, which are no JSON.

use std::io::{self, Read};

/// Reads JSON with null in the place of `NaN`, `Infinity` and `-Infinity`.
pub(super) struct Constants<'a> {
    inner: Box<dyn Read + 'a>,
    input: Vec<u8>,
    ready: Vec<u8>,
    given: usize,
    state: LexState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LexState {
    Outside,
    /// After a minus, which may belong to `-Infinity`.
    Minus,
    /// Inside a constant of which so many letters are left.
    Constant(u8),
    Text,
    /// After a backslash in a text.
    Escape,
}

impl<'a> Constants<'a> {
    pub(super) fn new(inner: Box<dyn Read + 'a>) -> Self {
        let input = vec![0; 1 << 16];
        Self { inner, input, ready: Vec::new(), given: 0, state: LexState::Outside }
    }
}

impl Read for Constants<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() {
            let count = self.inner.read(&mut self.input)?;
            self.ready.clear();
            self.given = 0;
            if count == 0 {
                return Ok(0);
            }
            let mut rest = &self.input[..count];
            while let Some((byte, after)) = rest.split_first() {
                // Most of a log is long texts, which are taken as they are.
                if self.state == LexState::Text {
                    let run = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                    if run > 0 {
                        self.ready.extend_from_slice(&rest[..run]);
                        rest = &rest[run..];
                        continue;
                    }
                }
                self.state = step(self.state, *byte, &mut self.ready);
                rest = after;
            }
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

fn step(state: LexState, byte: u8, out: &mut Vec<u8>) -> LexState {
    let next = match (state, byte) {
        (LexState::Constant(left), _) if left > 1 => return LexState::Constant(left - 1),
        (LexState::Constant(_), _) => return LexState::Outside,
        (LexState::Outside | LexState::Minus, b'N') => {
            out.extend_from_slice(b"null");
            return LexState::Constant(2);
        }
        (LexState::Outside | LexState::Minus, b'I') => {
            out.extend_from_slice(b"null");
            return LexState::Constant(7);
        }
        (LexState::Outside, b'-') => return LexState::Minus,
        (LexState::Minus, _) => {
            out.push(b'-');
            LexState::Outside
        }
        (LexState::Text, b'"') => LexState::Outside,
        (LexState::Text, b'\\') => LexState::Escape,
        (LexState::Outside, b'"') | (LexState::Escape, _) => LexState::Text,
        (state, _) => state,
    };
    out.push(byte);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_become_null() {
        let text =
            r#"{"a": NaN, "b": [-Infinity,Infinity,-1.5,-NaN], "NaN -I \" N": "\\", "c":-2}"#;
        let clean = r#"{"a": null, "b": [null,null,-1.5,null], "NaN -I \" N": "\\", "c":-2}"#;
        let mut out = String::new();
        Constants::new(Box::new(text.as_bytes())).read_to_string(&mut out).unwrap();
        assert_eq!(out, clean);
    }
}
