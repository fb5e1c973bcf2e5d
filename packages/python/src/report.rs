//! A score, and what Python asks of it.

use crate::{Text, wrong};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scoredrop::base::error::Error;
use scoredrop::base::types::{Parts, Role};
use scoredrop::report::model;
use scoredrop::session::protocol::Progress;
use scoredrop::{File, Partial, Report, Session, at_once, binding};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often long work looks whether somebody has pressed Ctrl+C, and tells how far it is.
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
    Text(String, Arc<Vec<u8>>, bool),
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
            Source::Text(Named(name, text)) => {
                let Text { bytes, is_table, .. } = text.get();
                Self::Text(name, Arc::clone(bytes), *is_table)
            }
            Source::Path(path) => Self::Path(path),
        }
    }

    fn open(self, role: Option<Role>) -> binding::Given {
        let (files, is_table) = match self {
            Self::Path(path) => (File::open(&path, role), false),
            Self::Text(name, bytes, is_table) => {
                (File::open_bytes(&name, Shared(bytes), None, role), is_table)
            }
        };
        binding::Given { role, files, is_table }
    }
}

/// A finished score.
#[pyclass(frozen, module = "scoredrop._core")]
pub(crate) struct Scored {
    report: Mutex<Report>,
}

fn given(files: Vec<(Option<String>, Source)>) -> PyResult<Vec<(Option<Role>, Given)>> {
    let role = |name: Option<String>| match name {
        Some(name) => name.parse::<Role>().map(Some).map_err(|_| wrong("no such role")),
        None => Ok(None),
    };
    files.into_iter().map(|(name, source)| Ok((role(name)?, Given::new(source)))).collect()
}

/// Does long work on files without the GIL. It stops on Ctrl+C, and calls `tell` now and then with what is being done,
/// how much of it is done, of how much (0 if nobody knows), and the unit.
fn worked<T: Send>(
    py: Python<'_>,
    files: Vec<(Option<String>, Source)>,
    tell: Option<Py<PyAny>>,
    work: impl FnOnce(Vec<binding::Given>, &Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let given = given(files)?;
    let stopped = Mutex::new(None);
    let found = py.detach(|| {
        let given = given.into_iter().map(|(role, file)| file.open(role)).collect();
        work(given, &Watch::new(&stopped, tell))
    });
    stopped.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(found), Err)
}

/// Scores files by choices in the words of the command line: see [`binding::score`]. For `tell`, see [`worked`].
///
/// Returns the score, or what was said instead of one, as JSON.
#[pyfunction]
#[pyo3(signature = (files, words, tell=None))]
pub(crate) fn score(
    py: Python<'_>,
    files: Vec<(Option<String>, Source)>,
    words: Vec<OsString>,
    tell: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let settled = worked(py, files, tell, |given, watch| {
        let turn = async |progress| watch.goes_on(&progress);
        binding::settled(at_once(binding::score(given, words, &turn)))
    })?;
    match settled {
        Ok(report) => Ok(Py::new(py, Scored { report: Mutex::new(report) })?.into_any()),
        Err(said) => Ok(said.into_pyobject(py)?.into_any().unbind()),
    }
}

/// Scores files for their numbers alone: see [`binding::numbers`]. For `tell`, see [`worked`].
///
/// Returns the numbers, or what was said instead, as JSON.
#[pyfunction]
#[pyo3(signature = (files, words, tell=None))]
pub(crate) fn numbers(
    py: Python<'_>,
    files: Vec<(Option<String>, Source)>,
    words: Vec<OsString>,
    tell: Option<Py<PyAny>>,
) -> PyResult<String> {
    worked(py, files, tell, |given, watch| {
        let turn = async |progress| watch.goes_on(&progress);
        at_once(binding::numbers(given, words, &turn)).unwrap_or_else(|error| binding::said(&error))
    })
}

/// Scores files that hold a part of the questions: see [`binding::partial`]. For `tell`, see [`worked`].
///
/// Returns the part, or what was said instead of one, as JSON.
#[pyfunction]
#[pyo3(signature = (files, words, tell=None))]
pub(crate) fn partial(
    py: Python<'_>,
    files: Vec<(Option<String>, Source)>,
    words: Vec<OsString>,
    tell: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let found = worked(py, files, tell, |given, watch| {
        let turn = async |progress| watch.goes_on(&progress);
        at_once(binding::partial(given, words, &turn))
    })?;
    part_or_said(py, found)
}

