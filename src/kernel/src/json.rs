//! JSON without a tree: where values begin and end.

pub mod scan;
mod text;
pub mod walk;

pub use text::{unescape, unescape_into};

/// What a value is in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The row has no such field.
    Absent = 0,
    /// JSON `null`.
    Null,
    /// JSON `true` or `false`, as written.
    Bool,
    /// A number, as written: `0.10` stays `0.10`.
    Number,
    /// Text, unescaped and valid UTF-8. Every cell of a delimited file is text.
    String,
    /// A JSON array, raw.
    List,
    /// A JSON object, raw.
    Object,
}
