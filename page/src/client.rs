//! Requests and replies over the [`Scorer`]: numbers, order, and who waits for which answer.
//!
//! Two kinds of request: those answered by a [`Summary`] change what is scored, and only the newest
//! of them counts; all others are questions with a handler of their own, and a newer question of
//! the same kind replaces the older one, pages of rows, exports and what is unpacked apart.

use crate::boot;
use crate::scorer::Scorer;
use crate::widgets::dom::Timer;
use crate::words;
use js_sys::ArrayBuffer;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{PresetOption, Progress, Reply, Request, Summary};
use std::cell::RefCell;
use std::mem::{Discriminant, discriminant};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// What the worker tells unasked, or in answer to a request that changes what is scored.
pub enum Event {
    /// The worker is up.
    Ready {
        /// Its version.
        version: String,
        /// The presets it knows.
        presets: Vec<PresetOption>,
    },
    /// Work goes on.
    Progress(Progress),
    /// The state of everything. `fresh` where it answers a request, and is not a later addition.
    Summary {
        /// The state.
        summary: Box<Summary>,
        /// Whether scores may differ from those of the last one.
        fresh: bool,
    },
    /// A file was a preset and is none of the files.
    Preset {
        /// The file's number.
        slot: u32,
        /// Its name.
        name: String,
        /// Its text.
        text: String,
        /// Whether nothing is wrong with it.
        sound: bool,
    },
    /// The newest request could not be done.
    Failed(Vec<Diagnostic>),
    /// The worker broke down and answers nothing more.
    Panic(String),
    /// Nothing was heard of the worker for [`PATIENCE`], although something is asked of it.
    Silent,
}

/// An answer to a question: the reply, or why there is none, and the bytes of an export.
pub type Answer = (Result<Reply, Vec<Diagnostic>>, Option<ArrayBuffer>);

type Handler = Box<dyn FnOnce(Answer)>;

/// After so long without a word the worker is at work on something large, or there is none any more.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The page's end of the line.
#[derive(Clone)]
pub struct Client {
    line: Rc<RefCell<Line>>,
    events: Rc<dyn Fn(Event)>,
}

#[derive(Default)]
struct Line {
    scorer: Option<Scorer>,
    /// The last number given to a request.
    last: u32,
    /// The newest request that a summary answers.
    newest: u32,
    /// Whether that summary is still to come.
    open: bool,
    waiting: Vec<Question>,
    /// Whether anything was heard since the timer was set that waits for it.
    heard: bool,
    timer: Option<Timer>,
}

/// A question that was asked and not yet answered.
struct Question {
    number: u32,
    kind: Discriminant<Request>,
    handler: Handler,
}

impl Client {
    /// A client without a worker yet. Events come one at a time, never from within a call.
    pub fn new(events: impl Fn(Event) + 'static) -> Self {
        Self { line: Rc::default(), events: Rc::new(events) }
    }

    /// Starts the worker, or ends it and starts an empty one: no answer to an earlier request is
    /// heard any more.
    ///
    /// # Errors
    /// Where the browser does not start it.
    pub fn restart(&self) -> Result<(), boot::Error> {
        let mut line = self.line.borrow_mut();
        line.waiting.clear();
        line.open = false;
        line.newest = line.last;
        if let Some(scorer) = &line.scorer {
            return scorer.restart();
        }
        let scorer = Scorer::start()?;
        let client = Rc::downgrade(&self.line);
        let events = Rc::clone(&self.events);
        scorer.on_message(move |number, json, buffer| {
            if let Some(line) = client.upgrade() {
                let client = Self { line, events: Rc::clone(&events) };
                client.hear(number, &json, buffer);
            }
        });
        line.scorer = Some(scorer);
        Ok(())
    }

    /// Sends a request that a summary answers.
    pub fn send(&self, request: &Request, files: &[JsValue]) {
        let mut line = self.line.borrow_mut();
        line.last += 1;
        line.newest = line.last;
        line.open = true;
        post(&line, request, files);
        drop(line);
        self.wait();
    }

    /// Says so where the worker stays silent although it is asked something.
    fn wait(&self) {
        let mut line = self.line.borrow_mut();
        if line.timer.is_some() {
            return;
        }
        line.heard = true;
        self.set_timer(&mut line);
    }

