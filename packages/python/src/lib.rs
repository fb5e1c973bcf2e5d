//! `scoredrop._core`: the core as Python's package sees it. Files and choices go in, texts come out; what people
//! use is written in Python around it.

mod arrow;
mod floats;
mod json;
mod report;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use report::{Merged, Part, Scored, numbers, partial, score};
use std::ffi::OsString;
use std::sync::Arc;

/// The text of a file that is only in memory.
#[pyclass(frozen, module = "scoredrop._core")]
struct Text {
    bytes: Arc<Vec<u8>>,
    /// Whether it was made of rows.
    is_table: bool,
    /// Columns that could not be written, each with its type.
    #[pyo3(get)]
    left_out: Vec<(String, String)>,
}

#[pymethods]
impl Text {
    /// Takes bytes as they are.
    #[staticmethod]
    fn of_bytes(bytes: Vec<u8>) -> Self {
        Self { is_table: false, ..Self::new(bytes) }
    }

    /// Writes a list of rows as JSON Lines. With a key, rows are values of this column; `numbered` ones get
    /// an id as well, their place in the list. Members named `unread` are left out, in rows and in their values.
    #[staticmethod]
    #[pyo3(signature = (rows, key, numbered, unread=None))]
    fn of_rows(
        rows: &Bound<'_, PyList>,
        key: Option<&Bound<'_, PyString>>,
        numbered: bool,
        unread: Option<&str>,
    ) -> PyResult<Self> {
        let mut text = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            if let Some(key) = key {
                text.push(b'{');
                if numbered {
                    json::write_display(&mut text, format_args!("\"id\": {}, ", index + 1));
                }
                json::write(&mut text, key)?;
                text.extend(b": ");
            }
            json::write_some(&mut text, &row, unread).map_err(|error| {
                let words = error.value(rows.py()).to_string();
                PyTypeError::new_err(format!("row {}: {words}", index + 1))
            })?;
            text.extend(if key.is_some() { &b"}\n"[..] } else { b"\n" });
        }
        Ok(Self::new(text))
    }

    /// Writes one value as JSON.
    #[staticmethod]
    fn of_document(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut text = Vec::new();
        json::write(&mut text, value)?;
        text.push(b'\n');
        Ok(Self::new(text))
    }

    /// Writes the rows of an object with `__arrow_c_stream__` as JSON Lines. With `dates`, a column of times that
    /// are all midnight is written as dates. Columns and members named `unread` are left out.
    #[staticmethod]
    #[pyo3(signature = (table, dates=true, unread=None))]
    fn of_arrow(table: &Bound<'_, PyAny>, dates: bool, unread: Option<&str>) -> PyResult<Self> {
        let arrow::Lines { text, left_out } = arrow::lines(table, dates, unread)?;
        Ok(Self { left_out, ..Self::new(text) })
    }

    /// The same rows as one JSON list, which is known without the end of a file's name.
    fn as_list(&self) -> Self {
        if self.bytes.trim_ascii_end().is_empty() {
            let (bytes, left_out) = (Arc::clone(&self.bytes), self.left_out.clone());
            return Self { bytes, left_out, is_table: self.is_table };
        }
        let mut text = Vec::with_capacity(self.bytes.len() + 8);
        text.push(b'[');
        for (index, line) in self.bytes.trim_ascii_end().split(|byte| *byte == b'\n').enumerate() {
            text.extend(if index == 0 { &b"\n"[..] } else { b",\n" });
            text.extend(line);
        }
        text.extend(b"\n]\n");
        Self { left_out: self.left_out.clone(), ..Self::new(text) }
    }

    #[getter]
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Text {
    fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes), is_table: true, left_out: Vec::new() }
    }
}

/// Carries out a command line; its exit code.
#[pyfunction]
fn command_line(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| scoredrop::command_line::run(arguments))
}

/// The presets of the catalog, as a list in JSON.
#[pyfunction]
fn presets() -> String {
    scoredrop::binding::catalog()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Text>()?;
    module.add_class::<Scored>()?;
    module.add_class::<Part>()?;
    module.add_class::<Merged>()?;
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add_function(wrap_pyfunction!(numbers, module)?)?;
    module.add_function(wrap_pyfunction!(partial, module)?)?;
    module.add_function(wrap_pyfunction!(command_line, module)?)?;
    module.add_function(wrap_pyfunction!(presets, module)?)
}

/// An error of Python for what its callers should not have given.
fn wrong(words: impl Into<String>) -> PyErr {
    PyValueError::new_err(words.into())
}
