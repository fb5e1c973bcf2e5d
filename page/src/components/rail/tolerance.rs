//! Tolerance of numbers: how many match over the tolerance, a line for each run, and the value in force.

use super::rules::TOLERANCES;
use super::setting;
use crate::format::{parsed, written};
use crate::prelude::*;
use crate::widgets::button::EntryForm;
use scoredrop::base::digits::PERCENT;
use scoredrop::base::digits::fixed;
use scoredrop::report::chart::line_class;
use scoredrop::session::protocol::{Choices, Effect, Reply, Request, RunCard, SettingCard};

const OF_THE_GOLD_NUMBER: &str = "% of the gold number";
const GIVE_PERCENT: &str = "Give a percentage, such as 5.";

/// The tolerances that the curve is drawn at.
pub const STEPS: [f64; 9] = [0.0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
/// The absolute tolerances of the slider, in the unit of the answer.
const UNITS: [f64; 9] = [0.0, 0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0];
/// Runs that have a line of their own.
const RUNS: usize = 6;
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 64.0;

/// The curve with its slider, and the two tolerances.
#[component]
pub fn Tolerance() -> impl IntoView {
    let ui = Ui::here();
    let [relative, absolute] = TOLERANCES.map(|key| ui.setting(key.to_owned()));
    let curves = ui.curves;
    effect(move || {
        ui.score.track();
        if relative.read().is_none() {
            return curves.set(Vec::new());
        }
        let runs = ui.scored.with_untracked(|scored| {
            scored.as_ref().map_or(0, |scored| scored.runs.len().min(RUNS))
        });
        ask(ui, 0, runs, Vec::new(), curves);
    });
    view! {
        <Show when=move || relative.read().is_some()>
            <section class="tolerance" aria-labelledby="tolerance-title">
                <h2 id="tolerance-title" class="rail-title">"Tolerance"</h2>
                <div class="curve-frame">
                    {move || curve(ui, &curves.read(), relative.read().as_ref().and_then(value))}
                </div>
                {slider(ui, "Relative tolerance", &STEPS, relative)}
                {ends()}
                {move || legend(ui)}
                <Field
                    key=TOLERANCES[0]
                    label="Relative"
                    unit=OF_THE_GOLD_NUMBER
                    card=relative
                />
                <Field
                    key=TOLERANCES[1]
                    label="Absolute"
                    unit="in the answer’s unit"
                    card=absolute
                />
                {slider(ui, "Absolute tolerance", &UNITS, absolute)}
                {second(ui)}
            </section>
        </Show>
    }
}

fn value(card: &SettingCard) -> Option<f64> {
    parsed(&card.value)
}

/// Has the worker score every run at every step, one run after the other.
fn ask(ui: Ui, run: usize, runs: usize, found: Vec<Vec<f64>>, curves: RwSignal<Vec<Vec<f64>>>) {
    if run >= runs {
        curves.try_set(found);
        return;
    }
    let now = ui.choices.get_untracked();
    let at = |step: &f64| {
        let mut choices: Choices = now.clone();
        choices.set.insert(TOLERANCES[0].to_owned(), written(*step));
        choices
    };
    let alternatives = STEPS.iter().map(at).collect();
    ui.ask(&Request::Curve { run: run as u32, alternatives }, move |(reply, _)| {
        if let Ok(Reply::Previewed { effects }) = reply {
            let mut found = found;
            found.push(means(&effects));
            ask(ui, run + 1, runs, found, curves);
        }
    });
}

/// Where a tolerance stands among the steps, 0 to 1.
fn place(tolerance: f64) -> f64 {
    let last = STEPS.len() - 1;
    let next = STEPS.iter().position(|step| *step >= tolerance).unwrap_or(last);
    if next == 0 {
        return 0.0;
    }
    let (low, high) = (STEPS[next - 1], STEPS[next]);
    let within = ((tolerance - low) / (high - low)).clamp(0.0, 1.0);
    (next as f64 - 1.0 + within) / last as f64
}

/// Means over the steps. The value in force changes nothing, and so does not say which metric it is about.
fn means(effects: &[Effect]) -> Vec<f64> {
    let now = effects.iter().find_map(|one| {
        one.metric.as_ref()?;
        Some(one.mean? - one.difference?)
    });
    let of = |one: &Effect| if one.metric.is_some() { one.mean } else { now.or(one.mean) };
    effects.iter().filter_map(of).collect()
}

/// What the slider and the curve stand over: the steps are as far apart, and the tolerances are not.
fn ends() -> impl IntoView {
    let label = |step: &f64| view! { <span>{words::tolerance_step(*step)}</span> }.into_any();
    let labels: Vec<AnyView> = STEPS.iter().step_by(2).map(label).collect();
    view! { <p class="axis-labels">{labels}</p> }
}

/// Which line is whose, where there are several.
fn legend(ui: Ui) -> Option<AnyView> {
    let scored = ui.scored.get()?;
    let line = |(place, run): (usize, &RunCard)| {
        view! {
            <li>
                <svg class="curve-key" viewBox="0 0 24 8" aria-hidden="true">
                    <polyline class=line_class(place) points="0,4 24,4"/>
                </svg>
                <bdi>{run.short_name.clone()}</bdi>
            </li>
        }
    };
    let lines: Vec<_> = scored.runs.iter().take(RUNS).enumerate().map(line).collect();
    let all = scored.runs.len();
    let first = (all > RUNS).then(|| format!("the first {RUNS} of {all} runs"));
    let first = first.map(|words| view! { <li class="muted">{words}</li> });
    (lines.len() > 1).then(|| {
        view! { <ul class="curve-keys" aria-label="Curve of each run">{lines}{first}</ul> }
            .into_any()
    })
}

/// Means over the steps, and where the value in force stands.
fn curve(ui: Ui, curves: &[Vec<f64>], now: Option<f64>) -> Option<AnyView> {
    let run = ui.headline().map_or(0, |(_, run)| run);
    let first = curves.first().filter(|first| first.len() == STEPS.len())?;
    let (start, end) = (format::percent(first[0]), format::percent(first[STEPS.len() - 1]));
    let whole = |(_, curve): &(usize, &Vec<f64>)| curve.len() == STEPS.len();
    let lines = curves.iter().enumerate().filter(whole).map(|(place, curve)| {
        let point = |(index, mean): (usize, &f64)| {
            let left = index as f64 / (STEPS.len() - 1) as f64 * WIDTH;
            format!("{},{}", fixed(left, 1), fixed(HEIGHT - mean * HEIGHT, 1))
        };
        let points: Vec<String> = curve.iter().enumerate().map(point).collect();
        view! { <polyline class=line_class(place) class:selected=place == run points=points.join(" ")/> }
    });
    let lines: Vec<_> = lines.collect();
    let now = now.map(|now| fixed(place(now) * WIDTH, 1));
    let now = now.map(|left| view! { <line x1=left.clone() x2=left y1="0" y2=fixed(HEIGHT, 0)/> });
    let label = format!(
        "Numbers that match, by relative tolerance: {start}{PERCENT} at 0, {end}{PERCENT} at {}",
        words::tolerance_step(STEPS[STEPS.len() - 1])
    );
    Some(
        view! {
            <svg
                class="curve"
                viewBox=format!("-2 -2 {} {}", fixed(WIDTH + 4.0, 0), fixed(HEIGHT + 4.0, 0))
                role="img"
                aria-label=label
            >
                {lines}
                {now}
                <text x="6" y="8">{words::HUNDRED_PERCENT}</text>
                <text x="6" y=fixed(HEIGHT - 2.0, 0)>"0"</text>
            </svg>
        }
        .into_any(),
    )
}

/// Another tolerance by which every run is scored as well, and stands beside itself.
fn second(ui: Ui) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let add = move || match percents(&text.get_untracked()) {
        Some(number) => {
            let rule = [TOLERANCES[0], "=", &written(number / 100.0)].concat();
            setting::add_rule(ui, rule, problem, Some(text));
        }
        None => problem.set(Some(GIVE_PERCENT.to_owned())),
    };
    view! {
        <EntryForm class="tolerance-field" send=add>
            <label for="second-tolerance">"Also score at"</label>
            <input
                id="second-tolerance"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                bind:value=text
            />
            <button class="quiet">{words::ADD}</button>
            {under(OF_THE_GOLD_NUMBER, problem)}
        </EntryForm>
    }
}

