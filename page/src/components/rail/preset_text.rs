//! A preset as text: what is wrong with it, what may stand at the cursor, and what it would score.

use super::effect_words;
use crate::components::checks::problem;
use crate::components::export;
use crate::prelude::*;
use crate::store;
use crate::widgets::dom::Timer;
use scoredrop::base::types::Parts;
use scoredrop::session::protocol::{Choices, ExportFormat, Reply, Request};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long nobody has to type before the text is looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// Opens what was left unfinished, or else the preset in force with the settings in force.
pub fn begin(ui: Ui) {
    let open = move || ui.editor.set(Some(store::Editor::PresetText));
    if ui.workspace.with_value(|workspace| !workspace.draft.is_empty()) {
        return open();
    }
    let (format, parts) = (ExportFormat::Preset, Parts::default());
    ui.ask(&Request::Export { format, view: None, parts }, move |(_, buffer)| {
        keep(ui, export::text(buffer).unwrap_or_default());
        open();
    });
}

fn keep(ui: Ui, text: String) {
    ui.workspace.update_value(|workspace| workspace.draft = text);
}

fn leave(ui: Ui) {
    keep(ui, String::new());
    ui.editor.set(Some(store::Editor::Preset));
}

/// The text, and what the worker says of it.
#[derive(Clone, Copy)]
struct Editor {
    ui: Ui,
    area: NodeRef<html::Textarea>,
    /// The last [`Reply::Checked`], if any.
    reply: RwSignal<Option<Reply>>,
    /// What it would score.
    effect: RwSignal<String>,
}

pub fn editor(ui: Ui) -> AnyView {
    let editor = Editor {
        ui,
        area: NodeRef::new(),
        reply: RwSignal::new(None),
        effect: RwSignal::default(),
    };
    let timer = StoredValue::new_local(None::<Timer>);
    let later = move || timer.set_value(Timer::new(PAUSE, move || editor.look(false)));
    let is_new = StoredValue::new(true);
    effect(move || {
        // Another scorer may know more.
        ui.score.track();
        if let Some(area) = editor.area.get() {
            if is_new.get_value() {
                is_new.set_value(false);
                area.set_value(&ui.workspace.with_value(|workspace| workspace.draft.clone()));
            }
            editor.look(false);
        }
    });
    view! {
        <h2 class="card-title">"The preset as text"</h2>
        <textarea
            class="data preset-text"
            rows="14"
            aria-label="Preset, JSON"
            spellcheck="false"
            node_ref=editor.area
            on:input=move |_| later()
            on:keyup=move |_| later()
            on:click=move |_| later()
        ></textarea>
        {move || editor.known()}
        <div role="status">
            <ul class="problems-list">{move || editor.problems()}</ul>
            <p class="muted">{move || editor.effect.get()}</p>
        </div>
        <p class="row-of-buttons">
            {button("", words::APPLY, move || editor.look(true))}
            {button("quiet", "Discard", move || leave(ui))}
        </p>
    }
    .into_any()
}

impl Editor {
    fn problems(self) -> Vec<AnyView> {
        match &*self.reply.read() {
            Some(Reply::Checked { problems, .. }) => problems.iter().map(problem).collect(),
            _ => Vec::new(),
        }
    }

    /// What may stand at the cursor, to be put there.
    fn known(self) -> Option<AnyView> {
        let reply = self.reply.read();
        let Some(Reply::Checked { field, from, to, known, .. }) = &*reply else { return None };
        let put = |value: &String| {
            let (value, from, to) = (value.clone(), *from, *to);
            button("quiet data", value.clone(), move || self.put(&value, from, to))
        };
        let values: Vec<AnyView> = known.iter().map(put).collect();
        (!values.is_empty()).then(|| {
            view! {
                <p class="row-of-buttons known">
                    <span class="muted">{format!("known for {field}:")}</span>
                    {values}
                </p>
            }
            .into_any()
        })
    }

    fn put(self, value: &str, from: u32, to: u32) {
        let Some(area) = self.area.get_untracked() else { return };
        let end = from + value.encode_utf16().count() as u32;
        drop(area.set_range_text_with_start_and_end(value, from, to));
        drop(area.set_selection_range(end, end));
        drop(area.focus());
        self.look(false);
    }

    /// Asks what is wrong, and what it would score. Where nothing is wrong, `apply` puts it in force.
    fn look(self, apply: bool) {
        let Some(area) = self.area.get_untracked() else { return };
        let ui = self.ui;
        let text = area.value();
        let cursor = area.selection_end().ok().flatten().unwrap_or_default();
        keep(ui, text.clone());
        ui.ask(&Request::Check { preset: text.clone(), cursor }, move |(reply, _)| {
            let Ok(reply) = reply else { return };
            let sound = matches!(&reply, Reply::Checked { problems, .. } if problems.is_empty());
            self.reply.try_set(Some(reply));
            self.effect.try_set(String::new());
            if sound && apply {
                leave(ui);
                ui.score_as(Some(text));
            } else if sound {
                self.preview(text);
            }
        });
    }

    fn preview(self, text: String) {
        let Some((_, run)) = self.ui.selected() else { return };
        let choices = self.ui.choices.get_untracked();
        let choices = Choices { preset: Some(text), set: BTreeMap::new(), ..choices };
        let request = Request::Preview { run: run as u32, alternatives: vec![choices] };
        self.ui.ask(&request, move |(reply, _)| {
            if let Ok(Reply::Previewed { effects }) = reply {
                let words = effects.first().map(|one| effect_words(self.ui, one));
                self.effect.try_set(words.unwrap_or_default());
            }
        });
    }
}
