//! The card of the preset in force: what it measures, of which files, how far it was checked, and an
//! example that is worked out as it is shown.

use crate::detail::line;
use crate::format;
use crate::prelude::*;
use crate::state::Ui;
use crate::trial;
use scoredrop::preset::Example;
use scoredrop::protocol::{Explanation, PresetCard, Reply, Request};

/// The card.
pub fn card(ui: Ui, preset: &PresetCard) -> AnyView {
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
            <small class="muted">{format!("{} version {}", preset.id, preset.version)}</small>
        </h2>
        <p><bdi>{preset.summary.clone()}</bdi></p>
        <dl class="chain">
            {text(label, &standing(preset))}
            {text("takes", &preset.inputs)}
            {preset.example.as_ref().map(|example| self::example(ui, preset, example))}
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
        return "your own, compared with nothing".to_owned();
    }
    if preset.modified {
        return match reference {
            "" => "modified".to_owned(),
            _ => format!("modified: not the number of {reference}"),
        };
    }
    let golden = format::counted(u64::from(preset.golden_cases), "case");
    match (reference, preset.real_answers) {
        ("", _) => format!("a definition of our own; {golden} worked out by hand agree"),
        (_, 0) => format!("{reference}; {golden} agree"),
        (_, real) => {
            let real = format::counted(u64::from(real), "real answer");
            format!("{reference}; {golden} and {real} agree")
        }
    }
}

/// The example, scored by the settings in force.
fn example(ui: Ui, preset: &PresetCard, example: &Example) -> AnyView {
    let result = RwSignal::new(None::<Explanation>);
    let choices = ui.choices.get_untracked();
    let request = Request::Try {
        preset: choices.preset.unwrap_or_else(|| preset.id.clone()),
        set: choices.set,
        golds: example.golds.clone(),
        prediction: example.prediction.clone(),
    };
    ui.ask(&request, move |(reply, _)| {
        if let Ok(Reply::Explained(explanation)) = reply {
            result.try_set(Some(*explanation));
        }
    });
    let golds = match example.golds.as_slice() {
        [] => "no answer".to_owned(),
        golds => golds.join(" or "),
    };
    let outcome = move || {
        let result = result.read();
        result.as_ref().map(|found| vec![trial::values(found), found.why.join(" ").into_any()])
    };
    let content = view! {
        <p>
            <bdi class="data">{example.prediction.clone()}</bdi>
            <span class="muted">" against "</span>
            <bdi class="data">{golds}</bdi>
        </p>
        {outcome}
    };
    line("example", content.into_any())
}
