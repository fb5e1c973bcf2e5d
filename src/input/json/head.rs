//! The members of an object in the head of a file, of which the last may be cut.

use super::scan::skip_space;
use super::unescape;
use super::walk::{self, Token, Walker};
use crate::input::Kind;

/// Members looked at.
const MEMBERS: usize = 1000;

/// A part of a container of which the end may be missing.
#[derive(Debug)]
pub(super) struct HeadPart<'a> {
    pub(super) key: String,
    pub(super) kind: Kind,
    pub(super) raw: &'a [u8],
}

/// First byte of the first part of a container.
pub(super) fn first_byte(raw: &[u8]) -> Option<u8> {
    raw.get(skip_space(raw, 1)).copied()
}

/// Names of the members of the first object within a value.
pub(super) fn names_within(raw: &[u8]) -> Vec<String> {
    let inner = &raw[skip_space(raw, 1).min(raw.len())..];
    if inner.first() != Some(&b'{') {
        return Vec::new();
    }
    parts(inner).into_iter().map(|part| part.key).collect()
}

/// The members of an object as far as they are there; the last may be cut.
pub(super) fn parts(raw: &[u8]) -> Vec<HeadPart<'_>> {
    let mut parts = Vec::new();
    let mut walker = Walker::new(raw, 0);
    while parts.len() < MEMBERS {
        let at = walker.end();
        match walker.member() {
            Ok(Some(member)) => parts.push(HeadPart {
                key: key_text(raw, member.key),
                kind: member.value.kind,
                raw: &raw[member.value.start..member.value.end],
            }),
            Ok(None) => break,
            Err(_) => {
                parts.extend(cut_part(raw, at));
                break;
            }
        }
    }
    parts
}

fn key_text(raw: &[u8], (start, end): (usize, usize)) -> String {
    unescape(&String::from_utf8_lossy(&raw[start - 1..=end])).into_owned()
}

/// The member that begins after `at` and whose value is not complete.
fn cut_part(raw: &[u8], at: usize) -> Option<HeadPart<'_>> {
    let mut key_at = skip_space(raw, at);
    if raw.get(key_at) == Some(&b',') {
        key_at = skip_space(raw, key_at + 1);
    }
    let key: Token = walk::value(raw, key_at).ok().filter(|key| key.kind == Kind::String)?;
    let colon = skip_space(raw, key.end);
    if raw.get(colon) != Some(&b':') {
        return None;
    }
    let start = skip_space(raw, colon + 1);
    let kind = match raw.get(start)? {
        b'{' => Kind::Object,
        b'[' => Kind::List,
        b'"' => Kind::String,
        _ => Kind::Number,
    };
    let key = key_text(raw, (key.start + 1, key.end - 1));
    Some(HeadPart { key, kind, raw: &raw[start..] })
}
