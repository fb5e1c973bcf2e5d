//! Before there is a score: the sentence with blanks, what is missing, and the files so far.

use crate::WHOLE;
use crate::editors;
use crate::format;
use crate::intake;
use crate::links;
use crate::prelude::*;
use crate::sentence;
use crate::state::{Editor, Ui};
use crate::trial::trial;
use crate::widgets::button::button;
use scoredrop::protocol::{FileCard, Waiting};
use scoredrop::schema::Role;

/// The page without a score.
pub fn empty(ui: Ui) -> AnyView {
    if !WHOLE {
        return view! {
            <section class="sentence-frame" aria-label="What is to be scored">
                <p class="sentence">{move || blanks(ui)}</p>
            </section>
            {linked()}
            {lead(ui)}
        };
    }
    let has_files = Memo::new(move |_| !ui.summary.read().files.is_empty());
    let waiting = move || ui.summary.read().waiting.as_ref().map(waiting);
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
                lead(ui)
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

fn waiting(waiting: &Waiting) -> AnyView {
    // What a file of the missing side is, and who has it.
    let hint = match waiting.missing {
        Some(Role::Gold) => ": the benchmark’s own questions with their right answers",
        Some(Role::Predictions) => {
            ": what the model answered, with the ids or questions of the gold file"
        }
        Some(Role::NaProb | Role::Table) | None => "",
    };
    let words = format::sentence_case(&waiting.message);
    view! { <p class="waiting">{words}{hint}"."</p> }.into_any()
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
