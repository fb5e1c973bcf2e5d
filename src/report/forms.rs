//! Every form of a report, by the name that command line and page use.

use super::official::python_digits;
use super::{csv, json, latex, markdown};
use crate::metric::compare::VALUES;
use crate::protocol::ExportFormat;
use crate::session::Session;
use std::io::{self, Write};

/// Writes a form of the report; `rows` restricts the per-question CSV.
///
/// # Errors
/// Where `out` fails.
pub fn write(
    session: &Session,
    format: ExportFormat,
    rows: Option<&[(usize, usize)]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        ExportFormat::Json => json::write(session, out),
        ExportFormat::Csv => match (rows, session.score()) {
            (Some(rows), _) => csv::write_records(session, &mut rows.iter().copied(), out),
            (None, Some(score)) => csv::write_records(session, &mut csv::all_rows(score), out),
            (None, None) => Ok(()),
        },
        ExportFormat::AggregatesCsv => csv::write_aggregates(session, out),
        ExportFormat::Markdown => out.write_all(markdown::markdown(session).as_bytes()),
        ExportFormat::Latex if VALUES => out.write_all(latex::latex(session).as_bytes()),
        // Nobody offers it there.
        ExportFormat::Latex => Ok(()),
        ExportFormat::Official => out.write_all(official(session).as_bytes()),
        #[cfg(feature = "values")]
        ExportFormat::Verdicts => session.write_verdicts(out),
        #[cfg(not(feature = "values"))]
        ExportFormat::Verdicts => Ok(()),
        ExportFormat::Preset => match &session.plan().settings {
            Some(settings) => out.write_all(settings.baked().as_bytes()),
            None => Ok(()),
        },
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
