//! The JSON text of a preset, written anew: fields in the order of [`FIELDS`](super::fields::FIELDS),
//! what is as usual left out, changes of settings written in.

use super::Preset;
use super::fields::{FieldInfo, Kind, fields_of};
use super::switches::steps;
use crate::digits::shortest;
use crate::input::float;
use crate::input::json::{Value, elements, member};
use crate::json_text::json_text;
use std::collections::BTreeMap;

/// Bytes of a line, where it can be kept that short.
const WIDTH: usize = 100;

/// Writes a preset that was read from a text.
pub(super) struct Writer<'a> {
    /// Settings that differ from it.
    pub(super) changes: &'a BTreeMap<String, String>,
    /// Only what decides on numbers: without title and card.
    pub(super) bare: bool,
}

impl Preset {
    /// The JSON text, with a line break at its end. Presets that mean the same have the same text, and
    /// [`super::read`] gives the preset back.
    pub fn text(&self) -> String {
        Writer { changes: &BTreeMap::new(), bare: false }.text(self)
    }
}

impl Writer<'_> {
    pub(super) fn text(&self, preset: &Preset) -> String {
        self.object(&preset.source, "", 0) + "\n"
    }

    fn object(&self, raw: &str, path: &str, depth: usize) -> String {
        let mut items = Vec::new();
        for (name, field) in fields_of(path) {
            if self.bare && matches!(field.path, "title" | "card") {
                continue;
            }
            let text = self.value(member(raw, name), field, depth + 1);
            let usual = matches!(text.as_str(), "" | "\"\"" | "[]" | "{}" | "false")
                || (field.path == "rules.empty" && text == "\"zero\"")
                || (field.path == "compare" && text == "\"tokens\"")
                || (field.kind == Kind::Whole && text == "0");
            // A part without steps is not the same as a part without steps of its own.
            if field.needed || !usual || (field.path == "parts.known.normalize" && text == "[]") {
                items.push(format!("\"{name}\": {text}"));
            }
        }
        block(&items, ["{", "}"], depth)
    }

    /// The text of a value; empty where there is none.
    fn value(&self, value: Option<Value<'_>>, field: &FieldInfo, depth: usize) -> String {
        let change = || self.changes.get(field.path);
        if field.path == "na_threshold" {
            let own = value.and_then(|value| float(value.raw));
            let number = change().and_then(|text| float(text)).or(own);
            return number.filter(|number| *number != 1.0).map_or_else(String::new, decimal);
        }
        let Some(value) = value else { return String::new() };
        match field.kind {
            Kind::Text => json_text(&change().map_or(&*value.text(), String::as_str)),
            Kind::Flag | Kind::Whole => value.raw.to_owned(),
            Kind::Number => decimal(float(value.raw).unwrap_or_default()),
            Kind::Object => self.object(value.raw, field.path, depth),
            Kind::Texts | Kind::Objects => {
                let elements = elements(value.raw).filter_map(Result::ok);
                let items: Vec<String> = if field.kind == Kind::Objects {
                    elements.map(|one| self.object(one.raw, field.path, depth + 1)).collect()
                } else {
                    let mut texts: Vec<String> = elements.map(|one| one.text().into()).collect();
                    if super::fields::is_steps(field.path)
                        && let Ok(steps) = steps(&texts, self.changes)
                    {
                        texts = steps.iter().map(ToString::to_string).collect();
                    } else if field.path == "settings" {
                        for text in &mut texts {
                            let key = text.split('=').next().unwrap_or_default();
                            if let Some(value) = self.changes.get(key) {
                                *text = [key, "=", value].concat();
                            }
                        }
                    }
                    texts.iter().map(json_text).collect()
                };
                block(&items, ["[", "]"], depth)
            }
        }
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
            assert_eq!(Preset { source: preset.source.clone(), ..again }, *preset, "{text}");
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
