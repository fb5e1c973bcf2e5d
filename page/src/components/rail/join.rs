//! The editor of the join: every candidate with what speaks for it.

use super::{Choice, card};
use crate::prelude::*;
use crate::store::Editor;
use scoredrop::base::types::{Certainty, JoinBy, JoinCandidate};

/// What rows are joined on, with every candidate.
#[component]
pub fn Join() -> impl IntoView {
    let ui = Ui::here();
    // Where files could not be joined the candidates are all there is.
    let there =
        Memo::new(move |_| ui.scored.read().is_some() || !ui.summary.read().joins.is_empty());
    let in_force = move || {
        ui.scored
            .get()
            .map_or_else(|| "nothing yet".to_owned(), |one| format::join(one.join.value).to_owned())
    };
    let evidence = move || {
        let scored = ui.scored.get()?;
        let join = &scored.join;
        if join.certainty == Certainty::Guessed {
            return Some(format!("guessed: {}", join.reason));
        }
        let found = scored.joins.iter().find(|candidate| candidate.by == join.value)?;
        Some(evidence(found, scored.questions))
    };
    let card = move || {
        let face = view! {
            <strong>{move || in_force()}</strong>
            " "
            <small class="muted"><bdi>{move || evidence()}</bdi></small>
        };
        card(ui, Editor::Join, words::KEYS, face, move || candidates(ui))
    };
    view! {
        <Show when=move || there.get()>
            <h2 class="rail-title">{words::JOINED_ON}</h2>
            {card()}
        </Show>
    }
}

pub fn candidates(ui: Ui) -> AnyView {
    let list = move || match ui.scored.get() {
        Some(scored) => radios(ui, &scored.joins, Some(scored.join.value), scored.questions),
        None => radios(ui, &ui.summary.read().joins, ui.choices.read().join, 0),
    };
    let back = move || {
        ui.choices.read().join.is_some().then(|| {
            button("quiet", words::LET_THE_FILES_DECIDE, move || ui.choose(|c| c.join = None))
        })
    };
    view! {
        {move || list()}
        {move || back()}
    }
    .into_any()
}

fn radios(ui: Ui, joins: &[JoinCandidate], in_force: Option<JoinBy>, questions: u64) -> AnyView {
    let choices: Vec<AnyView> = joins
        .iter()
        .map(|candidate| {
            let by = candidate.by;
            Choice {
                group: "join",
                words: format::sentence_case(format::join(by)),
                help: evidence(candidate, questions),
                checked: in_force == Some(by),
                possible: candidate.matched > 0,
            }
            .view(().into_any(), move || ui.choose(|choices| choices.join = Some(by)))
        })
        .collect();
    view! { <fieldset class="choices"><legend class="unseen">{words::KEYS}</legend>{choices}</fieldset> }
        .into_any()
}

/// How many questions find their prediction, and whether that can be trusted.
fn evidence(candidate: &JoinCandidate, questions: u64) -> String {
    let runs = candidate.gold.checked_div(questions).unwrap_or(1);
    let texts = (candidate.compared > 0).then_some((candidate.agreeing, candidate.compared));
    words::join_evidence(
        [candidate.matched, candidate.gold, runs],
        texts,
        candidate.by == JoinBy::Row,
    )
}
