//! The scorer worker: a message loop around the core.

#![allow(unreachable_pub, reason = "nobody uses more of it than `run`")]

mod desk;
mod handle;
#[cfg(target_arch = "wasm32")]
mod memory;
mod port;
mod turns;
mod unpacking;

use desk::Desk;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::preset::presets;
use scoredrop::protocol::{PresetOption, Reply, Request, VERSION};
use std::cell::RefCell;
use std::rc::Rc;

/// Answers whatever the page asks, until it ends the worker.
pub fn run() {
    let desk = Rc::new(RefCell::new(Desk::new()));
    let working = Rc::clone(&desk);
    let turns = turns::Turns::new(move || working.borrow_mut().work());
    port::listen(move |number, json, extras| match Request::from_text(&json) {
        Some(request) => {
            if desk.borrow_mut().take(number, request, extras) {
                turns.more();
            }
        }
        None => desk::fail(
            number,
            Diagnostic::error("bad_request", "page and scorer do not understand each other")
                .remedy("reload the page"),
        ),
    });
    let ready = Reply::Ready {
        version: VERSION.to_owned(),
        presets: presets().iter().map(|preset| PresetOption::new(preset, None)).collect(),
    };
    port::post(0, &ready, &[]);
}
