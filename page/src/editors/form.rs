//! How a text file is read: what was guessed, each part of it a menu.

use crate::prelude::*;
use crate::state::Ui;
use crate::widgets::menu::menu;
use scoredrop::input::{Encoding, Form, Separator};
use scoredrop::protocol::FileCard;

const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1252];
const SEPARATORS: [Separator; 5] =
    [Separator::Comma, Separator::Semicolon, Separator::Tabulator, Separator::Bar, Separator::None];
const HEADERS: [bool; 2] = [true, false];

/// A part of a form: what it is called, its values in words, the place of one of them in that list,
/// and how it is taken from there.
struct Part {
    label: &'static str,
    words: &'static [&'static str],
    place: fn(&Form) -> Option<usize>,
    take: fn(&mut Form, Option<usize>),
}

const PARTS: [Part; 3] = [
    Part {
        label: "Encoding",
        words: &["UTF-8", "UTF-16 LE", "UTF-16 BE", "Windows-1252"],
        place: |form| ENCODINGS.iter().position(|each| Some(*each) == form.encoding),
        take: |form, place| form.encoding = place.and_then(|at| ENCODINGS.get(at).copied()),
    },
    Part {
        label: "Separator",
        words: &[
            "split at commas",
            "split at semicolons",
            "split at tabulators",
            "split at bars",
            "one value a line",
        ],
        place: |form| SEPARATORS.iter().position(|each| Some(*each) == form.separator),
        take: |form, place| form.separator = place.and_then(|at| SEPARATORS.get(at).copied()),
    },
    Part {
        label: "First row",
        words: &["first row: names", "first row: data"],
        place: |form| HEADERS.iter().position(|each| Some(*each) == form.header),
        take: |form, place| form.header = place.and_then(|at| HEADERS.get(at).copied()),
    },
];

/// A menu for each part of the form of a file; none where it was made of something else.
pub fn menus(ui: Ui, file: &FileCard) -> Option<AnyView> {
    let slot = file.slot;
    let chosen = ui.choices.with_untracked(|choices| choices.forms.get(&slot).cloned());
    let chosen = chosen.unwrap_or_default();
    let menus: Vec<AnyView> = PARTS
        .iter()
        .filter_map(|part| {
            let place = (part.place)(&file.form)?;
            Some(part_menu(ui, slot, part, place, (part.place)(&chosen).is_some()))
        })
        .collect();
    (!menus.is_empty()).then(|| {
        view! { <p class="row-of-buttons"><span class="muted">"read as"</span>{menus}</p> }
            .into_any()
    })
}

/// The menu of one part. The value in force says whether it is a guess; what was chosen can be left
/// to the file again.
fn part_menu(ui: Ui, slot: u32, part: &'static Part, now: usize, is_chosen: bool) -> AnyView {
    let back =
        is_chosen.then(|| view! { <option value="">"let the file decide"</option> }.into_any());
    let words = part.words.iter().enumerate().map(|(place, words)| {
        let guess = if place == now && !is_chosen { " (guess)" } else { "" };
        view! {
            <option value=place.to_string() prop:selected=place == now>
                {[*words, guess].concat()}
            </option>
        }
        .into_any()
    });
    let options = words.chain(back).collect();
    let take = Callback::new(move |value: String| {
        ui.choose(|choices| {
            let mut form = choices.forms.get(&slot).cloned().unwrap_or_default();
            (part.take)(&mut form, value.parse().ok());
            choices.forms.insert(slot, form);
        });
    });
    menu(part.label.to_owned(), false, options, take)
}
