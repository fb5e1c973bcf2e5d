//! The protocol sentence: what was scored, as what and how. Each underlined word opens its editor.

use crate::editors;
use crate::format;
use crate::prelude::*;
use crate::state::{Editor, Ui};
use crate::widgets::{dom, popover::popover};
use scoredrop::protocol::{Scored, SettingCard};
use scoredrop::types::{Certainty, JoinBy, Role};

/// The sentence of a score, and the editor that is open beneath it.
pub fn sentence(ui: Ui) -> AnyView {
    let sentence = move || ui.scored.get().map(|scored| words(ui, &scored));
    view! {
        <section class="sentence-frame" aria-label="What was scored and how">
            <p class="sentence">{sentence}</p>
            {move || ui.editor.get().map(|editor| panel(ui, &editor))}
        </section>
    }
}

/// Opens the editor of a word, or closes it.
pub fn toggle(ui: Ui, editor: Editor) {
    ui.editor.update(|open| {
        let same = open.as_ref().is_some_and(|open| open.button() == editor.button());
        *open = if same { None } else { Some(editor) };
    });
}

/// Closes the open editor and gives the focus back to its word.
pub fn close(ui: Ui) {
    if let Some(editor) = ui.editor.get_untracked() {
        ui.editor.set(None);
        dom::focus(&editor.button());
    }
}

/// The panel of an editor.
pub fn panel(ui: Ui, editor: &Editor) -> AnyView {
    let content = match editor {
        Editor::Files(_) => editors::files::cards(ui),
        Editor::Preset => editors::preset::menu(ui),
        Editor::PresetText => editors::preset_text::editor(ui),
        Editor::Join => editors::join::candidates(ui),
        Editor::Setting(key) => editors::setting::options(ui, key),
    };
    let label = match editor {
        Editor::Files(_) => "Files and columns",
        Editor::Preset | Editor::PresetText => "Preset",
        Editor::Join => "What gold and predictions are joined on",
        Editor::Setting(_) => "Setting",
    };
    let moved = Signal::derive(move || ui.score.get());
    popover(label.to_owned(), editor.button(), moved, Callback::new(move |()| close(ui)), content)
}

/// A word that opens an editor.
pub fn word(ui: Ui, editor: Editor, text: String, guessed: bool) -> AnyView {
    let id = editor.button();
    let opens = editor.clone();
    let opens_by_key = editor.clone();
    let press = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            toggle(ui, opens_by_key.clone());
        }
    };
    // No <button>: browsers never break one across lines, and these are words of a paragraph.
    view! {
        <span
            id=id
            class="word"
            class:guessed=guessed
            role="button"
            tabindex="0"
            aria-haspopup="dialog"
            aria-expanded=move || {
                ui.editor.get().is_some_and(|open| open.button() == editor.button()).to_string()
            }
            on:click=move |_| toggle(ui, opens.clone())
            on:keydown=press
        >
            <bdi>{text}</bdi>
        </span>
    }
    .into_any()
}

/// Plain words between the buttons.
fn text(words: impl Into<String>) -> AnyView {
    words.into().into_any()
}

/// Why something is assumed, in small print.
fn reason(certainty: Certainty, words: &str) -> Option<AnyView> {
    (certainty == Certainty::Guessed).then(|| note(words)).flatten()
}

/// Words in small print, in brackets.
fn note(words: &str) -> Option<AnyView> {
    let shown = !words.is_empty();
    shown.then(|| view! { <small class="reason">{format!(" ({words})")}</small> }.into_any())
}

fn words(ui: Ui, scored: &Scored) -> AnyView {
    let guessed = |certainty| certainty == Certainty::Guessed;
    let gold = format!(
        "{} of {}",
        format::counted(scored.questions, "question"),
        format::names(&scored.gold)
    );
    let preset = &scored.preset;
    let mut title = preset.value.title.clone();
    if preset.value.modified {
        title.push_str(", modified");
    }
    let mut parts = vec![text("Scored "), word(ui, Editor::Files(true), gold, false)];
    parts.extend(scored.known.as_deref().and_then(note));
    parts.push(text(" as "));
    parts.push(word(ui, Editor::Preset, title, guessed(preset.certainty)));
    parts.extend(reason(preset.certainty, &preset.reason));
    parts.push(text(", answers from "));
    let predictions = format::names(&scored.predictions);
    parts.push(word(ui, Editor::Files(false), predictions, false));
    let files = ui.summary.read();
    let na = files
        .files
        .iter()
        .find(|file| file.role.as_ref().is_some_and(|role| role.value == Role::NaProb));
    if let Some(file) = na.filter(|_| scored.settings.iter().any(|s| s.key == "na_threshold")) {
        parts.push(text(" with probabilities of no answer from "));
        parts.push(view! { <bdi>{file.name.clone()}</bdi> }.into_any());
    }
    parts.push(text(", joined on "));
    let join = &scored.join;
    parts.push(word(ui, Editor::Join, join_words(scored), guessed(join.certainty)));
    parts.extend(reason(join.certainty, &join.reason));
    parts.extend(setting_words(ui, &scored.settings));
    parts.push(text("."));
    parts.into_any()
}

fn join_words(scored: &Scored) -> String {
    let by = scored.join.value;
    let words = format::join(by);
    let confirmed = scored.joins.iter().any(|candidate| {
        candidate.by == by
            && by != JoinBy::Question
            && candidate.compared > 0
            && candidate.agreeing == candidate.compared
    });
    if confirmed { format!("{words}, confirmed by question text") } else { words.to_owned() }
}

/// The settings in their order. Neighbours that end alike share the end: `case, punctuation and
/// articles ignored`.
fn setting_words(ui: Ui, settings: &[SettingCard]) -> Vec<AnyView> {
    let mut parts = Vec::new();
    let mut rest = settings;
    while let Some(first) = rest.first() {
        parts.push(text(if parts.is_empty() { "; " } else { ", " }));
        let end = shared_end(first);
        let alike = match &end {
            Some(_) => rest.iter().take_while(|setting| shared_end(setting) == end).count(),
            None => 1,
        };
        let (group, others) = rest.split_at(alike);
        for (index, setting) in group.iter().enumerate() {
            match index {
                0 => {}
                _ if index + 1 == alike => parts.push(text(" and ")),
                _ => parts.push(text(", ")),
            }
            let words = if alike > 1 { setting.label.clone() } else { value_words(setting) };
            if setting.options.iter().all(|option| option.value != setting.value) {
                parts.push(text(format!("{} ", setting.label)));
            }
            parts.push(word(ui, Editor::Setting(setting.key.clone()), words, false));
        }
        if let (Some(end), true) = (end, alike > 1) {
            parts.push(text(format!(" {end}")));
        }
        rest = others;
    }
    parts
}

/// What follows the label in the words of the value: `ignored` of `case ignored`.
fn shared_end(setting: &SettingCard) -> Option<String> {
    let option = setting.options.iter().find(|option| option.value == setting.value)?;
    Some(option.words.strip_prefix(&setting.label)?.strip_prefix(' ')?.to_owned())
}

fn value_words(setting: &SettingCard) -> String {
    let option = setting.options.iter().find(|option| option.value == setting.value);
    match option {
        Some(option) => option.words.clone(),
        None if setting.value.is_empty() => "none".to_owned(),
        None => setting.value.clone(),
    }
}
