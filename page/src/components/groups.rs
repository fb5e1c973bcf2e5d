//! Breakdowns: a table for each group column, its intervals on one axis.

use crate::components::interval::{axis_labels, interval};
use crate::components::result::of_groups;
use crate::components::slices;
use crate::prelude::*;
use crate::store::beside;
use crate::widgets::menu::{menu, option};
use scoredrop::aggregate::members::MemberScore;
use scoredrop::aggregate::over_groups::GroupMean;
use scoredrop::aggregate::{Aggregate, SMALL, small_words};
use scoredrop::base::order::by_number;

const INTERVAL: &str = "interval";

const SHOWN: usize = 40;

/// What groups are sorted by: the value in the menu, its words, and the number that it is.
type Order = (&'static str, &'static str, fn(&Group) -> f64);

const ORDERS: [Order; 5] = [
    ("given", "as given", |_| 0.0),
    ("lowest", "lowest score first", |one| one.own.mean.unwrap_or(f64::INFINITY)),
    ("highest", "highest score first", |one| -one.own.mean.unwrap_or(f64::NEG_INFINITY)),
    ("largest", "most questions first", |one| -(one.own.n as f64)),
    (DIFFERENCE, "largest loss first", |one| one.difference.unwrap_or(f64::INFINITY)),
];
const DIFFERENCE: &str = "difference";

/// A group of the selected run, and by how much it differs from the baseline's.
#[derive(Clone)]
struct Group {
    own: Aggregate,
    difference: Option<f64>,
}

/// A table per column by which the run is broken down.
#[component]
pub fn Groups() -> impl IntoView {
    let ui = Ui::here();
    let order = RwSignal::new(0);
    let content = move || {
        let (scored, index) = ui.selected()?;
        let run = &scored.runs[index];
        let head = &run.figures.aggregates.first()?.metric;
        // The run that all are compared with stands beside the best of the others.
        let baseline = scored.baseline as usize;
        let beside =
            if baseline == index { beside(&scored, index as u32) as usize } else { baseline };
        let other = scored.runs.get(beside).filter(|_| beside != index);
        let tables: Vec<AnyView> = scored
            .groups
            .iter()
            .filter_map(|column| {
                let difference = |own: &Aggregate| {
                    let other =
                        of_groups(other?, head, column).find(|one| one.group == own.group)?;
                    Some(own.mean? - other.mean?)
                };
                let (.., number) = ORDERS[order.get()];
                let groups = of_groups(run, head, column)
                    .map(|own| Group { difference: difference(own), own: own.clone() });
                let groups = by_number(groups, number);
                let other = other.map(|run| run.short_name.clone());
                let all = run.figures.over_groups.iter();
                let mut all = all.filter(|one| one.metric == *head && one.column == *column);
                (!groups.is_empty()).then(|| table(ui, column, groups, all.next(), other))
            })
            .collect();
        let small = run.figures.aggregates.iter().any(|one| one.group.is_some() && is_small(one));
        let small = small.then(|| view! { <p class="muted">{small_words()}</p> });
        Some(view! {
            <div class="groups-tables">{tables} {members(&run.figures.members)}</div>
            {small}
        })
    };
    let title = move || {
        let (scored, run) = ui.selected()?;
        let name = (scored.runs.len() > 1).then(|| scored.runs[run].short_name.clone());
        let head = &scored.runs[run].figures.aggregates.first()?.metric;
        Some(words::metric_by_group(head, name.as_deref()))
    };
    let any = Memo::new(move |_| {
        ui.scored.with(|scored| scored.as_ref().is_some_and(|one| !one.groups.is_empty()))
    });
    let sorting = move || {
        let several = ui.has_several_runs();
        let fits = |value: &str| several || value != DIFFERENCE;
        let options = ORDERS.iter().enumerate().filter(|(_, (value, ..))| fits(value));
        let options =
            options.map(|(place, (value, words, _))| option(*value, *words, order.get() == place));
        let menu = menu("Order of the groups", options.collect(), move |value| {
            if let Some(chosen) = ORDERS.iter().position(|(name, ..)| *name == value) {
                order.set(chosen);
            }
        });
        any.get().then(|| view! { <p class="tool">"order " {menu}</p> })
    };
    let none = move || {
        let words = "Questions are not grouped. Name a column of the gold file, or a condition, to break the \
                     score down by it.";
        (!any.get()).then(|| view! { <p class="muted">{words}</p> })
    };
    // The editor stays as it is while what it asks for comes.
    view! {
        <section class="groups" aria-labelledby="groups-title">
            <h2 id="groups-title">{move || title()}</h2>
            {move || sorting()}
            {move || content()}
            {move || none()}
            {slices::editor(ui)}
        </section>
    }
}

