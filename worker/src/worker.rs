//! One session and the work on it, cut into tasks, so that between two of them a newer request can take its
//! place.

mod after;
mod looking;
mod writing;

use crate::handle::Handle;
use crate::port;
use crate::unpacking;
use after::After;
use js_sys::Date;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::error::Error;
use scoredrop::host;
use scoredrop::preset::{complete, own, presets, resolve};
use scoredrop::score::evaluate::Evaluation;
use scoredrop::session::protocol::{
    Choices, Effect, ExportFormat, OpenFile, PresetCard, Progress, Reply, Request, Spread, Waiting,
};
use scoredrop::session::{BROWSER, Preview, Session, Settled, report, try_answer};
use scoredrop::table::Reader;
use std::collections::VecDeque;
use wasm_bindgen::{JsCast, JsValue};
use writing::Download;

/// The page is told how far it is once in so long: what it shows of that costs it time.
const PROGRESS_MILLISECONDS: f64 = 80.0;

const QUESTIONS: usize = 2048;

/// The page is told how many files are opened or read where they are more than so many.
const FEW: u64 = 16;

/// Bytes read at a time: a newer request waits well under a tenth of a second. For every slice the browser
/// opens the file and gives it memory anew, so that slices of 2 MiB take it twice as long, and larger ones
/// hardly less.
const SLICE: u64 = 8 << 20;

/// A file that is being read: its index, its reader, and how far that has come.
type Now = (usize, Box<Reader>, u64);

/// What is being done for the present request.
#[derive(Debug)]
enum Job {
    /// Files are read, the last in the list first.
    Reading { left: Vec<usize>, now: Option<Now> },
    /// Files are joined; by a better plan if the one before, with its join, is there to go back to.
    Joining(Option<Box<Settled>>),
    /// Questions are scored.
    Scoring(Box<Evaluation>),
}

/// A preview under way: what is still to try, and what came of the rest.
#[derive(Debug)]
struct Trial {
    number: u32,
    run: usize,
    left: VecDeque<Choices>,
    now: Option<Box<Preview>>,
    effects: Vec<Effect>,
}

impl Trial {
    fn new(number: u32, run: u32, alternatives: Vec<Choices>) -> Self {
        let left = alternatives.into();
        Self { number, run: run as usize, left, now: None, effects: Vec::new() }
    }
}

#[derive(Debug, Default)]
pub struct Worker {
    session: Session,
    handles: Vec<(u32, Handle)>,
    /// Containers that files were taken out of, by the slots of these: their hash is reported.
    given: Vec<(u32, Handle)>,
    /// Number of the request whose summary is owed.
    owed: u32,
    job: Option<Job>,
    /// When the page was told how far it is.
    progressed: f64,
    trial: Option<Trial>,
    /// One that waits while there is any other.
    curve: Option<Trial>,
    exports: VecDeque<Download>,
    after: After,
    /// The run that what follows the headline is about.
    selected: usize,
    /// How many files were lost when the page was told of them.
    lost: usize,
    /// The rows of the view that was asked for last.
    view: Option<looking::Found>,
    sifting: Option<looking::Sifting>,
    comparing: Option<looking::Comparing>,
    /// And every run against every other.
    pairing: Option<looking::Pairing>,
    counting: Option<looking::Counting>,
    /// Why there is no score although nothing is missing.
    failure: Vec<Diagnostic>,
}

impl Worker {
    /// One without files. The page can run programs.
    pub fn new() -> Self {
        let mut session = Session::new();
        session.set_runs_programs();
        session.set_limit(BROWSER);
        Self { session, ..Self::default() }
    }

