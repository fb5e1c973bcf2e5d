//! The page: which regions stand on it, and in what order.

use crate::components::busy::Busy;
use crate::components::checks::Checks;
use crate::components::commands::Commands;
use crate::components::compare::Pairing;
use crate::components::empty::{Empty, Waiting};
use crate::components::header::Header;
use crate::components::hosted::{Submission, Submit};
use crate::components::intake::Intake;
use crate::components::keys::Keys;
use crate::components::programs::Programs;
use crate::components::rail::Rail;
use crate::components::readings::Readings;
use crate::components::result::Result;
use crate::components::runs::Runs;
use crate::components::strip::Fingerprint;
use crate::components::tabs::Tabs;
use crate::components::verified::Verified;
use crate::links;
use crate::prelude::*;
use crate::widgets::{focus::keep_focus, roving::keep_roving};
use std::time::Duration;

#[component]
pub fn App() -> impl IntoView {
    let ui = Ui::new();
    provide_context(ui);
    links::follow(ui);
    links::listen(ui);
    name_tab(ui);
    keep_focus();
    keep_roving();
    wasm_bindgen_futures::spawn_local(ui.start());
    let (has_score, has_files) = (ui.has_score(), ui.has_files());
    let stage = move || match (has_score.get(), has_files.get()) {
        (true, _) => view! { <Scored/> }.into_any(),
        (false, true) => view! { <Waiting/> }.into_any(),
        _ if Ui::is_hosted() => view! { <Submit/> }.into_any(),
        (false, false) => view! { <Empty/> }.into_any(),
    };
    // Going to an address makes some browsers ask for the icon again, which the seal refuses.
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        dom::focus("main");
    };
    view! {
        <a class="skip" href="#main" on:click=skip>"Skip to the score"</a>
        <Header/>
        <Busy/>
        <div class="frame">
            <Show when=move || has_files.get()>
                <Rail/>
            </Show>
            <main id="main" tabindex="-1">{move || stage()}</main>
        </div>
        <Intake/>
        <Keys/>
        <Commands/>
        <p class="unseen" role="status" aria-live="polite">{move || ui.announcement.get()}</p>
    }
}

/// Has the browser's tab name the score and the benchmark: `70.8 % · NQ-open · Scoredrop`.
fn name_tab(ui: Ui) {
    let page = document().title();
    let score = move || {
        let (scored, run) = ui.headline()?;
        let head = scored.runs[run].figures.aggregates.first()?;
        let is_waiting = scored.programs.as_ref().is_some_and(|programs| programs.left > 0);
        let number = head.mean.filter(|_| !is_waiting)?;
        let number =
            format::mean(&head.metric, Some(number)) + format::unit(&head.metric, head.mean);
        let number = if scored.provisional.is_empty() { number } else { number + " provisional" };
        Some([&number, &*scored.preset.value.title].join(" · "))
    };
    effect(move || {
        let words: Vec<String> = score().into_iter().chain([page.clone()]).collect();
        document().set_title(&words.join(" · "));
    });
}

/// A score: the number first, the rest in tasks of their own, so that the page stays ready for its
/// reader.
#[component]
fn Scored() -> impl IntoView {
    let step = RwSignal::new(0);
    let next = StoredValue::new_local(None);
    effect(move || {
        let now = step.get();
        if now < 2 {
            next.set_value(dom::Timer::new(Duration::ZERO, move || step.set(now + 1)));
        }
    });
    let second = Memo::new(move |_| step.get() >= 1);
    let third = Memo::new(move |_| step.get() >= 2);
    provide_context(Pairing::new(Ui::here()));
    view! {
        <Submission/>
        <Result/>
        <Readings/>
        <Runs/>
        <Verified/>
        <Programs/>
        <Show when=move || second.get()>
            <Checks/>
            <Fingerprint/>
        </Show>
        <Show when=move || third.get()>
            <Tabs/>
        </Show>
    }
}