fn number(text: &str) -> Option<f64> {
    parsed(&text.trim().replace(',', ".")).filter(|number| *number >= 0.0)
}

/// A number from 0 on, with or without a sign of percent behind it.
fn percents(text: &str) -> Option<f64> {
    number(text.trim().trim_end_matches('%'))
}

fn slider(
    ui: Ui,
    label: &'static str,
    steps: &'static [f64],
    card: Memo<Option<SettingCard>>,
) -> impl IntoView {
    let now = move || card.read().as_ref().and_then(value).unwrap_or_default();
    let step = move || {
        let away = |place: &usize| (steps[*place] - now()).abs();
        let nearest = |a: &usize, b: &usize| away(a).total_cmp(&away(b));
        (0..steps.len()).min_by(nearest).unwrap_or_default().to_string()
    };
    let spoken = move || {
        if steps == STEPS { [&percent(now()), PERCENT].concat() } else { written(now()) }
    };
    let take = move |event: web_sys::Event| {
        let place: Option<usize> = event_target_value(&event).parse().ok();
        let step = place.and_then(|place| steps.get(place));
        if let (Some(step), Some(card)) = (step, card.get_untracked()) {
            setting::commit(ui, &card, &written(*step));
        }
    };
    view! {
        <input
            type="range"
            min="0"
            max=(steps.len() - 1).to_string()
            step="1"
            aria-label=label
            aria-valuetext=move || spoken()
            prop:value=move || step()
            on:change=take
        />
    }
}