    /// Takes a request. `true` where there is work to be done in tasks of its own.
    #[inline(never)]
    pub fn take(&mut self, number: u32, request: Request, extras: Vec<JsValue>) -> bool {
        match request {
            Request::Open { files: named } => {
                self.owed = number;
                let mut extras = extras.into_iter();
                let total = named.len() as u64;
                for (file, done) in named.into_iter().zip(0..) {
                    if done % FEW == FEW - 1 {
                        self.progress("opening files", done, total, "files");
                    }
                    let mut handle = || extras.next()?.dyn_into().ok().map(Handle);
                    let Some(own) = handle() else { break };
                    let given = file.origin.as_ref().and_then(|_| handle());
                    self.open(file, own, given);
                }
                self.start(number);
            }
            Request::Unpack { member } => {
                let file = extras.into_iter().next().and_then(|extra| extra.dyn_into().ok());
                if let Some(file) = file {
                    unpacking::answer(number, Handle(file), member.as_deref());
                }
            }
            Request::Close { slot } => {
                self.let_go(slot);
                self.session.remove(slot);
                self.start(number);
            }
            Request::Choose { choices } => {
                self.session.choose(choices);
                for (slot, handle) in &self.handles {
                    self.session.inspect_again(*slot, |length| handle.slice(0, length));
                }
                self.start(number);
            }
            Request::Preview { run, alternatives } => {
                self.trial = Some(Trial::new(number, run, alternatives));
            }
            Request::Curve { run, alternatives } => {
                self.curve = Some(Trial::new(number, run, alternatives));
            }
            Request::Select { run } => {
                if self.selected != run as usize {
                    self.selected = run as usize;
                    self.after.forget_alternatives();
                    if self.session.score().is_some() {
                        self.tell(0);
                    }
                }
            }
            // It needs no score, and nobody should wait for intervals.
            Request::Export { format: format @ ExportFormat::Preset, view, parts } => {
                self.export(Download::new(number, format, view, parts));
            }
            Request::Stop => self.stop(),
            Request::Export { format, view, parts } => {
                self.exports.push_back(Download::new(number, format, view, parts));
            }
            Request::Bundle { submitter } => {
                self.exports.push_back(Download::of_bundle(number, submitter));
            }
            Request::Rows { view, from, count } => self.rows(number, &view, from, count),
            Request::Explain { run, row } => {
                let finished = self.session.finished();
                match finished.and_then(|one| one.explain(run as usize, row as usize)) {
                    Some(found) => say(number, &Reply::Explained(Box::new(found))),
                    None => fail(number, no_score()),
                }
            }
            Request::Strip { run, stripes } => {
                let finished = self.session.finished();
                let stripes = finished
                    .map_or_else(Vec::new, |one| one.stripes(run as usize, stripes as usize));
                say(number, &Reply::Strip { run, stripes });
            }
            Request::Columns { run } => {
                let finished = self.session.finished();
                let heads = finished.map_or_else(Vec::new, |one| one.heads(run as usize));
                say(number, &Reply::Columns(heads));
            }
            Request::Count { views } => self.count(number, views),
            Request::Spread { run } => {
                let finished = self.session.finished();
                let spread = finished.map_or_else(
                    || Spread { run, ..Spread::default() },
                    |one| one.spread(run as usize),
                );
                say(number, &Reply::Spread(Box::new(spread)));
            }
            Request::Programs { from, count } => {
                let workshop = self.session.workshop();
                let (jobs, after) = match workshop {
                    Some(workshop) => workshop.to_run(from as usize, count as usize),
                    // A script has a job for each run, and all are handed out at once.
                    None if from == 0 => (self.session.scripts_to_run(), 1),
                    None => (Vec::new(), from as usize),
                };
                say(number, &Reply::Programs { jobs, after: after as u64 });
            }
            Request::Verdicts { answers, last } => {
                for (key, answer) in answers {
                    // One that belongs to files or settings of before changes nothing.
                    let _ = self.session.take_verdict(&key, &answer);
                }
                if last {
                    self.start(number);
                } else if self.session.score().is_some() {
                    // What the marks of questions are has changed.
                    self.view = None;
                    self.tell(0);
                }
            }
            Request::Kept { keys } => {
                let count = self.session.workshop().map_or(0, |workshop| workshop.ran.kept(&keys));
                say(number, &Reply::Kept { count });
            }
            Request::Again { run, row } => {
                self.session.run_again(run as usize, row as usize);
                self.start(number);
            }
            Request::Matrix { by } => self.matrix(number, &by),
            Request::Pair { a, b, stripes, by } => {
                self.pair(number, [a, b], stripes, &by);
            }
            Request::Check { preset, cursor } => {
                let found = complete(&preset, cursor);
                let reply = Reply::Checked {
                    problems: own(&preset).err().map_or_else(Vec::new, |error| error.problems),
                    field: found.field,
                    from: found.from,
                    to: found.to,
                    known: found.values,
                };
                say(number, &reply);
            }
            Request::Card { preset } => {
                if let Some(found) = presets().iter().find(|one| one.id == preset) {
                    say(number, &Reply::Card(Box::new(PresetCard::new(found))));
                }
            }
            Request::Host { text, scripts } => match host::read_whole(&text, &scripts) {
                Ok(scorer) => say(number, &Reply::Hosted(Box::new(scorer.card()))),
                Err(error) => say(number, &Reply::Failed { problems: error.problems }),
            },
            Request::Try { preset, set, golds, prediction } => {
                match try_answer(&preset, &set, &golds, &prediction) {
                    Ok(found) => say(number, &Reply::Explained(Box::new(found))),
                    Err(error) => say(number, &Reply::Failed { problems: error.problems }),
                }
            }
        }
        self.tell_lost();
        self.busy()
    }

