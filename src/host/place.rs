//! Places in a JSON text, for problems that name their line.

use super::FILE;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::json::{elements, member};

/// A value in a text; the whole of what should hold it if it is not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    whole: &'a str,
    raw: &'a str,
}

impl<'a> Place<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { whole: text, raw: text }
    }

    /// Returns the place of a member of an object.
    pub(super) fn member(self, name: &str) -> Self {
        let raw = member(self.raw, name).map_or(self.raw, |value| value.raw);
        Self { raw, ..self }
    }

    /// Returns the places of the elements of a list.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        elements(self.raw).map_while(Result::ok).map(move |value| Self { raw: value.raw, ..self })
    }

    /// Describes a problem of this place.
    pub(super) fn problem(self, message: &str, remedy: &str) -> Diagnostic {
        let offset = self.raw.as_ptr().addr().wrapping_sub(self.whole.as_ptr().addr());
        let before = self.whole.as_bytes().get(..offset).unwrap_or_default();
        // An object that starts the text starts behind white space.
        let space = self.raw.len() - self.raw.trim_start().len();
        let skipped = self.raw.as_bytes().get(..space).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', before).count()
            + memchr::memchr_iter(b'\n', skipped).count();
        Diagnostic::error(Code::BadScorer, message).file(FILE).row(1 + lines as u64).remedy(remedy)
    }
}
