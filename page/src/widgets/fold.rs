//! What a narrow screen folds into one line, and a wide one shows.

use super::dom::listen;
use crate::prelude::*;

/// Where windows count as wide; the style sheets say the same.
const WIDE: &str = "(min-width: 721px)";

/// Whether the window is wide now.
pub fn is_wide() -> bool {
    window().match_media(WIDE).ok().flatten().is_none_or(|list| list.matches())
}

/// Its children; in a narrow window behind a line that opens.
#[component]
pub fn Fold(
    /// The line.
    #[prop(into)]
    words: ViewFn,
    /// Whether it is open in a narrow window, too.
    #[prop(optional, into)]
    always: Signal<bool>,
    /// What it opens.
    children: Children,
) -> impl IntoView {
    let list = window().match_media(WIDE).ok().flatten();
    let wide = RwSignal::new(list.as_ref().is_none_or(web_sys::MediaQueryList::matches));
    if let Some(list) = list {
        let now = list.clone();
        listen(list.into(), "change", move |_: web_sys::Event| wide.set(now.matches()));
    }
    view! {
        <details class="fold" prop:open=move || wide.get() || always.get()>
            <summary><span>{move || words.run()}</span></summary>
            {children()}
        </details>
    }
}
