//! The JSON text of a preset: fields in the order of the catalog's files, what is as usual left out.

use super::fields::{EMPTY, MISSING, OTHERS};
use super::{Card, NEEDS, OFFICIAL_VALUES, OfficialLine, Parts, Preset, Rules};
use crate::json_text::json_text;
use serde_json::{Map, Value};

/// Columns of a line, where it can be kept that short.
const WIDTH: usize = 100;

impl Preset {
    /// The JSON text, one field a line, with a line break at its end. Equal presets have equal texts,
    /// and [`super::read`] gives the preset back.
    pub fn text(&self) -> String {
        let mut out = String::new();
        lay_out(&tree(self), 0, 0, &mut out);
        out.push('\n');
        out
    }
}

fn tree(preset: &Preset) -> Value {
    let mut tree = Object::default();
    tree.put("id", preset.id.as_str().into());
    tree.put("version", preset.version.into());
    tree.put("title", preset.title.as_str().into());
    tree.put("card", card(&preset.card));
    tree.put("extract", preset.extract.as_str().into());
    tree.put("normalize", texts(&preset.normalize));
    tree.put("metrics", texts(&preset.metrics));
    tree.put_unless_empty("rules", rules(&preset.rules));
    tree.put_unless_empty("parts", preset.parts.as_ref().map_or(Value::Null, parts));
    tree.put_unless_empty("refusals", texts(&preset.refusals));
    tree.put_unless_empty("switches", texts(&preset.switches));
    tree.put("missing", MISSING[preset.missing as usize].into());
    tree.put_unless_empty("na_threshold", preset.na_threshold.map_or(Value::Null, number));
    tree.put("scale", number(preset.scale));
    tree.put("official", preset.official.iter().map(official_line).collect());
    let need = |need| NEEDS.iter().find(|known| known.1 == need).map_or("", |known| known.0);
    tree.put(
        "official_needs",
        preset.official_needs.iter().map(|one| Value::from(need(*one))).collect(),
    );
    Value::Object(tree.0)
}

fn card(card: &Card) -> Value {
    let mut tree = Object::default();
    tree.put("summary", card.summary.as_str().into());
    tree.put("inputs", card.inputs.as_str().into());
    tree.put("limits", texts(&card.limits));
    tree.put("reproduces", card.reproduces.as_str().into());
    tree.put("citation", card.citation.as_str().into());
    for (name, count) in [("golden_cases", card.golden_cases), ("real_answers", card.real_answers)]
    {
        if count > 0 {
            tree.put(name, count.into());
        }
    }
    if let Some(example) = &card.example {
        let mut inner = Object::default();
        inner.put("golds", texts(&example.golds));
        inner.put("prediction", example.prediction.as_str().into());
        tree.put("example", Value::Object(inner.0));
    }
    Value::Object(tree.0)
}

fn rules(rules: &Rules) -> Value {
    let mut tree = Object::default();
    if rules.empty != super::Empty::Zero {
        tree.put("empty", EMPTY[rules.empty as usize].into());
    }
    for (name, flag) in [
        ("yes_no", rules.yes_no),
        ("unanswerable", rules.unanswerable),
        ("not_extracted_is_wrong", rules.not_extracted_is_wrong),
    ] {
        if flag {
            tree.put(name, true.into());
        }
    }
    Value::Object(tree.0)
}

fn parts(parts: &Parts) -> Value {
    let known = parts.known.iter().map(|part| {
        let mut tree = Object::default();
        tree.put("names", texts(&part.names));
        if let Some(steps) = &part.normalize {
            tree.put("normalize", texts(steps));
        }
        Value::Object(tree.0)
    });
    let mut tree = Object::default();
    tree.put("columns", texts(&parts.columns));
    tree.put("known", known.collect());
    tree.put("others", OTHERS[parts.others as usize].into());
    Value::Object(tree.0)
}

fn official_line(line: &OfficialLine) -> Value {
    let mut tree = Object::default();
    tree.put("key", line.key.as_str().into());
    tree.put("value", OFFICIAL_VALUES[line.value as usize].0.into());
    for (name, text) in [("metric", &line.metric), ("group", &line.group)] {
        if let Some(text) = text {
            tree.put(name, text.as_str().into());
        }
    }
    Value::Object(tree.0)
}

#[derive(Default)]
struct Object(Map<String, Value>);

impl Object {
    #[inline(never)]
    fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    fn put_unless_empty(&mut self, name: &str, value: Value) {
        let empty = match &value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => false,
        };
        if !empty {
            self.put(name, value);
        }
    }
}

#[inline(never)]
fn texts(list: &[String]) -> Value {
    list.iter().map(|text| Value::from(text.as_str())).collect()
}

/// Whole numbers without a point, as people write them.
#[allow(clippy::cast_possible_truncation, reason = "compared with what it came from")]
fn number(value: f64) -> Value {
    let whole = value as i32;
    if f64::from(whole) == value { whole.into() } else { value.into() }
}

/// Lists and objects stand on one line where they fit, the outermost never.
fn lay_out(value: &Value, depth: usize, used: usize, out: &mut String) {
    let flat = flat(value);
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().map(|element| (String::new(), element)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (json_text(name) + ": ", value)).collect()
        }
        _ => Vec::new(),
    };
    if parts.is_empty() || (depth > 0 && used + flat.chars().count() < WIDTH) {
        return out.push_str(&flat);
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    let line = "\n".to_owned() + &"  ".repeat(depth);
    for (index, (name, value)) in parts.iter().enumerate() {
        out.push(if index == 0 { open } else { ',' });
        out.push_str(&line);
        out.push_str("  ");
        out.push_str(name);
        lay_out(value, depth + 1, 2 * depth + 2 + name.len(), out);
    }
    out.push_str(&line);
    out.push(close);
}

fn flat(value: &Value) -> String {
    match value {
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(flat).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| json_text(name) + ": " + &flat(value);
            let members: Vec<String> = members.iter().map(member).collect();
            format!("{{ {} }}", members.join(", "))
        }
        leaf => json_text(leaf),
    }
}

#[cfg(test)]
mod tests {
    use crate::preset::{presets, read};

    #[test]
    fn what_is_written_is_read_back() {
        for preset in presets() {
            let text = preset.text();
            assert_eq!(read(&text).as_ref(), Ok(preset), "{text}");
            assert_eq!(read(&text).unwrap().text(), text);
            assert!(text.starts_with("{\n  \"id\": "), "{text}");
            assert!(text.ends_with("\n}\n"), "{text}");
            let serde = serde_json::from_str::<crate::preset::Preset>(&text).unwrap();
            assert_eq!(serde, *preset);
        }
    }

    #[test]
    fn every_kind_of_value_is_written() {
        let mut preset = presets()[0].clone();
        for (value, text) in [(0.1, "0.1"), (1e-9, "1e-9"), (100.0, "100"), (2.5, "2.5")] {
            preset.scale = value;
            preset.na_threshold = Some(-value);
            assert!(preset.text().contains(&format!("\"scale\": {text},\n")), "{}", preset.text());
            assert_eq!(read(&preset.text()).as_ref(), Ok(&preset));
        }
    }
}
