//! The editor of one setting: its values, and what each would do to the headline.

use super::{Choice, effect_words};
use crate::components::interval::interval;
use crate::components::slices;
use crate::prelude::*;
use crate::widgets::button::EntryForm;
use crate::widgets::menu::{menu, option};
use scoredrop::session::protocol::{Choices, Effect as Change, Reply, Request, SettingCard};

pub fn options(ui: Ui, key: &str) -> AnyView {
    let card = ui.setting(key.to_owned());
    let effects = RwSignal::new(Vec::<Change>::new());
    effect(move || {
        ui.score.track();
        ui.run.track();
        effects.set(Vec::new());
        if let Some(card) = card.get() {
            let options = card.options.iter();
            let values: Vec<String> = options.map(|option| option.value.clone()).collect();
            preview(ui, &card.key, &values, effects);
        }
    });
    let content = move || {
        card.get().map(|card| {
            let back = (card.value != card.default).then(|| {
                let key = card.key.clone();
                button("quiet", "Back to the preset’s value", move || reset(ui, &key))
            });
            let radios = (!card.options.is_empty()).then(|| radios(ui, &card, effects));
            let free = card.free.then(|| free_text(ui, &card));
            let beside = beside(ui, &card);
            view! {
                {radios}
                {free}
                {back}
                {beside}
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

pub(super) fn reset(ui: Ui, key: &str) {
    ui.choose(|choices| {
        choices.set.remove(key);
    });
}

pub(super) fn commit(ui: Ui, card: &SettingCard, value: &str) {
    if value == card.default {
        reset(ui, &card.key);
    } else {
        ui.choose(|choices| *choices = with(choices, &card.key, value));
    }
}

fn preview(ui: Ui, key: &str, values: &[String], effects: RwSignal<Vec<Change>>) {
    ask(ui, key, values, effects, move |found| drop(effects.try_set(found)));
}

fn ask(
    ui: Ui,
    key: &str,
    values: &[String],
    effects: RwSignal<Vec<Change>>,
    take: impl FnOnce(Vec<Change>) + 'static,
) {
    let now = ui.choices.get_untracked();
    let alternatives: Vec<Choices> = values.iter().map(|value| with(&now, key, value)).collect();
    if alternatives.is_empty() {
        return;
    }
    let run = untrack(move || ui.headline()).map_or(0, |(_, run)| run as u32);
    // What was said of other values would stand beside these until the answer comes.
    effects.try_set(Vec::new());
    ui.ask(&Request::Preview { run, alternatives }, move |(reply, _)| {
        if let Ok(Reply::Previewed { effects: found }) = reply {
            take(found);
        }
    });
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
            let effect = move || {
                let effects = effects.read();
                let effect = effects.get(index);
                let words = match effect {
                    _ if checked => "in force".to_owned(),
                    Some(effect) => effect_words(ui, effect),
                    None => "…".to_owned(),
                };
                // Beneath each other they are the curve of the mean over the values. The value in force
                // has no difference of its own, by which the metric would be known.
                let now = || effects.iter().find_map(|one| Some(one.mean? - one.difference?));
                let mean = if checked { now() } else { effect.and_then(|effect| effect.mean) };
                let dot = mean.map(|mean| interval(Some(mean), None));
                view! { {words} {dot} }
            };
            let (card, value) = (card.clone(), option.value.clone());
            Choice { group: "setting", words, help: option.help.clone(), checked, possible: true }
                .view(effect.into_any(), move || commit(ui, &card, &value))
        })
        .collect();
    view! { <fieldset class="choices"><legend class="unseen">"Values"</legend>{choices}</fieldset> }
        .into_any()
}

/// The other values, to score every run by one of them as well: two rules side by side. Another metric
/// in place of the headline is a rule, too, and any other can be written.
fn beside(ui: Ui, card: &SettingCard) -> AnyView {
    let text = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let none = option("", "no second rule", true);
    let values = card.options.iter().filter(|option| option.value != card.value);
    let values = values.map(|one| option([&card.key, "=", &one.value].concat(), &one.words, false));
    let metrics = ui.scored.with_untracked(|scored| {
        scored.as_ref().map_or_else(Vec::new, |scored| crate::components::runs::metrics(scored))
    });
    // A metric in another unit cannot take the place.
    let unit = metrics.first().map(|first| format::is_share(first));
    let fits = |other: &&String| Some(format::is_share(other)) == unit;
    let instead = metrics.iter().skip(1).filter(fits).map(|other| {
        let words = format!("{} instead of {}", format::metric(other), format::metric(&metrics[0]));
        option([&metrics[0], "=", other].concat(), words, false)
    });
    let options = std::iter::once(none).chain(values).chain(instead).collect();
    let take = move |rule| add_rule(ui, rule, problem, None);
    view! {
        <p class="tool">
            "Compare with another rule: "
            {menu("Second rule to score by", options, take)}
        </p>
        <EntryForm class="free-text" send=move || add_rule(ui, text.get_untracked(), problem, Some(text))>
            <input
                type="text"
                class="data"
                autocomplete="off"
                placeholder="or type KEY=VALUE"
                aria-label="Second rule as KEY=VALUE: a setting and its value, or a metric and its replacement"
                bind:value=text
            />
            <button>{words::ADD}</button>
        </EntryForm>
        <p class="slice-problem" role="status">{move || problem.get()}</p>
    }
    .into_any()
}

/// Scores every run by another rule as well, where nothing is wrong with that.
pub(super) fn add_rule(
    ui: Ui,
    rule: String,
    problem: RwSignal<Option<String>>,
    field: Option<RwSignal<String>>,
) {
    let rule = rule.trim().to_owned();
    if rule.is_empty() {
        return;
    }
    let with = move |choices: &mut Choices| {
        if !choices.twins.contains(&rule) {
            choices.twins.push(rule);
        }
    };
    slices::commit(ui, with, problem, field);
}

fn free_text(ui: Ui, card: &SettingCard) -> AnyView {
    let value = RwSignal::new(card.value.clone());
    let effects = RwSignal::new(Vec::new());
    let key = card.key.clone();
    let effect = move || effects.read().first().map(|one| effect_words(ui, one));
    let card = card.clone();
    let label = card.label.clone();
    // What cannot be scored is said here, and the score stays.
    let apply = move || {
        let (card, values) = (card.clone(), [value.get_untracked()]);
        let key = card.key.clone();
        let take = move |found: Vec<Change>| {
            if found.first().is_some_and(|effect| effect.problem.is_none()) {
                commit(ui, &card, &value.get_untracked());
            }
            effects.try_set(found);
        };
        ask(ui, &key, &values, effects, take);
    };
    view! {
        <EntryForm class="free-text" send=apply>
            <input
                type="text"
                class="data"
                aria-label=label
                prop:value=move || value.get()
                on:input=move |event| {
                    value.set(event_target_value(&event));
                    preview(ui, &key, &[value.get_untracked()], effects);
                }
            />
            <button>{words::APPLY}</button>
        </EntryForm>
        <p class="choice-effect">{move || effect()}</p>
    }
    .into_any()
}
