//! Values of Python as the text that `json.dumps(value, ensure_ascii=False)` writes.

use crate::floats;
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use scoredrop::base::digits;
use scoredrop_kernel::find;
use std::fmt::Display;
use std::io::Write as _;

/// The deepest nesting that the core reads.
const DEEPEST: usize = 512;

/// Writes a value.
///
/// # Errors
/// If the value, or one in it, is of a type that JSON does not have.
pub(crate) fn write(out: &mut Vec<u8>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    write_some(out, value, None)
}

/// Writes a value without members that have a name.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_some(
    out: &mut Vec<u8>,
    value: &Bound<'_, PyAny>,
    unread: Option<&str>,
) -> PyResult<()> {
    write_value(out, value, Level { depth: 0, unread })
}

/// Where a value stands, and the members that are left out there.
#[derive(Clone, Copy)]
struct Level<'u> {
    depth: usize,
    unread: Option<&'u str>,
}

impl Level<'_> {
    fn below(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    fn leaves_out(self, key: &Bound<'_, PyAny>) -> bool {
        self.unread.is_some_and(|name| {
            key.cast::<PyString>().is_ok_and(|key| key.to_str().is_ok_and(|key| key == name))
        })
    }
}

fn write_value(out: &mut Vec<u8>, value: &Bound<'_, PyAny>, level: Level<'_>) -> PyResult<()> {
    if level.depth > DEEPEST {
        return Err(PyTypeError::new_err("values are nested deeper than 512 levels"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        write_string(out, text)
    } else if value.is_none() {
        out.extend(b"null");
        Ok(())
    } else if let Ok(value) = value.cast::<PyBool>() {
        out.extend(if value.is_true() { &b"true"[..] } else { b"false" });
        Ok(())
    } else if let Ok(value) = value.cast::<PyInt>() {
        match value.extract::<i64>() {
            Ok(number) => write_display(out, number),
            Err(_) => out.extend(value.call_method0("__int__")?.str()?.to_str()?.as_bytes()),
        }
        Ok(())
    } else if let Ok(value) = value.cast::<PyFloat>() {
        write_float(out, value.value());
        Ok(())
    } else if let Ok(members) = value.cast::<PyDict>() {
        out.push(b'{');
        let mut is_first = true;
        for (key, value) in members.iter().filter(|(key, _)| !level.leaves_out(key)) {
            if !is_first {
                out.extend(b", ");
            }
            is_first = false;
            write_key(out, &key)?;
            out.extend(b": ");
            write_value(out, &value, level.below())?;
        }
        out.push(b'}');
        Ok(())
    } else if let Ok(list) = value.cast::<PyList>() {
        write_items(out, list.iter(), level)
    } else if let Ok(list) = value.cast::<PyTuple>() {
        write_items(out, list.iter(), level)
    } else {
        write_other(out, value, level)
    }
}

fn write_items<'py>(
    out: &mut Vec<u8>,
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    level: Level<'_>,
) -> PyResult<()> {
    out.push(b'[');
    for (place, item) in items.enumerate() {
        if place > 0 {
            out.extend(b", ");
        }
        write_value(out, &item, level.below())?;
    }
    out.push(b']');
    Ok(())
}

/// Numbers and arrays of `NumPy`, missing values of pandas, dates and times.
fn write_other(out: &mut Vec<u8>, value: &Bound<'_, PyAny>, level: Level<'_>) -> PyResult<()> {
    let kind = value.get_type();
    let name = kind.name()?;
    match name.to_str()? {
        "NAType" | "NaTType" => {
            out.extend(b"null");
            return Ok(());
        }
        "datetime" | "date" | "Timestamp" | "Decimal" | "UUID" => {
            return write_string(out, &value.str()?);
        }
        "float32" => {
            write_float(out, floats::single(value.extract()?));
            return Ok(());
        }
        "float16" => {
            let bits = value.call_method1("view", ("uint16",))?.call_method0("item")?.extract()?;
            write_float(out, floats::half(bits));
            return Ok(());
        }
        "ndarray" => {
            let precision = value.getattr("dtype")?.getattr("name")?;
            if matches!(precision.cast::<PyString>()?.to_str()?, "float32" | "float16") {
                // Each item knows its precision, which a list of Python's floats has lost.
                if value.getattr("ndim")?.extract::<usize>()? == 0 {
                    return write_value(
                        out,
                        &value.get_item(PyTuple::empty(value.py()))?,
                        level.below(),
                    );
                }
                let items = value.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                return write_items(out, items.into_iter(), level);
            }
        }
        _ => {}
    }
    if value.hasattr("tolist")? {
        let plain = value.call_method0("tolist")?;
        if !plain.is(value) {
            return write_value(out, &plain, level.below());
        }
    }
    Err(PyTypeError::new_err(format!(
        "a value of type {name} cannot be written as JSON; convert it to a text, a number, a list or a dictionary"
    )))
}

fn write_key(out: &mut Vec<u8>, key: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(text) = key.cast::<PyString>() {
        return write_string(out, text);
    }
    let mut text = Vec::new();
    write(&mut text, key)?;
    let is_plain = !text.starts_with(b"[") && !text.starts_with(b"{") && !text.starts_with(b"\"");
    if !is_plain {
        return Err(PyTypeError::new_err("a key of a dictionary is not a text or number"));
    }
    out.push(b'"');
    out.extend(text);
    out.push(b'"');
    Ok(())
}

fn write_string(out: &mut Vec<u8>, text: &Bound<'_, PyString>) -> PyResult<()> {
    match text.to_str() {
        Ok(text) => write_text(out, text),
        // Halves of characters can only be written as escapes.
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
            let json = text.py().import("json")?;
            out.extend(
                json.call_method1("dumps", (text,))?.cast::<PyString>()?.to_str()?.as_bytes(),
            );
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Writes a text in quotes.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(place) = find::special(rest) {
        out.extend_from_slice(&rest[..place]);
        let byte = rest[place];
        rest = &rest[place + 1..];
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            8 => b"\\b",
            12 => b"\\f",
            _ => {
                write_display(out, format_args!("\\u{byte:04x}"));
                continue;
            }
        };
        out.extend_from_slice(escape);
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Writes a float as Python's `repr`.
pub(crate) fn write_float(out: &mut Vec<u8>, value: f64) {
    let text = match value {
        _ if value.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ => digits::python(value),
    };
    out.extend(text.as_bytes());
}

/// Writes what prints itself.
pub(crate) fn write_display(out: &mut Vec<u8>, value: impl Display) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{value}");
}