    fn set_timer(&self, line: &mut Line) {
        let client = self.clone();
        line.timer = Timer::new(PATIENCE, move || {
            let mut line = client.line.borrow_mut();
            let heard = std::mem::take(&mut line.heard);
            let asked = line.open || !line.waiting.is_empty();
            // The timer that has rung must not be dropped while it rings.
            let rung = line.timer.take();
            if asked {
                client.set_timer(&mut line);
            }
            drop(line);
            if asked && !heard {
                (client.events)(Event::Silent);
            }
            spawn_local(async move { drop(rung) });
        });
    }

    /// Asks a question; `handler` gets the answer, unless a newer question takes its place.
    pub fn ask(&self, request: &Request, handler: impl FnOnce(Answer) + 'static) {
        self.ask_about(request, &[], handler);
    }

    /// The same about files, which go along.
    pub fn ask_about(
        &self,
        request: &Request,
        files: &[JsValue],
        handler: impl FnOnce(Answer) + 'static,
    ) {
        let mut line = self.line.borrow_mut();
        line.last += 1;
        let kind = discriminant(request);
        let several = matches!(
            request,
            Request::Rows { .. } | Request::Export { .. } | Request::Unpack { .. }
        );
        if !several {
            line.waiting.retain(|question| question.kind != kind);
        }
        let number = line.last;
        line.waiting.push(Question { number, kind, handler: Box::new(handler) });
        post(&line, request, files);
        drop(line);
        self.wait();
    }

    /// Sends a request that is answered unasked, if at all.
    pub fn tell(&self, request: &Request) {
        let mut line = self.line.borrow_mut();
        line.last += 1;
        post(&line, request, &[]);
    }

    fn hear(&self, number: u32, json: &str, buffer: Option<ArrayBuffer>) {
        self.line.borrow_mut().heard = true;
        let Some(reply) = Reply::from_text(json) else {
            let message = words::COULD_NOT_BE_READ.to_owned();
            return (self.events)(Event::Panic(message));
        };
        match reply {
            Reply::Panic { message } => {
                self.line.borrow_mut().waiting.clear();
                (self.events)(Event::Panic(message));
            }
            Reply::Ready { version, presets } => (self.events)(Event::Ready { version, presets }),
            Reply::Preset { slot, name, text, sound } => {
                (self.events)(Event::Preset { slot, name, text, sound });
            }
            Reply::Progress(progress) => {
                if self.is_awaited(number) {
                    (self.events)(Event::Progress(progress));
                }
            }
            Reply::Summary(summary) => {
                let mut line = self.line.borrow_mut();
                let fresh = number > 0;
                // What comes unasked belongs to an older request while a newer one is under way.
                if (fresh && number < line.newest) || (!fresh && line.open) {
                    return;
                }
                line.open = false;
                drop(line);
                (self.events)(Event::Summary { summary, fresh });
            }
            Reply::Failed { problems } => {
                if let Some(handler) = self.handler(number) {
                    return handler((Err(problems), None));
                }
                let mut line = self.line.borrow_mut();
                if number == 0 || (number == line.newest && line.open) {
                    line.open = false;
                    drop(line);
                    (self.events)(Event::Failed(problems));
                }
            }
            reply => {
                if let Some(handler) = self.handler(number) {
                    handler((Ok(reply), buffer));
                }
            }
        }
    }

    /// Takes out whoever waits for this answer.
    fn handler(&self, number: u32) -> Option<Handler> {
        let waiting = &mut self.line.borrow_mut().waiting;
        let place = waiting.iter().position(|question| question.number == number)?;
        Some(waiting.swap_remove(place).handler)
    }

    fn is_awaited(&self, number: u32) -> bool {
        let line = self.line.borrow();
        line.waiting.iter().any(|question| question.number == number)
            || (line.open && (number == 0 || number == line.newest))
    }
}

fn post(line: &Line, request: &Request, files: &[JsValue]) {
    if let Some(scorer) = &line.scorer {
        scorer.post(line.last, &request.to_text(), files);
    }
}
