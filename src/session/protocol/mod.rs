//! Messages between the page and the scorer worker.
//!
//! A request is its number, JSON text of a [`Request`], and `File` handles. A reply is the number of the
//! request that it answers, or 0 where the worker speaks unasked, its name, the bytes of a [`Reply`], and one
//! buffer for some. To read JSON of so many types would be a sixth of the page's program. To write it is
//! little, and anybody can: the self-test does.

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

/// How a breakdown begins for want of memory, which starting again would not mend.
pub const OUT_OF_MEMORY: &str = "the browser gives the scorer no more memory";

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Reply {
    /// The worker is up.
    Ready {
        /// Its [`VERSION`].
        version: String,
        /// All presets, for the menu while there is no file yet.
        presets: Vec<PresetOption>,
    },
    /// Work goes on.
    Progress(Progress),
    /// The state of everything after [`Request::Open`], [`Request::Close`] or [`Request::Choose`].
    /// It comes again, unasked, when slower parts (intervals, hashes, "also as") are there.
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
        /// How many there would be of each outcome, where other filters leave rows out.
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
    /// Answer to [`Request::Unpack`]; the bytes of all follow in the message as one buffer.
    Unpacked {
        /// What was taken out.
        members: Vec<Member>,
        /// What there is to choose instead: the sheets of a workbook.
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
        /// How many: none of those that are to be run again.
        count: u64,
    },
    /// Answer to [`Request::Pair`].
    Pair(Box<Pair>),
    /// Answer to [`Request::Matrix`].
    Matrix(Box<Matrix>),
    /// Answer to [`Request::Check`].
    Checked {
        /// Everything wrong with the text; empty where it is a preset.
        problems: Vec<Diagnostic>,
        /// The field that the cursor is in; empty where nothing is known of it.
        field: String,
        /// What a value below would replace: from here, in UTF-16 units ...
        from: u32,
        /// ... to here.
        to: u32,
        /// JSON texts that may stand at the cursor; empty where any may.
        known: Vec<String>,
    },
    /// Answer to [`Request::Host`].
    Hosted(Box<ScorerCard>),
    /// One of the files of [`Request::Open`] is a preset and no data. It is not among the files.
    Preset {
        /// The file's number.
        slot: u32,
        /// Its name.
        name: String,
        /// Its text.
        text: String,
        /// Whether nothing is wrong with it.
        sound: bool,
    },
    /// Answer to [`Request::Export`]; the bytes follow in the message as a buffer.
    File {
        /// Suggested name.
        name: String,
        /// MIME type.
        mime: String,
    },
    /// The request could not be done.
    Failed {
        /// Every problem, never empty.
        problems: Vec<Diagnostic>,
    },
}

// Inlined, they are compiled for size in the page and the worker; this crate is compiled for speed.
impl Request {
    /// The text that goes over the line.
    #[inline]
    pub fn to_text(&self) -> String {
        // Plain data of ours always has a JSON text.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a request; `None` where page and worker do not speak the same language.
    #[inline]
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Reply {
    /// The name of its kind, for whoever looks at messages from outside.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// The bytes that go over the line.
    #[inline]
    pub fn to_bytes(&self) -> Vec<u8> {
        // All of it has a length that is known before, which is what they need.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a reply; `None` where page and worker do not speak the same language.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}
