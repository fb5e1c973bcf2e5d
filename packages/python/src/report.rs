//! A score, and what Python asks of it.

use crate::{Text, wrong};
use clap::ValueEnum as _;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::error::Error;
use scoredrop::base::json_text::json_text;
use scoredrop::base::types::{Parts, Role};
use scoredrop::command_line;
use scoredrop::report::forms::Wanted;
use scoredrop::report::model;
use scoredrop::report::records::Record;
use scoredrop::report::words::{in_percent, is_share};
use scoredrop::session::report::{obstacle, write};
use scoredrop::{ExportFormat, File, Outcome, Report, Session, drop_while, inspect, score_while};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often long work looks whether somebody has pressed Ctrl+C.
const EVERY: Duration = Duration::from_millis(50);

/// A file: a path, or a name and a text in memory.
#[derive(FromPyObject)]
pub(crate) enum Source {
    #[pyo3(transparent)]
    Text(Named),
    #[pyo3(transparent)]
    Path(PathBuf),
}

#[derive(FromPyObject)]
pub(crate) struct Named(String, Py<Text>);

/// The same without Python's own.
enum Given {
    Text(String, Arc<Vec<u8>>),
    Path(PathBuf),
}

/// Bytes of a text that Python holds, too.
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Given {
    fn new(source: Source) -> Self {
        match source {
            Source::Text(Named(name, text)) => Self::Text(name, Arc::clone(&text.get().bytes)),
            Source::Path(path) => Self::Path(path),
        }
    }

    fn open(&self, role: Option<Role>) -> Result<Vec<File<'static>>, Error> {
        match self {
            Self::Path(path) => File::open(path, role),
            Self::Text(name, bytes) => {
                File::open_bytes(name, Shared(Arc::clone(bytes)), None, role)
            }
        }
    }
}

/// A finished score.
#[pyclass(frozen, module = "scoredrop._core")]
pub(crate) struct Scored {
    report: Mutex<Report>,
}

/// Scores files. `words` are choices in the words of the command line. If roles are given, the files are scored
/// as `scoredrop score` does, else as `scoredrop drop`.
///
/// Returns the score, or JSON: `{"problems": [...]}`, or `{"question": ..., "options": [...]}`.
#[pyfunction]
pub(crate) fn score(
    py: Python<'_>,
    files: Vec<(Option<String>, Source)>,
    words: Vec<OsString>,
) -> PyResult<Py<PyAny>> {
    let role = |name: Option<String>| match name {
        Some(name) => name.parse::<Role>().map(Some).map_err(|_| wrong("no such role")),
        None => Ok(None),
    };
    let mut given = Vec::new();
    for (name, source) in files {
        given.push((role(name)?, Given::new(source)));
    }
    let stopped = Mutex::new(None);
    let outcome = py.detach(|| {
        let watch = Watch::new(&stopped);
        pipeline(&given, words, &|| watch.goes_on())
    });
    if let Some(error) = stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let said = match outcome {
        Ok(Outcome::Scored(report)) => {
            let scored = Scored { report: Mutex::new(*report) };
            return Ok(Py::new(py, scored)?.into_any());
        }
        Ok(Outcome::Asks(question, _)) => {
            json!({"question": question.text, "options": question.options})
        }
        Err(error) => json!({"problems": error.problems, "message": error.to_string()}),
    };
    Ok(said.to_string().into_pyobject(py)?.into_any().unbind())
}

/// Looks for Ctrl+C from time to time.
struct Watch<'w> {
    looked: RefCell<Instant>,
    stopped: &'w Mutex<Option<PyErr>>,
}

#[allow(clippy::disallowed_methods, reason = "no number depends on when it looks")]
impl<'w> Watch<'w> {
    fn new(stopped: &'w Mutex<Option<PyErr>>) -> Self {
        Self { looked: RefCell::new(Instant::now()), stopped }
    }

    fn goes_on(&self) -> bool {
        if self.looked.borrow().elapsed() < EVERY {
            return true;
        }
        let signal = Python::attach(|py| py.check_signals());
        self.looked.replace(Instant::now());
        match signal {
            Ok(()) => true,
            Err(error) => {
                *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                false
            }
        }
    }
}

