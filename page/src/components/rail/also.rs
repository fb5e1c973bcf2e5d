//! The same outputs by the rules of other benchmarks.

use super::setting::add_rule;
use super::whose;
use crate::prelude::*;
use scoredrop::session::protocol::Choices;

/// The headline of the selected run under other presets that fit the files.
#[component]
pub fn Also() -> impl IntoView {
    let ui = Ui::here();
    let problem = RwSignal::new(None::<String>);
    move || {
        let scored = ui.scored.get()?;
        if scored.also_as.is_empty() {
            return None;
        }
        let items = scored.also_as.iter().map(|other| {
            let id = other.preset.clone();
            let known = scored.presets.iter().find(|preset| preset.id == id);
            let title = known.map_or_else(|| id.clone(), |preset| preset.title.clone());
            let effect = if other.agrees { "same answers " } else { "" };
            let rule = ["preset=", &other.preset].concat();
            let label = ["Compare with ", &title].concat();
            let is_beside = ui.choices.with(|choices: &Choices| choices.twins.contains(&rule));
            let beside = (!is_beside).then(|| {
                let beside = move |_| {
                    add_rule(ui, rule.clone(), problem, None);
                };
                view! {
                    <button
                        class="link"
                        aria-label=label
                        title="Score by both rules, and compare them question by question"
                        on:click=beside
                    >
                        {words::COMPARE}
                    </button>
                }
            });
            view! {
                <li>
                    <button
                        class="link"
                        title="Score by these rules instead"
                        on:click=move |_| ui.score_as(Some(id.clone()))
                    >
                        {title}
                    </button>
                    <span class="effect">{format::percent(other.mean)}</span>
                    <small class="muted">{effect} {beside}</small>
                </li>
            }
        });
        let items: Vec<_> = items.collect();
        Some(view! {
            <section class="also" aria-labelledby="also-title">
                <h2 id="also-title" class="rail-title">
                    "Same outputs by other benchmarks’ rules" " "
                    <small class="muted"><bdi>{whose(ui)}</bdi></small>
                </h2>
                <ul>{items}</ul>
                <p class="slice-problem" role="status">{move || problem.get()}</p>
            </section>
        })
    }
}
