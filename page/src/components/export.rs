//! What can be taken away: reports, tables, charts, and scripts.

use crate::components::checks::list;
use crate::components::questions;
use crate::components::report::no_official;
use crate::prelude::*;
use js_sys::{ArrayBuffer, Uint8Array};
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::base::types::Parts;
use scoredrop::session::protocol::{ExportFormat, Reply, Request, Submitter, View};

/// A form of the report in the menu: its name, what it is, and what it is called by programs.
type Entry = (&'static str, &'static str, ExportFormat);

const REPORTS: [Entry; 2] = [
    ("Report, HTML", "one file to read or share; works offline", ExportFormat::Html),
    ("Report, JSON", "everything, for programs; can be verified", ExportFormat::Json),
];
const TABLES: [Entry; 4] = [
    ("Every question, CSV", "a row for each question and run", ExportFormat::Csv),
    ("Means, CSV", "a row for each metric and group", ExportFormat::AggregatesCsv),
    (words::TABLE_MARKDOWN, "for an issue or a README", ExportFormat::Markdown),
    (words::TABLE_LATEX, "for a paper, with booktabs", ExportFormat::Latex),
];
const METHODS: Entry =
    (words::METHODS_AND_BIBTEX, "a paragraph with its references", ExportFormat::Methods);
const SCRIPT: Entry = (
    "Run the reference: verify.py",
    "runs the official scorer on the same files",
    ExportFormat::VerifyPy,
);
const OFFICIAL: Entry =
    ("Official output", words::AS_THE_OFFICIAL_SCRIPT_PRINTS, ExportFormat::Official);
const INSPECT: Entry = (
    "Scores for Inspect, JSON Lines",
    "a score for each question, for precomputed_scores",
    ExportFormat::Inspect,
);
const HUB: Entry = (
    "Result for Hugging Face, YAML",
    "for the folder .eval_results of the model",
    ExportFormat::HfEvalResults,
);
const RECORD: Entry = (
    "Record for Every Eval Ever, JSON",
    "the means of a run in that schema",
    ExportFormat::EveryEvalEver,
);
const SAMPLES: Entry = (
    "Samples for Every Eval Ever, JSON Lines",
    "its questions in the same schema",
    ExportFormat::EveryEvalEverSamples,
);
const STRIP: Entry =
    ("Overview of all questions, SVG", "a bar for each question", ExportFormat::StripSvg);
const GROUPS: Entry = (
    "Chart by group, SVG",
    "the mean of each group, with its interval",
    ExportFormat::BreakdownSvg,
);
const RUNS: Entry = (
    "Chart of differences, SVG",
    "difference of each run from the baseline",
    ExportFormat::ComparisonSvg,
);
const VERDICTS: Entry =
    ("Verdicts, JSON Lines", "the verdict on each program", ExportFormat::Verdicts);

