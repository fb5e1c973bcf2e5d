//! Keys: the shortcuts of the whole page, and the list of them.

use crate::components::intake;
use crate::components::questions::{self, FILTER, GRID};
use crate::components::rail::RAIL_LINE;
use crate::prelude::*;
use crate::widgets::fold::is_wide;

const LIST: [(&str, &str); 14] = [
    ("o", "open files"),
    ("Ctrl+V", "paste a file or its text"),
    ("Ctrl+K", "find a command or a benchmark"),
    ("u, Ctrl+Z", "undo the last change"),
    ("Ctrl+Shift+Z", "redo it"),
    ("/", "find in the questions"),
    ("j, k or ↓, ↑", "next, previous question"),
    ("Enter", "why: open or close the question"),
    ("PgDn, PgUp, Home, End", "move through the questions"),
    ("←, → on the overview", "move; with Shift or Enter, select questions"),
    ("r", "run the programs of the open question again"),
    ("c", "clear the filters"),
    ("Esc", "close what is open"),
    ("?", "this list"),
];

#[component]
pub fn Keys() -> impl IntoView {
    let ui = Ui::here();
    let open = ui.keys;
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            drop(dialog.show_modal());
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    on_window("keydown", move |event: web_sys::KeyboardEvent| {
        if open.get_untracked() || ui.commands.get_untracked() || event.default_prevented() {
            return;
        }
        if press(ui, &event) {
            event.prevent_default();
        }
    });
    let rows: Vec<AnyView> = LIST
        .iter()
        .map(|(keys, words)| {
            view! { <div><dt><kbd>{*keys}</kbd></dt><dd>{*words}</dd></div> }.into_any()
        })
        .collect();
    view! {
        <dialog
            class="keys"
            node_ref=dialog
            aria-labelledby="keys-title"
            on:close=move |_| open.set(false)
        >
            <h2 id="keys-title">{words::KEYS}</h2>
            <dl>{rows}</dl>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || ui.shortcuts.get()
                    on:change=move |event| ui.shortcuts.set(event_target_checked(&event))
                />
                " single-letter shortcuts"
            </label>
            <p class="row-of-buttons">
                {button("", words::CLOSE, move || open.set(false))}
            </p>
        </dialog>
    }
}

/// Does what the key stands for; says whether it stood for anything.
fn press(ui: Ui, event: &web_sys::KeyboardEvent) -> bool {
    let key = event.key();
    let typing = dom::takes_text(event.target());
    if key == "Escape" {
        return escape(ui);
    }
    if key == "k" && (event.ctrl_key() || event.meta_key()) {
        ui.commands.set(true);
        return true;
    }
    if typing {
        return false;
    }
    if event.ctrl_key() || event.meta_key() {
        match (key.as_str(), event.shift_key()) {
            ("z", false) => ui.undo(),
            ("z" | "Z", true) | ("y", false) => ui.redo(),
            _ => return false,
        }
        return true;
    }
    if event.alt_key() || !ui.shortcuts.get_untracked() {
        return false;
    }
    match key.as_str() {
        "?" => ui.keys.set(true),
        "o" => intake::choose(None),
        "u" => ui.undo(),
        "/" => dom::focus(FILTER),
        "c" => ui.show_all(),
        "r" => return ui.run_open_again(),
        "j" | "k" => {
            dom::focus(GRID);
            questions::step(ui, if key == "j" { 1 } else { -1 });
        }
        _ => return false,
    }
    true
}

fn escape(ui: Ui) -> bool {
    if ui.editor.get_untracked().is_some() {
        ui.close_editor();
    } else if ui.open.get_untracked().is_some() {
        ui.open.set(None);
    } else if ui.rail.get_untracked() && !is_wide() {
        ui.rail.set(false);
        dom::focus(RAIL_LINE);
    } else {
        return false;
    }
    true
}
