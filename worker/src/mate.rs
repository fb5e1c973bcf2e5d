//! What a worker does that another one has started: tasks, one by one, and nothing kept but the terms.

use crate::handle::Handle;
use js_sys::{ArrayBuffer, Uint8Array};
use scoredrop::evaluate::Hand;
use scoredrop::input::{Cut, PieceReader};
use scoredrop_port::{self as port, Request};
use std::ops::Range;
use wasm_bindgen::JsCast;

/// Reads on behind a part, for its last line: so much at once, for each reading takes its time, and then so
/// much again and again.
const NEAR: u64 = 1 << 14;
const BEHIND: u64 = 1 << 18;

/// A worker that does what it is told.
#[derive(Debug, Default)]
pub struct Mate {
    hand: Option<Hand>,
}

impl Mate {
    /// Does a task of a desk and answers it; `false` where it is none.
    pub fn take(&mut self, task: &Request) -> bool {
        let found = match task.json.as_str() {
            "terms" => {
                self.hand = text(task, 0).and_then(|terms| Hand::new(&terms));
                return true;
            }
            "part" => read(task),
            "score" => self.score(task),
            "window" => self.read_and_score(task),
            _ => return false,
        };
        port::post(task.number, "", found.as_slice());
        true
    }

    fn score(&mut self, task: &Request) -> Option<ArrayBuffer> {
        let packet: &ArrayBuffer = task.extras.first()?.dyn_ref()?;
        let outcomes = self.hand.as_mut()?.score(&bytes(packet), None)?;
        Some(buffer(&outcomes))
    }

    /// Nothing where the desk has to do it, and say what is wrong.
    fn read_and_score(&mut self, task: &Request) -> Option<ArrayBuffer> {
        let (cut, file, part) = bytes_of(task)?;
        let text = file.slice(part.start, part.end - part.start).ok()?;
        let window = cut.read_rows(part.start, &text)?;
        let packet: &ArrayBuffer = task.extras.get(4)?.dyn_ref()?;
        let outcomes = self.hand.as_mut()?.score(&bytes(packet), Some(&window))?;
        Some(buffer(&outcomes))
    }
}

/// How bytes of a file are read, and which.
fn bytes_of(task: &Request) -> Option<(Cut, Handle, Range<u64>)> {
    let cut = Cut::from_text(&text(task, 0)?)?;
    let file = Handle(task.extras.get(1)?.clone().dyn_into().ok()?);
    // Offsets in a file are whole numbers below 2^53.
    #[allow(clippy::cast_sign_loss)]
    let offset = |place: usize| Some(task.extras.get(place)?.as_f64()? as u64);
    Some((cut, file, offset(2)?..offset(3)?))
}

fn text(task: &Request, place: usize) -> Option<String> {
    task.extras.get(place)?.as_string()
}

/// Reads a part of a file; nothing where the desk has to do it, and say what is wrong.
fn read(task: &Request) -> Option<ArrayBuffer> {
    let (cut, file, part) = bytes_of(task)?;
    let end = part.end;
    let mut reader = PieceReader::new(&cut, part);
    loop {
        let at = reader.at();
        let to = if at < end { end + NEAR } else { at + BEHIND };
        let bytes = file.slice(at, to - at).ok()?;
        if bytes.is_empty() || !reader.push(&bytes).ok()? {
            break;
        }
    }
    Some(buffer(&reader.finish()?))
}

/// A copy that can be sent.
pub fn buffer(bytes: &[u8]) -> ArrayBuffer {
    Uint8Array::from(bytes).buffer()
}

/// The bytes of a buffer that is let go of.
pub fn bytes(buffer: &ArrayBuffer) -> Vec<u8> {
    let bytes = Uint8Array::new(buffer);
    let own = bytes.to_vec();
    port::let_go(&bytes);
    own
}
