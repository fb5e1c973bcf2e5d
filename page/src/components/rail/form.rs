//! How a text file is read: what was guessed, each part of it a menu.

use crate::prelude::*;
use crate::widgets::menu::{menu, option};
use scoredrop::session::protocol::FileCard;

/// A value and its words.
type Entry = (&'static str, &'static str);

/// Parts of a form: the name, what the menu is called, and the values.
const PARTS: [(&str, &str, &[Entry]); 3] = [
    (
        "encoding",
        "Encoding",
        &[
            ("utf-8", "UTF-8"),
            ("utf-16le", "UTF-16 LE"),
            ("utf-16be", "UTF-16 BE"),
            ("windows-1252", "Windows-1252"),
        ],
    ),
    (
        "separator",
        "Separator",
        &[
            ("comma", "split at commas"),
            ("semicolon", "split at semicolons"),
            ("tabulator", "split at tabs"),
            ("bar", "split at pipes"),
            ("none", "one value on each line"),
        ],
    ),
    ("header", "First row", &[("yes", "first row: names"), ("no", "first row: data")]),
];

/// A menu for each part of the form of a file; none where it was made of something else. The value
/// in force says whether it is a guess; what was chosen can be left to the file again.
pub fn menus(ui: Ui, file: &FileCard) -> Option<AnyView> {
    let one = |(part, now): &(String, String)| {
        let (_, label, values) = PARTS.iter().find(|(name, ..)| name == part)?;
        let key = [&file.slot.to_string(), ".", part].concat();
        let is_chosen = ui.choices.with_untracked(|choices| choices.forms.contains_key(&key));
        let back = is_chosen.then_some(("", "let the file decide"));
        let options = values.iter().copied().chain(back).map(|(value, words)| {
            let guess = if value == now && !is_chosen { " (guess)" } else { "" };
            let words = [words, guess].concat();
            option(value, words, value == now)
        });
        let options = options.collect();
        Some(menu(*label, options, move |value| {
            ui.choose(|choices| {
                if value.is_empty() {
                    choices.forms.remove(&key);
                } else {
                    choices.forms.insert(key.clone(), value);
                }
            });
        }))
    };
    let menus: Vec<AnyView> = file.form.iter().filter_map(one).collect();
    (!menus.is_empty()).then(|| {
        view! { <p class="row-of-buttons"><span class="muted">"read as"</span>{menus}</p> }
            .into_any()
    })
}
