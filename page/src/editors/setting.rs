//! The editor of one setting: its values, and what each would do to the headline.

use super::{Choice, effect_words};
use crate::prelude::*;
use crate::state::Ui;
use crate::widgets::button::button;
use scoredrop::protocol::{Choices, Effect as Change, Reply, Request, SettingCard};

/// The values of a setting.
pub fn options(ui: Ui, key: &str) -> AnyView {
    let key = key.to_owned();
    let of_card = key.clone();
    let card = Memo::new(move |_| {
        let scored = ui.scored.get()?;
        scored.settings.iter().find(|setting| setting.key == of_card).cloned()
    });
    let effects = RwSignal::new(Vec::<Change>::new());
    effect({
        let key = key.clone();
        move || {
            ui.score.track();
            effects.set(Vec::new());
            if let Some(card) = card.get() {
                let values = card.options.iter().map(|option| option.value.clone());
                preview(ui, &key, values, effects);
            }
        }
    });
    let content = move || {
        card.get().map(|card| {
            let back = (card.value != card.default).then(|| {
                let key = card.key.clone();
                button("quiet", "Back to the preset’s value", move || reset(ui, &key))
            });
            let body = if card.options.is_empty() {
                free_text(ui, &card)
            } else {
                radios(ui, &card, effects)
            };
            view! {
                <h2 class="card-title">{crate::format::sentence_case(&card.label)}</h2>
                {body}
                {back}
            }
        })
    };
    content.into_any()
}

fn with(choices: &Choices, key: &str, value: &str) -> Choices {
    let mut choices = choices.clone();
    choices.set.insert(key.to_owned(), value.to_owned());
    choices
}

fn reset(ui: Ui, key: &str) {
    ui.choose(|choices| {
        choices.set.remove(key);
    });
}

fn commit(ui: Ui, card: &SettingCard, value: &str) {
    if value == card.default {
        reset(ui, &card.key);
    } else {
        ui.choose(|choices| *choices = with(choices, &card.key, value));
    }
}

fn preview(
    ui: Ui,
    key: &str,
    values: impl Iterator<Item = String>,
    effects: RwSignal<Vec<Change>>,
) {
    let now = ui.choices.get_untracked();
    let alternatives: Vec<Choices> = values.map(|value| with(&now, key, &value)).collect();
    if alternatives.is_empty() {
        return;
    }
    ui.ask(&Request::Preview { alternatives }, move |(reply, _)| {
        if let Ok(Reply::Previewed { effects: found }) = reply {
            effects.try_set(found);
        }
    });
}

/// The headline mean in force.
fn now(ui: Ui) -> Option<f64> {
    ui.scored.get()?.runs.first()?.aggregates.first()?.mean
}

fn radios(ui: Ui, card: &SettingCard, effects: RwSignal<Vec<Change>>) -> AnyView {
    let choices: Vec<AnyView> = card
        .options
        .iter()
        .enumerate()
        .map(|(index, option)| {
            let checked = option.value == card.value;
            let mut words = option.words.clone();
            if option.value == card.default {
                words.push_str(" (the preset’s)");
            }
            let effect = move || match effects.read().get(index) {
                _ if checked => "in force".to_owned(),
                Some(effect) => effect_words(effect, now(ui)),
                None => "…".to_owned(),
            };
            let (card, value) = (card.clone(), option.value.clone());
            Choice { group: "setting", words, help: option.help.clone(), checked, possible: true }
                .view(effect.into_any(), Callback::new(move |()| commit(ui, &card, &value)))
        })
        .collect();
    view! { <fieldset class="choices"><legend class="unseen">"Values"</legend>{choices}</fieldset> }
        .into_any()
}

fn free_text(ui: Ui, card: &SettingCard) -> AnyView {
    let value = RwSignal::new(card.value.clone());
    let effects = RwSignal::new(Vec::new());
    let key = card.key.clone();
    let effect = move || effects.read().first().map(|effect| effect_words(effect, now(ui)));
    let card = card.clone();
    let label = card.label.clone();
    view! {
        <form
            class="free-text"
            on:submit=move |event| {
                event.prevent_default();
                commit(ui, &card, &value.get_untracked());
            }
        >
            <input
                type="text"
                class="data"
                aria-label=label
                prop:value=move || value.get()
                on:input=move |event| {
                    value.set(event_target_value(&event));
                    preview(ui, &key, std::iter::once(value.get_untracked()), effects);
                }
            />
            <button>"Apply"</button>
        </form>
        <p class="choice-effect">{effect}</p>
    }
    .into_any()
}
