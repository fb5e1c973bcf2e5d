//! Takes records and calls of tools out of outputs.

use super::objects::{canonical_value, parsed};
use crate::base::diagnostic::cut;
use itertools::Itertools as _;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Names of the member that holds the arguments of a call.
const ARGUMENTS: [&str; 3] = ["arguments", "parameters", "args"];

/// Tags around a call.
const TAGS: [(&str, &str); 2] =
    [("<tool_call>", "</tool_call>"), ("<function_call>", "</function_call>")];

/// Returns the one form of the object or list that a text holds as a whole, in a fence, between the tags of a call,
/// or between its first and its last brace. A call has its name and its arguments as members, whatever wraps it.
/// Returns `None` if there is no such object, or several.
pub(crate) fn record(text: &str) -> Option<String> {
    Some(canonical_value(&value(text)?))
}

/// Returns the names of the members of a record, of a call with those of its arguments, in order.
pub(crate) fn members(text: &str) -> Option<Vec<String>> {
    let Value::Object(members) = value(text)? else { return None };
    let inner = ARGUMENTS.iter().find_map(|name| members.get(*name)?.as_object());
    let inner =
        inner.into_iter().flat_map(|inner| inner.keys().map(|name| format!("arguments.{name}")));
    let mut names: Vec<String> = members.keys().cloned().chain(inner).collect();
    names.sort_unstable();
    Some(names)
}

/// Returns the members of a record, each with the one form of its value: of a call its name and each of its arguments.
/// Returns `None` if the text holds no single record.
pub(crate) fn values(text: &str) -> Option<BTreeMap<String, String>> {
    let Value::Object(mut members) = value(text)? else { return None };
    let own = if is_bare(&members) { members.remove("arguments") } else { None };
    let of_call = match own {
        Some(Value::Object(inner)) => inner,
        Some(other) => Map::from_iter([(String::new(), other)]),
        None => Map::new(),
    };
    let name = |name: String| match name.as_str() {
        "" => "arguments".to_owned(),
        _ => format!("arguments.{name}"),
    };
    let inner = of_call.into_iter().map(|(key, value)| (name(key), canonical_value(&value)));
    let outer = members.into_iter().map(|(key, value)| (key, canonical_value(&value)));
    Some(outer.chain(inner).collect())
}

/// Says which members of a record are not those of a gold record. Returns `None` if one of them is no record, or none
/// differs.
pub(crate) fn differences(said: &str, gold: &str) -> Option<String> {
    const SHOWN: usize = 60;
    let (said, gold) = (values(said)?, values(gold)?);
    let names = |words: &str, names: Vec<&String>| {
        (!names.is_empty()).then(|| format!("{words} {}", names.into_iter().join(", ")))
    };
    let lacks = names("lacks", gold.keys().filter(|name| !said.contains_key(*name)).collect());
    let more = names("also has", said.keys().filter(|name| !gold.contains_key(*name)).collect());
    let others = gold.iter().filter_map(|(name, value)| {
        let own = said.get(name).filter(|own| *own != value)?;
        Some(format!("has {} in {name}, not {}", cut(own, SHOWN), cut(value, SHOWN)))
    });
    let all: Vec<String> = lacks.into_iter().chain(more).chain(others).collect();
    (!all.is_empty()).then(|| format!("The record {}.", all.join("; it ")))
}

fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    let found = parsed(text).or_else(|| calls(text)).or_else(|| {
        if let Some(several) = tagged(text).filter(|calls| calls.len() > 1) {
            return Some(Value::Array(several));
        }
        let mut inner = fenced(text).or_else(|| tagged(text)).into_iter().flatten();
        match (inner.next(), inner.next()) {
            (Some(only), None) => Some(only),
            (None, _) => {
                let part = text.get(text.find('{')?..=text.rfind('}')?)?;
                parsed(part).filter(Value::is_object)
            }
            _ => None,
        }
    })?;
    Some(plain(found))
}

/// Returns the code in the last fence of a text, or the text, without the semicolon that ends a statement of SQL.
pub(crate) fn code(text: &str) -> &str {
    const STATEMENTS: [&str; 7] =
        ["select", "with", "insert", "update", "delete", "create", "alter"];
    let fenced = ["```", "~~~"].iter().find_map(|fence| {
        let mut parts = text.split(fence);
        let blocks = parts.clone().count().checked_sub(1).filter(|marks| *marks >= 2)? / 2;
        let block = parts.nth(2 * blocks - 1)?;
        let (language, code) = block.split_once('\n')?;
        (!language.trim().contains(' ') && !code.trim().is_empty()).then(|| code.trim())
    });
    let code = fenced.unwrap_or(text);
    let first = code.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next();
    let is_sql = first.is_some_and(|first| {
        STATEMENTS.iter().any(|statement| first.eq_ignore_ascii_case(statement))
    });
    if is_sql { code.trim_end().trim_end_matches(';').trim_end() } else { code }
}

