//! The live sample: a question, its gold answers and a prediction to play with.

use crate::detail;
use crate::format;
use crate::marks;
use crate::prelude::*;
use crate::state::{Phase, Ui};
use crate::unpack;
use scoredrop::protocol::{Explanation, Reply, Request};
use std::collections::BTreeMap;

const PRESET: &str = "squad-v1";
const QUESTION: &str = "When was the Eiffel Tower finished?";
const GOLDS: [&str; 2] = ["31 March 1889", "March 1889"];
const PREDICTION: &str = "in March, 1889";

/// The live sample. The prediction is scored with every keystroke.
pub fn trial(ui: Ui) -> AnyView {
    let prediction = RwSignal::new(PREDICTION.to_owned());
    let golds = RwSignal::new(GOLDS.join("\n"));
    let result = RwSignal::new(None::<Explanation>);
    effect(move || {
        let golds: Vec<String> = golds.read().lines().map(str::to_owned).collect();
        let prediction = prediction.get();
        // Files that have been left to this page come first.
        let is_awaited = ui.desk.with_value(|desk| desk.held.is_empty());
        if ui.phase.get() != Phase::Ready || golds.is_empty() || !is_awaited {
            return;
        }
        let request =
            Request::Try { preset: PRESET.to_owned(), set: BTreeMap::new(), golds, prediction };
        ui.ask(&request, move |(reply, _)| {
            if let Ok(Reply::Explained(explanation)) = reply {
                result.try_set(Some(*explanation));
            }
        });
    });
    view! {
        <section class="trial" aria-labelledby="trial-title">
            <h2 id="trial-title">"Try it: an answer, scored as SQuAD does"</h2>
            <div class="trial-fields">
                <span class="trial-label">"question"</span>
                <span>{QUESTION}</span>
                <label class="trial-label" for="trial-golds">"gold answers"</label>
                <textarea
                    id="trial-golds"
                    class="data"
                    rows="2"
                    prop:value=move || golds.get()
                    on:input=move |event| golds.set(event_target_value(&event))
                ></textarea>
                <label class="trial-label" for="trial-prediction">"prediction"</label>
                <input
                    id="trial-prediction"
                    type="text"
                    class="data"
                    prop:value=move || prediction.get()
                    on:input=move |event| prediction.set(event_target_value(&event))
                />
            </div>
            <div class="trial-result" role="status">
                {move || result.read().as_ref().map(outcome)}
            </div>
            <p>
                <button
                    disabled=move || ui.phase.get() != Phase::Ready
                    on:click=move |_| ui.add_found(unpack::sample(), None)
                >
                    "Open the sample files"
                </button>
            </p>
        </section>
    }
}

fn outcome(explanation: &Explanation) -> AnyView {
    view! {
        {values(explanation)}
        {detail::chain(explanation)}
    }
    .into_any()
}

/// The values of an explanation, but for precision and recall.
pub fn values(explanation: &Explanation) -> AnyView {
    let values: Vec<AnyView> = explanation
        .row
        .metrics
        .iter()
        .filter(|(metric, _)| !matches!(metric.as_str(), "precision" | "recall"))
        .map(|(metric, value)| {
            view! {
                <span class="trial-value">
                    <strong>{format::value(*value, false)}</strong>
                    " "
                    {format::metric(metric)}
                </span>
            }
            .into_any()
        })
        .collect();
    view! {
        <p class="trial-values">{marks::mark(explanation.row.verdict)} {values}</p>
    }
    .into_any()
}
