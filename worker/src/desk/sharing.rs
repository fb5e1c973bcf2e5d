//! How the desk shares its work with mates: they read parts of files, and score questions.

use super::{Desk, Job, handle_of, unreadable};
use crate::mate::{buffer, bytes};
use js_sys::ArrayBuffer;
use scoredrop::error::Error;
use scoredrop::evaluate::Evaluation;
use scoredrop::input::{Piece, Reader};
use scoredrop::session::{FilePart, Shares, Step};
use std::ops::Range;

/// Bytes read at a time: a newer request waits well under a tenth of a second, and what the browser
/// has not cleared away yet of the slices before is little. Larger ones are hardly read faster.
pub(super) const SLICE: u64 = 4 << 20;
/// Questions scored at a time.
pub(super) const QUESTIONS: usize = 4096;
/// Mates are called for so many bytes to read, or questions to score: it takes some time to start them.
const BYTES_FOR_MATES: u64 = 4 << 20;
const QUESTIONS_FOR_MATES: usize = 4 * QUESTIONS;
/// Into so many parts files are cut, if those are not too small or too large.
const PARTS: u64 = 32;
const SMALLEST_PART: u64 = 1 << 20;

/// Files in parts, as mates send them.
pub(super) type Files = Shares<ArrayBuffer>;

/// A file that is being read: its index, its reader, and how far that has come.
pub(super) type Now = (usize, Box<Reader>, u64);

/// What a mate does.
#[derive(Debug)]
pub(super) enum Task {
    /// It reads a part of a file.
    Read(FilePart),
    /// It scores questions.
    Score(Range<usize>),
}

impl Desk {
    /// How files are read with the help of mates.
    pub(super) fn parts_of(&mut self, files: &[usize]) -> Box<Files> {
        let total = files.iter().map(|index| self.session.sources()[*index].bytes).sum::<u64>();
        if total >= BYTES_FOR_MATES {
            self.crew.gather();
        }
        let size = (total / PARTS).clamp(SMALLEST_PART, SLICE);
        Box::new(Shares::new(&self.session, files, size))
    }

    /// Has mates ready where there is enough for them to score.
    pub(super) fn gather_for(&mut self, evaluation: &Evaluation) {
        let is_long = evaluation.total() - evaluation.done() >= QUESTIONS_FOR_MATES;
        self.terms = if is_long { self.session.terms(evaluation) } else { None };
        if self.terms.is_some() {
            self.crew.gather();
        }
    }

    /// Puts in its place what mates have done. What they did for older requests has none.
    pub(super) fn hear_mates(&mut self) {
        for answer in self.crew.answers() {
            let Some(place) = self.dealt.iter().position(|(task, _)| *task == answer.task) else {
                continue;
            };
            let (_, task) = self.dealt.swap_remove(place);
            let found = answer.found;
            match (task, &mut self.job) {
                (Task::Read(part), Some(Job::Reading { parts, .. })) => {
                    parts.take_back(&part, found);
                }
                (Task::Score(range), Some(Job::Scoring(evaluation))) => {
                    let is_done = found.is_some_and(|outcomes| {
                        self.session.accept_dealt(evaluation, range.clone(), &bytes(&outcomes))
                    });
                    if !is_done {
                        evaluation.take_back(range);
                    }
                }
                _ => {}
            }
        }
    }

    /// Has mates read parts of files.
    pub(super) fn deal_parts(&mut self, parts: &mut Files) {
        while let Some(mate) = self.crew.free() {
            let Some(part) = parts.deal() else { return };
            let slot = self.session.sources()[part.index].slot;
            let cut = self.session.cut(part.index);
            let (Some(cut), Some(handle)) = (cut, handle_of(&self.handles, slot)) else {
                return parts.take_back(&part, None);
            };
            let [start, end] = [part.bytes.start, part.bytes.end].map(|at| (at as f64).into());
            let extras = [cut.to_text().into(), handle.0.clone().into(), start, end];
            let task = self.crew.give(mate, "part", &extras, None);
            self.dealt.push((task, Task::Read(part)));
        }
    }

    /// Has mates score questions.
    pub(super) fn deal_questions(&mut self, evaluation: &mut Evaluation) {
        let Some(terms) = &self.terms else { return };
        while let Some(mate) = self.crew.free() {
            let Some(range) = evaluation.deal(QUESTIONS) else { return };
            let Some(packet) = self.session.packet(evaluation, &range) else {
                return evaluation.take_back(range);
            };
            self.crew.tell_terms(mate, terms);
            let task = self.crew.give(mate, "score", &[], Some(&buffer(&packet)));
            self.dealt.push((task, Task::Score(range)));
        }
    }

    /// Reads on in a file; what is left to read of it.
    pub(super) fn read(
        &mut self,
        index: usize,
        mut reader: Box<Reader>,
        mut offset: u64,
        parts: &mut Files,
    ) -> Result<Option<Now>, Error> {
        let source = &self.session.sources()[index];
        let (name, slot) = (source.name.clone(), source.slot);
        let Some(handle) = handle_of(&self.handles, slot) else { return Ok(None) };
        let slice = |from: u64, to: u64| {
            let bytes = handle.slice(from, to - from);
            bytes.map_err(|detail| Error::from(unreadable(&name, &detail)))
        };
        let total = handle.bytes();
        match parts.step(index, offset, SLICE) {
            Step::Wait => self.waits = true,
            Step::Take(found) => {
                let read = bytes(&found);
                if let Some(piece) = Piece::new(&read) {
                    // The line before it goes on behind its beginning.
                    let begun = slice(offset, piece.first().max(offset))?;
                    reader.push(&begun)?;
                    offset += begun.len() as u64;
                    if reader.absorb(&piece)? {
                        offset = piece.end();
                    }
                }
            }
            Step::Read(end) => {
                let bytes = slice(offset, end)?;
                reader.push(&bytes)?;
                offset += bytes.len() as u64;
                if bytes.is_empty() {
                    offset = total;
                }
            }
        }
        self.session.check_room(index, &reader, offset, total)?;
        if offset < total {
            if !self.waits {
                self.progress(&format!("reading {name}"), offset, total, "bytes");
            }
            return Ok(Some((index, reader, offset)));
        }
        self.session.finish_reading(index, *reader)?;
        Ok(None)
    }
}
