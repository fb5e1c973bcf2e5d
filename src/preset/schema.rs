//! The JSON Schema of a preset, for editors: made of the tables that presets are read by. Not part of
//! what a browser loads.

use super::SETTINGS;
use super::fields::{FIELDS, HELP, is_steps, known};
use crate::programs::plan::rule;
use crate::score::metric::compare::{TOKENS, comparison};
use crate::score::metric::metric;
use crate::table::json::fields::{FieldInfo, FieldKind, name_in};
use itertools::Itertools as _;
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12).
pub fn schema() -> Value {
    let mut schema = object("");
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A preset of Scoredrop",
        "description": "Describes how a benchmark is scored: columns, normalisation, metrics, and \
                        what a missing answer is worth. docs/presets.md shows how to write a \
                        preset.",
    });
    if let (Value::Object(head), Value::Object(body)) = (head, &mut schema) {
        body["properties"]["$schema"] = json!({ "type": "string" });
        return Value::Object(head.into_iter().chain(std::mem::take(body)).collect());
    }
    schema
}

fn object(path: &str) -> Value {
    let own = FIELDS
        .iter()
        .zip(HELP)
        .filter_map(|(field, help)| Some((name_in(path, field.path)?, field, help)));
    let properties: Map<String, Value> =
        own.clone().map(|(name, field, help)| (name.to_owned(), described(field, help))).collect();
    let needed: Vec<&str> =
        own.filter(|(_, field, _)| field.needed).map(|(name, ..)| name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

fn described(field: &FieldInfo, help: &str) -> Value {
    let mut schema = match field.kind {
        FieldKind::Text => text(field.path),
        FieldKind::Texts => json!({ "type": "array", "items": text(field.path) }),
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Whole => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        FieldKind::Number => json!({ "type": "number" }),
        FieldKind::Object => object(field.path),
        FieldKind::Objects => json!({ "type": "array", "items": object(field.path) }),
        FieldKind::Lists => {
            let texts = json!({ "type": "array", "items": { "type": "string" } });
            json!({ "type": "object", "additionalProperties": texts })
        }
        // These are in other forms.
        _ => json!({}),
    };
    match field.path {
        "version" => schema["minimum"] = json!(1),
        "scale" => schema["exclusiveMinimum"] = json!(0),
        "id" => schema["pattern"] = json!("^[a-z0-9][a-z0-9-]*$"),
        "title" => schema["pattern"] = json!("\\S"),
        "metrics" => {
            schema["minItems"] = json!(1);
            schema["uniqueItems"] = json!(true);
        }
        "parts.columns" | "parts.known" | "parts.known.names" => schema["minItems"] = json!(1),
        _ => {}
    }
    schema["description"] = json!(help);
    schema
}

/// A text, with what is known to stand there and what that does.
fn text(path: &str) -> Value {
    let mut known: Vec<Value> = known(path)
        .iter()
        .filter(|value| !is_template(value))
        .map(|value| match meaning(path, value) {
            Some(meaning) => json!({ "const": value, "description": meaning }),
            None => json!({ "const": value }),
        })
        .collect();
    if path == "extract" || is_steps(path) {
        let pattern = if path == "extract" {
            r#"^((last_)?pattern:.+|after\("([^"\\]|\\.)+"(, *"([^"\\]|\\.)+")?\))$"#
        } else {
            r#"^(delete|space)\("([^"\\]|\\.)+"\)$"#
        };
        known.push(json!({ "type": "string", "pattern": pattern }));
    }
    if path == "settings" {
        for info in SETTINGS.iter().filter(|info| info.is_for_presets()) {
            let pattern = if info.free.is_some() {
                format!("^{}=.+$", info.key)
            } else {
                let values = info.options.iter().map(|option| option.0).join("|");
                format!("^{}=({})$", info.key, values)
            };
            known.push(json!({ "pattern": pattern, "description": info.label }));
        }
    }
    if known.is_empty() { json!({ "type": "string" }) } else { json!({ "anyOf": known }) }
}

/// Whether a known value only stands for others of its form, which a pattern describes.
fn is_template(value: &str) -> bool {
    value.ends_with("…\")") || value.ends_with('…')
}

fn meaning(path: &str, value: &str) -> Option<&'static str> {
    match path {
        "metrics" | "official.metric" | "card.lead" => metric(value).map(|metric| metric.meaning),
        "compare" | "parts.known.compare" if value == TOKENS => {
            Some("Compares normalised texts for equality and by shared words.")
        }
        "compare" | "parts.known.compare" => comparison(value).map(|found| found.meaning),
        "run" => rule(value).map(|rule| rule.meaning),
        "extract" | "missing" => {
            let info = SETTINGS.iter().find(|info| info.key == path)?;
            info.options.iter().find(|option| option.0 == value).map(|option| option.2)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::preset::fields::{FIELDS, HELP};

    #[test]
    fn every_field_is_explained() {
        for (field, help) in FIELDS.iter().zip(HELP) {
            assert!(help.ends_with('.'), "{}", field.path);
        }
    }
}
