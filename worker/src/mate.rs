//! What a worker does that another one has started: tasks, and nothing kept but the terms. While it does one
//! the browser reads what the next is about.

use crate::handle::Handle;
use js_sys::{ArrayBuffer, Uint8Array};
use scoredrop::evaluate::Hand;
use scoredrop::input::{Cut, PieceReader};
use scoredrop_port::{self as port, Request};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// Reads on behind a part, for its last line: so much at once, for each reading takes its time, and then so
/// much again and again.
const NEAR: u64 = 1 << 14;
const BEHIND: u64 = 1 << 18;
/// Tasks of which bytes are read or held at a time: of one while another is done.
const FETCHED: usize = 2;

/// A worker that does what it is told.
#[derive(Debug, Default)]
pub struct Mate {
    hand: Option<Rc<RefCell<Hand>>>,
    queue: Rc<Queue>,
}

impl Mate {
    /// Does a task of a desk and answers it, soon if not at once; `false` where it is none.
    pub fn take(&mut self, task: &Request) -> bool {
        let work = match task.json.as_str() {
            "terms" => {
                let hand = text(task, 0).and_then(|terms| Hand::new(&terms));
                self.hand = hand.map(|hand| Rc::new(RefCell::new(hand)));
                return true;
            }
            "score" => {
                port::post(task.number, "", self.score(task).as_slice());
                return true;
            }
            "part" => Some(Work::Read),
            "window" => self.hand.clone().zip(packet(task, 4)).map(Work::score),
            _ => return false,
        };
        match work.and_then(|work| Task::new(task, work)) {
            Some(task) => {
                self.queue.waiting.borrow_mut().push_back(task);
                fetch_next(&self.queue);
            }
            None => port::post(task.number, "", &[]),
        }
        true
    }

    fn score(&self, task: &Request) -> Option<ArrayBuffer> {
        let packet = bytes(&packet(task, 0)?);
        let outcomes = self.hand.as_ref()?.borrow_mut().score(&packet, None)?;
        Some(buffer(&outcomes))
    }
}

/// What is done with bytes of a file.
#[derive(Debug)]
enum Work {
    /// A part is read.
    Read,
    /// The rows of a window are read, and the questions of a packet scored by them.
    Score(Rc<RefCell<Hand>>, ArrayBuffer),
}

impl Work {
    fn score((hand, packet): (Rc<RefCell<Hand>>, ArrayBuffer)) -> Self {
        Self::Score(hand, packet)
    }
}

/// A task about bytes of a file, and how they are read.
#[derive(Debug)]
struct Task {
    number: u32,
    work: Work,
    cut: Cut,
    file: Handle,
    part: Range<u64>,
}

/// Tasks in the order in which they came.
#[derive(Debug, Default)]
struct Queue {
    waiting: RefCell<VecDeque<Task>>,
    /// Of how many others bytes are on their way.
    fetching: Cell<usize>,
}

/// Has the browser read the bytes of tasks; each is done and answered when its bytes are there.
fn fetch_next(queue: &Rc<Queue>) {
    while queue.fetching.get() < FETCHED {
        let Some(task) = queue.waiting.borrow_mut().pop_front() else { return };
        queue.fetching.set(queue.fetching.get() + 1);
        let queue = Rc::clone(queue);
        let (file, wanted) = (task.file.clone(), task.wanted());
        file.fetch(wanted, move |found| {
            queue.fetching.set(queue.fetching.get() - 1);
            fetch_next(&queue);
            let found = found.and_then(|found| task.done(&bytes(&found)));
            port::post(task.number, "", found.as_slice());
        });
    }
}

impl Task {
    fn new(task: &Request, work: Work) -> Option<Self> {
        let cut = Cut::from_text(&text(task, 0)?)?;
        let file = Handle(task.extras.get(1)?.clone().dyn_into().ok()?);
        // Offsets in a file are whole numbers below 2^53.
        #[allow(clippy::cast_sign_loss)]
        let offset = |place: usize| Some(task.extras.get(place)?.as_f64()? as u64);
        Some(Self { number: task.number, work, cut, file, part: offset(2)?..offset(3)? })
    }

    /// The bytes that are needed, or nearly all.
    fn wanted(&self) -> Range<u64> {
        match self.work {
            Work::Read => self.reader().at()..self.part.end + NEAR,
            Work::Score(..) => self.part.clone(),
        }
    }

    fn reader(&self) -> PieceReader {
        PieceReader::new(&self.cut, self.part.clone())
    }

    /// What comes of it; nothing where the desk has to do it, and say what is wrong.
    fn done(&self, found: &[u8]) -> Option<ArrayBuffer> {
        match &self.work {
            Work::Read => self.read(found),
            Work::Score(hand, packet) => {
                let window = self.cut.read_rows(self.part.start, found)?;
                let outcomes = hand.borrow_mut().score(&bytes(packet), Some(&window))?;
                Some(buffer(&outcomes))
            }
        }
    }

    fn read(&self, found: &[u8]) -> Option<ArrayBuffer> {
        let mut reader = self.reader();
        let mut goes_on = !found.is_empty() && reader.push(found).ok()?;
        while goes_on {
            let more = self.file.slice(reader.at(), BEHIND).ok()?;
            goes_on = !more.is_empty() && reader.push(&more).ok()?;
        }
        Some(buffer(&reader.finish()?))
    }
}

fn text(task: &Request, place: usize) -> Option<String> {
    task.extras.get(place)?.as_string()
}

fn packet(task: &Request, place: usize) -> Option<ArrayBuffer> {
    task.extras.get(place)?.clone().dyn_into().ok()
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
