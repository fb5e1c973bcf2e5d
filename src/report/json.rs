//! The report as JSON, written row by row: it may be larger than what it is made of.

use super::signature::signature;
use crate::diagnostic::{cut, cut_middle};
use crate::evaluate::{Material, NO_MATCH};
use crate::json_text::json_text;
use crate::json_tree::Json;
use crate::session::{Score, Session};
use crate::types::{Parts, Reconciliation};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Version of the report's shape.
pub const SCHEMA: u32 = 1;

/// Writes the records of a run.
pub(super) type WriteRun<'w> = dyn FnMut(usize, &mut dyn Write) -> io::Result<()> + 'w;

/// Writes the report of a session with a score, with something left out where that is wanted; `records`
/// writes those of a run.
pub(super) fn write_with(
    session: &Session,
    parts: Parts,
    out: &mut dyn Write,
    records: &mut WriteRun<'_>,
) -> io::Result<()> {
    let sides = session.prediction_sides();
    let (Some(score), Some(material)) = (session.score(), session.material(&sides)) else {
        return Ok(());
    };
    writeln!(out, "{{")?;
    let sources: Vec<usize> = session.plan().used().collect();
    write_members(session, score, parts, &sources, out)?;
    writeln!(out, "\"runs\": [")?;
    for run in 0..score.evaluation.runs.len() {
        write_run(score, &material, run, out, records)?;
        writeln!(out, "{}", if run + 1 < score.evaluation.runs.len() { "," } else { "" })?;
    }
    writeln!(out, "],")?;
    write_comparisons(session, out)?;
    super::leaderboard::write_members(session, &material.joined.names(), out)?;
    writeln!(out, "\"diagnostics\": [")?;
    for (index, diagnostic) in score.diagnostics.iter().enumerate() {
        let comma = if index + 1 < score.diagnostics.len() { "," } else { "" };
        if parts != Parts::default() {
            // Their words quote ids and answers.
            let named = json!({
                "severity": diagnostic.severity,
                "code": diagnostic.code,
                "file": diagnostic.file,
                "row": diagnostic.row,
            });
            writeln!(out, "{named}{comma}")?;
            continue;
        }
        writeln!(out, "{}{comma}", json_text(diagnostic))?;
    }
    writeln!(out, "]\n}}")
}

/// Writes what stands before and behind the runs, but for comparisons and diagnostics, as an object of
/// its own in which runs have other names and stand in another order.
///
/// # Errors
/// Where `out` fails.
pub(super) fn write_around(
    session: &Session,
    names: &[String],
    order: &super::order::Order,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(score) = session.score() else { return Ok(()) };
    writeln!(out, "{{")?;
    write_members(session, score, Parts::default(), &order.sources, out)?;
    super::leaderboard::write_in_order(session, names, Some(order), out)?;
    writeln!(out, "\"runs\": []\n}}")
}

/// The members before the runs, a comma behind each.
fn write_members(
    session: &Session,
    score: &Score,
    parts: Parts,
    sources: &[usize],
    out: &mut dyn Write,
) -> io::Result<()> {
    let preset = &score.settings.preset;
    let values = score.settings.values();
    let seed = session.choices().seed;
    let mut settings: Map<String, Value> =
        values.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    settings.insert("seed".to_owned(), seed.into());
    let mut total = Reconciliation::default();
    // A second rule for the same predictions is no second set of them.
    let joined = session.joined();
    let own = |run: &usize| joined.is_none_or(|joined| joined.runs[*run].twin.is_none());
    for run in (0..score.reconciliations.len()).filter(own) {
        total.add(&score.reconciliations[run]);
    }
    let named = json!({
        "id": preset.id,
        "version": preset.version,
        "modified": score.settings.modified(),
        "settings_hash": score.settings.hash(),
    });
    let provisional = Some(&score.provisional).filter(|reasons| !reasons.is_empty());
    let sources: Vec<Value> = sources.iter().map(|index| source(session, *index)).collect();
    let settled = &session.choices().settled;
    let twins = &session.choices().twins;
    let head = [
        ("schema", json!(SCHEMA)),
        ("app", json!({ "name": "scoredrop", "version": crate::protocol::VERSION })),
        ("preset", named),
        ("settings", settings.into()),
        ("signature", signature(session).into()),
        ("provisional", json!(provisional)),
        ("confirmed", json!(score.confirmed)),
        ("settled", json!(settled)),
        ("twins", json!(twins)),
        ("sources", sources.into()),
        ("reconciliation", json!(total)),
    ];
    let no_questions = parts.no_questions;
    let is_left_out = |key: &str| {
        key == "settled" && (settled.is_empty() || no_questions)
            || key == "twins" && twins.is_empty()
    };
    for (key, value) in head.into_iter().filter(|(key, _)| !is_left_out(key)) {
        writeln!(out, "\"{key}\": {value},")?;
    }
    write_programs(session, out)?;
    Ok(())
}

/// The programs that were run for this score, by what and with what verdicts; nothing where none were.
fn write_programs(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let python = session.pythons();
    let Some(card) = session.programs_card() else {
        // Run before, by what the file of verdicts says.
        let words = json!({ "python": python });
        return if python.is_empty() { Ok(()) } else { writeln!(out, "\"programs\": {words},") };
    };
    let runs = session.joined().map_or(0, |joined| joined.runs.len());
    let categories: Vec<_> = (0..runs).map(|run| session.categories(run)).collect();
    let members = json!({
        "python": python,
        "programs": card.total,
        "not_run": card.left,
        "categories": categories,
    });
    writeln!(out, "\"programs\": {members},")
}

