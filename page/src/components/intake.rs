//! How files come in: dropped, chosen, pasted.

use crate::prelude::*;
use crate::unpack;
use gloo_file::{File, FileList};
use js_sys::Array;
use scoredrop::base::limit::MOST_FILES;
use scoredrop::base::types::Role;
use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, DragEvent, HtmlInputElement};

pub const INPUT: &str = "choose-files";

/// Where the field keeps the role that is chosen for: it outlives its dialog.
const ROLE: &str = "data-role";

/// Opens the browser's file dialog; what is chosen gets the role, if one is given.
pub fn choose(role: Option<Role>) {
    let Some(input) = dom::by_id(INPUT) else { return };
    drop(input.set_attribute(ROLE, role.map_or("", Role::name)));
    input.click();
}

/// A role that files can be chosen for, by its name.
pub fn role_of(name: &str) -> Option<Role> {
    [Role::Gold, Role::Predictions].into_iter().find(|role| role.name() == name)
}

/// Listens for files, and shows that they may be dropped.
#[component]
pub fn Intake() -> impl IntoView {
    let ui = Ui::here();
    let over = RwSignal::new(false);
    on_window("dragover", move |event: DragEvent| {
        if carries_files(event.data_transfer()) {
            event.prevent_default();
            over.set(true);
        }
    });
    on_window("dragleave", move |event: DragEvent| {
        // Only leaving the window has no element it goes to.
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    on_window("drop", move |event: DragEvent| {
        over.set(false);
        if let Some(transfer) = event.data_transfer()
            && carries_files(Some(transfer.clone()))
        {
            event.prevent_default();
            // Asked now: after the event the browser forgets what was dropped.
            ui.add_found(unpack::dropped(&transfer.items(), MOST_FILES), None);
        }
    });
    on_window("paste", move |event| paste(ui, &event));
    on_window("change", move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input.filter(|input| input.id() == INPUT) else { return };
        let role = input.get_attribute(ROLE).and_then(|name| role_of(&name));
        drop(input.remove_attribute(ROLE));
        ui.add(list(input.files()), role);
        // The same file may be chosen again.
        input.set_value("");
    });
    for given in unpack::early(MOST_FILES) {
        let given = Array::from(&given);
        let role = given.get(1).as_string().and_then(|name| role_of(&name));
        ui.add_found(given.get(0).unchecked_into(), role);
    }
    // The first page leaves its own: a dialog of it may be open.
    let input = dom::by_id(INPUT).is_none().then(|| {
        view! { <input id=INPUT type="file" multiple hidden aria-label=words::FILES_TO_SCORE /> }
    });
    view! {
        {input}
        <div class="drop" hidden=move || !over.get() aria-hidden="true">
            <p class="drop-words">"Drop the files to score them"</p>
        </div>
    }
}

fn carries_files(transfer: Option<DataTransfer>) -> bool {
    transfer.is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0))
}

fn list(files: Option<web_sys::FileList>) -> Vec<File> {
    files.map_or_else(Vec::new, |files| FileList::from(files).to_vec())
}

/// Pasted files are opened; pasted text becomes a file, unless it goes into a field.
fn paste(ui: Ui, event: &web_sys::ClipboardEvent) {
    let Some(data) = event.clipboard_data() else { return };
    if dom::takes_text(event.target()) {
        return;
    }
    // Spreadsheets put a picture of the cells beside their text.
    let is_data = |file: &File| !file.raw_mime_type().starts_with("image/");
    let files: Vec<_> = list(data.files()).into_iter().filter(is_data).collect();
    if !files.is_empty() {
        return ui.add(files, None);
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    if text.trim().is_empty() {
        return;
    }
    event.prevent_default();
    let count = ui.summary.read_untracked().files.len() + 1;
    ui.add(vec![File::new(&format!("pasted-{count}"), text.as_str())], None);
}
