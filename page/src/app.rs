//! The page: which regions stand on it, and in what order.

use crate::busy::busy;
use crate::check::check;
use crate::downloads::downloads;
use crate::empty::empty;
use crate::given::lost;
use crate::groups::groups;
use crate::header::header;
use crate::headline::headline;
use crate::intake::intake;
use crate::keys::keys;
use crate::links;
use crate::pair::pair;
use crate::prelude::*;
use crate::problems::problems;
use crate::programs::programs;
use crate::questions::questions;
use crate::reconciliation::{counts, moves};
use crate::runs::runs;
use crate::sentence::sentence;
use crate::state::Ui;
use crate::strip::fingerprint;
use crate::widgets::button::button;
use crate::widgets::dom;
use std::time::Duration;

/// The whole page.
pub fn app() -> AnyView {
    let ui = Ui::new();
    let key_list = RwSignal::new(false);
    links::follow(ui);
    links::listen(ui);
    wasm_bindgen_futures::spawn_local(ui.start());
    let has_score = Memo::new(move |_| ui.scored.read().is_some());
    let stage = move || if has_score.get() { scored(ui) } else { unscored(ui) };
    // Going to an address makes some browsers ask for the icon again, which the seal refuses.
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        dom::focus("main");
    };
    view! {
        <a class="skip" href="#main" on:click=skip>"Skip to the score"</a>
        {header(ui, key_list)}
        {busy(ui)}
        <main id="main" tabindex="-1">{stage}</main>
        {intake(ui)}
        {keys(ui, key_list)}
        <p class="unseen" role="status" aria-live="polite">{move || ui.announcement.get()}</p>
    }
}

fn unscored(ui: Ui) -> AnyView {
    view! {
        {empty(ui)}
        {problems(ui)}
    }
    .into_any()
}

fn scored(ui: Ui) -> AnyView {
    let undo = move || {
        ui.undoable.get().then(|| {
            view! {
                <p class="undo">
                    {button("quiet", "Undo", move || ui.undo())}
                </p>
            }
        })
    };
    // The number first, the rest in turns of their own: the page stays ready for its reader.
    let turn = RwSignal::new(0);
    let next = StoredValue::new_local(None);
    effect(move || {
        let now = turn.get();
        if now < 2 {
            next.set_value(dom::Timer::new(Duration::ZERO, move || turn.set(now + 1)));
        }
    });
    let second = Memo::new(move |_| turn.get() >= 1);
    let third = Memo::new(move |_| turn.get() >= 2);
    let where_all_went = move || {
        second.get().then(|| {
            view! {
                {counts(ui)}
                {pair(ui)}
                {fingerprint(ui)}
            }
        })
    };
    let rest = move || {
        third.get().then(|| {
            view! {
                {moves(ui)}
                {problems(ui)}
                {groups(ui)}
                {questions(ui)}
                {downloads(ui)}
            }
        })
    };
    view! {
        {sentence(ui)}
        {undo}
        {runs(ui)}
        {lost(ui)}
        {headline(ui)}
        {check(ui)}
        {programs(ui)}
        {where_all_went}
        {rest}
    }
    .into_any()
}
