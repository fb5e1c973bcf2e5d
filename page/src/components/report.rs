//! The report's texts: what the reference prints, the signature, and what goes into a paper or an issue.

use crate::components::export::{self, failures};
use crate::prelude::*;
use itertools::Itertools as _;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::base::types::Parts;
use scoredrop::session::protocol::{ExportFormat, Request, RunCard, Scored};

const SIGNATURE: &str = "signature-text";

/// Forms that people paste into other texts: title, form, id.
const TO_PASTE: [(&str, ExportFormat, &str); 3] = [
    (words::METHODS_AND_BIBTEX, ExportFormat::Methods, "methods-text"),
    (words::TABLE_MARKDOWN, ExportFormat::Markdown, "markdown-text"),
    (words::TABLE_LATEX, ExportFormat::Latex, "latex-text"),
];

/// What the reference prints, the signature, and texts to paste.
#[component]
pub fn Report() -> impl IntoView {
    let ui = Ui::here();
    let texts = move || {
        let scored = ui.scored.get()?;
        Some(view! { {official(ui, &scored)} {signature(&scored)} }.into_any())
    };
    let to_paste: Vec<AnyView> =
        TO_PASTE.iter().map(|(title, format, id)| form(ui, title, *format, id)).collect();
    view! {
        <section class="report" aria-label=words::REPORT>{move || texts()} {to_paste}</section>
    }
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

/// Why a run has nothing that the official script would print; `None` where it has, or has it by no rule.
fn without_official(scored: &Scored, run: &RunCard) -> Option<String> {
    if run.official.is_empty() {
        return run.no_official.clone();
    }
    // What rests on a guess must not look official.
    (!scored.provisional.is_empty())
        .then(|| "not available while the score is provisional".to_owned())
}

/// The same of all runs.
pub fn no_official(scored: &Scored) -> Option<String> {
    let mut reason = None;
    for run in &scored.runs {
        reason = Some(without_official(scored, run)?);
    }
    reason
}

/// What the reference script prints for the selected run.
fn official(ui: Ui, scored: &Scored) -> AnyView {
    let Some(run) = scored.runs.get(ui.run.get() as usize) else { return ().into_any() };
    if let Some(reason) = without_official(scored, run) {
        return view! {
            <h3>{words::AS_THE_OFFICIAL_SCRIPT_PRINTS}</h3>
            <p class="muted"><bdi>{format::sentence_case(&reason)}</bdi>"."</p>
        }
        .into_any();
    }
    if run.official.is_empty() {
        return ().into_any();
    }
    let lines = run.official.iter().map(|(key, value)| format!("{key}: {value}")).join("\n");
    let text = lines;
    let failed = RwSignal::new(Vec::new());
    view! {
        <h3>{words::AS_THE_OFFICIAL_SCRIPT_PRINTS}</h3>
        {to_take(ui, text, "official-text", ExportFormat::Official, failed)}
        {failures(failed)}
    }
    .into_any()
}

/// A text to be copied or saved.
fn to_take(
    ui: Ui,
    text: String,
    id: &'static str,
    format: ExportFormat,
    failed: RwSignal<Vec<Diagnostic>>,
) -> AnyView {
    view! {
        <div class="copy-line">
            <pre id=id class="data official" tabindex="0">{text.clone()}</pre>
            {copy_button(text, id)}
            {button("quiet", "Download", move || export::save(ui, format, failed))}
        </div>
    }
    .into_any()
}

/// A button that copies a text; where that is denied, the text of the element `shown` is selected instead.
fn copy_button(text: String, shown: &'static str) -> AnyView {
    let words = RwSignal::new("Copy");
    let copy = move |_| {
        dom::copy(text.clone(), shown, move |copied| {
            words.try_set(if copied { "Copied" } else { "Selected: press Ctrl+C" });
        });
    };
    view! { <button class="quiet" aria-live="polite" on:click=copy>{move || words.get()}</button> }
        .into_any()
}

/// A form of the report, made while it is open, to be copied or saved.
fn form(ui: Ui, title: &'static str, format: ExportFormat, id: &'static str) -> AnyView {
    let text = RwSignal::new(None::<String>);
    let failed = RwSignal::new(Vec::new());
    let is_open = RwSignal::new(false);
    effect(move || {
        ui.score.track();
        text.set(None);
        if !is_open.get() {
            return;
        }
        let (view, parts) = (None, Parts::default());
        ui.ask(&Request::Export { format, view, parts }, move |(reply, buffer)| match reply {
            Ok(_) => drop(text.try_set(export::text(buffer))),
            Err(problems) => drop(failed.try_set(problems)),
        });
    });
    let turn = move |event: web_sys::Event| {
        is_open.set(event_target::<web_sys::HtmlDetailsElement>(&event).open());
    };
    let content = move || text.get().map(|text| to_take(ui, text, id, format, failed));
    view! {
        <details class="more" on:toggle=turn>
            <summary>{title}</summary>
            {move || content()}
            {failures(failed)}
        </details>
    }
    .into_any()
}
