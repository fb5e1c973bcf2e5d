//! Files and choices become a score: the phases in order, with everything that was guessed on the
//! way. The command line and the worker drive the same session, so they give the same bytes.
//!
//! A driver adds files by their first bytes ([`Session::add`]), reads those that
//! [`Session::unread`] names, then joins ([`Session::join`]), scores ([`Session::evaluation`],
//! [`Session::accept`]) and asks for the report.

mod composite;
mod explain;
mod findings;
mod pairing;
mod plan;
mod preview;
mod score;
mod summary;
mod view;

pub use explain::try_answer;
pub use plan::Plan;
pub use preview::{Alternative, Preview};
pub use score::Score;

use crate::aggregate::Grouping;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::evaluate::{Evaluation, Material};
use crate::input::{
    CONTAINER, Inspection, Read, Reader, SAMPLE_ROWS, inspect, inspect_as, whole_text,
};
use crate::join::{Joined, Side};
use crate::known::Found;
use crate::preset::looks_like_preset;
use crate::protocol::{Choices, JoinCandidate, Origin};
use crate::recognise::programs;
use pairing::Pairing;
use std::fmt::Display;

/// How many bytes of a file are looked at before it is read: enough for its form and columns.
pub const HEAD: u64 = 1 << 20;

/// A file of so many bytes or more is no preset.
const LONGEST_PRESET: u64 = 1 << 18;

/// How many bytes are looked at for a first record.
const LONGEST_HEAD: u64 = HEAD << 8;

fn unreadable(name: &str, detail: &impl Display) -> Error {
    Diagnostic::error("unreadable", format!("{name} cannot be read: {detail}"))
        .file(name)
        .remedy("choose the file again; it may have been moved or changed")
        .into()
}

fn no_data(name: &str) -> Error {
    Diagnostic::error("preset_file", format!("{name} is a preset, neither gold nor predictions"))
        .file(name)
        .remedy(format!("say --preset {name}, and give the file of questions here"))
        .into()
}

/// A file of the session.
#[derive(Debug)]
pub struct Source {
    /// The driver's number of it.
    pub slot: u32,
    /// Name without folder; of a file out of a container the names of both, for people.
    pub name: String,
    /// Size in bytes, as given.
    pub bytes: u64,
    /// What it was taken out of.
    pub origin: Option<Origin>,
    /// Its form and first rows, or why it cannot be used.
    pub inspection: Result<Inspection, Error>,
    /// Its rows, once read.
    pub read: Option<Read>,
    /// SHA-256 of the file as given, in hexadecimal digits, once computed.
    pub sha256: Option<String>,
    /// Its text, where it is a preset and holds no data.
    pub preset: Option<String>,
    /// Columns that were kept when it was read.
    kept: Vec<String>,
}

impl Source {
    /// Whether other files have to be taken out of it before anything can be read.
    pub fn is_packed(&self) -> bool {
        let error = self.inspection.as_ref().err();
        error.is_some_and(|error| error.problems.iter().any(|one| one.code == CONTAINER))
    }
}

/// Files, choices and what came of them.
#[derive(Debug, Default)]
pub struct Session {
    sources: Vec<Source>,
    choices: Choices,
    plan: Plan,
    pairing: Option<Pairing>,
    /// Keys to choose from where the files could not be joined.
    refused: Vec<JoinCandidate>,
    score: Option<Score>,
}

impl Session {
    /// An empty session.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. `head` gives as many of its first bytes as it is asked for, all of them where
    /// the file is shorter, or says why it cannot: [`HEAD`] of them, and more as long as not one
    /// record ends within them.
    pub fn add<E: Display>(
        &mut self,
        slot: u32,
        name: &str,
        bytes: u64,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        self.add_unpacked(slot, name, bytes, None, head);
    }

    /// Adds a file that may have been taken out of another one: then `name` is that of both and
    /// `bytes` its own size.
    pub fn add_unpacked<E: Display>(
        &mut self,
        slot: u32,
        name: &str,
        bytes: u64,
        mut origin: Option<Origin>,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        let mut length = HEAD;
        let mut preset = None;
        let inspection = loop {
            let head = match head(length) {
                Ok(head) => head,
                Err(detail) => break Err(unreadable(name, &detail)),
            };
            let complete = bytes == head.len() as u64;
            // A preset is a few kilobytes; data is looked at once only.
            if complete
                && bytes < LONGEST_PRESET
                && let Some(text) = whole_text(&head).filter(|text| looks_like_preset(text))
            {
                preset = Some(text);
                break Err(no_data(name));
            }
            let found = match &origin {
                Some(origin) => inspect_as(name, &origin.file, origin.by_record, &head, complete),
                None => inspect(name, &head, complete),
            };
            let has_rows = found.as_ref().map_or(true, |found| found.sample.rows() > 0);
            if has_rows || complete || length >= LONGEST_HEAD {
                break found;
            }
            length *= 16;
        };
        let mut inspection = inspection.and_then(|found| {
            let whole = bytes <= HEAD && found.sample.rows() < SAMPLE_ROWS;
            programs(&found, whole).map_or(Ok(found), |refusal| Err(refusal.into()))
        });
        if let (Ok(inspection), Some(origin)) = (&mut inspection, &mut origin) {
            for note in std::mem::take(&mut origin.notes) {
                inspection.diagnostics.push(note);
            }
            // Files of an archive are as they are; everything else has been made of something.
            if origin.format == "zip" {
                origin.format.push('/');
                origin.format.push_str(inspection.format.name());
            }
            inspection.gzip |= origin.format == "gzip";
        }
        self.sources.push(Source {
            slot,
            name: name.to_owned(),
            bytes: origin.as_ref().map_or(bytes, |origin| origin.bytes),
            // Who unpacks gzip is nobody's business: the core may do it itself.
            origin: origin.filter(|origin| origin.format != "gzip"),
            inspection,
            read: None,
            sha256: None,
            preset,
            kept: Vec::new(),
        });
        self.replan();
    }

