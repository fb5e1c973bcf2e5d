//! Links to the page as it stands.

use crate::links::address;
use crate::prelude::*;

const LINK: &str = "link-text";

#[component]
pub fn Share() -> impl IntoView {
    let ui = Ui::here();
    let shown = RwSignal::new(String::new());
    let link = move |words: &'static str, signed: bool| {
        button("", words, move || {
            let Some(scored) = ui.scored.get_untracked() else { return };
            let address = address(ui, &scored, signed);
            shown.set(address.clone());
            dom::copy(address, LINK, move |copied| {
                let words =
                    if copied { words::LINK_COPIED } else { words::LINK_SELECTED_PRESS_CTRL_C };
                ui.announcement.set(words.to_owned());
            });
        })
    };
    let text = move || {
        let address = shown.get();
        (!address.is_empty()).then(
            || view! { <p class="copy-line"><code id=LINK class="data signature">{address}</code></p> },
        )
    };
    view! {
        <p class="muted">
            {words::A_LINK_CARRIES_THE_SETTINGS}
        </p>
        <p class="row-of-buttons">
            {link(words::COPY_LINK, false)}
            {link(words::COPY_LINK_WITH_SIGNATURE, true)}
        </p>
        {move || text()}
    }
}
