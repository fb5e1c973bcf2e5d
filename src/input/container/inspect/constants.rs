//! Python writes `NaN` and `Infinity`, which are no JSON.

use std::io::{self, Read};

/// Reads JSON with null in the place of `NaN`, `Infinity` and `-Infinity`.
pub(super) struct Constants<'a> {
    inner: Box<dyn Read + 'a>,
    input: Vec<u8>,
    ready: Vec<u8>,
    given: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
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
        Self { inner, input, ready: Vec::new(), given: 0, state: State::Outside }
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
                if self.state == State::Text {
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

fn step(state: State, byte: u8, out: &mut Vec<u8>) -> State {
    let next = match (state, byte) {
        (State::Constant(left), _) if left > 1 => return State::Constant(left - 1),
        (State::Constant(_), _) => return State::Outside,
        (State::Outside | State::Minus, b'N') => {
            out.extend_from_slice(b"null");
            return State::Constant(2);
        }
        (State::Outside | State::Minus, b'I') => {
            out.extend_from_slice(b"null");
            return State::Constant(7);
        }
        (State::Outside, b'-') => return State::Minus,
        (State::Minus, _) => {
            out.push(b'-');
            State::Outside
        }
        (State::Text, b'"') => State::Outside,
        (State::Text, b'\\') => State::Escape,
        (State::Outside, b'"') | (State::Escape, _) => State::Text,
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
