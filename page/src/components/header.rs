//! The head of the page: its name, the seal, what can be taken away, and help.

use crate::components::benchmarks::Benchmarks;
use crate::components::export::Export;
use crate::components::share::Share;
use crate::prelude::*;
use crate::store::Phase;
use crate::widgets::dropdown::Dropdown;

const BENCHMARKS: &str = "Benchmarks";
const SHARE: &str = "Share";
const EXPORT: &str = "Export";

#[component]
pub fn Header() -> impl IntoView {
    let ui = Ui::here();
    let (has_score, has_files) = (ui.has_score(), ui.has_files());
    let undo = move || ui.undoable.get().then(|| step("Undo", "↶", move || ui.undo()));
    let redo = move || ui.redoable.get().then(|| step("Redo", "↷", move || ui.redo()));
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
                <Show when=move || has_files.get() && !ui.is_locked("preset")>
                    <Dropdown id="benchmarks" label=BENCHMARKS words=|| BENCHMARKS>
                        <Benchmarks/>
                    </Dropdown>
                </Show>
                <Show when=move || has_score.get()>
                    <Dropdown id="share" label=SHARE words=|| SHARE><Share/></Dropdown>
                    <Dropdown id="export" label=EXPORT words=|| view! { <span>{EXPORT} <span aria-hidden="true" class="opens">" ▾"</span></span> }><Export/></Dropdown>
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

/// The hash of the list of the page's files; empty in a build that has none.
fn sums() -> String {
    let named = document().query_selector("meta[name=sums]").ok().flatten();
    named.and_then(|one| one.get_attribute("content")).unwrap_or_default()
}

/// Whether the page may reach any network, and how to check that.
#[component]
fn Seal() -> impl IntoView {
    let ui = Ui::here();
    let offline = move || {
        ui.offline.get().then(|| view! { <p>"This page also opens without a network."</p> })
    };
    move || {
        match ui.phase.get() {
        Phase::Ready => view! {
            <Dropdown
                id="seal"
                label="Privacy"
                words=|| {
                    view! {
                        <span class="seal-mark" aria-hidden="true"></span>
                        <span>
                            "Private"
                            <span class="seal-more">": no network"</span>
                        </span>
                    }
                }
            >
                <div class="seal-text">
                    <p>
                        "Nothing leaves this page. Before it reads a file, the page adds a content policy that \
                        forbids every connection, even to its own host, and checks that the browser \
                        enforces it. Nothing that runs here afterwards can remove the policy, and the \
                        scorer inherits it."
                    </p>
                    <p>
                        "To see for yourself, open the browser’s developer tools, type "
                        <code>"fetch(\"./\")"</code>
                        " in the console and read the refusal; or disconnect from the network and keep scoring."
                    </p>
                    <p>
                        "The "
                        <a href="selftest/index.html" target="_blank">"self-test"</a>
                        " runs every golden case in your browser."
                    </p>
                    {move || offline()}
                    <p>
                        {format!("This is version {}. The SHA-256 of ", env!("CARGO_PKG_VERSION"))}
                        <a href="SHA256SUMS.txt" target="_blank">"the list of its files"</a>
                        " is "
                        <code>{sums()}</code>
                        ". Compare it with the list in the release."
                    </p>
                </div>
            </Dropdown>
        }
        .into_any(),
        Phase::Starting => {
            view! { <span class="status">{words::CLOSING_THE_NETWORK}</span> }.into_any()
        }
        Phase::Broken(_) => view! { <span class="status">"Not private"</span> }.into_any(),
    }
    }
}
