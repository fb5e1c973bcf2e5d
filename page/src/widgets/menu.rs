//! A menu that takes a choice only when the user has settled on it.

use crate::prelude::*;
use crate::widgets::dom::Timer;
use std::time::Duration;

/// How long a choice made with keys has to stay before it counts.
const REST: Duration = Duration::from_millis(700);

/// A menu. With the mouse, a choice counts at once. With keys, every letter and every arrow selects
/// an entry on the way to the wanted one. The entry counts that is selected when the user presses
/// Enter, leaves the menu or pauses.
pub fn menu(
    label: impl Into<String>,
    options: Vec<AnyView>,
    take: impl Fn(String) + Send + Sync + 'static,
) -> AnyView {
    menu_unless(false, label.into(), options, Callback::new(take))
}

pub fn option(value: impl Into<String>, words: impl Into<String>, is_chosen: bool) -> AnyView {
    let (value, words) = (value.into(), words.into());
    view! { <option value=value prop:selected=is_chosen>{words}</option> }.into_any()
}

/// The same menu, which can be `disabled`.
pub fn menu_unless(
    disabled: bool,
    label: String,
    options: Vec<AnyView>,
    take: Callback<String>,
) -> AnyView {
    let by_key = StoredValue::new(false);
    let chosen = StoredValue::new(None::<String>);
    let rest = StoredValue::new_local(None::<Timer>);
    let tell = move || {
        if let Some(value) = chosen.try_update_value(Option::take).flatten() {
            take.run(value);
        }
    };
    let change = move |event| {
        chosen.set_value(Some(event_target_value(&event)));
        if by_key.get_value() {
            rest.set_value(Timer::new(REST, tell));
        } else {
            tell();
        }
    };
    let press = move |event: web_sys::KeyboardEvent| {
        by_key.set_value(true);
        if event.key() == "Enter" {
            tell();
        }
    };
    view! {
        <select
            aria-label=label
            disabled=disabled
            on:change=change
            on:keydown=press
            on:pointerdown=move |_| by_key.set_value(false)
            on:blur=move |_| tell()
        >
            {options}
        </select>
    }
    .into_any()
}
