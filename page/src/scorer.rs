//! The line to the scorer worker.
//!
//! A message is a JS array, in both directions: `[number, json, ...extras]`. The number is the
//! request's and comes back with every answer to it; 0 is the worker's own. Extras are `File`s or
//! `ArrayBuffer`s; buffers are moved, not copied.
//!
//! The worker starts from a blob that holds its whole glue script, and gets its compiled module by
//! message: after the seal nothing has to be fetched any more, not even for a restart. A worker
//! from a URL would not inherit the page's policy at all.

use crate::seal;
use crate::widgets::dom;
use js_sys::{Array, ArrayBuffer, Reflect, Uint8Array, WebAssembly};
use scoredrop::json_text::json_text;
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, ErrorEvent, Event, MessageEvent, RequestCache, RequestInit, Response,
    Url, Worker,
};

const GLUE: &str = "scoredrop-worker.js";
const MODULE: &str = "scoredrop-worker_bg.wasm";
/// What follows the glue script of every worker of the page.
pub const BOOTSTRAP: &str = include_str!("worker_bootstrap.js");

/// What every worker is made of.
struct Kit {
    /// A `blob:` address of glue and bootstrap.
    script: String,
    module: WebAssembly::Module,
}

thread_local! {
    static KIT: OnceCell<Kit> = const { OnceCell::new() };
}

/// Fetches and compiles the worker, once. Has to happen before the seal.
///
/// # Errors
/// With the name of the part and the browser's words.
pub async fn prepare() -> Result<(), String> {
    if KIT.with(|kit| kit.get().is_some()) {
        return Ok(());
    }
    let kit = make_kit().await.map_err(|error| words(&error))?;
    KIT.with(|cell| drop(cell.set(kit)));
    Ok(())
}

async fn make_kit() -> Result<Kit, JsValue> {
    let glue = JsFuture::from(fetch(GLUE).await?.text()?);
    let bytes = JsFuture::from(fetch(MODULE).await?.array_buffer()?);
    let glue = glue.await?.as_string().unwrap_or_default();
    let bytes: ArrayBuffer = bytes.await?.unchecked_into();
    let module = JsFuture::from(WebAssembly::compile(&Uint8Array::new(&bytes))).await?;
    let bag = BlobPropertyBag::new();
    bag.set_type("text/javascript");
    let text = Array::of3(&glue.into(), &"\n".into(), &BOOTSTRAP.into());
    let blob = Blob::new_with_str_sequence_and_options(&text, &bag)?;
    let script = Url::create_object_url_with_blob(&blob)?;
    Ok(Kit { script, module: module.unchecked_into() })
}

async fn fetch(name: &str) -> Result<Response, JsValue> {
    let init = RequestInit::new();
    // The worker's files keep their names between versions: ask the host whether they changed.
    init.set_cache(RequestCache::NoCache);
    let answer = JsFuture::from(dom::window().fetch_with_str_and_init(name, &init)).await?;
    let answer: Response = answer.dyn_into()?;
    if answer.ok() {
        Ok(answer)
    } else {
        Err(format!("{name}: the server answered {}", answer.status()).into())
    }
}

/// Why no worker could be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// [`prepare`] has not run, or failed.
    NotPrepared,
    /// The page is not sealed: a worker started now would be free to send.
    NotSealed,
    /// The browser refused, in its words.
    Refused(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPrepared => f.write_str("the scorer has not been loaded"),
            Self::NotSealed => f.write_str("the page is not sealed"),
            Self::Refused(detail) => write!(f, "the browser did not start the scorer: {detail}"),
        }
    }
}

type Listener = Rc<dyn Fn(u32, String, Option<ArrayBuffer>)>;

/// A handle of one worker; clones share it. Dropping the last one ends the worker.
#[derive(Clone)]
pub struct Scorer {
    inner: Rc<Inner>,
}

/// What the browser calls with a message and with a failure.
type Handlers = (Closure<dyn Fn(MessageEvent)>, Closure<dyn Fn(ErrorEvent)>);

struct Inner {
    worker: RefCell<Option<Worker>>,
    listener: RefCell<Option<Listener>>,
    /// The present worker has told of its end; a browser's own report would only repeat it.
    ended: Cell<bool>,
    handlers: OnceCell<Handlers>,
}

impl Scorer {
    /// Starts a worker. It reports `{"ready":...}` with number 0 when it can work; requests
    /// may be posted at once and wait for that.
    ///
    /// # Errors
    /// Before [`prepare`] and before the seal.
    pub fn start() -> Result<Self, StartError> {
        let inner = Rc::new(Inner {
            worker: RefCell::new(None),
            listener: RefCell::new(None),
            ended: Cell::new(false),
            handlers: OnceCell::new(),
        });
        let weak = Rc::downgrade(&inner);
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(inner) = weak.upgrade() {
                inner.take_message(&event);
            }
        });
        let weak = Rc::downgrade(&inner);
        let on_error = Closure::new(move |event: ErrorEvent| {
            if let Some(inner) = weak.upgrade() {
                inner.take_error(&event);
            }
        });
        drop(inner.handlers.set((on_message, on_error)));
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
        if let Err(error) = worker.post_message_with_transfer(&message, &moved) {
            self.inner.tell(number, panic_message(&words(&error)), None);
        }
    }

    /// Ends the worker and starts an empty one, for the same listener.
    ///
    /// # Errors
    /// As for [`Scorer::start`].
    pub fn restart(&self) -> Result<(), StartError> {
        self.inner.terminate();
        self.inner.spawn()
    }
}

impl Inner {
    fn spawn(&self) -> Result<(), StartError> {
        if !seal::is_sealed() {
            return Err(StartError::NotSealed);
        }
        let refused = |error: JsValue| StartError::Refused(words(&error));
        KIT.with(|kit| {
            let kit = kit.get().ok_or(StartError::NotPrepared)?;
            let worker = Worker::new(&kit.script).map_err(refused)?;
            if let Some((on_message, on_error)) = self.handlers.get() {
                worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
                worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
            }
            worker.post_message(&kit.module).map_err(refused)?;
            self.ended.set(false);
            *self.worker.borrow_mut() = Some(worker);
            Ok(())
        })
    }

    fn terminate(&self) {
        if let Some(worker) = self.worker.borrow_mut().take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    fn take_message(&self, event: &MessageEvent) {
        let message: Array = event.data().unchecked_into();
        let number = message.get(0).as_f64().unwrap_or_default();
        let json = message.get(1).as_string().unwrap_or_default();
        if json.starts_with(PANIC) {
            self.ended.set(true);
        }
        // The number was a u32 when it was posted.
        #[allow(clippy::cast_sign_loss)]
        self.tell(number as u32, json, message.get(2).dyn_into().ok());
    }

    fn take_error(&self, event: &ErrorEvent) {
        event.prevent_default();
        if !self.ended.replace(true) {
            // A failure to load is a plain event, without a message.
            let message = Reflect::get(event, &"message".into()).ok();
            let message = message.and_then(|message| message.as_string());
            self.tell(0, panic_message(&message.unwrap_or_else(|| event_type(event))), None);
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

fn event_type(event: &Event) -> String {
    event.type_()
}

/// A JS error in words.
pub fn words(error: &JsValue) -> String {
    Reflect::get(error, &"message".into())
        .ok()
        .and_then(|message| message.as_string())
        .or_else(|| error.as_string())
        .unwrap_or_else(|| format!("{error:?}"))
}
