//! Help while a preset is written: what may stand where the cursor is.

use super::fields::{FIELDS, known};
use crate::base::json_text::json_text;

/// What may stand at a place of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The name of the field that the place belongs to; empty where nothing is known.
    pub field: String,
    /// What would be replaced: from here, in UTF-16 units of the text, ...
    pub from: u32,
    /// ... up to here.
    pub to: u32,
    /// The JSON texts that may stand there; none where anything may.
    pub values: Vec<String>,
}

/// What may stand at the cursor, which is given in UTF-16 units as browsers count: texts that are
/// known for the field whose name was the last before it. The text may be incomplete or wrong.
pub fn complete(text: &str, cursor: u32) -> Completion {
    let cursor = byte_at(text, cursor);
    let line = text[..cursor].rfind('\n').map_or(0, |end| end + 1);
    // An odd number of quotes before it in its line: the cursor is within a text.
    let quotes = memchr::memchr_iter(b'"', &text.as_bytes()[line..cursor]).count();
    let Some(start) = text[..cursor].rfind('"').filter(|_| quotes % 2 == 1) else {
        return Completion::default();
    };
    let rest = text.as_bytes()[cursor..].iter();
    let end = match rest.enumerate().find(|(_, byte)| matches!(byte, b'"' | b'\n')) {
        Some((end, b'"')) => cursor + end + 1,
        _ => cursor,
    };
    // What stands between quotes, from here back: a colon comes after the name.
    let mut between = text[..start].rsplit('"');
    between.find(|between| between.trim_start().starts_with(':'));
    let name = between.next().unwrap_or_default();
    let Some(field) = FIELDS.iter().find(|field| field.path.rsplit('.').next() == Some(name))
    else {
        return Completion::default();
    };
    let units = |end: usize| text[..end].encode_utf16().count() as u32;
    Completion {
        field: name.to_owned(),
        from: units(start),
        to: units(end),
        values: known(field.path).iter().map(json_text).collect(),
    }
}

/// The byte at which so many UTF-16 units end.
fn byte_at(text: &str, units: u32) -> usize {
    let mut left = units as usize;
    for (place, character) in text.char_indices() {
        if left < character.len_utf16() {
            return place;
        }
        left -= character.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What may stand at `|`, and what it replaces.
    fn at(text: &str) -> (String, String, Vec<String>) {
        let (before, after) = text.split_once('|').unwrap();
        let whole = format!("{before}{after}");
        let found = complete(&whole, before.encode_utf16().count() as u32);
        let units: Vec<u16> = whole.encode_utf16().collect();
        let replaced = &units[found.from as usize..found.to as usize];
        (found.field, String::from_utf16(replaced).unwrap(), found.values)
    }

    #[test]
    fn values_of_the_field_that_the_cursor_is_in() {
        let (field, replaced, values) = at(r#"{"title": "𝄞", "normalize": ["nfd", "lo|"]}"#);
        assert_eq!((field.as_str(), replaced.as_str()), ("normalize", "\"lo\""));
        assert_eq!(values[0], "\"lowercase\"");
        let (field, replaced, values) =
            at("{\"parts\": {\"known\": [{\"normalize\": [\n\"|\n]}]}}");
        assert_eq!((field.as_str(), replaced.as_str()), ("normalize", "\""));
        assert_eq!(values.len(), crate::text::Step::PLAIN.len() + 2);
        let (field, _, values) = at(r#"{"official": [{"key": "f", "metric": "f|1"}]}"#);
        assert_eq!(field, "metric");
        assert!(values.len() > 10, "{values:?}");
        assert_eq!(at(r#"{"missing": "q|"}"#).2, ["\"zero\"", "\"exclude\""]);
        assert!(at(r#"{"title": "x|"}"#).2.is_empty());
        assert!(at(r#"{"missing": "zero", |}"#).2.is_empty());
        assert!(at(r#"{"unheard": "x|"}"#).2.is_empty());
        assert!(at("|").2.is_empty());
    }

    proptest! {
        #[test]
        fn no_text_is_too_wrong(text in r#"([\[\]{}:,"\\ a𝄞\n]|"id"|"rules"){0,30}"#, cursor: u16) {
            let found = complete(&text, u32::from(cursor % 70));
            prop_assert!(found.from <= found.to);
            prop_assert!(found.to as usize <= text.encode_utf16().count());
        }
    }
}
