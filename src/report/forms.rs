//! Every form of a report, by the name that command line and page use.

use super::json::Record;
use super::markdown;
use super::{csv, json, latex};
use crate::aggregate::official::python_digits;
use crate::json_text::json_text;
use crate::protocol::ExportFormat;
use crate::session::Session;
use crate::types::Parts;
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

/// Records of questions, as they stand together in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// Lines of CSV: every question of every run, or those that are wanted.
    Csv,
    /// All of a run, as JSON.
    Json(usize),
    /// The same within a page.
    Embedded(usize),
}

impl Records {
    /// The runs and rows of all of them.
    pub fn questions(self, session: &Session) -> impl Iterator<Item = (usize, usize)> {
        let runs = session.score().map_or(&[][..], |score| &score.evaluation.runs);
        let of = |run: usize| run..run.saturating_add(1);
        let wanted = match self {
            Self::Csv => 0..usize::MAX,
            Self::Json(run) | Self::Embedded(run) => of(run),
        };
        let runs = runs.iter().enumerate().filter(move |(run, _)| wanted.contains(run));
        runs.flat_map(|(run, scores)| (0..scores.states.len()).map(move |row| (run, row)))
    }
}

/// Writes records where they belong.
pub(super) type WriteRecords<'w> = dyn FnMut(Records, &mut dyn Write) -> io::Result<()> + 'w;

/// Writes records of questions, only those for which there is room at a time where that is wanted; how
/// many were written.
///
/// # Errors
/// Where `out` fails, or texts cannot be read any more.
pub(super) fn write_records(
    session: &Session,
    records: Records,
    parts: Parts,
    questions: &mut dyn Iterator<Item = (usize, usize)>,
    some: bool,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let sides = session.prediction_sides();
    let (Some(score), Some(material)) = (session.score(), session.material(&sides)) else {
        return Ok(0);
    };
    let mut written = 0;
    loop {
        let (batch, again) = session.next_batch(&material, questions)?;
        let material = material.with(&again);
        for (run, row) in &batch {
            let record = Record::new(score, &material, *run, *row);
            match records {
                Records::Csv => csv::write_record(&material.joined.runs[*run].name, &record, out)?,
                Records::Json(_) => record.write(score, [*run, *row], parts, out)?,
                Records::Embedded(_) => {
                    // Where this is embedded already, nothing is left to be changed.
                    record.write(score, [*run, *row], parts, &mut super::page::Embedded(out))?;
                } // There are no pages here.
            }
        }
        written += batch.len();
        if some || batch.is_empty() {
            return Ok(written);
        }
    }
}

/// Writes a form of the report.
///
/// # Errors
/// Where `out` fails, or texts cannot be read any more.
pub fn write(
    session: &Session,
    format: ExportFormat,
    wanted: Wanted<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_with(session, format, wanted, out, &mut |records, out| {
        let parts = wanted.parts;
        let chosen = wanted.rows.filter(|_| records == Records::Csv);
        let mut rows = chosen.into_iter().flatten().copied();
        let mut all = records.questions(session);
        let questions: &mut dyn Iterator<Item = _> =
            if chosen.is_some() { &mut rows } else { &mut all };
        write_records(session, records, parts, questions, false, out).map(|_| ())
    })
}

/// Writes a form of the report, in which `records` writes those of questions.
pub(super) fn write_with(
    session: &Session,
    format: ExportFormat,
    wanted: Wanted<'_>,
    out: &mut dyn Write,
    records: &mut WriteRecords<'_>,
) -> io::Result<()> {
    match format {
        ExportFormat::Json => json::write_with(session, wanted.parts, out, &mut |run, out| {
            records(Records::Json(run), out)
        }),
        ExportFormat::Csv => match session.score() {
            Some(score) => {
                csv::write_head(score, out)?;
                records(Records::Csv, out)
            }
            None => Ok(()),
        },
        ExportFormat::AggregatesCsv => csv::write_aggregates(session, out),
        ExportFormat::Markdown => out.write_all(markdown::markdown(session).as_bytes()),
        ExportFormat::Latex => out.write_all(latex::latex(session).as_bytes()),
        ExportFormat::Official => out.write_all(official(session).as_bytes()),
        ExportFormat::Verdicts => session.write_verdicts(out),
        ExportFormat::Preset => match &session.plan().settings {
            Some(settings) => out.write_all(settings.baked().as_bytes()),
            None => Ok(()),
        },
        _ => write_travelling(session, format, wanted, out, records),
    }
}

fn write_travelling(
    session: &Session,
    format: ExportFormat,
    wanted: Wanted<'_>,
    out: &mut dyn Write,
    records: &mut WriteRecords<'_>,
) -> io::Result<()> {
    use super::{charts, methods, page, verify};
    if session.score().is_none() {
        return Ok(());
    }
    let text = match format {
        ExportFormat::Html => return page::write(session, wanted.parts, out, records),
        ExportFormat::Methods => methods::methods(session),
        ExportFormat::VerifyPy => match verify::script(session) {
            Ok(script) => script,
            // The words stand where they are looked for.
            Err(reason) => format!("# {reason}\nraise SystemExit({})\n", json_text(&reason)),
        },
        ExportFormat::StripSvg => charts::file(&charts::strip(session, wanted.run)),
        ExportFormat::BreakdownSvg => {
            charts::file(&charts::breakdown(session, wanted.run).unwrap_or_default())
        }
        ExportFormat::ComparisonSvg => {
            charts::file(&charts::comparison(session).unwrap_or_default())
        }
        _ => String::new(),
    };
    out.write_all(text.as_bytes())
}

/// Why a score has no report of a form.
pub fn obstacle(session: &Session, format: ExportFormat) -> Option<String> {
    use super::{charts, verify};
    match format {
        ExportFormat::VerifyPy => verify::script(session).err(),
        ExportFormat::BreakdownSvg if charts::breakdown(session, 0).is_none() => {
            Some("No column sorts these questions into groups.".to_owned())
        }
        ExportFormat::ComparisonSvg if charts::comparison(session).is_none() => {
            Some("There is one run, and nothing to compare.".to_owned())
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

/// What the reference prints, one object per run; a run for which it would print nothing has an
/// empty object.
fn official(session: &Session) -> String {
    let Some(score) = session.score() else { return String::new() };
    let mut text = String::new();
    for lines in &score.official {
        let lines: Vec<String> = lines
            .iter()
            .map(|(key, value)| format!("  \"{key}\": {}", python_digits(value)))
            .collect();
        if lines.is_empty() {
            text.push_str("{}\n");
        } else {
            text.push_str("{\n");
            text.push_str(&lines.join(",\n"));
            text.push_str("\n}\n");
        }
    }
    text
}
