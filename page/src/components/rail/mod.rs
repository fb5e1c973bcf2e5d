//! The rail beside the result: what is scored, as what, and by which rules, each of which opens in
//! place while the number stays in sight.

mod also;
mod choice;
pub mod files;
mod form;
pub mod join;
pub mod preset;
pub mod preset_card;
pub mod preset_text;
pub mod rules;
pub mod setting;
pub mod tolerance;

use crate::prelude::*;
use crate::store::Editor;
use also::Also;
use choice::{Choice, effect_words};
use files::Files;
use join::Join;
use preset::Benchmark;
use rules::Rules;
use tolerance::Tolerance;

const HOW_IT_IS_SCORED: &str = "How it is scored";

/// Id of the line that a narrow window has of it.
pub const RAIL_LINE: &str = "rail-line";

/// The rail; on a narrow screen a line above the result that opens.
#[component]
pub fn Rail() -> impl IntoView {
    let ui = Ui::here();
    let open = ui.rail;
    // Whatever is to be edited has to be in sight; of a file that stands in the way what is wrong comes first.
    effect(move || {
        let editor = ui.editor.get();
        let by_itself =
            matches!(editor, Some(Editor::File(_))) && ui.scored.with_untracked(Option::is_none);
        if editor.is_some() && !by_itself {
            open.set(true);
        }
    });
    view! {
        <aside
            class="rail"
            class:open=move || open.get()
            aria-label=HOW_IT_IS_SCORED
        >
            <button
                id=RAIL_LINE
                class="rail-line"
                aria-expanded=move || open.get().to_string()
                aria-controls="rail-body"
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <strong>{HOW_IT_IS_SCORED}</strong>
                " "
                <span class="muted"><bdi>{move || summary(ui)}</bdi></span>
                " "
                <span class="quiet">{move || if open.get() { words::CLOSE } else { "Change" }}</span>
            </button>
            <div id="rail-body" class="rail-body">
                <Files/>
                <Benchmark/>
                <Join/>
                <Show when=move || !ui.is_locked("relative_tolerance")>
                    <Tolerance/>
                </Show>
                <Rules/>
                <Show when=move || !ui.is_locked("preset")>
                    <Also/>
                </Show>
                <Show when=move || ui.scorer.read().is_some()>
                    <p class="muted">"The benchmark has locked the other rules."</p>
                </Show>
            </div>
        </aside>
    }
}

/// `SQuAD 2.0 · dev-v2.0.json · joined on id · official rules`
pub fn summary(ui: Ui) -> String {
    let Some(scored) = ui.scored.get() else {
        let names: Vec<String> = ui.summary.read().files.iter().map(|f| f.name.clone()).collect();
        return format::names(&names);
    };
    let preset = &scored.preset.value;
    let title = if preset.modified { words::modified(&preset.title) } else { preset.title.clone() };
    let changed = scored.settings.iter().filter(|setting| setting.value != setting.default);
    let changed: Vec<String> = changed.map(|one| rules::words_of(one, &one.value)).collect();
    let rules = match changed.as_slice() {
        [] => "the preset’s rules".to_owned(),
        changed => changed.join(", "),
    };
    let join = format!("joined on {}", format::join(scored.join.value));
    [title, format::names(&scored.gold), join, rules].join(" · ")
}

/// Of several runs the selected one, which the numbers beside rules are about.
fn whose(ui: Ui) -> Option<String> {
    let (scored, run) = ui.headline()?;
    (scored.runs.len() > 1).then(|| format::run_name(&scored, run))
}

/// A card that opens its editor beneath itself.
fn card(
    ui: Ui,
    editor: Editor,
    label: &'static str,
    face: impl IntoView + 'static,
    content: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let id = editor.button();
    let own = id.clone();
    let of = editor.clone();
    let is_closed = Memo::new(move |_| ui.is_closed(&of));
    let is_open =
        Memo::new(move |_| ui.editor.read().as_ref().is_some_and(|open| open.button() == own));
    view! {
        <button
            id=id
            class="card-button"
            disabled=move || is_closed.get()
            aria-expanded=move || is_open.get().to_string()
            on:click=move |_| ui.toggle(editor.clone())
        >
            {face}
        </button>
        {move || {
            is_open.get().then(|| {
                view! { <div class="editor" role="group" aria-label=label>{content()}</div> }
            })
        }}
    }
    .into_any()
}
