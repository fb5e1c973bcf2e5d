//! What is to be said about a container: facts, doubts and problems, each with its place and remedy.
//! As JSON a note has the form of the diagnostics of reports.

use serde::Serialize;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A fact worth knowing.
    Info,
    /// Something may not be what it seems.
    Warning,
    /// Something could not be read.
    Error,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// Stable name for scripts, in `snake_case`.
    pub code: &'static str,
    /// What is the case, in one sentence.
    pub message: String,
    /// Name of the container without its folder, and of the member: `book.xlsx (sheet Data)`.
    pub file: Option<Box<str>>,
    /// Row of the member, from 1, as a spreadsheet counts it.
    pub row: Option<u64>,
    /// Name of the column.
    pub column: Option<Box<str>>,
    /// What to do about it.
    pub remedy: Option<String>,
}

/// Why something cannot be unpacked: a [`Note`] that is an [`Severity::Error`].
pub type Problem = Note;

impl Note {
    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            file: None,
            row: None,
            column: None,
            remedy: None,
        }
    }

    pub(crate) fn info(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message)
    }

    pub(crate) fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    pub(crate) fn file(mut self, name: &str) -> Self {
        self.file.get_or_insert_with(|| name.into());
        self
    }

    pub(crate) fn row(mut self, row: u64) -> Self {
        self.row = Some(row);
        self
    }

    pub(crate) fn remedy(mut self, text: impl Into<String>) -> Self {
        self.remedy = Some(text.into());
        self
    }
}
