//! A searchable list of the page's commands and benchmarks: Ctrl+K.

use crate::components::intake;
use crate::components::tabs::TABS;
use crate::prelude::*;
use crate::store::Tab;

const LIST: &str = "commands-list";
const FIND: &str = "Find a command or a benchmark";

/// So many are listed; more letters bring the others.
const MOST: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Open,
    Undo,
    Redo,
    RemoveFiles,
    ShowAll,
    Keys,
    Show(Tab),
    Score(Option<String>),
}

/// A dialog with a search field and the commands that match.
#[component]
pub fn Commands() -> impl IntoView {
    let ui = Ui::here();
    let open = ui.commands;
    let (find, place) = (RwSignal::new(String::new()), RwSignal::new(0_usize));
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            find.set(String::new());
            place.set(0);
            drop(dialog.show_modal());
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    let found = Memo::new(move |_| if open.get() { fitting(ui, &find.read()) } else { Vec::new() });
    let take = move |at: usize| {
        let Some((_, act)) = found.read_untracked().get(at).cloned() else { return };
        // What it opens takes the focus.
        open.set(false);
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
        perform(ui, act);
    };
    let press = move |event: web_sys::KeyboardEvent| {
        let last = found.read_untracked().len().saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => place.update(|place| {
                *place = if *place < last { *place + 1 } else { 0 };
            }),
            "ArrowUp" => place.update(|place| {
                *place = place.checked_sub(1).unwrap_or(last);
            }),
            "Enter" => take(place.get_untracked()),
            _ => return,
        }
        event.prevent_default();
    };
    let option = move |(at, (words, _)): (usize, (String, Act))| {
        let is_chosen = move || place.get() == at;
        view! {
            <li
                id=id(at)
                role="option"
                aria-selected=move || is_chosen().to_string()
                on:click=move |_| take(at)
            >
                {words}
            </li>
        }
        .into_any()
    };
    let list = move || found.get().into_iter().enumerate().map(option).collect::<Vec<_>>();
    let none = move || {
        found.read().is_empty().then(|| view! { <p class="muted">"Nothing has that name."</p> })
    };
    view! {
        <dialog class="commands" node_ref=dialog aria-label="Commands" on:close=move |_| open.set(false)>
            <input
                type="text"
                role="combobox"
                placeholder=FIND
                aria-label=FIND
                aria-expanded="true"
                aria-controls=LIST
                aria-activedescendant=move || (!found.read().is_empty()).then(|| id(place.get()))
                autocomplete="off"
                prop:value=move || find.get()
                on:input=move |event| {
                    find.set(event_target_value(&event));
                    place.set(0);
                }
                on:keydown=press
            />
            <ul id=LIST role="listbox" aria-label="Commands">{list}</ul>
            {none}
        </dialog>
    }
}

fn id(at: usize) -> String {
    format!("command-{at}")
}

/// What can be done now, as far as its name has all of these words.
fn fitting(ui: Ui, find: &str) -> Vec<(String, Act)> {
    let has_score = ui.scored.read().is_some();
    let mut all = vec![("Open files".to_owned(), Act::Open)];
    if has_score {
        let fits = |tab: &Tab| *tab != Tab::Compare || ui.has_several_runs();
        let tabs = TABS.iter().filter(|(tab, ..)| fits(tab));
        all.extend(
            tabs.map(|(tab, _, title)| (format!("Show {}", title.to_lowercase()), Act::Show(*tab))),
        );
        all.push(("Clear the filters".to_owned(), Act::ShowAll));
    }
    all.push(("Undo".to_owned(), Act::Undo));
    all.push(("Redo".to_owned(), Act::Redo));
    if !ui.summary.read().files.is_empty() {
        all.push(("Remove all files".to_owned(), Act::RemoveFiles));
    }
    all.push(("Keyboard shortcuts".to_owned(), Act::Keys));
    // The host of a page chooses what it scores by.
    if !Ui::is_hosted() {
        all.push(("Score as the files suggest".to_owned(), Act::Score(None)));
        let presets = ui.presets.read();
        let score = |id: &String, title: &String| {
            (format!("Score as {title} ({id})"), Act::Score(Some(id.clone())))
        };
        all.extend(presets.iter().map(|preset| score(&preset.id, &preset.title)));
    }
    let wanted: Vec<String> = find.split_whitespace().map(str::to_lowercase).collect();
    all.retain(|(name, _)| {
        let name = name.to_lowercase();
        wanted.iter().all(|wanted| name.contains(wanted.as_str()))
    });
    all.truncate(MOST);
    all
}

fn perform(ui: Ui, act: Act) {
    match act {
        Act::Open => intake::choose(None),
        Act::Undo => ui.undo(),
        Act::Redo => ui.redo(),
        Act::RemoveFiles => ui.clear(),
        Act::ShowAll => ui.show_all(),
        Act::Keys => ui.keys.set(true),
        Act::Show(tab) => ui.open_tab(tab),
        Act::Score(preset) => ui.score_as(preset),
    }
}
