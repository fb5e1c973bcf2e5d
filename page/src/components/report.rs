//! The report's texts: what the reference prints, and the signature.

use crate::components::export::{self, failures};
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::button::button;
use crate::widgets::copy::copy_button;
use scoredrop::protocol::{ExportFormat, Scored};

const SIGNATURE: &str = "signature-text";
const OFFICIAL: &str = "official-text";

/// What the reference prints, and the signature.
#[component]
pub fn Report() -> impl IntoView {
    let ui = Ui::here();
    let texts = move || {
        let scored = ui.scored.get()?;
        Some(view! { {official(ui, &scored)} {signature(&scored)} }.into_any())
    };
    view! { <section class="report" aria-label="Report">{texts}</section> }
}

fn signature(scored: &Scored) -> AnyView {
    if scored.signature.is_empty() {
        return ().into_any();
    }
    view! {
        <h3>"Signature"</h3>
        <p class="muted">"Every rule and file behind the number, in one line."</p>
        <p class="copy-line">
            <code id=SIGNATURE class="data signature">{scored.signature.clone()}</code>
            {copy_button(scored.signature.clone(), SIGNATURE)}
        </p>
    }
    .into_any()
}

/// What the reference script prints for the selected run.
fn official(ui: Ui, scored: &Scored) -> AnyView {
    let run = scored.runs.get(ui.run.get() as usize);
    let Some(run) = run.filter(|run| !run.official.is_empty()) else { return ().into_any() };
    // What rests on a guess must not look official.
    if !scored.provisional.is_empty() {
        return view! {
            <h3>"As the official script prints it"</h3>
            <p class="muted">"Not shown while the score is provisional."</p>
        }
        .into_any();
    }
    let lines: Vec<String> =
        run.official.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    let text = lines.join("\n");
    let failed = RwSignal::new(Vec::new());
    let save = move || export::save(ui, ExportFormat::Official, failed);
    view! {
        <h3>"As the official script prints it"</h3>
        <div class="copy-line">
            <pre id=OFFICIAL class="data official" tabindex="0">{text.clone()}</pre>
            {copy_button(text, OFFICIAL)}
            {button("quiet", "Download", save)}
        </div>
        {failures(failed)}
    }
    .into_any()
}
