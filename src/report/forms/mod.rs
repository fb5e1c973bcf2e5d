//! Every form of a report, by the name that command line and page use. Each is a function of the report
//! as a value; where records of questions stand in it, whoever has the session fills them in.

mod boards;
mod charts;
pub(super) mod csv;
pub(crate) mod json;
mod latex;
mod markdown;
mod methods;
pub(super) mod page;

use super::model::{Report, Run};
use super::piecewise::Writing;
use super::records::Records;
use crate::aggregate::official::python_digits;
use crate::base::json_text::json_text;
use crate::base::types::Parts;
use crate::preset::Settings;
use crate::report::chart;
use crate::session::Session;
use crate::session::protocol::ExportFormat;
use serde_json::Value;
use std::io::{self, Write};

/// What of the report is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// Runs and rows of the per-question CSV; all where absent.
    pub rows: Option<&'w [(usize, usize)]>,
    /// What JSON and HTML leave out.
    pub parts: Parts,
    /// The run that charts of one are of.
    pub run: usize,
}

/// A piece of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text as it is written.
    Text(String),
    /// Records of questions.
    Records(Records),
}

/// Writes a form of the report; nothing where there is no score.
///
/// # Errors
/// Where `out` fails.
pub fn write(
    session: &Session,
    format: ExportFormat,
    wanted: Wanted<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writing = Writing::new(session, format, wanted)?;
    while !writing.write(session, usize::MAX, out)? {}
    Ok(())
}

/// The pieces of a form for a session; none where there is no score.
///
/// # Errors
/// Where texts cannot be read any more.
pub(super) fn pieces(
    session: &Session,
    format: ExportFormat,
    wanted: Wanted<'_>,
) -> io::Result<Vec<Piece>> {
    let text = match format {
        ExportFormat::Verdicts => {
            let mut text = Vec::new();
            session.write_verdicts(&mut text)?;
            String::from_utf8_lossy(&text).into_owned()
        }
        ExportFormat::Preset => {
            let settings = session.plan().settings.as_ref();
            settings.map_or_else(String::new, Settings::baked)
        }
        ExportFormat::VerifyPy if session.score().is_some() => {
            // The words stand where they are looked for.
            let none = |why| format!("# {why}\nraise SystemExit({})\n", json_text(&why));
            super::verify::script(session).unwrap_or_else(none)
        }
        _ => {
            let report = Report::new(session);
            return Ok(report.map_or_else(Vec::new, |report| render(&report, format, wanted)));
        }
    };
    Ok(vec![Piece::Text(text)])
}

/// A form of a report that is a function of nothing else; empty for the others.
pub fn render(report: &Report, format: ExportFormat, wanted: Wanted<'_>) -> Vec<Piece> {
    let run = || report.runs.get(wanted.run);
    let file = |chart: Option<String>| chart.map_or_else(String::new, |chart| chart::file(&chart));
    let bare = (wanted.parts != Parts::default()).then(|| report.without_quotes());
    let partly = bare.as_ref().unwrap_or(report);
    let text = match format {
        ExportFormat::Json => return json::json(partly, wanted.parts),
        ExportFormat::Html => return page::page(partly, wanted.parts),
        ExportFormat::Csv => {
            return vec![Piece::Text(csv::head(report)), Piece::Records(Records::Csv)];
        }
        ExportFormat::AggregatesCsv => csv::aggregates(report),
        ExportFormat::Markdown => markdown::markdown(report),
        ExportFormat::Latex => latex::latex(report),
        ExportFormat::Official => official(report),
        ExportFormat::Methods => methods::methods(report),
        ExportFormat::StripSvg => file(run().map(charts::strip)),
        ExportFormat::BreakdownSvg => file(run().and_then(|run| charts::breakdown(report, run))),
        ExportFormat::ComparisonSvg => file(charts::comparison(report)),
        ExportFormat::Verdicts | ExportFormat::Preset | ExportFormat::VerifyPy => String::new(),
    };
    vec![Piece::Text(text)]
}

/// Why a score has no report of a form.
pub fn obstacle(session: &Session, format: ExportFormat) -> Option<String> {
    let lacks = |chart: fn(&Report) -> Option<String>| {
        Report::new(session).is_none_or(|report| chart(&report).is_none())
    };
    match format {
        ExportFormat::VerifyPy => super::verify::script(session).err(),
        ExportFormat::BreakdownSvg
            if lacks(|report| charts::breakdown(report, report.runs.first()?)) =>
        {
            Some("No column divides these questions into groups.".to_owned())
        }
        ExportFormat::ComparisonSvg if lacks(charts::comparison) => {
            Some("There is only one run, so there is nothing to compare.".to_owned())
        }
        _ => None,
    }
}

/// Suggested file name and MIME type.
pub fn file_name(session: &Session, format: ExportFormat) -> (String, &'static str) {
    let settings = session.plan().settings.as_ref();
    let mut name = settings.map_or("report", |settings| settings.preset.id.as_str()).to_owned();
    // What is saved as a preset is modified no further.
    let modified = settings.is_some_and(|settings| match format {
        ExportFormat::Preset => !settings.changes.is_empty(),
        _ => settings.modified(),
    });
    if modified {
        name.push_str("-modified");
    }
    let (end, mime) = match format {
        ExportFormat::Json => ("-report.json", "application/json"),
        ExportFormat::Csv => ("-questions.csv", "text/csv"),
        ExportFormat::AggregatesCsv => ("-aggregates.csv", "text/csv"),
        ExportFormat::Markdown => ("-report.md", "text/markdown"),
        ExportFormat::Latex => ("-table.tex", "application/x-tex"),
        ExportFormat::Official => ("-official.json", "application/json"),
        ExportFormat::Preset => (".json", "application/json"),
        ExportFormat::Verdicts => ("-verdicts.jsonl", "application/jsonl"),
        ExportFormat::Html => ("-report.html", "text/html"),
        ExportFormat::Methods => ("-methods.txt", "text/plain"),
        ExportFormat::VerifyPy => ("-verify.py", "text/x-python"),
        ExportFormat::StripSvg => ("-strip.svg", "image/svg+xml"),
        ExportFormat::BreakdownSvg => ("-breakdown.svg", "image/svg+xml"),
        ExportFormat::ComparisonSvg => ("-comparison.svg", "image/svg+xml"),
    };
    (name + end, mime)
}

/// What the reference prints, an object a run: an empty one where it would print nothing.
fn official(report: &Report) -> String {
    let line = |(key, value): (&str, &Value)| format!("  \"{key}\": {}", python_digits(value));
    let block = |run: &Run| {
        let lines: Vec<String> = run.official_lines().map(line).collect();
        if lines.is_empty() {
            "{}\n".to_owned()
        } else {
            format!("{{\n{}\n}}\n", lines.join(",\n"))
        }
    };
    report.runs.iter().map(block).collect()
}
