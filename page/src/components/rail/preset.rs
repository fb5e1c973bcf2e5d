//! The preset menu, with the card of the preset in force.

use super::preset_card::{card, short_standing};
use super::preset_text;
use super::{Choice, whose};
use crate::components::export;
use crate::components::trial::Trial;
use crate::prelude::*;
use crate::store::Editor;
use scoredrop::base::types::Certainty;
use scoredrop::preset::is_text;
use scoredrop::session::protocol::{AlsoAs, ExportFormat, PresetOption};

/// The benchmark in force, with the list of all and the card of this one.
#[component]
pub fn Benchmark() -> impl IntoView {
    let ui = Ui::here();
    let title = move || match ui.scored.get() {
        Some(scored) if scored.preset.value.modified => words::modified(&scored.preset.value.title),
        Some(scored) => scored.preset.value.title.clone(),
        None => chosen_title(ui).unwrap_or_else(|| "detected from the files".to_owned()),
    };
    let standing = move || {
        let scored = ui.scored.get()?;
        let preset = &scored.preset;
        Some(match (preset.certainty, &scored.known) {
            (Certainty::Guessed, _) => preset.reason.clone(),
            (_, Some(known)) => format!("recognised: {known}"),
            _ => short_standing(&preset.value),
        })
    };
    let guessed = move || {
        let scored = ui.scored.read();
        scored.as_ref().is_some_and(|one| one.preset.certainty == Certainty::Guessed)
    };
    let face = view! {
        <strong class:guessed=move || guessed()><bdi>{move || title()}</bdi></strong>
        " "
        <small class="muted"><bdi>{move || standing()}</bdi></small>
    };
    let content = move || {
        (move || match ui.editor.get() {
            Some(Editor::PresetText) => preset_text::editor(ui),
            _ => menu(ui),
        })
        .into_any()
    };
    view! {
        <h2 class="rail-title">{words::BENCHMARK}</h2>
        {super::card(ui, Editor::Preset, words::BENCHMARK, face, content)}
    }
}

/// The title of the preset that was chosen, before there is a score.
pub fn chosen_title(ui: Ui) -> Option<String> {
    let id = ui.choices.read().preset.clone()?;
    let presets = ui.presets.read();
    let name = id.split('@').next();
    let known = presets.iter().find(|preset| Some(preset.id.as_str()) == name);
    Some(known.map_or_else(|| "your own preset".to_owned(), |preset| preset.title.clone()))
}

/// The menu and the card; before anything is scored, the menu alone.
fn menu(ui: Ui) -> AnyView {
    let content = move || {
        let back = ui
            .choices
            .read()
            .preset
            .is_some()
            .then(|| button("quiet", words::LET_THE_FILES_DECIDE, move || ui.score_as(None)))
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
            card(preset),
            view! { <Trial card=preset.clone() in_force=true/> }.into_any(),
            view! {
                <p class="row-of-buttons">
                    {button("", "Save as JSON", move || {
                        export::save(ui, ExportFormat::Preset, RwSignal::default());
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
            .view(().into_any(), || {})
    });
    let run = whose(ui);
    let choice = |preset: &PresetOption| {
        let id = preset.id.clone();
        let effect =
            also.iter().find(|other| other.preset == id).map_or_else(String::new, |other| {
                words::number_of(run.as_deref(), &format::percent(other.mean))
            });
        Choice {
            group: "preset",
            words: preset.title.clone(),
            help: preset.unfit.clone().unwrap_or_default(),
            checked: chosen == Some(preset.id.as_str()),
            possible: preset.unfit.is_none(),
        }
        .view(effect.into_any(), move || choose(ui, id.clone()))
    };
    // Those that fit the files come first, and their groups with them.
    let groups: Vec<AnyView> = format::distinct(presets.iter().map(|preset| &preset.group))
        .into_iter()
        .map(|group| {
            let of_group = presets.iter().filter(|preset| preset.group == *group);
            let choices: Vec<AnyView> = of_group.map(choice).collect();
            view! { <p class="choice-group">{group.clone()}</p> {choices} }.into_any()
        })
        .collect();
    view! {
        <fieldset class="choices long"><legend>"Score as"</legend>{own}{groups}</fieldset>
    }
    .into_any()
}
