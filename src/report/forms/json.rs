//! The report as JSON: each member on a line, and of long lists each element.

use super::{Piece, Records};
use crate::base::json_text::json_text;
use crate::base::types::Parts;
use crate::report::model::Report;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// What is left of a diagnostic where its words were left out: they quote ids and answers.
const BARE: [&str; 4] = ["severity", "code", "file", "row"];

/// The report with something left out where that is wanted; records are written in their places.
pub(super) fn json(report: &Report, parts: Parts) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    write(report, parts, &mut text, &mut |run, text| {
        text.push_str(",\n\"records\": [\n");
        pieces.push(Piece::Text(std::mem::take(text)));
        pieces.push(Piece::Records(Records::Json(run)));
        text.push(']');
    });
    pieces.push(Piece::Text(text));
    pieces
}

/// The same as one text, in which runs have no records.
pub(super) fn without_records(report: &Report, parts: Parts) -> String {
    let mut text = String::new();
    write(report, parts, &mut text, &mut |_, _| {});
    text
}

/// Writes the report; `records` those of a run, the last of its members.
fn write(
    report: &Report,
    parts: Parts,
    text: &mut String,
    records: &mut dyn FnMut(usize, &mut String),
) {
    text.push_str("{\n");
    let mut members = members(report);
    if parts.no_questions {
        members.shift_remove("settled");
    }
    let count = members.len();
    for (place, (name, value)) in members.into_iter().enumerate() {
        let _ = write!(text, "\"{name}\": ");
        match (name.as_str(), value) {
            ("runs", Value::Array(runs)) => {
                text.push_str("[\n");
                let last = runs.len().saturating_sub(1);
                for (run, value) in runs.iter().enumerate() {
                    write_run(value, text);
                    records(run, text);
                    text.push_str(if run < last { "},\n" } else { "}\n" });
                }
                text.push(']');
            }
            ("diagnostics", Value::Array(all)) if parts != Parts::default() => {
                lines(&all.into_iter().map(bare).collect::<Vec<_>>(), text);
            }
            ("comparisons", Value::Array(all)) if all.is_empty() => text.push_str("[]"),
            ("comparisons" | "leaderboard" | "diagnostics", Value::Array(all)) => lines(&all, text),
            (_, value) => text.push_str(&json_text(&value)),
        }
        text.push_str(if place + 1 < count { ",\n" } else { "\n" });
    }
    text.push_str("}\n");
}

/// The members of a report, in their order.
pub(crate) fn members(report: &Report) -> Map<String, Value> {
    // Nothing in a report fails to become a tree.
    let Ok(Value::Object(mut members)) = serde_json::to_value(report) else { return Map::new() };
    // Messages to the page have no names of members, so none may be left out before.
    for run in members.get_mut("runs").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(run) = run.as_object_mut() else { continue };
        let none = Value::Array(Vec::new());
        for (name, nothing) in
            [("stored", &Value::Null), ("over_groups", &none), ("members", &none)]
        {
            if run.get(name) == Some(nothing) {
                run.shift_remove(name);
            }
        }
    }
    members
}

/// A run up to the end of its last member but the records.
fn write_run(value: &Value, text: &mut String) {
    let Value::Object(members) = value else { return };
    let mut before = "{";
    for (name, value) in members {
        let _ = write!(text, "{before}\"{name}\": ");
        before = ",\n";
        match (name.as_str(), value) {
            ("aggregates" | "over_groups" | "members", Value::Array(all)) => lines(all, text),
            (_, value) => text.push_str(&json_text(value)),
        }
    }
}

/// A list with a line for each element.
fn lines(all: &[Value], text: &mut String) {
    let all: Vec<String> = all.iter().map(json_text).collect();
    let end = if all.is_empty() { "]" } else { "\n]" };
    text.extend(["[\n", &all.join(",\n"), end]);
}

fn bare(diagnostic: Value) -> Value {
    match diagnostic {
        Value::Object(mut members) => {
            members.retain(|name, _| BARE.contains(&name.as_str()));
            Value::Object(members)
        }
        other => other,
    }
}
