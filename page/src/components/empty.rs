//! Before there is a score: what the page is for, what is missing, and what it asks.

use crate::components::benchmarks::{Benchmarks, Samples};
use crate::components::checks::Checks;
use crate::components::intake;
use crate::components::rail::join;
use crate::components::rail::preset::chosen_title;
use crate::links;
use crate::prelude::*;
use crate::store::Editor;
use crate::widgets::button::chip;
use scoredrop::base::diagnostic::cut;
use scoredrop::base::types::{ColumnChoice, Role};
use scoredrop::session::protocol::{Answer, FileCard, PresetOption, Waiting as WaitingFor};

const GOLD_FILE: &str = "gold file";
const THE_PREDICTIONS: &str = "predictions";

#[component]
pub fn Empty() -> impl IntoView {
    let ui = Ui::here();
    let count = move || {
        let count = ui.presets.read().len() as u64;
        (count > 0).then(|| {
            let words = format!(
                "{}. Each card names the scorer that it reproduces and the number of cases \
                 checked, with an example.",
                format::counted(count, "scorer")
            );
            view! { <h2 class="benchmarks-title">{words}</h2> }
        })
    };
    view! {
        <section class="empty" aria-labelledby="lead">
            <h2 id="lead" class="lead">
                {words::LEAD}
            </h2>
            <Chosen/>
            <div class="drop-here">
                <p class="drop-title">{words::DROP_A_GOLD_FILE}</p>
                <p class="muted">
                    {words::JSON_JSON_LINES_CSV_EXCEL}
                </p>
                <p class="row-of-buttons">
                    <button class="primary" on:click=move |_| intake::choose(None)>
                        {words::CHOOSE_FILES}
                    </button>
                    <span class="muted by-key">{words::OR_PASTE_THEM_CTRL_V}</span>
                </p>
                <p class="muted">
                    {words::ONE_BY_ONE}
                    {button("link", GOLD_FILE, move || intake::choose(Some(Role::Gold)))}
                    ", "
                    {button("link", THE_PREDICTIONS, move || intake::choose(Some(Role::Predictions)))}
                </p>
                <Samples/>
                <p class="muted">
                    {words::NOTHING_IS_UPLOADED_THE_PAGE}
                </p>
            </div>
            {move || count()}
            <Benchmarks/>
        </section>
        <Checks/>
    }
}

/// Files, and no score yet: what is missing, or what stands in the way.
#[component]
pub fn Waiting() -> impl IntoView {
    let ui = Ui::here();
    let waiting = move || ui.summary.read().waiting.as_ref().map(|one| waiting(ui, one));
    let refused = Memo::new(move |_| !ui.summary.read().joins.is_empty());
    let joins = move || refused.get().then(|| join::candidates(ui));
    view! {
        <section class="waiting-for" aria-label="What to score">
            {move || waiting()}
        </section>
        // What is wrong stands before the ways out.
        <Checks/>
        <section class="ways-out" aria-label=words::JOINED_ON>{move || joins()}</section>
        {move || ways(ui)}
    }
}

/// That files are scored by what a link or a choice says, and not by what they suggest.
#[component]
fn Chosen() -> impl IntoView {
    let ui = Ui::here();
    let named = RwSignal::new(links::named());
    on_window("hashchange", move |_: web_sys::Event| named.set(links::named()));
    move || {
        if let Some(named) = named.get() {
            let title = titled(&ui.presets.read(), &named);
            let words =
                view! { "This link scores files as " <bdi>{title}</bdi> ". Drop the files." };
            return Some(view! { <p class="linked">{words}</p> }.into_any());
        }
        let title = chosen_title(ui)?;
        Some(
            view! {
                <p class="linked">
                    "The files will be scored as " <bdi>{title}</bdi> ". "
                    {button("link", words::LET_THE_FILES_DECIDE, move || ui.score_as(None))}
                </p>
            }
            .into_any(),
        )
    }
}

/// `SQuAD 2.0, version 1` of `squad-v2@1`; the same where no preset is called that.
fn titled(presets: &[PresetOption], named: &str) -> String {
    let (id, version) = named.split_once('@').unwrap_or((named, ""));
    let Some(preset) = presets.iter().find(|one| one.id == id) else { return named.to_owned() };
    let version = if version.is_empty() { [""; 2] } else { [", version ", version] };
    [&preset.title, version[0], version[1]].concat()
}

