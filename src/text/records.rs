//! Takes records and calls of tools out of outputs.

use super::objects::{canonical_value, parsed};
use serde_json::{Map, Value};

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

fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    let found = parsed(text).or_else(|| {
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

/// The objects and lists in fences; `None` if there is no fence.
fn fenced(text: &str) -> Option<Vec<Value>> {
    let (_, rest) = text.split_once("```")?;
    let blocks = rest.split("```").step_by(2);
    let inner = |block: &str| {
        let language = block.find(['\n', '{', '[']).unwrap_or(0);
        parsed(block[language..].trim())
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
            "Here it is:\n```\n{'name': 'area', 'arguments': {'base': 10, 'height': 5}}\n```\nDone.",
            "<tool_call>\n{\"name\": \"area\", \"arguments\": {\"base\": 10, \"height\": 5}}\n</tool_call>",
            r#"{"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}"#,
            r#"{"name": "area", "parameters": {"base": 10, "height": 5}}"#,
            r#"[{"name": "area", "args": {"base": 10, "height": 5}}]"#,
            r#"{"type": "function", "function": {"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}}"#,
            r#"{"tool_calls": [{"id": "x", "type": "function", "function": {"name": "area", "arguments": "{\"base\": 10, \"height\": 5}"}}]}"#,
            r#"I call {"name": "area", "arguments": {"base": 10, "height": 5}}."#,
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
            "```json\n{\"name\": \"area\", \"arguments\": {\"base\": 10, \"height\": 5}}\n```\n```json\n{}\n```",
            "area",
            "",
        ] {
            assert_ne!(record(text), call, "{text}");
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
    fn members_are_named_with_those_of_arguments() {
        let names = members(
            "```json\n{\"name\": \"f\", \"arguments\": \"{\\\"b\\\": 1, \\\"a\\\": 2}\"}\n```",
        );
        assert_eq!(names.unwrap(), ["arguments", "arguments.a", "arguments.b", "name"]);
        assert_eq!(members("[1]"), None);
    }
}
