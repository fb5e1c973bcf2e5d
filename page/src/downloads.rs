//! What can be taken away: reports, tables, the official output and the signature.

use crate::prelude::*;
use crate::problems::problem;
use crate::state::Ui;
use crate::widgets::button::button;
use crate::widgets::dom;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{ExportFormat, Reply, Request, Scored, View};

const SIGNATURE: &str = "signature-text";
const OFFICIAL: &str = "official-text";

/// The downloads of a score.
pub fn downloads(ui: Ui) -> AnyView {
    let failed = RwSignal::new(Vec::<Diagnostic>::new());
    let offer = move |words: &'static str, format: ExportFormat, shown: bool| {
        button("", words, move || {
            let view = shown.then(|| ui.view.get_untracked());
            export(ui, format, view, failed);
        })
    };
    let buttons = vec![
        offer("Report, JSON", ExportFormat::Json, false),
        offer("Every question, CSV", ExportFormat::Csv, false),
        offer("Rows shown, CSV", ExportFormat::Csv, true),
        offer("Means, CSV", ExportFormat::AggregatesCsv, false),
        offer("Table, Markdown", ExportFormat::Markdown, false),
    ];
    let verdicts = move || {
        let scored = ui.scored.get()?;
        let programs = scored.programs.as_ref()?;
        let some = programs.left < programs.total;
        some.then(|| offer("Verdicts, JSON Lines", ExportFormat::Verdicts, false))
    };
    let texts = move || {
        let scored = ui.scored.get()?;
        Some(view! { {official(ui, &scored)} {signature(&scored)} }.into_any())
    };
    view! {
        <section class="downloads" aria-labelledby="downloads-title">
            <h2 id="downloads-title">"Downloads"</h2>
            <p class="row-of-buttons">{buttons} {verdicts}</p>
            <div role="status">{move || failures(&failed.read())}</div>
            {texts}
        </section>
    }
}

/// Saves a form of the report; `failed` hears what went wrong.
pub fn export(ui: Ui, format: ExportFormat, view: Option<View>, failed: RwSignal<Vec<Diagnostic>>) {
    failed.set(Vec::new());
    ui.ask(&Request::Export { format, view }, move |(reply, buffer)| match (reply, buffer) {
        (Ok(Reply::File { name, mime }), Some(buffer)) => {
            dom::save(&name, &mime, &js_sys::Uint8Array::new(&buffer));
        }
        (Err(problems), _) => {
            failed.try_set(problems);
        }
        _ => {}
    });
}

fn failures(problems: &[Diagnostic]) -> Option<AnyView> {
    let list: Vec<AnyView> = problems.iter().map(problem).collect();
    (!list.is_empty()).then(|| view! { <ul class="problems-list">{list}</ul> }.into_any())
}

/// A button that copies a text; where that is denied, the text is selected instead.
fn copy_button(text: String, element: &'static str) -> AnyView {
    let words = RwSignal::new("Copy");
    view! {
        <button
            class="quiet"
            aria-live="polite"
            on:click=move |_| {
                dom::copy(text.clone(), element, move |copied| {
                    words.try_set(if copied { "Copied" } else { "Selected: press Ctrl+C" });
                });
            }
        >
            {move || words.get()}
        </button>
    }
    .into_any()
}

fn signature(scored: &Scored) -> AnyView {
    if scored.signature.is_empty() {
        return ().into_any();
    }
    view! {
        <h3>"Signature"</h3>
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
    let save = move || export(ui, ExportFormat::Official, None, failed);
    view! {
        <h3>"As the official script prints it"</h3>
        <div class="copy-line">
            <pre id=OFFICIAL class="data official" tabindex="0">{text.clone()}</pre>
            {copy_button(text, OFFICIAL)}
            {button("quiet", "Download", save)}
        </div>
    }
    .into_any()
}
