//! The result of comparing one part of a signature or a report, and how it is printed.

use crate::session::protocol::CheckLine;
use std::fmt;

pub(super) fn equal(what: &str, words: impl Into<String>) -> CheckLine {
    CheckLine { what: what.to_owned(), words: words.into(), equal: true, remark: false }
}

pub(super) fn differs(what: &str, words: impl Into<String>) -> CheckLine {
    CheckLine { equal: false, ..equal(what, words) }
}

/// A difference that does not matter but has to be reported.
pub(super) fn remark(what: &str, words: impl Into<String>) -> CheckLine {
    CheckLine { remark: true, ..equal(what, words) }
}

impl fmt::Display for CheckLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match (self.equal, self.remark) {
            (false, _) => "differs",
            (true, true) => "remark",
            (true, false) => "equal",
        };
        write!(f, "{mark:<8} {}: {}", self.what, self.words)
    }
}
