//! A button that copies a text.

use super::dom;
use crate::prelude::*;

/// A button that copies a text; where that is denied, the text of the element `shown` is selected
/// instead.
pub fn copy_button(text: String, shown: &'static str) -> AnyView {
    let words = RwSignal::new("Copy");
    view! {
        <button
            class="quiet"
            aria-live="polite"
            on:click=move |_| {
                dom::copy(text.clone(), shown, move |copied| {
                    words.try_set(if copied { "Copied" } else { "Selected: press Ctrl+C" });
                });
            }
        >
            {move || words.get()}
        </button>
    }
    .into_any()
}
