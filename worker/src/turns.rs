//! Work in turns of the event loop: between two of them messages of the page are heard.

use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageChannel, MessagePort};

/// Calls a function turn after turn while it has more to do. A message port is used and not a
/// timer, which browsers slow down to 4 ms a turn.
#[derive(Clone, Debug)]
pub struct Turns {
    port: Option<MessagePort>,
    due: Rc<Cell<bool>>,
}

impl Turns {
    /// `work` returns whether it has more to do.
    pub fn new(mut work: impl FnMut() -> bool + 'static) -> Self {
        let due = Rc::new(Cell::new(false));
        let Ok(channel) = MessageChannel::new() else { return Self { port: None, due } };
        let turns = Self { port: Some(channel.port1()), due };
        let next = turns.clone();
        let turn = Closure::<dyn FnMut()>::new(move || {
            next.due.set(false);
            if work() {
                next.more();
            }
        });
        channel.port2().set_onmessage(Some(turn.into_js_value().unchecked_ref()));
        turns
    }

    /// There is work: a turn is due.
    pub fn more(&self) {
        if !self.due.replace(true)
            && let Some(port) = &self.port
        {
            // A port of our own takes any message.
            let _ = port.post_message(&JsValue::NULL);
        }
    }
}
