//! The runs as tokens above comparisons and charts: the leftmost is what the others are compared with, and the others
//! stand in the order in which they are drawn.

use crate::prelude::*;
use crate::widgets::button::leave;
use scoredrop::base::diagnostic::cut_middle;
use scoredrop::session::protocol::Scored;
use std::time::Duration;
use web_sys::{DragEvent, KeyboardEvent};

/// Longer names, in characters, are cut in their middle.
const LONGEST_NAME: usize = 24;

/// The runs in the order of their tokens, those that are hidden among them.
fn ordered(ui: Ui, scored: &Scored) -> Vec<usize> {
    let place = |name: &String| scored.runs.iter().position(|run| run.name == *name);
    let order = ui.order.read();
    let placed = order.iter().filter_map(place);
    let baseline = std::iter::once(scored.baseline as usize);
    // New ones stand last.
    format::distinct(baseline.chain(placed).chain(0..scored.runs.len()))
}

/// The runs that are drawn, in the order of their tokens.
pub fn drawn(ui: Ui, scored: &Scored) -> Vec<usize> {
    let hidden = ui.hidden.read();
    let is_drawn =
        |run: &usize| *run == scored.baseline as usize || !hidden.contains(&scored.runs[*run].name);
    ordered(ui, scored).into_iter().filter(is_drawn).collect()
}

/// Puts a run at a place among those that are drawn. At the first it becomes the one that all are compared with.
fn put(ui: Ui, run: usize, place: usize) {
    let Some(scored) = ui.scored.get_untracked() else { return };
    let (mut all, before) = untrack(|| (drawn(ui, &scored), ordered(ui, &scored)));
    all.retain(|other| *other != run);
    all.insert(place.min(all.len()), run);
    let name = |run: usize| scored.runs[run].name.clone();
    let first = all[0];
    let names = all.into_iter().chain(before).map(name);
    ui.order.set(format::distinct(names));
    let baseline = scored.baseline;
    if first != baseline as usize {
        if ui.run.get_untracked() as usize == first {
            // A run beside itself has no pair: the two change places.
            ui.show(|view| view.run = baseline);
        }
        ui.choose(|choices| choices.baseline = Some(name(first)));
    }
    ui.announcement.set(format!("{}: place {}", format::run_name(&scored, run), place + 1));
}

/// The tokens of several runs.
pub fn tokens(ui: Ui) -> AnyView {
    let dragged = RwSignal::new(None::<usize>);
    let focus = StoredValue::new_local(None::<dom::Timer>);
    let content = move || {
        let scored = ui.scored.get()?;
        if scored.runs.len() < 2 {
            return None;
        }
        let shown = drawn(ui, &scored);
        let token = |(place, run): (usize, &usize)| {
            let run = *run;
            let press = move |event: KeyboardEvent| {
                let to = match event.key().as_str() {
                    "ArrowLeft" if event.shift_key() => place.saturating_sub(1),
                    "ArrowRight" if event.shift_key() => place + 1,
                    "Delete" if place > 0 => return hide(ui, run),
                    _ => return,
                };
                event.prevent_default();
                put(ui, run, to);
                // What moves is made anew.
                let again = move || dom::focus(&token_id(run));
                focus.set_value(dom::Timer::new(Duration::ZERO, again));
            };
            let drop = move |event: DragEvent| {
                event.prevent_default();
                if let Some(run) = dragged.get_untracked() {
                    dragged.set(None);
                    put(ui, run, place);
                }
            };
            let over = move |event: DragEvent| {
                if dragged.get_untracked().is_some() {
                    event.prevent_default();
                }
            };
            let start = move |event: DragEvent| {
                dragged.set(Some(run));
                if let Some(transfer) = event.data_transfer() {
                    // Some browsers drag nothing that has no data.
                    std::mem::drop(transfer.set_data("text/plain", &place.to_string()));
                }
            };
            let card = &scored.runs[run];
            let (whole, name) = (card.name.clone(), cut_middle(&card.short_name, LONGEST_NAME));
            let label = format!("Hide {name}");
            let selected = move || ui.run.get() as usize == run;
            let out = (place > 0).then(|| {
                view! { <button class="quiet" aria-label=label on:click=move |_| hide(ui, run)>"×"</button> }
            });
            let role = (place == 0).then(|| view! { <small class="muted">" baseline"</small> });
            view! {
                <li draggable="true" on:dragstart=start on:dragover=over on:drop=drop>
                    <button
                        id=token_id(run)
                        class="chip"
                        title=whole
                        aria-pressed=move || selected().to_string()
                        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Delete"
                        on:keydown=press
                        on:click=move |_| ui.select(run as u32)
                    >
                        <bdi>{name}</bdi>
                        {role}
                    </button>
                    {out}
                </li>
            }
            .into_any()
        };
        let tokens: Vec<AnyView> = shown.iter().enumerate().map(token).collect();
        let left = scored.runs.len() - shown.len();
        let back = (left > 0).then(|| {
            let words = format!("{} hidden", format::counted(left as u64, "run"));
            let label = format!("Show {words}");
            view! { <li>{leave(label, words.into_any(), move || ui.hidden.set(Vec::new()))}</li> }
        });
        Some(view! {
            <ul
                class="tokens screen-only"
                aria-label="Runs: the first is the baseline; drag a run, or move it with Shift and the arrow keys"
                data-roving=""
            >
                {tokens}
                {back}
            </ul>
        })
    };
    view! { {move || content()} }.into_any()
}

fn token_id(run: usize) -> String {
    format!("token-{run}")
}

fn hide(ui: Ui, run: usize) {
    let name =
        ui.scored.with_untracked(|scored| Some(scored.as_ref()?.runs.get(run)?.name.clone()));
    ui.hidden.update(|hidden| hidden.extend(name));
}