fn pipeline(
    given: &[(Option<Role>, Given)],
    words: Vec<OsString>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Outcome, Error> {
    let (mut choices, swaps) = command_line::choices(words)?;
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for (role, source) in given {
        match source.open(*role) {
            Ok(found) => files.extend(found),
            Err(error) => problems.extend(error.problems),
        }
    }
    if !problems.is_empty() {
        return Err(Error::new(problems));
    }
    if given.iter().any(|(role, _)| *role == Some(Role::Table)) {
        // With one file, a column is in that file whichever role is named.
        let sides = choices.columns.iter_mut().filter(|choice| choice.role != Role::NaProb);
        sides.for_each(|choice| choice.role = Role::Table);
    }
    if swaps {
        let session = inspect(&files, choices);
        let swapped = session.plan().swapped(session.sources(), session.choices());
        choices = swapped.ok_or_else(|| {
            let message = "--swap needs exactly one gold file and one predictions file";
            Error::from(Diagnostic::error(Code::NothingToSwap, message))
        })?;
    }
    let outcome = if given.iter().any(|(role, _)| role.is_some()) {
        Outcome::Scored(Box::new(score_while(&files, choices, goes_on)?))
    } else {
        drop_while(&files, choices, goes_on)?
    };
    if let Outcome::Scored(report) = &outcome {
        command_line::baseline(report.session())?;
    }
    Ok(outcome)
}

impl Scored {
    fn report(&self) -> MutexGuard<'_, Report> {
        // A panic while it was read has changed nothing.
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is made of the session, without the GIL meanwhile.
    fn make<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Session) -> T + Send) -> T {
        py.detach(|| work(self.report().session()))
    }
}

#[pymethods]
impl Scored {
    /// The report without its records, as JSON, with the names of metrics and what leads.
    fn head(&self, py: Python<'_>) -> String {
        self.make(py, |session| {
            let Some(finished) = session.finished() else { return "{}".to_owned() };
            let report = model::Report::new(&finished);
            let lead = report.shown.lead.map(|metric| metric.id);
            let titles: serde_json::Map<String, Value> = report
                .shown
                .metrics
                .iter()
                .map(|metric| (metric.id.to_owned(), metric.title.into()))
                .collect();
            let percent: Vec<&str> = report
                .shown
                .metrics
                .iter()
                .map(|metric| metric.id)
                .filter(|id| is_share(id) || in_percent(id))
                .collect();
            let sentence = |run: &model::Run| -> String {
                run.result.iter().map(|phrase| phrase.words.as_str()).collect()
            };
            let results: Vec<String> = report.runs.iter().map(sentence).collect();
            let shown = json!({
                "lead": lead, "titles": titles, "percent": percent, "results": results, "title": report.shown.title,
            });
            format!("{{\"report\": {}, \"shown\": {shown}}}", json_text(&report))
        })
    }

    /// The records of a run as JSON: those of reports, with question, gold answers, prediction and verdict.
    fn records(&self, py: Python<'_>, run: usize) -> String {
        self.make(py, |session| {
            let Some(finished) = session.finished() else { return "[]".to_owned() };
            let (evaluation, material) = (&finished.score.evaluation, &finished.material);
            let rows = evaluation.runs.get(run).map_or(0, |scores| scores.states.len());
            let record = |row: usize| {
                let record = Record::new(evaluation, material, run, row);
                let metrics: serde_json::Map<String, Value> = record
                    .metrics
                    .into_iter()
                    .map(|(id, value)| (id.to_owned(), value.into()))
                    .collect();
                let golds: Vec<&str> = material.answers.of(row).collect();
                json!({
                    "id": record.id,
                    "question": material.question(row),
                    "golds": golds,
                    "prediction": material.prediction(run, row),
                    "extracted": record.extracted,
                    "state": record.state,
                    "verdict": finished.verdict(run, row),
                    "metrics": metrics,
                    "matched": record.matched,
                })
                .to_string()
            };
            let all: Vec<String> = (0..rows).map(record).collect();
            format!("[{}]", all.join(","))
        })
    }

    /// Why a question scored as it did, as JSON; nothing if there is no such row.
    fn explain(&self, py: Python<'_>, run: usize, row: usize) -> Option<String> {
        self.make(py, |session| Some(json_text(&session.finished()?.explain(run, row)?)))
    }

    /// The report in a format.
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        no_outputs: bool,
        no_questions: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = ExportFormat::from_str(format, false).map_err(|_| {
            let names: Vec<String> = ExportFormat::value_variants()
                .iter()
                .filter_map(|one| Some(one.to_possible_value()?.get_name().to_owned()))
                .collect();
            wrong(format!("there is no format {format:?}; choose {}", names.join(", ")))
        })?;
        let parts = Parts { no_outputs, no_questions };
        let written = self.make(py, |session| {
            if let Some(reason) = obstacle(session, format) {
                return Err(reason);
            }
            let mut out = Vec::new();
            let wanted = Wanted { parts, ..Wanted::default() };
            match write(session, format, wanted, &mut out) {
                Ok(()) => Ok(out),
                Err(error) => Err(error.to_string()),
            }
        });
        Ok(PyBytes::new(py, &written.map_err(wrong)?))
    }
}
