//! JSON documents and JSON Lines, and the parts of raw cells.
//!
//! [`elements`], [`members`] and [`unescape`] read the raw text that a cell of kind
//! [`Kind::List`] or [`Kind::Object`] keeps.

pub(crate) mod chat;
pub(crate) mod document;
pub(crate) mod fields;
mod head;
mod nest;
pub(crate) mod nested;
mod object;
pub(crate) mod shape;
pub(crate) mod split;

pub use chat::{Turn, turn};
pub use nest::Nest;
pub(crate) use object::{figures, is_log};
pub use scan::{DEEPEST, Fault, Reason};
pub use scoredrop_kernel::json::unescape;
pub(crate) use scoredrop_kernel::json::{scan, unescape_into, walk};
pub use shape::Shape;

use super::Kind;
use std::borrow::Cow;
use walk::{Token, Walker};

/// A value inside a raw cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its source text; strings still have their quotes and escapes.
    pub raw: &'a str,
}

impl<'a> Value<'a> {
    fn of(raw: &'a str, token: Token) -> Self {
        Self { kind: token.kind, raw: raw.get(token.start..token.end).unwrap_or_default() }
    }

    /// The value as a cell would hold it: strings unescaped, everything else as written.
    pub fn text(self) -> Cow<'a, str> {
        if self.kind == Kind::String { unescape(self.raw) } else { Cow::Borrowed(self.raw) }
    }
}

/// The elements of a raw list, in order. A text that is not a list has none.
///
/// # Errors
/// An item is an error where the text is not JSON; nothing follows it. Cells of a
/// [`super::Table`] were checked when they were read.
pub fn elements(raw: &str) -> impl Iterator<Item = Result<Value<'_>, Fault>> {
    let start = scan::skip_space(raw.as_bytes(), 0);
    let list = raw.as_bytes().get(start) == Some(&b'[');
    let mut walker = list.then(|| Walker::new(raw.as_bytes(), start));
    std::iter::from_fn(move || {
        let next = walker.as_mut()?.element();
        next.map(|token| token.map(|token| Value::of(raw, token))).transpose()
    })
}

/// The members of a raw object as unescaped name and value, in order; a name may come twice. A
/// text that is not an object has none.
///
/// # Errors
/// As [`elements`].
pub fn members(raw: &str) -> impl Iterator<Item = Result<(Cow<'_, str>, Value<'_>), Fault>> {
    let start = scan::skip_space(raw.as_bytes(), 0);
    let object = raw.as_bytes().get(start) == Some(&b'{');
    let mut walker = object.then(|| Walker::new(raw.as_bytes(), start));
    std::iter::from_fn(move || {
        let next = walker.as_mut()?.member();
        next.map(|member| {
            member.map(|member| {
                let (start, end) = member.key;
                let key = unescape(raw.get(start - 1..=end).unwrap_or_default());
                (key, Value::of(raw, member.value))
            })
        })
        .transpose()
    })
}

/// The value of a member of a raw object; of several with that name the last, as in Python.
pub fn member<'a>(raw: &'a str, name: &str) -> Option<Value<'a>> {
    members(raw)
        .filter_map(Result::ok)
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value)
        .last()
}

/// Returns the values of several members of a raw object as [`member`] does, from one pass.
pub fn some_members<'a, const N: usize>(raw: &'a str, names: [&str; N]) -> [Option<Value<'a>>; N] {
    let mut found = [None; N];
    for (key, value) in members(raw).filter_map(Result::ok) {
        if let Some(place) = names.iter().position(|name| *name == key) {
            found[place] = Some(value);
        }
    }
    found
}

/// The texts of a raw list whose elements are all strings, numbers or booleans; `null` elements
/// are skipped. `None` where the text is not such a list.
pub fn string_list(raw: &str) -> Option<Vec<String>> {
    if !raw.trim_start().starts_with('[') {
        return None;
    }
    let mut list = Vec::new();
    for element in elements(raw) {
        let element = element.ok()?;
        match element.kind {
            Kind::List | Kind::Object | Kind::Absent => return None,
            Kind::Null => {}
            Kind::String | Kind::Number | Kind::Bool => list.push(element.text().into_owned()),
        }
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_cells_open_without_a_tree() {
        let raw = r#"{"text": ["a\n", 2, null, [3]], "b\u00e9": {"c": true}, "text": ["z"]}"#;
        let all: Vec<_> = members(raw).map(Result::unwrap).collect();
        assert_eq!(all[1].0, "bé");
        assert_eq!(all[1].1, Value { kind: Kind::Object, raw: r#"{"c": true}"# });
        assert_eq!(elements(all[0].1.raw).count(), 4);
        assert_eq!(elements(all[0].1.raw).next().unwrap().unwrap().text(), "a\n");
        assert_eq!(member(raw, "text").unwrap().raw, r#"["z"]"#);
        assert_eq!(string_list(r#"["a", 1.50, null, true]"#).unwrap(), ["a", "1.50", "true"]);
        assert_eq!(string_list(r#"["a", []]"#), None);
        assert_eq!(string_list("\"a\""), None);
        assert_eq!(elements("{}").count() + members("[1]").count(), 0);
        assert!(elements("[1, ").last().unwrap().is_err());
    }
}