    /// Opens a file, with what it was taken out of. A preset is handed back: it is no data.
    #[inline(never)]
    fn open(&mut self, file: OpenFile, handle: Handle, given: Option<Handle>) {
        // Of a file in the place of another nothing of that one is left.
        self.let_go(file.slot);
        let head = |length| handle.slice(0, length);
        let bytes = handle.bytes();
        self.session.add_unpacked(file.slot, &file.name, bytes, file.origin, head);
        let added = self.session.sources().iter().find(|source| source.slot == file.slot);
        if let Some(text) = added.and_then(|source| source.preset.clone()) {
            self.session.remove(file.slot);
            let sound = resolve(&text).is_ok();
            return say(0, &Reply::Preset { slot: file.slot, name: file.name, text, sound });
        }
        self.handles.push((file.slot, handle));
        self.given.extend(given.map(|given| (file.slot, given)));
    }

    fn let_go(&mut self, slot: u32) {
        self.handles.retain(|(known, _)| *known != slot);
        self.given.retain(|(known, _)| *known != slot);
    }

    /// Begins anew: whatever was under way is superseded.
    #[inline(never)]
    fn start(&mut self, number: u32) {
        self.owed = number;
        self.view = None;
        self.stop_looking();
        self.comparing = None;
        self.pairing = None;
        self.counting = None;
        self.trial = None;
        self.curve = None;
        self.after = After::default();
        self.failure.clear();
        self.job = None;
        self.session.understand();
        if self.session.plan().waiting.is_some() {
            self.tell(number);
            return;
        }
        let mut left = self.session.unread();
        left.reverse();
        self.job = Some(Job::Reading { left, now: None });
    }

    fn busy(&self) -> bool {
        self.comparing.is_some()
            || self.pairing.is_some()
            || self.counting.is_some()
            || self.job.is_some()
            || self.sifting.is_some()
            || self.trial.is_some()
            || self.curve.is_some()
            || !self.exports.is_empty()
            || (self.session.score().is_some() && !self.after.done)
    }

    /// Does one task; `true` where more is left.
    pub fn work(&mut self) -> bool {
        if let Some(job) = self.job.take() {
            self.advance(job);
        } else if self.look() {
            // Whoever looks at something waits for it.
        } else if let Some(trial) = self.trial.take() {
            self.trial = self.try_on(trial);
        } else if let Some(curve) = self.curve.take() {
            self.curve = self.try_on(curve);
        } else {
            self.follow_up();
        }
        self.tell_lost();
        self.busy()
    }

    #[inline(never)]
    fn advance(&mut self, job: Job) {
        match job {
            Job::Reading { left, now: None } => self.next_file(left),
            Job::Reading { left, now: Some((index, reader, offset)) } => {
                match self.read(index, reader, offset) {
                    Ok(now) => self.job = Some(Job::Reading { left, now }),
                    Err(error) => self.give_up(error),
                }
            }
            Job::Joining(before) => self.join(before),
            Job::Scoring(mut evaluation) => {
                let done = evaluation.done();
                let finished = self.session.advance(&mut evaluation, QUESTIONS)
                    // What is not done cannot be.
                    || done == evaluation.done();
                if finished {
                    match self.session.accept(*evaluation) {
                        Ok(()) => self.tell(self.owed),
                        Err(error) => self.give_up(error),
                    }
                } else {
                    let (done, total) = (evaluation.done() as u64, evaluation.total() as u64);
                    self.progress("scoring", done, total, "questions");
                    self.job = Some(Job::Scoring(evaluation));
                }
            }
        }
    }

    /// Reads on in a file; what is left to read of it.
    #[inline(never)]
    fn read(
        &mut self,
        index: usize,
        mut reader: Box<Reader>,
        mut offset: u64,
    ) -> Result<Option<Now>, Error> {
        let source = &self.session.sources()[index];
        let (name, slot) = (source.name.clone(), source.slot);
        let Some(handle) = handle_of(&self.handles, slot) else { return Ok(None) };
        let total = handle.bytes();
        let held = handle.hold(offset, SLICE).map_err(|detail| {
            self.session.lose(slot);
            Error::from(unreadable(&name, &detail))
        })?;
        held.pieces().try_for_each(|piece| reader.push(&piece))?;
        offset = if held.count() == 0 { total } else { offset + held.count() };
        drop(held);
        self.session.check_room(index, &reader, offset, total)?;
        if offset < total {
            self.progress(&format!("reading {name}"), offset, total, "bytes");
            return Ok(Some((index, reader, offset)));
        }
        self.session.finish_reading(index, *reader)?;
        Ok(None)
    }