fn part_or_said(py: Python<'_>, found: Result<Partial, Error>) -> PyResult<Py<PyAny>> {
    match found {
        Ok(part) => Ok(Py::new(py, Part { part })?.into_any()),
        Err(error) => Ok(binding::said(&error).into_pyobject(py)?.into_any().unbind()),
    }
}

/// A part of the questions, scored.
#[pyclass(frozen, module = "scoredrop._core")]
pub(crate) struct Part {
    part: Partial,
}

#[pymethods]
impl Part {
    /// A part without questions.
    #[staticmethod]
    fn zero() -> Self {
        Self { part: Partial::zero() }
    }

    /// Reads the binary form: a part, or what was said instead of one, as JSON.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Py<PyAny>> {
        part_or_said(py, Partial::from_bytes(bytes))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.part.to_bytes()))
    }

    /// Both parts as one, or what was said instead of it, as JSON.
    fn merged(&self, py: Python<'_>, other: &Self) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| {
            let mut both = self.part.clone();
            both.merge(other.part.clone()).map(|()| both)
        });
        part_or_said(py, found)
    }

    /// How many questions it holds, and in how many different rows.
    fn size(&self) -> (u64, usize) {
        self.part.size()
    }

    /// The report, or what was said instead of it, as JSON.
    fn finish(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match py.detach(|| self.part.finish()) {
            Ok(report) => Ok(Py::new(py, Merged { report })?.into_any()),
            Err(error) => Ok(binding::said(&error).into_pyobject(py)?.into_any().unbind()),
        }
    }
}

/// The report of merged parts; it has what a [`Scored`] has, but for questions.
#[pyclass(frozen, module = "scoredrop._core")]
pub(crate) struct Merged {
    report: model::Report,
}

#[pymethods]
impl Merged {
    /// The report, as JSON, with the names of metrics and what leads.
    fn head(&self) -> String {
        binding::head_of(&self.report)
    }

    /// The report in a format.
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        no_outputs: bool,
        no_questions: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parts = Parts { no_outputs, no_questions };
        let written = binding::written_of(&self.report, format, parts);
        Ok(PyBytes::new(py, &written.map_err(wrong)?))
    }
}

/// Looks for Ctrl+C from time to time, and tells how far the work is.
struct Watch<'w> {
    looked: RefCell<Instant>,
    tell: Option<Py<PyAny>>,
    stopped: &'w Mutex<Option<PyErr>>,
}

#[allow(clippy::disallowed_methods, reason = "no number depends on when it looks")]
impl<'w> Watch<'w> {
    fn new(stopped: &'w Mutex<Option<PyErr>>, tell: Option<Py<PyAny>>) -> Self {
        Self { looked: RefCell::new(Instant::now()), tell, stopped }
    }

    fn goes_on(&self, progress: &Progress) -> bool {
        if self.looked.borrow().elapsed() < EVERY {
            return true;
        }
        let Progress { doing, done, total, unit } = progress;
        let told = Python::attach(|py| {
            py.check_signals()?;
            let tell = self.tell.as_ref();
            tell.map_or(Ok(()), |tell| tell.call1(py, (doing, done, total, unit)).map(drop))
        });
        self.looked.replace(Instant::now());
        match told {
            Ok(()) => true,
            Err(error) => {
                *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                false
            }
        }
    }
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
        self.make(py, binding::head)
    }

    /// The records of a run as JSON: those of reports, with question, gold answers, prediction and verdict.
    fn records(&self, py: Python<'_>, run: usize) -> String {
        self.make(py, |session| binding::records(session, run))
    }

    /// Why a question scored as it did, as JSON; nothing if there is no such row.
    fn explain(&self, py: Python<'_>, run: usize, row: usize) -> Option<String> {
        self.make(py, |session| binding::explain(session, run, row))
    }

    /// The score as a part, to be merged with others, or what was said instead of it, as JSON.
    fn part(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| Partial::of(&self.report()));
        part_or_said(py, found)
    }

    /// The report in a format.
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        no_outputs: bool,
        no_questions: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parts = Parts { no_outputs, no_questions };
        let written = self.make(py, |session| binding::written(session, format, parts));
        Ok(PyBytes::new(py, &written.map_err(wrong)?))
    }
}
