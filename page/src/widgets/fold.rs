//! What a narrow screen folds into one line, and a wide one shows.

use super::dom::listen;
use crate::prelude::*;

/// The width from which a window counts as wide; the style sheets use the same value.
const WIDE: &str = "(min-width: 721px)";

/// Whether the window is wide now.
pub fn is_wide() -> bool {
    window().match_media(WIDE).ok().flatten().is_none_or(|list| list.matches())
}

/// Shows its children; in a narrow window, behind a line that opens them.
#[component]
pub fn Fold(
    #[prop(into)] words: ViewFn,
    /// Whether it is open in a narrow window, too.
    #[prop(optional, into)]
    always: Signal<bool>,
    children: Children,
) -> impl IntoView {
    let wide = RwSignal::new(is_wide());
    if let Ok(Some(list)) = window().match_media(WIDE) {
        listen(list.into(), "change", move |_: web_sys::Event| wide.set(is_wide()));
    }
    view! {
        <details class="fold" prop:open=move || wide.get() || always.get()>
            <summary><span>{move || words.run()}</span></summary>
            {children()}
        </details>
    }
}