/// Returns the content of the fence that a text is.
pub(crate) fn only_fence(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (language, code) = inner.split_once('\n')?;
    (!inner.contains("```") && !language.contains(' ')).then(|| code.trim())
}

/// Reads calls as Python writes them, with named arguments alone: `area(city="Rome", days=2)`, or a list of these.
fn calls(text: &str) -> Option<Value> {
    if !text.ends_with([')', ']']) || text.len() > LONGEST_CALLS {
        return None;
    }
    if let Some(list) = text.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        let all: Option<Vec<Value>> = split_apart(list)?.into_iter().map(call).collect();
        return all.filter(|all| !all.is_empty()).map(Value::Array);
    }
    call(text)
}

/// Longer texts are no calls.
const LONGEST_CALLS: usize = 20_000;

fn call(text: &str) -> Option<Value> {
    let (name, rest) = text.trim().split_once('(')?;
    let arguments = rest.strip_suffix(')')?;
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
    };
    is_name(name).then_some(())?;
    let mut members = Map::new();
    for argument in split_apart(arguments)? {
        let (key, value) = argument.split_once('=')?;
        let key = key.trim();
        (is_name(key) && !key.contains('.')).then_some(())?;
        // A literal is read as the only element of a list.
        let Value::Array(mut only) = parsed(&format!("[{}]", value.trim()))? else { return None };
        (only.len() == 1).then_some(())?;
        members.insert(key.to_owned(), only.remove(0)).is_none().then_some(())?;
    }
    let mut call = Map::new();
    call.insert("name".to_owned(), Value::String(name.to_owned()));
    call.insert("arguments".to_owned(), Value::Object(members));
    Some(Value::Object(call))
}

/// The parts of a text between commas outside of quotes and brackets; `None` if these do not close.
fn split_apart(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    parts.extend((!last.is_empty()).then_some(last));
    (depth == 0 && quote.is_none()).then_some(parts)
}

/// The objects and lists in fences; `None` if there is no fence.
fn fenced(text: &str) -> Option<Vec<Value>> {
    let (_, rest) = text.split_once("```")?;
    let blocks = rest.split("```").step_by(2);
    let inner = |block: &str| {
        let language = block.find(['\n', '{', '[']).unwrap_or(0);
        let inner = block[language..].trim();
        parsed(inner).or_else(|| calls(inner))
    };
    Some(blocks.filter_map(inner).collect())
}

/// The objects between the tags of calls; `None` if there are no such tags.
fn tagged(text: &str) -> Option<Vec<Value>> {
    let (open, close) = TAGS.iter().find(|(open, _)| text.contains(open))?;
    let calls = text.split(open).skip(1);
    Some(calls.filter_map(|call| parsed(call.split(close).next()?.trim())).collect())
}

/// Unwraps a call: takes it out of a list of one call, drops its type and id, and reads its arguments as an object.
fn plain(value: Value) -> Value {
    match value {
        Value::Array(mut elements) if elements.len() == 1 && is_call(&elements[0]) => {
            plain(elements.remove(0))
        }
        Value::Array(elements) => elements.into_iter().map(plain).collect(),
        Value::Object(mut members) => {
            if let Some(calls @ Value::Array(_)) = members.get_mut("tool_calls") {
                return plain(calls.take());
            }
            for name in ["function", "function_call"] {
                if let Some(call) = members.get_mut(name).filter(|call| is_bare_call(call)) {
                    return plain(call.take());
                }
            }
            if is_bare(&members) {
                members.retain(|name, _| name == "name" || ARGUMENTS.contains(&name.as_str()));
                let own = ARGUMENTS.iter().find_map(|name| members.remove(*name));
                let arguments = own.map(|own| match own.as_str().and_then(parsed) {
                    Some(object @ Value::Object(_)) => object,
                    _ => own,
                });
                members.extend(arguments.map(|arguments| ("arguments".to_owned(), arguments)));
            }
            Value::Object(members)
        }
        other => other,
    }
}

fn is_call(value: &Value) -> bool {
    let wrapped = |name: &str| value.get(name).is_some_and(is_bare_call);
    is_bare_call(value) || wrapped("function") || wrapped("function_call")
}

fn is_bare_call(value: &Value) -> bool {
    value.as_object().is_some_and(is_bare)
}

