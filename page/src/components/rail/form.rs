//! How a text file is read: what was guessed, each part of it a menu.

use crate::prelude::*;
use crate::widgets::menu::{menu, option};
use scoredrop::session::protocol::FileCard;
use scoredrop::table::{Form, FormPart};

/// A value and its words.
type Entry = (&'static str, &'static str);

/// Parts of a form: which, what the menu is called, and the values.
const PARTS: [(FormPart, &str, &[Entry]); 3] = [
    (
        FormPart::Encoding,
        "Encoding",
        &[
            ("utf-8", "UTF-8"),
            ("utf-16le", "UTF-16 LE"),
            ("utf-16be", "UTF-16 BE"),
            ("windows-1252", "Windows-1252"),
        ],
    ),
    (
        FormPart::Separator,
        "Separator",
        &[
            ("comma", "split at commas"),
            ("semicolon", "split at semicolons"),
            ("tabulator", "split at tabs"),
            ("bar", "split at pipes"),
            ("none", "one value on each line"),
        ],
    ),
    (FormPart::Header, "First row", &[("yes", "first row: names"), ("no", "first row: data")]),
];

/// A menu for each part of the form of a file; none where it was made of something else. The value
/// in force says whether it is a guess; what was chosen can be left to the file again.
pub fn menus(ui: Ui, file: &FileCard) -> Option<AnyView> {
    let slot = file.slot;
    let one = |(part, label, values): (FormPart, &'static str, &[Entry])| {
        let now = file.form.value(part)?;
        let is_chosen = ui.choices.with_untracked(|choices| {
            choices.forms.get(&slot).is_some_and(|form| form.value(part).is_some())
        });
        let back = is_chosen.then_some(("", "detect"));
        let options = values.iter().copied().chain(back).map(|(value, words)| {
            let guess = if value == now && !is_chosen { " (guess)" } else { "" };
            let words = [words, guess].concat();
            option(value, words, value == now)
        });
        let options = options.collect();
        Some(menu(label, options, move |value| {
            ui.choose(|choices| {
                let form = choices.forms.entry(slot).or_default();
                form.set(part, &value);
                if *form == Form::default() {
                    choices.forms.remove(&slot);
                }
            });
        }))
    };
    let menus: Vec<AnyView> = PARTS.into_iter().filter_map(one).collect();
    (!menus.is_empty()).then(|| {
        view! { <p class="row-of-buttons"><span class="muted">"read as"</span>{menus}</p> }
            .into_any()
    })
}
