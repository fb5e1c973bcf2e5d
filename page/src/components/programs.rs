//! Programs that have no verdict: what running them takes, how far it is, and what became of them.
//! Nothing of it is loaded before the user asks for it.

use crate::components::checks::list;
use crate::components::counts::count_button;
use crate::components::export::save;
use crate::components::programs_offer::{limits, longer, offer};
use crate::prelude::*;
use crate::unpack::problems;
use js_sys::{Array, Promise};
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::base::json_text::json_text;
use scoredrop::session::protocol::{ExportFormat, Reply, Request, count_of};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen(raw_module = "./runner/programs.js")]
unsafe extern "C" {
    /// How many bytes Python has, how many programs run at a time, and whether there is a network.
    pub fn facts() -> Option<Array>;
    fn cached() -> Promise;
    fn kept() -> Promise;
    fn forget() -> Promise;
    fn stop();
    fn run(next: &Next, heard: &Heard, said: &Said, anew: bool) -> Promise;
}

type Next = Closure<dyn Fn(f64) -> Promise>;
type Heard = Closure<dyn FnMut(String, String, String)>;
type Said = Closure<dyn Fn(String, f64)>;

/// What became of programs, in the order in which it is shown.
const CATEGORIES: [&str; 11] = [
    "passed", "failed", "runtime_error", "syntax_error", "timeout", "crash", "interpreter_limit",
    "unsupported", "skipped", "no_program", "not_run",
];
/// So many jobs are fetched at a time, and so many verdicts handed on together.
const HANDFUL: usize = 64;
/// How often the reader is told how far it is.
const TELL_MILLISECONDS: f64 = 100.0;
/// How often the scorer is.
const HAND_ON_MILLISECONDS: f64 = 500.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Running {
    /// What is prepared; empty once programs run.
    preparing: String,
    /// How much of it is done, 0 to 1.
    share: f64,
    done: u64,
    total: u64,
    /// When the first verdict came, in milliseconds of the page's clock.
    began: f64,
}

impl Running {
    /// `preparing Python: loading, 50 %`, or `82 of 164 programs, about 5 s left`. How many are `counted`
    /// is what the rest of the page knows, which hears of them a handful at a time.
    fn words(&self, counted: u64, all: u64) -> String {
        if self.done == 0 {
            return match self.preparing.as_str() {
                "" => "looking for saved verdicts".to_owned(),
                "loading" => words::loading_python(self.share),
                what => format!("{what} Python"),
            };
        }
        let passed = now() - self.began;
        let is_known = self.done > 2 && passed > 500.0 && self.done < self.total;
        let left = || passed / self.done as f64 * (self.total - self.done) as f64 / 1000.0;
        words::programs_done(counted, all, is_known.then(left))
    }
}

/// A count or a place, as JavaScript has it.
#[allow(clippy::cast_sign_loss, reason = "neither is below 0")]
pub fn whole(number: f64) -> u64 {
    number as u64
}

fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// The region, where there are programs.
#[component]
pub fn Programs() -> impl IntoView {
    let ui = Ui::here();
    let there = Memo::new(move |_| ui.has_programs());
    move || there.get().then(|| region(ui))
}

