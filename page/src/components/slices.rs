//! What results are broken down by, and what holds questions together: any column of the gold file.

use crate::prelude::*;
use crate::widgets::button::{EntryForm, leave};
use crate::widgets::menu::{menu, option};
use scoredrop::base::types::Role;
use scoredrop::session::protocol::{Choices, Reply, Request};

const ALREADY_THERE: &str =
    "this breakdown already exists; for another one, add edges, such as COLUMN:10,20";

fn columns(ui: Ui) -> Vec<String> {
    let summary = ui.summary.read();
    let gold = summary.files.iter().find(|file| {
        file.role.as_ref().is_some_and(|role| matches!(role.value, Role::Gold | Role::Table))
    });
    gold.map_or_else(Vec::new, |file| file.columns.iter().map(|one| one.name.clone()).collect())
}

/// The line with which breakdowns are added and clusters chosen, and the breakdowns in force.
pub fn editor(ui: Ui) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let names = Memo::new(move |_| columns(ui));
    let add = move || {
        let wanted = text.get_untracked().trim().to_owned();
        if wanted.is_empty() {
            return;
        }
        let with = move |choices: &mut Choices| {
            if !choices.slices.contains(&wanted) {
                choices.slices.push(wanted);
            }
        };
        commit(ui, with, problem, Some(text));
    };
    let options = move || -> Vec<AnyView> {
        names
            .get()
            .into_iter()
            .map(|name| view! { <option value=name></option> }.into_any())
            .collect()
    };
    // The filter of the table as a condition, beside what stands in the field.
    let condition = move || {
        let view = ui.view.read();
        let (column, value) = view.group.as_ref()?;
        names.read().contains(column).then(|| format!("{}={}", quoted(column), quoted(value)))
    };
    let combine = move || {
        condition().map(|condition| {
            button("link", format!("add {condition} to the line"), move || {
                text.update(|text| {
                    if !text.trim().is_empty() {
                        text.push('&');
                    }
                    text.push_str(&condition);
                });
            })
        })
    };
    let cluster = move || {
        let chosen = ui.choices.with(|choices| choices.cluster.clone());
        let none = option("", "single questions", chosen.is_none());
        let each = names.get().into_iter();
        let each = each.map(|name| option(&name, &name, chosen.as_ref() == Some(&name)));
        let options = std::iter::once(none).chain(each).collect();
        menu("Intervals over", options, move |value| {
            let value = Some(value).filter(|value| !value.is_empty());
            commit(ui, |choices| choices.cluster = value, problem, None);
        })
    };
    let in_force = move || {
        let scored = ui.scored.get()?;
        let chosen = ui.choices.with(|choices| choices.slices.clone());
        let words = |text: &str| {
            let found = scored.slices.iter().find(|card| card.slice == text);
            let words = found.map(|card| card.words.clone());
            let is_own = || scored.groups.iter().any(|column| column == text);
            words.or_else(|| is_own().then(|| ALREADY_THERE.to_owned())).unwrap_or_default()
        };
        let remark = |text: &str| scored.empty_slices.get(text).cloned();
        let items: Vec<AnyView> =
            chosen.into_iter().map(|text| item(ui, &text, words(&text), remark(&text))).collect();
        (!items.is_empty()).then(|| view! { <ul class="slices">{items}</ul> })
    };
    // What the menu says of the numbers, where there is no menu.
    let over = move || {
        let words = format!("Intervals are over {}.", ui.scored.get()?.cluster.as_ref()?.words());
        Some(view! { <p class="muted paper-only">{words}</p> })
    };
    view! {
        <EntryForm class="slice-line screen-only" send=add>
            <label class="tool">
                "break down by "
                <input
                    id="slice"
                    type="text"
                    class="data"
                    list="gold-columns"
                    autocomplete="off"
                    aria-describedby="slice-help"
                    bind:value=text
                />
            </label>
            <datalist id="gold-columns">{move || options()}</datalist>
            <button>{words::ADD}</button>
            <span class="tool">"intervals over " {move || cluster()}</span>
        </EntryForm>
        <p id="slice-help" class="muted screen-only">
            "Name a column, with edges if it holds numbers, as in "
            <code>"length:0,10,20"</code>
            ", or conditions, as in "
            <code>"hard: level>=4&type=Algebra"</code>
            "."
        </p>
        // Within the form it would send it.
        <p class="screen-only">{move || combine()}</p>
        <p class="slice-problem" role="status">{move || problem.get()}</p>
        {move || in_force()}
        {move || over()}
    }
}

fn item(ui: Ui, text: &str, words: String, remark: Option<String>) -> AnyView {
    let label = format!("Remove the breakdown by {text}");
    let (name, gone) = (text.to_owned(), text.to_owned());
    let remark = remark.map(|words| view! { <p class="slice-empty"><bdi>{words}</bdi></p> });
    let chip = leave(label, view! { <bdi>{name}</bdi> }.into_any(), move || {
        ui.choose(|choices| choices.slices.retain(|one| *one != gone));
    });
    view! {
        <li>
            {chip}
            " "
            <span class="muted"><bdi>{words}</bdi></span>
            {remark}
        </li>
    }
    .into_any()
}

/// Makes a choice that the scorer finds nothing wrong with; what is wrong is said and the score stays.
pub fn commit(
    ui: Ui,
    change: impl FnOnce(&mut Choices),
    problem: RwSignal<Option<String>>,
    field: Option<RwSignal<String>>,
) {
    let mut choices = ui.choices.get_untracked();
    change(&mut choices);
    let alternatives = vec![choices.clone()];
    ui.ask(&Request::Preview { run: 0, alternatives }, move |(reply, _)| {
        let Ok(Reply::Previewed { effects }) = reply else { return };
        let wrong = effects.first().and_then(|effect| effect.problem.clone());
        if wrong.is_none() {
            ui.choose(|now| *now = choices);
            if let Some(field) = field {
                field.try_set(String::new());
            }
        }
        problem.try_set(wrong);
    });
}

/// A name or value as it may stand in a condition.
fn quoted(text: &str) -> String {
    if text.contains([':', '&', '=', '!', '<', '>', '"']) || text.trim() != text {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.to_owned()
    }
}
