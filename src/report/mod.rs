//! Phase 7: the report and its forms.

#[cfg(feature = "values")]
mod alike;
#[cfg(feature = "values")]
pub(crate) mod baseline;
#[cfg(feature = "values")]
pub mod charts;
#[cfg(feature = "values")]
pub mod comparisons;
pub mod csv;
#[cfg(feature = "values")]
pub(crate) mod files;
pub mod forms;
#[cfg(feature = "values")]
pub mod given;
pub mod json;
pub mod latex;
#[cfg(feature = "values")]
pub mod leaderboard;
#[cfg(feature = "values")]
mod lines;
#[cfg(feature = "values")]
pub mod markdown;
#[cfg(feature = "values")]
pub mod methods;
#[cfg(feature = "values")]
mod noticed;
pub mod official;
#[cfg(feature = "values")]
mod order;
#[cfg(feature = "values")]
pub mod page;
pub mod piecewise;
#[cfg(feature = "values")]
pub mod recheck;
#[cfg(feature = "values")]
mod renamed;
#[cfg(feature = "values")]
mod retold;
pub mod signature;
#[cfg(feature = "values")]
pub mod signed;
#[cfg(feature = "values")]
pub mod verify;
pub mod words;

use crate::input::json::{member, members};

/// How a report in HTML begins.
pub const DOCTYPE: &str = "<!doctype html><!-- Scoredrop report -->";

/// Whether a file begins as our reports do, in HTML, or in JSON as whoever wrote it: in any order of
/// members, with any white space. Of a file that goes on behind `head` only what is here is seen.
pub fn looks_like_report(head: &[u8]) -> bool {
    const NAME: &[u8] = b"scoredrop";
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if head.starts_with(DOCTYPE.as_bytes()) {
        return true;
    }
    // Few files have the word, and only those are taken apart.
    head.trim_ascii_start().first() == Some(&b'{')
        && memchr::memmem::find(head, NAME).is_some()
        && is_ours(&String::from_utf8_lossy(head))
}

/// Whether the object says which program made it, as reports do.
fn is_ours(text: &str) -> bool {
    members(text).map_while(Result::ok).any(|(key, value)| {
        let name = || member(value.raw, "name");
        key == "app" && name().is_some_and(|name| name.text() == "scoredrop")
    })
}

/// The one state that every gold question is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// There is a prediction, and an answer was taken from it.
    Answered,
    /// There is a prediction, but no answer was found in it.
    NotExtracted,
    /// There is a prediction of nothing but white space. A label, not a verdict: it is scored as
    /// the reference scores the empty string.
    Blank,
    /// There is no prediction.
    Missing,
    /// Left out of the score, for a stated reason.
    Excluded,
}

/// Where every gold question and every prediction went. The first number is the sum of the next
/// five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reconciliation {
    /// Gold questions.
    pub gold: u64,
    /// In state [`State::Answered`].
    pub answered: u64,
    /// In state [`State::NotExtracted`].
    pub not_extracted: u64,
    /// In state [`State::Blank`].
    pub blank: u64,
    /// In state [`State::Missing`].
    pub missing: u64,
    /// In state [`State::Excluded`].
    pub excluded: u64,
    /// Predictions for questions that the gold file does not have.
    pub extra: u64,
    /// Predictions that a later one for the same question replaced.
    pub duplicate_predictions: u64,
    /// Gold rows whose id stood before; each is scored.
    pub duplicate_gold: u64,
    /// Rows of either file that could not be read.
    pub unparseable: u64,
}

impl Reconciliation {
    /// Counts one question.
    pub fn count(&mut self, state: State) {
        self.gold += 1;
        match state {
            State::Answered => self.answered += 1,
            State::NotExtracted => self.not_extracted += 1,
            State::Blank => self.blank += 1,
            State::Missing => self.missing += 1,
            State::Excluded => self.excluded += 1,
        }
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        self.gold += other.gold;
        self.answered += other.answered;
        self.not_extracted += other.not_extracted;
        self.blank += other.blank;
        self.missing += other.missing;
        self.excluded += other.excluded;
        self.extra += other.extra;
        self.duplicate_predictions += other.duplicate_predictions;
        self.duplicate_gold += other.duplicate_gold;
        self.unparseable += other.unparseable;
    }
}

impl State {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::NotExtracted => "not_extracted",
            Self::Blank => "blank",
            Self::Missing => "missing",
            Self::Excluded => "excluded",
        }
    }
}
