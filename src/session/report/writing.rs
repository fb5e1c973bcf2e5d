//! Writes a form of the report at once, or piece by piece for a driver that answers other requests in
//! between. The bytes are the same.

use super::verify;
use crate::base::json_text::json_text;
use crate::base::types::Parts;
use crate::preset::Settings;
use crate::report::forms::{ExportFormat, Piece, Wanted, charts, render};
use crate::report::model::Report;
use crate::report::records::{Records, write_records};
use crate::session::{Finished, Session};
use std::io::{self, Write};
use std::vec::IntoIter;

/// How many records are written together if no text has to be read for them.
const AT_ONCE: usize = 1 << 12;

/// A form of the report that is being written.
#[derive(Debug, Default)]
pub struct Writing {
    parts: Parts,
    /// Runs and rows of the per-question CSV; everything if absent.
    rows: Option<Vec<(usize, usize)>>,
    /// What is left to be written.
    pieces: IntoIter<Piece>,
    /// The records that are being written, and how many of them were.
    records: Option<Records>,
    next: usize,
    out: Vec<u8>,
    /// How many records were written, of how many.
    done: u64,
    total: u64,
}

impl Writing {
    /// Begins with a form.
    ///
    /// # Errors
    /// If texts in the report can no longer be read.
    pub fn new(session: &Session, format: ExportFormat, wanted: Wanted<'_>) -> io::Result<Self> {
        let pieces = pieces(session, format, wanted)?;
        let rows = wanted.rows.map(<[_]>::to_vec);
        let mut writing = Self { parts: wanted.parts, rows, ..Self::default() };
        let count = |piece: &Piece| match piece {
            Piece::Records(records) => writing.questions(session, *records).count() as u64,
            Piece::Text(_) => 0,
        };
        writing.total = pieces.iter().map(count).sum();
        writing.pieces = pieces.into_iter();
        Ok(writing)
    }

    fn questions<'a>(
        &'a self,
        session: &'a Session,
        records: Records,
    ) -> Box<dyn Iterator<Item = (usize, usize)> + 'a> {
        match self.rows.as_ref().filter(|_| records == Records::Csv) {
            Some(rows) => Box::new(rows.iter().copied()),
            None => match session.score() {
                Some(score) => records.questions(&score.evaluation),
                None => Box::new(std::iter::empty()),
            },
        }
    }

    /// Writes some more records; `true` once all is written.
    ///
    /// # Errors
    /// None: writing to memory cannot fail.
    pub fn advance(&mut self, session: &Session) -> io::Result<bool> {
        let mut out = std::mem::take(&mut self.out);
        let is_done = self.write(session, AT_ONCE, &mut out);
        self.out = out;
        is_done
    }

    /// Writes up to this many more records; `true` once all is written.
    fn write(&mut self, session: &Session, count: usize, out: &mut dyn Write) -> io::Result<bool> {
        let Some(records) = self.records else {
            match self.pieces.next() {
                None => return Ok(true),
                Some(Piece::Text(text)) => out.write_all(text.as_bytes())?,
                Some(Piece::Records(records)) => (self.records, self.next) = (Some(records), 0),
            }
            return Ok(false);
        };
        let mut questions = self.questions(session, records).skip(self.next).take(count);
        let written = match session.finished() {
            Some(Finished { score, material, .. }) => {
                let evaluation = &score.evaluation;
                write_records(evaluation, &material, records, self.parts, &mut questions, out)?
            }
            None => 0,
        };
        drop(questions);
        self.next += written;
        self.done += written as u64;
        if written == 0 {
            self.records = None;
        }
        Ok(false)
    }

    /// How many records were written, and how many there are.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.total)
    }

    /// The bytes, once all is written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.out
    }
}

/// Writes a form of the report; nothing if there is no score.
///
/// # Errors
/// If `out` fails.
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

/// The pieces of a form for a session; none if there is no score.
///
/// # Errors
/// If texts can no longer be read.
fn pieces(session: &Session, format: ExportFormat, wanted: Wanted<'_>) -> io::Result<Vec<Piece>> {
    let text = match format {
        ExportFormat::Verdicts => {
            let mut text = Vec::new();
            if let Some(workshop) = session.workshop() {
                workshop.write_verdicts(&mut text)?;
            }
            String::from_utf8_lossy(&text).into_owned()
        }
        ExportFormat::Preset => {
            let settings = session.plan().preset.settings.as_ref();
            settings.map_or_else(String::new, Settings::baked)
        }
        _ => {
            let Some(finished) = session.finished() else { return Ok(Vec::new()) };
            if format != ExportFormat::VerifyPy {
                return Ok(render(&Report::new(&finished), format, wanted));
            }
            // The words are written where they are used.
            let none = |why| format!("# {why}\nraise SystemExit({})\n", json_text(&why));
            verify::script(&finished).unwrap_or_else(none)
        }
    };
    Ok(vec![Piece::Text(text)])
}

/// Why a score cannot be written in a form.
pub fn obstacle(session: &Session, format: ExportFormat) -> Option<String> {
    let finished = session.finished();
    let lacks = |chart: fn(&Report) -> Option<String>| {
        finished.as_ref().is_none_or(|finished| chart(&Report::new(finished)).is_none())
    };
    match format {
        ExportFormat::VerifyPy => match &finished {
            Some(finished) => verify::script(finished).err(),
            None => Some("There is no score yet.".to_owned()),
        },
        ExportFormat::Inspect if finished.as_ref().is_some_and(repeats_ids) => Some(
            "Inspect reads one score for each id, and some ids of the gold file repeat.".to_owned(),
        ),
        ExportFormat::HfEvalResults
            if session.score().is_some_and(|score| score.settings.preset.card.hub.is_empty()) =>
        {
            Some("The preset names no dataset on Hugging Face (card.hub).".to_owned())
        }
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

/// Whether two gold rows have the same id.
fn repeats_ids(finished: &Finished<'_>) -> bool {
    finished.score.reconciliations.iter().any(|counts| counts.duplicate_gold > 0)
}

/// Suggests a file name and MIME type.
pub fn file_name(session: &Session, format: ExportFormat) -> (String, &'static str) {
    let settings = session.plan().preset.settings.as_ref();
    let mut name = settings.map_or("report", |settings| settings.preset.id.as_str()).to_owned();
    // A saved preset is not modified any further.
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
        ExportFormat::Inspect => ("-inspect.jsonl", "application/jsonl"),
        ExportFormat::HfEvalResults => ("-eval-results.yaml", "application/yaml"),
        ExportFormat::EveryEvalEver => ("-every-eval-ever.json", "application/json"),
        ExportFormat::EveryEvalEverSamples => ("-samples.jsonl", "application/jsonl"),
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
