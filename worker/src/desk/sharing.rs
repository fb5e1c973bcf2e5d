//! How the desk shares its work with mates: they read parts of files, and score questions.

use super::{Desk, Job, handle_of, unreadable};
use crate::mate::{buffer, bytes};
use js_sys::ArrayBuffer;
use scoredrop::error::Error;
use scoredrop::evaluate::{Evaluation, Window};
use scoredrop::input::{Cut, Piece, Reader};
use scoredrop::metric::compare::VALUES;
use scoredrop::session::{FilePart, Shares, Step, WindowTask};
use std::ops::Range;
use wasm_bindgen::JsValue;

/// Bytes read at a time: a newer request waits well under a tenth of a second. For every slice the browser
/// opens the file and gives it memory anew, so that slices of 2 MiB take it twice as long, and larger ones
/// hardly less.
pub(super) const SLICE: u64 = 8 << 20;
/// Questions scored at a time: mostly they take less than 1 MiB, for which a browser has memory that it used
/// before.
pub(super) const QUESTIONS: usize = 2048;
/// Mates are called for so many bytes to read, or questions to score: it takes some time to start them.
const BYTES_FOR_MATES: u64 = 4 << 20;
const QUESTIONS_FOR_MATES: usize = 8 * QUESTIONS;
const SMALLEST_SLICE: u64 = 2 << 20;
/// Into so many parts files are cut, if those are not too small or too large.
const PARTS: u64 = 16;
const SMALLEST_PART: u64 = 1 << 19;
const LARGEST_PART: u64 = 4 << 20;
/// Of what is left to read, the desk takes no more at once than one of so many: mates have the rest.
const SHARES: u64 = 4;

/// Tasks that wait at a mate while questions are scored: it does nearly as many while the desk does one.
const AHEAD: usize = 4;
/// Parts that wait at a mate, and one more for each so many that are left to read: the desk has other things
/// to do at the end of a file, and then waits for few.
const FEWEST_AHEAD: usize = 2;
const MOST_AHEAD: usize = 12;
const LEFT_FOR_ONE: usize = 8;

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
    /// It reads texts that were left in a file, and scores questions by them.
    Window(Window),
}

impl Desk {
    /// How files are read with the help of mates.
    #[inline(never)]
    pub(super) fn parts_of(&mut self, files: &[usize]) -> Files {
        let total = files.iter().map(|index| self.session.sources()[*index].bytes).sum::<u64>();
        if VALUES && total >= BYTES_FOR_MATES {
            self.crew.gather();
        }
        let size = (total / PARTS).clamp(SMALLEST_PART, LARGEST_PART);
        Shares::new(&self.session, files, size)
    }

    /// Has mates ready where there is enough for them to score.
    #[inline(never)]
    pub(super) fn gather_for(&mut self, evaluation: &Evaluation) {
        let is_long = VALUES && evaluation.total() - evaluation.done() >= QUESTIONS_FOR_MATES;
        self.terms = if VALUES && is_long { self.session.terms(evaluation) } else { None };
        if self.terms.is_some() {
            self.crew.gather();
        }
    }

    /// Puts in its place what mates have done. What they did for older requests has none.
    #[inline(never)]
    pub(super) fn hear_mates(&mut self) {
        if !VALUES {
            return;
        }
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
                (Task::Window(window), Some(Job::Scoring(evaluation))) => {
                    let is_done = found.is_some_and(|outcomes| {
                        self.session.accept_window(evaluation, &window, &bytes(&outcomes))
                    });
                    if !is_done {
                        evaluation.take_back_window(window);
                    }
                }
                _ => {}
            }
        }
    }

    /// Has mates read parts of files.
    #[inline(never)]
    pub(super) fn deal_parts(&mut self, parts: &mut Files) {
        if !VALUES {
            return;
        }
        loop {
            let ahead = (FEWEST_AHEAD + parts.left() / LEFT_FOR_ONE).min(MOST_AHEAD);
            let Some(mate) = self.crew.free(ahead) else { return };
            let Some(part) = parts.deal() else { return };
            let extras = self
                .session
                .cut(part.index)
                .and_then(|cut| self.bytes_of(part.index, &part.bytes, &cut));
            let Some(extras) = extras else { return parts.take_back(&part, None) };
            let task = self.crew.give(mate, "part", &extras, None);
            self.dealt.push((task, Task::Read(part)));
        }
    }

    /// What a mate is told of bytes of a file.
    fn bytes_of(&self, index: usize, bytes: &Range<u64>, cut: &Cut) -> Option<[JsValue; 4]> {
        let handle = handle_of(&self.handles, self.session.sources()[index].slot)?;
        let [start, end] = [bytes.start, bytes.end].map(|at| (at as f64).into());
        Some([cut.to_text().into(), handle.0.clone().into(), start, end])
    }

    /// Has mates read texts again, and score questions by them.
    #[inline(never)]
    fn deal_windows(&mut self, evaluation: &mut Evaluation) {
        while let Some(mate) = self.crew.free(AHEAD) {
            let Some(task) = self.session.deal_window(evaluation) else { return };
            let WindowTask { index, bytes, cut, packet, window } = task;
            let (Some(extras), Some(terms)) = (self.bytes_of(index, &bytes, &cut), &self.terms)
            else {
                return evaluation.take_back_window(window);
            };
            self.crew.tell_terms(mate, terms);
            let task = self.crew.give(mate, "window", &extras, Some(&buffer(&packet)));
            self.dealt.push((task, Task::Window(window)));
        }
    }

    /// Has mates score questions.
    #[inline(never)]
    pub(super) fn deal_questions(&mut self, evaluation: &mut Evaluation) {
        let Some(terms) = self.terms.as_ref().filter(|_| VALUES) else { return };
        if self.session.leaves_texts() {
            return self.deal_windows(evaluation);
        }
        while let Some(mate) = self.crew.free(AHEAD) {
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
    #[inline(never)]
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
        let hold = |from: u64, to: u64| {
            let held = handle.hold(from, to - from);
            held.map_err(|detail| {
                self.session.lose(slot);
                Error::from(unreadable(&name, &detail))
            })
        };
        let total = handle.bytes();
        let most = match parts.left_bytes() / SHARES {
            // Nobody else reads it, or there is nothing left to share.
            0 => SLICE,
            share => share.clamp(SMALLEST_SLICE, SLICE),
        };
        match parts.step(index, offset, most) {
            Step::Take(found) if VALUES => {
                let read = bytes(&found);
                if let Some(piece) = Piece::new(&read) {
                    // The line before it goes on behind its beginning.
                    if piece.first() > offset {
                        let begun = hold(offset, piece.first())?;
                        begun.pieces().try_for_each(|piece| reader.push(&piece))?;
                        offset += begun.count();
                    }
                    if reader.absorb(&piece)? {
                        offset = piece.end();
                    }
                }
            }
            Step::Wait | Step::Take(_) => self.waits = true,
            Step::Read(end) => {
                let held = hold(offset, end)?;
                held.pieces().try_for_each(|piece| reader.push(&piece))?;
                offset += held.count();
                if held.count() == 0 {
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