/// A share in percent, with as many digits as it has.
fn percent(share: f64) -> String {
    let text = fixed(share * 100.0, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A field for one of the tolerances: percents for the relative one, `5%` and `5 %` as well as `5`.
#[component]
fn Field(
    key: &'static str,
    label: &'static str,
    unit: &'static str,
    card: Memo<Option<SettingCard>>,
) -> impl IntoView {
    let ui = Ui::here();
    let is_relative = key == TOLERANCES[0];
    let problem = RwSignal::new(None::<String>);
    // What was wrong is gone with the next value, wherever that comes from.
    effect(move || {
        card.track();
        problem.set(None);
    });
    let shown = move || {
        let now = card.read().as_ref().and_then(value).unwrap_or_default();
        if is_relative { percent(now) } else { written(now) }
    };
    let take = move |event: web_sys::Event| {
        let Some(card) = card.get_untracked() else { return };
        let text = event_target_value(&event);
        let read = if is_relative { percents(&text) } else { number(&text) };
        let Some(number) = read else {
            let words = if is_relative { GIVE_PERCENT } else { "Give a number, such as 0.5." };
            return problem.set(Some(words.to_owned()));
        };
        problem.set(None);
        let number = if is_relative { number / 100.0 } else { number };
        setting::commit(ui, &card, &written(number));
    };
    let id = format!("set-{key}");
    let is_changed = move || card.read().as_ref().is_some_and(|one| one.value != one.default);
    // There is room for it before there is anything to take back.
    let back = move || {
        view! {
            <button
                class="quiet"
                class:reserved=move || !is_changed()
                on:click=move |_| setting::reset(ui, key)
            >
                "reset"
            </button>
        }
    };
    view! {
        <Show when=move || card.read().is_some()>
            <div class="tolerance-field" class:changed=move || is_changed()>
                <label for=id.clone()>{label}</label>
                <input
                    id=id.clone()
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    prop:value=move || shown()
                    on:change=take
                />
                {back()}
                {under(unit, problem)}
            </div>
        </Show>
    }
}

/// What stands under a field: its unit, or what is wrong with what was typed.
fn under(unit: &'static str, problem: RwSignal<Option<String>>) -> impl IntoView {
    move || match problem.get() {
        Some(words) => {
            view! { <small class="slice-problem" role="alert">{words}</small> }.into_any()
        }
        None => view! { <small class="muted">{unit}</small> }.into_any(),
    }
}