fn region(ui: Ui) -> AnyView {
    let kept_here = RwSignal::new(0_u64);
    // Of those without a verdict.
    let kept_left = RwSignal::new(0_u64);
    let is_cached = RwSignal::new(false);
    effect(move || {
        // After every run there are more.
        ui.score.track();
        kept_left.set(0);
        spawn_local(async move {
            let Ok(keys) = JsFuture::from(kept()).await else { return };
            let keys: Vec<String> =
                Array::from(&keys).iter().filter_map(|key| key.as_string()).collect();
            kept_here.try_set(keys.len() as u64);
            if keys.is_empty() || ui.programs_left() == 0 {
                return;
            }
            ui.ask(&Request::Kept { keys }, move |(reply, _)| {
                if let Ok(Reply::Kept { count }) = reply {
                    kept_left.try_set(count);
                }
            });
        });
    });
    effect(move || {
        // After a run it is here.
        ui.score.track();
        if facts().is_some() {
            spawn_local(async move {
                let found = JsFuture::from(cached()).await;
                is_cached.try_set(found.is_ok_and(|found| found.is_truthy()));
            });
        }
    });
    // Whatever changes what is scored changes what is to be run.
    effect(move || {
        if ui.busy.get() {
            stop();
        }
    });
    effect(move || {
        ui.score.track();
        let is_ready = !ui.busy.get();
        let again =
            || ui.workspace.try_update_value(|workspace| std::mem::take(&mut workspace.rerun));
        let by_script = || {
            let is_cancelled = ui.cancelled.get_untracked();
            ui.choices.with_untracked(|choices| choices.script.is_some()) && !is_cancelled
        };
        // Whoever opens a benchmark's scorer has asked for what its script says.
        if is_ready && (again() == Some(true) || by_script()) {
            ui.run_programs(false);
        }
    });
    let under_way = Memo::new(move |_| ui.running.read().is_some());
    // Its buttons stay while other parts of the score arrive: one made anew would miss its click.
    let card = Memo::new(move |_| ui.scored.read().as_ref().and_then(|one| one.programs.clone()));
    let (kept_of_left, is_here) =
        (Memo::new(move |_| kept_left.get()), Memo::new(move |_| is_cached.get()));
    let state = move || {
        if under_way.get() {
            return bar(ui);
        }
        let Some(card) = card.get() else { return ().into_any() };
        let kept = kept_of_left.get().min(card.left);
        offer(ui, &card, kept, is_here.get())
    };
    let failed = RwSignal::new(Vec::new());
    // On one line, so that what stands below keeps its place.
    let more = move || {
        if under_way.get() {
            return None;
        }
        let longer = card.get().and_then(|card| longer(ui, &card));
        let count = kept_here.get();
        let act = move || {
            kept_here.set(0);
            kept_left.set(0);
            ui.announcement.set("discarded".to_owned());
            drop(forget());
        };
        let forget = (count > 0).then(|| {
            button("quiet", format!("Discard {}", format::counted(count, "saved verdict")), act)
        });
        (longer.is_some() || forget.is_some()).then(|| {
            view! { <p class="row-of-buttons">{longer}{forget}</p> }
        })
    };
    view! {
        <section class="programs" aria-labelledby="programs-title">
            <h2 id="programs-title" class="unseen">{words::PROGRAMS}</h2>
            {move || state()}
            {move || counts(ui)}
            {move || unkept(ui, failed)}
            {move || list(&failed.read())}
            {move || more()}
        </section>
    }
    .into_any()
}

/// That verdicts are lost with the page, and how to keep them.
fn unkept(ui: Ui, failed: RwSignal<Vec<Diagnostic>>) -> Option<AnyView> {
    let lost = ui.unkept.get();
    (lost > 0).then(|| {
        let words = format!(
            "{} cannot be saved in this browser: its storage is full, denied or does not answer. \
             Download all verdicts before you close the page.",
            format::counted(lost, "verdict")
        );
        let save = move || save(ui, ExportFormat::Verdicts, failed);
        view! {
            <p class="row-of-buttons" role="status">
                <span>{words}</span>
                {button("", "Download the verdicts", save)}
            </p>
        }
        .into_any()
    })
}

fn bar(ui: Ui) -> AnyView {
    // The result, the strip and the bar tell of the same programs.
    let counts = Memo::new(move |_| {
        let scored = ui.scored.read();
        let card = scored.as_ref().and_then(|scored| scored.programs.as_ref());
        card.map_or((0, 1), |card| (card.total - card.left, card.total.max(1)))
    });
    let words = move || {
        let (done, all) = counts.get();
        ui.running.read().as_ref().map_or_else(String::new, |running| running.words(done, all))
    };
    let total = move || counts.get().1.to_string();
    let value = move || counts.get().0.to_string();
    view! {
        <div class="programs-bar">
            <label for="programs-progress">{move || words()}</label>
            <progress id="programs-progress" max=move || total() value=move || value()></progress>
            {button("", words::CANCEL, move || {
                ui.cancelled.set(true);
                stop();
            })}
        </div>
        {limits("")}
    }
    .into_any()
}

/// How many programs of the selected run became what; each is a filter, but while they run.
fn counts(ui: Ui) -> Option<AnyView> {
    let under_way = ui.running.with(Option::is_some);
    let (scored, run) = ui.headline()?;
    let counts = scored.runs[run].categories.clone();
    // Before anything was run the button says how many there are.
    if !under_way && counts.iter().all(|(name, _)| name == "not_run") {
        return None;
    }
    let of = |name: &'static str| Some((name, count_of(&counts, &name))).filter(|(_, n)| *n > 0);
    let items: Vec<AnyView> = CATEGORIES
        .into_iter()
        .filter_map(of)
        .map(|(name, count)| {
            let words = format::categories(name, count);
            let number = if under_way {
                view! { <strong>{format::count(count)}</strong> }.into_any()
            } else {
                count_button(
                    format!(
                        "Show the questions with {} {}",
                        format::count(count),
                        format::categories(name, count)
                    ),
                    count,
                    move || {
                        ui.reveal(|view| view.category = Some(name.to_owned()));
                    },
                )
            };
            view! { <li>{number} " " {words}</li> }.into_any()
        })
        .collect();
    let of = (scored.runs.len() > 1).then(|| {
        let name = scored.runs[run].short_name.clone();
        view! { <li class="muted"><bdi>{name}</bdi>":"</li> }
    });
    (!items.is_empty()).then(|| view! { <ul class="inline-list">{of}{items}</ul> }.into_any())
}

