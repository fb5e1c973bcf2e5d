//! The head of the page: its name, the seal, what can be taken away, and help.

use crate::components::benchmarks::Benchmarks;
use crate::components::export::Export;
use crate::components::share::Share;
use crate::prelude::*;
use crate::store::Phase;
use crate::widgets::dropdown::Dropdown;

#[component]
pub fn Header() -> impl IntoView {
    let ui = Ui::here();
    let (has_score, has_files) = (ui.has_score(), ui.has_files());
    let undo = move || ui.undoable.get().then(|| step(words::UNDO, "↶", move || ui.undo()));
    let redo = move || ui.redoable.get().then(|| step(words::REDO, "↷", move || ui.redo()));
    view! {
        <header class="head">
            <h1 class="name">
                <a href="./" on:click=move |event| { event.prevent_default(); ui.clear(); }>
                    // Four questions of a strip.
                    <span class="logo" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
                    "Scoredrop"
                </a>
            </h1>
            <p class="tagline">{words::OFFICIAL_BENCHMARK_SCORES_IN_YOUR}</p>
            <div class="head-right">
                {move || undo()}
                {move || redo()}
                <Seal/>
                <Show when=move || has_files.get()>
                    <Dropdown id="benchmarks" label=words::BENCHMARKS words=|| words::BENCHMARKS>
                        <Benchmarks/>
                    </Dropdown>
                </Show>
                <Show when=move || has_score.get()>
                    <Dropdown id="share" label=words::SHARE words=|| words::SHARE><Share/></Dropdown>
                    <Dropdown id="export" label=words::EXPORT words=|| view! { <span>{words::EXPORT} <span aria-hidden="true" class="opens">" ▾"</span></span> }><Export/></Dropdown>
                </Show>
                <button
                    class="status key"
                    aria-label=words::KEYBOARD_SHORTCUTS
                    on:click=move |_| ui.keys.set(true)
                >
                    "?"
                </button>
            </div>
        </header>
    }
}

/// A step back or forth; a sign alone where a word would give the head a second line.
fn step(words: &'static str, sign: &'static str, act: impl Fn() + 'static) -> impl IntoView {
    view! {
        <button class="status step" aria-label=words on:click=move |_| act()>
            <span class="step-words">{words}</span>
            <span class="step-sign" aria-hidden="true">{sign}</span>
        </button>
    }
}

/// Whether the page may reach any network, and how to check that.
#[component]
fn Seal() -> impl IntoView {
    let ui = Ui::here();
    let offline = move || ui.offline.get().then(|| view! { <p>{words::THE_PAGE_OPENS}</p> });
    move || match ui.phase.get() {
        Phase::Ready => view! {
            <Dropdown
                id="seal"
                label=words::PRIVACY
                words=|| {
                    view! {
                        <span class="seal-mark" aria-hidden="true"></span>
                        <span>
                            {words::PRIVATE}
                            <span class="seal-more">{words::NO_NETWORK}</span>
                        </span>
                    }
                }
            >
                <div class="seal-text">
                    <p>
                        {words::NOTHING_LEAVES_THIS_PAGE_BEFORE}
                    </p>
                    <p>
                        {words::TO_SEE_FOR_YOURSELF_OPEN}
                        <code>"fetch(\"./\")"</code>
                        {words::IN_THE_CONSOLE_AND_READ}
                    </p>
                    <p>
                        "The "
                        <a href="selftest/index.html" target="_blank">"self-test"</a>
                        {words::RUNS_EVERY_GOLDEN_CASE}
                    </p>
                    {move || offline()}
                </div>
            </Dropdown>
        }
        .into_any(),
        Phase::Starting => {
            view! { <span class="status">{words::CLOSING_THE_NETWORK}</span> }.into_any()
        }
        Phase::Broken(_) => view! { <span class="status">{words::NOT_PRIVATE}</span> }.into_any(),
    }
}
