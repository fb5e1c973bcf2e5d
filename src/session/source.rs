//! A file of the session, as far as its first bytes show it.

use super::opened::View;
use crate::base::diagnostic::{Code, Diagnostic, Severity};
use crate::base::error::Error;
use crate::doubt::{DamagedMember, Doubt};
use crate::preset::looks_like_preset;
use crate::session::protocol::Origin;
use crate::session::protocol::given::{self, Given, looks_like_report};
use crate::table::{
    Encoding, Form, Format, Inspection, Read, SAMPLE_ROWS, Table, base_name, inspect_as, whole_text,
};
use crate::understand::reading::Seen;
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::fmt::Display;

/// How many bytes of a file are inspected before it is read: enough for its form and columns.
pub const HEAD: u64 = 1 << 20;

/// A file of this many bytes or more is not a preset.
const LONGEST_PRESET: u64 = 1 << 18;

/// How many bytes are inspected to find a first record.
const LONGEST_HEAD: u64 = HEAD << 8;

/// Returns as many of the first bytes of a file as it is asked for.
pub(super) type Head<'a> = &'a dyn Fn(u64) -> Result<Vec<u8>, Error>;

/// A file of the session.
#[derive(Debug)]
pub struct Source {
    /// The driver's number of it.
    pub slot: u32,
    /// Name without folder; for a file from a container, the names of both, for people.
    pub name: String,
    /// Size in bytes, as given.
    pub bytes: u64,
    /// The container that it was extracted from.
    pub origin: Option<Origin>,
    /// Notes from the driver's unpacking of gzip, which is not recorded as a container.
    gzip: Option<Vec<Diagnostic>>,
    /// Its form and first rows, or why it cannot be used.
    pub inspection: Result<Inspection, Error>,
    /// The views that were applied to its first rows, each with the inspection before it.
    before: Vec<(View, Inspection)>,
    /// The first rows in the form for weighing, once it is computed.
    seen: OnceCell<Seen>,
    /// Its rows, once read.
    pub read: Option<Read>,
    /// SHA-256 of the file as given, in hexadecimal digits, once computed.
    pub sha256: Option<String>,
    /// Its text, if it is a preset and not data.
    pub preset: Option<String>,
    /// Its head, if it is one of our reports and not data.
    pub report: Option<Box<Given>>,
    /// The chosen parts of its form at the time of inspection.
    pub form: Form,
    /// Whether it is in its original form, as files of an archive are, and was not converted.
    is_as_given: bool,
    /// Its own size in bytes, even if it was extracted from a container.
    size: u64,
    /// Columns that were kept when it was read.
    pub(super) kept: Vec<String>,
    /// Whether some of its bytes could no longer be read.
    pub(super) lost: Cell<bool>,
}

/// A shorter text may be an answer.
const QUESTION: usize = 15;

/// This many equal rows make a copy.
const FEWEST: usize = 5;

impl Source {
    /// How many of its rows could not be read.
    pub(super) fn unparseable(&self) -> u64 {
        self.read.as_ref().map_or(0, |read| read.unparseable)
    }

    /// Whether another file has the same rows. With only a few rows, all answers may be right.
    pub(super) fn is_copy_of(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (self.sample(), other.sample()) else { return false };
        let cells = |row: usize| {
            (0..a.columns().len())
                .all(|column| a.cell(row, column).text == b.cell(row, column).text)
        };
        self.is_whole()
            && self.size == other.size
            && a.rows() >= FEWEST
            && a.rows() == b.rows()
            && a.columns() == b.columns()
            && (0..a.rows()).all(cells)
    }

    /// Whether another file with the same columns asks other questions: none of its long texts occurs in
    /// this one.
    pub(super) fn asks_other_than(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (self.sample(), other.sample()) else { return false };
        let texts = |table: &Table, column: usize| -> HashSet<String> {
            let rows = 0..table.rows();
            let texts: HashSet<String> =
                rows.map(|row| table.cell(row, column).text.to_owned()).collect();
            let long = texts.iter().filter(|text| text.len() >= QUESTION).count();
            if texts.len() * 10 >= table.rows() * 9 && long * 10 >= texts.len() * 9 {
                texts
            } else {
                HashSet::new()
            }
        };
        let mut asked = false;
        let none_in_common = (0..a.columns().len()).all(|column| {
            let there = b.column(&a.columns()[column]).map(|place| texts(b, place));
            let (ours, theirs) = (texts(a, column), there.unwrap_or_default());
            asked |= !ours.is_empty() && !theirs.is_empty();
            ours.is_disjoint(&theirs)
        });
        a.columns() == b.columns() && a.rows().min(b.rows()) >= FEWEST && asked && none_in_common
    }

