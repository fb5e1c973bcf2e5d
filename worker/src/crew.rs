//! Mates: other workers of the same program, which do a part of the work. What they are given comes back
//! or does not; nothing depends on which.

use crate::turns::Turns;
use js_sys::{Array, ArrayBuffer, Function};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::Worker;

#[wasm_bindgen]
unsafe extern "C" {
    /// How many workers the page allows to work at once.
    #[wasm_bindgen(js_name = workersAtOnce)]
    fn workers_at_once() -> Option<f64>;
    #[wasm_bindgen(catch, js_name = startMate)]
    fn start_mate(heard: &Function, failed: &Function) -> Result<Worker, JsValue>;
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, milliseconds: f64);
}

/// The most mates: each has a memory of its own.
const MOST: usize = 3;
/// Mates of which nothing is heard for so long are taken for dead.
const PATIENCE_MILLISECONDS: f64 = 2000.0;

/// What a mate answers.
#[derive(Debug)]
pub struct Answer {
    /// The number of the task.
    pub task: u32,
    /// What came of it; nothing where it could not be done.
    pub found: Option<ArrayBuffer>,
}

#[derive(Debug)]
enum News {
    /// A mate, and its message.
    Heard(usize, Array),
    /// A mate that has failed.
    Failed(usize),
}

#[derive(Debug)]
struct Mate {
    worker: Worker,
    /// Numbers of its tasks.
    tasks: Vec<u32>,
    /// The terms that it knows.
    terms: String,
    is_lost: bool,
}

/// The mates of a desk.
#[derive(Debug, Default)]
pub struct Crew {
    mates: Vec<Mate>,
    /// Mates that were lost: for as many there is no other.
    lost: usize,
    /// The last number given to a task.
    last: u32,
    news: Rc<RefCell<Vec<News>>>,
    /// How often mates were heard.
    heard: Rc<Cell<u64>>,
    /// How often they had been when an alarm was set, while one is set.
    alarm: Rc<Cell<Option<u64>>>,
    /// Whether the alarm rang, and nothing had been heard.
    is_silent: Rc<Cell<bool>>,
    turns: Option<Turns>,
}

impl Crew {
    /// Whoever hears mates calls for a turn.
    pub fn set_turns(&mut self, turns: Turns) {
        self.turns = Some(turns);
    }

    /// Has as many mates as the page allows.
    pub fn gather(&mut self) {
        // A browser may not say.
        let allowed = workers_at_once().unwrap_or(1.0);
        loop {
            let mates = self.mates.iter().filter(|mate| !mate.is_lost).count() + self.lost;
            if mates >= MOST || mates as f64 + 1.0 >= allowed {
                return;
            }
            let Some(mate) = self.start() else {
                self.lost = MOST;
                return;
            };
            self.mates.push(mate);
        }
    }

    /// Lets all mates go, with their memory, which grows and never shrinks. Others come when they are
    /// called for.
    pub fn dismiss(&mut self) {
        for mate in self.mates.iter_mut().filter(|mate| !mate.is_lost) {
            // Its place stays its own: what it may have said is on its way.
            mate.is_lost = true;
            mate.worker.terminate();
        }
    }

    fn start(&self) -> Option<Mate> {
        let turns = self.turns.clone()?;
        let place = self.mates.len();
        let tell = |news: Rc<RefCell<Vec<News>>>, turns: Turns, one: News| {
            news.borrow_mut().push(one);
            turns.more();
        };
        let (news, count, next) = (Rc::clone(&self.news), Rc::clone(&self.heard), turns.clone());
        let heard = Closure::<dyn FnMut(Array)>::new(move |message| {
            count.set(count.get() + 1);
            tell(Rc::clone(&news), next.clone(), News::Heard(place, message));
        });
        let news = Rc::clone(&self.news);
        let failed = Closure::<dyn FnMut()>::new(move || {
            tell(Rc::clone(&news), turns.clone(), News::Failed(place));
        });
        let heard = heard.into_js_value();
        let failed = failed.into_js_value();
        let worker = start_mate(heard.unchecked_ref(), failed.unchecked_ref()).ok()?;
        Some(Mate { worker, tasks: Vec::new(), terms: String::new(), is_lost: false })
    }

