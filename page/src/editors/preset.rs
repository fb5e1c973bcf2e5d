//! The preset menu, and the card of the preset in force.

use super::Choice;
use crate::format;
use crate::prelude::*;
use crate::state::Ui;
use crate::widgets::button::button;
use scoredrop::protocol::{AlsoAs, PresetCard, PresetOption};

/// The card and the menu; before anything is scored, the menu alone.
pub fn menu(ui: Ui) -> AnyView {
    let content = move || {
        if let Some(scored) = ui.scored.get() {
            let preset = &scored.preset.value;
            vec![card(preset), radios(ui, &scored.presets, Some(&preset.id), &scored.also_as)]
        } else {
            let chosen = ui.choices.get().preset;
            vec![radios(ui, &ui.presets.get(), chosen.as_deref(), &[])]
        }
    };
    let back = move || {
        ui.choices
            .read()
            .preset
            .is_some()
            .then(|| button("quiet", "Let the files decide", move || choose(ui, None)))
    };
    view! {
        {content}
        {back}
    }
    .into_any()
}

/// Settings belong to their preset: another one starts from its own.
fn choose(ui: Ui, preset: Option<String>) {
    let in_force = ui.scored.with_untracked(|scored| {
        scored.as_ref().is_some_and(|scored| Some(&scored.preset.value.id) == preset.as_ref())
    });
    ui.choose(|choices| {
        choices.preset = preset;
        if !in_force {
            choices.set.clear();
        }
    });
}

fn card(preset: &PresetCard) -> AnyView {
    let limits: Vec<AnyView> =
        preset.limits.iter().map(|limit| view! { <li>{limit.clone()}</li> }.into_any()).collect();
    let limits = (!limits.is_empty()).then(|| view! { <ul class="limits">{limits}</ul> });
    let reproduces = (!preset.reproduces.is_empty())
        .then(|| view! { <p class="muted">"Reproduces " {preset.reproduces.clone()}</p> });
    view! {
        <h2 class="card-title">
            {preset.title.clone()}
            " "
            <small class="muted">{format!("{} version {}", preset.id, preset.version)}</small>
        </h2>
        <p>{preset.summary.clone()}</p>
        {reproduces}
        {limits}
    }
    .into_any()
}

fn radios(ui: Ui, presets: &[PresetOption], chosen: Option<&str>, also: &[AlsoAs]) -> AnyView {
    let choices: Vec<AnyView> = presets
        .iter()
        .map(|preset| {
            let id = preset.id.clone();
            let effect = also
                .iter()
                .find(|other| other.preset == id)
                .map_or_else(String::new, |other| format::percent(other.mean));
            Choice {
                group: "preset",
                words: preset.title.clone(),
                help: preset.unfit.clone().unwrap_or_default(),
                checked: chosen == Some(preset.id.as_str()),
                possible: preset.unfit.is_none(),
            }
            .view(effect.into_any(), Callback::new(move |()| choose(ui, Some(id.clone()))))
        })
        .collect();
    view! {
        <fieldset class="choices long"><legend>"Score as"</legend>{choices}</fieldset>
    }
    .into_any()
}
