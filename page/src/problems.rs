//! Problems: what, where, and what to do.

use crate::format;
use crate::prelude::*;
use crate::reconciliation::PROBLEMS;
use crate::state::Ui;
use crate::widgets::button::button;
use scoredrop::diagnostic::{Diagnostic, Kind, Severity, by_kind};

/// Kinds of problems shown before "show all".
const SHOWN: usize = 5;

/// Every problem of the last summary, errors first, one line a kind.
pub fn problems(ui: Ui) -> AnyView {
    let all = RwSignal::new(false);
    let content = move || {
        let summary = ui.summary.get();
        let kinds = by_kind(summary.diagnostics.iter());
        let total = kinds.len();
        let shown = if all.get() { total } else { SHOWN };
        let more = (total > shown).then(|| {
            button("quiet", format!("Show all {}", format::count(total as u64)), move || {
                all.set(true);
            })
        });
        (total > 0).then(|| {
            let list: Vec<AnyView> = kinds.iter().take(shown).map(kind).collect();
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

/// The first problem of a kind, and the others behind a line that counts them.
fn kind(kind: &Kind<'_>) -> AnyView {
    let others: Vec<AnyView> = kind.listed[1..].iter().map(|one| problem(one)).collect();
    let more = (kind.count > 1).then(|| {
        let words = format!("and {} more like it", format::count(kind.count - 1));
        let unlisted = kind.count - kind.listed.len() as u64;
        let unlisted = (unlisted > 0)
            .then(|| view! { <p class="muted">{format!("{} are not listed", format::count(unlisted))}</p> });
        view! { <details class="more"><summary>{words}</summary><ul>{others}</ul>{unlisted}</details> }
            .into_any()
    });
    with_more(kind.listed[0], more)
}

/// A problem with its mark, place and remedy.
pub fn problem(problem: &Diagnostic) -> AnyView {
    with_more(problem, None)
}

fn with_more(problem: &Diagnostic, more: Option<AnyView>) -> AnyView {
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
                {more}
            </div>
        </li>
    }
    .into_any()
}
