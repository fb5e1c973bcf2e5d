//! What there is to do about programs without a verdict: to run them, or to take verdicts that are kept.

use crate::components::programs::{facts, whole};
use crate::format::written;
use crate::prelude::*;
use scoredrop::session::protocol::ProgramsCard;

/// What starting the interpreter and a program take on a usual machine, in seconds.
const START: f64 = 4.0;
const EACH: f64 = 0.02;
/// So many times as much time is offered to programs that had too little.
const LONGER: u64 = 3;

/// How programs without a verdict can be had one for, `kept` of them without running; or by what all were
/// run.
pub fn offer(ui: Ui, card: &ProgramsCard, kept: u64, is_cached: bool) -> AnyView {
    match card.left {
        // By what all were run.
        0 => {
            let attempts = words::attempts(card.attempts, card.total);
            view! { <p>{words::were_run(&attempts, &card.python)}</p> }.into_any()
        }
        left if kept == left => offer_kept(ui, kept),
        _ => offer_to_run(ui, card, kept, is_cached),
    }
}

/// That every verdict is kept already; to run the programs all the same is possible.
fn offer_kept(ui: Ui, kept: u64) -> AnyView {
    view! {
        <p class="row-of-buttons">
            {button("", words::use_saved(kept), move || ui.run_programs(false))}
            {button("quiet", words::RUN_AGAIN, move || ui.run_programs(true))}
            <span>{words::all_saved(kept)}</span>
        </p>
    }
    .into_any()
}

/// What is to be run, what that takes, and what is different here.
fn offer_to_run(ui: Ui, card: &ProgramsCard, kept: u64, is_cached: bool) -> AnyView {
    let Some(facts) = facts() else {
        let words = format!(
            "{} without a verdict; this copy of the page was built without Python.",
            format::counted(card.left, "program")
        );
        return view! { <p>{words}</p> }.into_any();
    };
    let fact = |place| facts.get(place).as_f64().unwrap_or_default();
    let weight = if is_cached {
        "Python is already loaded".to_owned()
    } else {
        words::python_once(whole(fact(0)))
    };
    let time = words::about(START + (card.left - kept) as f64 * EACH / fact(1).max(1.0));
    let mut parts =
        vec![format!("In a sandbox without a network, on this machine: {weight}, {time}.")];
    if kept > 0 {
        parts.push(format!(
            "Saved verdicts: {} of {}.",
            format::count(kept),
            format::count(card.left)
        ));
    }
    let done = card.total - card.left;
    if done > 0 {
        parts.push(words::part_run(done, card.total, ui.cancelled.get()));
    } else if card.attempts != card.total {
        parts.push(words::attempts(card.attempts, card.total) + ".");
    }
    parts.reverse();
    let words = parts.join(" ");
    let lacks = if is_cached || facts.get(2).is_truthy() {
        ""
    } else {
        " There is no network, so Python cannot be loaded."
    };
    view! {
        <p class="row-of-buttons">
            {button("primary", words::run_programs(card.left, card.total), move || {
                ui.run_programs(false);
            })}
            <span>{words}</span>
        </p>
        {limits(lacks)}
    }
    .into_any()
}

/// What is different here, to be read before programs run and while they do.
pub fn limits(lacks: &str) -> AnyView {
    let words = format!(
        "Python 3.14; threads run one after the other; no numpy or other packages. Very deep recursion runs out \
         of stack, and is counted separately.{lacks}"
    );
    view! {
        <details class="more">
            <summary>"What differs from a native run"</summary>
            <p class="muted">{words}</p>
        </details>
    }
    .into_any()
}

/// The way to give those more time that came near its limit, once all were run.
pub fn longer(ui: Ui, card: &ProgramsCard) -> Option<AnyView> {
    (card.left == 0 && card.near > 0).then(|| {
        let longer = u64::from(card.wall) * LONGER;
        let label = format!("Rerun all, limit {} s", written(longer as f64 / 1000.0));
        let run = move || {
            ui.workspace.update_value(|workspace| workspace.rerun = true);
            ui.choose(|choices| {
                choices.set.insert("wall".to_owned(), longer.to_string());
            });
        };
        button("quiet", label, run)
    })
}
