//! Help while a preset is written: what may stand where the cursor is.

use super::fields::{Kind, field, fields_of, join, known};
use crate::json_text::json_text;

/// What may stand at a place of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The field that the place belongs to, as in `parts.known.normalize`; empty in the outermost
    /// object.
    pub field: String,
    /// What would be replaced: from here, in UTF-16 units of the text, ...
    pub from: u32,
    /// ... up to here.
    pub to: u32,
    /// The JSON texts that may stand there; none where anything may.
    pub values: Vec<String>,
}

/// An object or list around the cursor.
#[derive(Default)]
struct Around {
    is_list: bool,
    /// The name of the member that is being written, with its quotes.
    name: String,
    /// The colon after the name has come.
    in_value: bool,
    /// Names of members before the cursor.
    seen: Vec<String>,
}

/// What may stand at the cursor, which is given in UTF-16 units as browsers count. The text may be
/// incomplete or wrong elsewhere.
pub fn complete(text: &str, cursor: u32) -> Completion {
    let cursor = bytes(text, cursor);
    let mut around: Vec<Around> = Vec::new();
    let mut token = cursor..cursor;
    let mut at = 0;
    while at < cursor {
        let end = token_end(text, at);
        let here = &text[at..end];
        // A text or word that the cursor stands in or behind is what will be replaced.
        if end >= cursor && here.starts_with(is_word) {
            token = at..end;
            break;
        }
        if let Some(inner) = around.last_mut() {
            match here {
                ":" => inner.in_value = true,
                "," => inner.in_value = false,
                _ if here.starts_with('"') && !inner.in_value => {
                    inner.name = here.to_owned();
                    inner.seen.push(here.to_owned());
                }
                _ => {}
            }
        }
        match here {
            "{" | "[" => around.push(Around { is_list: here == "[", ..Around::default() }),
            "}" | "]" => drop(around.pop()),
            _ => {}
        }
        at = end;
    }
    let Some(inner) = around.last() else { return Completion::default() };
    let mut path = String::new();
    let names = around.iter().filter(|around| !around.is_list && around.in_value);
    for name in names.map(|around| around.name.trim_matches('"')) {
        path = join(&path, name);
    }
    let all: Vec<String> = if inner.is_list || inner.in_value {
        match field(&path).map(|field| field.kind) {
            Some(Kind::Flag) => ["true", "false"].map(str::to_owned).to_vec(),
            _ => known(&path).into_iter().map(json_text).collect(),
        }
    } else {
        let names = fields_of(&path).map(|(name, _)| json_text(name));
        names.filter(|name| !inner.seen.contains(name)).collect()
    };
    let typed = text[token.start..cursor].trim_matches('"');
    let whole = all.iter().any(|value| *value == text[token.clone()]);
    let fits = |value: &&String| !whole && value.contains(typed);
    let fitting: Vec<String> = all.iter().filter(fits).cloned().collect();
    let units = |end: usize| text[..end].encode_utf16().count() as u32;
    Completion {
        field: path,
        from: units(token.start),
        to: units(token.end),
        values: if fitting.is_empty() { all } else { fitting },
    }
}

/// The byte at which so many UTF-16 units end.
fn bytes(text: &str, units: u32) -> usize {
    let mut left = units as usize;
    for (place, character) in text.char_indices() {
        if left < character.len_utf16() {
            return place;
        }
        left -= character.len_utf16();
    }
    text.len()
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '"' | '_' | '-' | '.' | '(')
}

/// The end of the text, word or character that begins at a byte. A text without its closing quote
/// ends with its line, but for a comma.
fn token_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    if !rest.starts_with('"') {
        let word = rest.find(|c| !is_word(c) || c == '"').unwrap_or(rest.len());
        let first = rest.chars().next().map_or(0, char::len_utf8);
        return start + word.max(first);
    }
    let line = rest.find('\n').unwrap_or(rest.len());
    let mut escaped = false;
    for (place, character) in rest[..line].char_indices().skip(1) {
        match character {
            '"' if !escaped => return start + place + 1,
            _ => escaped = character == '\\' && !escaped,
        }
    }
    start + rest[..line].trim_end().trim_end_matches(',').len()
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
        assert_eq!(values, ["\"lowercase\""]);
        let (field, replaced, values) = at("{\"parts\": {\"known\": [{\"normalize\": [ \"|\n]}]}}");
        assert_eq!((field.as_str(), replaced.as_str()), ("parts.known.normalize", "\""));
        assert_eq!(values.len(), 8);
        let (field, _, values) = at(r#"{"official": [{"key": "f", "metric": "f|1"}]}"#);
        assert_eq!(field, "official.metric");
        assert!(values.len() > 10, "a known value can be exchanged: {values:?}");
        assert_eq!(at(r#"{"rules": {"yes_no": |}}"#).2, ["true", "false"]);
        assert_eq!(at(r#"{"rules": {"yes_no": tr|}}"#).2, ["true"]);
        assert_eq!(at(r#"{"missing": "q|"}"#).2, ["\"zero\"", "\"exclude\""]);
        assert!(at(r#"{"title": "x|"}"#).2.is_empty());
    }

    #[test]
    fn names_of_the_object_that_the_cursor_is_in() {
        let (field, replaced, values) = at(r#"{"rules": {"yes_no": true, em|}}"#);
        assert_eq!((field.as_str(), replaced.as_str()), ("rules", "em"));
        assert_eq!(values, ["\"empty\""]);
        assert_eq!(at(r#"{"rules": {"yes_no": true, "|"}}"#).2.len(), 3);
        assert_eq!(at("{\"id\": \"a\", \"ver|").2, ["\"version\""]);
        assert_eq!(at("|").2.len(), 0);
        assert_eq!(at("{|").2.len(), 16);
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