fn is_small(aggregate: &Aggregate) -> bool {
    aggregate.n < SMALL
}

fn table(
    ui: Ui,
    column: &str,
    groups: Vec<Group>,
    over_groups: Option<&GroupMean>,
    other: Option<String>,
) -> AnyView {
    let over_groups = over_groups.map(|one| last_line(one, other.is_some()));
    let all = RwSignal::new(groups.len() <= SHOWN);
    let total = groups.len();
    let is_compared = other.is_some();
    let rows = move || {
        let shown = if all.get() { total } else { SHOWN };
        let line = |group| line(ui, group, is_compared);
        groups.iter().take(shown).map(line).collect::<Vec<_>>()
    };
    let more = move || {
        (!all.get()).then(|| {
            button("quiet", words::show_all_of(&format::count(total as u64)), move || {
                all.set(true);
            })
        })
    };
    let against = other.map(|name| {
        view! { <th scope="col" class="number">{words::AGAINST} <bdi>{name}</bdi></th> }
    });
    view! {
        <div class="group">
            <table class="plain">
                <thead>
                    <tr>
                        <th scope="col"><bdi>{column.to_owned()}</bdi></th>
                        <th scope="col" class="plot">
                            <span class="unseen">{INTERVAL}</span>
                            {axis_labels()}
                        </th>
                        <th scope="col" class="number">"mean"</th>
                        <th scope="col" class="number">{INTERVAL}</th>
                        <th scope="col" class="number">"n"</th>
                        {against}
                    </tr>
                </thead>
                <tbody>{move || rows()}</tbody>
                {over_groups}
            </table>
            {move || more()}
        </div>
    }
    .into_any()
}

/// How often each member of records is right.
fn members(all: &[MemberScore]) -> Option<AnyView> {
    let row = |one: &MemberScore| {
        let words = one.interval.as_ref().map(|ends| format::range("accuracy", ends));
        let plot = interval(one.mean, format::ends(one.interval.as_ref()));
        view! {
            <tr>
                <th scope="row"><bdi>{one.member.clone()}</bdi></th>
                <td class="plot">{plot}</td>
                <td class="number">{format::mean("accuracy", one.mean)}</td>
                <td class="number muted">{words}</td>
                <td class="number">{format::count(one.missing)}</td>
                <td class="number">{format::count(one.surplus)}</td>
                <td class="number">{format::count(one.n)}</td>
            </tr>
        }
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <div class="group">
                <table class="plain">
                    <thead>
                        <tr>
                            <th scope="col">"member"</th>
                            <th scope="col" class="plot">
                                <span class="unseen">{INTERVAL}</span>
                                {axis_labels()}
                            </th>
                            <th scope="col" class="number">"right"</th>
                            <th scope="col" class="number">{INTERVAL}</th>
                            <th scope="col" class="number">"missing"</th>
                            <th scope="col" class="number">"surplus"</th>
                            <th scope="col" class="number">"n"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    })
}

/// The mean in which each group weighs the same.
fn last_line(one: &GroupMean, is_compared: bool) -> AnyView {
    let ends = format::ends(one.interval.as_ref());
    let plot = format::is_share(&one.metric).then(|| interval(Some(one.mean), ends));
    let words = one.interval.as_ref().map(|ends| format::range(&one.metric, ends));
    view! {
        <tfoot>
            <tr>
                <th scope="row">"mean over groups"</th>
                <td class="plot">{plot}</td>
                <td class="number">{format::mean(&one.metric, Some(one.mean))}</td>
                <td class="number muted">{words}</td>
                <td class="number">{format::count(one.n)}</td>
                {is_compared.then(|| view! { <td></td> })}
            </tr>
        </tfoot>
    }
    .into_any()
}

fn line(ui: Ui, one: &Group, is_compared: bool) -> AnyView {
    let aggregate = &one.own;
    let Some(group) = aggregate.group.clone() else { return ().into_any() };
    let wanted = (group.column.clone(), group.value.clone());
    let pressed = {
        let wanted = wanted.clone();
        move || (ui.view.read().group.as_ref() == Some(&wanted)).to_string()
    };
    let name = words::value(&group.value);
    let difference = one.difference.map_or_else(|| "–".to_owned(), format::points);
    let ends = format::ends(aggregate.interval.as_ref());
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
            {is_compared.then(|| view! { <td class="number">{difference}</td> })}
        </tr>
    }
    .into_any()
}
