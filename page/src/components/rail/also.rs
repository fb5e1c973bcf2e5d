//! The same outputs by the rules of other benchmarks.

use super::whose;
use crate::prelude::*;

/// The headline of the selected run under other presets that fit the files.
#[component]
pub fn Also() -> impl IntoView {
    let ui = Ui::here();
    move || {
        let scored = ui.scored.get()?;
        if scored.also_as.is_empty() {
            return None;
        }
        let items = scored.also_as.iter().map(|other| {
            let id = other.preset.clone();
            let known = scored.presets.iter().find(|preset| preset.id == id);
            let title = known.map_or_else(|| id.clone(), |preset| preset.title.clone());
            let effect = if other.agrees { "same answers" } else { "" };
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
                    <small class="muted">{effect}</small>
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
            </section>
        })
    }
}
