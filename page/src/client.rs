//! The line to the scorer worker: requests and replies, their order, and who waits for which answer.
//!
//! A message is a JS array: `[number, json, ...files]` to the worker, `[number, name, bytes, ...buffers]` from
//! it. The number is the request's and comes back with every answer to it; 0 is the worker's own. How a worker
//! is started, and why so, is said in `boot.rs`.
//!
//! Two kinds of request: those answered by a [`Summary`](scoredrop::session::protocol::Summary) change what is
//! scored, and only the newest of them counts; all others are questions with a handler of their own,
//! and a newer question of the same kind replaces the older one, pages of rows, exports and what is
//! unpacked apart.

use crate::boot::{self, Failed, Heard};
use crate::store::Ui;
use crate::widgets::dom::Timer;
use js_sys::{Array, ArrayBuffer};
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::session::protocol::{Reply, Request};
use std::cell::RefCell;
use std::mem::{Discriminant, discriminant};
use std::rc::{Rc, Weak};
use std::time::Duration;
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::Worker;

/// An answer to a question: the reply, or why there is none, and the bytes of an export.
pub type Answer = (Result<Reply, Vec<Diagnostic>>, Option<ArrayBuffer>);

type Handler = Box<dyn FnOnce(Answer)>;

/// After so long without a word the worker is at work on something large, or there is none any more.
const PATIENCE: Duration = Duration::from_secs(5);

/// The page's end of the line; clones share it.
#[derive(Clone)]
pub struct Client(Rc<Line>);

struct Line {
    ui: Ui,
    heard: Heard,
    failed: Failed,
    state: RefCell<WorkerState>,
}

#[derive(Default)]
struct WorkerState {
    worker: Option<Worker>,
    /// The worker's end is told.
    ended: bool,
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
    /// A client without a worker yet, which tells `ui` what it hears unasked.
    pub fn new(ui: Ui) -> Self {
        Self(Rc::new_cyclic(|line: &Weak<Line>| {
            let (hearing, failing) = (line.clone(), line.clone());
            let heard = Closure::new(move |number, bytes: Vec<u8>, buffer| {
                let Some(client) = hearing.upgrade().map(Self) else { return };
                match Reply::from_bytes(&bytes) {
                    Some(reply) => client.hear(number, reply, buffer),
                    None => client.fail("its answer could not be read"),
                }
            });
            let failed = Closure::new(move |why: String| {
                if let Some(client) = failing.upgrade().map(Self) {
                    client.fail(&why);
                }
            });
            Line { ui, heard, failed, state: RefCell::default() }
        }))
    }

    /// Starts the worker, or ends it and starts an empty one: no answer to an earlier request is
    /// heard any more.
    ///
    /// # Errors
    /// Before the seal, and where the browser does not start it.
    pub fn restart(&self) -> Result<(), String> {
        let mut state = self.0.state.borrow_mut();
        state.waiting.clear();
        state.open = false;
        state.newest = state.last;
        if let Some(worker) = state.worker.take() {
            boot::end(&worker);
        }
        let worker = boot::start(&self.0.heard, &self.0.failed);
        state.worker = Some(worker.map_err(|error| boot::words(&error))?);
        state.ended = false;
        Ok(())
    }

    /// Sends a request that a summary answers.
    pub fn send(&self, request: &Request, files: &[JsValue]) {
        let mut state = self.0.state.borrow_mut();
        state.newest = state.last + 1;
        state.open = true;
        drop(state);
        self.tell(request, files);
        self.wait();
    }

    /// Asks a question about files, which go along; `handler` gets the answer, unless a newer question
    /// takes its place.
    pub fn ask(&self, request: &Request, files: &[JsValue], handler: Handler) {
        let mut state = self.0.state.borrow_mut();
        let kind = discriminant(request);
        let several = matches!(
            request,
            Request::Rows { .. } | Request::Export { .. } | Request::Unpack { .. }
        );
        if !several {
            state.waiting.retain(|question| question.kind != kind);
        }
        let number = state.last + 1;
        state.waiting.push(Question { number, kind, handler });
        drop(state);
        self.tell(request, files);
        self.wait();
    }

    /// Sends a request that is answered unasked, if at all.
    pub fn tell(&self, request: &Request, files: &[JsValue]) {
        let mut state = self.0.state.borrow_mut();
        state.last += 1;
        let number = state.last;
        let Some(worker) = state.worker.clone() else { return };
        drop(state);
        let message = Array::of2(&number.into(), &request.to_text().into());
        for file in files {
            message.push(file);
        }
        if let Err(error) = boot::post(&worker, &message, &self.0.failed) {
            self.fail(&boot::words(&error));
        }
    }

    /// Says so where the worker stays silent although it is asked something.
    fn wait(&self) {
        let mut state = self.0.state.borrow_mut();
        if state.timer.is_none() {
            state.heard = true;
            self.set_timer(&mut state);
        }
    }

    fn set_timer(&self, state: &mut WorkerState) {
        let client = self.clone();
        state.timer = Timer::new(PATIENCE, move || {
            let mut state = client.0.state.borrow_mut();
            let heard = std::mem::take(&mut state.heard);
            let asked = state.open || !state.waiting.is_empty();
            // The timer that has rung must not be dropped while it rings.
            let rung = state.timer.take();
            if asked {
                client.set_timer(&mut state);
            }
            drop(state);
            if asked && !heard {
                client.0.ui.miss_worker();
            }
            spawn_local(async move { drop(rung) });
        });
    }

    /// The worker answers nothing more. What is told after its own last words would only repeat them.
    fn fail(&self, why: &str) {
        let mut state = self.0.state.borrow_mut();
        state.waiting.clear();
        let is_known = std::mem::replace(&mut state.ended, true);
        drop(state);
        if !is_known {
            self.0.ui.break_down(why);
        }
    }

    fn hear(&self, number: u32, reply: Reply, buffer: Option<ArrayBuffer>) {
        let mut state = self.0.state.borrow_mut();
        state.heard = true;
        let is_news = match &reply {
            Reply::Ready { .. } | Reply::Preset { .. } => true,
            Reply::Progress(_) => state.is_awaited(number),
            // What comes unasked belongs to an older request while a newer one is under way.
            Reply::Summary(_) if number == 0 => !state.open,
            Reply::Summary(_) => number >= state.newest,
            _ => {
                if let Some(handler) = state.handler(number) {
                    drop(state);
                    let answer = match reply {
                        Reply::Failed { problems } => Err(problems),
                        reply => Ok(reply),
                    };
                    return handler((answer, buffer));
                }
                matches!(reply, Reply::Failed { .. })
                    && (number == 0 || (state.open && number == state.newest))
            }
        };
        if !is_news {
            return;
        }
        if matches!(reply, Reply::Summary(_) | Reply::Failed { .. }) {
            state.open = false;
        }
        drop(state);
        self.0.ui.hear(reply, number > 0);
    }
}

impl WorkerState {
    /// Takes out whoever waits for this answer.
    fn handler(&mut self, number: u32) -> Option<Handler> {
        let place = self.waiting.iter().position(|question| question.number == number)?;
        Some(self.waiting.swap_remove(place).handler)
    }

    fn is_awaited(&self, number: u32) -> bool {
        self.waiting.iter().any(|question| question.number == number)
            || (self.open && (number == 0 || number == self.newest))
    }
}