impl Ui {
    /// Has a verdict on all programs that have none: one that is kept, unless they are to be run `anew`.
    pub fn run_programs(self, anew: bool) {
        let left = self.programs_left();
        if left == 0 || facts().is_none() || self.running.with_untracked(Option::is_some) {
            return;
        }
        self.cancelled.set(false);
        self.running.set(Some(Running { total: left, ..Running::default() }));
        let held: Rc<RefCell<Vec<(String, String)>>> = Rc::default();
        let next = Closure::new(move |from: f64| self.jobs(whole(from)));
        let said = Closure::new(move |what: String, share: f64| {
            self.running.update(|running| {
                if let Some(running) = running {
                    (running.preparing, running.share) = (what, share);
                }
            });
        });
        let answers = Rc::clone(&held);
        let has_heard = Rc::new(Cell::new(false));
        let hears = Rc::clone(&has_heard);
        let mut state = Running { total: left, ..Running::default() };
        let (mut told, mut handed_on) = (0.0, now());
        let heard = Closure::new(move |key: String, answer: String, _: String| {
            if state.done == 0 {
                state.began = now();
            }
            state.done += 1;
            hears.set(true);
            if now() - told > TELL_MILLISECONDS {
                told = now();
                self.running.set(Some(state.clone()));
            }
            let mut held = answers.borrow_mut();
            held.push((key, answer));
            if held.len() >= HANDFUL || now() - handed_on > HAND_ON_MILLISECONDS {
                handed_on = now();
                let answers = std::mem::take(&mut *held);
                self.tell(&Request::Verdicts { answers, last: false });
            }
        });
        spawn_local(async move {
            let ended = JsFuture::from(run(&next, &heard, &said, anew)).await;
            self.running.set(None);
            self.unkept.set(ended.as_ref().ok().and_then(JsValue::as_f64).map_or(0, whole));
            // A change of what is scored asks for the score itself.
            let answers = held.take();
            if !has_heard.get() {
                // A script that has failed is not run again: the score stays what it is.
            } else if self.busy.get_untracked() {
                self.tell(&Request::Verdicts { answers, last: false });
            } else {
                self.send(&Request::Verdicts { answers, last: true }, &[]);
            }
            if let Err(error) = ended {
                self.stop_programs(&error);
            }
        });
    }

    fn stop_programs(self, error: &JsValue) {
        // What did not run is not tried again by itself.
        self.cancelled.set(true);
        let mut problems = problems(error);
        for problem in &mut problems {
            problem.remedy = Some(
                "reload the page, with a network if Python was never loaded; \
                                   existing verdicts stay"
                    .to_owned(),
            );
        }
        let busy = self.busy.get_untracked();
        self.stop("The programs could not be run.", problems);
        // The score with what was run is still to come.
        self.busy.set(busy);
    }

    /// The programs from a place on, as `programs.js` takes them.
    fn jobs(self, from: u64) -> Promise {
        Promise::new(&mut |resolve, reject| {
            let request = Request::Programs { from, count: HANDFUL as u32 };
            self.ask(&request, move |(reply, _)| {
                let answered = match reply {
                    Ok(Reply::Programs { jobs, after }) => {
                        let text = format!("{{\"jobs\":{},\"after\":{after}}}", json_text(&jobs));
                        resolve.call1(&JsValue::NULL, &text.into())
                    }
                    _ => reject.call1(&JsValue::NULL, &"the scorer has no programs".into()),
                };
                drop(answered);
            });
        })
    }

    /// Runs the programs of a question of the selected run again, each in a new interpreter.
    pub fn run_again(self, row: u64) {
        if self.running.with_untracked(Option::is_some) {
            return;
        }
        self.workspace.update_value(|workspace| workspace.rerun = true);
        self.send(&Request::Again { run: self.run.get_untracked(), row }, &[]);
    }

    /// The same for the open question; says whether there is one with programs.
    pub fn run_open_again(self) -> bool {
        let Some(open) = self.open.get_untracked().filter(|_| self.has_programs()) else {
            return false;
        };
        self.run_again(open.row);
        true
    }
}
