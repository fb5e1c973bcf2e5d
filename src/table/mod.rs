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
//! Nothing is passed over in silence; each line below is a diagnostic with the code given.
//!
//! | trouble | what happens | code |
//! |---|---|---|
//! | a record is not valid JSON | it counts as unparseable, reading goes on | `bad_row` |
//! | the file ends in the middle | complete records are kept | `truncated` |
//! | a comma too many or too few between records | reading goes on | `not_strict_json` |
//! | a second document after the first | it is not read | `text_after_end` |
//! | members beside the records that are lists or objects | ignored | `ignored_members` |
//! | a name twice in a record | the last counts, as in Python | `duplicate_key` |
//! | an id twice in a keyed object | both are rows; joining decides | none here |
//! | lists of [`Shape::Parallel`] of different lengths | the file is refused | `parallel_lists` |
//! | an id twice in one column of [`Shape::KeyedColumns`] | the last counts | `duplicate_key` |
//! | `NaN`, `Infinity`, `-Infinity` | numbers with that text, as in Python | `not_json_number` |
//! | a number beyond a 64-bit float | kept as written | `number_out_of_range` |
//! | half a surrogate pair | U+FFFD | `lone_surrogate` |
//! | a raw control character in a string | kept; Python refuses it | `control_character` |
//! | bytes that are not UTF-8 in a kept cell | U+FFFD | `invalid_utf8` |
//! | a file that makes sense as Windows-1252 only, or is chosen to be it | it is read so, and the bytes are counted | `windows_1252` |
//! | half a character in UTF-16 | U+FFFD | `invalid_utf16` |
//! | nesting deeper than 512 | the record is unparseable | `bad_row` |
//! | more or fewer cells than columns | extra cells ignored, missing ones absent | `ragged_row` |
//! | a quote that is never closed | the row that it opens in is unparseable | `unclosed_quote` |
//! | rows without any text at the end of a delimited file | left out | `empty_rows` |
//! | lines that are dictionaries as Python prints them | read so | `python_lines` |
//! | blank lines between delimited rows | skipped; in plain text they are rows | `blank_lines` |
//! | a first row that looks like data, or is chosen to be it | columns are `column 1`, `column 2` | `no_header` |
//! | a first line of plain text that is no usual name of a column | it is a value | `no_header` |
//! | two columns of one name | the second is `name (2)` | `duplicate_column` |
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
