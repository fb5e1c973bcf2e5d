//! Before there is a score: the sentence with blanks, what is missing, and the files so far.

use crate::editors;
use crate::format;
use crate::intake;
use crate::links;
use crate::prelude::*;
use crate::sentence;
use crate::state::{Editor, Ui};
use crate::trial::trial;
use crate::widgets::button::button;
use scoredrop::diagnostic::cut;
use scoredrop::protocol::{Answer, FileCard, Waiting};
use scoredrop::types::{ColumnChoice, Role};

/// The page without a score.
pub fn empty(ui: Ui) -> AnyView {
    let has_files = Memo::new(move |_| !ui.summary.read().files.is_empty());
    let waiting = move || ui.summary.read().waiting.as_ref().map(|one| waiting(ui, one));
    let refused = Memo::new(move |_| !ui.summary.read().joins.is_empty());
    let joins = move || refused.get().then(|| editors::join::candidates(ui));
    view! {
        <section class="sentence-frame" aria-label="What is to be scored">
            <p class="sentence">{move || blanks(ui)}</p>
            {move || ui.editor.get().map(|editor| sentence::panel(ui, &editor))}
            {waiting}
            {joins}
        </section>
        {move || {
            if has_files.get() {
                view! {
                    <section class="column" aria-label="Files">{editors::files::cards(ui)}</section>
                }
                .into_any()
            } else {
                view! { {linked()} {lead(ui)} }.into_any()
            }
        }}
    }
}

/// That the address says how to score.
fn linked() -> AnyView {
    let named = RwSignal::new(links::named());
    on_window("hashchange", move |_: web_sys::Event| named.set(links::named()));
    let words = move |named: String| {
        view! { <p class="column lead">"The link scores as " <bdi>{named}</bdi> ". Drop its files."</p> }.into_any()
    };
    (move || named.get().map(words)).into_any()
}

fn lead(ui: Ui) -> AnyView {
    view! {
        <p class="column lead">
            "Drop a gold file and predictions anywhere, "
            {button("link", "choose", move || intake::choose(None))}
            " them, or paste. Nothing is uploaded."
        </p>
        {trial(ui)}
    }
}

fn waiting(ui: Ui, waiting: &Waiting) -> AnyView {
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
    view! { <p class="waiting">{words}{hint}"."</p> }.into_any()
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

/// `Scored __ of __ as __`, with what is known filled in.
fn blanks(ui: Ui) -> AnyView {
    let summary = ui.summary.get();
    let preset = ui.choices.read().preset.clone();
    let preset = preset.map(|id| {
        let presets = ui.presets.read();
        let name = id.split('@').next();
        let known = presets.iter().find(|preset| Some(preset.id.as_str()) == name);
        known.map_or_else(|| "your own preset".to_owned(), |preset| preset.title.clone())
    });
    vec![
        "Scored ".into_any(),
        blank(Role::Predictions, &summary.files),
        " against ".into_any(),
        blank(Role::Gold, &summary.files),
        " as ".into_any(),
        sentence::word(ui, Editor::Preset, preset.unwrap_or_else(|| "preset".to_owned()), true),
        ".".into_any(),
    ]
    .into_any()
}

fn blank(role: Role, files: &[FileCard]) -> AnyView {
    let names: Vec<String> = files
        .iter()
        .filter(|file| {
            file.role.as_ref().is_some_and(|guess| [role, Role::Table].contains(&guess.value))
        })
        .map(|file| file.name.clone())
        .collect();
    let open = move |_| intake::choose(Some(role));
    if names.is_empty() {
        let words = if role == Role::Gold { "gold file" } else { "predictions" };
        view! { <button class="word blank" on:click=open>{words}</button> }.into_any()
    } else {
        view! { <button class="word" on:click=open><bdi>{format::names(&names)}</bdi></button> }
            .into_any()
    }
}