    /// Forgets a file.
    pub fn remove(&mut self, slot: u32) {
        self.sources.retain(|source| source.slot != slot);
        self.choices.roles.remove(&slot);
        self.pairing = None;
        self.replan();
    }

    /// Takes new choices. What does not depend on them stays.
    pub fn choose(&mut self, choices: Choices) {
        self.choices = choices;
        self.replan();
    }

    fn replan(&mut self) {
        self.score = None;
        self.refused.clear();
        self.plan = Plan::new(&self.sources, &self.choices);
    }

    /// The choices in force.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The files, in the order added.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// What is to be done with them.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The score, once there is one.
    pub fn score(&self) -> Option<&Score> {
        self.score.as_ref()
    }

    /// The join, once there is one.
    pub fn joined(&self) -> Option<&Joined> {
        self.pairing.as_ref().map(|pairing| &pairing.joined)
    }

    /// The well-known file that the gold file is, once files are joined.
    pub fn known(&self) -> Option<Found> {
        self.pairing.as_ref()?.known
    }

    /// How gold rows sort into groups.
    pub fn groupings(&self) -> &[Grouping] {
        self.pairing.as_ref().map_or(&[], |pairing| &pairing.groupings)
    }

    /// Indices of the files that have to be read, or read again for other columns.
    pub fn unread(&self) -> Vec<usize> {
        if self.plan.gold.is_none() || self.plan.predictions.is_empty() {
            return Vec::new();
        }
        self.plan
            .used()
            .filter(|index| {
                let source = &self.sources[*index];
                let wanted = self.plan.maps[*index].used();
                source.read.is_none() || !wanted.iter().all(|name| source.kept.contains(name))
            })
            .collect()
    }

    /// A reader for one of [`Self::unread`]; `None` where the file cannot be used.
    pub fn reader(&mut self, index: usize) -> Option<Reader> {
        let keep = self.plan.maps[index].used();
        let source = &mut self.sources[index];
        let reader = Reader::new(source.inspection.as_ref().ok()?, &keep);
        source.kept = keep;
        source.read = None;
        self.pairing = None;
        Some(reader)
    }

    /// Takes what a reader has read.
    ///
    /// # Errors
    /// Where the file could not be read.
    pub fn finish_reading(&mut self, index: usize, reader: Reader) -> Result<(), Error> {
        self.sources[index].read = Some(reader.finish()?);
        Ok(())
    }

    /// Sets the SHA-256 of a file.
    pub fn set_sha256(&mut self, slot: u32, sha256: String) {
        if let Some(source) = self.sources.iter_mut().find(|source| source.slot == slot) {
            source.sha256 = Some(sha256);
        }
    }

    fn side(&self, index: usize) -> Option<Side<'_>> {
        let source = &self.sources[index];
        let table = &source.read.as_ref()?.table;
        Some(Side { name: &source.name, table, map: &self.plan.maps[index] })
    }

    /// The prediction files as they take part.
    pub fn prediction_sides(&self) -> Vec<Side<'_>> {
        self.plan.predictions.iter().filter_map(|index| self.side(*index)).collect()
    }

    /// Everything that scoring reads, once files are joined.
    pub fn material<'a>(&'a self, sides: &'a [Side<'a>]) -> Option<Material<'a>> {
        let pairing = self.pairing.as_ref()?;
        let gold = self.side(self.plan.gold?)?;
        let table = pairing.questions.as_ref().map_or(gold.table, |found| &found.table);
        Some(Material {
            gold: Side { table, ..gold },
            answers: &pairing.answers,
            files: sides,
            joined: &pairing.joined,
            na: pairing.na.as_ref(),
        })
    }

    /// An evaluation of the joined files by the settings in force, to be advanced by the driver.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let sides = self.prediction_sides();
        Some(Evaluation::new(&self.material(&sides)?, self.plan.settings.as_ref()?))
    }

    /// Scores slice by slice; `true` once done.
    pub fn advance(&self, evaluation: &mut Evaluation, count: usize) -> bool {
        let sides = self.prediction_sides();
        self.material(&sides).is_none_or(|material| evaluation.advance(&material, count))
    }

    /// The first file that takes part and has no hash.
    pub fn unhashed(&self) -> Option<usize> {
        self.plan.used().find(|index| self.sources[*index].sha256.is_none())
    }
}
