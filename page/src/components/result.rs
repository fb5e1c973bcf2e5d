//! The result: a sentence that can go into a paper, the number with its interval on an axis, and the
//! further metrics.

use crate::components::interval::axis;
use crate::components::questions::GRID;
use crate::components::rail;
use crate::components::steady::steady;
use crate::format::ends;
use crate::prelude::*;
use crate::widgets::fold::Fold;
use scoredrop::aggregate::Aggregate;
use scoredrop::base::digits::PERCENT;
use scoredrop::base::digits::fixed;
use scoredrop::base::types::Stored;
use scoredrop::session::protocol::{RunCard, Scored};

/// How many metrics beside the headline are shown large; the rest stand in a quiet row.
const LARGE: usize = 2;

/// The sentence of the selected run, and its figures.
#[component]
pub fn Result() -> impl IntoView {
    let ui = Ui::here();
    let sentence = move || {
        let (scored, run) = ui.headline()?;
        let phrases = scored.runs[run].sentence.iter().map(|phrase| {
            let words = phrase.words.clone();
            if phrase.strong {
                // Names are cut where there is little room.
                let whole = words.clone();
                view! { <strong title=whole><bdi>{words}</bdi></strong> }.into_any()
            } else {
                words.into_any()
            }
        });
        Some(phrases.collect::<Vec<AnyView>>())
    };
    let content = move || {
        let (scored, run) = ui.headline()?;
        Some(figures(&scored, &scored.runs[run], ui.summary.read().pending))
    };
    // Between here and the first question stand all filters.
    let to_questions = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        dom::focus(if dom::by_id(GRID).is_some() { GRID } else { "tab-questions" });
    };
    let (region, height) = (NodeRef::<html::Section>::new(), RwSignal::new(None));
    steady(ui, move || region.get_untracked(), height);
    view! {
        <section
            class="result"
            class:several=move || ui.has_several_runs()
            class:of-programs=move || ui.has_programs()
            style:min-height=move || height.get().map(|height: i32| format!("{height}px"))
            aria-labelledby="result-title"
            node_ref=region
            on:click=move |_| height.set(None)
        >
            <h2 id="result-title" class="unseen">"Result"</h2>
            <p class="sentence">{move || sentence()}</p>
            <p class="muted paper-only"><bdi>{move || rail::summary(ui)}</bdi></p>
            <a class="skip" href="#grid" on:click=to_questions>"Skip to the questions"</a>
            {move || content()}
        </section>
    }
}

/// The metrics over all questions.
pub fn totals(run: &RunCard) -> impl Iterator<Item = &Aggregate> {
    run.figures.aggregates.iter().filter(|aggregate| aggregate.group.is_none())
}

/// The values of a metric in the groups of a column.
pub fn of_groups<'a>(
    run: &'a RunCard,
    metric: &'a str,
    column: &'a str,
) -> impl Iterator<Item = &'a Aggregate> {
    let is_of =
        move |one: &Aggregate| one.group.as_ref().is_some_and(|group| group.column == column);
    run.figures.aggregates.iter().filter(move |one| one.metric == metric && is_of(one))
}

/// The metrics that are shown large, the headline first, and the others.
pub fn by_weight(run: &RunCard) -> (Vec<&Aggregate>, Vec<&Aggregate>) {
    let mut large = Vec::new();
    let mut quiet = Vec::new();
    for aggregate in totals(run) {
        if large.is_empty() || (large.len() <= LARGE && !format::is_minor(&aggregate.metric)) {
            large.push(aggregate);
        } else {
            quiet.push(aggregate);
        }
    }
    (large, quiet)
}

/// `Exact match · 23.8–26.7`, and of a metric that not all questions count for `· n 4`
fn caption(metric: String, aggregate: &Aggregate, pending: bool, questions: u64) -> AnyView {
    let mut parts = vec![String::new()];
    match format::interval(aggregate) {
        Some(interval) => parts.push(interval),
        None if pending => parts.push("interval being worked out".to_owned()),
        None => {}
    }
    if aggregate.n != questions {
        parts.push(format!("n {}", format::count(aggregate.n)));
    }
    view! { <span class="metric">{metric}</span> {parts.join(" · ")} }.into_any()
}

fn method(aggregate: &Aggregate) -> Option<String> {
    let ends = aggregate.interval.as_ref()?;
    let level = fixed(ends.level * 100.0, 0);
    // Named after somebody.
    let words = ends.method.replace('_', " ").replace("wilson", "Wilson");
    Some(format!("{} interval, {level}{PERCENT}", format::sentence_case(&words)))
}

