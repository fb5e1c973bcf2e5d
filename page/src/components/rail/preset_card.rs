//! The card of a preset: what it measures, of which files, and how far it was checked.

use crate::components::detail::line;
use crate::prelude::*;
use crate::words;
use scoredrop::protocol::PresetCard;

/// The card.
pub fn card(preset: &PresetCard) -> AnyView {
    let limits: Vec<AnyView> =
        preset.limits.iter().map(|limit| view! { <li>{limit.clone()}</li> }.into_any()).collect();
    let limits = (!limits.is_empty()).then(|| view! { <ul class="limits">{limits}</ul> });
    let text = |label: &str, words: &str| {
        (!words.is_empty()).then(|| line(label, view! { <bdi>{words.to_owned()}</bdi> }.into_any()))
    };
    let plain = !preset.modified && !preset.reproduces.is_empty();
    let label = if plain { "reproduces" } else { "is" };
    view! {
        <h2 class="card-title">
            <bdi>{preset.title.clone()}</bdi>
            " "
            <small class="muted">{words::version(preset.version.into())}</small>
        </h2>
        <p><bdi>{preset.summary.clone()}</bdi></p>
        <dl class="chain">
            {text(label, &standing(preset))}
            {text("takes", &preset.inputs)}
            {text("paper", &preset.citation)}
        </dl>
        {limits}
    }
    .into_any()
}

/// What its number stands for, and how far that was checked.
fn standing(preset: &PresetCard) -> String {
    let reference = preset.reproduces.as_str();
    if preset.own {
        return words::YOUR_OWN_COMPARED_WITH_NOTHING.to_owned();
    }
    if preset.modified {
        return words::no_longer(reference);
    }
    words::stands_for(reference, preset.golden_cases.into(), preset.real_answers.into())
}

/// The same in a few words, for the rail.
pub fn short_standing(preset: &PresetCard) -> String {
    if preset.own || preset.modified {
        return standing(preset);
    }
    let cases = u64::from(preset.golden_cases + preset.real_answers);
    let by = if preset.reproduces.is_empty() {
        words::WORKED_OUT_BY_HAND
    } else {
        words::OF_THE_OFFICIAL_SCORER
    };
    words::agree(cases, by)
}
