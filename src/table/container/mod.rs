//! Files that hold other files, or rows in a form of their own, become plain files that a reader of
//! tables takes: JSON, JSON Lines, CSV.
//!
//! | container | what it becomes |
//! |---|---|
//! | ZIP | its members as they are |
//! | workbook (`.xlsx`, `.xlsm`) | each sheet as CSV, one record a row of the sheet |
//! | Inspect log (`.eval`, `.json`) | JSON Lines, one row a sample |
//! | `OpenAI` evals log, HELM's `scenario_state.json` | JSON Lines, one row a question |
//! | Text with a label before each part (`Q:`, `A_model:`, `A:`) | JSON Lines, one row a record |
//! | report in Markdown (`.md`) | JSON Lines, one row a row of its longest table, or of all tables like it |
//! | Parquet | JSON Lines, one row a row |
//! | gzip, Zstandard | the file inside |
//!
//! [`packing()`] says by the first bytes whether a file is one of these. [`Container::open`] lists what
//! is inside without unpacking it, [`Container::unpack`] takes one out. Nothing here knows a file
//! system or a browser: bytes come through [`Bytes`], only those that are needed.
//!
//! No input panics, and none takes more memory than [`Limits`] allow.

mod archive;
mod bytes;
mod inspect;
mod labelled;
mod logs;
mod markdown;
mod open;
mod packing;
mod parquet;
mod workbook;

use crate::table::gzip::MOST_PACKED;
pub use bytes::Bytes;
pub(crate) use bytes::Stream;
pub use logs::Log;
pub use open::{Container, Entry, Member};
pub use packing::{Packing, packing};

/// How much may be unpacked, against archives made to fill a memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Unpacked bytes of one [`Container`], all members together; of the samples of a log, which are
    /// large and leave little behind, each by itself.
    pub total: u64,
    /// How many times its packed size a member may have, and all of an archive together, once it is beyond 64 MiB.
    pub ratio: u64,
}

impl Limits {
    /// For a program of its own: 8 GiB, and two hundredfold.
    pub const NATIVE: Self = Self { total: 8 << 30, ratio: MOST_PACKED };
    /// For a browser, where a member stands in a memory of at most 4 GiB: 1 GiB, and two hundredfold.
    pub const BROWSER: Self = Self { total: 1 << 30, ratio: MOST_PACKED };
}

/// A number of bytes, for people.
fn gib(bytes: u64) -> String {
    if bytes < 1 << 30 { format!("{bytes} bytes") } else { format!("{} GiB", bytes >> 30) }
}