fn waiting(ui: Ui, waiting: &WaitingFor) -> AnyView {
    // What a file of the missing side is, and who has it.
    let hint = match waiting.missing {
        Some(Role::Gold) => ": the benchmark’s own questions with their right answers",
        Some(Role::Predictions) => {
            ": what the model answered, with the ids or questions of the gold file"
        }
        Some(Role::NaProb | Role::Table) | None => "",
    };
    let words = format::sentence_case(&waiting.message);
    if !waiting.answers.is_empty() {
        let answers: Vec<AnyView> = waiting.answers.iter().map(|one| answer(ui, one)).collect();
        return view! { <p class="waiting">{words}</p> <ul class="answers">{answers}</ul> }
            .into_any();
    }
    let choose = waiting.missing.map(|role| {
        let of = if role == Role::Gold { GOLD_FILE } else { THE_PREDICTIONS };
        view! {
            <div class="drop-here">
                <p class="drop-title">{format!("Drop the {of} here")}</p>
                <p class="row-of-buttons">
                    {button("primary", format!("Choose the {of}"), move || intake::choose(Some(role)))}
                    <span class="muted by-key">{words::OR_PASTE_THEM_CTRL_V}</span>
                </p>
            </div>
        }
    });
    view! { <p class="waiting">{words}{hint}"."</p> {choose} }.into_any()
}

/// What can be done with the files that are there, each in a line, and the way to a sample; nothing where
/// something else is asked.
fn ways(ui: Ui) -> Option<AnyView> {
    let summary = ui.summary.get();
    let is_asked = |one: &WaitingFor| !one.answers.is_empty();
    if summary.waiting.as_ref().is_none_or(is_asked) {
        return None;
    }
    let files: Vec<AnyView> = summary.files.iter().map(|file| ways_of(ui, file)).collect();
    Some(
        view! {
            <section class="ways" aria-label="What the files are">
                <ul class="answers">{files}</ul>
                <Samples/>
            </section>
        }
        .into_any(),
    )
}

/// What a file may be taken for instead, its columns, and that it may go.
fn ways_of(ui: Ui, file: &FileCard) -> AnyView {
    let slot = file.slot;
    let role = file.role.as_ref().map(|role| role.value);
    let take = |(as_role, words): (Role, &'static str)| {
        let is_taken = role == Some(as_role);
        let act = move || {
            ui.choose(|choices| {
                choices.roles.insert(slot, as_role);
            });
        };
        chip(words.into_any(), move || is_taken, act)
    };
    let roles = [
        (Role::Gold, "It is the gold file"),
        (Role::Predictions, "It holds predictions"),
        (Role::Table, "It holds both"),
    ];
    // Of a file of which nothing was read there is nothing to choose.
    let is_read = file.has_values();
    let roles =
        (is_read && file.report.is_none()).then(|| roles.map(take).into_iter().collect::<Vec<_>>());
    // Columns are those of a side.
    let columns = (role.is_some() && is_read)
        .then(|| button("quiet", "Choose its columns", move || ui.edit(Editor::File(slot))));
    view! {
        <li>
            <span>
                <strong><bdi class="data">{file.name.clone()}</bdi></strong>
                " "
                <small class="muted"><bdi>{file.about.clone()}</bdi></small>
            </span>
            <span class="row-of-buttons" role="group" aria-label=file.name.clone()>
                {roles}
                {columns}
                {button("quiet", words::REMOVE, move || ui.remove(slot))}
            </span>
        </li>
    }
    .into_any()
}

/// So many characters of a value are shown.
const SHOWN: usize = 60;

/// A column that may be meant, with what it holds and what would come of it.
fn answer(ui: Ui, answer: &Answer) -> AnyView {
    let columns = answer.columns.clone();
    let choose = move || {
        let columns = columns.clone();
        ui.choose(move |choices| {
            let other = |known: &ColumnChoice| {
                columns.iter().all(|one| (one.role, one.field) != (known.role, known.field))
            };
            choices.columns.retain(other);
            choices.columns.extend(columns.iter().cloned());
        });
    };
    let shown: Vec<AnyView> = answer
        .shows
        .iter()
        .map(|text| {
            let text = cut(text, SHOWN);
            view! { <span class="muted">"“"</span><bdi class="data">{text}</bdi><span class="muted">"” "</span> }.into_any()
        })
        .collect();
    let gives = answer.would_give.map(words::would_be_right);
    view! {
        <li>
            {button("", answer.choice.clone(), choose)}
            " "
            <span class="shows">{shown}</span>
            " "
            <span class="muted">{gives}</span>
        </li>
    }
    .into_any()
}
