//! One of several values, and what it would do to the number.

use super::whose;
use crate::prelude::*;
use scoredrop::session::protocol::Effect;

/// One choice of several: a radio button with its words, a remark, and what it would change.
pub struct Choice {
    /// Name of the group of radio buttons.
    pub group: &'static str,
    pub words: String,
    /// A remark beneath.
    pub help: String,
    pub checked: bool,
    /// Whether it can be taken.
    pub possible: bool,
}

impl Choice {
    /// The choice on the screen. `effect` stands at its end, `take` is called when it is chosen, be
    /// it in force already: what was guessed is then settled.
    pub fn view(self, effect: AnyView, take: impl Fn() + 'static) -> AnyView {
        let help = (!self.help.is_empty()).then(|| view! { <small>{self.help}</small> });
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=self.group
                    prop:checked=self.checked
                    disabled=!self.possible
                    on:click=move |_| take()
                />
                <span class="choice-words">
                    <bdi>{self.words}</bdi>
                    {help}
                </span>
                <span class="choice-effect">{effect}</span>
            </label>
        }
        .into_any()
    }
}

/// An effect in words: `25.2 → 24.9, −0.3; 12 answers change`, of several runs with the name of the selected one.
pub fn effect_words(ui: Ui, effect: &Effect) -> String {
    if let Some(problem) = &effect.problem {
        return problem.clone();
    }
    let changed = words::answers_change(effect.changed);
    let metric = effect.metric.as_ref().map(|id| format::metric(id) + " ").unwrap_or_default();
    let words = match (effect.mean, effect.difference) {
        (Some(mean), Some(difference)) if effect.changed > 0 => format!(
            "{metric}{} → {}, {}; {changed}",
            format::percent(mean - difference),
            format::percent(mean),
            format::points(difference)
        ),
        _ => changed,
    };
    words::number_of(whose(ui).as_deref(), &words)
}
