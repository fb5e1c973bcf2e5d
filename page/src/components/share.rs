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
                let words = if copied { "Link copied" } else { "Link selected: press Ctrl+C" };
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
            "A link carries the settings and the view: names of columns and runs, and any extra rules and \
            groupings you set. It never carries your files: whoever opens it drops their own copies. With \
            the signature, the page then says whether they are the same."
        </p>
        <p class="row-of-buttons">
            {link("Copy link", false)}
            {link("Copy link with signature", true)}
        </p>
        {move || text()}
    }
}
