//! Every benchmark in groups, with search; each opens its card, a worked answer, and a sample.

use crate::components::rail::preset_card;
use crate::components::trial::Trial;
use crate::prelude::*;
use crate::store::Phase;
use crate::unpack;
use crate::widgets::button;
use scoredrop::base::order::by_number;
use scoredrop::session::protocol::{PresetCard, PresetOption, Reply, Request};

const FIND_A_BENCHMARK: &str = "Find a benchmark";

/// Samples of our own, and the presets that each shows.
const SAMPLES: [(&str, &[&str]); 8] = [
    ("nq", &["nq", "nq-open", "plain-text", "plain-exact", "plain-contained"]),
    ("tcp", &["tcp"]),
    ("timebench", &["timebench"]),
    ("numbers", &["plain-number", "financebench-numeric"]),
    ("climate-finance", &["climate-finance", "plain-mixed"]),
    ("math", &["math", "math-hendrycks", "math-prm800k", "math-evoagentx"]),
    ("humaneval", &["humaneval", "humaneval-evoagentx"]),
    ("choices", &["multiple-choice"]),
];

fn group_of(ui: Ui, id: &str) -> String {
    ui.presets.with_untracked(|presets| {
        let known = presets.iter().find(|preset| preset.id == id);
        known.map(|preset| preset.group.clone()).unwrap_or_default()
    })
}

/// Scores a sample by a benchmark that it shows.
fn open_sample(ui: Ui, id: &str) -> Option<AnyView> {
    let (sample, _) = SAMPLES.iter().find(|(_, shows)| shows.contains(&id))?;
    let id = id.to_owned();
    Some(button("", "Open its sample", move || {
        ui.score_as(Some(id.clone()));
        ui.add_found(unpack::sample(sample), None);
    }))
}

#[component]
pub fn Samples() -> impl IntoView {
    let ui = Ui::here();
    let one = |(words, sample): (&'static str, &'static str)| {
        view! {
            <button
                class="link"
                disabled=move || ui.phase.get() != Phase::Ready
                on:click=move |_| {
                    // Files that could not be scored alone cannot be scored with those of a sample either.
                    if !ui.summary.read_untracked().files.is_empty() {
                        ui.clear();
                    }
                    ui.add_found(unpack::sample(sample), None);
                }
            >
                {words}
            </button>
        }
    };
    let all = [
        (words::SHORT_ANSWERS, "nq"),
        (words::NUMBERS_TWO_MODELS, "numbers"),
        ("mathematics", "math"),
        ("time", "timebench"),
        ("code", "humaneval"),
        ("choices", "choices"),
    ];
    view! {
        <p class="samples">
            <span class="muted">{words::OPEN_A_SAMPLE}</span>
            {all.map(one).into_iter().collect::<Vec<_>>()}
        </p>
    }
}

/// A text in lower case, by the browser's table of letters.
fn lower(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

/// The list, and the card that is open.
#[component]
pub fn Benchmarks() -> impl IntoView {
    let ui = Ui::here();
    let find = RwSignal::new(String::new());
    let open = RwSignal::new(None::<String>);
    let card = RwSignal::new(None::<PresetCard>);
    effect(move || {
        card.set(None);
        let Some(preset) = open.get() else { return };
        ui.ask(&Request::Card { preset }, move |(reply, _)| {
            if let Ok(Reply::Card(found)) = reply {
                card.try_set(Some(*found));
            }
        });
    });
    let found = Memo::new(move |_| {
        let find = lower(find.read().trim());
        let fits = |preset: &&PresetOption| {
            [&preset.title, &preset.id, &preset.group, &preset.summary]
                .iter()
                .any(|text| lower(text).contains(&find))
        };
        ui.presets.read().iter().filter(fits).cloned().collect::<Vec<_>>()
    });
    let detail = move || {
        let card = card.get()?;
        let id = card.id.clone();
        let node = NodeRef::<html::Section>::new();
        // It may open beneath the edge of the window.
        effect(move || {
            if let Some(node) = node.get() {
                dom::show(&node);
            }
        });
        Some(view! {
            <section class="benchmark-card" aria-label=words::BENCHMARK node_ref=node>
                {preset_card::card(&card)}
                <Trial card=card.clone()/>
                <p class="row-of-buttons">
                    {button("", "Score my files with it", move || ui.score_as(Some(id.clone())))}
                    {open_sample(ui, &card.id)}
                </p>
            </section>
        })
    };
    let groups = move || {
        let mut groups: Vec<(String, Vec<PresetOption>)> = Vec::new();
        for preset in found.get() {
            match groups.iter_mut().find(|(group, _)| *group == preset.group) {
                Some((_, of_group)) => of_group.push(preset),
                None => groups.push((preset.group.clone(), vec![preset])),
            }
        }
        // Plain comparisons are what is left when no benchmark is meant.
        let place = |group: &str| ORDER.iter().position(|known| *known == group);
        // One that the order does not know comes first.
        let number = |(group, _): &(String, _)| place(group).map_or(-1.0, |place| place as f64);
        by_number(groups, number)
            .into_iter()
            .map(|(group, presets)| {
                let chips = presets.into_iter().map(|preset| chip(open, preset));
                let chips: Vec<_> = chips.collect();
                // The card opens beneath the group that it is of.
                let of_card = group.clone();
                let is_open = Memo::new(move |_| {
                    card.read().as_ref().is_some_and(|card| group_of(ui, &card.id) == of_card)
                });
                view! {
                    <div class="benchmark-group">
                        <h3>{group}</h3>
                        <ul>{chips}</ul>
                        {move || is_open.get().then(detail)}
                    </div>
                }
            })
            .collect::<Vec<_>>()
    };
    let none = move || {
        (found.read().is_empty() && !ui.presets.read().is_empty())
            .then(|| view! { <p class="muted">"No benchmark has that name. A plain comparison can score any file."</p> })
    };
    view! {
        <div class="benchmarks">
            <label class="find">
                <span class="unseen">{FIND_A_BENCHMARK}</span>
                <input
                    type="search"
                    placeholder=FIND_A_BENCHMARK
                    autocomplete="off"
                    bind:value=find
                />
            </label>
            {move || groups()}
            {move || none()}
        </div>
    }
}

const ORDER: [&str; 7] = [
    "Text questions", "Time", "Numbers and finance", "Mathematics", "Code, run here", "Choices",
    "Any other data",
];

fn chip(open: RwSignal<Option<String>>, preset: PresetOption) -> AnyView {
    let id = Some(preset.id);
    let of_state = id.clone();
    let chip = button::chip(
        preset.title.into_any(),
        move || *open.read() == of_state,
        move || open.update(|open| *open = if *open == id { None } else { id.clone() }),
    );
    view! { <li>{chip}</li> }.into_any()
}
