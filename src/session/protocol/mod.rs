//! Messages between the page and the scorer worker.
//!
//! A request is its number, the JSON text of a [`Request`], and `File` handles. A reply is the number of the
//! request that it answers (0 if the worker sends it unasked), its name, the bytes of a [`Reply`], and one
//! buffer for some replies. Reading JSON of so many types would be a sixth of the page's program. Writing it
//! takes little, and other programs can do it: the self-test does.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

pub mod given;
mod hosted;
mod link;
mod request;
mod rows;
pub mod signature;
mod summary;

pub use hosted::{Hosted, LOCKABLE, ScorerCard, Submitter, TrackCard};
pub use link::{Landing, LinkedView, link, read_link};
pub use request::{
    Across, Against, By, Choices, Class, Flip, Member, OpenFile, Origin, Request, Script, Sort,
    View, Within,
};
pub use rows::{
    Beside, Bin, ColumnBins, Explanation, FlipStripe, GoldCard, Histogram, KindCount, Link, Mark,
    Matrix, Outcomes, Pair, PairCell, Piece, ProgramCard, Row, Spread, ToRun,
};
pub use summary::{
    AlsoAs, Answer, Check, CheckLine, CheckRow, ColumnCard, Counts, Effect, FileCard, Mends, Move,
    PresetCard, PresetOption, ProgramsCard, Progress, ReadingCard, Repair, RunCard, Scored,
    SettingCard, SettingOption, Summary, Waiting, count_of,
};

pub use crate::base::VERSION;
pub use crate::report::forms::ExportFormat;

use crate::base::diagnostic::Diagnostic;
use crate::report::model::Stripe;

/// The beginning of the message if memory runs out; a restart would not help.
pub const OUT_OF_MEMORY: &str = "the browser gives the scorer no more memory";

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Reply {
    /// The worker has started.
    Ready {
        /// Its [`VERSION`].
        version: String,
        /// All presets, for the menu while there is no file yet.
        presets: Vec<PresetOption>,
    },
    /// Work goes on.
    Progress(Progress),
    /// The state of everything after [`Request::Open`], [`Request::Close`] or [`Request::Choose`].
    /// It is sent again, unasked, when slower parts (intervals, hashes, "also as") are ready.
    Summary(Box<Summary>),
    /// Answer to [`Request::Card`].
    Card(Box<PresetCard>),
    /// Answer to [`Request::Preview`], one per alternative, in order.
    Previewed {
        /// The effects.
        effects: Vec<Effect>,
    },
    /// Answer to [`Request::Rows`].
    Rows {
        /// Rows of the whole view.
        total: u64,
        /// First row of this part.
        from: u64,
        /// The rows.
        rows: Vec<Row>,
        /// How many rows of each outcome there would be, if filters of outcomes leave rows out.
        outcomes: Option<Box<Outcomes>>,
    },
    /// Answer to [`Request::Explain`] and [`Request::Try`].
    Explained(Box<Explanation>),
    /// Answer to [`Request::Strip`].
    Strip {
        /// Index of the run.
        run: u32,
        /// The stripes, in file order.
        stripes: Vec<Stripe>,
    },
    /// Answer to [`Request::Spread`].
    Spread(Box<Spread>),
    /// Answer to [`Request::Columns`]; columns in which all questions are alike are left out.
    Columns(Vec<ColumnBins>),
    /// Answer to [`Request::Count`].
    Counted {
        /// Rows of each view.
        totals: Vec<u64>,
    },
    /// Answer to [`Request::Unpack`]; the bytes of all files follow in the message as one buffer.
    Unpacked {
        /// The files that were extracted.
        members: Vec<Member>,
        /// What could be chosen instead: the sheets of a workbook.
        sheets: Vec<String>,
    },
    /// Answer to [`Request::Programs`].
    Programs {
        /// The programs; none at the end.
        jobs: Vec<ToRun>,
        /// The place after them.
        after: u64,
    },
    /// Answer to [`Request::Kept`].
    Kept {
        /// How many there are, without those that are to be run again.
        count: u64,
    },
    /// Answer to [`Request::Pair`].
    Pair(Box<Pair>),
    /// Answer to [`Request::Matrix`].
    Matrix(Box<Matrix>),
    /// Answer to [`Request::Check`].
    Checked {
        /// All problems with the text; empty if it is a preset.
        problems: Vec<Diagnostic>,
        /// The field that the cursor is in; empty if it is unknown.
        field: String,
        /// The range that a value below would replace: from here, in UTF-16 units ...
        from: u32,
        /// ... to here.
        to: u32,
        /// JSON texts that are possible at the cursor; empty if any text is.
        known: Vec<String>,
    },
    /// Answer to [`Request::Host`].
    Hosted(Box<ScorerCard>),
    /// One of the files of [`Request::Open`] is a preset, not data. It is not among the files.
    Preset {
        /// The file's number.
        slot: u32,
        /// Its name.
        name: String,
        /// Its text.
        text: String,
        /// Whether the preset is valid.
        sound: bool,
    },
    /// Answer to [`Request::Export`]; the bytes follow in the message as a buffer.
    File {
        /// Suggested name.
        name: String,
        /// MIME type.
        mime: String,
    },
    /// The request could not be carried out.
    Failed {
        /// Every problem, never empty.
        problems: Vec<Diagnostic>,
    },
}

// Inlined, these would be compiled for size in the page and the worker; this crate is compiled for speed.
impl Request {
    /// The text of the message.
    #[inline]
    pub fn to_text(&self) -> String {
        // Serialising our own plain data cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a request; `None` if page and worker are of different versions.
    #[inline]
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Reply {
    /// The name of its kind, for tools that inspect messages.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// The bytes of the message.
    #[inline]
    pub fn to_bytes(&self) -> Vec<u8> {
        // The length of all parts is known in advance, as the format requires.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a reply; `None` if page and worker are of different versions.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}
