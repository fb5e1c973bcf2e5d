//! A preset as text: what is wrong with it, what may stand at the cursor, and what it would score.

use super::effect_words;
use crate::prelude::*;
use crate::problems::problem;
use crate::state::Ui;
use crate::widgets::button::button;
use crate::widgets::dom::Timer;
use js_sys::Uint8Array;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{Choices, ExportFormat, Reply, Request};
use scoredrop::small_map::SmallMap;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

/// How long nobody has to type before the text is looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// What the worker says of the text.
#[derive(Clone, Default)]
struct Found {
    problems: Vec<Diagnostic>,
    field: String,
    from: u32,
    to: u32,
    known: Vec<String>,
}

/// Opens the preset in force, with the settings in force, as text.
pub fn begin(ui: Ui) {
    ui.ask(&Request::Export { format: ExportFormat::Preset, view: None }, move |(_, buffer)| {
        let bytes = buffer.map(|buffer| Uint8Array::new(&buffer).to_vec());
        ui.draft.set(bytes.and_then(|bytes| String::from_utf8(bytes).ok()));
    });
}

/// The text that is being written.
pub fn editor(ui: Ui) -> AnyView {
    let area = NodeRef::new();
    let found = RwSignal::new(Found::default());
    let words = RwSignal::new(String::new());
    let timer = StoredValue::new_local(None::<Timer>);
    let look = move |apply| look(ui, field(area), found, words, apply);
    let later = move |_: web_sys::Event| timer.set_value(Timer::new(PAUSE, move || look(false)));
    effect(move || {
        if area.get().is_some() {
            look(false);
        }
    });
    let insert = move |value: &str| {
        let Found { from, to, .. } = found.get_untracked();
        let Some(area) = field(area) else { return };
        let end = from + value.encode_utf16().count() as u32;
        drop(area.set_range_text_with_start_and_end(value, from, to));
        drop(area.set_selection_range(end, end));
        drop(area.focus());
        look(false);
    };
    let known = move || {
        let found = found.read();
        let values = found.known.iter().map(|value| {
            let taken = value.clone();
            button("quiet data", value.clone(), move || insert(&taken))
        });
        let values: Vec<AnyView> = values.collect();
        let place = if found.field.is_empty() { "fields" } else { found.field.as_str() };
        (!values.is_empty()).then(|| {
            view! {
                <p class="row-of-buttons known">
                    <span class="muted">"known for " <bdi>{place.to_owned()}</bdi> ":"</span>
                    {values}
                </p>
            }
        })
    };
    let problems = move || found.read().problems.iter().map(problem).collect::<Vec<_>>();
    view! {
        <h2 class="card-title">"The preset as text"</h2>
        <textarea
            class="data preset-text"
            rows="14"
            aria-label="Preset, JSON"
            spellcheck="false"
            autocapitalize="off"
            node_ref=area
            prop:value=ui.draft.get_untracked().unwrap_or_default()
            on:input=later
            on:keyup=move |event| later(event.into())
            on:click=move |event| later(event.into())
        ></textarea>
        {known}
        <div role="status">
            <ul class="problems-list">{problems}</ul>
            <p class="muted">{move || words.get()}</p>
        </div>
        <p class="row-of-buttons">
            {button("", "Apply", move || look(true))}
            {button("quiet", "Discard", move || ui.draft.set(None))}
        </p>
    }
    .into_any()
}

fn field(area: NodeRef) -> Option<HtmlTextAreaElement> {
    area.get_untracked().map(JsCast::unchecked_into)
}

/// Asks what is wrong, and what it would score. Where nothing is wrong, `apply` puts it in force.
fn look(
    ui: Ui,
    area: Option<HtmlTextAreaElement>,
    found: RwSignal<Found>,
    words: RwSignal<String>,
    apply: bool,
) {
    let Some(area) = area else { return };
    let text = area.value();
    let cursor = area.selection_end().ok().flatten().unwrap_or_default();
    ui.draft.set(Some(text.clone()));
    let request = Request::Check { preset: text.clone(), cursor };
    ui.ask(&request, move |(reply, _)| {
        let Ok(Reply::Checked { problems, field, from, to, known }) = reply else { return };
        let sound = problems.is_empty();
        found.try_set(Found { problems, field, from, to, known });
        words.try_set(String::new());
        if sound && apply {
            ui.draft.set(None);
            ui.score_as(Some(text));
        } else if sound && let Some((scored, run)) = ui.selected() {
            let now = ui.choices.get_untracked();
            let choices = Choices { preset: Some(text), set: SmallMap::new(), ..now };
            let mean = scored.runs[run].aggregates.first().and_then(|head| head.mean);
            let request = Request::Preview { run: run as u32, alternatives: vec![choices] };
            ui.ask(&request, move |(reply, _)| {
                if let Ok(Reply::Previewed { effects }) = reply {
                    words.try_set(
                        effects
                            .first()
                            .map_or_else(String::new, |effect| effect_words(effect, mean)),
                    );
                }
            });
        }
    });
}
