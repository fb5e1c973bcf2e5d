//! Breakdowns: a table for each group column, its intervals on one axis.

use crate::components::interval::{axis_labels, interval};
use crate::components::slices;
use crate::format;
use crate::prelude::*;
use crate::store::{Ui, beside};
use crate::widgets::button::button;
use crate::widgets::menu::{menu, option};
use crate::widgets::number::sort_by_number;
use crate::words;
use scoredrop::aggregate::{Aggregate, SMALL, small_words};
use scoredrop::protocol::RunCard;

/// Groups shown before "show all".
const SHOWN: usize = 40;

/// What the groups are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    /// As the breakdown has them.
    #[default]
    Given,
    Lowest,
    Highest,
    Largest,
    /// By the difference to the baseline, the worst first.
    Difference,
}

const ORDERS: [(&str, Order, &str); 5] = [
    ("given", Order::Given, words::AS_GIVEN),
    ("lowest", Order::Lowest, words::LOWEST_SCORE_FIRST),
    ("highest", Order::Highest, words::HIGHEST_SCORE_FIRST),
    ("largest", Order::Largest, words::MOST_QUESTIONS_FIRST),
    ("difference", Order::Difference, words::LARGEST_LOSS_FIRST),
];

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
    let order = RwSignal::new(Order::default());
    let content = move || {
        let (scored, index) = ui.selected()?;
        let run = &scored.runs[index];
        let head = &run.aggregates.first()?.metric;
        let of_head = |run: &RunCard, column: &str| {
            let all = run.aggregates.iter().filter(|one| one.metric == *head);
            let of_column =
                |one: &&Aggregate| one.group.as_ref().is_some_and(|group| group.column == *column);
            all.filter(of_column).cloned().collect::<Vec<Aggregate>>()
        };
        // The run that all are compared with stands beside the best of the others.
        let baseline = scored.baseline as usize;
        let beside =
            if baseline == index { beside(&scored, index as u32) as usize } else { baseline };
        let other = scored.runs.get(beside).filter(|_| beside != index);
        let tables: Vec<AnyView> = scored
            .groups
            .iter()
            .filter_map(|column| {
                let others = other.map(|run| of_head(run, column)).unwrap_or_default();
                let difference = |own: &Aggregate| {
                    let other = others.iter().find(|one| one.group == own.group)?;
                    Some(own.mean? - other.mean?)
                };
                let groups: Vec<Group> = of_head(run, column)
                    .into_iter()
                    .map(|own| Group { difference: difference(&own), own })
                    .collect();
                let other = other.map(|run| format::short(&run.name));
                (!groups.is_empty()).then(|| table(ui, column, sorted(groups, order.get()), other))
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
        let name = (scored.runs.len() > 1).then(|| format::short(&scored.runs[run].name));
        let head = &scored.runs[run].aggregates.first()?.metric;
        Some(words::metric_by_group(head, name.as_deref()))
    };
    let any = Memo::new(move |_| {
        ui.scored.with(|scored| scored.as_ref().is_some_and(|one| !one.groups.is_empty()))
    });
    let sorting = move || {
        let several = ui.has_several_runs();
        let fits = |order: Order| several || order != Order::Difference;
        let options = ORDERS.into_iter().filter(|(_, one, _)| fits(*one));
        let options = options.map(|(value, one, words)| option(value, words, order.get() == one));
        let menu = menu(words::ORDER_OF_THE_GROUPS, options.collect(), move |value| {
            if let Some((_, chosen, _)) = ORDERS.iter().find(|(name, ..)| *name == value) {
                order.set(*chosen);
            }
        });
        any.get().then(|| view! { <p class="tool">{words::ORDER} {menu}</p> })
    };
    let none = move || {
        (!any.get()).then(|| view! { <p class="muted">{words::NOTHING_PARTS_THE_QUESTIONS}</p> })
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

fn sorted(mut groups: Vec<Group>, order: Order) -> Vec<Group> {
    let weight = |group: &Group| match order {
        Order::Given => 0.0,
        Order::Lowest => group.own.mean.unwrap_or(f64::INFINITY),
        Order::Highest => -group.own.mean.unwrap_or(f64::NEG_INFINITY),
        Order::Largest => -(group.own.n as f64),
        Order::Difference => group.difference.unwrap_or(f64::INFINITY),
    };
    sort_by_number(&mut groups, weight);
    groups
}

/// Whether a group is so small that its n is marked.
fn is_small(aggregate: &Aggregate) -> bool {
    aggregate.n < SMALL
}

fn table(ui: Ui, column: &str, groups: Vec<Group>, other: Option<String>) -> AnyView {
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
                            <span class="unseen">{words::INTERVAL}</span>
                            {axis_labels()}
                        </th>
                        <th scope="col" class="number">{words::MEAN}</th>
                        <th scope="col" class="number">{words::INTERVAL}</th>
                        <th scope="col" class="number">"n"</th>
                        {against}
                    </tr>
                </thead>
                <tbody>{move || rows()}</tbody>
            </table>
            {move || more()}
        </div>
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
    let name = if group.value.is_empty() { words::EMPTY_VALUE.to_owned() } else { group.value };
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