    pub(super) fn new(
        slot: u32,
        name: &str,
        size: u64,
        origin: Option<Origin>,
        form: Form,
        head: Head<'_>,
    ) -> Self {
        let is_as_given =
            origin.as_ref().is_none_or(|origin| ["zip", "gzip", "zstd"].contains(&&*origin.format));
        let bytes = origin.as_ref().map_or(size, |origin| origin.bytes);
        let (gzip, origin) = match origin {
            Some(origin) if origin.format == "gzip" => (Some(origin.notes), None),
            other => (None, other),
        };
        let mut source = Self {
            slot,
            name: name.to_owned(),
            bytes,
            origin,
            gzip,
            inspection: Err(Error::new(Vec::new())),
            before: Vec::new(),
            seen: OnceCell::new(),
            read: None,
            sha256: None,
            preset: None,
            report: None,
            form,
            is_as_given,
            size,
            kept: Vec::new(),
            lost: Cell::new(false),
        };
        source.look(head);
        source
    }

    /// Returns the same file, unread, in the view that the file itself suggests.
    pub(super) fn unread(&self) -> Self {
        let base = self.before.first().map(|(_, base)| Ok(base.clone()));
        Self {
            name: self.name.clone(),
            origin: self.origin.clone(),
            gzip: self.gzip.clone(),
            inspection: base.unwrap_or_else(|| self.inspection.clone()),
            before: Vec::new(),
            seen: OnceCell::new(),
            read: None,
            sha256: None,
            preset: self.preset.clone(),
            report: self.report.clone(),
            form: self.form.clone(),
            kept: Vec::new(),
            lost: Cell::new(false),
            ..*self
        }
    }

