//! Where every gold question and every prediction went, in a line that adds up.

use crate::components::checks::CHECKS;
use crate::components::steady::steady;
use crate::prelude::*;
use scoredrop::base::digits::by_number;
use scoredrop::base::types::State;
use scoredrop::session::protocol::RunCard;

/// The line that adds up, and beside it what came too much.
#[component]
pub fn Counts() -> impl IntoView {
    let ui = Ui::here();
    let line = move || {
        let (scored, run) = ui.headline()?;
        // Of several runs the counts are those of one.
        let name = (scored.runs.len() > 1).then(|| scored.runs[run].short_name.clone());
        Some(sum(ui, &scored.runs[run], name))
    };
    let (region, height) = (NodeRef::<html::Div>::new(), RwSignal::new(None));
    steady(ui, move || region.get_untracked().map(Into::into), height);
    view! {
        <div
            class="counts"
            style:min-height=move || height.get().map(|height: i32| format!("{height}px"))
            node_ref=region
            role="toolbar"
            aria-label="Questions by outcome"
            data-roving=""
        >
            {move || line()}
        </div>
    }
}

fn number(ui: Ui, count: u64, what: &str, states: Vec<State>, duplicates: bool) -> AnyView {
    count_button(format!("Show the {} {what}", format::count(count)), count, move || {
        ui.reveal(|view| {
            view.states.clone_from(&states);
            view.duplicates = duplicates;
        });
    })
}

/// A count that shows what it counts, which `label` tells.
pub fn count_button(label: String, count: u64, act: impl Fn() + 'static) -> AnyView {
    view! {
        <button class="count" disabled=count == 0 aria-label=label on:click=move |_| act()>
            {format::count(count)}
        </button>
    }
    .into_any()
}

fn sum(ui: Ui, run: &RunCard, name: Option<String>) -> AnyView {
    let found = &run.figures.reconciliation;
    let some = found.by_state().into_iter().filter(|(_, count)| *count > 0);
    let terms: Vec<AnyView> = some
        .enumerate()
        .map(|(index, (state, count))| {
            let sign = if index == 0 { "= " } else { "+ " };
            view! {
                " "
                <span class="term">
                    {sign}
                    {number(ui, count, format::state_in(run, state), vec![state], false)}
                    " "
                    {format::state_in(run, state)}
                </span>
            }
            .into_any()
        })
        .collect();
    let beside = [
        (found.extra, "extra prediction"),
        (found.duplicate_predictions, "replaced prediction"),
        (found.unparseable, "unreadable row"),
    ];
    let mut beside: Vec<AnyView> = beside
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| {
            view! {
                <button
                    class="link"
                    on:click=move |_| {
                        ui.checks_height.set(None);
                        dom::reveal(CHECKS);
                    }
                >
                    {format::counted(count, what)}
                </button>
            }
            .into_any()
        })
        .collect();
    if found.duplicate_gold > 0 {
        let rows = by_number(found.duplicate_gold as usize, "gold row", "gold rows");
        let what = format!("{rows} with a repeated id");
        let count = number(ui, found.duplicate_gold, &what, vec![], true);
        beside.push(view! { <span>{count} " " {what}</span> }.into_any());
    }
    let beside = (!beside.is_empty()).then(|| view! { <p class="beside">"also: " {beside}</p> });
    view! {
        <p class="sum">
            {name.map(|name| view! { <span class="muted"><bdi>{name}</bdi>": "</span> })}
            <span class="term">{words::GOLD} " " {number(ui, found.gold, "gold questions", vec![], false)}</span>
            {terms}
        </p>
        {beside}
    }
    .into_any()
}
