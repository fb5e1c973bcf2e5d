//! A button with a panel beneath it.

use crate::prelude::*;
use wasm_bindgen::JsCast;

/// A button that opens a panel: Escape, a second click and a click elsewhere close it.
#[component]
pub fn Dropdown(
    /// Id of the button; the id of the panel is derived from it.
    id: &'static str,
    label: &'static str,
    #[prop(into)] words: ViewFn,
    children: ChildrenFn,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let frame = NodeRef::<html::Div>::new();
    on_window("pointerdown", move |event: web_sys::Event| {
        let target: Option<web_sys::Node> = event.target().and_then(|t| t.dyn_into().ok());
        if frame.get_untracked().is_some_and(|frame| !frame.contains(target.as_ref())) {
            open.set(false);
        }
    });
    let press = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.prevent_default();
            open.set(false);
            dom::focus(id);
        }
    };
    let panel = [id, "-panel"].concat();
    let controls = panel.clone();
    view! {
        <div class="dropdown" node_ref=frame on:keydown=press>
            <button
                id=id
                class="status"
                aria-expanded=move || open.get().to_string()
                aria-controls=controls
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {words.run()}
            </button>
            <div
                id=panel
                class="dropdown-panel"
                role="group"
                aria-label=label
                hidden=move || !open.get()
            >
                <Show when=move || open.get()>{children()}</Show>
            </div>
        </div>
    }
}
