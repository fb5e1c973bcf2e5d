//! The members of an object in the head of a file, of which the last may be cut.

use super::scan::skip_space;
use super::unescape;
use super::walk::{self, Token, Walker};
use crate::table::Kind;

/// Members looked at.
const MEMBERS: usize = 1000;

/// A part of a container of which the end may be missing.
#[derive(Debug)]
pub(super) struct HeadPart<'a> {
    pub(super) key: String,
    pub(super) kind: Kind,
    pub(super) raw: &'a [u8],
}

impl HeadPart<'_> {
    /// Whether it is a list that begins with an object.
    pub(super) fn is_of_objects(&self) -> bool {
        self.kind == Kind::List && first_byte(self.raw) == Some(b'{')
    }
}

/// First byte of the first part of a container.
pub(super) fn first_byte(raw: &[u8]) -> Option<u8> {
    raw.get(skip_space(raw, 1)).copied()
}

/// The largest of some parts, where it is at least so many tenths of them all.
pub(super) fn most_of<'p, 'r>(
    parts: &'p [HeadPart<'r>],
    tenths: usize,
) -> Option<&'p HeadPart<'r>> {
    let all: usize = parts.iter().map(|part| part.raw.len()).sum();
    let largest = parts.iter().max_by_key(|part| part.raw.len());
    largest.filter(|part| part.raw.len() * 10 >= all * tenths)
}

/// The members of the object that a list begins with.
pub(super) fn parts_within(list: &[u8]) -> Vec<HeadPart<'_>> {
    parts(&list[skip_space(list, 1).min(list.len())..])
}

/// Their names.
pub(super) fn names_within(list: &[u8]) -> Vec<String> {
    parts_within(list).into_iter().map(|part| part.key).collect()
}

/// The members of an object as far as they are there, of which the last may be cut; anything else has
/// none.
pub(super) fn parts(raw: &[u8]) -> Vec<HeadPart<'_>> {
    let mut parts = Vec::new();
    if raw.first() != Some(&b'{') {
        return parts;
    }
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
