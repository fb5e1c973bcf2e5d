//! The preset menu, with the card of the preset in force.

use super::Choice;
use super::preset_card::card;
use super::preset_text;
use crate::downloads;
use crate::format;
use crate::prelude::*;
use crate::state::Ui;
use crate::widgets::button::button;
use scoredrop::preset::is_text;
use scoredrop::protocol::{AlsoAs, ExportFormat, PresetOption, Request};
use scoredrop::types::Parts;

/// The menu and the card; before anything is scored, the menu alone.
pub fn menu(ui: Ui) -> AnyView {
    let content = move || {
        let back = ui
            .choices
            .read()
            .preset
            .is_some()
            .then(|| button("quiet", "Let the files decide", move || ui.score_as(None)))
            .into_any();
        let Some(scored) = ui.scored.get() else {
            let chosen = ui.choices.read().preset.clone();
            let own = chosen.as_ref().filter(|chosen| is_text(chosen));
            let own = own.map(|_| "Your own preset".to_owned());
            return vec![radios(ui, own, &ui.presets.get(), chosen.as_deref(), &[]), back];
        };
        let preset = &scored.preset.value;
        let own = preset.own.then(|| format!("{}, your own", preset.title));
        let chosen = (!preset.own).then_some(preset.id.as_str());
        vec![
            radios(ui, own, &scored.presets, chosen, &scored.also_as),
            back,
            card(ui, preset),
            view! {
                <p class="row-of-buttons">
                    {button("", "Save as JSON", move || {
                        let wanted = Request::Export {
                            format: ExportFormat::Preset,
                            view: None,
                            parts: Parts::default(),
                        };
                        downloads::export(ui, &wanted, RwSignal::default());
                    })}
                    {button("", "Edit as text", move || preset_text::begin(ui))}
                </p>
            }
            .into_any(),
        ]
    };
    content.into_any()
}

/// Takes a preset; changed settings stay where it is in force already.
fn choose(ui: Ui, id: String) {
    let in_force = ui.scored.with_untracked(|scored| {
        let preset = scored.as_ref().map(|scored| &scored.preset.value);
        preset.is_some_and(|preset| preset.id == id && !preset.own)
    });
    if in_force {
        ui.choose(|choices| {
            choices.preset = Some(id);
            choices.preset_guessed = false;
        });
    } else {
        ui.score_as(Some(id));
    }
}

fn radios(
    ui: Ui,
    own: Option<String>,
    presets: &[PresetOption],
    chosen: Option<&str>,
    also: &[AlsoAs],
) -> AnyView {
    let own = own.map(|words| {
        Choice { group: "preset", words, help: String::new(), checked: true, possible: true }
            .view(().into_any(), Callback::new(|()| {}))
    });
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
            .view(effect.into_any(), Callback::new(move |()| choose(ui, id.clone())))
        })
        .collect();
    view! {
        <fieldset class="choices long"><legend>"Score as"</legend>{own}{choices}</fieldset>
    }
    .into_any()
}
