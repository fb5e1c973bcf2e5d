//! The JSON text of a preset, written anew: fields in the order of [`Preset`], what is as usual left out,
//! changes of settings written in.

use super::Preset;
use super::switches::steps;
use crate::base::digits::shortest;
use crate::base::json_text::json_text;
use crate::table::float;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Bytes of a line, where it can be kept that short.
const WIDTH: usize = 100;

impl Preset {
    /// The JSON text, with a line break at its end. Presets that mean the same have the same text, and
    /// [`super::read`] gives the preset back.
    pub fn text(&self) -> String {
        let mut value = json!(self.with(&BTreeMap::new()));
        if let Some(card) = value["card"].as_object_mut() {
            let nothing = [json!(""), json!([]), json!(0), json!(null)];
            let is_needed = |name: &str| ["summary", "inputs"].contains(&name);
            card.retain(|name, value| is_needed(name) || !nothing.contains(value));
        }
        text(&value, 0) + "\n"
    }

    /// Only what decides on numbers: the text without title and card.
    pub(super) fn bare_text(&self) -> String {
        let mut value = json!(self);
        if let Value::Object(members) = &mut value {
            members.retain(|name, _| name != "title" && name != "card");
        }
        text(&value, 0) + "\n"
    }

    /// The preset whose own rules are these settings.
    pub(super) fn with(&self, changes: &BTreeMap<String, String>) -> Self {
        let mut preset = self.clone();
        let change = |key: &str| changes.get(key).cloned();
        preset.extract = change("extract").unwrap_or(preset.extract);
        let missing = change("missing").and_then(|name| name.parse().ok());
        preset.missing = missing.unwrap_or(preset.missing);
        let threshold = change("na_threshold").and_then(|text| float(&text));
        preset.na_threshold = threshold.or(preset.na_threshold).filter(|number| *number != 1.0);
        let parts = preset.parts.iter_mut().flat_map(|parts| &mut parts.known);
        for own in parts.filter_map(|part| part.normalize.as_mut()).chain([&mut preset.normalize]) {
            if let Ok(steps) = steps(own, changes) {
                *own = steps.iter().map(ToString::to_string).collect();
            }
        }
        for setting in &mut preset.settings {
            let key = setting.split('=').next().unwrap_or_default();
            if let Some(value) = changes.get(key) {
                *setting = [key, "=", value].concat();
            }
        }
        preset
    }
}

fn text(value: &Value, depth: usize) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter();
            let items: Vec<String> = members
                .map(|(name, value)| format!("\"{name}\": {}", text(value, depth + 1)))
                .collect();
            block(&items, ["{", "}"], depth)
        }
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(|value| text(value, depth + 1)).collect();
            block(&items, ["[", "]"], depth)
        }
        Value::Number(number) if number.is_f64() => decimal(number.as_f64().unwrap_or_default()),
        other => json_text(other),
    }
}

/// Whole numbers without a point, as people write them.
fn decimal(number: f64) -> String {
    let text = shortest(number);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Items on one line where they fit, the outermost never.
fn block(items: &[String], [open, close]: [&str; 2], depth: usize) -> String {
    let length: usize = items.iter().map(|item| item.len() + 2).sum();
    let flat = depth > 0
        && length + 2 * depth < WIDTH
        && !items.iter().any(|item| item.as_bytes().contains(&b'\n'));
    let mut text = open.to_owned();
    let next = |text: &mut String, depth: usize| {
        if !flat {
            text.push('\n');
            (0..depth).for_each(|_| text.push_str("  "));
        } else if open == "{" {
            text.push(' ');
        }
    };
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if index > 0 && flat && open == "[" {
            text.push(' ');
        }
        next(&mut text, depth + 1);
        text.push_str(item);
    }
    if !items.is_empty() {
        next(&mut text, depth);
    }
    text + close
}

#[cfg(test)]
mod tests {
    use crate::preset::{Preset, presets, read};

    #[test]
    fn what_is_written_is_read_back() {
        for preset in presets() {
            let text = preset.text();
            let again = read(&text).unwrap();
            assert_eq!(again.text(), text);
            let Preset { source, recognise, .. } = preset.clone();
            assert_eq!(Preset { source, recognise, ..again }, *preset, "{text}");
            assert!(text.starts_with("{\n  \"id\": "), "{text}");
            assert!(text.ends_with("\n}\n"), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        let good = presets()[1].text();
        for (number, written) in
            [("0.10", "0.1"), ("1e-9", "1e-9"), ("1e2", "100"), ("2.50", "2.5"), ("0", "0")]
        {
            let threshold = format!("\"na_threshold\": {number}, \"scale\"");
            let text = read(&good.replace("\"scale\"", &threshold)).unwrap().text();
            assert!(text.contains(&format!("\"na_threshold\": {written},\n")), "{text}");
        }
    }
}
