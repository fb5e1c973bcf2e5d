//! What can be taken away: reports, tables, the official output and the signature.

use crate::links::address;
use crate::prelude::*;
use crate::problems::list;
use crate::questions;
use crate::state::Ui;
use crate::widgets::button::button;
use crate::widgets::dom;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{ExportFormat, Reply, Request, Scored};
use scoredrop::types::Parts;

const SIGNATURE: &str = "signature-text";
const OFFICIAL: &str = "official-text";
const LINK: &str = "link-text";

/// The downloads of a score.
pub fn downloads(ui: Ui) -> AnyView {
    let failed = RwSignal::new(Vec::<Diagnostic>::new());
    let parts = RwSignal::new(Parts::default());
    let link = RwSignal::new(String::new());
    let offer = move |words: &'static str, format: ExportFormat| {
        button("", words, move || {
            // Of several runs charts are of the one that is looked at.
            let view = match format {
                ExportFormat::BreakdownSvg => Some(ui.view.get_untracked()),
                _ => None,
            };
            export(ui, &Request::Export { format, view, parts: parts.get_untracked() }, failed);
        })
    };
    let rows_shown = button("", "Rows shown, CSV", move || {
        // What is typed counts, be the search for it still to come.
        questions::settle(ui);
        let view = Some(ui.view.get_untracked());
        let parts = Parts::default();
        export(ui, &Request::Export { format: ExportFormat::Csv, view, parts }, failed);
    });
    let reports =
        vec![offer("Report, HTML", ExportFormat::Html), offer("Report, JSON", ExportFormat::Json)];
    let tables = vec![
        offer("Every question, CSV", ExportFormat::Csv),
        rows_shown,
        offer("Means, CSV", ExportFormat::AggregatesCsv),
        offer("Table, Markdown", ExportFormat::Markdown),
        offer("Table, LaTeX", ExportFormat::Latex),
    ];
    let verdicts = move || {
        let scored = ui.scored.get()?;
        let programs = scored.programs.as_ref()?;
        let some = programs.left < programs.total;
        some.then(|| offer("Verdicts, JSON Lines", ExportFormat::Verdicts))
    };
    let several = Memo::new(move |_| {
        ui.scored.with(|scored| scored.as_ref().is_some_and(|scored| scored.runs.len() > 1))
    });
    let grouped = Memo::new(move |_| {
        ui.scored.with(|scored| scored.as_ref().is_some_and(|scored| !scored.groups.is_empty()))
    });
    let paper = move || {
        vec![
            Some(offer("Methods and BibTeX", ExportFormat::Methods)),
            Some(offer("Run the reference: verify.py", ExportFormat::VerifyPy)),
            grouped.get().then(|| offer("By group, SVG", ExportFormat::BreakdownSvg)),
            several.get().then(|| offer("Comparison, SVG", ExportFormat::ComparisonSvg)),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
    };
    let outputs =
        check("what models answered", move |on| parts.update(|parts| parts.no_outputs = on));
    let questions = check("questions, ids and gold answers", move |on| {
        parts.update(|parts| parts.no_questions = on);
    });
    let texts = move || {
        let scored = ui.scored.get()?;
        Some(view! { {official(ui, &scored)} {signature(&scored)} {links(ui, link)} }.into_any())
    };
    view! {
        <section class="downloads" aria-labelledby="downloads-title">
            <h2 id="downloads-title" class="screen-only">"Downloads"</h2>
            <div class="row-of-buttons" role="group" aria-label="Reports">
                {reports}
                <span class="leave-out" role="group" aria-label="Leave out of reports">
                    "without "
                    {outputs}
                    {questions}
                </span>
            </div>
            <p class="row-of-buttons">{tables} {verdicts}</p>
            <p class="row-of-buttons">{paper}</p>
            {move || list(&failed.read())}
            {texts}
        </section>
    }
}

fn check(words: &'static str, change: impl Fn(bool) + 'static) -> AnyView {
    view! {
        <label class="option">
            <input type="checkbox" on:change=move |event| change(event_target_checked(&event)) />
            <span>{words}</span>
        </label>
    }
    .into_any()
}

/// Saves a form of the report; `failed` hears what went wrong.
pub fn export(ui: Ui, wanted: &Request, failed: RwSignal<Vec<Diagnostic>>) {
    failed.try_set(Vec::new());
    ui.ask(wanted, move |(reply, buffer)| {
        ui.looked();
        match (reply, buffer) {
            (Ok(Reply::File { name, mime }), Some(buffer)) => {
                dom::save(&name, &mime, &js_sys::Uint8Array::new(&buffer));
            }
            (Err(problems), _) => {
                failed.try_set(problems);
            }
            _ => {}
        }
    });
}

/// Links to the page as it stands.
fn links(ui: Ui, shown: RwSignal<String>) -> AnyView {
    let link = move |words: &'static str, signed: bool| {
        button("", words, move || {
            let Some(scored) = ui.scored.get_untracked() else { return };
            let address = address(ui, &scored, signed);
            shown.set(address.clone());
            dom::copy(address, LINK, move |copied| {
                let words = if copied { "Link copied" } else { "Link selected: press Ctrl+C" };
                ui.announcement.set(words.to_owned());
            });
        })
    };
    let text = move || {
        let address = shown.get();
        (!address.is_empty())
            .then(|| view! { <p class="copy-line"><code id=LINK class="data signature">{address}</code></p> })
    };
    view! {
        <h3 class="screen-only">"Link"</h3>
        <p class="muted screen-only">
            "Settings and view: the names of columns and of runs, second rules, and breakdowns as "
            "you wrote them; nothing else of the files. With the signature, whoever opens it and drops "
            "files is told whether they are these."
        </p>
        <p class="row-of-buttons">
            {link("Copy link", false)}
            {link("Copy link with signature", true)}
        </p>
        {text}
    }
    .into_any()
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
    let save = move || {
        let parts = Parts::default();
        export(ui, &Request::Export { format: ExportFormat::Official, view: None, parts }, failed);
    };
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
