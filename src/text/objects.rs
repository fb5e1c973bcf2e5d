//! One form for objects and lists, however they are written.

use crate::base::json_text::json_text;
use crate::table::python;
use serde_json::Value;

/// The one form of an object or a list, in JSON or as Python prints it: members by name, no white space, whole
/// numbers without a point. `None` where a text is neither.
pub(crate) fn canonical(text: &str) -> Option<String> {
    Some(canonical_value(&parsed(text)?))
}

/// Reads an object or a list in JSON or as Python prints it.
pub(super) fn parsed(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let of_python = || serde_json::from_str(&python::to_typed_json(text)?).ok();
    serde_json::from_str(text).ok().or_else(of_python)
}

/// Writes a value in the one form.
pub(super) fn canonical_value(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    let separate = |index: usize, out: &mut String| {
        if index > 0 {
            out.push(',');
        }
    };
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (index, (name, value)) in members.into_iter().enumerate() {
                separate(index, out);
                out.push_str(&json_text(name));
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                separate(index, out);
                write(element, out);
            }
            out.push(']');
        }
        Value::Number(number) => {
            let text = json_text(number);
            out.push_str(text.strip_suffix(".0").unwrap_or(&text));
        }
        Value::String(_) | Value::Bool(_) | Value::Null => out.push_str(&json_text(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_has_one_form() {
        let form = Some("{\"a\":[1,2.5,\"x y\"],\"b\":null}".to_owned());
        for text in [
            "{\"b\": null, \"a\": [1.0, 2.5, \"x y\"]}",
            " {'a': [1, 2.5, 'x y'], 'b': None}\n",
            "{\"a\":[1,2.5,\"x y\"],\"b\":null}",
        ] {
            assert_eq!(canonical(text), form, "{text}");
        }
        for text in ["", "a", "{", "{x}", "[1, 2", "(1, 2)"] {
            assert_eq!(canonical(text), None, "{text}");
        }
        assert_ne!(canonical("{\"a\": \"1\"}"), canonical("{\"a\": 1}"));
    }
}
