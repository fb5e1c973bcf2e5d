//! Before there is a score: what the page is for, what is missing, and what it asks.

use crate::components::benchmarks::{Benchmarks, Samples};
use crate::components::checks::Checks;
use crate::components::intake;
use crate::components::rail::join;
use crate::components::rail::preset::chosen_title;
use crate::format;
use crate::links;
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::button::button;
use scoredrop::diagnostic::cut;
use scoredrop::protocol::{Answer, Waiting as WaitingFor};
use scoredrop::types::{ColumnChoice, Role};

/// The page without files.
#[component]
pub fn Empty() -> impl IntoView {
    let ui = Ui::here();
    let count = move || {
        let count = ui.presets.read().len() as u64;
        (count > 0).then(|| {
            let words = format!(
                "{}, checked against the originals digit for digit. Choose one to see an example.",
                format::counted(count, "scorer")
            );
            view! { <h2 class="benchmarks-title">{words}</h2> }
        })
    };
    view! {
        <section class="empty" aria-labelledby="lead">
            <h2 id="lead" class="lead">
                "Score a model’s answers exactly as the official benchmark does, see why each one \
                counts, and how sure the number is."
            </h2>
            <Chosen/>
            <div class="drop-here">
                <p class="drop-title">"Drop a gold file and predictions here"</p>
                <p class="muted">
                    "JSON, JSON Lines, CSV, Excel, Parquet, ZIP, logs of lm-eval, Inspect, EvalPlus… \
                    One file that holds both is fine."
                </p>
                <p class="row-of-buttons">
                    <button class="primary" on:click=move |_| intake::choose(None)>
                        "Choose files"
                    </button>
                    <span class="muted">"or paste them: Ctrl+V"</span>
                </p>
                <p class="muted">
                    "One by one: "
                    {button("link", "gold file", move || intake::choose(Some(Role::Gold)))}
                    ", "
                    {button("link", "predictions", move || intake::choose(Some(Role::Predictions)))}
                </p>
                <Samples/>
                <p class="muted">
                    "Nothing is uploaded: the page has given up its own right to make requests."
                </p>
            </div>
            {count}
            <Benchmarks/>
        </section>
        <Checks/>
    }
}

/// Files, and no score yet: what is missing, or what stands in the way.
#[component]
pub fn Waiting() -> impl IntoView {
    let ui = Ui::here();
    let waiting = move || ui.summary.read().waiting.as_ref().map(|one| waiting(ui, one));
    let refused = Memo::new(move |_| !ui.summary.read().joins.is_empty());
    let joins = move || refused.get().then(|| join::candidates(ui));
    view! {
        <section class="waiting-for" aria-label="What is to be scored">
            {waiting}
            {joins}
        </section>
        <Checks/>
    }
}

/// That files are scored by what a link or a choice says, and not by what they suggest.
#[component]
fn Chosen() -> impl IntoView {
    let ui = Ui::here();
    let named = RwSignal::new(links::named());
    on_window("hashchange", move |_: web_sys::Event| named.set(links::named()));
    move || {
        if let Some(named) = named.get() {
            let words = view! { "The link scores as " <bdi>{named}</bdi> ". Drop its files." };
            return Some(view! { <p class="linked">{words}</p> }.into_any());
        }
        let title = chosen_title(ui)?;
        Some(
            view! {
                <p class="linked">
                    "The files are scored by " <bdi>{title}</bdi> ". "
                    {button("link", "Let the files decide", move || ui.score_as(None))}
                </p>
            }
            .into_any(),
        )
    }
}

fn waiting(ui: Ui, waiting: &WaitingFor) -> AnyView {
    // What a file of the missing side is, and who has it.
    let hint = match waiting.missing {
        Some(Role::Gold) => ": the benchmark’s own questions with their right answers",
        Some(Role::Predictions) => {
            ": what the model answered, with the ids or questions of the gold file"
        }
        Some(Role::NaProb | Role::Table) | None => "",
    };
    let words = format::sentence_case(&waiting.message);
    if !waiting.answers.is_empty() {
        let answers: Vec<AnyView> = waiting.answers.iter().map(|one| answer(ui, one)).collect();
        return view! { <p class="waiting">{words}</p> <ul class="answers">{answers}</ul> }
            .into_any();
    }
    let choose = waiting.missing.map(|role| {
        let words =
            format!("Choose the {}", if role == Role::Gold { "gold file" } else { "predictions" });
        button("primary", words, move || intake::choose(Some(role)))
    });
    view! { <p class="waiting">{words}{hint}"."</p> <p>{choose}</p> }.into_any()
}

/// So many characters of a value are shown.
const SHOWN: usize = 60;

/// A column that may be meant, with what it holds and what would come of it.
fn answer(ui: Ui, answer: &Answer) -> AnyView {
    let columns = answer.columns.clone();
    let choose = move || {
        let columns = columns.clone();
        ui.choose(move |choices| {
            let other = |known: &ColumnChoice| {
                columns.iter().all(|one| (one.role, one.field) != (known.role, known.field))
            };
            choices.columns.retain(other);
            choices.columns.extend(columns.iter().cloned());
        });
    };
    let shown: Vec<AnyView> = answer
        .shows
        .iter()
        .map(|text| {
            let text = cut(text, SHOWN);
            view! { <bdi class="data">{text}</bdi> " " }.into_any()
        })
        .collect();
    let gives = answer
        .would_give
        .map(|share| format!("about {} % of the first rows right", (share * 100.0).round()));
    view! {
        <li>
            {button("quiet", answer.choice.clone(), choose)} " " {shown}
            <span class="muted">{gives}</span>
        </li>
    }
    .into_any()
}