    /// The view of its rows.
    pub(super) fn view(&self) -> &'static str {
        self.before.last().map_or("as_is", |(view, _)| view.into())
    }

    /// What was lost before the file could be read, for example in a spreadsheet, in columns that are used.
    pub(super) fn damage(&self, used: &[String]) -> Vec<Doubt> {
        let notes = self.origin.iter().flat_map(|origin| &origin.notes);
        let matters = |note: &&Diagnostic| {
            let column = note.column.as_deref();
            note.severity == Severity::Warning
                && column.is_none_or(|column| used.iter().any(|used| used == column))
        };
        let doubt = |note: &Diagnostic| {
            let file = note.file.as_ref().unwrap_or(&self.name).clone();
            DamagedMember { file, note: note.message.clone() }.into()
        };
        notes.filter(matters).map(doubt).collect()
    }

    /// Its first rows, if it can be read.
    pub(super) fn sample(&self) -> Option<&Table> {
        self.inspection.as_ref().ok().map(|inspection| &inspection.sample)
    }

    /// Whether it has no lists of its own, only texts.
    pub(super) fn is_delimited(&self) -> bool {
        self.inspection.as_ref().is_ok_and(|inspection| {
            matches!(inspection.format, Format::Csv(_) | Format::Tsv | Format::Text)
        })
    }

    /// Whether the inspected rows are all of its rows.
    pub(crate) fn is_whole(&self) -> bool {
        self.bytes <= HEAD && self.sample().is_some_and(|sample| sample.rows() < SAMPLE_ROWS)
    }

    /// Whether the last attempt to read it failed.
    pub fn is_lost(&self) -> bool {
        self.lost.get() || self.inspection.as_ref().is_err_and(|error| error.has(Code::Unreadable))
    }

    /// Whether other files have to be extracted from it before anything can be read.
    pub fn is_packed(&self) -> bool {
        self.inspection.as_ref().is_err_and(|error| error.has(Code::Container))
    }

    /// The form in which it is read, as far as another form could be chosen.
    pub(crate) fn readable_as(&self) -> Form {
        match &self.inspection {
            _ if !self.is_as_given => Form::default(),
            Ok(inspection) => inspection.form(),
            // In this case, another encoding may help.
            Err(error) if self.form != Form::default() || error.has(Code::Encoding) => {
                let encoding = self.form.encoding.or(Some(Encoding::Utf8));
                Form { encoding, ..self.form.clone() }
            }
            Err(_) => Form::default(),
        }
    }

    /// Its first rows in the form for weighing.
    pub(super) fn seen(&self, inspection: &Inspection) -> &Seen {
        self.seen.get_or_init(|| Seen::new(inspection))
    }

    /// Whether a test holds for its first rows.
    pub(super) fn shows(&self, test: fn(&Seen) -> bool) -> bool {
        self.inspection.as_ref().is_ok_and(|inspection| test(self.seen(inspection)))
    }

    /// Applies another view to the same first rows.
    pub(super) fn take_view(&mut self, view: View, inspection: Inspection) {
        self.seen.take();
        if let Ok(before) = std::mem::replace(&mut self.inspection, Ok(inspection)) {
            self.before.push((view, before));
        }
    }

    /// Returns to the previous view; the file's own view always remains.
    pub(super) fn drop_view(&mut self) -> Option<View> {
        let (view, before) = self.before.pop()?;
        self.seen.take();
        self.inspection = Ok(before);
        Some(view)
    }

    /// Returns to the file's own view; returns the views that were applied, in order.
    pub(super) fn drop_views(&mut self) -> Vec<View> {
        let mut views: Vec<View> = std::iter::from_fn(|| self.drop_view()).collect();
        views.reverse();
        views
    }

    /// Forgets the rows that were read, unless they were read with the same views.
    pub(super) fn keep_rows_of(&mut self, views: &[View]) {
        if !self.before.iter().map(|(view, _)| view).eq(views) {
            self.read = None;
            self.kept.clear();
        }
    }

    /// Inspects the file in another form; `false` if it already has this form.
    pub(super) fn take_form(&mut self, form: Form, head: Head<'_>) -> bool {
        let is_new = self.form != form && self.is_as_given;
        if is_new {
            self.form = form;
            self.read = None;
            self.kept.clear();
            self.look(head);
        }
        is_new
    }

    /// Reads how a report was made; returns the problem that it is not data.
    fn take_report(&mut self, bytes: &[u8], head: Head<'_>) -> Error {
        let read = |bytes: &[u8]| given::head(&String::from_utf8_lossy(bytes));
        // Another program may have rewritten the report.
        let whole = || head(given::LONGEST).ok().and_then(|bytes| read(&bytes));
        self.report = read(bytes).or_else(whole).map(Box::new);
        Diagnostic::error(
            Code::ReportFile,
            format!("{} is a Scoredrop report, not data", self.name),
        )
        .file(&self.name)
        .remedy(
            "give it to scoredrop verify, or drop it on the page with the files it was \
                     made from",
        )
        .into()
    }

    /// Whether it is a report that can be checked.
    pub fn is_report(&self) -> bool {
        self.report.is_some()
    }

    fn look(&mut self, head: Head<'_>) {
        let mut length = HEAD;
        let found = loop {
            let bytes = match head(length) {
                Ok(bytes) => bytes,
                Err(error) => break Err(error),
            };
            let complete = self.size == bytes.len() as u64;
            // A preset is a few kilobytes; data should not be examined twice.
            if complete
                && self.size < LONGEST_PRESET
                && let Some(text) = whole_text(&bytes).filter(|text| looks_like_preset(text))
            {
                self.preset = Some(text);
                let name = &self.name;
                let message = format!(
                    "{name} is a preset; it holds neither gold answers nor \
                                       predictions"
                );
                let remedy = format!("use --preset {name}, and give the gold file here");
                let problem = Diagnostic::error(Code::PresetFile, message).file(name);
                break Err(problem.remedy(remedy).into());
            }
            if looks_like_report(&bytes) {
                break Err(self.take_report(&bytes, head));
            }
            let (name, file, by_record) = match &self.origin {
                Some(origin) => (self.name.as_str(), origin.file.as_str(), origin.by_record),
                None => (base_name(&self.name), self.name.as_str(), false),
            };
            let found = inspect_as(name, file, by_record, &self.form, &bytes, complete);
            let has_rows = found.as_ref().map_or(true, |found| found.sample.rows() > 0);
            if has_rows || complete || length >= LONGEST_HEAD {
                break found;
            }
            length *= 16;
        };
        self.inspection = found;
        self.before.clear();
        self.seen.take();
        let Ok(inspection) = &mut self.inspection else { return };
        inspection.gzip |= self.gzip.is_some();
        let notes = self.gzip.as_ref().or(self.origin.as_ref().map(|origin| &origin.notes));
        notes.into_iter().flatten().for_each(|note| inspection.diagnostics.push(note.clone()));
        if let Some(origin) = self.origin.as_mut().filter(|_| self.is_as_given) {
            let outer = origin.format.split('/').next().unwrap_or_default();
            origin.format = [outer, "/", inspection.format.name()].concat();
        }
    }
}

/// The problem with a file whose bytes the driver cannot provide.
pub(super) fn unreadable(name: &str, detail: &impl Display) -> Error {
    Diagnostic::error(Code::Unreadable, format!("{name} cannot be read: {detail}"))
        .file(name)
        .remedy("choose the file again; it may have moved or changed")
        .into()
}
