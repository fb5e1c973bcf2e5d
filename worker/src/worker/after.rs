//! What follows the headline: intervals, other readings, hashes, the check against a report, downloads, and what else the
//! files would score.

use super::{QUESTIONS, Worker, handle_of};
use scoredrop::session::protocol::{AlsoAs, Move, given::LONGEST};
use scoredrop::session::{Alternative, Preview, Score, Session, Stage};
use scoredrop::table::whole_text;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;

/// Bytes hashed at a time: the browser holds them twice, beside all that a score needs.
const HASHED: u64 = 4 << 20;

/// Work that follows the headline.
#[derive(Debug, Default)]
pub(super) struct After {
    /// Files whose SHA-256 is being computed: index, state, offset.
    hashing: Option<(usize, Sha256, u64)>,
    /// What else the files would score, and whether that list was made.
    alternatives: VecDeque<Alternative>,
    listed: bool,
    trying: Option<(Alternative, Box<Preview>)>,
    pub(super) also_as: Vec<AlsoAs>,
    pub(super) moves: Vec<Move>,
    /// How far intervals and comparisons were when the page was told of them.
    told: Option<Stage>,
    /// Whether other readings were worked on that the page has not been told of.
    reads: bool,
    /// All of it is done and told.
    pub(super) done: bool,
}

impl After {
    /// What else the files would score is to be found anew.
    pub(super) fn forget_alternatives(&mut self) {
        self.alternatives.clear();
        self.trying = None;
        self.also_as.clear();
        self.moves.clear();
        self.listed = false;
        self.done = false;
    }
}

impl Worker {
    /// Intervals, other readings, hashes, downloads that waited for them, then what else the files would score.
    #[inline(never)]
    pub(super) fn follow_up(&mut self) {
        if self.session.score().is_some() {
            let stage = self.session.score().map_or(Stage::Headline, Score::stage);
            // The page has been told of the score itself.
            let told = self.after.told.get_or_insert(stage);
            if *told != stage {
                *told = stage;
                self.tell(0);
            }
        }
        if self.session.resample_next() {
            return;
        }
        let handles = &self.handles;
        let slots: Vec<u32> = self.session.sources().iter().map(|source| source.slot).collect();
        let is_more = self.session.read_otherwise(|index| {
            let handle = handle_of(handles, slots[index]).ok_or_else(String::new)?;
            handle.slice(0, handle.bytes())
        });
        if is_more {
            self.after.reads = true;
            return;
        }
        if std::mem::take(&mut self.after.reads) {
            return self.tell(0);
        }
        if self.hash() {
            return;
        }
        if self.session.is_unverified() {
            self.verify();
            return self.tell(0);
        }
        if let Some(download) = self.exports.pop_front() {
            return self.export(download);
        }
        let Some(finished) = self.session.finished().filter(|_| !self.after.done) else { return };
        if !self.after.listed {
            self.after.listed = true;
            self.after.alternatives = finished.alternatives().into();
        }
        if let Some((alternative, mut preview)) = self.after.trying.take() {
            if finished.advance_preview(&mut preview, QUESTIONS) {
                let effect = finished.effect(&preview);
                self.after.also_as.extend(alternative.also_as(&effect));
                self.after.moves.extend(alternative.moved(&effect, &preview));
            } else {
                self.after.trying = Some((alternative, preview));
            }
        } else if let Some(alternative) = self.after.alternatives.pop_front() {
            if let Ok(preview) = finished.preview(self.selected, alternative.choices()) {
                self.after.trying = Some((alternative, Box::new(preview)));
            }
        } else {
            self.after.done = true;
            self.tell(0);
        }
    }

    /// Hashes one slice; `false` once every file has its hash.
    fn hash(&mut self) -> bool {
        if self.session.score().is_none() {
            return false;
        }
        let (index, mut digest, offset) = match self.after.hashing.take() {
            Some(state) => state,
            None => match unhashed(&self.session) {
                Some(index) => (index, Sha256::new(), 0),
                None => return false,
            },
        };
        let slot = self.session.sources()[index].slot;
        let given = handle_of(&self.given, slot);
        let Some(handle) = given.or_else(|| handle_of(&self.handles, slot)) else { return false };
        let Ok(held) = handle.hold(offset, HASHED) else {
            // What was taken out of a file is in memory.
            if given.is_none() {
                self.session.lose(slot);
            }
            self.session.set_sha256(slot, String::new());
            return true;
        };
        held.pieces().for_each(|piece| digest.update(&piece));
        let offset = offset + held.count();
        if held.count() > 0 && offset < handle.bytes() {
            self.after.hashing = Some((index, digest, offset));
        } else {
            self.session.set_sha256(slot, format!("{:x}", digest.finalize()));
            if unhashed(&self.session).is_none() {
                self.tell(0);
            }
        }
        true
    }

    /// Holds the score against a report among the files, or else a signature.
    fn verify(&mut self) {
        let Some(source) = self.session.sources().iter().find(|one| one.is_report()) else {
            return self.session.verify(None);
        };
        let name = source.name.clone();
        let bytes = handle_of(&self.handles, source.slot).map(|handle| handle.slice(0, LONGEST));
        let text = match bytes {
            Some(Ok(bytes)) => whole_text(&bytes).unwrap_or_default(),
            // What cannot be read is told as what it is: no report.
            Some(Err(_)) | None => String::new(),
        };
        self.session.verify(Some((&name, &text)));
    }
}

/// The first file that takes part and has no hash.
fn unhashed(session: &Session) -> Option<usize> {
    session.plan().roles.used().find(|index| session.sources()[*index].sha256.is_none())
}
