//! Downloads, written in slices: they may hold all texts of large files.

use super::looking::Since;
use super::{QUESTIONS, Worker, handle_of, no_score, say};
use crate::port;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::types::Parts;
use scoredrop::report::board::file_name;
use scoredrop::report::forms::Wanted;
use scoredrop::session::Sift;
use scoredrop::session::protocol::{ExportFormat, Reply, Submitter, View};
use scoredrop::session::report;
use scoredrop::session::report::Writing;
use std::io;

#[derive(Debug)]
pub(super) struct Download {
    number: u32,
    format: ExportFormat,
    view: Option<View>,
    parts: Parts,
    /// What a submitter says, if a bundle is to be written.
    submitter: Option<Submitter>,
    /// The rows of the view being found, then the bytes being written.
    sift: Option<Box<Sift>>,
    writing: Option<Box<Writing>>,
    begun: Since,
}

impl Download {
    pub(super) fn new(number: u32, format: ExportFormat, view: Option<View>, parts: Parts) -> Self {
        let begun = Since::now();
        Self { number, format, view, parts, submitter: None, sift: None, writing: None, begun }
    }

    pub(super) fn of_bundle(number: u32, submitter: Submitter) -> Self {
        let report = Self::new(number, ExportFormat::Json, None, Parts::default());
        Self { submitter: Some(submitter), ..report }
    }
}

impl Worker {
    /// Gives up downloads; the requests that they answer.
    pub(super) fn stop_writing(&mut self) -> Vec<u32> {
        self.exports.drain(..).map(|download| download.number).collect()
    }

    pub(super) fn export(&mut self, mut download: Download) {
        let number = download.number;
        if let Some(submitter) = &download.submitter {
            return match self.bundle(submitter) {
                Ok(bytes) => {
                    let name = format!("{}.zip", file_name(&submitter.name, &[]));
                    post_file(number, name, "application/zip", &bytes);
                }
                Err(problems) => say(number, &Reply::Failed { problems }),
            };
        }
        let mut written = self.write_some(&mut download);
        // That is short, and does not wait for its turn.
        while download.format == ExportFormat::Preset && matches!(written, Ok(false)) {
            written = self.write_some(&mut download);
        }
        match written {
            Ok(false) => self.exports.push_front(download),
            Ok(true) => {
                let bytes = download.writing.map_or_else(Vec::new, |writing| writing.into_bytes());
                let (name, mime) = report::file_name(&self.session, download.format);
                // The rows of a view are not those of the whole.
                let shown = download.view.is_some() && download.format == ExportFormat::Csv;
                let name = if shown { name.replace("-questions.csv", "-shown.csv") } else { name };
                post_file(number, name, mime, &bytes);
            }
            Err(problems) => say(number, &Reply::Failed { problems }),
        }
    }

    /// A bundle of the score with the files of predictions, each as it was given.
    fn bundle(&self, submitter: &Submitter) -> Result<Vec<u8>, Vec<Diagnostic>> {
        if self.session.score().is_none() {
            return Err(vec![no_score()]);
        }
        submitter.check().map_err(|error| error.problems)?;
        let mut predictions: Vec<(String, Vec<u8>)> = Vec::new();
        for index in &self.session.plan().roles.predictions {
            let source = &self.session.sources()[*index];
            let name = source.origin.as_ref().map_or(&source.name, |origin| &origin.name);
            // An archive holds several of them.
            if source.origin.is_some() && predictions.iter().any(|(known, _)| known == name) {
                continue;
            }
            let given = handle_of(&self.given, source.slot);
            let Some(handle) = given.or_else(|| handle_of(&self.handles, source.slot)) else {
                return Err(vec![no_score()]);
            };
            let bytes = handle.slice(0, handle.bytes()).map_err(|words| {
                vec![Diagnostic::error(Code::Unreadable, words).file(name.as_str())]
            })?;
            predictions.push((name.clone(), bytes));
        }
        let mut out = Vec::new();
        report::write_bundle(&self.session, submitter, &predictions, &mut out)
            .map_err(unreadable)?;
        Ok(out)
    }

    /// `true` once all is written.
    fn write_some(&self, download: &mut Download) -> Result<bool, Vec<Diagnostic>> {
        if self.session.score().is_none() {
            return Err(vec![no_score()]);
        }
        let Some(writing) = &mut download.writing else {
            return self.begin(download).map(|()| false);
        };
        if !writing.advance(&self.session).map_err(unreadable)? {
            let (done, total) = writing.progress();
            download.begun.tell(download.number, "writing", done, total);
            return Ok(false);
        }
        Ok(true)
    }

    /// Finds out what is to be written.
    fn begin(&self, download: &mut Download) -> Result<(), Vec<Diagnostic>> {
        let Download { format, parts, .. } = *download;
        if let Some(reason) = report::obstacle(&self.session, format) {
            return Err(vec![Diagnostic::info(Code::NoSuchForm, reason)]);
        }
        let run = download.view.as_ref().map_or(0, |view| view.run as usize);
        let mut rows = None;
        if let Some(view) = download.view.as_ref().filter(|_| format == ExportFormat::Csv) {
            let known = self.view.as_ref().filter(|found| found.view == *view);
            let found = if let Some(found) = known {
                found.rows.clone()
            } else {
                let Some(finished) = self.session.finished() else { return Err(vec![no_score()]) };
                let sift = download.sift.get_or_insert_with(|| Box::new(finished.sift(view)));
                if !finished.sift_on(sift, QUESTIONS) {
                    let (doing, done, total) = sift.progress();
                    download.begun.tell(download.number, doing, done, total);
                    return Ok(());
                }
                download.sift.take().map_or_else(Vec::new, |sift| sift.into_rows())
            };
            rows = Some(found.into_iter().map(|row| (run, row as usize)).collect::<Vec<_>>());
        }
        let wanted = Wanted { rows: rows.as_deref(), parts, run };
        let writing = Writing::new(&self.session, format, wanted).map_err(unreadable)?;
        download.writing = Some(Box::new(writing));
        Ok(())
    }
}

/// Hands the bytes of a download over.
fn post_file(number: u32, name: String, mime: &str, bytes: &[u8]) {
    let reply = Reply::File { name, mime: mime.to_owned() };
    let buffer = js_sys::Uint8Array::from(bytes).buffer();
    port::post(number, &reply, &[buffer]);
}

/// Writing to memory cannot fail.
#[allow(clippy::needless_pass_by_value, reason = "as errors are mapped")]
fn unreadable(error: io::Error) -> Vec<Diagnostic> {
    vec![Diagnostic::error(Code::Unreadable, error.to_string())]
}
