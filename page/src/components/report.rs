//! The report's texts: what the reference prints, and the signature.

use crate::components::export::{self, failures};
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::button::button;
use crate::widgets::copy::copy_button;
use crate::words;
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
    view! { <section class="report" aria-label=words::REPORT>{move || texts()}</section> }
}

fn signature(scored: &Scored) -> AnyView {
    if scored.signature.is_empty() {
        return ().into_any();
    }
    view! {
        <h3>{words::SIGNATURE}</h3>
        <p class="muted">{words::EVERY_RULE_AND_FILE_BEHIND}</p>
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
            <h3>{words::AS_THE_OFFICIAL_SCRIPT_PRINTS}</h3>
            <p class="muted">{words::NOT_SHOWN_WHILE_THE_SCORE}</p>
        }
        .into_any();
    }
    let lines: Vec<String> =
        run.official.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    let text = lines.join("\n");
    let failed = RwSignal::new(Vec::new());
    let save = move || export::save(ui, ExportFormat::Official, failed);
    view! {
        <h3>{words::AS_THE_OFFICIAL_SCRIPT_PRINTS}</h3>
        <div class="copy-line">
            <pre id=OFFICIAL class="data official" tabindex="0">{text.clone()}</pre>
            {copy_button(text, OFFICIAL)}
            {button("quiet", words::DOWNLOAD, save)}
        </div>
        {failures(failed)}
    }
    .into_any()
}