/// Whether members are those of a call: a name, arguments, and at most an id and a type.
fn is_bare(members: &Map<String, Value>) -> bool {
    let arguments = ARGUMENTS.iter().filter(|name| members.contains_key(**name)).count();
    let known = |name: &String| {
        ["name", "id", "type", "index"].contains(&name.as_str())
            || ARGUMENTS.contains(&name.as_str())
    };
    arguments == 1 && members.get("name").is_some_and(Value::is_string) && members.keys().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_one_call_whatever_wraps_it() {
        let call = record(r#"{"name": "area", "arguments": {"base": 10, "height": 5}}"#);
        for text in [
            r#"{"arguments": {"height": 5.0, "base": 10}, "name": "area"}"#,
            "```json\n{\"name\": \"area\", \"arguments\": {\"base\": 10, \"height\": 5}}\n```",
            "Here it is:\n```\n{'name': 'area', 'arguments': {'base': 10, 'height': \
             5}}\n```\nDone.",
            "<tool_call>\n{\"name\": \"area\", \"arguments\": {\"base\": 10, \"height\": \
             5}}\n</tool_call>",
            r#"{"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}"#,
            r#"{"name": "area", "parameters": {"base": 10, "height": 5}}"#,
            r#"[{"name": "area", "args": {"base": 10, "height": 5}}]"#,
            r#"{"type": "function", "function": {"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}}"#,
            r#"{"tool_calls": [{"id": "x", "type": "function", "function": {"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}}]}"#,
            r#"I call {"name": "area", "arguments": {"base": 10, "height": 5}}."#,
            "area(base=10, height=5)",
            "[area(height=5.0, base=10)]",
            "```python\narea(base=10, height=5)\n```",
        ] {
            assert_eq!(record(text), call, "{text}");
        }
        for text in [
            r#"{"name": "area", "arguments": {"base": 999, "height": 5}}"#,
            r#"{"name": "area", "arguments": {"base": "10", "height": 5}}"#,
            r#"{"name": "area", "arguments": {"base": 10}}"#,
            r#"{"name": "area", "arguments": {"base": 10, "height": 5, "unit": "m"}}"#,
            r#"{"name": "Area", "arguments": {"base": 10, "height": 5}}"#,
            r#"{"base": 10, "height": 5}"#,
            r#"[{"name": "area", "arguments": {"base": 10, "height": 5}}, {"name": "area", "arguments": {}}]"#,
            "```json\n{\"name\": \"area\", \"arguments\": {\"base\": 10, \"height\": \
             5}}\n```\n```json\n{}\n```",
            "area(10, 5)",
            "area(base=10, height=5, height=5)",
            "area",
            "",
        ] {
            assert_ne!(record(text), call, "{text}");
        }
    }

    #[test]
    fn the_last_fence_holds_the_code() {
        for (text, found) in [
            ("```sql\nSELECT 1;\n```", "SELECT 1"),
            ("First\n```\nx\n```\nthen\n```python\ny = 1;\n```\nDone.", "y = 1;"),
            ("~~~\nx\n~~~", "x"),
            ("SELECT 1 ; ", "SELECT 1"),
            ("selection;", "selection;"),
            ("```\nnot closed", "```\nnot closed"),
            ("a ```b``` c", "a ```b``` c"),
            ("x", "x"),
        ] {
            assert_eq!(code(text), found, "{text}");
        }
    }

    #[test]
    fn records_keep_what_they_hold() {
        for (text, form) in [
            (r#"{"total": 100.0, "vendor": "Rome"}"#, Some(r#"{"total":100,"vendor":"Rome"}"#)),
            ("The record:\n```json\n{\"a\": [2, 1]}\n```", Some(r#"{"a":[2,1]}"#)),
            ("{'a': None, 'b': True}", Some(r#"{"a":null,"b":true}"#)),
            // A person's name and parameters of a plot are no call.
            (r#"{"name": "Ida", "age": 3}"#, Some(r#"{"age":3,"name":"Ida"}"#)),
            (r#"{"function": "sin", "x": 1}"#, Some(r#"{"function":"sin","x":1}"#)),
            ("```sql\nSELECT 1\n```", None),
            ("no braces", None),
            ("f(x) = {x : x > 1}", None),
        ] {
            assert_eq!(record(text).as_deref(), form, "{text}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let gold = r#"{"name": "f", "arguments": {"city": "Rome", "days": 2}}"#;
        for (said, words) in [
            ("f(city='Rome', days=2.0)", None),
            ("f(city='Rome')", Some("The record lacks arguments.days.")),
            (
                "f(city='Rome', days='2', unit='C')",
                Some("The record also has arguments.unit; it has \"2\" in arguments.days, not 2."),
            ),
            ("g(city='Rome', days=2)", Some("The record has \"g\" in name, not \"f\".")),
            ("no record", None),
        ] {
            assert_eq!(differences(said, gold).as_deref(), words, "{said}");
        }
        let found = differences(r#"{"a": {"x": 1}, "c": 3}"#, r#"{"a": {"x": 2}, "b": 3}"#);
        assert_eq!(
            found.unwrap(),
            "The record lacks b; it also has c; it has {\"x\":1} in a, not {\"x\":2}."
        );
        assert_eq!(values(r#"{"name": "f", "arguments": "now"}"#).unwrap()["arguments"], "\"now\"");
    }

    #[test]
    fn members_are_named_with_those_of_arguments() {
        let names = members(
            "```json\n{\"name\": \"f\", \"arguments\": \"{\\\"b\\\": 1, \\\"a\\\": 2}\"}\n```",
        );
        assert_eq!(names.unwrap(), ["arguments", "arguments.a", "arguments.b", "name"]);
        assert_eq!(members("[1]"), None);
    }
}
