//! Where every gold question and every prediction went, in a line that adds up; the same files
//! under other presets; and what would move the number.

use crate::format;
use crate::prelude::*;
use crate::state::Ui;
use crate::widgets::dom;
use scoredrop::protocol::{AlsoAs, Move};
use scoredrop::types::{Reconciliation, State};

/// Id of the list of problems, where lost predictions are named.
pub const PROBLEMS: &str = "problems";

/// The line that adds up, beside it what came too much, and "also as".
pub fn counts(ui: Ui) -> AnyView {
    let line = move || {
        let (scored, run) = ui.selected()?;
        Some(sum(ui, &scored.runs[run].reconciliation))
    };
    let also = move || {
        let scored = ui.scored.get()?;
        (!scored.also_as.is_empty()).then(|| also_as(ui, &scored.also_as))
    };
    view! {
        <section class="counts" aria-label="Where every question went">
            {line}
            {also}
        </section>
    }
}

/// What single changes of settings would do.
pub fn moves(ui: Ui) -> AnyView {
    let content = move || {
        let scored = ui.scored.get()?;
        (!scored.moves.is_empty()).then(|| {
            let moves: Vec<AnyView> =
                scored.moves.iter().map(|change| one_move(ui, change)).collect();
            view! {
                <section class="moves">
                    <h2 class="lead-in">"What would move it"</h2>
                    <ul class="inline-list">{moves}</ul>
                </section>
            }
        })
    };
    content.into_any()
}

fn number(ui: Ui, count: u64, what: &str, states: Vec<State>, duplicates: bool) -> AnyView {
    let label = format!("Show the {} {what}", format::count(count));
    view! {
        <button
            class="count"
            disabled=count == 0
            aria-label=label
            on:click=move |_| {
                ui.show_all();
                ui.show(|view| {
                    view.states.clone_from(&states);
                    view.duplicates = duplicates;
                });
                dom::reveal(crate::questions::SECTION);
            }
        >
            {format::count(count)}
        </button>
    }
    .into_any()
}

fn sum(ui: Ui, found: &Reconciliation) -> AnyView {
    let states = [
        (State::Answered, found.answered),
        (State::NotExtracted, found.not_extracted),
        (State::Blank, found.blank),
        (State::Missing, found.missing),
        (State::Excluded, found.excluded),
    ];
    let terms: Vec<AnyView> = states
        .into_iter()
        // Presets that leave nothing out need no word for it.
        .filter(|(state, count)| *state != State::Excluded || *count > 0)
        .enumerate()
        .map(|(index, (state, count))| {
            let sign = if index == 0 { "= " } else { "+ " };
            view! {
                " "
                <span class="term" class:zero=count == 0>
                    {sign}
                    {number(ui, count, format::state(state), vec![state], false)}
                    " "
                    {format::state(state)}
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
                <button class="link" on:click=move |_| dom::reveal(PROBLEMS)>
                    {format::counted(count, what)}
                </button>
            }
            .into_any()
        })
        .collect();
    if found.duplicate_gold > 0 {
        let rows = if found.duplicate_gold == 1 { "gold row" } else { "gold rows" };
        let what = format!("{rows} with a repeated id");
        let count = number(ui, found.duplicate_gold, &what, vec![], true);
        beside.push(view! { <span>{count} " " {what}</span> }.into_any());
    }
    let beside = if beside.is_empty() {
        "no extra, replaced or unreadable predictions".into_any()
    } else {
        view! { "beside it: " {beside} }.into_any()
    };
    view! {
        <p class="sum">
            <span class="term">"gold " {number(ui, found.gold, "gold questions", vec![], false)}</span>
            {terms}
        </p>
        <p class="beside">{beside}</p>
    }
    .into_any()
}

fn also_as(ui: Ui, others: &[AlsoAs]) -> AnyView {
    let items: Vec<AnyView> = others
        .iter()
        .map(|other| {
            let id = other.preset.clone();
            let agreement = if other.agrees { "agrees throughout" } else { "differs in places" };
            view! {
                <li>
                    <button
                        class="link"
                        title="Score as this instead"
                        on:click=move |_| {
                            ui.choose(|choices| {
                                choices.preset = Some(id.clone());
                                choices.set.clear();
                            });
                        }
                    >
                        {other.preset.clone()}
                    </button>
                    " "
                    <strong>{format::percent(other.mean)}</strong>
                    " "
                    <small>{agreement}</small>
                </li>
            }
            .into_any()
        })
        .collect();
    view! { <div class="also"><span>"also as"</span> <ul class="inline-list">{items}</ul></div> }
        .into_any()
}

fn one_move(ui: Ui, change: &Move) -> AnyView {
    let (key, value) = change.set.clone();
    let answers = format::counted(change.changed, "answer");
    view! {
        <li>
            <button
                class="link"
                on:click=move |_| {
                    ui.choose(|choices| {
                        choices.set.insert(key.clone(), value.clone());
                    });
                }
            >
                {change.words.clone()}
            </button>
            " "
            <strong>{format::points(change.difference)}</strong>
            " "
            <small>{answers}</small>
        </li>
    }
    .into_any()
}
