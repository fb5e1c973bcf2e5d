//! What has to be known of a score before it is used: one line a kind, with its count and what settles
//! it.

use crate::components::intake;
use crate::format;
use crate::given;
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::button::button;
use crate::widgets::fold::Fold;
use crate::words;
use scoredrop::diagnostic::{Diagnostic, Kind, Severity, by_kind};
use scoredrop::protocol::{Repair, Scored};

/// Id of the list, where lost predictions are named.
pub const CHECKS: &str = "checks";
/// Kinds of problems shown before "show all".
const SHOWN: usize = 1;

/// Files that cannot be read any more, why the score is provisional, and every problem of the last
/// summary, errors first.
#[component]
pub fn Checks() -> impl IntoView {
    let ui = Ui::here();
    let all = RwSignal::new(false);
    let problems = move || {
        let summary = ui.summary.get();
        let kinds = by_kind(summary.diagnostics.iter());
        let total = kinds.len();
        let weighty = kinds.iter().filter(|kind| kind.listed[0].severity != Severity::Info).count();
        // Notes alone hold nobody up.
        let shown = if all.get() { total } else { weighty.min(SHOWN) };
        let scored = ui.scored.get();
        let mends = |one: &Kind<'_>| {
            let scored = scored.as_ref();
            scored.map_or_else(Vec::new, |scored| repairs(ui, scored, &one.listed[0].code))
        };
        // What can be mended is never hidden.
        let list: Vec<AnyView> = kinds
            .iter()
            .enumerate()
            .map(|(place, one)| (place, one, mends(one)))
            .filter(|(place, _, mends)| *place < shown || !mends.is_empty())
            .map(|(_, one, mends)| kind(one, mends))
            .collect();
        let more = (total > shown).then(|| {
            let words = format!("Show {}", title(&kinds[shown..]));
            button("quiet", words, move || all.set(true))
        });
        let list = (!list.is_empty()).then(|| view! { <ul class="problems">{list}</ul> });
        (total > 0).then(|| view! { <div class="problems-frame">{list} {more}</div> })
    };
    // In a narrow window the checks are one line that counts them.
    let line = move || {
        let summary = ui.summary.read();
        let kinds = by_kind(summary.diagnostics.iter());
        let scored = ui.scored.read();
        let doubts = scored.as_ref().map_or(0, |scored| doubts(scored).count() as u64);
        let lost = u64::from(given::words(&summary).is_some());
        words::checks(doubts + lost, &title(&kinds))
    };
    let is_any = Memo::new(move |_| {
        let summary = ui.summary.read();
        let scored = ui.scored.read();
        !summary.diagnostics.is_empty()
            || given::words(&summary).is_some()
            || scored.as_ref().is_some_and(|scored| doubts(scored).next().is_some())
    });
    view! {
        <section id=CHECKS class="checks-region" aria-label=words::CHECKS tabindex="-1">
            <Show when=move || is_any.get()>
                <Fold words=line>
                    <div
                        class="checks"
                        role="toolbar"
                        aria-label=words::WHAT_SETTLES_CHECKS
                        data-roving=""
                    >
                        {move || lost(ui)}
                        {move || provisional(ui)}
                        {problems}
                    </div>
                </Fold>
            </Show>
        </section>
    }
}

/// Why a score is provisional. That programs wait is said where they can be run.
fn doubts(scored: &Scored) -> impl Iterator<Item = &String> {
    let waits = scored.programs.as_ref().and_then(|programs| programs.waits.as_ref());
    scored.provisional.iter().filter(move |why| Some(*why) != waits)
}

/// `2 errors, 1 warning, 20 notes`, of kinds that are not shown.
fn title(kinds: &[Kind<'_>]) -> String {
    let of = |severity| {
        let of = kinds.iter().filter(|kind| kind.listed[0].severity == severity);
        of.map(|kind| kind.count).sum::<u64>()
    };
    words::problems(of(Severity::Error), of(Severity::Warning), of(Severity::Info))
}

/// What is to be known of a score whose files cannot be read any more.
fn lost(ui: Ui) -> Option<AnyView> {
    let words = given::words(&ui.summary.read())?;
    let again = button("quiet", words::CHOOSE_IT_AGAIN, move || intake::choose(None));
    Some(
        view! {
            <div class="check-line doubt lost" role="note"><p><bdi>{words}</bdi></p> {again}</div>
        }
        .into_any(),
    )
}

/// Why the number may not mean what it seems to, with a way to confirm it.
fn provisional(ui: Ui) -> Option<AnyView> {
    let scored = ui.scored.get()?;
    let found: Vec<&String> = doubts(&scored).collect();
    let reason = |why: &String| {
        let mends = repairs(ui, &scored, why);
        view! { <bdi>{why.clone()}</bdi> " " {mends} }
    };
    let reasons = match found.as_slice() {
        [] => return None,
        [one] => view! { " " {reason(one)} }.into_any(),
        several => {
            let each = several.iter().map(|why| view! { <li>{reason(why)}</li> });
            view! { <ul>{each.collect::<Vec<_>>()}</ul> }.into_any()
        }
    };
    // What is left after confirming is damage, which no confirming mends.
    let confirmed = ui.choices.with_untracked(|choices| choices.confirmed);
    let confirm = (!confirmed).then(|| {
        button("", words::IS_RIGHT, move || ui.choose(|choices| choices.confirmed = true))
    });
    Some(
        view! {
            <div class="check-line doubt provisional" role="note">
                <div>
                    <strong>{words::CHECK_FIRST}</strong>
                    {reasons}
                </div>
                {confirm}
            </div>
        }
        .into_any(),
    )
}

/// A button for each choice that settles a doubt or mends a kind of problem, with the score it would give.
fn repairs(ui: Ui, scored: &Scored, about: &str) -> Vec<AnyView> {
    let metric = scored.runs.first().and_then(|run| run.aggregates.first());
    let metric = metric.map_or("", |first| first.metric.as_str());
    let one = |repair: &Repair| {
        let words = format::sentence_case(&repair.words);
        let words = match repair.would_give {
            Some(mean) => format!("{words} ({})", format::mean(metric, Some(mean))),
            None => words,
        };
        let after = repair.choices.clone();
        button("quiet repair", words, move || {
            let after = after.clone();
            ui.choose(move |choices| *choices = after);
        })
    };
    scored.repairs.iter().filter(|repair| repair.about == about).map(one).collect()
}

/// Why something that was asked for could not be given; nothing where nothing is wrong.
pub fn list(problems: &[Diagnostic]) -> Option<AnyView> {
    let list: Vec<AnyView> = problems.iter().map(problem).collect();
    let is_any = !list.is_empty();
    is_any
        .then(|| view! { <div role="alert"><ul class="problems-list">{list}</ul></div> }.into_any())
}

/// The first problem of a kind, and the others behind a line that counts them.
fn kind(kind: &Kind<'_>, mends: Vec<AnyView>) -> AnyView {
    let others: Vec<AnyView> = kind.listed[1..].iter().map(|one| problem(one)).collect();
    let more = (kind.count > 1).then(|| {
        let words = format!("and {} more like it", format::count(kind.count - 1));
        let unlisted = kind.count - kind.listed.len() as u64;
        let unlisted = (unlisted > 0)
            .then(|| view! { <p class="muted">{format!("{} are not listed", format::count(unlisted))}</p> });
        view! { <details class="more"><summary>{words}</summary><ul>{others}</ul>{unlisted}</details> }
            .into_any()
    });
    let more = view! { {mends} {more} }.into_any();
    with_more(kind.listed[0], Some(more))
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
