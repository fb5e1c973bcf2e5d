//! What has to be known of a score before it is used: one line a kind, with its count and what settles
//! it.

use crate::components::intake;
use crate::components::steady::steady;
use crate::given;
use crate::prelude::*;
use crate::widgets::fold::{Fold, is_wide};
use scoredrop::base::diagnostic::{Alike, Diagnostic, Severity, by_kind};
use scoredrop::report::model::DoubtCard;
use scoredrop::session::protocol::{Mends, Repair, Scored, Summary};
use std::sync::Arc;

const SHOW: &str = "Show";

/// Id of the list, where lost predictions are named.
pub const CHECKS: &str = "checks";
/// Kinds of problems shown before "show all".
const SHOWN: usize = 1;
/// Doubts shown before the others.
const DOUBTS: usize = 4;

/// Files that cannot be read any more, why the score is provisional, and every problem of the last
/// summary, errors first.
#[component]
pub fn Checks() -> impl IntoView {
    let ui = Ui::here();
    let all = RwSignal::new(false);
    let problems = move || {
        let summary = ui.summary.get();
        let scored = ui.scored.get();
        let kinds = kinds_of(&summary, scored.as_deref());
        let weighty = kinds.iter().filter(|kind| kind.listed[0].severity != Severity::Info).count();
        let [errors, ..] = counts(&kinds);
        // Notes alone hold nobody up. Without a score every error is one that stands in its way.
        let first = match (all.get(), &scored) {
            (true, _) => kinds.len(),
            (false, Some(_)) => weighty.min(SHOWN),
            (false, None) => weighty.min(SHOWN).max(errors as usize),
        };
        let mut offered = Vec::new();
        let mut list = Vec::new();
        let (mut shown, mut hidden) = (Vec::new(), Vec::new());
        for (place, one) in kinds.into_iter().enumerate() {
            let code = one.listed[0].code;
            // What can be mended is never hidden; one button mends it in every file.
            let mends = match &scored {
                Some(scored) if !offered.contains(&code) => {
                    repairs(ui, scored, &|repair| repair.mends == Mends::Problem(code))
                }
                _ => Vec::new(),
            };
            if !mends.is_empty() {
                offered.push(code);
            }
            if place < first || !mends.is_empty() {
                list.push(kind(&one, mends));
                shown.push(one);
            } else {
                hidden.push(one);
            }
        }
        let more = (!hidden.is_empty()).then(|| {
            let words = words::show_more(counts(&shown), counts(&hidden));
            button("quiet", words, move || all.set(true))
        });
        let is_any = !list.is_empty() || more.is_some();
        let list = (!list.is_empty()).then(|| view! { <ul class="problems">{list}</ul> });
        is_any.then(|| view! { <div class="problems-frame">{list} {more}</div> })
    };
    // In a narrow window the checks are one line that counts them.
    let line = move || {
        let summary = ui.summary.read();
        let scored = ui.scored.read();
        let kinds = kinds_of(&summary, scored.as_deref());
        let lost = given::words(&summary);
        let doubts = scored.iter().flat_map(|scored| doubts(scored));
        let doubts = doubts.map(|(_, reason)| reason.message.as_str());
        let all: Vec<&str> = lost.as_deref().into_iter().chain(doubts).collect();
        words::checks(all.first().copied(), all.len() as u64, &words::problems(counts(&kinds)))
    };
    let is_doubted = move || {
        let is_doubted = |scored: &Arc<Scored>| doubts(scored).next().is_some();
        given::words(&ui.summary.read()).is_some()
            || ui.scored.read().as_ref().is_some_and(is_doubted)
    };
    let is_any = Memo::new(move |_| !ui.summary.read().diagnostics.is_empty() || is_doubted());
    // Notes alone are no warning.
    let notes_alone = Memo::new(move |_| {
        let is_note = |one: &Diagnostic| one.severity == Severity::Info;
        ui.summary.read().diagnostics.iter().all(is_note) && !is_doubted()
    });
    // Without a score they are what matters.
    let stands_in_the_way = Signal::derive(move || ui.scored.read().is_none());
    let (region, list) = (NodeRef::<html::Section>::new(), NodeRef::<html::Div>::new());
    let needed = RwSignal::new(0);
    dom::watch_size(
        move || list.get(),
        #[allow(clippy::cast_possible_truncation, reason = "whole pixels")]
        move |_, height| needed.set(height as i32),
    );
    let height = ui.checks_height;
    // A narrow window has them in two lines anyway, and whoever settles something here leaves no hole behind.
    let is_aside =
        |region: &web_sys::HtmlElement| is_wide() && region.matches(":focus-within") != Ok(true);
    steady(ui, move || region.get_untracked().filter(is_aside), height);
    // What has no room is one line that opens.
    let squeezed = Memo::new(move |_| height.get().is_some_and(|height| height < needed.get()));
    let brief = move || {
        squeezed.get().then(|| {
            view! {
                <div class="check-line brief">
                    <p><bdi>{move || line()}</bdi></p>
                    <button class="quiet">{SHOW}</button>
                </div>
            }
        })
    };
    let none = move || {
        let is_scored = !stands_in_the_way.get();
        is_scored.then(|| view! { <p class="nothing-to-check">"No warnings or notes."</p> })
    };
    view! {
        <section
            id=CHECKS
            class="checks-region"
            class:of-score=move || !stands_in_the_way.get()
            class:squeezed=squeezed
            class:notes-alone=notes_alone
            style:height=move || height.get().map(|height| format!("{height}px"))
            aria-label="Checks"
            tabindex="-1"
            node_ref=region
            // Whoever opens or settles something here expects it to move.
            on:click=move |_| height.set(None)
        >
            <Show when=move || is_any.get() fallback=move || view! { {move || none()} }>
                <Fold words=line always=stands_in_the_way>
                    {move || brief()}
                    <div
                        class="checks"
                        role="toolbar"
                        aria-label="Settle the checks"
                        data-roving=""
                        node_ref=list
                    >
                        {move || lost(ui)}
                        {move || provisional(ui)}
                        {move || problems()}
                    </div>
                </Fold>
            </Show>
        </section>
    }
}

