//! The line to the scorer worker.
//!
//! A message is a JS array, in both directions: `[number, json, ...extras]`. The number is the
//! request's and comes back with every answer to it; 0 is the worker's own. Extras are `File`s or
//! `ArrayBuffer`s; buffers are moved, not copied.
//!
//! How a worker is started, and why so, is said in `boot.rs`.

use crate::boot::{self, Error, Failed, Heard};
use js_sys::{Array, ArrayBuffer, Reflect};
use scoredrop::json_text::json_text;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Worker;

type Listener = Rc<dyn Fn(u32, String, Option<ArrayBuffer>)>;

/// A handle of one worker; clones share it. Dropping the last one ends the worker.
#[derive(Clone)]
pub struct Scorer {
    inner: Rc<Inner>,
}

struct Inner {
    worker: RefCell<Option<Worker>>,
    listener: RefCell<Option<Listener>>,
    /// The present worker has told of its end; a browser's own report would only repeat it.
    ended: Cell<bool>,
    handlers: OnceCell<(Heard, Failed)>,
}

impl Scorer {
    /// Starts a worker. It reports `{"ready":...}` with number 0 when it can work; requests
    /// may be posted at once and wait for that.
    ///
    /// # Errors
    /// Before the seal, and where the browser refuses.
    pub fn start() -> Result<Self, Error> {
        let inner = Rc::new(Inner {
            worker: RefCell::new(None),
            listener: RefCell::new(None),
            ended: Cell::new(false),
            handlers: OnceCell::new(),
        });
        let weak = Rc::downgrade(&inner);
        let heard = Closure::new(move |number, json, buffer| {
            if let Some(inner) = weak.upgrade() {
                inner.take_message(number, json, buffer);
            }
        });
        let weak = Rc::downgrade(&inner);
        let failed = Closure::new(move |words: String| {
            if let Some(inner) = weak.upgrade() {
                inner.take_failure(&words);
            }
        });
        drop(inner.handlers.set((heard, failed)));
        inner.spawn()?;
        Ok(Self { inner })
    }

    /// Sets who hears the worker: the request's number, the JSON text, and a buffer if one came
    /// along. A panic arrives here too, as `{"panic":{"message":...}}`; after one the worker
    /// answers nothing more until [`Scorer::restart`].
    pub fn on_message(&self, listener: impl Fn(u32, String, Option<ArrayBuffer>) + 'static) {
        *self.inner.listener.borrow_mut() = Some(Rc::new(listener));
    }

    /// Sends a request. Extras are `File`s, which are handed over by reference, and
    /// `ArrayBuffer`s, which are moved: the page's own becomes empty.
    pub fn post(&self, number: u32, json: &str, extras: &[JsValue]) {
        let message = Array::of2(&number.into(), &json.into());
        let moved = Array::new();
        for extra in extras {
            message.push(extra);
            if extra.is_instance_of::<ArrayBuffer>() {
                moved.push(extra);
            }
        }
        let Some(worker) = self.inner.worker.borrow().clone() else {
            return;
        };
        let Some((_, failed)) = self.inner.handlers.get() else { return };
        if let Err(error) = boot::post(&worker, &message, &moved, failed) {
            self.inner.tell(number, panic_message(&words(&error)), None);
        }
    }

    /// Ends the worker and starts an empty one, for the same listener.
    ///
    /// # Errors
    /// As for [`Scorer::start`].
    pub fn restart(&self) -> Result<(), Error> {
        self.inner.terminate();
        self.inner.spawn()
    }
}

impl Inner {
    fn spawn(&self) -> Result<(), Error> {
        if let Some((heard, failed)) = self.handlers.get() {
            let worker = boot::start(heard, failed).map_err(|error| words(&error))?;
            self.ended.set(false);
            *self.worker.borrow_mut() = Some(worker);
        }
        Ok(())
    }

    fn terminate(&self) {
        if let Some(worker) = self.worker.borrow_mut().take() {
            boot::end(&worker);
        }
    }

    fn take_message(&self, number: u32, json: String, buffer: Option<ArrayBuffer>) {
        if json.starts_with(PANIC) {
            self.ended.set(true);
        }
        self.tell(number, json, buffer);
    }

    fn take_failure(&self, words: &str) {
        if !self.ended.replace(true) {
            self.tell(0, panic_message(words), None);
        }
    }

    fn tell(&self, number: u32, json: String, buffer: Option<ArrayBuffer>) {
        // Taken out first: the listener may set another one, or restart the worker.
        let listener = self.listener.borrow().clone();
        if let Some(listener) = listener {
            listener(number, json, buffer);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// How a panic message begins, here and in the worker.
const PANIC: &str = r#"{"panic":{"#;

fn panic_message(words: &str) -> String {
    format!("{PANIC}\"message\":{}}}}}", json_text(&words))
}

/// A JS error in words.
pub fn words(error: &JsValue) -> String {
    Reflect::get(error, &"message".into())
        .ok()
        .and_then(|message| message.as_string())
        .or_else(|| error.as_string())
        .unwrap_or_else(|| format!("{error:?}"))
}