fn figures(scored: &Scored, run: &RunCard, pending: bool) -> AnyView {
    let waits = scored.programs.as_ref().filter(|programs| programs.left > 0);
    let waits = waits.map(|programs| match programs.total - programs.left {
        0 => "not run".to_owned(),
        done => format!("{} of {} run", format::count(done), format::count(programs.total)),
    });
    // Of several runs the number says whose it is.
    let run_name = (scored.runs.len() > 1).then(|| run.short_name.clone());
    // What is still to come has its room from the start: nothing beneath it moves once it is there.
    let is_waiting = waits.is_some();
    let provisional = !scored.provisional.is_empty() && !is_waiting;
    let pending = pending && !is_waiting;
    let (large, quiet) = by_weight(run);
    let Some((head, large)) = large.split_first() else { return ().into_any() };
    let name = |one: &Aggregate| format::metric_of(run, &one.metric);
    let of = |one: &Aggregate| if is_waiting { one.n } else { scored.questions };
    let large: Vec<AnyView> =
        large.iter().map(|one| further(one, caption(name(one), one, pending, of(one)))).collect();
    let quiet: Vec<AnyView> = quiet.into_iter().map(|one| small(name(one), one)).collect();
    let share = format::is_share(&head.metric);
    let value = waits.unwrap_or_else(|| format::mean(&head.metric, head.mean));
    let unit = view! { <span class="unit">{format::unit(&head.metric, head.mean)}</span> };
    let marker = provisional.then(|| view! { <span class="provisional-mark">"provisional"</span> });
    let method = method(head).or_else(|| is_waiting.then(|| "\u{a0}".to_owned()));
    let method = method.map(|words| view! { <small class="method">{words}</small> });
    // Of several runs the board draws all intervals on one axis.
    let (plot, method) = if share && run_name.is_none() {
        let plot = axis(head.mean, ends(head.interval.as_ref()));
        (Some(view! { <div class="plot-line">{plot} {method}</div> }), None)
    } else {
        (None, method)
    };
    let more = large.len() + quiet.len();
    let few = quiet.len();
    let quiet = (few > 0).then(|| view! { <p class="quiet-metrics">{quiet}</p> });
    // The board of several runs has the large ones for each of them.
    let others = if run_name.is_some() && more > 0 {
        view! {
            <details class="more">
                <summary>{words::more_metrics(more)}</summary>
                <div class="figures">{large} {quiet}</div>
            </details>
        }
        .into_any()
    } else {
        let line = move || words::more_metrics(few);
        let quiet = quiet.map(|quiet| view! { <Fold words=line>{quiet}</Fold> });
        view! { {large} {quiet} }.into_any()
    };
    view! {
        <div class="figures">
            <div class="figure-head">
                <p class="figure-value" class:provisional=provisional class:not-run=is_waiting>
                    {value}
                    {unit}
                    {marker}
                </p>
                <p class="caption">
                    {run_name.map(|name| view! { <bdi>{name}</bdi> ": " })}
                    {caption(name(head), head, pending, of(head))}
                    {method}
                </p>
            </div>
            {others}
        </div>
        {plot}
        {run.figures.stored.as_ref().map(stored)}
    }
    .into_any()
}

fn stored(stored: &Stored) -> AnyView {
    let right = format::percent(stored.mean);
    let words = words::stored(&stored.column, &right, stored.n, stored.agrees);
    view! { <p class="muted stored">{words}</p> }.into_any()
}

fn further(aggregate: &Aggregate, caption: AnyView) -> AnyView {
    view! {
        <div class="figure">
            <p class="figure-value">
                {format::mean(&aggregate.metric, aggregate.mean)}
                <span class="unit">{format::unit_of_errors(&aggregate.metric, aggregate.mean)}</span>
            </p>
            <p class="caption">{caption}</p>
        </div>
    }
    .into_any()
}

fn small(metric: String, aggregate: &Aggregate) -> AnyView {
    let ends = format::interval(aggregate).map(|ends| format!(" ({ends})")).unwrap_or_default();
    view! {
        <span class="quiet-metric">
            <span class="metric">{metric}</span>
            " "
            <strong>
                {format::mean(&aggregate.metric, aggregate.mean)}
                {format::unit_of_errors(&aggregate.metric, aggregate.mean)}
            </strong>
            {ends}
        </span>
    }
    .into_any()
}