/// Why a score is provisional. That programs wait is said where they can be run.
fn doubts(scored: &Scored) -> impl Iterator<Item = (u32, &DoubtCard)> {
    (0..).zip(&scored.provisional).filter(|(_, reason)| reason.code != "not_run")
}

/// The kinds of problems, without those of which a doubt says everything.
fn kinds_of<'a>(summary: &'a Summary, scored: Option<&Scored>) -> Vec<Alike<'a>> {
    let is_told = |one: &Diagnostic| {
        scored.is_some_and(|scored| doubts(scored).any(|(_, doubt)| doubt.tells(one.code)))
    };
    let mut kinds = by_kind(summary.diagnostics.iter());
    // What is to be done about it is told here alone.
    let says_more = |kind: &Alike<'_>| kind.count > 1 || kind.listed[0].remedy.is_some();
    kinds.retain(|kind| says_more(kind) || !is_told(kind.listed[0]));
    kinds
}

/// How many kinds of errors, warnings and notes there are: a line each.
fn counts(kinds: &[Alike<'_>]) -> [u64; 3] {
    [Severity::Error, Severity::Warning, Severity::Info].map(|severity| {
        kinds.iter().filter(|kind| kind.listed[0].severity == severity).count() as u64
    })
}

fn lost(ui: Ui) -> Option<AnyView> {
    let words = given::words(&ui.summary.read())?;
    let again = button("quiet", "Choose it again", move || intake::choose(None));
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
    let found: Vec<(u32, &DoubtCard)> = doubts(&scored).collect();
    let reason = |(place, why): &(u32, &DoubtCard)| {
        let mends = repairs(ui, &scored, &|repair| repair.mends == Mends::Doubt(*place));
        view! { <bdi data-code=why.code.clone()>{why.message.clone()}</bdi> " " {mends} }
    };
    let reasons = match found.as_slice() {
        [] => return None,
        [one] => view! { " " {reason(one)} }.into_any(),
        several => {
            let list = |some: &[(u32, &DoubtCard)]| {
                let each = some.iter().map(|why| view! { <li>{reason(why)}</li> });
                view! { <ul>{each.collect::<Vec<_>>()}</ul> }
            };
            let (first, others) = several.split_at(several.len().min(DOUBTS));
            let others = (!others.is_empty()).then(|| {
                let words = words::more_doubts(others.len());
                view! { <details class="more"><summary>{words}</summary>{list(others)}</details> }
            });
            view! { {list(first)} {others} }.into_any()
        }
    };
    // What is left after confirming is damage, which no confirming mends.
    let confirmed = ui.choices.with_untracked(|choices| choices.confirmed);
    let confirm = (!confirmed).then(|| {
        button("", "Yes, this is right", move || ui.choose(|choices| choices.confirmed = true))
    });
    Some(
        view! {
            <div class="check-line doubt provisional" role="note">
                <div>
                    <strong>"Check before you use this score:"</strong>
                    {reasons}
                </div>
                {confirm}
            </div>
        }
        .into_any(),
    )
}

/// A button for each choice that settles a doubt or mends a kind of problem, with the score it would give.
fn repairs(ui: Ui, scored: &Scored, settles: &dyn Fn(&Repair) -> bool) -> Vec<AnyView> {
    let metric = scored.runs.first().and_then(|run| run.figures.aggregates.first());
    let metric = metric.map_or("", |first| first.metric.as_str());
    let one = |repair: &Repair| {
        let words = format::sentence_case(&repair.words);
        let words = match repair.would_give {
            Some(mean) => {
                let of_run = repair.run.as_ref().map_or(String::new(), |run| format!(" for {run}"));
                let other = repair.metric.as_deref();
                let of = other.map_or(String::new(), |id| format::metric_in_text(id) + " ");
                let mean = format::mean(other.unwrap_or(metric), Some(mean));
                format!("{words} ({of}{mean}{of_run})")
            }
            None => words,
        };
        let after = repair.choices.clone();
        button("quiet repair", words, move || {
            let after = after.clone();
            ui.choose(move |choices| *choices = after);
        })
    };
    scored.repairs.iter().filter(|repair| settles(repair)).map(one).collect()
}

/// Why something that was asked for could not be given; nothing where nothing is wrong.
pub fn list(problems: &[Diagnostic]) -> Option<AnyView> {
    let list: Vec<AnyView> = problems.iter().map(problem).collect();
    let is_any = !list.is_empty();
    is_any
        .then(|| view! { <div role="alert"><ul class="problems-list">{list}</ul></div> }.into_any())
}

/// The first problem of a kind, and the others behind a line that counts them.
fn kind(kind: &Alike<'_>, mends: Vec<AnyView>) -> AnyView {
    let first = kind.listed[0];
    let together = (kind.count > 1)
        .then(|| words::together(first.code, kind.count, first.severity == Severity::Info));
    let together = together.flatten();
    let listed = if together.is_some() { &kind.listed[..] } else { &kind.listed[1..] };
    let others: Vec<AnyView> = listed.iter().map(|one| problem(one)).collect();
    let more = (kind.count > 1).then(|| {
        let words = match &together {
            Some(_) => SHOW.to_owned(),
            None => words::more_like_it(kind.count - 1),
        };
        let unlisted = kind.count - kind.listed.len() as u64;
        let unlisted = (unlisted > 0)
            .then(|| view! { <p class="muted">{format!("not listed: {}", format::count(unlisted))}</p> });
        view! { <details class="more"><summary>{words}</summary><ul>{others}</ul>{unlisted}</details> }
            .into_any()
    });
    let mends = (!mends.is_empty()).then(|| view! { <div class="mends">{mends}</div> }.into_any());
    let all = together.map(|words| Diagnostic::new(first.severity, first.code, words));
    with_more(all.as_ref().unwrap_or(first), more, mends)
}

pub fn problem(problem: &Diagnostic) -> AnyView {
    with_more(problem, None, None)
}

fn with_more(problem: &Diagnostic, more: Option<AnyView>, mends: Option<AnyView>) -> AnyView {
    let (class, word) = match problem.severity {
        Severity::Error => ("severity severity-error", "error"),
        Severity::Warning => ("severity severity-warning", "warning"),
        Severity::Info => ("severity severity-info", "note"),
    };
    let place = words::place(problem.file.as_deref(), problem.row, problem.column.as_deref());
    let place = (!place.is_empty())
        .then(|| view! { <span class="place"><bdi class="data">{place}</bdi></span> });
    let remedy = problem.remedy.clone().map(|text| {
        view! { " " <span class="remedy">"→ " <bdi>{text}</bdi></span> }
    });
    view! {
        <li class="problem">
            <span class=class>{word}</span>
            <div>
                <p><bdi>{problem.message.clone()}</bdi> " " {place} {remedy}</p>
                {more}
            </div>
            {mends}
        </li>
    }
    .into_any()
}
