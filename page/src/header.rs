//! The head of the page: its name, the seal, offline, and the key list.

use crate::prelude::*;
use crate::state::{Phase, Ui};
use crate::widgets::dom;

/// The head of the page.
pub fn header(ui: Ui, keys: RwSignal<bool>) -> AnyView {
    let explained = RwSignal::new(false);
    let seal = move || match ui.phase.get() {
        Phase::Ready => view! {
            <button
                id="seal"
                class="status"
                aria-expanded=move || explained.get().to_string()
                aria-controls="seal-text"
                on:click=move |_| explained.update(|open| *open = !*open)
            >
                <span class="seal-mark" aria-hidden="true"></span>
                "sealed"
            </button>
        }
        .into_any(),
        Phase::Starting => view! { <span class="status">"sealing"</span> }.into_any(),
        Phase::Broken(_) => view! { <span class="status">"not sealed"</span> }.into_any(),
    };
    let offline = move || {
        ui.offline.get().then(|| view! { <span class="status">"offline ready"</span> }.into_any())
    };
    view! {
        <header class="head">
            <h1 class="name">
                <a href="./" on:click=move |event| { event.prevent_default(); ui.clear(); }>
                    "Scoredrop"
                </a>
            </h1>
            <div class="head-right">
                {seal}
                {offline}
                <button
                    class="status key"
                    aria-label="Keyboard shortcuts"
                    on:click=move |_| keys.set(true)
                >
                    "?"
                </button>
            </div>
            <div id="seal-text" class="seal-text" hidden=move || !explained.get()>
                {seal_text}
                <button
                    class="quiet"
                    on:click=move |_| {
                        explained.set(false);
                        dom::focus("seal");
                    }
                >
                    "Close"
                </button>
            </div>
        </header>
    }
}

fn seal_text() -> AnyView {
    view! {
        <p>
            "Nothing leaves this page. Before any file is read, the page adds a content policy "
            "that forbids every connection, to its own host too, and tries whether the browser "
            "keeps it. Nothing that runs here afterwards can take the policy away; the scorer "
            "inherits it."
        </p>
        <p>
            "To see for yourself: open the browser's developer tools, type "
            <code>"fetch(\"./\")"</code>
            " in the console and read the refusal; or unplug the network and go on scoring."
        </p>
        <p>
            "Whether your browser scores as the reference scorers do: the "
            <a href="selftest/index.html" target="_blank">"self-test"</a>
            " runs every golden case in it."
        </p>
    }
    .into_any()
}
