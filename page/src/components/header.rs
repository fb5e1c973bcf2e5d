//! The head of the page: its name, the seal, what can be taken away, and help.

use crate::components::benchmarks::Benchmarks;
use crate::components::export::Export;
use crate::components::share::Share;
use crate::prelude::*;
use crate::store::{Phase, Ui};
use crate::widgets::dropdown::Dropdown;

/// The head of the page.
#[component]
pub fn Header() -> impl IntoView {
    let ui = Ui::here();
    let has_score = Memo::new(move |_| ui.scored.read().is_some());
    let has_files = Memo::new(move |_| !ui.summary.read().files.is_empty());
    let undo = move || {
        ui.undoable.get().then(|| {
            view! { <button class="status" on:click=move |_| ui.undo()>"Undo"</button> }
        })
    };
    let redo = move || {
        ui.redoable.get().then(|| {
            view! { <button class="status" on:click=move |_| ui.redo()>"Redo"</button> }
        })
    };
    view! {
        <header class="head">
            <h1 class="name">
                <a href="./" on:click=move |event| { event.prevent_default(); ui.clear(); }>
                    <Logo/>
                    "Scoredrop"
                </a>
            </h1>
            <p class="tagline">"official benchmark scores, in your browser"</p>
            <div class="head-right">
                {undo}
                {redo}
                <Seal/>
                <Show when=move || has_files.get()>
                    <Dropdown id="benchmarks" label="Benchmarks" words=|| "Benchmarks">
                        <Benchmarks/>
                    </Dropdown>
                </Show>
                <Show when=move || has_score.get()>
                    <Dropdown id="share" label="Share" words=|| "Share"><Share/></Dropdown>
                    <Dropdown id="export" label="Export" words=|| "Export ▾"><Export/></Dropdown>
                </Show>
                <button
                    class="status key"
                    aria-label="Keyboard shortcuts"
                    on:click=move |_| ui.keys.set(true)
                >
                    "?"
                </button>
            </div>
        </header>
    }
}

/// Four questions of a strip.
#[component]
fn Logo() -> impl IntoView {
    view! {
        <span class="logo" aria-hidden="true">
            <i></i>
            <i></i>
            <i></i>
            <i></i>
        </span>
    }
}

/// Whether the page may reach any network, and how to check that.
#[component]
fn Seal() -> impl IntoView {
    let ui = Ui::here();
    let offline =
        move || ui.offline.get().then(|| view! { <p>"The page opens without a network, too."</p> });
    move || match ui.phase.get() {
        Phase::Ready => view! {
            <Dropdown
                id="seal"
                label="Privacy"
                words=|| {
                    view! {
                        <span class="seal-mark" aria-hidden="true"></span>
                        "Private"
                        <span class="seal-more">": no network"</span>
                    }
                }
            >
                <div class="seal-text">
                    <p>
                        "Nothing leaves this page. Before it reads a file, the page adds a content "
                        "policy that forbids every connection, even to its own host, and checks "
                        "that the browser enforces it. Nothing that runs here afterwards can "
                        "remove the policy, and the scorer inherits it."
                    </p>
                    <p>
                        "To see for yourself, open the browser’s developer tools, type "
                        <code>"fetch(\"./\")"</code>
                        " in the console and read the refusal; or unplug the network and go on "
                        "scoring."
                    </p>
                    <p>
                        "The "
                        <a href="selftest/index.html" target="_blank">"self-test"</a>
                        " runs every golden case in your browser."
                    </p>
                    {offline}
                </div>
            </Dropdown>
        }
        .into_any(),
        Phase::Starting => view! { <span class="status">"Closing the network …"</span> }.into_any(),
        Phase::Broken(_) => view! { <span class="status">"Not private"</span> }.into_any(),
    }
}
