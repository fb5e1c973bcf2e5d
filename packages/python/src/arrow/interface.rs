//! The C stream interface of Arrow (<https://arrow.apache.org/docs/format/CStreamInterface.html>): the only
//! unsafe code of the package. Everything that leaves this module is a slice or a number.
//!
//! What makes it sound: a producer that hands out a capsule named `arrow_array_stream` promises that the
//! structures in it are as the interface says: pointers are null or valid until `release` is called, counts
//! are those of what they count, and buffers are as long as the array's length asks for. Lengths that a
//! buffer holds (offsets) belong to that promise. We own what we take out of a capsule, and release it once.

#![allow(unsafe_code, reason = "structures of C, see above")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{NonNull, null_mut};

#[repr(C)]
struct RawSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut RawSchema,
    dictionary: *mut RawSchema,
    release: Option<unsafe extern "C" fn(*mut RawSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct RawArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut RawArray,
    dictionary: *mut RawArray,
    release: Option<unsafe extern "C" fn(*mut RawArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct RawStream {
    get_schema: Option<unsafe extern "C" fn(*mut RawStream, *mut RawSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut RawStream, *mut RawArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut RawStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut RawStream)>,
    private_data: *mut c_void,
}

const NAME: &CStr = c"arrow_array_stream";

/// A stream of record batches.
pub(super) struct Stream(RawStream);

impl Stream {
    /// Takes the stream of an object with `__arrow_c_stream__`.
    ///
    /// # Errors
    /// If the object does not keep the interface's promise, in words of Python.
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast_into::<PyCapsule>()?;
        let found: NonNull<RawStream> = capsule.pointer_checked(Some(NAME))?.cast();
        // SAFETY: the capsule has the interface's name, so it points to a stream. The consumer moves the
        // structure out and marks the one in the capsule as released; the GIL keeps others from doing so.
        let stream = unsafe {
            let mut stream = found.as_ptr().read();
            if stream.release.is_some() {
                (*found.as_ptr()).release = None;
            } else {
                stream.get_next = None;
            }
            stream
        };
        if stream.get_next.is_none() || stream.get_schema.is_none() {
            return Err(PyValueError::new_err("the Arrow stream was already read"));
        }
        Ok(Self(stream))
    }

    /// The type of its batches.
    ///
    /// # Errors
    /// As the producer says.
    pub(super) fn schema(&mut self) -> Result<Schema, String> {
        let mut schema = RawSchema {
            format: null_mut(),
            name: null_mut(),
            metadata: null_mut(),
            flags: 0,
            n_children: 0,
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        };
        let Some(get) = self.0.get_schema else { return Err(self.last_error()) };
        // SAFETY: the stream is not released, and `schema` is a place to write to.
        let code = unsafe { get(&raw mut self.0, &raw mut schema) };
        if code != 0 || schema.release.is_none() {
            return Err(self.last_error());
        }
        Ok(Schema(schema))
    }

    /// The next batch; `None` at the end.
    ///
    /// # Errors
    /// As the producer says.
    pub(super) fn next(&mut self) -> Result<Option<Array>, String> {
        let mut array = RawArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        };
        let Some(get) = self.0.get_next else { return Err(self.last_error()) };
        // SAFETY: as for `schema`.
        if unsafe { get(&raw mut self.0, &raw mut array) } != 0 {
            return Err(self.last_error());
        }
        Ok(array.release.is_some().then_some(Array(array)))
    }

    fn last_error(&mut self) -> String {
        let unknown = || "the producer of the Arrow stream failed".to_owned();
        let Some(get) = self.0.get_last_error else { return unknown() };
        // SAFETY: the stream is not released. The text is valid until the next call.
        unsafe {
            let text = get(&raw mut self.0);
            if text.is_null() {
                unknown()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: it is ours, and released only here.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// The type of a batch, owned.
pub(super) struct Schema(RawSchema);

impl Schema {
    pub(super) fn whole(&self) -> SchemaRef<'_> {
        SchemaRef(&self.0)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: it is ours, and released only here, with its children.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// The type of a column.
#[derive(Clone, Copy)]
pub(super) struct SchemaRef<'a>(&'a RawSchema);

impl<'a> SchemaRef<'a> {
    /// The format string of the interface; empty if it is not ASCII.
    pub(super) fn format(self) -> &'a str {
        Self::text(self.0.format)
    }

    /// The name of the column.
    pub(super) fn name(self) -> &'a str {
        Self::text(self.0.name)
    }

    fn text(text: *const c_char) -> &'a str {
        if text.is_null() {
            return "";
        }
        // SAFETY: texts of a schema end with a zero, and live as long as it.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
    }

    pub(super) fn children(self) -> impl Iterator<Item = SchemaRef<'a>> {
        // SAFETY: `children` points to `n_children` schemas, which live as long as their parent.
        pointers(self.0.children, self.0.n_children).map(|child| SchemaRef(unsafe { &*child }))
    }

    pub(super) fn dictionary(self) -> Option<SchemaRef<'a>> {
        // SAFETY: null, or a schema that lives as long as this one.
        unsafe { self.0.dictionary.as_ref() }.map(SchemaRef)
    }
}

/// A batch, owned.
pub(super) struct Array(RawArray);

impl Array {
    pub(super) fn whole(&self) -> ArrayRef<'_> {
        ArrayRef(&self.0)
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: it is ours, and released only here, with its children.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// A column.
#[derive(Clone, Copy)]
pub(super) struct ArrayRef<'a>(&'a RawArray);

impl<'a> ArrayRef<'a> {
    /// The number of its values.
    pub(super) fn len(self) -> usize {
        usize::try_from(self.0.length).unwrap_or(0)
    }

    /// The place of the first value in its buffers.
    pub(super) fn offset(self) -> usize {
        usize::try_from(self.0.offset).unwrap_or(0)
    }

    /// How many buffers it has.
    pub(super) fn buffers(self) -> usize {
        usize::try_from(self.0.n_buffers).unwrap_or(0)
    }

    /// The first `bytes` bytes of a buffer; `None` if there is none, as for the validity of a column
    /// without nulls.
    pub(super) fn buffer(self, index: usize, bytes: usize) -> Option<&'a [u8]> {
        if index >= self.buffers() || self.0.buffers.is_null() {
            return None;
        }
        // SAFETY: `buffers` points to `n_buffers` pointers. Whoever calls this asks for as many bytes as the
        // type and the length of the array say that the buffer has.
        unsafe {
            let buffer = (*self.0.buffers.add(index)).cast::<u8>();
            (!buffer.is_null()).then(|| std::slice::from_raw_parts(buffer, bytes))
        }
    }

    pub(super) fn children(self) -> impl Iterator<Item = ArrayRef<'a>> {
        // SAFETY: `children` points to `n_children` arrays, which live as long as their parent.
        pointers(self.0.children, self.0.n_children).map(|child| ArrayRef(unsafe { &*child }))
    }

    pub(super) fn dictionary(self) -> Option<ArrayRef<'a>> {
        // SAFETY: null, or an array that lives as long as this one.
        unsafe { self.0.dictionary.as_ref() }.map(ArrayRef)
    }
}

fn pointers<T>(list: *mut *mut T, count: i64) -> impl Iterator<Item = *mut T> {
    let count = if list.is_null() { 0 } else { usize::try_from(count).unwrap_or(0) };
    // SAFETY: the list holds `count` pointers.
    (0..count).map(move |index| unsafe { *list.add(index) }).filter(|child| !child.is_null())
}