#[component]
pub fn Export() -> impl IntoView {
    let ui = Ui::here();
    let failed = RwSignal::new(Vec::<Diagnostic>::new());
    let saved = RwSignal::new(String::new());
    let heard = move |outcome: Outcome| {
        saved.try_set(outcome.as_ref().map(|name| format!("Saved {name}")).unwrap_or_default());
        failed.try_set(outcome.err().unwrap_or_default());
    };
    let parts = RwSignal::new(Parts::default());
    let offer = move |(words, help, format): Entry| {
        let act = move || {
            // Of several runs these are about the one that is looked at.
            let is_of_one = matches!(
                format,
                ExportFormat::BreakdownSvg
                    | ExportFormat::StripSvg
                    | ExportFormat::Inspect
                    | ExportFormat::HfEvalResults
                    | ExportFormat::EveryEvalEver
                    | ExportFormat::EveryEvalEverSamples
            );
            let view = is_of_one.then(|| ui.view.get_untracked());
            request(ui, format, view, parts.get_untracked(), Box::new(heard));
        };
        entry(button("quiet", words, act), help.to_owned())
    };
    let shown = button("quiet", "Rows shown, CSV", move || {
        // What is typed counts, be the search for it still to come.
        questions::settle(ui);
        let view = Some(ui.view.get_untracked());
        request(ui, ExportFormat::Csv, view, Parts::default(), Box::new(heard));
    });
    let shown = entry(shown, "with the filters and order of the table".to_owned());
    let others = ui.scored.with_untracked(|scored| {
        let Some(scored) = scored else { return Vec::new() };
        let by_script = ui.choices.with_untracked(|choices| choices.script.is_some());
        let some_ran = scored.programs.as_ref().is_some_and(|one| one.left < one.total);
        let there = [
            (METHODS, true),
            (INSPECT, true),
            (HUB, scored.on_hub),
            (RECORD, true),
            (SAMPLES, true),
            (STRIP, true),
            (GROUPS, !scored.groups.is_empty()),
            (RUNS, scored.runs.len() > 1),
            (VERDICTS, some_ran && !by_script),
        ];
        // Whoever looks for these has to hear why they are not there.
        let of_reference = [(OFFICIAL, no_official(scored)), (SCRIPT, scored.no_script.clone())];
        let mut all: Vec<AnyView> = Vec::new();
        for (one, reason) in of_reference {
            all.push(match reason {
                None => offer(one),
                Some(reason) => entry(one.0.into_any(), reason),
            });
        }
        all.extend(there.into_iter().filter(|(_, is_there)| *is_there).map(|(one, _)| offer(one)));
        all
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
                "Leave out of both reports: "
                {outputs}
                {questions}
            </p>
            {all(&TABLES)}
            {shown}
            {others}
            {Ui::is_hosted().then(|| bundle(ui, heard))}
            <p class="muted saved" role="status"><bdi>{saved}</bdi></p>
            {failures(failed)}
        </div>
    }
}

/// The submission bundle, with what the submitter says of the system.
fn bundle(ui: Ui, heard: impl Fn(Outcome) + Copy + 'static) -> AnyView {
    let texts = [(); 3].map(|()| RwSignal::new(String::new()));
    let field = |words: &'static str, kind: &'static str, text: RwSignal<String>| {
        view! { <label class="tool">{words} <input type=kind class="data" bind:value=text/></label> }
    };
    let [name, link, licence] = texts;
    let act = move || {
        let [name, link, licence] = [name, link, licence].map(|one| one.get_untracked());
        let submitter = Submitter { name, link, licence };
        ask_for_file(ui, &Request::Bundle { submitter }, Box::new(heard));
    };
    let fields = view! {
        {field("Name of the system ", "text", name)}
        {field("Link ", "url", link)}
        {field("Licence ", "text", licence)}
    };
    view! {
        {entry(
            button("quiet", "Submission bundle, ZIP", act),
            "your predictions with their report, to send to the benchmark".to_owned(),
        )}
        <p class="leave-out" role="group" aria-label="What the bundle says about your system">{fields}</p>
    }
    .into_any()
}

/// A form of the report in the menu, and what it is, or why there is none.
fn entry(face: AnyView, help: String) -> AnyView {
    view! { <p class="export">{face} <small class="muted"><bdi>{help}</bdi></small></p> }.into_any()
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

pub fn failures(failed: RwSignal<Vec<Diagnostic>>) -> impl IntoView {
    move || list(&failed.read())
}

/// The name of the file that was saved, or why there is none.
type Outcome = Result<String, Vec<Diagnostic>>;

/// Saves a form of the whole report; `failed` hears what went wrong.
pub fn save(ui: Ui, format: ExportFormat, failed: RwSignal<Vec<Diagnostic>>) {
    failed.try_set(Vec::new());
    let heard = move |outcome: Outcome| {
        failed.try_set(outcome.err().unwrap_or_default());
    };
    request(ui, format, None, Parts::default(), Box::new(heard));
}

/// The text of a form of the report.
pub fn text(buffer: Option<ArrayBuffer>) -> Option<String> {
    String::from_utf8(Uint8Array::new(&buffer?.into()).to_vec()).ok()
}

/// Saves a form of the report.
fn request(
    ui: Ui,
    format: ExportFormat,
    view: Option<View>,
    parts: Parts,
    heard: Box<dyn FnOnce(Outcome)>,
) {
    ask_for_file(ui, &Request::Export { format, view, parts }, heard);
}

/// Saves the file that answers a request.
fn ask_for_file(ui: Ui, request: &Request, heard: Box<dyn FnOnce(Outcome)>) {
    ui.ask(request, move |(reply, buffer)| {
        ui.looked();
        match (reply, buffer) {
            (Ok(Reply::File { name, mime }), Some(buffer)) => {
                dom::save(&name, &mime, buffer);
                heard(Ok(name));
            }
            (Err(problems), _) => heard(Err(problems)),
            _ => {}
        }
    });
}