    /// A mate that has fewer than so many tasks: some wait there, so that it need not wait for the desk.
    pub fn free(&self, ahead: usize) -> Option<usize> {
        let has_time = |mate: &Mate| !mate.is_lost && mate.tasks.len() < ahead;
        let mut mates: Vec<usize> = (0..self.mates.len()).collect();
        mates.retain(|place| has_time(&self.mates[*place]));
        mates.into_iter().min_by_key(|place| self.mates[*place].tasks.len())
    }

    /// Tells a mate the terms of scoring, unless it knows them.
    pub fn tell_terms(&mut self, mate: usize, terms: &str) {
        if self.mates[mate].terms != terms {
            terms.clone_into(&mut self.mates[mate].terms);
            self.send(mate, 0, "terms", &[terms.into()], None);
        }
    }

    /// Gives a mate a task; the number of it.
    pub fn give(
        &mut self,
        mate: usize,
        what: &str,
        extras: &[JsValue],
        moved: Option<&ArrayBuffer>,
    ) -> u32 {
        self.last += 1;
        self.mates[mate].tasks.push(self.last);
        self.send(mate, self.last, what, extras, moved);
        self.last
    }

    fn send(
        &self,
        mate: usize,
        task: u32,
        what: &str,
        extras: &[JsValue],
        moved: Option<&ArrayBuffer>,
    ) {
        let message = Array::of2(&task.into(), &what.into());
        extras.iter().chain(moved.map(AsRef::as_ref)).for_each(|extra| {
            message.push(extra);
        });
        let moved: Array = moved.into_iter().collect();
        // A task that could not be sent is one that does not come back.
        if self.mates[mate].worker.post_message_with_transfer(&message, &moved).is_err() {
            self.news.borrow_mut().push(News::Failed(mate));
        }
    }

    /// What mates have answered since, and tasks that will not be answered.
    pub fn answers(&mut self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for news in self.news.take() {
            match news {
                News::Failed(mate) => self.lose(mate, &mut answers),
                News::Heard(mate, message) => {
                    // Its own numbers are those that it was given.
                    #[allow(clippy::cast_sign_loss)]
                    let task = message.get(0).as_f64().unwrap_or_default() as u32;
                    let word = message.get(1).as_string().unwrap_or_default();
                    if word.starts_with("{\"panic\"") {
                        self.lose(mate, &mut answers);
                    }
                    let tasks = &mut self.mates[mate].tasks;
                    let Some(place) = tasks.iter().position(|known| *known == task) else {
                        continue;
                    };
                    tasks.swap_remove(place);
                    answers.push(Answer { task, found: message.get(2).dyn_into().ok() });
                }
            }
        }
        if self.is_silent.replace(false) {
            for mate in 0..self.mates.len() {
                if !self.mates[mate].tasks.is_empty() {
                    self.lose(mate, &mut answers);
                }
            }
        }
        answers
    }

    fn lose(&mut self, mate: usize, answers: &mut Vec<Answer>) {
        let mate = &mut self.mates[mate];
        if !std::mem::replace(&mut mate.is_lost, true) {
            self.lost += 1;
            mate.worker.terminate();
            let tasks = mate.tasks.drain(..);
            answers.extend(tasks.map(|task| Answer { task, found: None }));
        }
    }

    /// Waits for mates, but not for ever.
    pub fn wait(&self) {
        let Some(turns) = self.turns.clone() else { return };
        if self.alarm.get().is_some() {
            return;
        }
        self.alarm.set(Some(self.heard.get()));
        let (heard, alarm) = (Rc::clone(&self.heard), Rc::clone(&self.alarm));
        let is_silent = Rc::clone(&self.is_silent);
        let ring = Closure::once_into_js(move || {
            is_silent.set(alarm.take() == Some(heard.get()));
            turns.more();
        });
        set_timeout(ring.unchecked_ref(), PATIENCE_MILLISECONDS);
    }
}
