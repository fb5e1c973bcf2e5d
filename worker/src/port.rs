//! The worker's end of the line to the page, which hears `[number, name, bytes, ...buffers]`, and the user's
//! files, read by slices.
//!
//! How a worker is started, and why so, is said in the page's `boot.rs`.

use js_sys::{Array, ArrayBuffer, Uint8Array};
use scoredrop::session::protocol::Reply;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    DedicatedWorkerGlobalScope, File, FileReaderSync, MessageChannel, MessageEvent, MessagePort,
};

/// Why a file cannot be read that could be when it was chosen.
const GONE: &str = "it was moved or changed since it was chosen";

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Hears the page from now on: the number of a request, which every answer to it carries, what is asked, and
/// `File`s that came along.
pub fn listen(mut answer: impl FnMut(u32, String, Vec<JsValue>) + 'static) {
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        break_down(message.unwrap_or_default());
    }));
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message: Array = event.data().unchecked_into();
        // The page numbers its requests in u32.
        #[allow(clippy::cast_sign_loss)]
        let number = message.get(0).as_f64().unwrap_or_default() as u32;
        let json = message.get(1).as_string().unwrap_or_default();
        answer(number, json, message.iter().skip(2).collect());
    });
    scope().set_onmessage(Some(heard.into_js_value().unchecked_ref()));
}

/// What has `work` called in a task of the event loop, and again in one after it while it returns that there is
/// more: between two tasks messages of the page are heard. A message port is used and not a timer, which browsers
/// slow down to 4 ms.
pub fn tasks(mut work: impl FnMut() -> bool + 'static) -> impl Fn() {
    let channel = MessageChannel::new().ok();
    let port = channel.as_ref().map(MessageChannel::port1);
    let is_due = Rc::new(Cell::new(false));
    let due = Rc::clone(&is_due);
    let go_on = move || {
        if !is_due.replace(true)
            && let Some(port) = &port
        {
            // A port of our own takes any message.
            let _ = port.post_message(&JsValue::NULL);
        }
    };
    let again = go_on.clone();
    let task = Closure::<dyn FnMut()>::new(move || {
        due.set(false);
        if work() {
            again();
        }
    });
    if let Some(channel) = channel {
        channel.port2().set_onmessage(Some(task.into_js_value().unchecked_ref()));
    }
    go_on
}

/// Says that the worker is of no use any more, and why: in plain words, which need no more memory.
pub fn break_down(why: &str) {
    send(&Array::of3(&0.into(), &"panic".into(), &why.into()), &Array::new());
}

/// Sends a message to the page, as an answer to the request of that number or, with 0, unasked.
/// Buffers are moved.
pub fn post(number: u32, reply: &Reply, buffers: &[ArrayBuffer]) {
    let bytes = Uint8Array::from(reply.to_bytes().as_slice());
    let message = Array::of3(&number.into(), &reply.name().into(), &bytes);
    let moved = Array::of1(&bytes.buffer());
    for buffer in buffers {
        message.push(buffer);
        moved.push(buffer);
    }
    send(&message, &moved);
}

fn send(message: &Array, moved: &Array) {
    if let Err(error) = scope().post_message_with_transfer(message, moved) {
        // Numbers, texts and buffers of our own can always be sent.
        wasm_bindgen::throw_val(error);
    }
}

/// The bytes of a file from `start` to `end`, with the browser's own copy of them.
///
/// # Errors
/// In words, where the file cannot be read (any more).
pub fn slice(file: &File, start: u64, end: u64) -> Result<Uint8Array, String> {
    let read = || -> Result<Uint8Array, JsValue> {
        let blob = file.slice_with_f64_and_f64(start as f64, end as f64)?;
        Ok(Uint8Array::new(&FileReaderSync::new()?.read_as_array_buffer(&blob)?.into()))
    };
    let said = |error: &JsValue, what: &str| {
        js_sys::Reflect::get(error, &what.into()).ok().and_then(|text| text.as_string())
    };
    read().map_err(|error| match said(&error, "name").as_deref() {
        // So browsers call a file that is no longer the one that was chosen.
        Some("NotFoundError" | "NotReadableError") => GONE.to_owned(),
        _ => said(&error, "message").unwrap_or_else(|| format!("{error:?}")),
    })
}

/// Gives the memory of bytes back at once that are needed no more. The browser would clear it away when
/// the worker has nothing to do, which may be hundreds of megabytes later: so they are sent to a port that
/// nobody listens to.
pub fn let_go(bytes: &Uint8Array) {
    thread_local! {
        static NOWHERE: Option<MessagePort> = MessageChannel::new().ok().map(|channel| {
            channel.port2().close();
            channel.port1()
        });
    }
    let buffer = bytes.buffer();
    NOWHERE.with(|nowhere| {
        let moved = Array::of1(&buffer);
        // Where that cannot be done, the browser clears it away.
        nowhere.as_ref().map(|port| port.post_message_with_transferable(&JsValue::NULL, &moved))
    });
}

/// Size of a file in bytes. A browser's file sizes are whole numbers below 2^53.
#[allow(clippy::cast_sign_loss)]
pub fn size(file: &File) -> u64 {
    file.size() as u64
}