/// The runs compared with the baseline; [`super::comparisons`] says what stands in each line.
fn write_comparisons(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let all = session.comparisons();
    let (Some(joined), false) = (session.joined(), all.is_empty()) else {
        return writeln!(out, "\"comparisons\": [],");
    };
    writeln!(out, "\"comparisons\": [")?;
    let names = joined.names();
    for (index, compared) in all.iter().enumerate() {
        let comma = if index + 1 < all.len() { "," } else { "" };
        let entry = super::comparisons::Entry { compared, names: &names };
        writeln!(out, "{}{comma}", json_text(&entry))?;
    }
    writeln!(out, "],")
}

/// A file that takes part.
fn source(session: &Session, index: usize) -> Value {
    let source = &session.sources()[index];
    let inspection = source.inspection.as_ref().ok();
    let form = inspection.map(|inspection| inspection.format.name());
    let origin = source.origin.as_ref();
    let mut members = json!({
        "role": session.plan().roles[index].as_ref().map(|role| role.value.name()),
        "name": origin.map_or(&source.name, |origin| &origin.name),
        "bytes": source.bytes,
        "sha256": source.sha256,
        "format": origin.map(|origin| origin.format.as_str()).or(form),
        "encoding": inspection.map(|inspection| inspection.encoding),
        "rows": source.read.as_ref().map(|read| read.table.rows()),
    });
    if let Some(origin) = origin {
        members["member"] = origin.member.as_str().into();
    }
    let chosen = source.form.words();
    if !chosen.is_empty() {
        members["chosen"] = chosen.into();
    }
    members
}

fn write_run(
    score: &Score,
    material: &Material<'_>,
    run: usize,
    out: &mut dyn Write,
    records: &mut WriteRun<'_>,
) -> io::Result<()> {
    let name = &material.joined.runs[run].name;
    writeln!(out, "{{\"name\": {},", json_text(name))?;
    writeln!(out, "\"reconciliation\": {},", json_text(&score.reconciliations[run]))?;
    writeln!(out, "\"aggregates\": [")?;
    let aggregates = &score.aggregates[run];
    for (index, aggregate) in aggregates.iter().enumerate() {
        let comma = if index + 1 < aggregates.len() { "," } else { "" };
        writeln!(out, "{}{comma}", json_text(aggregate))?;
    }
    let official = Json::Object(score.official[run].clone());
    let stored = score.stored[run].as_ref();
    let stored =
        stored.map_or_else(String::new, |one| format!("\"stored\": {},\n", json_text(one)));
    writeln!(out, "],\n{stored}\"official\": {},\n\"records\": [", json_text(&official))?;
    records(run, out)?;
    write!(out, "]}}")
}

/// A question of a run as reports show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The key, cut in its middle where it is very long.
    pub id: String,
    /// Name of the state.
    pub state: &'static str,
    /// The answer taken from the output, cut where it is very long.
    pub extracted: Option<String>,
    /// Metric ids and values; `None` where there is none.
    pub metrics: Vec<(&'static str, Option<f64>)>,
    /// Index of the gold answer that the score comes from.
    pub matched: Option<u16>,
}

/// Most characters of a key, and of an extracted answer, in a record: it does not grow with a cell.
const LONGEST_ID: usize = 1000;
const LONGEST: usize = 20_000;

impl Record {
    /// The JSON text, on one line. What is left out has no member.
    pub fn text(&self, parts: Parts) -> String {
        let mut text = String::from("{");
        if !(parts.no_questions) {
            text += &["\"id\": ", &json_text(&self.id), ", "].concat();
        }
        text += &["\"state\": \"", self.state, "\", "].concat();
        if !(parts.no_outputs) {
            text += &["\"extracted\": ", &json_text(&self.extracted), ", "].concat();
        }
        text += "\"metrics\": {";
        for (index, (metric, value)) in self.metrics.iter().enumerate() {
            text += if index == 0 { "\"" } else { ", \"" };
            text += &[metric, "\": ", &json_text(value)].concat();
        }
        text + "}, \"matched\": " + &json_text(&self.matched.map(u32::from)) + "}"
    }

    /// Writes the JSON text as an element of the records of its run.
    pub(super) fn write(
        &self,
        score: &Score,
        [run, row]: [usize; 2],
        parts: Parts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = score.evaluation.runs[run].states.len();
        writeln!(out, "{}{}", self.text(parts), if row + 1 < rows { "," } else { "" })
    }

    /// The record of a gold row.
    pub fn new(score: &Score, material: &Material<'_>, run: usize, row: usize) -> Self {
        let scores = &score.evaluation.runs[run];
        let prediction = material.prediction(run, row);
        let settings = score.evaluation.settings_of(run);
        let extractor = settings.extractor_of(material.column(run, row));
        let extracted = prediction
            .as_deref()
            .and_then(|text| extractor.extract(text).answer.map(|answer| cut(answer, LONGEST)));
        Self {
            id: cut_middle(&material.key(row), LONGEST_ID),
            state: scores.states[row].name(),
            extracted,
            metrics: score
                .evaluation
                .metrics
                .iter()
                .zip(&scores.values)
                .map(|(metric, values)| (metric.id, Some(values[row]).filter(|v| !v.is_nan())))
                .collect(),
            matched: Some(scores.matched[row]).filter(|index| *index != NO_MATCH),
        }
    }
}
