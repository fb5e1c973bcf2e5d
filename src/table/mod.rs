//! Phase 1: bytes become a [`Table`].
//!
//! [`inspect()`] decides from the first bytes what a file is and shows a sample of its rows; a
//! [`Reader`] then takes the file slice by slice and keeps only the columns that are asked for. What
//! it makes of a file does not depend on how the file was sliced.
//!
//! # What is read
//! JSON documents of several [`Shape`]s, JSON Lines, delimited files, and plain text with one value a
//! line, each also packed with gzip, in UTF-8, UTF-16 or Windows-1252. Content decides, then the name,
//! unless a [`Form`] is chosen.
//! Archives, workbooks and logs are taken apart before, by [`container`].
//!
//! # What is done about trouble
//! Nothing is passed over in silence: whatever is wrong with a file is a diagnostic, and its
//! [`Code`](crate::base::diagnostic::Code) says what is made of it. An id that is twice in a keyed object is none
//! here: both are rows, and joining decides.
//!
//! CR LF and LF are the same between records and inside raw lists and objects; line breaks inside
//! quoted cells stay as they are.

mod arena;
mod blocks;
mod cells;
mod columns;
pub mod container;
mod decode;
mod delimited;
mod encoding;
mod float;
mod form;
mod gzip;
mod inspect;
pub mod json;
mod lines;
mod places;
pub mod python;
mod reader;
mod rows;

pub use columns::{Cell, Kind, Table, key_of, shown_key};
pub use decode::{Encoding, whole_text};
pub use float::float;
pub use form::{Form, FormPart, Separator};
pub use inspect::{Format, Inspection, SAMPLE_ROWS, inspect};
pub(crate) use inspect::{base_name, inspect_as};
pub use json::Shape;
pub use reader::{Read, Reader, read_all};
pub(crate) use rows::PLACE;
