//! The card of a preset: what it measures, of which files, and how far it was checked.

use crate::components::detail::line;
use crate::prelude::*;
use scoredrop::session::protocol::PresetCard;

pub fn card(preset: &PresetCard) -> AnyView {
    let limits: Vec<AnyView> = preset
        .card
        .limits
        .iter()
        .map(|limit| view! { <li>{limit.clone()}</li> }.into_any())
        .collect();
    let limits = (!limits.is_empty()).then(|| view! { <ul class="limits">{limits}</ul> });
    let text = |label: &str, words: &str| {
        (!words.is_empty()).then(|| line(label, view! { <bdi>{words.to_owned()}</bdi> }.into_any()))
    };
    let plain = !preset.modified && !preset.card.reproduces.is_empty();
    let label = if plain { "Reproduces" } else { "What it is" };
    view! {
        <h2 class="card-title">
            <bdi>{preset.title.clone()}</bdi>
            " "
            <small class="muted">{format!("version {}", preset.version)}</small>
        </h2>
        <p><bdi>{preset.card.summary.clone()}</bdi></p>
        <dl class="chain">
            {text(label, &standing(preset))}
            {text("Columns", &preset.card.inputs)}
            {text("Cite", &preset.card.citation)}
        </dl>
        {limits}
    }
    .into_any()
}

/// What its number stands for, and how far that was checked.
fn standing(preset: &PresetCard) -> String {
    let reference = preset.card.reproduces.as_str();
    if preset.own {
        return "your own; not checked against a reference".to_owned();
    }
    if preset.modified {
        return words::no_longer(reference);
    }
    words::stands_for(reference, preset.card.golden_cases.into(), preset.card.real_answers.into())
}

/// The same in a few words, for the rail.
pub fn short_standing(preset: &PresetCard) -> String {
    if preset.own || preset.modified {
        return standing(preset);
    }
    let cases = u64::from(preset.card.golden_cases + preset.card.real_answers);
    let by = if preset.card.reproduces.is_empty() {
        "worked out by hand"
    } else {
        "of the official scorer"
    };
    format!("its scorer agrees with {} {by}", format::counted(cases, "answer"))
}
