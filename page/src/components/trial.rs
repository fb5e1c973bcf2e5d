//! One answer, scored with every keystroke by the rules of a benchmark.

use crate::components::detail;
use crate::components::marks;
use crate::prelude::*;
use crate::store::Phase;
use scoredrop::session::protocol::{Explanation, PresetCard, Reply, Request};
use std::collections::BTreeMap;

/// The example of a preset to play with, by its own settings or by those in force. The prediction is
/// scored with every keystroke.
#[component]
pub fn Trial(card: PresetCard, #[prop(optional)] in_force: bool) -> impl IntoView {
    let ui = Ui::here();
    let example = card.card.example.clone().unwrap_or_default();
    let prediction = RwSignal::new(example.prediction);
    let golds = RwSignal::new(example.golds.join("\n"));
    let result = RwSignal::new(None::<Explanation>);
    let (preset, set) = if in_force {
        let choices = ui.choices.get_untracked();
        (choices.preset.unwrap_or_else(|| card.id.clone()), choices.set)
    } else {
        (card.id.clone(), BTreeMap::new())
    };
    effect(move || {
        let golds: Vec<String> = golds.read().lines().map(str::to_owned).collect();
        let prediction = prediction.get();
        if ui.phase.get() != Phase::Ready {
            return;
        }
        let request = Request::Try { preset: preset.clone(), set: set.clone(), golds, prediction };
        ui.ask(&request, move |(reply, _)| {
            if let Ok(Reply::Explained(explanation)) = reply {
                result.try_set(Some(*explanation));
            }
        });
    });
    let title = format!("Try one answer with the rules of {}", card.title);
    view! {
        <section class="trial" aria-labelledby="trial-title">
            <h3 id="trial-title">{title}</h3>
            <div class="trial-fields">
                {field("trial-golds", "Gold answers", golds)}
                {field("trial-prediction", "Model’s output", prediction)}
            </div>
            <div class="trial-result" role="status">
                {move || result.read().as_ref().map(outcome)}
            </div>
        </section>
    }
}

fn field(id: &'static str, label: &'static str, text: RwSignal<String>) -> impl IntoView {
    view! {
        <label class="trial-label" for=id>{label}</label>
        <textarea id=id class="data" rows="2" bind:value=text></textarea>
    }
}

/// The values of an explanation, but for precision and recall, and what led to them.
fn outcome(explanation: &Explanation) -> AnyView {
    let values: Vec<AnyView> = explanation
        .row
        .metrics
        .iter()
        .filter(|(metric, _)| !format::is_part(metric))
        .map(|(metric, value)| {
            view! {
                <span class="trial-value">
                    <strong>{format::value(metric, *value, false)}</strong>
                    " "
                    {format::metric(metric)}
                </span>
            }
            .into_any()
        })
        .collect();
    view! {
        <p class="trial-values">{marks::mark(explanation.row.verdict, None)} {values}</p>
        {detail::chain(explanation)}
    }
    .into_any()
}
