//! The rules of scoring in the order of its steps, each with what changing it would do.

use super::{card, setting, whose};
use crate::prelude::*;
use crate::store::Editor;
use scoredrop::base::order::{ascending, by_number};
use scoredrop::preset::SettingGroup;
use scoredrop::session::protocol::{Scored, SettingCard};

/// More rules than this are shown on demand: those that are changed or move the number come first.
const SHOWN: usize = 6;
/// Settings that the curve of tolerance is about.
pub const TOLERANCES: [&str; 2] = ["relative_tolerance", "absolute_tolerance"];

const GROUPS: [(SettingGroup, &str); 5] = [
    (SettingGroup::Answer, "Answer extraction"),
    (SettingGroup::Text, "Text"),
    (SettingGroup::Numbers, "Numbers and dates"),
    (SettingGroup::Programs, words::PROGRAMS),
    (SettingGroup::Missing, "Missing answers"),
];

#[component]
pub fn Rules() -> impl IntoView {
    let ui = Ui::here();
    let all = RwSignal::new(false);
    let keys = Memo::new(move |_| {
        let scored = ui.scored.read();
        scored.as_ref().map_or_else(Vec::new, |scored| of_note(scored, all.get()))
    });
    let total = Memo::new(move |_| {
        ui.scored.with(|scored| {
            scored
                .as_ref()
                .map_or(0, |scored| scored.settings.iter().filter(|one| is_rule(one)).count())
        })
    });
    let groups = Memo::new(move |_| {
        let keys = keys.read();
        let there = |group: &SettingGroup| keys.iter().any(|(of, _)| of == group);
        GROUPS.into_iter().filter(|(group, _)| there(group)).collect::<Vec<_>>()
    });
    let group = move |(group, title): (SettingGroup, &'static str)| {
        let keys = move || {
            let keys = keys.get().into_iter().filter(|(of, _)| *of == group);
            keys.map(|(_, key)| key).collect::<Vec<_>>()
        };
        view! {
            <h3 class="rule-group">{title}</h3>
            <ul class="rules">
                <For each=keys key=String::clone children=move |key| view! { <Rule key/> }/>
            </ul>
        }
    };
    let more = move || {
        let total = total.get();
        (keys.read().len() < total).then(|| {
            let words = format!("All {}", format::counted(total as u64, "rule"));
            button("quiet", words, move || all.set(true))
        })
    };
    let changed = Memo::new(move |_| ui.choices.read().set.len() as u64);
    // There is room for it before there is anything to take back.
    let back = move || {
        view! {
        <button
            class="quiet"
            class:reserved=move || changed.get() == 0 || ui.scorer.read().is_some()
            on:click=move |_| ui.choose(|choices| choices.set.clear())
        >
            {move || format!("Back to the preset ({})", format::counted(changed.get(), "change"))}
        </button>
        }
    };
    view! {
        <Show when=move || { total.get() > 0 }>
            <section class="rules-region" aria-labelledby="rules-title">
                <h2 id="rules-title" class="rail-title">
                    "Rules" " "
                    <small class="muted"><bdi>{move || words::effect_if_changed(whose(ui).as_deref())}</bdi></small>
                </h2>
                <For each=move || groups.get() key=|(_, title)| *title children=group/>
                <p class="row-of-buttons">{move || more()} {back()}</p>
            </section>
        </Show>
    }
}

fn is_rule(setting: &SettingCard) -> bool {
    !TOLERANCES.contains(&setting.key.as_str())
}

/// The rules that are shown, by group and key.
fn of_note(scored: &Scored, all: bool) -> Vec<(SettingGroup, String)> {
    let rules: Vec<&SettingCard> = scored.settings.iter().filter(|one| is_rule(one)).collect();
    let weight = |rule: &SettingCard| {
        if rule.value != rule.default {
            return f64::INFINITY;
        }
        let moves = scored.moves.iter().filter(|one| one.set.0 == rule.key);
        moves.map(|one| one.difference.abs()).fold(0.0, f64::max)
    };
    let mut order = ascending(rules.iter().map(|rule| -weight(rule)));
    if !all {
        order.truncate(SHOWN);
    }
    by_number(order, |at| f64::from(*at))
        .iter()
        .map(|at| (rules[*at as usize].group, rules[*at as usize].key.clone()))
        .collect()
}

#[component]
fn Rule(key: String) -> impl IntoView {
    let ui = Ui::here();
    let found = ui.setting(key.clone());
    let of_effect = key.clone();
    // The largest of what its other values would do, where that is known before they are taken.
    let effect = move || {
        let scored = ui.scored.read();
        let of_key = scored.as_ref()?.moves.iter().filter(|one| one.set.0 == of_effect);
        let most = of_key.max_by(|a, b| a.difference.abs().total_cmp(&b.difference.abs()))?;
        Some(words::effect(most.metric.as_deref(), most.difference))
    };
    let is_changed = move || found.read().as_ref().is_some_and(|one| one.value != one.default);
    let label = move || {
        found.read().as_ref().map(|one| format::sentence_case(&one.label)).unwrap_or_default()
    };
    let value = move || found.read().as_ref().map(value_words).unwrap_or_default();
    let face = view! {
        <span class="rule-label"><bdi>{move || label()}</bdi></span>
        " "
        <span class="effect">{move || effect()}</span>
        " "
        <small class="rule-value"><bdi>{move || value()}</bdi></small>
    };
    let content = {
        let key = key.clone();
        move || setting::options(ui, &key)
    };
    view! {
        <li class="rule" class:changed=move || is_changed()>
            {card(ui, Editor::Setting(key), "Values of this rule", face, content)}
        </li>
    }
}

/// A value in words that name the rule: `articles kept`.
pub fn words_of(setting: &SettingCard, value: &str) -> String {
    let option = setting.options.iter().find(|option| option.value == value);
    option.map_or_else(|| [&setting.label, " ", value].concat(), |one| one.words.clone())
}

/// The value in force, without what the label says already: `ignored` of `case ignored`.
fn value_words(setting: &SettingCard) -> String {
    let option = setting.options.iter().find(|option| option.value == setting.value);
    let words = match option {
        Some(option) => option.words.as_str(),
        None if setting.value.is_empty() => "none",
        None => &setting.value,
    };
    let rest = words.strip_prefix(setting.label.as_str()).map(str::trim_start);
    rest.filter(|rest| !rest.is_empty()).unwrap_or(words).to_owned()
}
