//! The scorer worker: a message loop around the core.

#![allow(unreachable_pub, reason = "nobody uses a program's items")]

mod handle;
#[cfg(target_arch = "wasm32")]
mod memory;
mod port;
mod unpacking;
mod worker;

use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::preset::presets;
use scoredrop::session::protocol::{PresetOption, Reply, Request, VERSION};
use std::cell::RefCell;
use std::rc::Rc;
use worker::Worker;

/// Answers whatever the page asks, until it ends the worker.
fn main() {
    let worker = Rc::new(RefCell::new(Worker::new()));
    let working = Rc::clone(&worker);
    let go_on = port::tasks(move || working.borrow_mut().work());
    port::listen(move |number, json, extras| match Request::from_text(&json) {
        Some(request) => {
            if worker.borrow_mut().take(number, request, extras) {
                go_on();
            }
        }
        None => worker::fail(
            number,
            Diagnostic::error(Code::BadRequest, "the scorer cannot read a request of the page")
                .remedy("reload the page"),
        ),
    });
    let ready = Reply::Ready {
        version: VERSION.to_owned(),
        presets: presets().iter().map(|preset| PresetOption::new(preset, None)).collect(),
    };
    port::post(0, &ready, &[]);
}
