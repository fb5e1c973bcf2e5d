//! Buttons, each in one form for the whole page: `view!` would make another for each action.

use crate::prelude::*;

/// A button of a class, with its words and what it does.
pub fn button(class: &'static str, words: impl Into<String>, act: impl Fn() + 'static) -> AnyView {
    made(class, words.into(), Box::new(act))
}

fn made(class: &'static str, words: String, act: Box<dyn Fn()>) -> AnyView {
    view! { <button class=class on:click=move |_| act()><bdi>{words}</bdi></button> }.into_any()
}

/// A button that is pressed or not, as a filter is.
pub fn chip(
    words: AnyView,
    pressed: impl Fn() -> bool + Send + 'static,
    act: impl Fn() + 'static,
) -> AnyView {
    pressable(words, Box::new(pressed), Box::new(act))
}

fn pressable(words: AnyView, pressed: Box<dyn Fn() -> bool + Send>, act: Box<dyn Fn()>) -> AnyView {
    view! { <button class="chip" aria-pressed=move || pressed().to_string() on:click=move |_| act()>{words}</button> }
        .into_any()
}

/// A chip for something in force, with a button that removes it; `label` describes the removal.
pub fn leave(label: String, words: AnyView, act: impl Fn() + 'static) -> AnyView {
    view! {
        <button class="chip" aria-pressed="true" aria-label=label on:click=move |_| act()>
            {words}
            <span class="screen-only">" ×"</span>
        </button>
    }
    .into_any()
}

/// A form that its button or the Enter key sends to the page itself.
#[component]
pub fn EntryForm(
    class: &'static str,
    send: impl Fn() + 'static,
    children: Children,
) -> impl IntoView {
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        send();
    };
    view! { <form class=class on:submit=submit>{children()}</form> }
}
