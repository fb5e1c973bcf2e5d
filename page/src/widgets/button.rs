//! A button, in one form for the whole page: `view!` would make another for each action.

use crate::prelude::*;

/// A button of a class, with its words and what it does.
pub fn button(class: &'static str, words: impl Into<String>, act: impl Fn() + 'static) -> AnyView {
    made(class, words.into(), Box::new(act))
}

fn made(class: &'static str, words: String, act: Box<dyn Fn()>) -> AnyView {
    view! { <button class=class on:click=move |_| act()><bdi>{words}</bdi></button> }.into_any()
}