    #[inline(never)]
    fn next_file(&mut self, mut left: Vec<usize>) {
        if let Some(index) = left.pop() {
            let [all, left_over] = [self.session.sources().len(), left.len()].map(|n| n as u64);
            if left_over % FEW == FEW - 1 {
                self.progress("reading files", all - left_over, all, "files");
            }
            if let Some(reader) = self.session.reader(index) {
                let now = Some((index, Box::new(reader), 0));
                self.job = Some(Job::Reading { left, now });
            }
            return;
        }
        self.join(None);
    }

    /// Joins the files, and once more if their own verdicts speak for other rules; then scoring begins.
    #[inline(never)]
    fn join(&mut self, before: Option<Box<Settled>>) {
        match self.session.join_some() {
            Ok(Some((done, total))) => {
                self.progress("finding programs", done, total, "questions");
                self.job = Some(Job::Joining(before));
                return;
            }
            Ok(None) => {
                let better = if before.is_none() { self.session.settle() } else { None };
                if let Some(better) = better {
                    let before = self.session.adopt(better);
                    self.job = Some(Job::Joining(Some(Box::new(before))));
                    return;
                }
            }
            Err(error) => match before {
                Some(before) => {
                    self.session.adopt(*before);
                }
                None => return self.give_up(error),
            },
        }
        let Some(evaluation) = self.session.evaluate() else { return };
        self.job = Some(Job::Scoring(Box::new(evaluation)));
    }

    fn give_up(&mut self, error: Error) {
        self.failure = error.problems;
        self.tell(self.owed);
    }

    #[inline(never)]
    fn try_on(&mut self, mut trial: Trial) -> Option<Trial> {
        let finished = self.session.finished();
        if let Some(mut preview) = trial.now.take() {
            let finished = finished?;
            if finished.advance_preview(&mut preview, QUESTIONS) {
                trial.effects.push(finished.effect(&preview));
            } else {
                trial.now = Some(preview);
            }
        } else if let Some(choices) = trial.left.pop_front() {
            let none = || Err("there is no score yet".to_owned());
            match finished.map_or_else(none, |finished| finished.preview(trial.run, &choices)) {
                Ok(preview) => trial.now = Some(Box::new(preview)),
                Err(problem) => {
                    trial.effects.push(Effect { problem: Some(problem), ..Effect::default() });
                }
            }
        } else {
            say(trial.number, &Reply::Previewed { effects: trial.effects });
            return None;
        }
        Some(trial)
    }

    /// Tells the page how far it is, no more often than is worth showing.
    #[inline(never)]
    fn progress(&mut self, doing: &str, done: u64, total: u64, unit: &str) {
        let now = Date::now();
        // The clock may be set anew meanwhile.
        if (now - self.progressed).abs() < PROGRESS_MILLISECONDS {
            return;
        }
        self.progressed = now;
        let progress = Progress { doing: doing.to_owned(), done, total, unit: unit.to_owned() };
        say(self.owed, &Reply::Progress(progress));
    }

    /// Tells the page of files that have been lost since it was told anything.
    fn tell_lost(&mut self) {
        if self.job.is_none() && self.lost() > self.lost {
            self.tell(0);
        }
    }

    fn lost(&self) -> usize {
        self.session.sources().iter().filter(|source| source.is_lost()).count()
    }

    #[inline(never)]
    fn tell(&mut self, number: u32) {
        self.lost = self.lost();
        let pending = self.session.score().is_some() && !self.after.done;
        let mut summary =
            report::summary(&self.session, &self.after.also_as, &self.after.moves, pending);
        if !self.failure.is_empty() {
            summary.waiting = Some(Waiting {
                missing: None,
                answers: Vec::new(),
                message: match self.failure.len() {
                    1 => "solve the problem below to get a score".to_owned(),
                    count => format!("solve the {count} problems below to get a score"),
                },
            });
            summary.diagnostics.retain(|one| !self.failure.contains(one));
            summary.diagnostics.splice(0..0, self.failure.iter().cloned());
        }
        say(number, &Reply::Summary(Box::new(summary)));
    }
}

fn handle_of(handles: &[(u32, Handle)], slot: u32) -> Option<&Handle> {
    handles.iter().find(|(known, _)| *known == slot).map(|(_, handle)| handle)
}

fn unreadable(name: &str, detail: &str) -> Diagnostic {
    Diagnostic::error(
        Code::Unreadable,
        format!("the browser could not read {name} any more: {detail}"),
    )
    .file(name)
    .remedy("choose the file again; it may have moved or changed")
}

fn no_score() -> Diagnostic {
    Diagnostic::error(Code::NoScore, "there is no score yet")
}

fn say(number: u32, reply: &Reply) {
    port::post(number, reply, &[]);
}

/// Answers that a request could not be done.
pub fn fail(number: u32, problem: Diagnostic) {
    say(number, &Reply::Failed { problems: vec![problem] });
}
