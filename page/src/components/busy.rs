//! Work under way, with a way out; and work that was stopped.

use crate::components::checks::problem;
use crate::prelude::*;
use crate::store::{Phase, Trouble};
use scoredrop::base::diagnostic::cut_middle;
use scoredrop::session::protocol::Progress;

/// Most characters of the name of a file in a sentence.
const LONGEST_NAME: usize = 80;

/// The unit of what is looked for in a score, or written of it.
pub const LOOK: &str = "%";

/// The progress bar, or what stopped the work.
#[component]
pub fn Busy() -> impl IntoView {
    let ui = Ui::here();
    // The bar stays while it moves: a button made anew under the pointer would miss its click.
    let shown = Memo::new(move |_| ui.busy.get() || ui.progress.read().is_some());
    let progress = move || shown.get().then(|| bar(ui));
    view! {
        {move || progress()}
        {move || aside(ui)}
        {move || ui.trouble.read().as_ref().map(|trouble| stopped(ui, trouble))}
        {move || match ui.phase.get() {
            Phase::Broken(reason) => Some(broken(reason)),
            _ => None,
        }}
    }
}

fn bar(ui: Ui) -> AnyView {
    let total = move || ui.progress.read().as_ref().map_or(0, |progress| progress.total);
    // Without a value the bar says that it does not know.
    let value = move || {
        let progress = ui.progress.read();
        progress.as_ref().filter(|progress| progress.total > 0).map(|p| p.done.to_string())
    };
    // What is only looked for may be given up alone; the files are not at stake.
    let is_look = Memo::new(move |_| ui.progress.read().as_ref().is_some_and(|p| p.unit == LOOK));
    let words = move || ui.progress.read().as_ref().map_or_else(|| "working".to_owned(), words);
    view! {
        <section class="busy" aria-label="Work in progress">
            <label class="busy-words" for="busy-bar">{move || words()}</label>
            <progress id="busy-bar" max=move || total().max(1).to_string() value=move || value()></progress>
            {button("", words::CANCEL, move || {
                if is_look.get_untracked() { ui.stop_looking() } else { ui.cancel() }
            })}
        </section>
    }
    .into_any()
}

/// `reading gold.jsonl: 12.0 MB of 85.1 MB`, `searching 40 %`
fn words(progress: &Progress) -> String {
    if progress.total == 0 {
        return progress.doing.clone();
    }
    if progress.unit == LOOK {
        let percent = progress.done * 100 / progress.total;
        return words::looked(&progress.doing, percent);
    }
    let amount = |n| {
        if progress.unit == "bytes" { format::bytes(n) } else { format::count(n) }
    };
    let unit = if progress.unit == "bytes" { "" } else { &progress.unit };
    format!("{}: {} of {} {unit}", progress.doing, amount(progress.done), amount(progress.total))
}

/// Files that are kept although the work on them was cancelled, or took more memory than there is.
fn aside(ui: Ui) -> Option<AnyView> {
    let names: Vec<String> =
        ui.aside.read().iter().map(|file| cut_middle(&file.name, LONGEST_NAME)).collect();
    if names.is_empty() {
        return None;
    }
    let words = words::not_read(&names);
    let [take, forget] =
        if names.len() == 1 { ["Read it", "Discard it"] } else { ["Read them", "Discard them"] };
    Some(
        view! {
            <section class="aside row-of-buttons" aria-label="Files that were not read">
                <span><bdi>{words}</bdi></span>
                {button("", take, move || ui.take_aside())}
                {button("quiet", forget, move || ui.aside.set(Vec::new()))}
            </section>
        }
        .into_any(),
    )
}

fn stopped(ui: Ui, trouble: &Trouble) -> AnyView {
    let problems: Vec<AnyView> = trouble.problems.iter().map(problem).collect();
    let ways = (!trouble.restarted).then(|| {
        view! {
            {button("", "Restart with these files", move || ui.recover())}
            {button("quiet", "Start without files", move || ui.clear())}
        }
    });
    view! {
        <section class="trouble" role="alert">
            <p><strong><bdi>{trouble.message.clone()}</bdi></strong></p>
            <ul class="problems-list">{problems}</ul>
            <p class="row-of-buttons">
                {ways}
                {button("quiet", "Dismiss", move || ui.trouble.set(None))}
            </p>
        </section>
    }
    .into_any()
}

fn broken(reason: String) -> AnyView {
    let reload = move |_| drop(window().location().reload());
    view! {
        <section class="trouble" role="alert">
            <p><strong>{reason}</strong></p>
            <p><button on:click=reload>"Reload"</button></p>
        </section>
    }
    .into_any()
}
