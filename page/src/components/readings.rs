//! *Read as*: what was compared with what, and up to three other readings of the files, each with its number.

use crate::components::interval::interval;
use crate::components::steady::steady;
use crate::prelude::*;
use crate::store::Editor;
use scoredrop::base::digits::PERCENT;
use scoredrop::report::model::{Reading, RunOf};
use scoredrop::session::protocol::{ReadingCard, Scored};

const TAKEN: &str = "The score above";

/// Numbers of runs that a reading shows; the title of the number has all of them.
const SHOWN: usize = 3;

/// One line that opens. It opens by itself once, if the score of new files is provisional and there are other readings.
#[component]
pub fn Readings() -> impl IntoView {
    let ui = Ui::here();
    let line = move || ui.scored.read().as_deref().and_then(line);
    let is_doubted = Memo::new(move |_| {
        ui.scored.read().as_ref().is_some_and(|scored| !scored.provisional.is_empty())
    });
    let has_others = Memo::new(move |_| {
        ui.scored.read().as_ref().is_some_and(|scored| scored.readings.len() > 1)
    });
    let open = RwSignal::new(false);
    let files = Memo::new(move |_| {
        ui.summary.read().files.iter().map(|file| file.slot).collect::<Vec<u32>>()
    });
    effect(move || {
        files.track();
        open.set(false);
    });
    effect(move || {
        files.track();
        // Opening the list while a user changes a rule would move what the user looks at.
        if is_doubted.get() && has_others.get() && !ui.undoable.get_untracked() {
            open.set(true);
        }
    });
    let (region, height) = (NodeRef::<html::Details>::new(), RwSignal::new(None));
    steady(ui, move || region.get_untracked().map(|region| (*region).clone()), height);
    let toggled = move |_: web_sys::Event| {
        if let Some(region) = region.get_untracked() {
            open.set(region.open());
            height.set(None);
        }
    };
    let list = move || {
        let scored = ui.scored.get()?;
        let rows: Vec<AnyView> =
            scored.readings.iter().map(|card| row(ui, &scored, card)).collect();
        Some(rows)
    };
    let something_else = move || {
        let scored = ui.scored.get()?;
        let summary = ui.summary.get();
        let run = scored.readings.first()?.reading.runs.first()?.file.clone();
        let slot = summary.files.iter().find(|file| file.name == run)?.slot;
        Some(button("quiet", "Something else …", move || ui.edit(Editor::File(slot))))
    };
    view! {
        <Show when=move || line().is_some()>
            <details
                class="readings"
                class:doubted=is_doubted
                class:alone=move || !has_others.get()
                style:height=move || height.get().map(|height: i32| format!("{height}px"))
                prop:open=open
                node_ref=region
                on:toggle=toggled
            >
                <summary>{move || line()}</summary>
                <ol aria-label="Readings of the files">{move || list()}</ol>
                {move || something_else()}
            </details>
        </Show>
    }
}

/// `Read as answer ↔ output by exact match. Other readings give 5.9–8.0 %.`
fn line(scored: &Scored) -> Option<AnyView> {
    let (chosen, others) = scored.readings.split_first()?;
    let (sides, rule) = (sides(&chosen.reading), title(scored, &chosen.reading));
    let modified = if chosen.reading.rule.settings.is_empty() { "" } else { ", modified" };
    let give = words::other_readings(&others.iter().map(first_mean).collect::<Vec<_>>());
    Some(
        view! {
            <span class="reading-line">
                "Read as " <bdi class="data">{sides}</bdi> {format!(" by {rule}{modified}. ")}
            </span>
            <strong>{give}</strong>
        }
        .into_any(),
    )
}

fn first_mean(card: &ReadingCard) -> String {
    mean(&card.reading, card.reading.mean)
}

fn mean(reading: &Reading, value: Option<f64>) -> String {
    let unit = if format::is_share(&reading.rule.metric) { PERCENT } else { "" };
    format!("{}{unit}", format::mean(&reading.rule.metric, value))
}

/// `answer ↔ output`
fn sides(reading: &Reading) -> String {
    let mut runs: Vec<&str> = reading.runs.iter().map(|run| run.column.as_str()).collect();
    runs.dedup();
    let runs = format::names(&runs.into_iter().map(str::to_owned).collect::<Vec<_>>());
    match &reading.gold {
        Some(gold) => format!("{} ↔ {runs}", gold.column),
        None => runs,
    }
}

/// The title of the preset.
fn title(scored: &Scored, reading: &Reading) -> String {
    let known = scored.presets.iter().find(|preset| preset.id == reading.rule.preset);
    known.map_or_else(|| reading.rule.preset.clone(), |preset| preset.title.clone())
}

/// The preset by its title, and settings that differ from it.
fn rule(scored: &Scored, reading: &Reading) -> String {
    let setting = |(key, value): (&String, &String)| {
        let card = scored.settings.iter().find(|card| card.key == *key);
        let option = card.and_then(|card| card.options.iter().find(|one| one.value == *value));
        option.map_or_else(|| format!("{key} {value}"), |option| option.words.clone())
    };
    let settings = reading.rule.settings.iter().map(setting);
    std::iter::once(title(scored, reading)).chain(settings).collect::<Vec<_>>().join("; ")
}

/// What a reading compares, its numbers, and why it may be meant. A click on another one takes it.
fn row(ui: Ui, scored: &Scored, card: &ReadingCard) -> AnyView {
    let reading = &card.reading;
    let numbers: Vec<String> = reading.runs.iter().map(|run| mean(reading, run.mean)).collect();
    let of_runs = |(run, number): (&RunOf, &String)| format!("{}: {number}", run.name);
    let whole = reading.runs.iter().zip(&numbers).map(of_runs).collect::<Vec<_>>().join("\n");
    let more = if numbers.len() > SHOWN { " …" } else { "" };
    let shown = numbers.into_iter().take(SHOWN).collect::<Vec<_>>().join(" · ") + more;
    let is_share = format::is_share(&reading.rule.metric);
    let bar = is_share.then(|| interval(reading.mean, None));
    let files = reading.gold.iter().map(|gold| &gold.file);
    let mut files: Vec<&String> = files.chain(reading.runs.iter().map(|run| &run.file)).collect();
    files.dedup();
    let files = files.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ↔ ");
    let content = view! {
        <span class="reading-sides data" title=files><bdi>{sides(reading)}</bdi></span>
        " "
        <span class="reading-rule">{rule(scored, reading)}</span>
        " "
        <strong class="reading-number" title=whole>
            {shown}
            <span class="reading-n">{words::of_questions(reading.n)}</span>
        </strong>
        {bar}
        " "
        <span class="reading-why">
            {if reading.chosen { TAKEN.to_owned() } else { format::sentence_case(&reading.words) }}
        </span>
    };
    if reading.chosen {
        return view! { <li class="reading" aria-current="true">{content}</li> }.into_any();
    }
    let after = card.choices.clone();
    let take = move |_: web_sys::MouseEvent| {
        let after = after.clone();
        ui.choose(move |choices| *choices = after);
    };
    view! { <li><button class="reading" on:click=take>{content}</button></li> }.into_any()
}
