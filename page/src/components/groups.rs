//! Breakdowns: one small table per group column.

use crate::format;
use crate::prelude::*;
use crate::components::slices;
use crate::store::Ui;
use crate::widgets::button::button;
use crate::widgets::interval::interval;
use scoredrop::aggregate::{Aggregate, SMALL, small_words};

/// Groups shown before "show all".
const SHOWN: usize = 12;

/// A table per column by which the run is broken down.
#[component]
pub fn Groups() -> impl IntoView {
    let ui = Ui::here();
    let content = move || {
        let (scored, run) = ui.selected()?;
        let run = &scored.runs[run];
        let head = &run.aggregates.first()?.metric;
        let tables: Vec<AnyView> = scored
            .groups
            .iter()
            .filter_map(|column| {
                let lines: Vec<Aggregate> = run
                    .aggregates
                    .iter()
                    .filter(|a| a.metric == *head)
                    .filter(|a| a.group.as_ref().is_some_and(|group| group.column == *column))
                    .cloned()
                    .collect();
                (!lines.is_empty()).then(|| table(ui, column, lines))
            })
            .collect();
        let small = run.aggregates.iter().any(|one| one.group.is_some() && is_small(one));
        let small = small.then(|| view! { <p class="muted">{small_words()}</p> });
        Some(view! {
            <div class="groups-tables">{tables}</div>
            {small}
        })
    };
    let title = move || {
        let (scored, run) = ui.selected()?;
        let head = &scored.runs[run].aggregates.first()?.metric;
        Some(format!("{} by group", format::metric(head)))
    };
    // The editor stays as it is while what it asks for comes.
    view! {
        <section class="groups" aria-labelledby="groups-title">
            <h2 id="groups-title">{title}</h2>
            {slices::editor(ui)}
            {content}
        </section>
    }
}

/// Whether a group is so small that its n is marked.
fn is_small(aggregate: &Aggregate) -> bool {
    aggregate.n < SMALL
}

fn table(ui: Ui, column: &str, lines: Vec<Aggregate>) -> AnyView {
    let all = RwSignal::new(lines.len() <= SHOWN);
    let total = lines.len();
    let rows = move || {
        let shown = if all.get() { total } else { SHOWN };
        lines.iter().take(shown).map(|aggregate| line(ui, aggregate)).collect::<Vec<_>>()
    };
    let more = move || {
        (!all.get()).then(|| {
            button("quiet", format!("Show all {}", format::count(total as u64)), move || {
                all.set(true);
            })
        })
    };
    view! {
        <div class="group">
            <table class="plain">
                <thead>
                    <tr>
                        <th scope="col"><bdi>{column.to_owned()}</bdi></th>
                        <th scope="col" class="plot"><span class="unseen">"interval"</span></th>
                        <th scope="col" class="number">"mean"</th>
                        <th scope="col" class="number">"interval"</th>
                        <th scope="col" class="number">"n"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {more}
        </div>
    }
    .into_any()
}

fn line(ui: Ui, aggregate: &Aggregate) -> AnyView {
    let Some(group) = aggregate.group.clone() else { return ().into_any() };
    let wanted = (group.column.clone(), group.value.clone());
    let pressed = {
        let wanted = wanted.clone();
        move || (ui.view.read().group.as_ref() == Some(&wanted)).to_string()
    };
    let name = if group.value.is_empty() { "(empty)".to_owned() } else { group.value };
    let ends = aggregate.interval.as_ref().map(|ends| (ends.low, ends.high));
    let plot = format::is_share(&aggregate.metric).then(|| interval(aggregate.mean, ends));
    let filter = move |_| {
        ui.reveal(|view| view.group = Some(wanted.clone()));
    };
    view! {
        <tr>
            <th scope="row">
                <button class="link" aria-pressed=pressed on:click=filter><bdi>{name}</bdi></button>
            </th>
            <td class="plot">{plot}</td>
            <td class="number">{format::mean(&aggregate.metric, aggregate.mean)}</td>
            <td class="number muted">{format::interval(aggregate)}</td>
            <td class="number">
                {format::count(aggregate.n)}
                {is_small(aggregate).then_some("†")}
            </td>
        </tr>
    }
    .into_any()
}
