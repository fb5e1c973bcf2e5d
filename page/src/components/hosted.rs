//! The page as the scorer of one benchmark: where a submission goes, and what came of checking it.

use crate::boot;
use crate::components::checks::Checks;
use crate::components::intake;
use crate::prelude::*;
use crate::store::Phase;
use crate::widgets::button::chip;
use scoredrop::base::types::Role;
use scoredrop::report::host::{FaultCard, HostCard};

const YOUR_PREDICTIONS: &str = "Drop your predictions here";

/// What the benchmark is, its tracks, and the place where predictions are dropped.
#[component]
pub fn Submit() -> impl IntoView {
    let ui = Ui::here();
    let title = move || {
        ui.scorer.get().map_or_else(|| boot::hosted_title().unwrap_or_default(), |one| one.title)
    };
    let about = move || {
        let scorer = ui.scorer.get()?;
        let text = (!scorer.text.is_empty()).then(|| view! { <p class="about">{scorer.text}</p> });
        Some(view! { {text} {contact(&scorer.contact, &scorer.link)} })
    };
    view! {
        <section class="empty" aria-labelledby="lead">
            <h2 id="lead" class="lead"><bdi>{title}</bdi></h2>
            {about}
            {move || tracks(ui)}
            {move || drop_zone(ui)}
        </section>
        <Checks/>
    }
}

fn contact(contact: &str, link: &str) -> Option<AnyView> {
    let address = contact.contains('@').then(|| format!("mailto:{contact}"));
    let whom = match address {
        Some(address) => view! { <a href=address>{contact.to_owned()}</a> }.into_any(),
        None => view! { <bdi>{contact.to_owned()}</bdi> }.into_any(),
    };
    let whom = (!contact.is_empty()).then(|| view! { <span>"Contact: " {whom}</span> });
    let page = (!link.is_empty()).then(|| {
        view! { <a href=link.to_owned() target="_blank" rel="noopener">"About the benchmark"</a> }
    });
    (whom.is_some() || page.is_some())
        .then(|| view! { <p class="row-of-buttons muted">{page} {whom}</p> }.into_any())
}

/// The tracks, if there are several.
fn tracks(ui: Ui) -> Option<AnyView> {
    let scorer = ui.scorer.get()?;
    let chips: Vec<AnyView> = scorer
        .tracks
        .iter()
        .enumerate()
        .map(|(place, track)| {
            let is_open = move || ui.track_index.get() == place;
            chip(track.name.clone().into_any(), is_open, move || ui.choose_track(place))
        })
        .collect();
    (chips.len() > 1).then(|| {
        view! { <p class="row-of-buttons" role="group" aria-label="Tracks">{chips}</p> }.into_any()
    })
}

fn drop_zone(ui: Ui) -> AnyView {
    let track = ui.track().map(|(_, track)| track);
    let needs_gold = track.as_ref().is_some_and(|track| track.gold.is_none());
    let gold = needs_gold.then(|| {
        view! {
            <p class="muted">
                "The gold file is not published. If you have it, drop it with your predictions, or "
                {button("link", "choose it", move || intake::choose(Some(Role::Gold)))}
                "."
            </p>
        }
    });
    let sample = track.and_then(|track| track.sample).map(|name| {
        let add = move || ui.add_sample_submission(&name);
        view! { <p class="muted">{button("link", "Try a sample submission", add)}</p> }
    });
    let role = if needs_gold { Some(Role::Predictions) } else { None };
    let state = move || match ui.phase.get() {
        Phase::Broken(_) => None,
        _ => Some(words::NOTHING_IS_UPLOADED_THE_PAGE),
    };
    view! {
        <div class="drop-here">
            <p class="drop-title">{YOUR_PREDICTIONS}</p>
            <p class="muted">
                "They are checked first: every problem is listed at once, and a check costs no attempt."
            </p>
            <p class="row-of-buttons">
                <button class="primary" on:click=move |_| intake::choose(role)>"Choose a file"</button>
                <span class="muted by-key">{words::OR_PASTE_THEM_CTRL_V}</span>
            </p>
            {gold}
            {sample}
            <p class="muted">{state}</p>
        </div>
    }
    .into_any()
}

/// Whether the predictions will be accepted, or what is wrong with them, above the score.
#[component]
pub fn Submission() -> impl IntoView {
    let ui = Ui::here();
    let card = Memo::new(move |_| ui.scored.read().as_ref().and_then(|scored| scored.host.clone()));
    move || card.get().map(|card| submission(&card))
}

fn submission(card: &HostCard) -> AnyView {
    let several = card.submission.faults.iter().any(|one| one.run != card.submission.faults[0].run);
    let fault = |fault: &FaultCard| {
        let run = several.then(|| format!("{}: ", fault.run));
        let state = if fault.refused { "" } else { " (accepted)" };
        view! {
            <li class:refused=fault.refused>
                <strong>{run}{format::sentence_case(&fault.words())}</strong>
                {state}
                ". "
                <span class="muted">{format::sentence_case(&fault.remedy)}"."</span>
            </li>
        }
    };
    let faults: Vec<_> = card.submission.faults.iter().map(fault).collect();
    let faults = (!faults.is_empty()).then(|| view! { <ul class="faults">{faults}</ul> });
    let modified = card.modified_words().map(|words| {
        view! { <p class="not-comparable"><strong>{words}"."</strong></p> }
    });
    let accepted = card.is_accepted();
    view! {
        <section class="submission" class:accepted=accepted aria-labelledby="submission-title">
            <h2 id="submission-title">
                <span class="submission-mark" aria-hidden="true">{if accepted { "✓ " } else { "✕ " }}</span>
                {card.sentence()}
            </h2>
            <p class="muted"><bdi>{card.name()}</bdi></p>
            {faults}
            {modified}
        </section>
    }
    .into_any()
}
