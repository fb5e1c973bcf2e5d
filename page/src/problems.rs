//! Problems: what, where, and what to do.

use crate::format;
use crate::prelude::*;
use crate::reconciliation::PROBLEMS;
use crate::state::Ui;
use crate::widgets::button::button;
use scoredrop::diagnostic::{Diagnostic, Severity};

/// Problems shown before "show all".
const SHOWN: usize = 5;

/// Every problem of the last summary, errors first.
pub fn problems(ui: Ui) -> AnyView {
    let all = RwSignal::new(false);
    let content = move || {
        let summary = ui.summary.get();
        let total = summary.diagnostics.len();
        let shown = if all.get() { total } else { SHOWN };
        let more = (total > shown).then(|| {
            button("quiet", format!("Show all {}", format::count(total as u64)), move || {
                all.set(true);
            })
        });
        (total > 0).then(|| {
            let list = summary.diagnostics.iter().take(shown);
            let list: Vec<AnyView> = list.map(problem).collect();
            view! {
                <section id=PROBLEMS class="problems" aria-labelledby="problems-title">
                    <h2 id="problems-title">{title(&summary.diagnostics)}</h2>
                    <ul>{list}</ul>
                    {more}
                </section>
            }
        })
    };
    content.into_any()
}

fn title(problems: &[Diagnostic]) -> String {
    let of = |severity| problems.iter().filter(|p| p.severity == severity).count() as u64;
    let counts = [
        (of(Severity::Error), "error"),
        (of(Severity::Warning), "warning"),
        (of(Severity::Info), "note"),
    ];
    let words: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| format::counted(count, noun))
        .collect();
    format::sentence_case(&words.join(", "))
}

/// Why something that was asked for could not be given; nothing where nothing is wrong.
pub fn list(problems: &[Diagnostic]) -> Option<AnyView> {
    let list: Vec<AnyView> = problems.iter().map(problem).collect();
    let is_any = !list.is_empty();
    is_any
        .then(|| view! { <div role="alert"><ul class="problems-list">{list}</ul></div> }.into_any())
}

/// A problem with its mark, place and remedy.
pub fn problem(problem: &Diagnostic) -> AnyView {
    let (class, word) = match problem.severity {
        Severity::Error => ("severity severity-error", "error"),
        Severity::Warning => ("severity severity-warning", "warning"),
        Severity::Info => ("severity severity-info", "note"),
    };
    let place = [
        problem.file.clone(),
        problem.row.map(|row| format!("row {}", format::count(row))),
        problem.column.as_ref().map(|column| format!("column {column}")),
    ];
    let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let place = (!place.is_empty())
        .then(|| view! { <span class="place"><bdi class="data">{place}</bdi></span> });
    let remedy =
        problem.remedy.clone().map(|text| view! { <p class="remedy"><bdi>{text}</bdi></p> });
    view! {
        <li class="problem">
            <span class=class>{word}</span>
            <div>
                <p><bdi>{problem.message.clone()}</bdi> " " {place}</p>
                {remedy}
            </div>
        </li>
    }
    .into_any()
}
