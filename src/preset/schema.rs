//! The JSON Schema of a preset, for editors: made of the tables that presets are read by. Not part of
//! what a browser loads.

use super::SETTINGS;
use super::fields::{FieldInfo, FieldKind, fields_of, is_steps, known};
use super::setting_table::Of;
use crate::metric::compare::{TOKENS, comparison};
use crate::metric::metric;
use crate::python::plan::rule;
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12).
pub fn schema() -> Value {
    let mut schema = object("");
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A preset of Scoredrop",
        "description": "What a benchmark means: columns, normalisation, metrics, and what a missing \
                        answer is worth. docs/presets.md shows how to write one.",
    });
    if let (Value::Object(head), Value::Object(body)) = (head, &mut schema) {
        body["properties"]["$schema"] = json!({ "type": "string" });
        return Value::Object(head.into_iter().chain(std::mem::take(body)).collect());
    }
    schema
}

fn object(path: &str) -> Value {
    let properties: Map<String, Value> =
        fields_of(path).map(|(name, field)| (name.to_owned(), described(field))).collect();
    let needed: Vec<&str> =
        fields_of(path).filter(|(_, field)| field.needed).map(|(name, _)| name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

fn described(field: &FieldInfo) -> Value {
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
    if let Some(help) = help(field.path) {
        schema["description"] = json!(help);
    }
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
        for info in SETTINGS.iter().filter(|info| info.of == Of::Named) {
            let pattern = if info.free.is_some() {
                format!("^{}=.+$", info.key)
            } else {
                let values: Vec<&str> = info.options.iter().map(|option| option.0).collect();
                format!("^{}=({})$", info.key, values.join("|"))
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
            Some("Equal after normalisation, and by the words that both have.")
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

/// What a field means.
fn help(path: &str) -> Option<&'static str> {
    Some(match path {
        "id" => "Name on the command line and in reports: a-z, 0-9 and -.",
        "version" => "Raised by every change that can move a number.",
        "title" => "Name for people.",
        "card" => "What a reader should know.",
        "card.group" => "The kind of benchmark, under which lists name it.",
        "card.summary" => "What it measures.",
        "card.inputs" => "What files it takes.",
        "card.limits" => "What one should know, and what was defined by hand.",
        "card.reproduces" => "The scorer and commit whose behaviour it copies; empty if none.",
        "card.citation" => "The paper.",
        "card.golden_cases" => "Cases of that scorer that were compared and agree.",
        "card.real_answers" => "Answers of real systems that were compared and agree.",
        "card.lead" => "The metric that readers see first; the first where absent.",
        "card.example" => "An answer to try it with; its score is computed where it is shown.",
        "card.example.golds" => "Its gold answers.",
        "card.example.prediction" => "The raw output of a model.",
        "recognise" => "How files of the benchmark are told; asked of the catalog's presets alone.",
        "recognise.names" => "Its names in columns and ids: letters and digits, in lower case.",
        "recognise.signs" => "Signs of it, each with conditions that all have to hold.",
        "recognise.signs.form" => "The form of the gold file, where that is no table.",
        "recognise.signs.programs" => "What the gold file has to do with programs.",
        "recognise.signs.columns" => "Columns with patterns that their values fit; * is any text.",
        "recognise.signs.fields" => "What the gold file has columns for.",
        "recognise.signs.lacks" => "What it has no column for.",
        "recognise.signs.answers" => "What all gold answers together look like.",
        "recognise.signs.some_answer" => "A pattern that one gold answer fits.",
        "recognise.signs.predictions" => "The form of a file of predictions.",
        "recognise.signs.outputs" => "A text that most outputs have.",
        "recognise.signs.proven" => "Whether no other benchmark has these signs.",
        "recognise.signs.reason" => "Why the benchmark is taken, in words.",
        "extract" => "How the answer is taken from the raw output.",
        "normalize" => "What is done to both sides before they are compared, step by step.",
        "compare" => "How answers are compared: tokens, or by what they mean.",
        "run" => "Which program is run for a task and an answer without a verdict.",
        "metrics" => "What is computed; the first is the headline.",
        "rules" => "Where scorers of the same metrics differ.",
        "rules.empty" => "F1 where a side has no words: zero, or equal (1 where both have none).",
        "rules.yes_no" => "F1 is 0 where one side is exactly yes, no or noanswer and they differ.",
        "rules.unanswerable" => "Questions may have no answer; then the empty text is right.",
        "rules.not_extracted_is_wrong" => "Where no answer is found, nothing equals it.",
        "rules.attempts" => "Several predictions of a question are attempts, for pass@k and all@k.",
        "rules.id_prefixes" => "What an id may begin with and be the same without, as in Mbpp/11.",
        "parts" => "A column of the gold file that sorts questions into parts with other rules.",
        "parts.columns" => "Names of the column in snake_case, likeliest first.",
        "parts.known" => "The parts.",
        "parts.known.names" => "Values of the column; results are grouped under the first.",
        "parts.known.normalize" => "Steps of this part, where they differ from the preset's.",
        "parts.known.compare" => "How answers of this part are compared, where that differs.",
        "parts.others" => "Questions of no known part: score them, warn as well, or exclude them.",
        "refusals" => "Texts that refuse to answer; with * at its end one may go on.",
        "switches" => "Settings that not every preset offers.",
        "settings" => "Settings of what is compared here, each as KEY=VALUE.",
        "missing" => "What a missing prediction is worth.",
        "na_threshold" => "An answer counts as withheld where its probability is greater.",
        "scale" => "How the reference prints means: 1 or 100.",
        "official" => "What the reference prints, in its order. Printed by unchanged presets only.",
        "official.key" => "Its key.",
        "official.value" => "What stands there.",
        "official.metric" => "Of which metric.",
        "official.group" => "Only over questions with or without an answer.",
        "official.parts" => "Only over these known parts.",
        "official.within" => "The object in which the line stands.",
        "official.decimals" => "To how many decimals a mean is rounded: 0 to 4.",
        "official_needs" => "What the reference needs so as not to stop with an error.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::fields::FIELDS;

    #[test]
    fn every_field_is_explained() {
        for field in FIELDS {
            assert!(help(field.path).is_some_and(|help| help.ends_with('.')), "{}", field.path);
        }
    }
}
