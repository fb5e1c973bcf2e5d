//! What can be taken away: reports, tables, charts, and scripts.

use crate::components::checks::list;
use crate::components::questions;
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::dom;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{ExportFormat, Reply, Request, View};
use scoredrop::types::Parts;

/// A form of the report in the menu: its name, what it is, and what it is called by programs.
type Entry = (&'static str, &'static str, ExportFormat);

const REPORTS: [Entry; 2] = [
    ("Report, HTML", "one file to read and to pass on, without a network", ExportFormat::Html),
    ("Report, JSON", "everything, for programs; can be verified", ExportFormat::Json),
];
const TABLES: [Entry; 4] = [
    ("Every question, CSV", "a row for each question and run", ExportFormat::Csv),
    ("Means, CSV", "a row for each metric and group", ExportFormat::AggregatesCsv),
    ("Table, Markdown", "for an issue or a README", ExportFormat::Markdown),
    ("Table, LaTeX", "for a paper, with booktabs", ExportFormat::Latex),
];
const PAPER: [Entry; 2] = [
    ("Methods and BibTeX", "a paragraph to cite, and what it cites", ExportFormat::Methods),
    (
        "Run the reference: verify.py",
        "runs the official scorer on the same files",
        ExportFormat::VerifyPy,
    ),
];
const STRIP: Entry = ("Fingerprint, SVG", "a stripe for each question", ExportFormat::StripSvg);
const GROUPS: Entry = ("By group, SVG", "means with their intervals", ExportFormat::BreakdownSvg);
const RUNS: Entry =
    ("Comparison, SVG", "every run against the baseline", ExportFormat::ComparisonSvg);
const VERDICTS: Entry =
    ("Verdicts, JSON Lines", "what became of each program", ExportFormat::Verdicts);

/// The menu of exports.
#[component]
pub fn Export() -> impl IntoView {
    let ui = Ui::here();
    let failed = RwSignal::new(Vec::<Diagnostic>::new());
    let parts = RwSignal::new(Parts::default());
    let offer = move |(words, help, format): Entry| {
        entry(words, help, move || {
            // Of several runs charts are of the one that is looked at.
            let is_chart = matches!(format, ExportFormat::BreakdownSvg | ExportFormat::StripSvg);
            let view = is_chart.then(|| ui.view.get_untracked());
            request(ui, format, view, parts.get_untracked(), failed);
        })
    };
    let shown = entry("Rows shown, CSV", "with the filters and order of the table", move || {
        // What is typed counts, be the search for it still to come.
        questions::settle(ui);
        let view = Some(ui.view.get_untracked());
        request(ui, ExportFormat::Csv, view, Parts::default(), failed);
    });
    let charts = ui.scored.with_untracked(|scored| {
        let Some(scored) = scored else { return Vec::new() };
        let some_ran = scored.programs.as_ref().is_some_and(|one| one.left < one.total);
        let there = [
            (STRIP, true),
            (GROUPS, !scored.groups.is_empty()),
            (RUNS, scored.runs.len() > 1),
            (VERDICTS, some_ran),
        ];
        there.into_iter().filter(|(_, is_there)| *is_there).map(|(one, _)| one).collect()
    });
    let outputs =
        check("what models answered", move |on| parts.update(|parts| parts.no_outputs = on));
    let questions = check("questions, ids and gold answers", move |on| {
        parts.update(|parts| parts.no_questions = on);
    });
    let all = |entries: &[Entry]| entries.iter().map(|one| offer(*one)).collect::<Vec<_>>();
    view! {
        <div class="exports">
            {all(&REPORTS)}
            <p class="leave-out" role="group" aria-label="Leave out of reports">
                "without "
                {outputs}
                {questions}
            </p>
            {all(&TABLES)}
            {shown}
            {all(&PAPER)}
            {all(&charts)}
            {failures(failed)}
        </div>
    }
}

fn entry(words: &'static str, help: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! {
        <p class="export">
            <button class="quiet" on:click=move |_| act()>{words}</button>
            <small class="muted">{help}</small>
        </p>
    }
    .into_any()
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

/// Why a form could not be saved.
pub fn failures(failed: RwSignal<Vec<Diagnostic>>) -> impl IntoView {
    move || list(&failed.read())
}

/// Saves a form of the whole report.
pub fn save(ui: Ui, format: ExportFormat, failed: RwSignal<Vec<Diagnostic>>) {
    request(ui, format, None, Parts::default(), failed);
}

/// Saves a form of the report; `failed` hears what went wrong.
fn request(
    ui: Ui,
    format: ExportFormat,
    view: Option<View>,
    parts: Parts,
    failed: RwSignal<Vec<Diagnostic>>,
) {
    failed.try_set(Vec::new());
    ui.ask(&Request::Export { format, view, parts }, move |(reply, buffer)| {
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
